package admit_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/internal/reference"
)

// TestReasonTexts: the texts are metric labels and golden values, so they stand
// here once more, in the order of judgement.
func TestReasonTexts(t *testing.T) {
	want := []string{
		"absent", "untrusted", "oversized",
		"malformed_json", "invalid_utf8", "lone_surrogate", "duplicate_member",
		"too_deep", "integer_out_of_range", "number_out_of_range",
		"not_an_object", "unsupported_version", "invalid_envelope", "not_encodable",
		"admitted",
	}
	var got []string
	for _, r := range admit.Reasons() {
		got = append(got, r.String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, r := range []admit.Reason{admit.NoFault + 1, 255} {
		if r.String() != "invalid" {
			t.Errorf("%d is %q, want invalid: it is not in the set", r, r)
		}
	}
}

// TestReasonsIsACopy: what a caller does to the list is its own business.
func TestReasonsIsACopy(t *testing.T) {
	admit.Reasons()[0] = admit.NoFault
	if admit.Reasons()[0] != admit.Absent {
		t.Error("the list of reasons was changed from outside")
	}
}

func TestOutcomeAndTrustTexts(t *testing.T) {
	for _, row := range []struct{ got, want string }{
		{admit.Admitted.String(), reference.Admitted},
		{admit.Ignored.String(), reference.Ignored},
		{admit.Outcome(0).String(), "ignored"},
		{admit.Outcome(7).String(), "ignored"},
		{admit.Trusted.String(), "trusted"},
		{admit.Untrusted.String(), "untrusted"},
		{admit.Trust(0).String(), "untrusted"},
		{admit.Trust(7).String(), "untrusted"},
	} {
		if row.got != row.want {
			t.Errorf("got %q, want %q", row.got, row.want)
		}
	}
}

// TestEnumsAreWrittenAsText: a number in a log would change its meaning as soon as
// a reason is added between two others.
func TestEnumsAreWrittenAsText(t *testing.T) {
	tests := []struct {
		value any
		want  string
	}{
		{admit.DuplicateMember, `"duplicate_member"`},
		{admit.Reason(255), `"invalid"`},
		{admit.Admitted, `"admitted"`},
		{admit.Outcome(7), `"ignored"`},
		{admit.Trusted, `"trusted"`},
		{admit.Trust(7), `"untrusted"`},
		{map[admit.Reason]int{admit.TooDeep: 1}, `{"too_deep":1}`},
	}
	for _, tt := range tests {
		got, err := json.Marshal(tt.value)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s, %v; want %s", got, err, tt.want)
		}
	}
}
