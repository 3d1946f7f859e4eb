package admit

import (
	"encoding/binary"
	"math"

	"github.com/kvhints/hintcheck/decoder"
)

// The MessagePack form of an envelope, by the msgpack specification: members as
// received, the smallest integers (unsigned from 0 on), float64 for every other
// number, str for strings. It is byte for byte what msgspec writes for an
// untyped decode of the same JSON.
//
// For n bytes of JSON it is at most 9(n+1)/4 bytes: the worst are numbers such
// as 1e1, four bytes with their comma, that become nine.

// First bytes of MessagePack values.
const (
	packNil     = 0xc0
	packFalse   = 0xc2
	packTrue    = 0xc3
	packFloat64 = 0xcb
	packUint8   = 0xcc // and 16, 32, 64 after it
	packInt8    = 0xd0 // and 16, 32, 64 after it
	packFixStr  = 0xa0 // up to 31 bytes
	packStr8    = 0xd9 // and 16, 32 after it
	packFixArr  = 0x90 // up to 15 elements
	packArray16 = 0xdc // and 32 after it
	packFixMap  = 0x80 // up to 15 members
	packMap16   = 0xde // and 32 after it
)

// encode writes the MessagePack form of the indexed text to s.pack in one pass
// over its tokens. It leaves the eight bytes of each float64 to fillFloats.
func (s *scratch) encode(x decoder.Index) {
	dst := s.pack[:0]
	s.floats = s.floats[:0]
	for i := range x.Len() {
		switch x.Kind(i) {
		case decoder.Null:
			dst = append(dst, packNil)
		case decoder.False:
			dst = append(dst, packFalse)
		case decoder.True:
			dst = append(dst, packTrue)
		case decoder.Integer:
			dst = appendPackInteger(dst, x.Raw(i))
		case decoder.Float:
			dst = append(dst, packFloat64, 0, 0, 0, 0, 0, 0, 0, 0)
			s.floats = append(s.floats, float{token: i, end: len(dst)})
		case decoder.String, decoder.Name:
			dst = appendPackString(dst, x, i)
		case decoder.Array:
			dst = appendPackCount(dst, packFixArr, packArray16, x.Count(i))
		case decoder.Object:
			dst = appendPackCount(dst, packFixMap, packMap16, x.Count(i))
		}
	}
	s.pack = dst
}

// float is a Float token and where its float64 ends in the MessagePack form.
type float struct{ token, end int }

// fillFloats writes the float64s that encode left out. json is the indexed text
// as a string: strconv reads only strings, and a copy for each number would be
// an allocation for each number.
func (s *scratch) fillFloats(x decoder.Index, json string) {
	for _, f := range s.floats {
		binary.BigEndian.PutUint64(s.pack[f.end-8:f.end], math.Float64bits(readFloat(x, f.token, json)))
	}
}

// appendPackInteger appends the integer with the given digits, which the decoder
// has shown to be in range.
func appendPackInteger(dst, digits []byte) []byte {
	negative := digits[0] == '-'
	if negative {
		digits = digits[1:]
	}
	n := readDigits(digits)
	if negative && n != 0 {
		return appendPackNegative(dst, -int64(n))
	}
	switch {
	case n < 1<<7:
		return append(dst, byte(n))
	case n < 1<<8:
		return append(dst, packUint8, byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(dst, packUint8+1), uint16(n))
	case n < 1<<32:
		return binary.BigEndian.AppendUint32(append(dst, packUint8+2), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(dst, packUint8+3), n)
}

// readDigits returns the number that at most 20 digits stand for, eight digits at
// a step.
func readDigits(digits []byte) uint64 {
	var n uint64
	for ; len(digits) >= 8; digits = digits[8:] {
		n = n*1e8 + readEight(binary.LittleEndian.Uint64(digits))
	}
	for _, c := range digits {
		n = 10*n + uint64(c-'0')
	}
	return n
}

// readEight returns the number that eight digits stand for, the first of them in
// the lowest byte. Each step joins neighbours: digits to pairs, pairs to fours,
// fours to eight.
func readEight(x uint64) uint64 {
	x -= 0x3030303030303030 // '0' in each byte
	x = x*10 + x>>8         // a pair in every other byte
	const pairs = 0x000000ff000000ff
	return ((x&pairs)*(100+1000000<<32) + (x>>16&pairs)*(1+10000<<32)) >> 32
}

func appendPackNegative(dst []byte, n int64) []byte {
	switch {
	case n >= -32:
		return append(dst, byte(n))
	case n >= math.MinInt8:
		return append(dst, packInt8, byte(n))
	case n >= math.MinInt16:
		return binary.BigEndian.AppendUint16(append(dst, packInt8+1), uint16(n))
	case n >= math.MinInt32:
		return binary.BigEndian.AppendUint32(append(dst, packInt8+2), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(dst, packInt8+3), uint64(n))
}

// appendPackString appends the String or Name at position i.
func appendPackString(dst []byte, x decoder.Index, i int) []byte {
	n := x.TextLen(i)
	switch {
	case n < 32:
		dst = append(dst, packFixStr|byte(n))
	case n < 1<<8:
		dst = append(dst, packStr8, byte(n))
	case n < 1<<16:
		dst = binary.BigEndian.AppendUint16(append(dst, packStr8+1), uint16(n))
	default:
		dst = binary.BigEndian.AppendUint32(append(dst, packStr8+2), uint32(n))
	}
	return x.AppendText(dst, i)
}

// appendPackCount appends the head of an array or map of n elements or members.
func appendPackCount(dst []byte, fix, wide byte, n int) []byte {
	switch {
	case n < 16:
		return append(dst, fix|byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(dst, wide), uint16(n))
	}
	return binary.BigEndian.AppendUint32(append(dst, wide+1), uint32(n))
}
