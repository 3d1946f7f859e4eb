package ingress

// The heads of MessagePack values, by the specification at
// github.com/msgpack/msgpack/blob/master/spec.md.

// packKind says what a head starts. The zero packKind is a head that no body may
// have: ext and fixext of any type (the timestamp too) and 0xc1, which is never used.
type packKind uint8

const (
	packRefused packKind = iota
	packNil
	packFalse
	packTrue
	packUint
	packInt
	packFloat32
	packFloat64
	packStr
	packBin
	packArray
	packMap
)

// packHead is a head that was read, of a number with the number itself.
type packHead struct {
	kind   packKind
	width  int    // bytes of the head; of the length or number behind its first byte one less
	number uint64 // the bits of a number; bytes of a str or bin; elements of an array; members of a map
}

// isText says that number bytes follow the head and belong to the value.
func (h packHead) isText() bool { return h.kind == packStr || h.kind == packBin }

// size is the length of the value in bytes; of an array or a map, of its head.
func (h packHead) size() uint64 {
	if h.isText() {
		return uint64(h.width) + h.number
	}
	return uint64(h.width)
}

// holds is the least number of bytes that a body must have from the head on.
func (h packHead) holds() uint64 {
	switch h.kind {
	case packArray:
		return uint64(h.width) + h.number // an element has a byte or more
	case packMap:
		return uint64(h.width) + 2*h.number // so have a name and a value
	}
	return h.size()
}

// readPackHead reads the head that text starts with, and reports false when the
// text ends inside of it. It reads at most 9 bytes and nothing behind the head.
func readPackHead(text []byte) (packHead, bool) {
	if len(text) == 0 {
		return packHead{}, false
	}
	first := text[0]
	switch {
	case first < 0x80: // positive fixint
		return packHead{packUint, 1, uint64(first)}, true
	case first < 0x90:
		return packHead{packMap, 1, uint64(first & 0x0f)}, true
	case first < 0xa0:
		return packHead{packArray, 1, uint64(first & 0x0f)}, true
	case first < 0xc0:
		return packHead{packStr, 1, uint64(first & 0x1f)}, true
	case first >= 0xe0: // negative fixint
		return packHead{packInt, 1, uint64(int64(int8(first)))}, true
	}
	form := packForms[first-0xc0]
	if len(text) <= form.bytes {
		return packHead{}, false
	}
	var number uint64
	for _, c := range text[1 : 1+form.bytes] {
		number = number<<8 | uint64(c)
	}
	if form.kind == packInt { // the sign reaches all bits
		shift := 64 - 8*form.bytes
		number = uint64(int64(number<<shift) >> shift)
	}
	return packHead{form.kind, 1 + form.bytes, number}, true
}

// packForms are the first bytes 0xc0 to 0xdf: what each starts, and how many bytes
// of number or length follow it. Those left out are refused.
var packForms = [32]struct {
	kind  packKind
	bytes int
}{
	0:           {packNil, 0}, // 0xc0
	0xc2 - 0xc0: {packFalse, 0},
	0xc3 - 0xc0: {packTrue, 0},
	0xc4 - 0xc0: {packBin, 1},
	0xc5 - 0xc0: {packBin, 2},
	0xc6 - 0xc0: {packBin, 4},
	0xca - 0xc0: {packFloat32, 4},
	0xcb - 0xc0: {packFloat64, 8},
	0xcc - 0xc0: {packUint, 1},
	0xcd - 0xc0: {packUint, 2},
	0xce - 0xc0: {packUint, 4},
	0xcf - 0xc0: {packUint, 8},
	0xd0 - 0xc0: {packInt, 1},
	0xd1 - 0xc0: {packInt, 2},
	0xd2 - 0xc0: {packInt, 4},
	0xd3 - 0xc0: {packInt, 8},
	0xd9 - 0xc0: {packStr, 1},
	0xda - 0xc0: {packStr, 2},
	0xdb - 0xc0: {packStr, 4},
	0xdc - 0xc0: {packArray, 2},
	0xdd - 0xc0: {packArray, 4},
	0xde - 0xc0: {packMap, 2},
	0xdf - 0xc0: {packMap, 4},
}
