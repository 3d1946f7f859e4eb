package admit

import (
	"encoding/binary"
	"math"

	"github.com/kvhints/hintcheck/decoder"
)

// The verifier behind the reason not_encodable. It reads the MessagePack form
// back with a reader of its own and compares each value with the text it came
// from, sharing no step with the encoder but the float parser of the standard
// library. It reads only bytes that encode wrote, and still trusts none of them:
// every length is checked against what is left, nothing is allocated by length
// and nothing recurses.

// encodes reports whether s.pack is exactly the MessagePack form of x.
func (s *scratch) encodes(x decoder.Index, json string) bool {
	r := packReader{rest: s.pack}
	for i := range x.Len() {
		kind := x.Kind(i)
		if kind == decoder.End {
			continue // a count in the head says where a container ends
		}
		if !r.next() {
			return false
		}
		same := false
		switch kind {
		case decoder.Null:
			same = r.kind == packNil
		case decoder.False:
			same = r.kind == packFalse
		case decoder.True:
			same = r.kind == packTrue
		case decoder.Integer:
			same = r.sameInteger(x.Raw(i))
		case decoder.Float:
			same = r.kind == packFloat64 && r.number == math.Float64bits(readFloat(x, i, json))
		case decoder.String, decoder.Name:
			text := x.Text(s.text[:0], i)
			if x.Escaped(i) {
				s.text = text // grown, for the next one
			}
			same = r.kind == packFixStr && string(r.text) == string(text)
		case decoder.Array:
			same = r.kind == packFixArr && r.number == uint64(x.Count(i))
		case decoder.Object:
			same = r.kind == packFixMap && r.number == uint64(x.Count(i))
		}
		if !same {
			return false
		}
	}
	return len(r.rest) == 0
}

// packReader reads MessagePack values one head at a time.
type packReader struct {
	rest   []byte
	kind   byte   // packNil, packFalse, packTrue, packFloat64, packUint8, packInt8, packFixStr, packFixArr or packFixMap
	number uint64 // a value's bits, or how many elements or members follow
	text   []byte // of a str
}

// next reads the next head, with the text of a str. It reports false at the end,
// for a head cut short and for every kind that an envelope cannot have.
func (r *packReader) next() bool {
	if len(r.rest) == 0 {
		return false
	}
	head := r.rest[0]
	r.rest = r.rest[1:]
	switch {
	case head < 0x80: // positive fixint
		r.kind, r.number = packUint8, uint64(head)
		return true
	case head < 0x90:
		r.kind, r.number = packFixMap, uint64(head&0x0f)
		return true
	case head < 0xa0:
		r.kind, r.number = packFixArr, uint64(head&0x0f)
		return true
	case head < 0xc0:
		r.kind = packFixStr
		return r.take(uint64(head & 0x1f))
	case head >= 0xe0: // negative fixint
		r.kind, r.number = packInt8, uint64(int64(int8(head)))
		return true
	}
	switch head {
	case packNil, packFalse, packTrue:
		r.kind = head
		return true
	case packFloat64:
		r.kind = packFloat64
		return r.uint(8)
	case 0xcc, 0xcd, 0xce, 0xcf: // uint 8, 16, 32, 64
		r.kind = packUint8
		return r.uint(1 << (head - 0xcc))
	case 0xd0, 0xd1, 0xd2, 0xd3: // int 8, 16, 32, 64
		r.kind = packInt8
		width := 1 << (head - 0xd0)
		ok := r.uint(width)
		shift := 64 - 8*width
		r.number = uint64(int64(r.number<<shift) >> shift) // the sign reaches all bits
		return ok
	case 0xd9, 0xda, 0xdb: // str 8, 16, 32
		r.kind = packFixStr
		return r.uint(1<<(head-0xd9)) && r.take(r.number)
	case 0xdc, 0xdd: // array 16, 32
		r.kind = packFixArr
		return r.uint(2 << (head - 0xdc))
	case 0xde, 0xdf: // map 16, 32
		r.kind = packFixMap
		return r.uint(2 << (head - 0xde))
	}
	return false
}

// uint reads a big-endian number of width bytes.
func (r *packReader) uint(width int) bool {
	if len(r.rest) < width {
		return false
	}
	var wide [8]byte
	copy(wide[8-width:], r.rest)
	r.number = binary.BigEndian.Uint64(wide[:])
	r.rest = r.rest[width:]
	return true
}

// take reads n bytes of text.
func (r *packReader) take(n uint64) bool {
	if n > uint64(len(r.rest)) {
		return false
	}
	r.text, r.rest = r.rest[:n], r.rest[n:]
	return true
}

// sameInteger reports whether the value read is the integer with these digits.
// It goes the other way than the encoder, from the number to its digits.
func (r *packReader) sameInteger(digits []byte) bool {
	switch {
	case r.kind == packUint8 && string(digits) == "-0":
		return r.number == 0
	case r.kind == packUint8:
		return isDecimal(digits, r.number)
	case r.kind == packInt8 && int64(r.number) < 0 && digits[0] == '-':
		return isDecimal(digits[1:], -r.number)
	}
	return false
}

// isDecimal reports whether digits is the decimal form of n.
func isDecimal(digits []byte, n uint64) bool {
	for ; len(digits) > 8; digits = digits[:len(digits)-8] {
		last := digits[len(digits)-8:]
		if binary.LittleEndian.Uint64(last) != eightDigits(n%1e8) {
			return false
		}
		n /= 1e8
	}
	if n >= 1e8 || len(digits) == 0 {
		return false
	}
	want := eightDigits(n) // with leading zeros
	for i := range 8 - len(digits) {
		if byte(want>>(8*i)) != '0' {
			return false
		}
	}
	want >>= 8 * (8 - len(digits))
	for i, c := range digits {
		if c != byte(want>>(8*i)) {
			return false
		}
	}
	return true
}

// eightDigits returns the decimal form of n < 10^8 as eight digits, the first of
// them in the lowest byte. Each step splits every part in two: into fours, pairs
// and digits; the factors are reciprocals of 100 and 10 that are exact for them.
func eightDigits(n uint64) uint64 {
	fours := n/10000 | n%10000<<32
	hundreds := fours * 10486 >> 20 & 0x0000007f0000007f
	pairs := hundreds | (fours-100*hundreds)<<16
	tens := pairs * 103 >> 10 & 0x000f000f000f000f
	return tens | (pairs-10*tens)<<8 | 0x3030303030303030
}
