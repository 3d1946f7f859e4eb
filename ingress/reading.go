package ingress

import (
	"slices"

	"github.com/kvhints/hintcheck/admit"
)

// reading is what the scans of JSON and of MessagePack bodies have in common: the
// body so far, the first thing wrong with it, and the one decision.
type reading struct {
	policy   *settings
	body     []byte
	fault    *BodyError
	finished bool
	decided  bool
	decision Decision
	keep     int // the carrier that stays
}

// fits returns what of a chunk is kept: no more than makes MaxBodyBytes.
func (r *reading) fits(chunk []byte) []byte {
	return chunk[:min(len(chunk), r.policy.maxBytes-len(r.body))]
}

// wrote is what Write returns when it has kept and read so many bytes of a chunk.
func (r *reading) wrote(taken, chunk int) (int, error) {
	if taken < chunk && (r.fault == nil || r.policy.report) {
		r.fault = tooLarge(r.policy)
	}
	if r.stopped() {
		return taken, r.fault
	}
	return chunk, nil
}

// stopped reports whether no more of the body is wanted.
func (r *reading) stopped() bool {
	return r.fault != nil && (!r.policy.report || r.fault.Cause == BodyTooLarge)
}

// err is the fault as an error.
func (r *reading) err() error {
	if r.fault == nil {
		return nil
	}
	return r.fault
}

// hint returns the bytes of the one member that would be judged, or nil.
func (r *reading) hint(f *findings) []byte {
	if !r.finished || r.fault != nil || f.matches != 1 || f.matchNull {
		return nil
	}
	return r.body[f.carriers[f.match].value:f.carriers[f.match].end]
}

// decide is the body of Decide, after Finish. text is the JSON text of the hint, asked
// for just if it is judged.
func (r *reading) decide(f *findings, trust admit.Trust, text func() []byte) Decision {
	if r.decided {
		return r.decision
	}
	r.decided = true
	if r.fault != nil {
		r.decision = refusal(r.fault.Cause, r.fault.Offset, trust)
	} else {
		r.decision, r.keep = f.decide(r.policy, trust, text)
	}
	return r.decision
}

// editable returns why these changes cannot be made to the body, or nil. object says
// that it has members.
func (r *reading) editable(changes []change, object bool) error {
	switch {
	case !r.decided:
		return ErrUndecided
	case r.stopped():
		return r.fault
	case len(changes) > 0 && (!object || r.fault != nil):
		return ErrNoObject
	}
	return nil
}

// with returns the changes with c, which replaces one of the same name.
func with(changes []change, c change) []change {
	changes = slices.DeleteFunc(changes, func(other change) bool { return other.name == c.name })
	return append(changes, c)
}
