package admit

import (
	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

// NoOffset is the Offset of a Decision whose reason points at no byte.
const NoOffset = -1

// Decision is what became of one envelope. Trust the Outcome: only Admitted
// comes with a Snapshot.
type Decision struct {
	Outcome  Outcome
	Reason   Reason
	Offset   int      // in bytes from the start of the envelope, or NoOffset
	Snapshot Snapshot // zero unless Admitted
}

func ignored(r Reason, offset int) Decision {
	return Decision{Outcome: Ignored, Reason: r, Offset: offset}
}

// Decide judges the JSON text of one envelope. It is a pure function: it counts
// nothing and keeps nothing, and the Snapshot shares no memory with raw.
//
// It allocates its scratch for one use; a server keeps an [Authority], which
// counts and uses its scratch again. The cost is linear in len(raw) whatever the
// bytes, and nothing is read beyond MaxBytes.
func Decide(raw []byte, lim limits.Limits, trust Trust) Decision {
	return newScratch().decide(raw, lim, trust)
}

// decide judges a whole text.
func (s *scratch) decide(raw []byte, lim limits.Limits, trust Trust) Decision {
	if d, decided := decideUnread(raw, len(raw) > lim.MaxBytes(), lim, trust); decided {
		return d
	}
	s.stream.Reset(decoder.Strict(lim))
	return s.decideText(raw, lim)
}

// decideUnread applies the rules that do not parse: absent, untrusted,
// oversized. over says that there are more bytes than MaxBytes, whether or not
// all of them are in raw.
func decideUnread(raw []byte, over bool, lim limits.Limits, trust Trust) (d Decision, decided bool) {
	switch {
	case !over && isAbsent(raw):
		return ignored(Absent, NoOffset), true
	case trust != Trusted:
		return ignored(NotTrusted, NoOffset), true
	case over:
		return ignored(Oversized, lim.MaxBytes()), true
	}
	return Decision{}, false
}

// decideText applies the rules that read the text. The scanner of the stream may
// have read some of it.
func (s *scratch) decideText(raw []byte, lim limits.Limits) Decision {
	scanner := s.stream.Scanner()
	if o := scanner.Scan(raw, true); o.Reason != decoder.None {
		return ignored(reasonOf(o.Reason), o.Offset)
	}
	index := scanner.Index(raw)
	if f := s.readShape(index, lim); f.reason != NoFault {
		return ignored(f.reason, f.offset)
	}
	snapshot, ok := s.freeze(raw, index)
	if !ok {
		return ignored(NotEncodable, 0)
	}
	return Decision{Outcome: Admitted, Reason: NoFault, Offset: NoOffset, Snapshot: snapshot}
}

// isAbsent reports whether raw is nothing, or null with JSON whitespace around.
func isAbsent(raw []byte) bool {
	i := decoder.SkipSpace(raw, 0)
	if i+4 > len(raw) || string(raw[i:i+4]) != "null" {
		return len(raw) == 0
	}
	return decoder.SkipSpace(raw, i+4) == len(raw)
}
