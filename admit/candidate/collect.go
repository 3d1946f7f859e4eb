package candidate

import (
	"iter"
	"slices"

	"github.com/kvhints/hintcheck/admit"
)

// Set is what one envelope gives: its candidates in the order of the producer,
// and how many actions were ignored for which reason. The zero Set is empty.
type Set struct{ c *cell[setBody] }

type setBody struct {
	list   []Candidate
	counts Counts
}

// Collect finds the candidates of an envelope for a request. It reads no payload
// of an action that no family supports in the scope, and it opens nothing. The
// cost is linear in the payloads it reads, times the families at most. The zero
// Snapshot gives an empty Set.
func Collect(snapshot admit.Snapshot, families Families, scope Scope) Set {
	c := collector{families: families.list, scope: scope}
	if n := snapshot.NumActions(); n > MaxActions {
		c.counts.counts[TooManyActions] = n
	} else {
		for i, a := range snapshot.Actions() {
			if reason := c.add(i, a); reason != none {
				c.counts.counts[reason]++
			}
		}
	}
	return Set{newCell(&setBody{c.list, c.counts})}
}

type collector struct {
	families  []family
	scope     Scope
	payloads  payloadReader
	list      []Candidate
	endpoints []endpoint // distinct ones of list
	counts    Counts
}

// add judges action i and adds it to the list, or returns why not.
func (c *collector) add(i int, a admit.Action) Reason {
	able, reason := c.able(a)
	if able == 0 {
		return reason
	}
	p, reason := c.payloads.read(a.Payload)
	if reason != none {
		return reason
	}
	able, reason = c.readable(able, p)
	known := slices.Contains(c.endpoints, p.endpoint)
	switch {
	case able == 0:
		return reason
	case len(c.list) == MaxCandidates:
		return TooManyCandidates
	case !known && len(c.endpoints) == MaxEndpoints:
		return TooManyEndpoints
	case !known:
		c.endpoints = append(c.endpoints, p.endpoint)
	}
	c.list = append(c.list, Candidate{newCell(&candidateBody{
		index:    i,
		action:   a,
		endpoint: p.endpoint,
		families: c.families,
		able:     able,
	})})
	return none
}

// able returns the families that support the action in the scope. If there is
// none, the reason is the one that was reached last.
func (c *collector) able(a admit.Action) (familySet, Reason) {
	able, furthest := familySet(0), UnknownType
	for i, f := range c.families {
		if reason := f.supports(Kind{a.Type, a.Version}, c.scope); reason == none {
			able |= 1 << i
		} else {
			furthest = max(furthest, reason)
		}
	}
	return able, furthest
}

// readable returns those of the families that can read all hashes of p.
func (c *collector) readable(able familySet, p fetchPayload) (familySet, Reason) {
	left, furthest := familySet(0), none
	for i, f := range c.families {
		if able>>i&1 == 0 {
			continue
		}
		var reason Reason
		c.payloads.hashes, reason = readHashes(c.payloads.hashes[:0], p.index, p.list, f.forms)
		if reason == none {
			left |= 1 << i
		}
		furthest = max(furthest, reason)
	}
	return left, furthest
}

func (s Set) body() *setBody {
	if s.c == nil {
		return &setBody{}
	}
	return s.c.b
}

// Len returns how many candidates there are, 0 to MaxCandidates.
func (s Set) Len() int { return len(s.body().list) }

// At returns candidate i, from 0 to Len()-1, in the order of the producer.
func (s Set) At(i int) Candidate { return s.body().list[i] }

// All returns all candidates in the order of the producer.
func (s Set) All() iter.Seq2[int, Candidate] { return slices.All(s.body().list) }

// Counts returns how many actions were ignored, by reason.
func (s Set) Counts() Counts { return s.body().counts }
