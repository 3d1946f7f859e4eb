package decoder_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

// namesFrom gives n members with the names from-th, from+1-th and so on.
func namesFrom(from, n int, value string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"name%d":%s`, from+i, value)
	}
	return b.String()[1:]
}

// TestNamesOutliveWhatTheyHold: the names of an object count for as long as it is
// open, whatever opens and closes inside, and no longer. Objects change how they
// are searched with their 33rd name. The keys of the search are random, so each
// text is read several times.
func TestNamesOutliveWhatTheyHold(t *testing.T) {
	insides := []struct{ name, text string }{
		{"nothing", "0"},
		{"an array of 40", "[" + strings.Repeat("0,", 39) + "0]"},
		{"an object of 31", "{" + namesFrom(0, 31, "0") + "}"},
		{"an object of 32", "{" + namesFrom(0, 32, "0") + "}"},
		{"an object of 33", "{" + namesFrom(0, 33, "0") + "}"},
		{"an object of 40 in an array of 40", "[" + strings.Repeat("0,", 39) + "{" + namesFrom(0, 40, "0") + "}]"},
		{"an object of 32 in one of 40", "{" + namesFrom(0, 39, "0") + `,"x":{` + namesFrom(0, 32, "0") + "}}"},
	}
	for _, outer := range []int{1, 20, 31, 32, 33, 40} {
		for _, inside := range insides {
			good := "{" + namesFrom(100, outer, "0") + `,"inside":` + inside.text
			for _, row := range []struct {
				text   string
				want   decoder.Offence
				reason string
			}{
				{good + `,"last":0}`, decoder.Offence{}, "all names differ"},
				{good + "," + namesFrom(0, 40, "0") + "}", decoder.Offence{}, "names of what has closed are free again"},
				{good + `,"name100":0}`, decoder.Offence{Reason: duplicate, Offset: len(good) + 1}, "the first name is still there"},
				{good + `,"inside":0}`, decoder.Offence{Reason: duplicate, Offset: len(good) + 1}, "so is the last"},
				{good + "," + namesFrom(0, 40, "0") + `,"name100":0}`, decoder.Offence{Reason: duplicate, Offset: len(good) + 1 + len(namesFrom(0, 40, "0")) + 1}, "also after 40 more"},
			} {
				for range 4 {
					if got := decoder.NewScanner(standard(t)).Scan([]byte(row.text), true); got != row.want {
						t.Fatalf("%d names, then %s: %v at %d, want %v at %d: %s", outer, inside.name, got.Reason, got.Offset, row.want.Reason, row.want.Offset, row.reason)
					}
				}
			}
		}
	}
	// Each name was one of the object before it.
	var b strings.Builder
	for i := range 31 {
		fmt.Fprintf(&b, `"name%d":{"name%d":0},`, i, i+1)
	}
	text := "{" + b.String() + `"name31":0}`
	for range 20 {
		if got := decoder.NewScanner(standard(t)).Scan([]byte(text), true); got.Reason != none {
			t.Fatalf("%s: %v at %d, want none: an inner name is no outer one", text, got.Reason, got.Offset)
		}
	}
}

// TestCheckAtTheLimit: MaxBytes is the largest size that is read.
func TestCheckAtTheLimit(t *testing.T) {
	lim, err := limits.New(limits.MaxBytes(4))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		text string
		want decoder.Offence
	}{
		{"[1]", decoder.Offence{}},
		{"[12]", decoder.Offence{}},
		{"[123]", decoder.Offence{Reason: decoder.Oversized, Offset: 4}},
		{"[12]]", decoder.Offence{Reason: decoder.Oversized, Offset: 4}},
	} {
		var got decoder.Offence
		if err, ok := decoder.Check([]byte(row.text), lim).(*decoder.Error); ok {
			got = decoder.Offence{Reason: err.Reason, Offset: err.Offset}
		}
		if got != row.want {
			t.Errorf("%s within 4 bytes: %v at %d, want %v at %d", row.text, got.Reason, got.Offset, row.want.Reason, row.want.Offset)
		}
	}
}
