package fuzz_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/fuzz/tree"
)

// TestSpellingChangesNothing: whitespace, escapes, the spelling of numbers and the
// order of members never change the outcome nor its reason, size aside, and
// consumers get the same from every spelling. Of one order the MessagePack forms
// are equal too.
func TestSpellingChangesNothing(t *testing.T) {
	admitted := 0
	const n = 2000
	holds(t, n, func(s, other tree.Sample) (fault string) {
		defer caught(&fault)
		if k := s.Recipe.Offence.Kind; k == tree.TooLong {
			s.Recipe.Offence = tree.Offence{} // the size is the one thing that spelling changes
		}
		again := s
		again.Recipe.Choices, again.Recipe.Order = other.Recipe.Choices, other.Recipe.Order
		one, two := s.Write(), again.Write()
		a, x := decide(one)
		b, y := decide(two)
		if a.Outcome != b.Outcome || a.Reason != b.Reason {
			return fmt.Sprintf("%s, but %s for %s", x, y, two)
		}
		if s.Recipe.Offence.Kind == tree.NoOffence && x.Pointer != y.Pointer {
			return fmt.Sprintf("%s, but %s for %s", x, y, two) // what is wrong is the value itself
		}
		if a.Outcome == admit.Ignored {
			return ""
		}
		admitted++
		p, q := a.Snapshot, b.Snapshot
		if p.MessageID() != q.MessageID() || p.Version() != q.Version() || p.NumActions() != q.NumActions() ||
			p.Depth() != q.Depth() || p.MessagePackSize() != q.MessagePackSize() {
			return fmt.Sprintf("%v, but %v for %s", p, q, two)
		}
		for i, x := range p.Actions() {
			if y := q.Action(i); x.ID != y.ID || x.Type != y.Type || x.Version != y.Version {
				return fmt.Sprintf("action %d is %q, but %q for %s", i, x, y, two)
			}
		}
		again.Recipe.Order = s.Recipe.Order
		c, _ := decide(again.Write())
		if !bytes.Equal(p.MessagePack(), c.Snapshot.MessagePack()) {
			return fmt.Sprintf("another MessagePack form for %s", again)
		}
		return ""
	}, tree.Anything(), tree.Values())
	healthy(t, n, "a sample was admitted", admitted, 200)
}
