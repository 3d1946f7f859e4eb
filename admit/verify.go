package admit

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/kvhints/hintcheck/decoder"
)

// The verifier behind the reason not_encodable. It reads each value of the
// MessagePack form back, with a reader of its own, and compares it with the text,
// sharing no step with the encoder but readFloat and the decoder's unescaping. It
// reads only bytes that the encoder wrote, and still trusts none of them: every
// length is checked against what is there, nothing is allocated by length and
// nothing recurses.

// The functions below take the form and where its next value starts. They return
// where that value ends if it is the one they are told, else -1.

// readPackValue reads the value of the token at position i of x, which indexes text.
// Of a float64 it reads s.float, and of an End nothing.
func (s *scratch) readPackValue(form []byte, at int, x decoder.Index, i int, text []byte) int {
	kind, start, end := x.Span(i)
	switch kind {
	case decoder.Null:
		return readPack(form, at, packNil)
	case decoder.False:
		return readPack(form, at, packFalse)
	case decoder.True:
		return readPack(form, at, packTrue)
	case decoder.Integer:
		return readPackInteger(form, at, text, start, end)
	case decoder.Float:
		return readPackFloat(form, at, s.float)
	case decoder.String, decoder.Name:
		want := text[start:end]
		if x.Escaped(i) {
			s.text = decoder.AppendUnescaped(s.text[:0], want)
			want = s.text
		}
		return readPackString(form, at, want)
	case decoder.Array:
		return readPackCount(form, at, packFixArr, x.Count(i))
	case decoder.Object:
		return readPackCount(form, at, packFixMap, x.Count(i))
	}
	return at
}

// readPack reads a value of the kind packNil, packFalse or packTrue.
func readPack(form []byte, at int, kind byte) int {
	if v := readHead(form, at); v.kind == kind {
		return v.end
	}
	return -1
}

// readPackFloat reads the float64 of these bits.
func readPackFloat(form []byte, at int, bits uint64) int {
	if v := readHead(form, at); v.kind == packFloat64 && v.number == bits {
		return v.end
	}
	return -1
}

// readPackCount reads the head of an array (packFixArr) or a map (packFixMap) of n
// elements or members.
func readPackCount(form []byte, at int, kind byte, n int) int {
	if v := readHead(form, at); v.kind == kind && v.number == uint64(n) {
		return v.end
	}
	return -1
}

// readPackString reads a str of the given text.
func readPackString(form []byte, at int, text []byte) int {
	v := readHead(form, at)
	if v.kind == packFixStr && string(v.text(form)) == string(text) {
		return v.end
	}
	return -1
}

// readPackInteger reads the integer json[start:end].
func readPackInteger(form []byte, at int, json []byte, start, end int) int {
	v := readHead(form, at)
	negative := json[start] == '-'
	if negative {
		start++
	}
	n, ok := sumDigits(json, start, end)
	switch {
	case !ok:
	case v.kind == packUint8 && v.number == n && (!negative || n == 0),
		v.kind == packInt8 && v.number == -n && negative && int64(-n) < 0:
		return v.end
	}
	return -1
}

// packValue is a MessagePack value that was read: of an array or a map, its head.
type packValue struct {
	kind   byte   // packNil, packFalse, packTrue, packFloat64, packUint8, packInt8, packFixStr, packFixArr, packFixMap or 0
	number uint64 // its bits, or how many elements, members or bytes of text follow
	end    int
}

// text returns the text of a str.
func (v packValue) text(form []byte) []byte { return form[v.end-int(v.number) : v.end] }

// readHead reads the value at form[at:]. Its kind is 0 at the end, for one cut short
// and for every kind that an envelope cannot have.
func readHead(form []byte, at int) packValue {
	if at >= len(form) {
		return packValue{}
	}
	head := form[at]
	at++
	switch {
	case head < 0x80: // positive fixint
		return packValue{packUint8, uint64(head), at}
	case head < 0x90:
		return packValue{packFixMap, uint64(head & 0x0f), at}
	case head < 0xa0:
		return packValue{packFixArr, uint64(head & 0x0f), at}
	case head < 0xc0:
		return readText(form, at, uint64(head&0x1f))
	case head >= 0xe0: // negative fixint
		return packValue{packInt8, uint64(int64(int8(head))), at}
	}
	switch head {
	case packNil, packFalse, packTrue:
		return packValue{head, 0, at}
	case packFloat64:
		return readNumber(form, at, packFloat64, 8)
	case 0xcc, 0xcd, 0xce, 0xcf: // uint 8, 16, 32, 64
		return readNumber(form, at, packUint8, 1<<(head-0xcc))
	case 0xd0, 0xd1, 0xd2, 0xd3: // int 8, 16, 32, 64
		width := 1 << (head - 0xd0)
		v := readNumber(form, at, packInt8, width)
		shift := 64 - 8*width
		v.number = uint64(int64(v.number<<shift) >> shift) // the sign reaches all bits
		return v
	case 0xd9, 0xda, 0xdb: // str 8, 16, 32
		if v := readNumber(form, at, packFixStr, 1<<(head-0xd9)); v.kind != 0 {
			return readText(form, v.end, v.number)
		}
	case 0xdc, 0xdd: // array 16, 32
		return readNumber(form, at, packFixArr, 2<<(head-0xdc))
	case 0xde, 0xdf: // map 16, 32
		return readNumber(form, at, packFixMap, 2<<(head-0xde))
	}
	return packValue{}
}

// readNumber reads a big-endian number of width bytes.
func readNumber(form []byte, at int, kind byte, width int) packValue {
	if len(form)-at < width {
		return packValue{}
	}
	var n uint64
	if cap(form)-at >= 8 {
		n = binary.BigEndian.Uint64(form[at:at+8]) >> (64 - 8*width)
	} else {
		for _, c := range form[at : at+width] {
			n = n<<8 | uint64(c)
		}
	}
	return packValue{kind, n, at + width}
}

// readText reads n bytes of text.
func readText(form []byte, at int, n uint64) packValue {
	if n > uint64(len(form)-at) {
		return packValue{}
	}
	return packValue{packFixStr, n, at + int(n)}
}

// sumDigits returns the number that the digits text[start:end] stand for. It goes
// from the first digit to the last, where the encoder goes the other way, and ok
// says that there are at most 20 and that they pass no 64 bits.
func sumDigits(text []byte, start, end int) (n uint64, ok bool) {
	switch length := end - start; {
	case length > 20:
		return 0, false
	case start+24 > len(text): // so near the end of the text there may be too few bytes behind it
		return sumEach(text[start:end])
	case length > 16:
		return sumLong((*[24]byte)(text[start:start+24:start+24]), length)
	case length > 8:
		return sumEight(word(text, start), 8)*powers[length-8] + sumEight(word(text, start+8), length-8), true
	default:
		return sumEight(word(text, start), length), true
	}
}

// sumEach is sumDigits one digit at a time.
func sumEach(digits []byte) (n uint64, ok bool) {
	weight := uint64(1) // of the last digit
	for _, c := range slices.Backward(digits) {
		over, digit := bits.Mul64(uint64(c-'0'), weight)
		sum, carry := bits.Add64(n, digit, 0)
		if over|carry != 0 {
			return 0, false
		}
		n, weight = sum, weight*10 // 10^19 is the largest weight
	}
	return n, true
}

// sumLong is sumDigits of the first length of 24 bytes, 17 to 20 digits.
func sumLong(text *[24]byte, length int) (n uint64, ok bool) {
	first := sumEight(binary.LittleEndian.Uint64(text[0:]), 8)*1e8 + sumEight(binary.LittleEndian.Uint64(text[8:]), 8)
	over, high := bits.Mul64(first, powers[length-16])
	n, carry := bits.Add64(high, sumFour(binary.LittleEndian.Uint32(text[16:]), length-16), 0)
	return n, over|carry == 0
}

// sumFour is sumEight of the first n of four digits.
func sumFour(x uint32, n int) uint64 {
	x = (x ^ '0'*0x01010101) << (8 * (4 - n) & 31)
	x = x * (10<<8 + 1) >> 8 & 0x00ff00ff
	return uint64(x * (100<<16 + 1) >> 16)
}

// sumEight returns the number that the first n of eight digits stand for, the first
// of them in the lowest byte. The others are pushed out; then each multiplication
// adds every part, ten, a hundred or ten thousand times, to the one above it.
func sumEight(x uint64, n int) uint64 {
	x = (x ^ '0'*0x0101010101010101) << (8 * (8 - n) & 63)
	x = x * (10<<8 + 1) >> 8 & 0x00ff00ff00ff00ff
	x = x * (100<<16 + 1) >> 16 & 0x0000ffff0000ffff
	return x * (10000<<32 + 1) >> 32
}

// powers are those of 10 that eight digits can need.
var powers = [9]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}
