package corpus_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/corpus"
	"github.com/kvhints/hintcheck/internal/reference"
)

// TestReferenceAgrees compares two independent readings of the rules: the
// expectations of index.json, derived by hand, and the reference.
func TestReferenceAgrees(t *testing.T) {
	defaults := reference.Limits{MaxBytes: 65536, MaxDepth: 32, Versions: []string{"0.1"}}
	for _, e := range load(t) {
		v := reference.Judge(e.Raw, defaults, true)
		got := corpus.Want{Outcome: v.Outcome, Reason: v.Reason, Offset: v.Offset, Pointer: v.Pointer, HasPointer: v.HasPointer}
		if diff := cmp.Diff(e.Want, got); diff != "" {
			t.Errorf("%s: %s (-index +reference):\n%s", e.Name, e.Note, diff)
		}
	}
}

// TestUntrustedLeavesNothing: none of these reaches a consumer from a caller
// that is not trusted, whatever its shape.
func TestUntrustedLeavesNothing(t *testing.T) {
	defaults := reference.Limits{MaxBytes: 65536, MaxDepth: 32, Versions: []string{"0.1"}}
	want := corpus.Want{Outcome: "ignored", Reason: "untrusted", Offset: corpus.NoOffset}
	for _, e := range load(t) {
		v := reference.Judge(e.Raw, defaults, false)
		got := corpus.Want{Outcome: v.Outcome, Reason: v.Reason, Offset: v.Offset, Pointer: v.Pointer, HasPointer: v.HasPointer}
		if diff := cmp.Diff(want, got); diff != "" || v.MessagePack != nil || v.Actions != nil {
			t.Errorf("%s (-want +reference):\n%s", e.Name, diff)
		}
	}
}
