package main

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/kvhints/hintcheck/decoder"
)

// What comes from an envelope or a file name may hold anything: controls, ANSI
// sequences, bidirectional overrides. It leaves the command in one of four ways:
// in a JSON string, as the id of a case, as a word of a text line, or inside a
// message. Each has its own syntax and its own function. Words are quoted as in
// the messages of the core, by decoder.Quote, which does not fit the others: a
// JSON string has no \x1b, an id keeps what prints, and a message is no word but
// a sentence, whose own quotes stay as they are.

// appendJSONString appends s as a JSON string in printable ASCII. Bytes that
// are not UTF-8 become U+FFFD, as JSON has no way to carry them.
func appendJSONString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r >= ' ' && r <= '~':
			dst = append(dst, byte(r))
		case r >= 0x10000:
			high, low := utf16.EncodeRune(r)
			dst = appendUnit(appendUnit(dst, high), low)
		default:
			dst = appendUnit(dst, r)
		}
	}
	return append(dst, '"')
}

// appendID appends the id of a case, JSON of the Body profile from one line: the
// same value, fit to print. In such a text a CR stands only outside strings and
// what else does not print, tabs aside, only inside, never behind a backslash.
func appendID(dst, id []byte) []byte {
	for len(id) > 0 {
		r, n := utf8.DecodeRune(id)
		switch {
		case r == '\r':
			dst = append(dst, ' ')
		case r == '\t' || unicode.IsPrint(r):
			dst = append(dst, id[:n]...)
		case r >= 0x10000:
			high, low := utf16.EncodeRune(r)
			dst = appendUnit(appendUnit(dst, high), low)
		default:
			dst = appendUnit(dst, r)
		}
		id = id[n:]
	}
	return dst
}

func appendUnit(dst []byte, unit rune) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[unit>>12&15], hex[unit>>8&15], hex[unit>>4&15], hex[unit&15])
}

// cut returns s if it has at most max bytes, else as many of its characters as
// fit and three dots.
func cut(s string, max int) string {
	const dots = "..."
	if len(s) <= max {
		return s
	}
	end := max - len(dots)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + dots
}

// word returns s as it is if it is a plain word of at most max bytes, else
// quoted, escaped and cut.
func word(s string, max int) string {
	plain := s != "" && len(s) <= max
	for i := range len(s) {
		plain = plain && s[i] > ' ' && s[i] <= '~' && s[i] != '"' && s[i] != '\\'
	}
	if plain {
		return s
	}
	return decoder.Quote(s, max)
}

// printable returns one line of at most max bytes in printable ASCII: s with all
// else escaped as Go does, cut.
func printable(s string, max int) string {
	var line strings.Builder
	for _, r := range s {
		next := string(r)
		if r < ' ' || r > '~' {
			next = strings.Trim(strconv.QuoteRuneToASCII(r), "'")
		}
		if line.Len()+len(next) > max-len("...") {
			return line.String() + "..."
		}
		line.WriteString(next)
	}
	return line.String()
}

// reasonOf returns why an operation on a file failed, without the operation and
// the name that package os adds.
func reasonOf(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		err = pathError.Err
	}
	return err.Error()
}
