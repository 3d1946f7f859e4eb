package admit

import (
	"encoding/binary"
	"math/bits"

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

// The functions below write at form[at:] and return where what they wrote ends.

func putByte(form []byte, at int, c byte) int {
	form[at] = c
	return at + 1
}

// putInteger writes the integer text[start:end], which the decoder has shown to be in
// range.
func putInteger(form []byte, at int, text []byte, start, end int) int {
	if text[start] == '-' {
		if n := readDigits(text, start+1, end); n != 0 {
			n = -n
			if int64(n) >= -32 {
				return putByte(form, at, byte(n))
			}
			return putWide(form, at, packInt8, n, bits.Len64(^n)+1)
		}
		return putByte(form, at, 0)
	}
	n := readDigits(text, start, end)
	if n < 1<<7 {
		return putByte(form, at, byte(n))
	}
	return putWide(form, at, packUint8, n, bits.Len64(n))
}

// putFloat writes the float64 of these bits.
func putFloat(form []byte, at int, bits uint64) int {
	form[at] = packFloat64
	binary.BigEndian.PutUint64(form[at+1:at+9], bits)
	return at + 9
}

// putWide writes a number that takes so many bits, from 1 on. first is the head of the
// kind for one byte; those for 2, 4 and 8 follow.
func putWide(form []byte, at int, first byte, n uint64, bits int) int {
	wide := widths[(bits-1)>>3&7]
	w := (*[9]byte)(form[at : at+9 : at+9])
	w[0] = first + wide
	binary.BigEndian.PutUint64(w[1:], n<<((64-8<<wide)&63))
	return at + 1 + 1<<wide
}

// widths has for each number of whole bytes, less one, the logarithm of the width that
// MessagePack has for it.
var widths = [8]byte{0, 1, 2, 2, 3, 3, 3, 3}

// putText writes text[start:end] as a str.
func putText(form []byte, at int, text []byte, start, end int) int {
	at = putLength(form, at, end-start)
	return at + copy(form[at:], text[start:end])
}

// putUnescaped writes the characters that raw stands for as a str. How many they are
// is known when they are there, behind the room for the head.
func putUnescaped(form []byte, at int, raw []byte) int {
	text := decoder.AppendUnescaped(form[at+9:at+9], raw)
	start := putLength(form, at, len(text))
	return start + copy(form[start:], text)
}

// putLength writes the head of a str of n bytes.
func putLength(form []byte, at, n int) int {
	if n < 32 {
		return putByte(form, at, packFixStr|byte(n))
	}
	return putWide(form, at, packStr8, uint64(n), bits.Len(uint(n)))
}

// putCount writes the head of an array or map of n elements or members.
func putCount(form []byte, at int, fix, wide byte, n int) int {
	if n < 16 {
		return putByte(form, at, fix|byte(n))
	}
	return putWide(form, at, wide-1, uint64(n), max(9, bits.Len(uint(n)))) // there is none of one byte
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
		return readFew(word(text, end-8), n)
	case n <= 16:
		return readFew(word(text, end-16), n-8)*1e8 + readEight(word(text, end-8))
	default:
		return readFew(word(text, end-24), n-16)*1e16 + readEight(word(text, end-16))*1e8 + readEight(word(text, end-8))
	}
}

// word returns the eight bytes of text from at on, the first in the lowest byte. The
// capacity tells the compiler that the slice is not empty, which saves steps.
func word(text []byte, at int) uint64 { return binary.LittleEndian.Uint64(text[at : at+8 : at+8]) }

// readEight returns the number that eight digits stand for, the first of them in the
// lowest byte. Each step joins neighbours: digits to pairs, pairs to fours, fours to
// eight.
func readEight(x uint64) uint64 {
	x ^= zeros
	x = x*10 + x>>8 // a pair in every other byte
	const pairs = 0x000000ff000000ff
	return ((x&pairs)*(100+1000000<<32) + (x>>16&pairs)*(1+10000<<32)) >> 32
}

// readFew is readEight of the last n of eight bytes, which need not be digits before
// them.
func readFew(x uint64, n int) uint64 { return readEight(x&lastBytes[n] | zeros&^lastBytes[n]) }

// readFour is readFew of the last n of four bytes.
func readFour(x uint32, n int) uint64 {
	x = (x ^ zeros&0xffffffff) & uint32(lastBytes[n&7]>>32)
	x = (x*10 + x>>8) & 0x00ff00ff
	return uint64(x*100+x>>16) & 0xffff
}

const zeros = 0x3030303030303030 // '0' in each byte

// lastBytes has the last n bytes of a word set.
var lastBytes = [9]uint64{0, 0xff << 56, 0xffff << 48, 0xffffff << 40, 0xffffffff << 32,
	0xffffffffff << 24, 0xffffffffffff << 16, 0xffffffffffffff << 8, 0xffffffffffffffff}
