package ingress

import (
	"hash/maphash"

	"github.com/kvhints/hintcheck/decoder"
)

// walk goes through the tokens of a body as they come and notes the members that
// matter. It keeps no tree. A level is in place if a carrier could stand there;
// the levels in place lie one inside the other from the root on, so that a count
// says which they are.
type walk struct {
	findings
	root    []rootMember
	rootEnd uint32 // the root's closing bracket

	depth  int   // open arrays and objects
	place  int   // how many of those, from the root on, are in place
	onPath int   // how many of those, from the root on, lie on the admitted path
	value  class // of the value that is read or comes next in the innermost level in place
	waits  bool  // the name that follows the last carrier is not known yet

	objects []uint32      // first bytes of the open objects in place
	open    []openHandoff // the handoffs whose values are open
	seed    maphash.Seed
	text    []byte // a name unescaped
	folded  []byte // and folded
}

// rootMember is a member of the root: where its name starts and ends, with quotes.
type rootMember struct{ name, nameEnd uint32 }

// openHandoff is a handoff whose value is an open array or object in place.
type openHandoff struct {
	at    int // position in handoffs
	depth int // of its value
}

// inPlace is the class of the text itself and of what stands in an array in place.
const inPlace = containerName

func (w *walk) reset() {
	w.findings.reset()
	*w = walk{
		findings: w.findings, root: w.root[:0], objects: w.objects[:0], open: w.open[:0],
		value: inPlace | pathName, seed: w.seed, text: w.text[:0], folded: w.folded[:0],
	}
}

// noted is the memory of Scan.noted.
func (w *walk) noted() int {
	return w.findings.noted() + len(w.root)*8 + cap(w.objects)*4 + cap(w.open)*16
}

// held returns how many bytes of memory the walk holds.
func (w *walk) held() int {
	return cap(w.root)*8 + cap(w.carriers)*16 + (cap(w.handoffs)+cap(w.sorted))*40 +
		cap(w.objects)*4 + cap(w.open)*16 + cap(w.text) + cap(w.folded)
}

// take goes through the first n tokens of x. The fault is the first thing in the
// order of the bytes that refuses the body, so that it does not depend on how the
// body was cut into chunks.
func (w *walk) take(p *settings, body []byte, x decoder.Index, n int) *BodyError {
	for i := 0; i < n; i++ {
		if w.depth > w.place {
			if i = w.skip(x, i, n); i == n {
				break
			}
			w.ends(x.Offset(i) + 1)
			continue
		}
		switch kind, start, end := x.Span(i); kind {
		case decoder.Name:
			w.named(p, body, start, end, x.Escaped(i))
		case decoder.End:
			w.closes(start, body[start] == '}')
		case decoder.Object, decoder.Array:
			if fault := w.begins(p, start, kind); fault != nil {
				return fault
			}
			w.opens(start, kind == decoder.Object)
		case decoder.String:
			if fault := w.begins(p, start-1, kind); fault != nil {
				return fault
			}
			w.ends(end + 1)
		default:
			if fault := w.begins(p, start, kind); fault != nil {
				return fault
			}
			w.ends(end)
		}
	}
	return nil
}

// skip goes from token i to the End of the value around it that stands in a level
// in place, or to n. Only brackets matter there.
func (w *walk) skip(x decoder.Index, i, n int) int {
	depth := w.depth
	for ; i < n; i++ {
		switch k := x.Kind(i); {
		case k < decoder.Array:
			continue
		case k != decoder.End:
			depth++
			continue
		}
		if depth--; depth == w.place {
			break
		}
	}
	w.depth = depth
	return i
}

// named reads the name body[start:end] of a member of an object in place.
func (w *walk) named(p *settings, body []byte, start, end int, escaped bool) {
	quote, name := uint32(start-1), body[start:end]
	if w.waits {
		w.carriers[len(w.carriers)-1].next = quote
		w.waits = false
	}
	if w.depth == 1 {
		w.root = append(w.root, rootMember{quote, uint32(end + 1)})
	}
	if escaped {
		w.text = decoder.AppendUnescaped(w.text[:0], name)
		name = w.text
	}
	w.folded = appendFoldedUpTo(w.folded[:0], name, p.names.longest)
	w.value = p.names.classOf(w.folded)
	if w.depth == 1 && isBootstrap(w.folded) {
		w.value |= handoffName
	}
	if w.depth == w.onPath && w.depth <= len(p.path) && string(name) == p.path[w.depth-1] {
		w.value |= pathName
	}
	if w.value&carrierName != 0 {
		w.addCarrier(quote, w.value&pathName != 0) // only the path's last name is a carrier's
	}
	if w.value&handoffName != 0 && p.role != Edge {
		w.addHandoff(quote, name)
	}
}

func (w *walk) addCarrier(quote uint32, matches bool) {
	if matches {
		switch w.matches++; w.matches {
		case 1:
			w.match = len(w.carriers)
		case 2:
			w.repeat = quote
		}
	}
	w.carriers = append(w.carriers, member{name: quote})
}

// begins notes that a value in the innermost level in place starts at at.
func (w *walk) begins(p *settings, at int, kind decoder.Kind) *BodyError {
	if w.depth == 0 && kind != decoder.Object {
		return &BodyError{Cause: UnreadableBody, Offset: at, Want: wantObject}
	}
	if w.value&carrierName != 0 {
		last := len(w.carriers) - 1
		w.carriers[last].value = uint32(at)
		w.live = w.live || kind != decoder.Null
		if w.matches == 1 && w.match == last {
			w.matchNull = kind == decoder.Null
		}
	}
	if w.value&handoffName != 0 {
		if p.role == Edge {
			if kind == decoder.Null {
				return nil
			}
			return &BodyError{Cause: HandoffNotAllowed, Offset: at, Want: "null, or no such member from a client"}
		}
		last := &w.handoffs[len(w.handoffs)-1]
		last.value, last.null = uint32(at), kind == decoder.Null
	}
	return nil
}

// opens notes that the value that began at at is an array or an object.
func (w *walk) opens(at int, object bool) {
	w.depth++
	if w.value&containerName == 0 {
		return // what it holds does not matter; take calls ends after it
	}
	w.place++
	if object {
		w.objects = append(w.objects, uint32(at))
		if w.value&pathName != 0 {
			w.onPath = w.depth
		}
	}
	if w.value&handoffName != 0 {
		w.open = append(w.open, openHandoff{len(w.handoffs) - 1, w.depth})
	}
	w.value = inPlace
}

// ends notes that the value that began last, whose content does not matter, ended
// before end.
func (w *walk) ends(end int) {
	if w.value&carrierName != 0 {
		w.carriers[len(w.carriers)-1].end = uint32(end)
		w.waits = true
	}
	if w.value&handoffName != 0 && len(w.handoffs) > 0 {
		w.handoffs[len(w.handoffs)-1].end = uint32(end)
	}
}

// closes notes that the innermost level in place is closed by the bracket at at.
func (w *walk) closes(at int, object bool) {
	if last := len(w.open) - 1; last >= 0 && w.open[last].depth == w.depth {
		w.handoffs[w.open[last].at].end = uint32(at + 1)
		w.open = w.open[:last]
	}
	if object {
		w.objects = w.objects[:len(w.objects)-1]
	}
	w.depth--
	w.place--
	w.onPath = min(w.onPath, w.depth)
	w.value, w.waits = inPlace, false // another element, if this stands in an array
	if w.depth == 0 {
		w.rootEnd = uint32(at)
	}
}
