package fuzz_test

import (
	"fmt"
	"testing"

	"github.com/leanovate/gopter/gen"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/fuzz/tree"
)

// TestTighterNeverAdmits: tightening any limit never turns ignored into admitted,
// and gives another reason only by the limit that was tightened.
func TestTighterNeverAdmits(t *testing.T) {
	tightened := map[string]int{}
	const n = 2000
	holds(t, n, func(s tree.Sample, bytes, depth int, version bool) (fault string) {
		defer caught(&fault)
		wide := s.Write()
		before, was := decide(wide)
		check := func(what string, tight tree.Text, may admit.Reason, versions ...string) string {
			d := admit.Decide(tight.Bytes, boundsOf(tight, versions...), trustOf(tight))
			if d.Outcome == admit.Admitted && before.Outcome != admit.Admitted {
				return fmt.Sprintf("%s: admitted, but %s under wider limits", what, was)
			}
			if now := verdictOf(tight.Bytes, d); now != was {
				tightened[what]++
				// Where the limit decided before, it goes on to do so at another offset.
				if d.Reason != may {
					return fmt.Sprintf("%s: %s, but %s under wider limits", what, now, was)
				}
			}
			return ""
		}
		tight := wide
		tight.MaxBytes = 1 + bytes%min(wide.MaxBytes, 2*len(wide.Bytes)+1)
		if fault := check("fewer bytes", tight, admit.Oversized); fault != "" {
			return fault
		}
		tight = wide
		tight.MaxDepth = 1 + depth%wide.MaxDepth
		if fault := check("less depth", tight, admit.TooDeep); fault != "" {
			return fault
		}
		if version {
			return check("fewer versions", wide, admit.UnsupportedVersion, "0.9")
		}
		return ""
	}, tree.Anything(), gen.IntRange(0, 1<<20), gen.IntRange(0, 1<<10), gen.Bool())
	for _, what := range []string{"fewer bytes", "less depth", "fewer versions"} {
		healthy(t, n, "what decided was "+what, tightened[what], 50)
	}
}

// TestLimitsAreExact: an envelope passes limits that are just what it needs, and
// not one byte or level less.
func TestLimitsAreExact(t *testing.T) {
	holds(t, 1500, func(s tree.Sample) (fault string) {
		defer caught(&fault)
		text := s.Write()
		size, depth := len(text.Bytes), s.Root.Depth()
		text.MaxBytes, text.MaxDepth = size, depth
		if _, got := decide(text); got.Reason != "admitted" {
			return fmt.Sprintf("%s within %d bytes and %d levels", got, size, depth)
		}
		text.MaxBytes = size - 1
		if _, got := decide(text); got != (verdict{Reason: "oversized", Offset: size - 1}) {
			return fmt.Sprintf("%s within %d bytes", got, size-1)
		}
		text.MaxBytes, text.MaxDepth = size, depth-1
		if depth-1 < 1 {
			return fmt.Sprintf("an envelope of %d levels", depth)
		}
		if _, got := decide(text); got.Reason != "too_deep" {
			return fmt.Sprintf("%s within %d levels", got, depth-1)
		}
		return ""
	}, tree.Envelopes())
}
