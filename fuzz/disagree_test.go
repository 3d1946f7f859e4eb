package fuzz

import (
	"slices"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

// example is a text on which two readers are known not to agree, and the row that
// explains it.
type example struct{ row, text string }

// checkDifferences holds a table to its examples: each row explains its own, no
// other row does, every row has one, and without its row the difference is an
// error.
func checkDifferences(t *testing.T, rows []difference, examples []example, ours, theirs func([]byte) decoder.Offence) {
	t.Helper()
	used := map[string]bool{}
	for _, x := range examples {
		text := []byte(x.text)
		us, them := ours(text), theirs(text)
		if us == them {
			t.Errorf("%.60q: both say %v at %d", x.text, us.Reason, us.Offset)
			continue
		}
		if err := explained(rows, text, us, them); err != nil {
			t.Errorf("%.60q: %v", x.text, err)
		}
		others := slices.DeleteFunc(slices.Clone(rows), func(d difference) bool { return d.name == x.row })
		if err := explained(others, text, us, them); err == nil {
			t.Errorf("%.60q is explained without the row %q", x.text, x.row)
		}
		used[x.row] = true
	}
	for _, d := range rows {
		if !used[d.name] || d.why == "" {
			t.Errorf("the row %q has no example or no reason", d.name)
		}
	}
}

func scanned(p decoder.Profile) func([]byte) decoder.Offence {
	return func(text []byte) decoder.Offence { return decoder.NewScanner(p).Scan(text, true) }
}

var strictExamples = []example{
	{"we find invalid_utf8", "[\"\xff\"]"},
	{"we find lone_surrogate", `["\uDC00"]`},
	{"we find lone_surrogate", `["\ud800\n"]`},
	{"we find duplicate_member", `{"b":{"a":1},"a":["a"],"\u0062":tru}`},
	{"we find too_deep", strings.Repeat("[", 33) + strings.Repeat("]", 33)},
	{"we find integer_out_of_range", `[18446744073709551616]`},
	{"we find integer_out_of_range", `{"a":-9223372036854775809}`},
	{"we find number_out_of_range", `1e999`},
	{"we find number_out_of_range", "1" + strings.Repeat("0", 900) + ".5"},
}

func TestDifferences(t *testing.T) {
	rows := slices.DeleteFunc(strictDifferences(32), func(d difference) bool {
		return slices.ContainsFunc(pointing(), func(p difference) bool { return p.name == d.name })
	})
	in := Parse(nil)
	checkDifferences(t, rows, strictExamples, scanned(decoder.Strict(in.limits())), standardLibrary)

	rows = slices.DeleteFunc(bodyDifferences(), func(d difference) bool {
		return slices.ContainsFunc(pointing(), func(p difference) bool { return p.name == d.name })
	})
	checkDifferences(t, rows, []example{
		{"we find invalid_utf8", "{\"\xc3\":[}"},
		{"encoding/json stops at 10,000 levels", strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)},
	}, scanned(decoder.Body(0)), standardLibrary)
}

// TestUnexplained: a table that explains everything would explain our faults too.
func TestUnexplained(t *testing.T) {
	none := decoder.Offence{}
	for _, row := range []struct {
		text         string
		ours, theirs decoder.Offence
		reason       string
	}{
		{`[1]`, none, decoder.Offence{Reason: decoder.MalformedJSON, Offset: 1}, "we take what they refuse"},
		{`[x]`, decoder.Offence{Reason: decoder.MalformedJSON, Offset: 1}, none, "they take what we call malformed"},
		{`[x]`, decoder.Offence{Reason: decoder.MalformedJSON, Offset: 2}, decoder.Offence{Reason: decoder.MalformedJSON, Offset: 1}, "another byte"},
		{`["é"]`, decoder.Offence{Reason: decoder.InvalidUTF8, Offset: 2}, none, "it is UTF-8"},
		{`["\ue000"]`, decoder.Offence{Reason: decoder.LoneSurrogate, Offset: 2}, none, "no surrogate"},
		{`{"a":1,"b":1}`, decoder.Offence{Reason: decoder.DuplicateMember, Offset: 7}, none, "two names"},
		{`{"a":{"b":1},"b":1}`, decoder.Offence{Reason: decoder.DuplicateMember, Offset: 13}, none, "of two objects"},
		{`{"a":"a"}`, decoder.Offence{Reason: decoder.DuplicateMember, Offset: 5}, none, "a value is no name"},
		{`["a","a"]`, decoder.Offence{Reason: decoder.DuplicateMember, Offset: 5}, none, "an array has no names"},
		{`[[1]]`, decoder.Offence{Reason: decoder.TooDeep, Offset: 1}, none, "two levels of 32"},
		{`[18446744073709551615]`, decoder.Offence{Reason: decoder.IntegerOutOfRange, Offset: 1}, none, "the largest"},
		{`[18446744073709551616.0]`, decoder.Offence{Reason: decoder.IntegerOutOfRange, Offset: 1}, none, "no integer"},
		{`[1e308]`, decoder.Offence{Reason: decoder.NumberOutOfRange, Offset: 1}, none, "finite"},
		{`[x,18446744073709551616]`, decoder.Offence{Reason: decoder.IntegerOutOfRange, Offset: 3}, decoder.Offence{Reason: decoder.MalformedJSON, Offset: 1}, "they find something before"},
	} {
		for _, rows := range [][]difference{strictDifferences(32), bodyDifferences()} {
			if explained(rows, []byte(row.text), row.ours, row.theirs) == nil {
				t.Errorf("%q, %v and %v are explained: %s", row.text, row.ours, row.theirs, row.reason)
			}
		}
	}
}
