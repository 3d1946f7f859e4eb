//go:build !goexperiment.jsonv2

package fuzz

import (
	"encoding/json"
	"strings"

	"github.com/kvhints/hintcheck/decoder"
)

// experimental returns the laws that need an experiment of Go: none.
func experimental() []Law { return nil }

// pointing returns the differences in where encoding/json points: none.
func pointing() []difference { return nil }

// offenceOf reads an error of encoding/json. Its offset counts the bytes up to the
// one that is wrong, with it; at the end of the text there is none. A text that ends
// in an escape, a literal or a number is read with a space after it, so that the
// space is what is wrong.
func offenceOf(err error, text []byte) decoder.Offence {
	e, ok := err.(*json.SyntaxError)
	if !ok {
		panic(err) // a RawMessage takes anything that is JSON
	}
	at, message := int(e.Offset), e.Error()
	switch {
	case strings.HasSuffix(message, "exceeded max depth"):
		return decoder.Offence{Reason: decoder.TooDeep, Offset: at - 1}
	case message == "unexpected end of JSON input",
		at == len(text) && text[at-1] != ' ' && strings.HasPrefix(message, "invalid character ' '"):
		return decoder.Offence{Reason: decoder.MalformedJSON, Offset: len(text)}
	}
	return decoder.Offence{Reason: decoder.MalformedJSON, Offset: at - 1}
}
