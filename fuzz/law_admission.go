package fuzz

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/internal/reference"
)

// Admission: the core says what the reference says, and keeps nothing of the
// bytes that it was given.
func Admission(data []byte) error {
	if len(data) > LargestInput {
		return nil
	}
	in := Parse(data)
	slow := reference.Judge(in.Text, in.reference(), in.Trusted)
	d, err := decide(in)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	if core, want := ofCore(in.Text, d), ofReference(slow); core != want {
		return fmt.Errorf("the core says %s; the reference says %s\n%s", core, want, in)
	}
	if line := admit.Explain(in.Text, d).Text; !oneLine(line) {
		return fmt.Errorf("the explanation is no line of at most 256 printable bytes: %q\n%s", line, in)
	}
	if d.Outcome != admit.Admitted {
		return nil
	}
	buffer := bytes.Clone(in.Text)
	s := admit.Decide(buffer, in.limits(), in.trust()).Snapshot
	clear(buffer)
	if err := sameParts(s, in.Text, slow); err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	return nil
}

// sameParts compares a snapshot with what the reference found in the text.
func sameParts(s admit.Snapshot, text []byte, want reference.Verdict) error {
	if !bytes.Equal(s.JSON(), text) || s.Size() != len(text) {
		return fmt.Errorf("the snapshot holds %q", s.JSON())
	}
	if got := s.MessagePack(); !bytes.Equal(got, want.MessagePack) || s.MessagePackSize() != len(got) {
		return fmt.Errorf("MessagePack form %x (size %d), the reference has %x", got, s.MessagePackSize(), want.MessagePack)
	}
	if s.Version() != want.Version || s.MessageID() != want.MessageID || s.NumActions() != len(want.Actions) {
		return fmt.Errorf("version %q, message id %q, %d actions; the reference has %q, %q, %d", s.Version(), s.MessageID(), s.NumActions(), want.Version, want.MessageID, len(want.Actions))
	}
	for i, a := range s.Actions() {
		w := want.Actions[i]
		if a != (admit.Action{ID: w.ID, Type: w.Type, Version: w.Version, Payload: string(w.Payload)}) || a != s.Action(i) {
			return fmt.Errorf("action %d is %q and %q, the reference has %q", i, a, s.Action(i), w)
		}
	}
	return nil
}

func oneLine(s string) bool {
	return s != "" && len(s) <= 256 && !slices.ContainsFunc([]byte(s), func(c byte) bool { return c < ' ' || c > '~' })
}
