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
// table shared by all wide objects of the text, each under the offset of its
// object. The hash is keyed with a random seed, so nobody can choose names that
// collide; equal hashes are always settled by comparing the names, so the seed
// never changes a verdict.
type names struct {
	stack     []name // names of the open objects, the innermost on top
	wide      []wideName
	table     []uint64 // round<<32 | position in wide; a power of two long
	round     uint32   // entries of other rounds are free: no clearing between texts
	unescaped []byte   // the characters of names that held an escape
	seed      maphash.Seed
}

// fewNames is how many names an object may have before it is wide.
const fewNames = 16

// name is a name after unescaping: text or unescaped [start, start+length).
type name struct {
	mark      uint64
	start     uint32
	length    uint32
	unescaped bool
}

type wideName struct {
	name
	object uint32 // offset of the object's opening bracket
	hash   uint32
}

func (n *names) reset() {
	n.stack, n.wide, n.unescaped = n.stack[:0], n.wide[:0], n.unescaped[:0]
	n.round++
	if n.round == 0 { // every 2^32 texts old entries would look new
		clear(n.table)
		n.round = 1
	}
}

// add adds the name whose raw characters are p[start:end] to the object f, of
// which it is name number count. It reports whether the object had it already.
func (n *names) add(p []byte, f *frame, start, end, count int, escaped bool) (duplicate bool) {
	added := name{start: uint32(start), length: uint32(end - start)}
	if escaped {
		added.unescaped = true
		added.start = uint32(len(n.unescaped))
		n.unescaped = appendUnescaped(n.unescaped, p[start:end])
		added.length = uint32(len(n.unescaped)) - added.start
	}
	text := n.text(p, added)
	added.mark = mark(text)
	if count > fewNames {
		if count == fewNames+1 {
			for _, other := range n.stack[f.names:] {
				n.addWide(p, other, n.text(p, other), f.start)
			}
		}
		return n.addWide(p, added, text, f.start)
	}
	for _, other := range n.stack[f.names:] {
		if other.mark == added.mark && other.length == added.length &&
			(added.length <= 8 || bytes.Equal(n.text(p, other), text)) {
			return true
		}
	}
	n.stack = append(n.stack, added)
	return false
}

// drop forgets the names of the innermost open object.
func (n *names) drop(f *frame) { n.stack = n.stack[:f.names] }

func (n *names) text(p []byte, m name) []byte {
	if m.unescaped {
		p = n.unescaped
	}
	return p[m.start : m.start+m.length]
}

// mark is the first eight bytes of a name, fewer padded with zeros. Names of one
// length up to eight bytes are equal just if their marks are.
func mark(text []byte) uint64 {
	if len(text) >= 8 {
		return binary.LittleEndian.Uint64(text)
	}
	var m uint64
	for i, c := range text {
		m |= uint64(c) << (8 * i)
	}
	return m
}

func (n *names) addWide(p []byte, added name, text []byte, object uint32) (duplicate bool) {
	if 2*(len(n.wide)+1) > len(n.table) {
		n.grow()
	}
	hash := n.hash(text, object)
	for slot := int(hash) & (len(n.table) - 1); ; slot = (slot + 1) & (len(n.table) - 1) {
		entry := n.table[slot]
		if uint32(entry>>32) != n.round {
			n.wide = append(n.wide, wideName{added, object, hash})
			n.table[slot] = uint64(n.round)<<32 | uint64(len(n.wide)-1)
			return false
		}
		other := &n.wide[uint32(entry)]
		if other.hash == hash && other.object == object && bytes.Equal(n.text(p, other.name), text) {
			return true
		}
	}
}

// hash mixes the object in, so that thousands of objects with the same names do
// not share slots.
func (n *names) hash(text []byte, object uint32) uint32 {
	hi, lo := bits.Mul64(maphash.Bytes(n.seed, text)^uint64(object), 0x9e3779b97f4a7c15)
	return uint32(hi ^ lo)
}

// grow doubles the table and enters all names of this text again.
func (n *names) grow() {
	n.table = make([]uint64, max(64, 2*len(n.table)))
	for i, w := range n.wide {
		slot := int(w.hash) & (len(n.table) - 1)
		for n.table[slot] != 0 {
			slot = (slot + 1) & (len(n.table) - 1)
		}
		n.table[slot] = uint64(n.round)<<32 | uint64(i)
	}
}
