package decoder_test

import (
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
// look like those of the next.
func TestRoundsStartAgain(t *testing.T) {
	text := []byte("{" + members(40, plainName) + "}")
	p := standard(t)
	s := decoder.NewScanner(p)
	for range 3 {
		if o := s.Scan(text, true); o.Reason != none {
			t.Fatalf("%v at %d", o.Reason, o.Offset)
		}
		s.LastRound()
		s.Reset(p)
	}
}
