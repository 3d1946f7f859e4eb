package fuzz_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/fuzz/tree"
)

// TestSnapshotsAreAdmittedAgain: admitting the bytes of a snapshot again gives an
// equal one, also after what was passed in has been overwritten.
func TestSnapshotsAreAdmittedAgain(t *testing.T) {
	holds(t, 1000, func(s tree.Sample) (fault string) {
		defer caught(&fault)
		text := s.Write()
		lim := boundsOf(text)
		raw := bytes.Clone(text.Bytes)
		first := admit.Decide(raw, lim, admit.Trusted).Snapshot
		form := first.MessagePack()
		clear(raw)
		again := admit.Decide(first.JSON(), lim, admit.Trusted).Snapshot
		switch {
		case first.IsZero() || again.IsZero():
			return "not admitted"
		case !bytes.Equal(first.JSON(), text.Bytes) || !bytes.Equal(first.MessagePack(), form):
			return "the snapshot changed with the bytes that were passed in"
		case !again.Equal(first) || again.SHA256() != first.SHA256() || !bytes.Equal(again.MessagePack(), form):
			return "another snapshot"
		case again.MessageID() != first.MessageID() || again.Version() != first.Version() || again.NumActions() != first.NumActions() ||
			again.CompactSize() != first.CompactSize() || again.Depth() != first.Depth():
			return "other accessors"
		}
		for i, a := range first.Actions() {
			if again.Action(i) != a {
				return fmt.Sprintf("another action %d", i)
			}
		}
		return ""
	}, tree.Envelopes())
}

// TestMessagePackSizeIsBounded: at most 9(n+1)/4 bytes for n bytes of JSON. The
// worst values are short floats, so some samples get a list of them.
func TestMessagePackSizeIsBounded(t *testing.T) {
	tight := 0
	const n = 1000
	holds(t, n, func(s tree.Sample, floats tree.Sample) (fault string) {
		defer caught(&fault)
		if count := len(floats.Root.Items); count > 0 {
			items := make([]*tree.Node, 100*count)
			for i := range items {
				items[i] = tree.Num("0e0")
			}
			members := append(s.Root.Members[:len(s.Root.Members):len(s.Root.Members)], tree.Member{Name: "more floats", Value: tree.Arr(items...)})
			s.Root = tree.Obj(members...)
		}
		d, core := decide(s.Write())
		if d.Outcome != admit.Admitted {
			return core.String()
		}
		size, form := d.Snapshot.Size(), d.Snapshot.MessagePackSize()
		if 4*form > 9*(size+1) {
			return fmt.Sprintf("%d bytes of MessagePack for %d of JSON", form, size)
		}
		if form > 2*size {
			tight++
		}
		return ""
	}, tree.Envelopes(), tree.Values())
	healthy(t, n, "a form was more than twice the text", tight, 10)
}

// TestIgnoredLeavesOnlyACount: of an ignored envelope an authority keeps nothing
// but one count under its reason, and what it decides afterwards is what a new
// authority decides.
func TestIgnoredLeavesOnlyACount(t *testing.T) {
	holds(t, 1000, func(bad, good tree.Sample) (fault string) {
		defer caught(&fault)
		text := bad.Write()
		authority := admit.NewAuthority(boundsOf(text))
		d := authority.Admit(text.Bytes, trustOf(text))
		if d.Outcome != admit.Ignored || d.Snapshot != (admit.Snapshot{}) {
			return fmt.Sprintf("%s with %v", verdictOf(text.Bytes, d), d.Snapshot)
		}
		if fault := counts(authority, d.Reason); fault != "" {
			return fault
		}
		next := good.Write()
		next.MaxBytes, next.MaxDepth = text.MaxBytes, text.MaxDepth
		got := authority.Admit(next.Bytes, admit.Trusted)
		want, verdict := decide(next)
		if verdictOf(next.Bytes, got) != verdict || !got.Snapshot.Equal(want.Snapshot) || !bytes.Equal(got.Snapshot.MessagePack(), want.Snapshot.MessagePack()) {
			return fmt.Sprintf("afterwards %s, alone %s", verdictOf(next.Bytes, got), verdict)
		}
		return counts(authority, d.Reason, got.Reason)
	}, tree.Offenders(), tree.Envelopes())
}

// counts says how the tally differs from exactly these reasons.
func counts(a *admit.Authority, reasons ...admit.Reason) string {
	want := map[admit.Reason]uint64{}
	for _, r := range reasons {
		want[r]++
	}
	tally := a.Tally()
	var sum uint64
	for r, n := range tally.All() {
		sum += n
		if n != want[r] || tally.Count(r) != n {
			return fmt.Sprintf("%d counts of %s, want %d", n, r, want[r])
		}
	}
	if total := tally.Total(); total != sum || total != uint64(len(reasons)) || tally.Outcome(admit.Admitted)+tally.Outcome(admit.Ignored) != total {
		return fmt.Sprintf("a total of %d, want %d", total, len(reasons))
	}
	return ""
}
