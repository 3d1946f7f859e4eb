package fuzz

import (
	"fmt"

	"github.com/kvhints/hintcheck/admit"
)

// Lattice: tightening a limit or taking trust away never turns ignored into
// admitted, and changes the reason only to that of what was tightened. An
// admitted text passes the limits that it just needs, and not one byte or level
// less.
func Lattice(data []byte) error {
	if len(data) > LargestInput {
		return nil
	}
	in := Parse(data)
	wide, err := decide(in)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	for _, step := range tighter(in) {
		tight, err := decide(step.in)
		if err != nil {
			return fmt.Errorf("%w\n%s", err, step.in)
		}
		if tight.Outcome == admit.Admitted && !tight.Snapshot.Equal(wide.Snapshot) {
			return fmt.Errorf("%s: admitted, but %s before\n%s", step.what, ofCore(in.Text, wide), in)
		}
		if !same(tight, wide) && tight.Reason != step.may {
			return fmt.Errorf("%s: %s, but %s before\n%s", step.what, ofCore(in.Text, tight), ofCore(in.Text, wide), in)
		}
	}
	if wide.Outcome != admit.Admitted {
		return nil
	}
	exact := in
	exact.MaxBytes, exact.MaxDepth = wide.Snapshot.Size(), wide.Snapshot.Depth()
	less, shallower := exact, exact
	less.MaxBytes--
	shallower.MaxDepth--
	for _, row := range []struct {
		in   Input
		want admit.Reason
	}{{exact, admit.NoFault}, {less, admit.Oversized}, {shallower, admit.TooDeep}} {
		if row.in.MaxBytes < 1 || row.in.MaxDepth < 1 {
			return fmt.Errorf("an envelope of %d bytes and %d levels\n%s", exact.MaxBytes, exact.MaxDepth, in)
		}
		if d := admit.Decide(in.Text, row.in.limits(), in.trust()); d.Reason != row.want {
			return fmt.Errorf("%v, want %v\n%s", d.Reason, row.want, row.in)
		}
	}
	return nil
}

// step is one tightening and the only reason that it may bring.
type step struct {
	what string
	in   Input
	may  admit.Reason
}

func tighter(in Input) []step {
	var steps []step
	add := func(what string, may admit.Reason, change func(*Input)) {
		tight := in
		change(&tight)
		steps = append(steps, step{what, tight, may})
	}
	// A null that no longer fits is no longer absent: of who is not trusted it is
	// untrusted, before it is oversized.
	may := admit.Oversized
	if !in.Trusted {
		may = admit.NotTrusted
	}
	for _, n := range []int{in.MaxBytes / 2, len(in.Text) - 1, len(in.Text)} {
		if n >= 1 && n < in.MaxBytes {
			add(fmt.Sprintf("%d bytes", n), may, func(t *Input) { t.MaxBytes = n })
		}
	}
	for _, n := range []int{in.MaxDepth / 2, in.MaxDepth - 1, 1} {
		if n >= 1 && n < in.MaxDepth {
			add(fmt.Sprintf("%d levels", n), admit.TooDeep, func(t *Input) { t.MaxDepth = n })
		}
	}
	if len(in.Versions) > 1 {
		add("one version less", admit.UnsupportedVersion, func(t *Input) { t.Versions = t.Versions[:1] })
	}
	if in.Trusted {
		add("no trust", admit.NotTrusted, func(t *Input) { t.Trusted = false })
	}
	return steps
}
