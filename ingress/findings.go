package ingress

import (
	"slices"

	"github.com/kvhints/hintcheck/admit"
)

// member is one member of a body, by offsets in it. Offsets of bodies fit 28 bits.
type member struct {
	name  uint32 // the opening quote of its name
	value uint32 // the first byte of its value
	end   uint32 // the byte after its value
	next  uint32 // the opening quote of the next name in the same object, 0 if there is none
}

// findings are what was found in one body, whatever its encoding.
type findings struct {
	carriers []member // in the order of the bytes; none stands inside another
	live     bool     // at least one of them is not null

	matches   int    // how many of them stand at the admitted path
	match     int    // the first of those, a position in carriers
	matchNull bool   // it is null
	repeat    uint32 // where the second of those starts

	handoffs []handoff // of the worker role only, in the order of the bytes
	sorted   []handoff // scratch of repeated
	unknown  int       // fields of handoffs that are not known
}

// handoff is a handoff member, and what tells whether its object has another one
// of its name.
type handoff struct {
	member
	object uint32 // the first byte of the object that it stands in
	hash   uint64 // of object and the folded name
	null   bool
}

func (f *findings) reset() {
	*f = findings{carriers: f.carriers[:0], handoffs: f.handoffs[:0], sorted: f.sorted[:0]}
}

const (
	carrierBytes = 2*16 + 40 + 2*24 // of a carrier: itself, twice, its patch, two segments
	handoffBytes = 2 * 40           // of a handoff: itself, and in the order of names
)

// noted returns about how many bytes of memory the findings take, and the edit that
// cuts the carriers.
func (f *findings) noted() int { return len(f.carriers)*carrierBytes + len(f.handoffs)*handoffBytes }

// keepsNone says that no carrier stays.
const keepsNone = -1

// decide makes the one decision about a body that is not refused. hint is the
// JSON text of the one carrier that would be judged; it is asked for just if there
// is one. keep is the carrier that stays in the body, or keepsNone.
//
// Each call counts once at the authority, under one reason.
func (f *findings) decide(p *settings, trust admit.Trust, hint func() []byte) (d Decision, keep int) {
	d = Decision{Disposition: Forwarded, Offset: admit.NoOffset, Trust: trust, UnknownFields: f.unknown}
	if len(f.carriers) > 0 {
		d.Disposition = Stripped
	}
	switch {
	case trust != admit.Trusted && f.live:
		d.Admission = p.authority.Ignore(admit.NotTrusted, admit.NoOffset)
	case trust != admit.Trusted || f.matches == 0 || f.matches == 1 && f.matchNull:
		d.Admission = p.authority.Ignore(admit.Absent, admit.NoOffset)
	case f.matches > 1:
		d.Offset = int(f.repeat)
		d.Admission = p.authority.Ignore(admit.DuplicateMember, admit.NoOffset)
	default:
		d.Admission = p.authority.Admit(hint(), trust)
	}
	if d.Admission.Outcome != admit.Admitted {
		return d, keepsNone
	}
	if cause := p.withholds(d.Admission.Snapshot); cause != NoCause {
		d.Disposition, d.Cause = Withheld, cause
		return d, keepsNone
	}
	if len(f.carriers) == 1 {
		d.Disposition = Forwarded
	}
	return d, f.match
}

// withholds returns why an admitted hint does not go upstream, or NoCause.
func (s *settings) withholds(hint admit.Snapshot) Cause {
	if s.withhold {
		return UpstreamWithholds
	}
	if s.actions == nil {
		return NoCause
	}
	for _, action := range hint.Actions() {
		if !slices.Contains(s.actions, action.Type) {
			return ActionNotAllowed
		}
	}
	return NoCause
}
