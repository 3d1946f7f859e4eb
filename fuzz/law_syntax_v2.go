//go:build goexperiment.jsonv2

package fuzz

import (
	"encoding/json"
	"strings"

	"github.com/kvhints/hintcheck/decoder"
)

// pointing returns the differences in where encoding/json points: with this
// experiment it is made of jsontext.
func pointing() []difference { return []difference{backslash()} }

// offenceOf reads an error of encoding/json, whose offset with this experiment is
// that of the byte itself.
func offenceOf(err error, text []byte) decoder.Offence {
	e, ok := err.(*json.SyntaxError)
	if !ok {
		panic(err) // a RawMessage takes anything that is JSON
	}
	switch message := e.Error(); {
	case message == "unexpected end of JSON input":
		return decoder.Offence{Reason: decoder.MalformedJSON, Offset: len(text)}
	case strings.HasSuffix(message, "exceeded max depth"):
		return decoder.Offence{Reason: decoder.TooDeep, Offset: int(e.Offset)}
	}
	return decoder.Offence{Reason: decoder.MalformedJSON, Offset: int(e.Offset)}
}
