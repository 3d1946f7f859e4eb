package fuzz

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/internal/reference"
)

// verdict is what admission says of a text, in the words of both implementations.
type verdict struct {
	outcome, reason string
	offset          int
	pointer         string
	hasPointer      bool
}

func (v verdict) String() string {
	pointer := "no pointer"
	if v.hasPointer {
		pointer = fmt.Sprintf("pointer %q", v.pointer)
	}
	return fmt.Sprintf("%s, %s at %d, %s", v.outcome, v.reason, v.offset, pointer)
}

func ofReference(v reference.Verdict) verdict {
	return verdict{v.Outcome, v.Reason, v.Offset, v.Pointer, v.HasPointer}
}

func ofCore(raw []byte, d admit.Decision) verdict {
	x := admit.Explain(raw, d)
	return verdict{d.Outcome.String(), d.Reason.String(), d.Offset, x.Pointer, x.HasPointer}
}

// decide judges the input by an authority of its own, checks that this one call
// was counted once, that Decide says the same, and that nobody says not_encodable:
// the rules before it should make it unreachable.
func decide(in Input) (admit.Decision, error) {
	authority := admit.NewAuthority(in.limits())
	d := authority.Admit(in.Text, in.trust())
	if err := counted(authority, map[string]uint64{d.Reason.String(): 1}); err != nil {
		return d, fmt.Errorf("after one call: %w", err)
	}
	pure := admit.Decide(in.Text, in.limits(), in.trust())
	if !same(d, pure) {
		return d, fmt.Errorf("Authority.Admit says %s, Decide says %s", ofCore(in.Text, d), ofCore(in.Text, pure))
	}
	if d.Reason == admit.NotEncodable {
		return d, errors.New("the text is not encodable, which was thought to be impossible")
	}
	if (d.Outcome == admit.Admitted) == d.Snapshot.IsZero() {
		return d, fmt.Errorf("%v with %v", d.Outcome, d.Snapshot)
	}
	return d, nil
}

func same(a, b admit.Decision) bool {
	return a.Outcome == b.Outcome && a.Reason == b.Reason && a.Offset == b.Offset && a.Snapshot.Equal(b.Snapshot) &&
		bytes.Equal(a.Snapshot.MessagePack(), b.Snapshot.MessagePack())
}

// counted holds a tally to its invariants and to the counts that are due: the
// total is the sum over the reasons and over the outcomes, and every reason is
// there once.
func counted(a *admit.Authority, due map[string]uint64) error {
	tally := a.Tally()
	var sum, total uint64
	reasons := 0
	for reason, n := range tally.All() {
		reasons++
		sum += n
		if n != due[reason.String()] || n != tally.Count(reason) {
			return fmt.Errorf("%s was counted %d times and %d, want %d", reason, n, tally.Count(reason), due[reason.String()])
		}
	}
	for _, n := range due {
		total += n
	}
	admitted, ignored := tally.Outcome(admit.Admitted), tally.Outcome(admit.Ignored)
	if sum != total || tally.Total() != total || reasons != len(admit.Reasons()) || admitted != tally.Count(admit.NoFault) || admitted+ignored != total {
		return fmt.Errorf("a total of %d, a sum of %d over %d reasons, %d admitted and %d ignored; want %d calls", tally.Total(), sum, reasons, admitted, ignored, total)
	}
	return nil
}
