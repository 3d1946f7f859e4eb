package decoder_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/kvhints/hintcheck/decoder"
)

// frame is what stands around a text. Inside a container a number cannot end it.
type frame struct{ before, after string }

// alphabets: all texts up to a length over each are compared with encoding/json.
func alphabets() []alphabet {
	bytes := strings.Split(`{}[]",:\u0ae1.-+ tn`, "")
	alone := []frame{{"", ""}}
	all := []frame{{"", ""}, {"[", "]"}, {`{"a":`, "}"}, {`["`, `"]`}}
	return []alphabet{
		{"bytes", bytes, 4, all},
		{"more bytes", bytes, 5, alone},
		{"tokens", []string{"{", "}", "[", "]", ",", ":", `"a"`, `"b"`, "1", "-", "null", "tru", " "}, 5, all},
		{"numbers", []string{"0", "1", "9", ".", "-", "+", "e", "E", "]", " "}, 5, all},
		{"escapes", []string{`"`, `\`, "u", "d", "8", "c", "0", "x", "\n", "é"}, 5, all},
		{"surrogates", []string{`"`, `\ud800`, `\udc00`, `\u0041`, `\u`, "dc0", "0", `\n`, `\`}, 5, all},
		{"utf8", []string{`"`, "\xc3", "\xa9", "\xe2", "\x82", "\xac", "\xf0", "\x9f", "\x80", "\xed", "\xff", "a"}, 4, all},
	}
}

type alphabet struct {
	name   string
	pieces []string
	most   int // pieces of one text
	frames []frame
}

// TestAgreesWithEncodingJSON: the Body profile takes just the texts that
// json.Valid takes, of those that are UTF-8. json.Valid does not look at UTF-8;
// other known differences there are none (its limit of 10,000 levels is not
// reached here). What Strict takes is valid, and what it does not is either
// invalid or breaks a rule that encoding/json does not have.
func TestAgreesWithEncodingJSON(t *testing.T) {
	loose, all := decoder.Body(0), standard(t)
	body, strict := decoder.NewScanner(loose), decoder.NewScanner(all)
	for _, a := range alphabets() {
		t.Run(a.name, func(t *testing.T) {
			if raceDetector {
				a.most--
			}
			texts, valid := 0, 0
			for _, around := range a.frames {
				everyText(a.pieces, a.most, func(inside []byte) {
					text := append(append([]byte(around.before), inside...), around.after...)
					texts++
					want := json.Valid(text)
					if want {
						valid++
					}
					body.Reset(loose)
					got := body.Scan(text, true)
					switch {
					case want && !utf8.Valid(text):
						if got.Reason != badUTF8 {
							t.Errorf("%q is not UTF-8: Body says %v", text, got)
						}
					case want != (got.Reason == none):
						t.Errorf("%q: json.Valid %v, Body %v", text, want, got)
					}
					strict.Reset(all)
					if fault := strictFault(strict.Scan(text, true), got); fault != "" {
						t.Errorf("%q: %s", text, fault)
					}
				})
			}
			if valid < 20 {
				t.Errorf("only %d of %d texts are valid: the alphabet is badly chosen", valid, texts)
			}
		})
	}
}

// strictFault compares the verdict of Strict with that of Body: it is the same
// or, where Body has nothing or a later offence, one of the rules that only
// Strict has.
func strictFault(strict, body decoder.Offence) string {
	if strict == body {
		return ""
	}
	switch strict.Reason {
	case lone, duplicate, tooDeep, bigInt, bigNumber:
	default:
		return "Strict has " + strict.Reason.String() + " where Body has another verdict"
	}
	if body.Reason != none && body.Offset < strict.Offset {
		return "Body has an earlier offence"
	}
	return ""
}

// everyText calls f with each concatenation of up to most pieces.
func everyText(pieces []string, most int, f func([]byte)) {
	var grow func(text []byte, left int)
	grow = func(text []byte, left int) {
		f(text)
		if left == 0 {
			return
		}
		for _, p := range pieces {
			grow(append(text, p...), left-1)
		}
	}
	grow(make([]byte, 0, 100), most)
}
