package ingress

import (
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"
)

// packWalk follows a MessagePack body and notes its carriers and handoffs, as walk
// does for JSON. A level is in place if a carrier could stand there, and levels in
// place lie one inside the other from the root on, so that two counts say which
// they are.
type packWalk struct {
	policy *settings
	cursor packCursor
	findings
	heads []uint32 // of the maps that the carriers stand in

	place   int           // how many open levels, from the root on, are in place
	onPath  int           // how many of those lie on the admitted path
	objects []uint32      // heads of the open maps in place
	open    []openHandoff // the handoffs whose values have not ended
	seed    maphash.Seed
	folded  []byte // scratch for one name

	value  class // of the name that was read last in the innermost level in place
	inside int   // levels that are open around the carrier that is being read, 0 if none is
}

func (w *packWalk) reset(p *settings) {
	w.findings.reset()
	*w = packWalk{
		policy: p, cursor: packCursor{limit: p.maxBytes, levels: p.maxDepth, outer: w.cursor.outer[:0]},
		findings: w.findings, heads: w.heads[:0], objects: w.objects[:0], open: w.open[:0],
		seed: w.seed, folded: w.folded[:0],
	}
}

// noted is the memory of MsgpackScan.noted.
func (w *packWalk) noted() int {
	const headBytes = 2*4 + 40 + 2*24 // of the map of a carrier: itself, twice, and as carrierBytes
	return w.findings.noted() + len(w.heads)*headBytes + cap(w.cursor.outer) + cap(w.objects)*4 + cap(w.open)*16
}

// held returns how many bytes of memory the walk holds.
func (w *packWalk) held() int {
	return cap(w.cursor.outer) + cap(w.carriers)*16 + cap(w.handoffs)*40 +
		cap(w.heads)*4 + cap(w.objects)*4 + cap(w.open)*16 + cap(w.folded)
}

// take reads on in the body as far as it goes. The fault is the first thing in the
// order of the bytes that refuses the body, so that it does not depend on how the
// body was cut into chunks.
func (w *packWalk) take(body []byte) *BodyError {
	c := &w.cursor
	for {
		c.skim(body)
		outer := c.level
		switch c.next(body) {
		case packMore:
			return nil
		case packBad:
			return &BodyError{Cause: UnreadableBody, Offset: c.fault.offset, Want: c.fault.want}
		case packEnd:
			if c.at < len(body) {
				return &BodyError{Cause: UnreadableBody, Offset: c.at, Want: "the end of the body: it is one map"}
			}
			return nil
		case packName:
			if c.depth == w.place {
				w.named(c.text(body))
			}
		case packOpen:
			if c.depth == 1 && c.head.kind != packMap {
				return w.wantMap()
			}
			w.opened(outer)
		case packPlain:
			if c.depth == 0 {
				return w.wantMap()
			}
			w.ended(c.head.kind == packNil)
		case packClose:
			w.closed(outer)
			w.ended(false)
		}
	}
}

func (w *packWalk) wantMap() *BodyError {
	return &BodyError{Cause: UnreadableBody, Offset: w.cursor.start, Want: "one MessagePack map and nothing else"}
}

// named looks at the name of a member of the innermost level in place.
func (w *packWalk) named(name []byte) {
	c := &w.cursor
	w.folded = appendFoldedUpTo(w.folded[:0], name, w.policy.names.longest)
	w.value = w.policy.names.classOf(w.folded)
	if c.depth == 1 && isBootstrap(w.folded) {
		w.value |= handoffName
	}
	if w.value == otherName {
		return
	}
	if c.depth == w.onPath && c.depth <= len(w.policy.path) && string(name) == w.policy.path[c.depth-1] {
		w.value |= pathName
	}
	m := member{name: uint32(c.start), value: uint32(c.at)}
	head := w.objects[len(w.objects)-1]
	if w.value&carrierName != 0 {
		w.inside = c.depth
		w.carriers = append(w.carriers, m)
		w.heads = append(w.heads, head)
	}
	if w.value&handoffName != 0 {
		w.folded = binary.LittleEndian.AppendUint32(appendFolded(w.folded[:0], name), head)
		w.open = append(w.open, openHandoff{at: len(w.handoffs), depth: c.depth})
		w.handoffs = append(w.handoffs, handoff{member: m, object: head, hash: maphash.Bytes(w.seed, w.folded)})
	}
}

// opened looks at an array or a map that was opened in the level outer.
func (w *packWalk) opened(outer packLevel) {
	c := &w.cursor
	inMember := c.depth > 1 && outer.isMap
	switch {
	case c.depth-1 != w.place || inMember && w.value&containerName == 0:
		return
	case c.depth == 1 || inMember && w.value&pathName != 0:
		w.onPath++ // by an array too, in which no name follows
	}
	w.place++
	if c.level.isMap {
		w.objects = append(w.objects, uint32(c.start))
	}
}

// closed looks at the level that was closed.
func (w *packWalk) closed(level packLevel) {
	if w.cursor.depth >= w.place {
		return
	}
	w.place--
	w.onPath = min(w.onPath, w.place)
	if level.isMap {
		w.objects = w.objects[:len(w.objects)-1]
	}
}

// ended looks whether the value that has just ended is that of a carrier or of a
// handoff.
func (w *packWalk) ended(null bool) {
	depth, end := w.cursor.depth, uint32(w.cursor.at)
	if last := len(w.open) - 1; last >= 0 && w.open[last].depth == depth {
		h := &w.handoffs[w.open[last].at]
		h.end, h.null = end, null
		w.open = w.open[:last]
	}
	if w.inside == 0 || w.inside != depth {
		return
	}
	w.inside = 0
	last := len(w.carriers) - 1
	w.carriers[last].end = end
	w.live = w.live || !null
	if w.value&pathName == 0 { // on the path only the last name is a carrier's
		return
	}
	switch w.matches++; w.matches {
	case 1:
		w.match, w.matchNull = last, null
	case 2:
		w.repeat = w.carriers[last].name
	}
}

func (s *MsgpackScan) handoffName(at uint32) []byte { return packText(s.body[at:]) }

// handoffJSON returns the value of a handoff as JSON, with null for the hints in it,
// so that they do not change what is said of it. Text longer than any JSON body that
// the policy takes is cut short, so that it is refused.
func (s *MsgpackScan) handoffJSON(h *handoff) (text []byte, same bool) {
	before := func(c member, at uint32) int { return cmp.Compare(c.name, at) }
	from, _ := slices.BinarySearchFunc(s.walk.carriers, h.value, before)
	to, _ := slices.BinarySearchFunc(s.walk.carriers, h.end, before)
	return appendPackJSON(nil, s.body, h.member, s.walk.carriers[from:to], s.policy.maxBytes), false
}

// packText returns the content of the str that body starts with.
func packText(body []byte) []byte {
	head, _ := readPackHead(body)
	return body[head.width:head.size()]
}
