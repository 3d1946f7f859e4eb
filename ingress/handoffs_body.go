package ingress

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"

	"github.com/kvhints/hintcheck/decoder"
)

// addHandoff notes a handoff member of the innermost object, whose name is not
// escaped.
func (w *walk) addHandoff(quote uint32, name []byte) {
	object := w.objects[len(w.objects)-1]
	w.folded = appendFolded(w.folded[:0], name)
	w.folded = binary.LittleEndian.AppendUint32(w.folded, object)
	w.handoffs = append(w.handoffs, handoff{
		member: member{name: quote}, object: object, hash: maphash.Bytes(w.seed, w.folded),
	})
}

// handoffTexts reads the handoffs of one body: *Scan and *MsgpackScan do.
type handoffTexts interface {
	// handoffName returns the name that starts at at, not escaped.
	handoffName(at uint32) []byte
	// handoffJSON returns the value of h as JSON, and whether it stands so in the
	// body, so that an offset in it is one from h.value in the body.
	handoffJSON(h *handoff) (text []byte, same bool)
}

// checkHandoffs judges what a worker's body hands over; an edge has refused it
// before. The first fault in the order of the bytes counts. unknown is how many
// fields of the handoffs are not known.
func (f *findings) checkHandoffs(p *settings, texts handoffTexts) (unknown int, fault *BodyError) {
	repeat, repeats := f.repeated(texts)
	checked := uint32(0)
	for i := range f.handoffs {
		h := &f.handoffs[i]
		if h.null || h.name < checked { // what stands in a handoff is checked with it
			continue
		}
		checked = h.end
		text, same := texts.handoffJSON(h)
		report, fault := checkHandoff(&p.names, texts.handoffName(h.name), text)
		if fault == nil {
			unknown += report.Unknown
			continue
		}
		refused := &BodyError{Cause: fault.Cause, Offset: int(h.value), Want: fault.Want}
		if same {
			refused.Offset += fault.Offset
		} else if fault.Cause == UnreadableBody {
			refused.Cause, refused.Want = InvalidHandoff, "what JSON can hold"
		}
		if repeats && refused.Offset > int(repeat) {
			break
		}
		return 0, refused
	}
	if repeats {
		return 0, &BodyError{Cause: DuplicateHandoff, Offset: int(repeat), Want: "one handoff member of a name"}
	}
	return unknown, nil
}

// repeated returns the first handoff, in the order of the bytes, of whose name its
// object has one before, or false. It costs a sort of the handoffs: a body may
// hold many, and their hash is keyed, so that nobody chooses names that collide.
// Equal hashes are settled by the names.
func (f *findings) repeated(texts handoffTexts) (first uint32, found bool) {
	if len(f.handoffs) < 2 {
		return 0, false
	}
	f.sorted = append(f.sorted[:0], f.handoffs...)
	slices.SortFunc(f.sorted, func(a, b handoff) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.name, b.name))
	})
	for i, h := range f.sorted {
		for j := i - 1; j >= 0 && f.sorted[j].hash == h.hash; j-- {
			before := f.sorted[j]
			if before.object == h.object && sameName(texts.handoffName(h.name), texts.handoffName(before.name)) {
				if !found || h.name < first {
					first, found = h.name, true
				}
				break
			}
		}
	}
	return first, found
}

// sameName reports whether two names, not escaped, are equal as carriers are.
func sameName(a, b []byte) bool {
	return bytes.Equal(appendFolded(nil, a), appendFolded(nil, b))
}

func (s *Scan) handoffName(at uint32) []byte {
	return decoder.AppendUnescaped(nil, rawName(s.body, at))
}

func (s *Scan) handoffJSON(h *handoff) (text []byte, same bool) { return s.body[h.value:h.end], true }

// rawName returns what stands between the quotes of the name whose opening quote
// is at quote, in a body that the decoder has read.
func rawName(body []byte, quote uint32) []byte {
	from := int(quote) + 1
	for i := from; ; i++ {
		switch body[i] {
		case '"':
			return body[from:i]
		case '\\':
			i++
		}
	}
}
