package admit

import (
	"io"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

// Authority decides about envelopes under one set of limits and counts what it
// decides: each call once, under exactly one reason. Make one for each listener
// or tenant that is to be counted apart, with [NewAuthority]. It is safe for
// concurrent use. The zero Authority admits nothing.
type Authority struct {
	limits limits.Limits
	tally  tally
	pool   scratchPool
}

// NewAuthority returns an authority that admits within lim.
func NewAuthority(lim limits.Limits) *Authority {
	return &Authority{limits: lim}
}

// Limits returns the limits of the authority.
func (a *Authority) Limits() limits.Limits { return a.limits }

// Admit judges the JSON text of one envelope as [Decide] does, and counts it. It
// keeps nothing of raw. In a steady state it allocates the Snapshot it returns,
// and nothing for an ignored envelope.
func (a *Authority) Admit(raw []byte, trust Trust) Decision {
	s := a.pool.get()
	d := s.decide(raw, a.limits, trust)
	read := len(raw)
	if d.Reason <= Oversized { // absent, untrusted or oversized: no scratch was used
		read = 0
	}
	a.pool.put(s, read)
	a.tally.count(d.Reason)
	return d
}

// Ignore counts one envelope that its caller ignores without having it read, under
// reason, and returns the Decision that says so. It is for callers who see more
// than the envelope: package ingress knows whether a request has none, or two.
// NoFault and what is no reason at all ignore nothing: they panic.
func (a *Authority) Ignore(reason Reason, offset int) Decision {
	if reason >= NoFault {
		panic("admit: " + reason.String() + " is no reason to ignore an envelope")
	}
	a.tally.count(reason)
	return ignored(reason, offset)
}

// AdmitReader does the same as Admit for an envelope that r gives, and reads it as it
// comes. It reads at most MaxBytes+1 bytes, and all of them up to there even when
// the verdict is certain before, so that the reader ends where it would with a
// good envelope. An error is one of [decoder.Stream.ReadFrom]: it is not a
// verdict, so nothing is counted and the Decision is the zero one. r must keep to
// the contract of io.Reader: bytes are judged once, as they come, so a reader that
// keeps the buffer it was given and changes it later changes what was judged.
func (a *Authority) AdmitReader(r io.Reader, trust Trust) (Decision, error) {
	s := a.pool.get()
	d, err := s.decideReader(r, a.limits, trust)
	a.pool.put(s, len(s.stream.Bytes()))
	if err != nil {
		return Decision{}, err
	}
	a.tally.count(d.Reason)
	return d, nil
}

// Tally returns the counts so far.
func (a *Authority) Tally() Tally { return a.tally.read() }

// decideReader judges the text that r gives.
func (s *scratch) decideReader(r io.Reader, lim limits.Limits, trust Trust) (Decision, error) {
	profile := decoder.Strict(lim)
	if trust != Trusted {
		profile = decoder.Unread(lim)
	}
	s.stream.Reset(profile)
	if _, err := s.stream.ReadFrom(r); err != nil {
		return Decision{}, err
	}
	if d, decided := decideUnread(s.stream.Bytes(), s.stream.Over(), lim, trust); decided {
		return d, nil
	}
	return s.decideText(s.stream.Bytes(), lim), nil
}
