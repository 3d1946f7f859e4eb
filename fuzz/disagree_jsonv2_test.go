//go:build goexperiment.jsonv2

package fuzz

import (
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

func TestJsontextDifferences(t *testing.T) {
	theirs := func(text []byte) decoder.Offence {
		o, err := experiment(text)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	in := Parse(nil)
	checkDifferences(t, jsontextDifferences(32), []example{
		{"we find too_deep", strings.Repeat("[", 33) + strings.Repeat("]", 33)},
		{"we find integer_out_of_range", `[18446744073709551616]`},
		{"we find number_out_of_range", `1e999`},
		{"a bad escape is pointed at by its backslash", `["\x"]`},
		{"a bad escape is pointed at by its backslash", `["\u00g0"]`},
		{"a high surrogate escape and a broken second one is a bad pair", `["\ud800\u00g0"]`},
		{"a lone low escape at the very end is an early end", `["\udc00`},
	}, scanned(decoder.Strict(in.limits())), theirs)
	for _, text := range []string{`["\ud800\n"]`, `["\udc00"]`, "[\"\xff\"]", `{"a":1,"\u0061":2}`, `[1] 2`, `[`, ``, `[1,]`} {
		o := theirs([]byte(text))
		if ours := scanned(decoder.Strict(in.limits()))([]byte(text)); o != ours || o.Reason == decoder.None {
			t.Errorf("%q: jsontext says %v at %d, we say %v at %d; want the same offence", text, o.Reason, o.Offset, ours.Reason, ours.Offset)
		}
	}
}
