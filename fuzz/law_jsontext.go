//go:build goexperiment.jsonv2

package fuzz

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/kvhints/hintcheck/decoder"
)

// experimental returns the laws that need GOEXPERIMENT=jsonv2.
func experimental() []Law {
	return []Law{{"Jsontext", Jsontext, "syntax, UTF-8, surrogates and duplicates are those of encoding/json/jsontext, but for named differences"}}
}

// Jsontext: the Strict profile finds in a text what the decoder of
// encoding/json/jsontext finds, the strictest reader that Go has, at the same byte,
// but for the differences below.
func Jsontext(data []byte) error {
	if len(data) > LargestInput {
		return nil
	}
	in := Parse(data)
	theirs, err := experiment(in.Text)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	s := decoder.NewScanner(decoder.Strict(in.limits()))
	if err := explained(jsontextDifferences(in.MaxDepth), in.Text, s.Scan(in.Text, true), theirs); err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	return nil
}

// jsontextDifferences are those between encoding/json/jsontext and the Strict
// profile.
func jsontextDifferences(maxDepth int) []difference {
	return []difference{
		stricter(decoder.TooDeep, "MaxDepth is ours; jsontext stops at 10,000", deepBracket(maxDepth)),
		stricter(decoder.IntegerOutOfRange, "jsontext keeps numbers as text", wideInteger),
		stricter(decoder.NumberOutOfRange, "as for integers", wideNumber),
		backslash(),
		{"a high surrogate escape and a broken second one is a bad pair", "the second may still become a low one, so for us the broken digit is what no valid text has",
			func(text []byte, ours, theirs decoder.Offence) bool {
				return ours.Reason == decoder.MalformedJSON && theirs.Reason == decoder.LoneSurrogate && between(badPair, text, theirs, ours)
			}},
		{"a lone low escape at the very end is an early end", "for us it is certain with its last digit",
			func(text []byte, ours, theirs decoder.Offence) bool {
				end := decoder.Offence{Reason: decoder.MalformedJSON, Offset: len(text)}
				return ours.Reason == decoder.LoneSurrogate && theirs == end && lowAtEnd.Match(text[ours.Offset:])
			}},
	}
}

// backslash is the row of how jsontext, and encoding/json made of it, points.
func backslash() difference {
	return difference{"a bad escape is pointed at by its backslash", "we point at the byte that no valid text has there",
		func(text []byte, ours, theirs decoder.Offence) bool {
			return ours.Reason == decoder.MalformedJSON && theirs.Reason == decoder.MalformedJSON && between(badEscape, text, theirs, ours)
		}}
}

var (
	badEscape = regexp.MustCompile(`^\\(?:u[0-9a-fA-F]{0,3})?$`)
	badPair   = regexp.MustCompile(`^\\u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{0,3}$`)
	lowAtEnd  = regexp.MustCompile(`^\\u[dD][c-fC-F][0-9a-fA-F]{2}$`)
)

// between reports whether the bytes from one offence up to another match.
func between(re *regexp.Regexp, text []byte, from, to decoder.Offence) bool {
	return from.Offset < to.Offset && re.Match(text[from.Offset:to.Offset])
}

// experiment returns what jsontext finds first in a text.
func experiment(text []byte) (decoder.Offence, error) {
	d := jsontext.NewDecoder(bytes.NewReader(text))
	if _, err := d.ReadValue(); err != nil {
		return jsontextOffence(err, text)
	}
	// A decoder reads a stream of values; we want one.
	at := int(d.InputOffset())
	if i := bytes.IndexFunc(text[at:], func(r rune) bool { return !strings.ContainsRune(" \t\r\n", r) }); i >= 0 {
		return decoder.Offence{Reason: decoder.MalformedJSON, Offset: at + i}, nil
	}
	return decoder.Offence{}, nil
}

func jsontextOffence(err error, text []byte) (decoder.Offence, error) {
	if err == io.EOF {
		return decoder.Offence{Reason: decoder.MalformedJSON, Offset: len(text)}, nil
	}
	var e *jsontext.SyntacticError
	if !errors.As(err, &e) {
		return decoder.Offence{}, err
	}
	o := decoder.Offence{Reason: decoder.MalformedJSON, Offset: int(e.ByteOffset)}
	switch message := e.Err.Error(); {
	case e.Err == jsontext.ErrDuplicateName:
		o.Reason = decoder.DuplicateMember
	case e.Err == io.ErrUnexpectedEOF:
		o.Offset = len(text)
	case message == "invalid UTF-8":
		o.Reason = decoder.InvalidUTF8
	case strings.HasPrefix(message, "invalid surrogate pair"):
		o.Reason = decoder.LoneSurrogate
	case message == "exceeded max depth":
		o.Reason = decoder.TooDeep
	}
	return o, nil
}
