package ingress_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

// texts returns the texts of a closed set as encoders write them.
func texts[T any](t *testing.T, set []T) []string {
	t.Helper()
	written, err := json.Marshal(set)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	if err := json.Unmarshal(written, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestClosedSets: the texts are metric labels, so they do not change.
func TestClosedSets(t *testing.T) {
	for _, row := range []struct{ got, want []string }{
		{texts(t, []ingress.Role{0, 1, 2, 3, 255}), []string{"none", "edge", "worker", "invalid", "invalid"}},
		{texts(t, ingress.Dispositions()), []string{"forwarded", "stripped", "withheld", "refused"}},
		{texts(t, []ingress.Disposition{0, 5, 255}), []string{"none", "invalid", "invalid"}},
		{texts(t, ingress.Causes()), []string{
			"none", "handoff_not_allowed", "duplicate_handoff", "invalid_handoff", "unreadable_body", "body_too_large", "unsupported_encoding",
			"unsupported_media_type", "upstream_withholds", "action_not_allowed", "overloaded", "stalled", "bad_framing", "path_not_allowed", "upgrade_not_allowed",
		}},
		{texts(t, []ingress.Cause{15, 255}), []string{"invalid", "invalid"}},
	} {
		if diff := cmp.Diff(row.want, row.got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

// TestStatus: the statuses are those of RFC 9110 for what each cause is, and what
// refuses nothing has none.
func TestStatus(t *testing.T) {
	want := map[string]int{
		"none": 0, "upstream_withholds": 0, "action_not_allowed": 0, "handoff_not_allowed": 400, "duplicate_handoff": 400, "invalid_handoff": 400,
		"unreadable_body": 400, "bad_framing": 400, "path_not_allowed": 400, "upgrade_not_allowed": 400, "stalled": 408, "body_too_large": 413,
		"unsupported_encoding": 415, "unsupported_media_type": 415, "overloaded": 503,
	}
	got := map[string]int{}
	for _, cause := range ingress.Causes() {
		got[cause.String()] = cause.Status()
		d := ingress.Refuse(cause, trusted)
		if d.Disposition != ingress.Refused || d.Cause != cause || d.Status != cause.Status() || d.Offset != admit.NoOffset || d.Trust != trusted {
			t.Errorf("%+v", d)
		}
		if a := d.Admission; a.Outcome != admit.Ignored || a.Reason != admit.Absent || a.Offset != admit.NoOffset || !a.Snapshot.IsZero() {
			t.Errorf("%s has admitted something: %+v", cause, a)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if ingress.Cause(99).Status() != 0 {
		t.Error("a status of no cause")
	}
}
