package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/internal/reference/peer"
)

// difference is one known way in which our verdict on a text and that of another
// reader are not the same. A difference that no row explains is a failure.
type difference struct {
	name string
	why  string
	// explains reports whether this is what happened; it looks for itself, in the
	// text and not in what our decoder says beyond the offence.
	explains func(text []byte, ours, theirs decoder.Offence) bool
}

// explained returns an error unless the verdicts are the same or a row explains
// how they differ. theirs is the zero Offence for an accepted text.
func explained(rows []difference, text []byte, ours, theirs decoder.Offence) error {
	if ours == theirs {
		return nil
	}
	for _, row := range rows {
		if row.explains(text, ours, theirs) {
			return nil
		}
	}
	return fmt.Errorf("we say %v at %d, the other reader says %v at %d", ours.Reason, ours.Offset, theirs.Reason, theirs.Offset)
}

// stricter makes the row of a rule that we have and the other reader has not: it
// may find something else further on, or nothing.
func stricter(reason decoder.Reason, why string, proof func(text []byte, offset int) bool) difference {
	return difference{"we find " + reason.String(), why, func(text []byte, ours, theirs decoder.Offence) bool {
		return ours.Reason == reason && (theirs.Reason == decoder.None || theirs.Offset >= ours.Offset) &&
			ours.Offset < len(text) && proof(text, ours.Offset)
	}}
}

// The proofs, each of other means than our decoder's.

func brokenUTF8(text []byte, offset int) bool {
	r, n := utf8.DecodeRune(text[offset:])
	return r == utf8.RuneError && n == 1
}

var surrogate = regexp.MustCompile(`^\\u[dD][89a-fA-F]`)

func loneSurrogate(text []byte, offset int) bool { return surrogate.Match(text[offset:]) }

var integer = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)`)

func wideInteger(text []byte, offset int) bool {
	literal := integer.Find(text[offset:])
	after := offset + len(literal)
	if literal == nil || after < len(text) && strings.IndexByte(".eE", text[after]) >= 0 {
		return false
	}
	i, ok := new(big.Int).SetString(string(literal), 10)
	return ok && !i.IsInt64() && !i.IsUint64()
}

var number = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`)

func wideNumber(text []byte, offset int) bool {
	literal := string(number.Find(text[offset:]))
	if !strings.ContainsAny(literal, ".eE") {
		return false
	}
	f, _ := peer.Float(literal)
	return math.IsInf(f, 0)
}

// repeatedName and deepBracket walk the tokens of encoding/json up to the offset.

func repeatedName(text []byte, offset int) bool {
	w := walk(text, offset)
	d := json.NewDecoder(bytes.NewReader(text[offset:]))
	token, err := d.Token()
	name, ok := token.(string)
	if err != nil || !ok || w.reached != offset || w.named || len(w.names) == 0 {
		return false
	}
	names := w.names[len(w.names)-1]
	return names != nil && names[name]
}

func deepBracket(most int) func(text []byte, offset int) bool {
	return func(text []byte, offset int) bool {
		return (text[offset] == '[' || text[offset] == '{') && len(walk(text, offset).names) == most
	}
}

// walked is where a walk stands.
type walked struct {
	names   []map[string]bool // so far, of every open object; nil for an array
	named   bool              // the next token in an object is a value
	reached int               // offset of the next token
}

// walk reads the tokens before an offset.
func walk(text []byte, offset int) walked {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var w walked
	for {
		at := int(d.InputOffset())
		w.reached = at + bytes.IndexFunc(text[at:], func(r rune) bool { return !strings.ContainsRune(" \t\r\n,:", r) })
		if w.reached >= offset || w.reached < at {
			return w
		}
		token, err := d.Token()
		if err != nil {
			return w
		}
		top := len(w.names) - 1
		switch token {
		case json.Delim('['):
			w.names = append(w.names, nil)
			w.named = false
			continue
		case json.Delim('{'):
			w.names = append(w.names, map[string]bool{})
			w.named = false
			continue
		case json.Delim(']'), json.Delim('}'):
			w.names = w.names[:top]
			w.named = false
			continue
		}
		if top >= 0 && w.names[top] != nil && !w.named {
			w.names[top][token.(string)] = true
			w.named = true
			continue
		}
		w.named = false
	}
}
