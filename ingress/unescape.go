package ingress

import (
	"unicode/utf16"
	"unicode/utf8"
)

// loneSurrogate stands in an unescaped name for half of a surrogate pair, which
// bodies may hold. No UTF-8 text has this byte, so the name equals no other.
const loneSurrogate = 0xff

// appendUnescaped appends the characters of a name, given as it stands between
// its quotes in a body that the decoder has read.
func appendUnescaped(dst, raw []byte) []byte {
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			dst = append(dst, raw[i])
			i++
			continue
		}
		switch c := raw[i+1]; c {
		case 'u':
			unit := codeUnit(raw[i+2:])
			i += 6
			switch {
			case !utf16.IsSurrogate(unit):
				dst = utf8.AppendRune(dst, unit)
			case isPair(unit, raw[i:]):
				dst = utf8.AppendRune(dst, utf16.DecodeRune(unit, codeUnit(raw[i+2:])))
				i += 6
			default:
				dst = append(dst, loneSurrogate)
			}
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

// isPair reports whether rest starts with the escape of the low surrogate that
// the high one unit needs.
func isPair(unit rune, rest []byte) bool {
	return len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' &&
		utf16.DecodeRune(unit, codeUnit(rest[2:])) != utf8.RuneError
}

// codeUnit reads the four hex digits that digits starts with.
func codeUnit(digits []byte) (unit rune) {
	for _, c := range digits[:4] {
		switch {
		case c <= '9':
			c -= '0'
		default:
			c = c&^0x20 - 'A' + 10
		}
		unit = unit<<4 | rune(c)
	}
	return unit
}
