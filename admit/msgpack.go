package admit

import (
	"encoding/binary"
	"math"
	"slices"

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

// largestPack is the size of the largest MessagePack form of n bytes of JSON.
func largestPack(n int) int { return 9 * (n + 1) / 4 }

// encode writes the MessagePack form of the indexed text to s.pack in one pass
// over its tokens, reads each value back as soon as it is written, and reports
// whether all are the same.
func (s *scratch) encode(x decoder.Index, text []byte) bool {
	dst, at := slices.Grow(s.pack[:0], largestPack(len(text))+8), 0 // a short string is written as eight bytes
	for i := range x.Len() {
		kind, start, end := x.Span(i)
		if kind == decoder.Integer && end-start > 16 && text[start] != '-' && end >= 24 && start+24 <= len(text) {
			// A block hash, as most of the text is: the same as below in half the time.
			dst = dst[:at+9]
			form := (*[9]byte)(dst[at:])
			form[0] = packUint8 + 3
			binary.BigEndian.PutUint64(form[1:], readLong((*[24]byte)(text[end-24:end:end]), end-start))
			if s.damage != nil {
				s.damage(dst, at)
			}
			n, ok := sumLong((*[24]byte)(text[start:start+24:start+24]), end-start)
			if !ok || form[0] != 0xcf || binary.BigEndian.Uint64(form[1:]) != n {
				return false
			}
			at += 9
			continue
		}
		switch kind {
		case decoder.Null:
			dst = append(dst, packNil)
		case decoder.False:
			dst = append(dst, packFalse)
		case decoder.True:
			dst = append(dst, packTrue)
		case decoder.Integer:
			dst = appendPackInteger(dst, text, start, end)
		case decoder.Float:
			number := readFloat(text[start:end])
			if math.IsInf(number, 0) {
				return false
			}
			s.float = math.Float64bits(number)
			dst = binary.BigEndian.AppendUint64(append(dst, packFloat64), s.float)
		case decoder.String, decoder.Name:
			n := end - start
			switch {
			case x.Escaped(i):
				dst = x.AppendText(appendPackLength(dst, x.TextLen(i)), i)
			case n <= 8 && start+8 <= len(text): // what is written behind it is written over
				dst = append(dst, packFixStr|byte(n))
				binary.LittleEndian.PutUint64(dst[len(dst):len(dst)+8], word(text, start))
				dst = dst[:len(dst)+n]
			default:
				dst = append(appendPackLength(dst, n), text[start:end]...)
			}
		case decoder.Array:
			dst = appendPackCount(dst, packFixArr, packArray16, x.Count(i))
		case decoder.Object:
			dst = appendPackCount(dst, packFixMap, packMap16, x.Count(i))
		} // of an End nothing is written: a count in the head says where a container ends

		if s.damage != nil {
			s.damage(dst, at)
		}
		if at = s.readPackValue(dst, at, x, i, text); at != len(dst) {
			return false
		}
	}
	s.pack = dst
	return true
}

// appendPackInteger appends the integer text[start:end], which the decoder has
// shown to be in range.
func appendPackInteger(dst, text []byte, start, end int) []byte {
	if text[start] == '-' {
		if n := readDigits(text, start+1, end); n != 0 {
			return appendPackNegative(dst, -int64(n))
		}
		return append(dst, 0)
	}
	n := readDigits(text, start, end)
	switch {
	case n >= 1<<32:
		return binary.BigEndian.AppendUint64(append(dst, packUint8+3), n)
	case n < 1<<7:
		return append(dst, byte(n))
	case n < 1<<8:
		return append(dst, packUint8, byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(dst, packUint8+1), uint16(n))
	}
	return binary.BigEndian.AppendUint32(append(dst, packUint8+2), uint32(n))
}

// readDigits returns the number that the digits text[start:end], at most 20, stand
// for: from the last digit on, eight at a step.
func readDigits(text []byte, start, end int) uint64 {
	switch n := end - start; {
	case end < 24: // so near the start of the text there may be too few bytes before it
		var sum uint64
		for _, c := range text[start:end] {
			sum = 10*sum + uint64(c-'0')
		}
		return sum
	case n <= 8:
		return readEight(word(text, end-8), n)
	case n <= 16:
		return readEight(word(text, end-16), n-8)*1e8 + readEight(word(text, end-8), 8)
	default:
		return readLong((*[24]byte)(text[end-24:end:end]), n)
	}
}

// readLong returns the number that the last n of 24 bytes, 17 to 20 digits, stand for.
func readLong(text *[24]byte, n int) uint64 {
	return readEight(binary.LittleEndian.Uint64(text[0:]), n-16)*1e16 +
		readEight(binary.LittleEndian.Uint64(text[8:]), 8)*1e8 +
		readEight(binary.LittleEndian.Uint64(text[16:]), 8)
}

// word returns the eight bytes of text from at on, the first in the lowest byte. The
// capacity tells the compiler that the slice is not empty, which saves steps.
func word(text []byte, at int) uint64 { return binary.LittleEndian.Uint64(text[at : at+8 : at+8]) }

// readEight returns the number that the last n of eight digits stand for, the first
// of the eight in the lowest byte. Each step joins neighbours: digits to pairs, pairs
// to fours, fours to eight.
func readEight(x uint64, n int) uint64 {
	x = (x ^ zeros) & lastBytes[n]
	x = x*10 + x>>8 // a pair in every other byte
	const pairs = 0x000000ff000000ff
	return ((x&pairs)*(100+1000000<<32) + (x>>16&pairs)*(1+10000<<32)) >> 32
}

const zeros = 0x3030303030303030 // '0' in each byte

// lastBytes has the last n bytes of a word set.
var lastBytes = [9]uint64{0, 0xff << 56, 0xffff << 48, 0xffffff << 40, 0xffffffff << 32,
	0xffffffffff << 24, 0xffffffffffff << 16, 0xffffffffffffff << 8, 0xffffffffffffffff}

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

// appendPackLength appends the head of a str of n bytes.
func appendPackLength(dst []byte, n int) []byte {
	switch {
	case n < 32:
		return append(dst, packFixStr|byte(n))
	case n < 1<<8:
		return append(dst, packStr8, byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(dst, packStr8+1), uint16(n))
	}
	return binary.BigEndian.AppendUint32(append(dst, packStr8+2), uint32(n))
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
