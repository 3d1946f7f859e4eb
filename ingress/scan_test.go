package ingress_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

// TestRefusals: the first thing in the order of the bytes refuses a body, and the
// offset and the one-line error say where.
func TestRefusals(t *testing.T) {
	for _, row := range []struct {
		role, body   string
		cause        string
		offset       int
		status       int
		text, reason string
	}{
		{"edge", ` `, "unreadable_body", 1, 400, "unreadable_body at offset 1: want one RFC 8259 object in UTF-8 and nothing else", "only whitespace ends too early"},
		{"edge", ` [1]`, "unreadable_body", 1, 400, "one RFC 8259 object", "an array, known at its bracket"},
		{"edge", `"a"`, "unreadable_body", 0, 400, "one RFC 8259 object", "a string, at its quote"},
		{"edge", `1`, "unreadable_body", 0, 400, "one RFC 8259 object", "a number, at its first digit"},
		{"edge", `{"a":1}x`, "unreadable_body", 7, 400, "one RFC 8259 object", "a byte behind"},
		{"edge", `{"a":"b`, "unreadable_body", 7, 400, "one RFC 8259 object", "cut short"},
		{"edge", "{\"a\":\"\xff\",\"kv_transfer_params\":{}}", "unreadable_body", 6, 400, "want UTF-8", "the bad byte comes before the handoff"},
		{"edge", "{\"kv_transfer_params\":{},\"a\":\"\xff\"}", "handoff_not_allowed", 22, 400, "handoff_not_allowed at offset 22: want null, or no such member from a client", "the handoff comes before the bad byte"},
		{"edge", "{\"kv_transfer_params\":\"\xff\"}", "unreadable_body", 23, 400, "want UTF-8", "a string is known at its last byte"},
		{"edge", `{"kv_transfer_params":1.5e,`, "unreadable_body", 26, 400, "one RFC 8259 object", "a number that never was one"},
		{"edge", `{"bootstrap_room":7x`, "handoff_not_allowed", 18, 400, "want null", "a number is known at the byte after it"},
		{"edge", `{"extra_body":[{"ec_transfer_params":[]}]}`, "handoff_not_allowed", 37, 400, "want null", "where a carrier could stand"},
		{"worker", `{"bootstrap_room":7,"a":1,"bootstrapRoom":8,"bootstrap_room":9}`, "duplicate_handoff", 26, 400, "duplicate_handoff at offset 26: want one handoff member of a name", "the second of one name, folded"},
		{"worker", `{"nvext":{"kv_transfer_params":null,"KV_TRANSFER_PARAMS":null},"bootstrap_room":1,"bootstrap_room":2}`, "duplicate_handoff", 36, 400, "one handoff", "the first repetition in the order of the bytes"},
		{"worker", `{"bootstrap_room":1,"bootstrap_room":2,"nvext":{"kv_transfer_params":null,"KV_TRANSFER_PARAMS":null}}`, "duplicate_handoff", 20, 400, "one handoff", "and the other way round"},
	} {
		for size := range 3 {
			got := scanned(t, policyOf(t, row.role), []byte(row.body), 1+size*size*30, untrusted)
			want := ingress.Decision{
				Disposition: ingress.Refused, Cause: got.decision.Cause, Status: row.status, Offset: row.offset,
				Admission: admit.Decision{Outcome: admit.Ignored, Reason: admit.Absent, Offset: admit.NoOffset},
			}
			if diff := cmp.Diff(want, got.decision); diff != "" || got.decision.Cause.String() != row.cause {
				t.Errorf("%s %.60q: %s, %s\n-want +got:\n%s", row.role, row.body, got.decision.Cause, row.reason, diff)
			}
			var fault *ingress.BodyError
			if !errors.As(got.err, &fault) || fault.Cause.String() != row.cause || fault.Offset != row.offset {
				t.Errorf("%s %.60q: %v: %s", row.role, row.body, got.err, row.reason)
			} else if !strings.Contains(fault.Error(), row.text) || strings.Contains(fault.Error(), "\n") {
				t.Errorf("%s %.60q: %q does not say %q", row.role, row.body, fault, row.text)
			}
		}
	}
}

// TestHandoffsOfAWorker: one name in different objects is no repetition.
func TestHandoffsOfAWorker(t *testing.T) {
	for _, body := range []string{
		`{"kv_transfer_params":null,"requests":[{"kv_transfer_params":null},{"kv_transfer_params":null}]}`,
		`{"kv_transfer_params":null,"ec_transfer_params":null,"bootstrap_room":null,"bootstrap_rooms":null}`,
		`{"requests":[[{"kv_transfer_params":null}],{"a":[{"kv_transfer_params":null,"kv_transfer_params":null}]}]}`,
	} {
		if got := scanned(t, policyOf(t, "worker"), []byte(body), 3, untrusted); got.err != nil || string(got.upstream) != body {
			t.Errorf("%s: %v", body, got.err)
		}
	}
}

// TestBodySize: exactly the limit passes, one byte more is too large, and an
// earlier offence stays the first, however the bytes come.
func TestBodySize(t *testing.T) {
	const most = 100
	fill := func(n int) string { return `{"a":"` + strings.Repeat("x", n-8) + `"}` }
	for _, row := range []struct {
		body, cause string
		offset      int
		reason      string
	}{
		{fill(most), "none", -1, "exactly the limit"},
		{fill(most + 1), "body_too_large", most, "a byte more"},
		{fill(most) + strings.Repeat(" ", 10*most), "body_too_large", most, "whitespace counts"},
		{"[" + fill(most), "unreadable_body", 0, "what is wrong before the limit comes first"},
		{fill(most) + "x", "body_too_large", most, "what is wrong behind it is not looked at"},
	} {
		for _, size := range []int{1, 64, most, most + 1, 5000} {
			p := policyOf(t, "edge", ingress.MaxBodyBytes(most))
			got := scanned(t, p, []byte(row.body), size, untrusted)
			if d := got.decision; d.Cause.String() != row.cause || d.Offset != row.offset {
				t.Errorf("%d bytes in chunks of %d: %s at %d: %s", len(row.body), size, d.Cause, d.Offset, row.reason)
			}
			if row.cause == "body_too_large" && got.decision.Status != 413 {
				t.Errorf("status %d", got.decision.Status)
			}
		}
	}
	s := ingress.NewScan(policyOf(t, "edge", ingress.MaxBodyBytes(most)), most+1)
	if n, err := s.Write([]byte("{}")); n != 0 || err == nil || s.Decide(untrusted).Cause != ingress.BodyTooLarge {
		t.Errorf("a declared length over the limit: %d bytes taken, %v", n, err)
	}
	s = ingress.NewScan(policyOf(t, "edge", ingress.MaxBodyBytes(most)), most)
	if _, err := s.Write([]byte("{}")); err != nil || s.Decide(untrusted).Cause != ingress.NoCause {
		t.Errorf("a declared length of the limit: %v", err)
	}
}

// TestWriteStops: once a body is refused, no more of it is taken.
func TestWriteStops(t *testing.T) {
	s := ingress.NewScan(policyOf(t, "edge"), -1)
	_, first := s.Write([]byte(`{"a":x`))
	n, second := s.Write([]byte(strings.Repeat("x", 1<<20)))
	if first == nil || n != 0 || first != second || s.Finish() != first || s.Held() > 4096 {
		t.Errorf("%v, then %d bytes and %v; held %d", first, n, second, s.Held())
	}
}

func TestBodyDepth(t *testing.T) {
	deep := func(n int) []byte {
		return []byte(`{"a":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + `}`)
	}
	p := policyOf(t, "edge", ingress.MaxBodyDepth(40))
	if got := scanned(t, p, deep(40), 7, untrusted); got.err != nil {
		t.Errorf("40 levels: %v", got.err)
	}
	got := scanned(t, p, deep(41), 7, untrusted)
	if d := got.decision; d.Cause != ingress.UnreadableBody || d.Offset != 44 || !strings.Contains(got.err.Error(), "at most 40 open arrays and objects") {
		t.Errorf("41 levels: %+v, %v", d, got.err)
	}
	if got := scanned(t, policyOf(t, "edge"), deep(1_000_000), 1<<20, untrusted); got.err != nil {
		t.Errorf("a million levels without a bound: %v", got.err)
	}
}

// TestZeroPolicy: what nobody has configured lets nothing through.
func TestZeroPolicy(t *testing.T) {
	for _, body := range []string{``, `{}`} {
		s := ingress.NewScan(ingress.Policy{}, -1)
		s.Write([]byte(body))
		if d := s.Decide(trusted); d.Disposition != ingress.Refused || d.Status != 400 {
			t.Errorf("%q: %+v", body, d)
		}
		if segments, _, err := s.Edit().Segments(); err == nil || segments != nil {
			t.Errorf("%q goes upstream", body)
		}
	}
}

// TestReset: one Scan for all bodies, one after the other, says of each what a new
// one says.
func TestReset(t *testing.T) {
	s := ingress.NewScan(ingress.Policy{}, -1)
	for round := range 2 {
		for _, c := range cases(t, "body") {
			for _, role := range []string{"edge", "worker"} {
				body := c.Body.bytes()
				s.Reset(policyOf(t, role), int64(len(body)))
				got := finished(t, s, body, 11, trusted)
				want := scanned(t, policyOf(t, role), body, len(body)+1, trusted)
				if diff := cmp.Diff(want, got, cmp.AllowUnexported(outcome{})); diff != "" {
					t.Errorf("%s, %s, round %d: -new +reset:\n%s", c.ID, role, round, diff)
				}
			}
		}
	}
}
