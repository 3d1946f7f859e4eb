package decoder

import (
	"bytes"
	"hash/maphash"
	"math"
	"math/bits"

	"github.com/kvhints/hintcheck/limits"
)

// names finds a second member of one name in an object, at every level, in time
// linear in the bytes whatever the names are.
//
// Small objects, and nearly all are small, are searched in turn: their names lie
// at the top of one stack, each with a mark of eight bytes that tells most names
// apart. From the name after fewNames on, an object's names go into one hash
// table shared by the wide objects that are open, each under the offset of its
// object; when the last of them closes, the table starts again, small. The hash is
// keyed with random numbers, so nobody can choose names that collide; equal hashes
// are always settled by comparing the names, so the keys never change a verdict.
type names struct {
	stack     []name // names of the open objects, the innermost on top
	unescaped []byte // the characters of names that held an escape

	wide  []wideName // the names of the open wide objects, and of closed ones inside them
	table []uint32   // base + position in wide; what is below base is free
	slots int        // the part of table in use, a power of two
	base  uint32     // grows, so that nothing has to be cleared
	seed  maphash.Seed
	keys  [2]uint64
}

// fewNames is how many names an object may have before it is wide.
const fewNames = 32

// name is a name after unescaping: [start, start+length) of the text, or of
// unescaped if start has the bit inUnescaped, which no offset reaches.
type name struct {
	mark   uint64
	start  uint32
	length uint32
}

const inUnescaped = 1 << 31

type wideName struct {
	name
	object uint32 // position of the object's token
	hash   uint32
}

// seenMask has a bit set for each name of an object, so that most names need not
// be compared with any. Which bit, only the keys say.
type seenMask uint64

func (n *names) reset() {
	n.stack, n.unescaped = n.stack[:0], n.unescaped[:0]
	n.forgetWide()
	if n.seed == (maphash.Seed{}) {
		n.seed = maphash.MakeSeed()
		n.keys = [2]uint64{maphash.String(n.seed, "text") | 1, maphash.String(n.seed, "object")}
	}
}

// bit is where a name with this mark is in a seenMask.
func (n *names) bit(mark uint64) seenMask { return 1 << (mark * n.keys[0] >> 58) }

// add adds the name whose raw characters are p[start:end] to the object f, of
// which it is name number count. It reports whether the object had it already.
func (n *names) add(p []byte, f *frame, seen seenMask, start, end, count int, escaped bool) (_ seenMask, duplicate bool) {
	added := name{start: uint32(start), length: uint32(end - start)}
	if escaped {
		from := uint32(len(n.unescaped))
		n.unescaped = AppendUnescaped(n.unescaped, p[start:end])
		added.start, added.length = from|inUnescaped, uint32(len(n.unescaped))-from
		added.mark = markOf(n.unescaped, from, added.length)
	} else {
		added.mark = markOf(p, added.start, added.length)
	}
	if count > fewNames {
		return seen, n.addToWide(p, f, added, count)
	}
	bit := n.bit(added.mark)
	if seen&bit != 0 {
		for _, other := range n.stack[f.names:] {
			if other.mark == added.mark && bytes.Equal(n.text(p, other), n.text(p, added)) {
				return seen, true
			}
		}
	}
	n.push(added.mark, added.start, added.length)
	return seen | bit, false
}

// push puts a name on the stack. Field by field: a struct that was just put
// together and is copied as one waits for its parts.
func (n *names) push(mark uint64, start, length uint32) {
	n.stack = append(n.stack, name{})
	top := &n.stack[len(n.stack)-1]
	top.mark, top.start, top.length = mark, start, length
}

// drop forgets the names of the innermost open object, which had count of them.
func (n *names) drop(f *frame, count int) {
	n.stack = n.stack[:f.names]
	if count > fewNames && n.wide[0].object == f.token { // it is the outermost that is wide
		n.forgetWide()
	}
}

func (n *names) text(p []byte, m name) []byte {
	start := m.start
	if start&inUnescaped != 0 {
		p, start = n.unescaped, start&^inUnescaped
	}
	return p[start : start+m.length]
}

// isShort reports whether the mark of a name of so many bytes is the name itself.
func isShort(length uint32) bool { return length <= 8 }

// markOf returns the bytes of a name of up to eight bytes, padded with zeros, and
// mixes the first and the last eight of any other.
func markOf(p []byte, start, length uint32) uint64 {
	if !isShort(length) {
		first := word(p, int(start))
		return first ^ bits.RotateLeft64(word(p, int(start+length-8)), 29)
	}
	if has(p, int(start), 8) {
		return word(p, int(start)) & (1<<(8*length) - 1)
	}
	var m uint64
	for i, c := range p[start : start+length] {
		m |= uint64(c) << (8 * i)
	}
	return m
}

// addToWide adds name number count of the wide object f.
func (n *names) addToWide(p []byte, f *frame, added name, count int) (duplicate bool) {
	if count == fewNames+1 {
		for _, other := range n.stack[f.names:] {
			n.addWide(p, other, f.token)
		}
	}
	return n.addWide(p, added, f.token)
}

func (n *names) addWide(p []byte, added name, object uint32) (duplicate bool) {
	if len(n.wide) >= n.slots/2 {
		n.grow()
	}
	hash := n.hash(p, added, object)
	for slot := int(hash) & (n.slots - 1); ; slot = (slot + 1) & (n.slots - 1) {
		entry := n.table[slot]
		if entry < n.base {
			n.table[slot] = n.base + uint32(len(n.wide))
			n.wide = append(n.wide, wideName{})
			w := &n.wide[len(n.wide)-1]
			w.mark, w.start, w.length = added.mark, added.start, added.length
			w.object, w.hash = object, hash
			return false
		}
		other := &n.wide[entry-n.base]
		if other.hash == hash && other.object == object && bytes.Equal(n.text(p, other.name), n.text(p, added)) {
			return true
		}
	}
}

// hash mixes the object in, so that objects with the same names do not share
// slots. A name of up to eight bytes is its mark and length.
func (n *names) hash(p []byte, m name, object uint32) uint32 {
	x := m.mark
	if !isShort(m.length) {
		x = maphash.Bytes(n.seed, n.text(p, m))
	}
	hi, lo := bits.Mul64(x^n.keys[0], (uint64(object)<<32|uint64(m.length))^n.keys[1])
	return uint32(hi ^ lo)
}

// grow makes the part of the table in use four times as large and enters all
// names again.
func (n *names) grow() {
	n.slots = max(128, 4*n.slots)
	if n.slots > len(n.table) {
		n.table = make([]uint32, n.slots)
	}
	n.free()
	for i := range n.wide {
		slot := int(n.wide[i].hash) & (n.slots - 1)
		for n.table[slot] >= n.base {
			slot = (slot + 1) & (n.slots - 1)
		}
		n.table[slot] = n.base + uint32(i)
	}
}

// forgetWide empties the table; the next name grows it from nothing.
func (n *names) forgetWide() {
	n.free()
	n.wide, n.slots = n.wide[:0], 0
}

// free makes every slot of the table free: no entry has reached base plus the
// number of names. Before base could pass the largest uint32, the table is cleared.
func (n *names) free() {
	n.base += uint32(len(n.wide)) + 1
	if n.base > math.MaxUint32-limits.LargestMaxBytes {
		clear(n.table)
		n.base = 1
	}
}
