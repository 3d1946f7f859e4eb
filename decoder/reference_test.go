package decoder_test

import (
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/internal/reference"
	"github.com/kvhints/hintcheck/limits"
)

// rule4 is the part of the reference's verdict that the decoder gives too: "" as
// the reason for a text that keeps rule 4.
type rule4 struct {
	reason  string
	offset  int
	pointer string
}

// byReference judges text by the second implementation of the rules. ok is false
// for a text that is judged before rule 4.
func byReference(text []byte, depth int) (v rule4, ok bool) {
	r := reference.Judge(text, reference.Limits{MaxBytes: limits.LargestMaxBytes, MaxDepth: depth}, true)
	switch r.Reason {
	case reference.Absent:
		return rule4{}, false
	case reference.MalformedJSON, reference.InvalidUTF8, reference.LoneSurrogate, reference.DuplicateMember,
		reference.TooDeep, reference.IntegerOutOfRange, reference.NumberOutOfRange:
		return rule4{r.Reason, r.Offset, r.Pointer}, true
	}
	return rule4{}, true
}

func byDecoder(s *decoder.Scanner, p decoder.Profile, text []byte) rule4 {
	s.Reset(p)
	o := s.Scan(text, true)
	if o.Reason == decoder.None {
		return rule4{}
	}
	return rule4{o.Reason.String(), o.Offset, string(s.AppendPointer(nil, text))}
}

// TestAgreesWithReferenceOnSmallTexts goes through all small texts over the
// alphabets of valid_test.go.
func TestAgreesWithReferenceOnSmallTexts(t *testing.T) {
	const depth = 2
	p := strict(t, depth)
	s := decoder.NewScanner(p)
	for _, a := range alphabets() {
		for _, around := range a.frames {
			everyText(a.pieces, a.most-1, func(inside []byte) {
				text := append(append([]byte(around.before), inside...), around.after...)
				want, ok := byReference(text, depth)
				if got := byDecoder(s, p, text); ok && got != want {
					t.Errorf("%q: %v, the reference has %v", text, got, want)
				}
			})
		}
	}
}

// TestAgreesWithReference goes through random texts, as they are and with one
// random fault in them.
func TestAgreesWithReference(t *testing.T) {
	const depth = 6
	p := strict(t, depth)
	s := decoder.NewScanner(p)
	g := newGenerator(11)
	reasons := map[string]int{}
	for range 10000 {
		text := g.text(5)
		for _, text := range []string{text, g.spoil(text)} {
			want, ok := byReference([]byte(text), depth)
			if !ok {
				continue
			}
			reasons[want.reason]++
			if got := byDecoder(s, p, []byte(text)); got != want {
				t.Errorf("%q: %v, the reference has %v", text, got, want)
			}
		}
	}
	for r := decoder.MalformedJSON; r <= decoder.NumberOutOfRange; r++ {
		if reasons[r.String()] < 20 {
			t.Errorf("%v occurred %d times: the faults are badly chosen", r, reasons[r.String()])
		}
	}
}

// spoil puts one fault into a text, or what may be one.
func (g *generator) spoil(text string) string {
	at := g.IntN(len(text) + 1)
	switch g.IntN(8) {
	case 0:
		return text[:at]
	case 1: // leave a few bytes out
		return text[:at] + text[min(len(text), at+1+g.IntN(3)):]
	case 2: // another byte
		return text[:at] + string([]byte{byte(g.IntN(256))}) + text[min(len(text), at+1):]
	case 3: // in place of a value
		return strings.Replace(text, pick(g, "true", "null", "0", "1", `""`, "[]"),
			pick(g, "18446744073709551616", "-9223372036854775809", "1e309", "-1e999", `"\ud800"`, "\"\xed\xa0\x80\"", "[[[[[[[", `{"a":1,"\u0061":1}`), 1)
	case 4: // into a string, if the place is inside one
		return text[:at] + pick(g, `\ud800`, `\udc00`, `\ud800\u00`, `\x`, "\xff", "\xe2\x82", "\n", `"`, `\`) + text[at:]
	case 5: // a member twice
		if i := strings.IndexByte(text, '{'); i >= 0 {
			return text[:i] + `{"k":0,"\u006b":[` + text[i+1:]
		}
		return text + " "
	case 6: // deeper than allowed
		return strings.Repeat("[", 3) + text + strings.Repeat("]", 3)
	default: // between tokens, if the place is there
		return text[:at] + pick(g, ",", ":", "]", "}", "[", "{", " ", "0", "e", ".", "-", "\x00", "é", "//") + text[at:]
	}
}
