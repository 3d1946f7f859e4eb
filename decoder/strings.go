package decoder

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Every byte of a word set to the same value.
const (
	each01 = 0x0101010101010101
	each80 = 0x8080808080808080
)

// has reports whether p has n bytes from i on. Where it has not, near the end of a
// window, bytes are read one by one, to the same end.
func has(p []byte, i, n int) bool { return i+n <= len(p) }

// word returns the eight bytes of p from i on, the first in the lowest byte. The
// capacity that the slice is given tells the compiler that it is not empty, which
// takes four steps out of the way from i to the bytes.
func word(p []byte, i int) uint64 { return binary.LittleEndian.Uint64(p[i : i+8 : i+8]) }

// stringStop returns the offset of the first byte at or after i that ends a run
// of plain string bytes: a quote, a backslash or a control character. It returns
// len(p) if there is none. Bytes from 0x80 on are plain here; see utf8.go.
func stringStop(p []byte, i int) int {
	for ; has(p, i, 32); i += 32 { // four words a turn share their constants and a jump
		w := (*[32]byte)(p[i : i+32 : i+32])
		m0 := stopMask(binary.LittleEndian.Uint64(w[0:]))
		m1 := stopMask(binary.LittleEndian.Uint64(w[8:]))
		m2 := stopMask(binary.LittleEndian.Uint64(w[16:]))
		m3 := stopMask(binary.LittleEndian.Uint64(w[24:]))
		switch {
		case m0|m1|m2|m3 == 0:
		case m0 != 0:
			return i + bits.TrailingZeros64(m0)/8
		case m1 != 0:
			return i + 8 + bits.TrailingZeros64(m1)/8
		case m2 != 0:
			return i + 16 + bits.TrailingZeros64(m2)/8
		default:
			return i + 24 + bits.TrailingZeros64(m3)/8
		}
	}
	for ; has(p, i, 8); i += 8 {
		if m := stopMask(word(p, i)); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for ; i < len(p); i++ {
		if c := p[i]; c == '"' || c == '\\' || c < ' ' {
			return i
		}
	}
	return i
}

// stopMask sets the top bit of the lowest byte of x that stops a string; bits
// above that one mean nothing. Exclusive-or with 2 moves the quote (0x22) to
// 0x20 and permutes the control characters among themselves, so one subtraction
// finds both: it borrows in just the bytes below 0x21.
func stopMask(x uint64) uint64 {
	quoteOrControl := (x ^ 0x02*each01) - 0x21*each01
	backslash := (x ^ '\\'*each01) - each01
	return (quoteOrControl | backslash) &^ x & each80
}

// escapeEnd reads the escape sequence whose backslash is p[i], with its partner
// if it is a high surrogate. It returns the offset after it, or 0 if p ends
// inside it, or 0 and the offence. Without pairs half of a surrogate pair is an
// escape like any other.
//
// It is called again from the backslash when more bytes have come. That is at
// most eleven bytes, so the cost stays linear, and no state is kept.
func escapeEnd(p []byte, i int, pairs bool) (next int, o Offence) {
	if i+1 == len(p) {
		return 0, Offence{}
	}
	switch p[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2, Offence{}
	case 'u':
	default:
		return 0, Offence{MalformedJSON, i + 1}
	}
	unit, n := codeUnit(p, i+2)
	switch {
	case n < 4:
		return 0, cutOrBadDigit(p, i+2+n)
	case !pairs:
		return i + 6, Offence{}
	case isLow(unit):
		return 0, Offence{LoneSurrogate, i} // no high one came before it
	case !isHigh(unit):
		return i + 6, Offence{}
	}
	// A high surrogate: only the escape of a low one may follow.
	for k, want := range []byte(`\u`) {
		if i+6+k == len(p) {
			return 0, Offence{}
		}
		if p[i+6+k] != want {
			return 0, Offence{LoneSurrogate, i}
		}
	}
	unit, n = codeUnit(p, i+8)
	switch {
	case n < 4:
		return 0, cutOrBadDigit(p, i+8+n)
	case !isLow(unit):
		return 0, Offence{LoneSurrogate, i}
	}
	return i + 12, Offence{}
}

func isHigh(unit rune) bool { return unit&^0x3ff == 0xd800 }
func isLow(unit rune) bool  { return unit&^0x3ff == 0xdc00 }

// cutOrBadDigit tells a text that ends before the hex digit at i (no offence
// yet) from one that has another byte there.
func cutOrBadDigit(p []byte, i int) Offence {
	if i == len(p) {
		return Offence{}
	}
	return Offence{MalformedJSON, i}
}

// codeUnit reads up to four hex digits at p[i:] and says how many there were.
func codeUnit(p []byte, i int) (unit rune, n int) {
	for ; n < 4 && i+n < len(p); n++ {
		d := hexDigit(p[i+n])
		if d < 0 {
			break
		}
		unit = unit<<4 | d
	}
	return unit, n
}

func hexDigit(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c && c <= 'f':
		return rune(c - 'a' + 10)
	case 'A' <= c && c <= 'F':
		return rune(c - 'A' + 10)
	}
	return -1
}

// AppendUnescaped appends the characters that raw stands for, the text between the
// quotes of a string that a [Scanner] has read; others may panic. It never appends
// more than len(raw) bytes. Half of a surrogate pair, which only the Body profile
// lets pass, becomes the three bytes that UTF-8 has for no character (WTF-8, as
// Python's surrogatepass): the result is not UTF-8 then, and equals no other text.
func AppendUnescaped(dst, raw []byte) []byte {
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			next := stringStop(raw, i)
			dst = append(dst, raw[i:next]...)
			i = next
			continue
		}
		switch c := raw[i+1]; c {
		case 'u':
			r, n := escapedRune(raw, i)
			if isHigh(r) || isLow(r) {
				dst = append(dst, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
			} else {
				dst = utf8.AppendRune(dst, r)
			}
			i += n
			continue
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		default: // a quote, backslash or slash stands for itself
			dst = append(dst, c)
		}
		i += 2
	}
	return dst
}

// unescapesTo reports whether AppendUnescaped would append want for raw. It stops
// at the first difference.
func unescapesTo(raw []byte, want string) bool {
	var character [utf8.UTFMax]byte
	for i := 0; i < len(raw); {
		next := stringStop(raw, i)
		part := raw[i:next]
		if next == i {
			next = i + 2
			if raw[i+1] == 'u' {
				_, n := escapedRune(raw, i)
				next = i + n
			}
			part = AppendUnescaped(character[:0], raw[i:next])
		}
		if len(part) > len(want) || string(part) != want[:len(part)] {
			return false
		}
		want = want[len(part):]
		i = next
	}
	return want == ""
}

// unescapedLen returns how many bytes AppendUnescaped appends for raw.
func unescapedLen(raw []byte) int {
	length := 0
	for i := 0; i < len(raw); {
		switch {
		case raw[i] != '\\':
			next := stringStop(raw, i)
			length += next - i
			i = next
		case raw[i+1] == 'u':
			r, n := escapedRune(raw, i)
			if isHigh(r) || isLow(r) {
				length += 3
			} else {
				length += utf8.RuneLen(r)
			}
			i += n
		default:
			length++
			i += 2
		}
	}
	return length
}

// escapedRune returns the character of the \u escape at raw[i], a surrogate pair
// taken together, and how many bytes it takes.
func escapedRune(raw []byte, i int) (rune, int) {
	unit, _ := codeUnit(raw, i+2)
	if isHigh(unit) && i+12 <= len(raw) && raw[i+6] == '\\' && raw[i+7] == 'u' {
		if low, _ := codeUnit(raw, i+8); isLow(low) {
			return 0x10000 + (unit-0xd800)<<10 + (low - 0xdc00), 12
		}
	}
	return unit, 6
}
