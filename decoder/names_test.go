package decoder_test

import (
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

// TestEqualHashesAreSettled: names are told apart by comparing them, not by
// their 32-bit hashes. Among so many there are about ten pairs of equal hashes
// (n*n/2 pairs, one in 2^32), and none with a chance below one in ten thousand.
func TestEqualHashesAreSettled(t *testing.T) {
	text := "{" + members(300_000, plainName) + "}"
	s := decoder.NewScanner(standard(t))
	if o := s.Scan([]byte(text), true); o.Reason != none {
		t.Errorf("%v at %d of different names", o.Reason, o.Offset)
	}
}

// TestRoundsStartAgain: after 2^32 texts the entries of the first ones must not
// look like those of the next, so that the numbers start again from 1. Before, they
// only grow, and no table is cleared.
func TestRoundsStartAgain(t *testing.T) {
	text := []byte("{" + members(40, plainName) + "}")
	p := standard(t)
	s := decoder.NewScanner(p)
	for range 3 {
		if o := s.Scan(text, true); o.Reason != none {
			t.Fatalf("%v at %d", o.Reason, o.Offset)
		}
		before := s.Round()
		s.Reset(p)
		if after := s.Round(); after <= before {
			t.Errorf("the next text starts at %d, the last one at %d", after, before)
		}
		s.LastRound()
		s.Reset(p)
		if got := s.Round(); got != 1 {
			t.Errorf("the text after the last round starts at %d, want 1", got)
		}
	}
}

// TestWideSiblings: when the last wide object closes, its names make room for those
// of the next, so that a thousand of them take as much memory as one, wherever it
// stands.
func TestWideSiblings(t *testing.T) {
	wide := "{" + members(100, plainName) + "}"
	around := func(inner string) string { return "{" + members(40, plainName) + `,"in":` + inner + "}" }
	scratch := func(text string) int {
		s := decoder.NewScanner(standard(t))
		if o := s.Scan([]byte(text), true); o.Reason != none {
			t.Fatalf("%.80q: %v", text, o)
		}
		return s.NameBytes()
	}
	for _, r := range []struct {
		object, reason string
	}{
		{wide, "wide"},
		{`{"in":` + wide + "}", "wide inside a small one"},
		{around(wide), "wide inside a wide one"},
	} {
		one, many := scratch(r.object), scratch("["+strings.Repeat(r.object+",", 999)+r.object+"]")
		if many != one {
			t.Errorf("%d bytes for the names of a thousand objects, want %d as for one: %s", many, one, r.reason)
		}
	}
}

// TestNamesSpread: most names are told apart by a bit of 64. Thirty-two that fall
// where they like take 25 of them on average; fewer than five, again and again, would
// have each name of small objects compared with all others.
func TestNamesSpread(t *testing.T) {
	var names []string
	for i := range 32 {
		names = append(names, strings.Trim(plainName(i), `"`))
	}
	const scanners = 20 // each with keys of its own
	taken := 0
	for range scanners {
		taken += decoder.NewScanner(standard(t)).NameBits(names...)
	}
	if taken < 5*scanners {
		t.Errorf("%d names take %d bits, and that of %d scanners together, want at least %d", len(names), taken, scanners, 5*scanners)
	}
}
