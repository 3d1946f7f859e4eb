package ingress

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"
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

// checkHandoffs judges what a worker's body hands over; an edge has refused it
// before. The first fault in the order of the bytes counts.
func (w *walk) checkHandoffs(p *settings, body []byte) *BodyError {
	repeat, repeats := w.repeated(body)
	checked := uint32(0)
	for i := range w.handoffs {
		h := &w.handoffs[i]
		if repeats && h.name >= repeat {
			break
		}
		if h.null || h.name < checked { // what stands in a handoff is checked with it
			continue
		}
		checked = h.end
		w.text = appendUnescaped(w.text[:0], rawName(body, h.name))
		report, fault := checkHandoff(&p.names, w.text, body[h.value:h.end])
		if fault != nil {
			at := int(h.value) + fault.Offset
			if repeats && at > int(repeat) {
				break
			}
			return &BodyError{Cause: fault.Cause, Offset: at, Want: fault.Want}
		}
		w.unknown += report.Unknown
	}
	if repeats {
		return &BodyError{Cause: DuplicateHandoff, Offset: int(repeat), Want: "one handoff member of a name"}
	}
	return nil
}

// repeated returns the first handoff, in the order of the bytes, of whose name its
// object has one before, or false. It costs a sort of the handoffs: a body may
// hold many, and their hash is keyed, so that nobody chooses names that collide.
// Equal hashes are settled by the names.
func (w *walk) repeated(body []byte) (first uint32, found bool) {
	if len(w.handoffs) < 2 {
		return 0, false
	}
	w.sorted = append(w.sorted[:0], w.handoffs...)
	sorted := w.sorted
	slices.SortFunc(sorted, func(a, b handoff) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.name, b.name))
	})
	for i := range sorted {
		for j := i - 1; j >= 0 && sorted[j].hash == sorted[i].hash; j-- {
			if sorted[j].object == sorted[i].object && w.sameName(body, sorted[i].name, sorted[j].name) {
				if !found || sorted[i].name < first {
					first, found = sorted[i].name, true
				}
				break
			}
		}
	}
	return first, found
}

// sameName reports whether the names whose opening quotes are at a and b are
// equal, folded.
func (w *walk) sameName(body []byte, a, b uint32) bool {
	w.folded = appendFolded(w.folded[:0], appendUnescaped(nil, rawName(body, a)))
	return bytes.Equal(w.folded, appendFolded(nil, appendUnescaped(nil, rawName(body, b))))
}

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
