package main

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Steps through a text that the Body profile has accepted. None of them looks
// for errors: in such a text there are none.

// skipString returns the offset after the string that starts at i.
func skipString(p []byte, i int) int {
	i++
	quote := i + bytes.IndexByte(p[i:], '"')
	for {
		escape := bytes.IndexByte(p[i:quote], '\\')
		if escape < 0 {
			return quote + 1
		}
		i += escape + len(`\"`)
		if i > quote { // that quote was escaped
			quote = i + bytes.IndexByte(p[i:], '"')
		}
	}
}

// skipValue returns the offset after the value that starts at i. It needs no
// stack: the brackets are known to match.
func skipValue(p []byte, i int) int {
	switch p[i] {
	case '"':
		return skipString(p, i)
	case '{', '[':
		return skipContainer(p, i)
	}
	for i < len(p) && p[i] != ',' && p[i] != ']' && p[i] != '}' && p[i] > ' ' {
		i++
	}
	return i
}

func skipContainer(p []byte, i int) int {
	for open := 0; ; {
		switch p[i] {
		case '"':
			i = skipString(p, i)
			continue
		case '{', '[':
			open++
		case '}', ']':
			open--
		}
		i++
		if open == 0 {
			return i
		}
	}
}

// hasEscape reports whether a string, without its quotes, holds an escape.
func hasEscape(inner []byte) bool { return bytes.IndexByte(inner, '\\') >= 0 }

// appendUnescaped appends the characters of a string, given without its quotes.
// It reports false for half a surrogate pair, which stands for no character.
func appendUnescaped(dst, inner []byte) ([]byte, bool) {
	for {
		escape := bytes.IndexByte(inner, '\\')
		if escape < 0 {
			return append(dst, inner...), true
		}
		dst = append(dst, inner[:escape]...)
		c := inner[escape+1]
		inner = inner[escape+2:]
		switch c {
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'u':
			char := hexUnit(inner)
			inner = inner[4:]
			if utf16.IsSurrogate(char) {
				if len(inner) < len(`\uDC00`) || inner[0] != '\\' || inner[1] != 'u' {
					return dst, false
				}
				if char = utf16.DecodeRune(char, hexUnit(inner[2:])); char == utf8.RuneError {
					return dst, false
				}
				inner = inner[6:]
			}
			dst = utf8.AppendRune(dst, char)
			continue
		}
		dst = append(dst, c) // also the escapes of ", \ and /
	}
}

// hexUnit reads four hex digits.
func hexUnit(digits []byte) rune {
	var unit rune
	for _, c := range digits[:4] {
		switch {
		case c <= '9':
			c -= '0'
		case c <= 'F':
			c -= 'A' - 10
		default:
			c -= 'a' - 10
		}
		unit = unit<<4 | rune(c)
	}
	return unit
}
