package candidate

import (
	"net/netip"
	"slices"

	"github.com/kvhints/hintcheck/admit"
)

// Candidate is an action that at least one family supports in the scope of the
// request. The zero Candidate is supported by none.
type Candidate struct{ c *cell[candidateBody] }

type candidateBody struct {
	index    int
	action   admit.Action
	endpoint endpoint
	families []family
	able     familySet
}

func (c Candidate) body() *candidateBody {
	if c.c == nil {
		return &candidateBody{index: -1}
	}
	return c.c.b
}

// Index returns the position of the action in the envelope, from 0; -1 for the
// zero Candidate.
func (c Candidate) Index() int { return c.body().index }

// ID returns action_id: client text, and not always distinct.
func (c Candidate) ID() string { return c.body().action.ID }

// Kind returns the type and version of the action.
func (c Candidate) Kind() Kind {
	a := c.body().action
	return Kind{a.Type, a.Version}
}

// Families returns the names of the families that support the action. It is a
// set: the names are sorted, so that their order prefers none.
func (c Candidate) Families() []string {
	b := c.body()
	var list []string
	for i, f := range b.families {
		if b.able>>i&1 != 0 {
			list = append(list, f.name)
		}
	}
	slices.Sort(list)
	return list
}

// Bind selects the action and one family for the request. A consumer carries out
// one binding a request. It reports false for a family that does not support the
// action. It reads the payload again, in linear time, for the hashes as this
// family reads them: two families may read one string differently.
func (c Candidate) Bind(name string) (Binding, bool) {
	b := c.body()
	for i, f := range b.families {
		if f.name == name && b.able>>i&1 != 0 {
			var r payloadReader
			p, _ := r.read(b.action.Payload) // Collect has read all of it with this result
			hashes, _ := readHashes(make([]Hash, 0, p.index.Count(p.list)), p.index, p.list, f.forms)
			return Binding{newCell(&bindingBody{c, f.name, hashes})}, true
		}
	}
	return Binding{}, false
}

// Binding is one action bound to one family. The zero Binding gives no endpoint.
type Binding struct{ c *cell[bindingBody] }

type bindingBody struct {
	candidate Candidate
	family    string
	hashes    []Hash
}

func (b Binding) body() *bindingBody {
	if b.c == nil {
		return &bindingBody{}
	}
	return b.c.b
}

// Candidate returns the action that is bound.
func (b Binding) Candidate() Candidate { return b.body().candidate }

// Family returns the name of the family.
func (b Binding) Family() string { return b.body().family }

// NumHashes returns how many hashes there are, at least one.
func (b Binding) NumHashes() int { return len(b.body().hashes) }

// Hashes returns a copy of the block hashes in the order of the producer,
// repeated ones included: hash i is that of block i of the request.
func (b Binding) Hashes() []Hash { return slices.Clone(b.body().hashes) }

// Endpoint asks the authorizer for a group that dials ports ports, rank r the port
// of the endpoint plus r, and returns the address for each rank. Dial these
// addresses: a name that is resolved again may have become another. It is the
// only way to the endpoint.
//
// It refuses an answer that is not exactly what was asked for, and loopback,
// link-local, multicast and unspecified addresses unless the authorizer is a
// [Namer] that names them. IPv4-mapped addresses of an answer are taken as IPv4.
// The error is a [*RefusedError].
func (b Binding) Endpoint(a Authorizer, ports int) ([]netip.AddrPort, error) {
	if b.c == nil {
		return nil, refuse(NoBinding)
	}
	return authorize(a, b.c.b.candidate.body().endpoint, ports)
}
