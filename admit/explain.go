package admit

import (
	"strconv"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

// Explanation tells a person what a Decision means.
type Explanation struct {
	// Pointer is the JSON Pointer (RFC 6901) of the place, where the reason has
	// one: HasPointer tells the empty pointer, the whole envelope, from none. It
	// is made of names from the envelope: escape it before printing.
	Pointer    string
	HasPointer bool
	// Text is one line of at most 256 bytes in printable ASCII: the reason, the
	// offset, the pointer (cut) and what was expected.
	Text string
}

// Explain rebuilds what admission did not keep: where in raw the decision points
// to and what was expected there. d must be what Decide or an Authority returned
// for raw. It costs up to three more readings of raw, so it is for people and
// tools, not for every request.
func Explain(raw []byte, d Decision) Explanation {
	switch d.Reason {
	case Absent:
		return Explanation{Text: "absent: no bytes, or null"}
	case NotTrusted:
		return Explanation{Text: "untrusted: the sender is not trusted, so the bytes were not read"}
	case Oversized:
		return Explanation{Text: "oversized: want at most " + strconv.Itoa(d.Offset) + " bytes, got at least " + strconv.Itoa(max(len(raw), d.Offset+1))}
	case NoFault:
		return Explanation{Text: "admitted: " + d.Snapshot.String()}
	case NotEncodable:
		return located(d, "", "want a value that its MessagePack form gives back")
	}
	if d.Offset < 0 || d.Offset > len(raw) || len(raw) > limits.LargestMaxBytes {
		return mismatch(d) // larger than any limit, raw was oversized or not read
	}
	s := decoder.NewScanner(decoder.Strict(limitsAt(raw, d)))
	o := s.Scan(raw, true)
	if o.Reason != decoder.None {
		if reasonOf(o.Reason) != d.Reason || o.Offset != d.Offset {
			return mismatch(d)
		}
		e := s.Error(raw).(*decoder.Error) // the one type it returns
		return located(d, e.Pointer, e.Want)
	}
	x := s.Index(raw)
	f := firstFault(x, d)
	if f.reason != d.Reason || f.offset != d.Offset {
		return mismatch(d)
	}
	want := "want " + f.want
	if f.missing {
		want += ", got no such member"
	}
	if f.reason == UnsupportedVersion {
		version := x.Member(0, "protocol_version")
		want += ", got " + decoder.Quote(x.Text(nil, version), 40)
	}
	return located(d, string(f.appendPointer(nil)), want)
}

// located is the explanation of a decision about a place.
func located(d Decision, pointer, want string) Explanation {
	text := d.Reason.String() + " at offset " + strconv.Itoa(d.Offset)
	if pointer != "" {
		text += " in " + decoder.Quote(pointer, 100)
	}
	return Explanation{Pointer: pointer, HasPointer: true, Text: text + ": " + want}
}

// mismatch answers a decision that was not made about these bytes.
func mismatch(d Decision) Explanation {
	return Explanation{Text: d.Reason.String() + ": the decision was not made about these bytes"}
}

// limitsAt returns limits under which raw meets the same first offence. The depth
// is the one limit that the decision does not carry: a bracket was too deep just
// if the text before it opens as many levels as there may be.
func limitsAt(raw []byte, d Decision) limits.Limits {
	deepest, _ := limits.New(limits.MaxDepth(limits.LargestMaxDepth))
	if d.Reason != TooDeep {
		return deepest
	}
	s := decoder.NewScanner(decoder.Strict(deepest))
	s.Scan(raw[:d.Offset], false)
	lim, err := limits.New(limits.MaxDepth(s.Depth()))
	if err != nil {
		return deepest // nothing is open: not a decision about these bytes
	}
	return lim
}

// firstFault finds the fault of the shape again. Which versions are read is not
// known here, but an envelope that was found invalid had one of them.
func firstFault(x decoder.Index, d Decision) fault {
	s := newScratch()
	var lim limits.Limits // reads no version
	if d.Reason == InvalidEnvelope && x.Kind(0) == decoder.Object {
		if i := x.Member(0, "protocol_version"); isA(x, i, decoder.String) {
			lim, _ = limits.New(limits.Versions(string(x.Text(nil, i))))
		}
	}
	return s.readShape(x, lim)
}
