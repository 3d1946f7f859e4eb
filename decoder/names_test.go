package decoder_test

import (
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

// TestEqualHashesAreSettled: names and objects are told apart by comparing them,
// not by their 32-bit hashes alone. With so many there are about ten pairs of
// equal hashes (n*n/2 pairs, one in 2^32), none with a chance below one in a
// thousand, and none may be taken for a repetition.
func TestEqualHashesAreSettled(t *testing.T) {
	tests := []struct{ name, text string }{
		{"300,000 names of one object", "{" + members(300_000, plainName) + "}"},
		{"17 names of 70,000 objects", "[0" + strings.Repeat(",{"+members(17, plainName)+"}", 70_000) + "]"},
	}
	for _, tt := range tests {
		s := decoder.NewScanner(standard(t))
		if o := s.Scan([]byte(tt.text), true); o.Reason != none {
			t.Errorf("%s: %v at %d", tt.name, o.Reason, o.Offset)
		}
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
