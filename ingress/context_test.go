package ingress_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

// TestDecisionInContext: the handler has the Decision, and the hint of one who is
// trusted, which stays whole when the body is gone.
func TestDecisionInContext(t *testing.T) {
	on, err := ingress.NewTrust(true)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name, body string
		trust      ingress.TrustConfig
		want       ingress.Disposition
		reason     admit.Reason
		upstream   string
	}{
		{"untrusted", withHint, ingress.TrustConfig{}, ingress.Stripped, admit.NotTrusted, withoutHint},
		{"trusted", withHint, on, ingress.Forwarded, admit.NoFault, withHint},
		{"trusted, wrong", `{"a":1,"kv_hints":[]}`, on, ingress.Stripped, admit.NotAnObject, `{"a":1}`},
		{"trusted, none", withoutHint, on, ingress.Forwarded, admit.Absent, withoutHint},
		{"no body", "", on, ingress.Forwarded, admit.Absent, ""},
	} {
		o := new(watcher)
		var got ingress.Decision
		var ok bool
		m := middlewareOf(t, ingress.Config{Policy: policyOf(t, "worker"), Trust: row.trust, Observer: o})
		h := m(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got, ok = ingress.FromContext(r.Context())
			o.ServeHTTP(w, r)
		}))
		serve(h, "POST", "/v1/completions", row.body, nil)
		event, upstream := o.one(t)
		if !ok || got.Disposition != row.want || got.Admission.Reason != row.reason || string(upstream.body) != row.upstream {
			t.Errorf("%s: %v, %v %v, upstream %q", row.name, ok, got.Disposition, got.Admission.Reason, upstream.body)
		}
		if event.Decision.Disposition != got.Disposition || event.Route != ingress.RouteCompletions || event.Bytes != int64(len(row.body)) {
			t.Errorf("%s: event %+v", row.name, event)
		}
		hint := got.Admission.Snapshot
		// Other requests use the memory of the body again.
		for range 20 {
			serve(h, "POST", "/", `{"model":"zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}`, nil)
		}
		if row.reason == admit.NoFault {
			if observed := event.Decision.Admission.Snapshot; !observed.Equal(hint) || string(hint.JSON()) != good {
				t.Errorf("%s: the hint is %q after its request", row.name, hint.JSON())
			}
		}
	}
	if _, ok := ingress.FromContext(context.Background()); ok {
		t.Error("a context without a request has a Decision")
	}
}

// TestAttestedRequest: the whole way of an attested hint, with the clock of the
// Config; its header ends here.
func TestAttestedRequest(t *testing.T) {
	now := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	key, err := ingress.NewKey("k1", []byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	trust, err := ingress.NewTrust(true, ingress.Attestation("decode", key))
	if err != nil {
		t.Fatal(err)
	}
	header, err := ingress.Sign(key, ingress.Attested{Audience: "decode", Method: "POST", Path: "/v1/completions", Envelope: []byte(good)}, now)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name, body, path string
		later            time.Duration
		coding           string
		trusted          bool
	}{
		{"attested", withHint, "/v1/completions", 0, "", true},
		{"attested, in gzip", withHint, "/v1/completions", 0, "gzip", true},
		{"late", withHint, "/v1/completions", 31 * time.Second, "", false},
		{"elsewhere", withHint, "/v1/chat/completions", 0, "", false},
		{"another hint", `{"kv_hints":{"protocol_version":"0.1","message_id":"m2","actions":[]}}`, "/v1/completions", 0, "", false},
	} {
		o := new(watcher)
		h := middlewareOf(t, ingress.Config{
			Policy: policyOf(t, "worker"), Trust: trust, Observer: o, Now: func() time.Time { return now.Add(row.later) },
		})(o)
		body := row.body
		if row.coding != "" {
			body = string(encoded(t, row.coding, body))
		}
		serve(h, "POST", row.path, body, setHeader(ingress.AttestationHeader, header, "Content-Encoding", row.coding))
		event, got := o.one(t)
		if is := event.Decision.Trust == admit.Trusted; is != row.trusted || (string(got.body) == row.body) != row.trusted {
			t.Errorf("%s: trusted %v, upstream %q", row.name, is, got.body)
		}
		if _, there := got.header[ingress.AttestationHeader]; there {
			t.Errorf("%s: the attestation went upstream", row.name)
		}
	}
}
