package ingress

import (
	"slices"

	"github.com/kvhints/hintcheck/admit"
)

// reading is what the scans of JSON and of MessagePack bodies have in common: the
// body so far, the first thing wrong with it, and the one decision.
type reading struct {
	policy   *settings
	rooms    *rooms // for the body
	declared int64  // Content-Length, or -1
	body     []byte
	fault    *BodyError
	finished bool
	decided  bool
	decision Decision
	keep     int // the carrier that stays
}

// restart is a reading of another body, of a declared length or -1. held is how much
// memory the one before holds: none of it is kept, and false returned, if that is too
// much to keep.
func (r *reading) restart(p *settings, declared int64, held int) (next reading, kept bool) {
	kept = held <= smallKept || held <= largestKept && held <= 4*len(r.body)
	next = reading{policy: p, rooms: r.rooms, declared: declared, keep: keepsNone}
	if kept {
		next.body = r.body[:0]
	}
	switch {
	case p.role == NoRole:
		next.fault = &BodyError{Cause: UnreadableBody, Want: "a policy made by NewPolicy"}
	case declared > int64(p.maxBytes):
		next.fault = tooLarge(p)
	case declared > int64(cap(next.body)):
		next.body = make([]byte, 0, min(declared, largestAhead))
	}
	return next, kept
}

// shed gives back, once nobody has a view of the body any more, what the next body may
// have no use for.
func (r *reading) shed() {
	if cap(r.body) > smallRoom {
		r.rooms.keep(r.body)
		r.body = nil
	}
	r.decision = Decision{} // with a Snapshot
}

// grow makes room for n bytes more. A body that comes doubles its room, or makes it
// fourfold up to the declared length, so that what is held is at most four times
// what has come, whatever was declared.
func (r *reading) grow(n int) {
	need := len(r.body) + n
	if need <= cap(r.body) {
		return
	}
	room := max(need, 2*len(r.body), 512)
	if int64(need) <= r.declared {
		room = max(need, min(4*len(r.body), int(r.declared)))
	}
	before := r.body
	r.body = append(r.rooms.take(min(room, r.policy.maxBytes)), before...)
	r.rooms.keep(before)
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
