package admit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
)

// TestIgnoreCountsOnce: every reason but admitted can be given by a caller, and
// counts as if the authority had found it.
func TestIgnoreCountsOnce(t *testing.T) {
	a := admit.NewAuthority(standard.limits(t))
	for i, reason := range admit.Reasons() {
		if reason == admit.NoFault {
			continue
		}
		want := admit.Decision{Outcome: admit.Ignored, Reason: reason, Offset: i - 1}
		if diff := cmp.Diff(want, a.Ignore(reason, i-1)); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if n := a.Tally().Count(reason); n != 1 {
			t.Errorf("%s counts %d after one call", reason, n)
		}
	}
	if tally := a.Tally(); tally.Total() != uint64(len(admit.Reasons())-1) || tally.Outcome(admit.Admitted) != 0 {
		t.Errorf("total %d, admitted %d", tally.Total(), tally.Outcome(admit.Admitted))
	}
}

// TestIgnoreOfNoReason: nobody can count an admission, or past the last reason.
func TestIgnoreOfNoReason(t *testing.T) {
	a := admit.NewAuthority(standard.limits(t))
	for _, reason := range []admit.Reason{admit.NoFault, admit.NoFault + 1, 255} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was taken for a reason to ignore", reason)
				}
			}()
			a.Ignore(reason, 0)
		}()
	}
	if a.Tally().Total() != 0 {
		t.Error("something counted that is no reason")
	}
}
