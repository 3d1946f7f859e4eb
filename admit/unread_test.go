package admit

import (
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/limits"
)

// TestUntrustedIsNotScanned looks at the scanner itself, since a verdict does not
// show whether bytes were parsed before it was reached.
func TestUntrustedIsNotScanned(t *testing.T) {
	const text = "[[[]]]"
	for trust, depth := range map[Trust]int{Trusted: 3, Untrusted: 0, Trusted + 1: 0, 255: 0} {
		s := newScratch()
		s.decide([]byte(text), limits.Default(), trust)
		if got := s.stream.Scanner().Depth(); got != depth {
			t.Errorf("trust %d: %d levels were scanned, want %d", trust, got, depth)
		}
		s = newScratch()
		if _, err := s.decideReader(strings.NewReader(text), limits.Default(), trust); err != nil {
			t.Fatal(err)
		}
		if got := s.stream.Scanner().Depth(); got != depth {
			t.Errorf("trust %d, reader: %d levels were scanned, want %d", trust, got, depth)
		}
	}
}
