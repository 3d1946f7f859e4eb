package ingress_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
	"github.com/kvhints/hintcheck/limits"
)

// TestTrustedHints: what section "one decision per request" says of a trusted
// sender. Offsets of the admission count from the hint's own first byte, and are
// those of package admit for the same bytes alone.
func TestTrustedHints(t *testing.T) {
	second := `{"a":1,"kv_hints":1,"b":2,`
	for _, row := range []struct {
		body, reason    string
		disposition     string
		offset          int // of the admission
		bodyOffset      int
		forwarded, note string
	}{
		{`{"model":"m","kv_hints":` + good + `}`, "admitted", "forwarded", -1, -1, `{"model":"m","kv_hints":` + good + `}`, "the hint stays, byte for byte"},
		{`{"kv_hints" : ` + good + ` , "model":"m"}`, "admitted", "forwarded", -1, -1, `{"kv_hints" : ` + good + ` , "model":"m"}`, "whitespace around it stays too"},
		{`{"kv\u005fhints":` + good + `}`, "admitted", "forwarded", -1, -1, `{"kv\u005fhints":` + good + `}`, "the spelling counts after unescaping"},
		{`{"KV_HINTS":` + good + `}`, "absent", "stripped", -1, -1, `{}`, "another spelling is not judged, and goes"},
		{`{"kv_hint":` + good + `,"kv_hints":` + good + `}`, "admitted", "stripped", -1, -1, `{"kv_hints":` + good + `}`, "another carrier goes, the hint stays"},
		{`{"kv_hints":` + good + `,"nvext":{"kv_hints":` + good + `}}`, "admitted", "stripped", -1, -1, `{"kv_hints":` + good + `,"nvext":{}}`, "one elsewhere is no second match"},
		{`{"a":1,"kv_hints":null}`, "absent", "stripped", -1, -1, `{"a":1}`, "null is no hint, and a strict schema refuses it"},
		{`{"a":1}`, "absent", "forwarded", -1, -1, `{"a":1}`, "there is none"},
		{`{"a":1,"kv_hints": [1]}`, "not_an_object", "stripped", 0, -1, `{"a":1}`, "judged from its own first byte"},
		{`{"a":1,"kv_hints":  {"x":1,"x":2}}`, "duplicate_member", "stripped", 7, -1, `{"a":1}`, "a duplicate inside, at its opening quote in the hint"},
		{`{"kv_hints":{"protocol_version":"9"},"a":1}`, "unsupported_version", "stripped", 20, -1, `{"a":1}`, "an ignored hint goes"},
		{`{"kv_hints":"` + strings.Repeat("a", 65535) + `"}`, "oversized", "stripped", 65536, -1, `{}`, "65,537 bytes with its quotes; whitespace around does not count"},
		{second + `"kv_hints":` + good + `}`, "duplicate_member", "stripped", -1, len(second), `{"a":1,"b":2}`, "two at the admitted path: both go"},
		{second + `"kv\u005fhints":null}`, "duplicate_member", "stripped", -1, len(second), `{"a":1,"b":2}`, "null is a member too, and so is another escape spelling"},
		{`{"kv_hints":null,"kv_hints":null}`, "duplicate_member", "stripped", -1, 17, `{}`, "two that are null"},
		{`{"kv_hints":1,"kv_hints":2,"kv_hints":3}`, "duplicate_member", "stripped", -1, 14, `{}`, "three: the second is told"},
	} {
		p := policyOf(t, "worker")
		got := scanned(t, p, []byte(row.body), 5, trusted)
		d := got.decision
		if d.Admission.Reason.String() != row.reason || d.Admission.Offset != row.offset || d.Disposition.String() != row.disposition ||
			d.Offset != row.bodyOffset || d.Cause != ingress.NoCause || d.Status != 0 || d.Trust != trusted {
			t.Errorf("%.100s: %+v, want %s at %d, %s: %s", row.body, d, row.reason, row.offset, row.disposition, row.note)
		}
		if string(got.upstream) != row.forwarded {
			t.Errorf("%.100s: forwarded %.200q, want %.200q: %s", row.body, got.upstream, row.forwarded, row.note)
		}
		if tally := p.Authority().Tally(); tally.Total() != 1 || tally.Count(d.Admission.Reason) != 1 {
			t.Errorf("%.100s: counts %d, %d under the reason", row.body, tally.Total(), tally.Count(d.Admission.Reason))
		}
		if admitted := d.Admission.Outcome == admit.Admitted; admitted == d.Admission.Snapshot.IsZero() {
			t.Errorf("%.100s: outcome %s, snapshot %v", row.body, d.Admission.Outcome, d.Admission.Snapshot)
		}
	}
}

// TestUntrustedNulls: carriers that are all null count as absent, and go.
func TestUntrustedNulls(t *testing.T) {
	for body, reason := range map[string]string{
		`{"kv_hints":null,"router_hint":null,"nvext":{"kv_hint":null}}`: "absent",
		`{"kv_hints":null,"router_hint":0,"nvext":{"kv_hint":null}}`:    "untrusted",
	} {
		for _, trust := range []admit.Trust{untrusted, 2, 255} { // whatever is not Trusted
			got := scanned(t, policyOf(t, "edge"), []byte(body), 100, trust)
			if got.decision.Admission.Reason.String() != reason || string(got.upstream) != `{"nvext":{}}` {
				t.Errorf("%s: %+v %q", body, got.decision, got.upstream)
			}
		}
	}
}

// TestDecideOnce: later calls say the same and count nothing, and Finish need not
// be called before.
func TestDecideOnce(t *testing.T) {
	p := policyOf(t, "worker")
	s := ingress.NewScan(p, -1)
	s.Write([]byte(`{"kv_hints":` + good + `}`))
	if _, _, err := s.Edit().Segments(); !errors.Is(err, ingress.ErrUndecided) {
		t.Errorf("segments before a decision: %v", err)
	}
	first, second := s.Decide(untrusted), s.Decide(trusted)
	if diff := cmp.Diff(first, second); diff != "" || first.Admission.Reason != admit.NotTrusted || p.Authority().Tally().Total() != 1 {
		t.Errorf("total %d\n-first +second:\n%s", p.Authority().Tally().Total(), diff)
	}
	s = ingress.NewScan(p, -1)
	s.Write([]byte(`{`))
	if s.Decide(trusted).Cause != ingress.UnreadableBody {
		t.Error("an unfinished body was decided as if it were whole")
	}
}

// TestHint: what an attestation is over.
func TestHint(t *testing.T) {
	for body, want := range map[string]string{
		`{"kv_hints" : ` + good + ` }`:                good,
		`{"kv_hints":[ 1 ]}`:                          `[ 1 ]`,
		`{"kv_hints":12}`:                             `12`,
		`{"kv_hints":"a\"b"}`:                         `"a\"b"`,
		`{"kv_hints":null}`:                           "",
		`{"kv_hints":1,"kv_hints":2}`:                 "",
		`{"KV_HINTS":1,"nvext":{"kv_hints":1}}`:       "",
		`{"KV_HINTS":1,"nvext":1,"kv\u005fhints":{}}`: `{}`,
		``: "",
	} {
		s := ingress.NewScan(policyOf(t, "edge"), -1)
		s.Write([]byte(body))
		if got := s.Hint(); got != nil {
			t.Errorf("%s: %q before the end", body, got)
		}
		s.Finish()
		if got := string(s.Hint()); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

// TestAdmittedPath: a path of several names steps through objects of exactly these
// names and through no array.
func TestAdmittedPath(t *testing.T) {
	for _, row := range []struct{ body, reason, note string }{
		{`{"extra_args":{"kv_transfer_params":{"kv_hint":` + good + `}}}`, "admitted", "where Dynamo has put it"},
		{`{"extra\u005fargs":{"a":[{}],"kv_transfer_params":{"b":{},"kv_hint":` + good + `}}}`, "admitted", "escapes and other members make no difference"},
		{`{"Extra_Args":{"kv_transfer_params":{"kv_hint":` + good + `}}}`, "absent", "a container spelled differently"},
		{`{"extra_args":{"kv_transfer_params":[{"kv_hint":` + good + `}]}}`, "absent", "an array between"},
		{`{"extra_args":[{"kv_transfer_params":{"kv_hint":` + good + `}}]}`, "absent", "an array further out"},
		{`{"kv_hint":` + good + `}`, "absent", "at the root"},
		{`{"extra_args":{"kv_hint":` + good + `}}`, "absent", "a level too far out"},
		{`{"kv_transfer_params":{"kv_hint":` + good + `}}`, "absent", "the path's last names only"},
		{`{"extra_args":{"kv_transfer_params":{"kv_transfer_params":{"kv_hint":` + good + `}}}}`, "absent", "a level too deep"},
		{`{"extra_args":{"extra_args":{"kv_transfer_params":{"kv_hint":` + good + `}}}}`, "absent", "a level too many"},
		{`{"extra_args":{"kv_transfer_params":{}},"kv_transfer_params":{"kv_hint":` + good + `}}`, "absent", "the path was left"},
		{`{"extra_args":{"nvext":{},"kv_transfer_params":{"kv_hint":` + good + `}}}`, "admitted", "a sibling off the path was left"},
		{`{"extra_args":{"kv_transfer_params":{"kv_hint":` + good + `}},"extra_args":{"kv_transfer_params":{"kv_hint":null}}}`, "duplicate_member", "two, in two containers"},
		{`{"nvext":{"kv_transfer_params":{"kv_hint":` + good + `}}}`, "absent", "another container"},
		{`{"extra_args":{},"nvext":{"kv_transfer_params":{"kv_hint":` + good + `}}}`, "absent", "another container after the right one"},
	} {
		p := policyOf(t, "worker", ingress.AdmittedPath("extra_args", "kv_transfer_params", "kv_hint"))
		got := scanned(t, p, []byte(row.body), 3, trusted)
		if got.decision.Admission.Reason.String() != row.reason {
			t.Errorf("%s: %s %v, want %s: %s", row.body, got.decision.Admission.Reason, got.err, row.reason, row.note)
		}
		if kept := strings.Contains(string(got.upstream), good); kept != (row.reason == "admitted") {
			t.Errorf("%s: forwarded %s", row.body, got.upstream)
		}
	}
}

// TestWithheld: admitted hints that do not go upstream.
func TestWithheld(t *testing.T) {
	action := `{"action_id":"1","action_type":"kv.fetch","action_version":"1","payload":{}}`
	with := func(actions string) string {
		return `{"a":1,"kv_hints":{"protocol_version":"0.1","message_id":"m","actions":[` + actions + `]}}`
	}
	other := strings.Replace(action, "kv.fetch", "kv.fetch2", 1)
	for _, row := range []struct {
		option ingress.Option
		body   string
		cause  string
		reason string
	}{
		{ingress.WithholdHints(), with(action), "upstream_withholds", "the upstream does not know the field"},
		{ingress.AllowActions("kv.fetch", "kv.pin"), with(action + "," + action), "none", "all actions are listed"},
		{ingress.AllowActions("kv.fetch"), with(action + "," + other), "action_not_allowed", "the second is not"},
		{ingress.AllowActions(), with(action), "action_not_allowed", "none is"},
		{ingress.AllowActions(), with(""), "none", "there is none"},
	} {
		p := policyOf(t, "worker", row.option)
		got := scanned(t, p, []byte(row.body), 1000, trusted)
		d := got.decision
		want, disposition := `{"a":1}`, ingress.Withheld
		if row.cause == "none" {
			want, disposition = row.body, ingress.Forwarded
		}
		if d.Cause.String() != row.cause || d.Disposition != disposition || d.Admission.Outcome != admit.Admitted || string(got.upstream) != want || d.Status != 0 {
			t.Errorf("%s: %+v, forwarded %s: %s", row.body, d, got.upstream, row.reason)
		}
		if got := scanned(t, p, []byte(row.body), 1000, untrusted); got.decision.Disposition != ingress.Stripped || got.decision.Cause != ingress.NoCause {
			t.Errorf("an untrusted hint is %s, %s", got.decision.Disposition, got.decision.Cause)
		}
	}
}

// TestLimitsOfAuthority: the policy's authority judges, by its own limits.
func TestLimitsOfAuthority(t *testing.T) {
	lim, err := limits.New(limits.MaxBytes(20))
	if err != nil {
		t.Fatal(err)
	}
	a := admit.NewAuthority(lim)
	got := scanned(t, policyOf(t, "worker", ingress.WithAuthority(a)), []byte(`{"kv_hints":`+good+`}`), 9, trusted)
	if got.decision.Admission.Reason != admit.Oversized || got.decision.Admission.Offset != 20 || a.Tally().Count(admit.Oversized) != 1 {
		t.Errorf("%+v", got.decision)
	}
}

// TestReport: everything goes as it came but a body that is too large, and the
// decision says what would have been.
func TestReport(t *testing.T) {
	for _, c := range cases(t, "body") {
		for role, want := range map[string]wanted{"edge": c.Edge, "worker": c.Worker} {
			body := c.Body.bytes()
			s := ingress.NewScan(policyOf(t, role, ingress.Report(true)), -1)
			for rest := body; len(rest) > 0; {
				n := min(1+len(rest)/2, len(rest))
				if taken, err := s.Write(rest[:n]); taken != n || err != nil {
					t.Fatalf("%s: %d of %d bytes, %v", c.ID, taken, n, err)
				}
				rest = rest[n:]
			}
			if d := s.Decide(untrusted); d.Disposition.String() != want.Disposition {
				t.Errorf("%s, %s: %s, want %s", c.ID, role, d.Disposition, want.Disposition)
			}
			segments, length, err := s.Edit().Segments()
			if joined := joined(segments); err != nil || joined != string(body) || length != int64(len(body)) {
				t.Errorf("%s, %s: forwarded %.200q, %d, %v", c.ID, role, joined, length, err)
			}
		}
	}
	p := policyOf(t, "edge", ingress.Report(true), ingress.MaxBodyBytes(10))
	for _, body := range []string{`{"a":"bcdefghijk"}`, `{"a":xxxxxxxxxxxxx`} {
		s := ingress.NewScan(p, -1)
		_, err := s.Write([]byte(body))
		if segments, _, fault := s.Edit().Segments(); s.Decide(untrusted).Cause != ingress.BodyTooLarge || err == nil || fault == nil || segments != nil {
			t.Errorf("%s: the limit of size does not hold in a report: %v, %v", body, err, fault)
		}
	}
}
