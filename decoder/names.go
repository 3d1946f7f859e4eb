package decoder

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"
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

	open  int        // wide objects that are open
	wide  []wideName // their names, and those of wide objects inside them
	table []uint64   // round<<32 | position in wide
	slots int        // the part of table in use, a power of two
	round uint32     // entries of other rounds are free: nothing is cleared
	seed  maphash.Seed
	keys  [2]uint64
}

// fewNames is how many names an object may have before it is wide.
const fewNames = 16

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
	object uint32 // offset of the object's opening bracket
	hash   uint32
}

func (n *names) reset() {
	n.stack, n.unescaped = n.stack[:0], n.unescaped[:0]
	n.open = 0
	n.forgetWide()
	if n.seed == (maphash.Seed{}) {
		n.seed = maphash.MakeSeed()
		n.keys = [2]uint64{maphash.String(n.seed, "text"), maphash.String(n.seed, "object")}
	}
}

// add adds the name whose raw characters are p[start:end] to the object f, of
// which it is name number count. It reports whether the object had it already.
func (n *names) add(p []byte, f *frame, start, end, count int, escaped bool) (duplicate bool) {
	added := name{start: uint32(start), length: uint32(end - start)}
	if escaped {
		from := uint32(len(n.unescaped))
		n.unescaped = appendUnescaped(n.unescaped, p[start:end])
		added.start, added.length = from|inUnescaped, uint32(len(n.unescaped))-from
		added.mark = mark(n.unescaped, from, added.length)
	} else {
		added.mark = mark(p, added.start, added.length)
	}
	if count > fewNames {
		return n.addToWide(p, f, added, count)
	}
	for _, other := range n.stack[f.names:] {
		if other.mark == added.mark && other.length == added.length &&
			(added.length <= 8 || bytes.Equal(n.text(p, other), n.text(p, added))) {
			return true
		}
	}
	n.stack = append(n.stack, name{})
	n.stack[len(n.stack)-1].set(added)
	return false
}

// set copies m field by field: a struct that was just put together and is copied
// as one waits for its parts.
func (n *name) set(m name) { n.mark, n.start, n.length = m.mark, m.start, m.length }

// drop forgets the names of the innermost open object, which had count of them.
func (n *names) drop(f *frame, count int) {
	n.stack = n.stack[:f.names]
	if count > fewNames {
		if n.open--; n.open == 0 {
			n.forgetWide()
		}
	}
}

func (n *names) text(p []byte, m name) []byte {
	start := m.start
	if start&inUnescaped != 0 {
		p, start = n.unescaped, start&^inUnescaped
	}
	return p[start : start+m.length]
}

// mark is the first eight bytes of a name in p, fewer padded with zeros. Names of
// one length up to eight bytes are equal just if their marks are.
func mark(p []byte, start, length uint32) uint64 {
	if int(start)+8 <= len(p) {
		m := binary.LittleEndian.Uint64(p[start:])
		if length < 8 {
			m &= 1<<(8*length) - 1
		}
		return m
	}
	var m uint64
	for i, c := range p[start : start+length] { // fewer than eight
		m |= uint64(c) << (8 * i)
	}
	return m
}

// addToWide adds name number count of the wide object f.
func (n *names) addToWide(p []byte, f *frame, added name, count int) (duplicate bool) {
	if count == fewNames+1 {
		n.open++
		for _, other := range n.stack[f.names:] {
			n.addWide(p, other, f.start)
		}
	}
	return n.addWide(p, added, f.start)
}

func (n *names) addWide(p []byte, added name, object uint32) (duplicate bool) {
	if 2*(len(n.wide)+1) > n.slots {
		n.grow()
	}
	text := n.text(p, added)
	hash := n.hash(added, text, object)
	for slot := int(hash) & (n.slots - 1); ; slot = (slot + 1) & (n.slots - 1) {
		entry := n.table[slot]
		if uint32(entry>>32) != n.round {
			n.table[slot] = uint64(n.round)<<32 | uint64(len(n.wide))
			n.wide = append(n.wide, wideName{})
			w := &n.wide[len(n.wide)-1]
			w.set(added)
			w.object, w.hash = object, hash
			return false
		}
		other := &n.wide[uint32(entry)]
		if other.hash == hash && other.object == object && bytes.Equal(n.text(p, other.name), text) {
			return true
		}
	}
}

// hash mixes the object in, so that objects with the same names do not share
// slots. A name of up to eight bytes is its mark and length.
func (n *names) hash(m name, text []byte, object uint32) uint32 {
	x := m.mark
	if m.length > 8 {
		x = maphash.Bytes(n.seed, text)
	}
	hi, lo := bits.Mul64(x^n.keys[0], (uint64(object)<<32|uint64(m.length))^n.keys[1])
	return uint32(hi ^ lo)
}

// grow doubles the part of the table in use and enters all names again.
func (n *names) grow() {
	n.slots = max(64, 2*n.slots)
	if n.slots > len(n.table) {
		n.table, n.round = make([]uint64, n.slots), 0
	}
	n.round++
	if n.round == 0 { // every 2^32 rounds old entries would look new
		clear(n.table)
		n.round = 1
	}
	for i, w := range n.wide {
		slot := int(w.hash) & (n.slots - 1)
		for uint32(n.table[slot]>>32) == n.round {
			slot = (slot + 1) & (n.slots - 1)
		}
		n.table[slot] = uint64(n.round)<<32 | uint64(i)
	}
}

// forgetWide empties the table; the next name grows it from nothing.
func (n *names) forgetWide() { n.wide, n.slots = n.wide[:0], 0 }
