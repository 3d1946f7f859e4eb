package ingress_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/kvhints/hintcheck/ingress"
)

// TestReportOnTheWire: what a report lets through goes on as it came, coding and all, and is
// told of as what it would have become; limits and framing are as ever.
func TestReportOnTheWire(t *testing.T) {
	zipped := string(encoded(t, "gzip", withHint))
	bomb := string(encoded(t, "gzip", `{"a":"`+strings.Repeat("a", 8<<20)+`"}`))
	for _, row := range []struct {
		name    string
		body    string
		target  string
		headers []string
		would   ingress.Disposition
		cause   ingress.Cause
		goes    bool
		reason  string
	}{
		{"hint", withHint, "/", nil, ingress.Stripped, 0, true, "it would be cut"},
		{"nothing", withoutHint, "/", nil, ingress.Forwarded, 0, true, "nothing to cut"},
		{"no body", "", "/", nil, ingress.Forwarded, 0, true, "no body"},
		{"gzip", zipped, "/", []string{"Content-Encoding", "gzip"}, ingress.Stripped, 0, true, "it is read, and goes on encoded"},
		{"gzip that is none", withHint, "/", []string{"Content-Encoding", "gzip"}, ingress.Refused, ingress.UnreadableBody, true, "it would be refused"},
		{"br", withHint, "/", []string{"Content-Encoding", "br"}, ingress.Refused, ingress.UnsupportedEncoding, true, "it would be refused"},
		{"no JSON", `{"a":NaN}`, "/", nil, ingress.Refused, ingress.UnreadableBody, true, "it would be refused"},
		{"no JSON, a form", `a=b`, "/", []string{"Content-Type", "application/x-www-form-urlencoded"}, ingress.Refused, ingress.UnsupportedMediaType, true, "it would be refused"},
		{"handoff", `{"kv_transfer_params":{"a":1}}`, "/", nil, ingress.Refused, ingress.HandoffNotAllowed, true, "it would be refused"},
		{"MessagePack", "\x81\xa1a\x01", "/", []string{"X-Trtllm-Msgpack", "1"}, ingress.Refused, ingress.UnsupportedMediaType, true, "it would be refused"},
		{"path", withHint, "/a%2Fb", nil, ingress.Refused, ingress.PathNotAllowed, true, "it would be refused"},
		{"upgrade", "", "/", []string{"Connection", "Upgrade", "Upgrade", "websocket"}, ingress.Refused, ingress.UpgradeNotAllowed, true, "it would be refused"},
		{"too large", `{"a":"` + strings.Repeat("a", 9<<20) + `"}`, "/", nil, ingress.Refused, ingress.BodyTooLarge, false, "a limit"},
		{"too large for two reasons", `NaN` + strings.Repeat("a", 9<<20), "/", nil, ingress.Refused, ingress.BodyTooLarge, false, "a limit"},
		{"bomb", bomb, "/", []string{"Content-Encoding", "gzip"}, ingress.Refused, ingress.BodyTooLarge, false, "a limit"},
		{"framing", withHint, "/", []string{"Transfer-Encoding", "x"}, ingress.Refused, ingress.BadFraming, false, "framing"},
	} {
		t.Run(row.name, func(t *testing.T) {
			o, b := new(watcher), budgetOf(t, 64<<20)
			policy := policyOf(t, "edge", ingress.Report(true), ingress.MaxBodyBytes(9<<20))
			var inContext ingress.Decision
			m := middlewareOf(t, ingress.Config{Policy: policy, Observer: o, Budget: b})
			h := m(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				inContext, _ = ingress.FromContext(r.Context())
				o.ServeHTTP(w, r)
			}))
			serve(h, "POST", row.target, row.body, setHeader(append(row.headers,
				"X-Kv-Hints", "1", ingress.AttestationHeader, "secret", "Content-Digest", "d")...))
			event, got := o.one(t)
			if event.Decision.Disposition != row.would || event.Decision.Cause != row.cause || (got != nil) != row.goes || event.Report != row.goes {
				t.Fatalf("%v %v, report %v, goes on %v: %s", event.Decision.Disposition, event.Decision.Cause, event.Report, got != nil, row.reason)
			}
			if b.InUse() != 0 || o.inFlight != 0 {
				t.Errorf("%d bytes are still charged", b.InUse())
			}
			if got == nil {
				return
			}
			if string(got.body) != row.body || got.length != int64(len(row.body)) {
				t.Errorf("forwarded %.100q, length %d; came %.100q", got.body, got.length, row.body)
			}
			if inContext.Disposition != row.would || inContext.Cause != row.cause {
				t.Errorf("in the context: %v %v", inContext.Disposition, inContext.Cause)
			}
			for i := 0; i < len(row.headers); i += 2 {
				if got.header.Get(row.headers[i]) != row.headers[i+1] {
					t.Errorf("%s is %q upstream", row.headers[i], got.header.Get(row.headers[i]))
				}
			}
			if got.header.Get("X-Kv-Hints") != "1" || got.header.Get("Content-Digest") != "d" || got.header.Get(ingress.AttestationHeader) != "" {
				t.Errorf("headers upstream %v: as they came, without the credential", got.header)
			}
		})
	}
}

func TestConfigs(t *testing.T) {
	edge, worker := policyOf(t, "edge"), policyOf(t, "worker")
	realtime := []ingress.UpgradeRoute{{Method: "GET", Path: "/r", Protocol: "websocket"}}
	for _, row := range []struct {
		name   string
		c      ingress.Config
		ok     bool
		reason string
	}{
		{"zero", ingress.Config{}, false, "no policy"},
		{"edge", ingress.Config{Policy: edge}, true, "only the policy is required"},
		{"time", ingress.Config{Policy: edge, StallTimeout: -time.Second}, false, "no time at all"},
		{"edge with upgrades", ingress.Config{Policy: edge, Upgrades: realtime}, false, "the table of roles: refused"},
		{"worker with upgrades", ingress.Config{Policy: worker, Upgrades: realtime}, true, "the table of roles: unless listed"},
		{"no method", ingress.Config{Policy: worker, Upgrades: []ingress.UpgradeRoute{{Path: "/r", Protocol: "p"}}}, false, "half a route"},
		{"no path", ingress.Config{Policy: worker, Upgrades: []ingress.UpgradeRoute{{Method: "GET", Protocol: "p"}}}, false, "half a route"},
		{"no protocol", ingress.Config{Policy: worker, Upgrades: []ingress.UpgradeRoute{{Method: "GET", Path: "/r"}}}, false, "any protocol is none that is listed"},
	} {
		m, err := ingress.New(row.c)
		if (err == nil) != row.ok || (m != nil) != row.ok {
			t.Errorf("%s: %v: %s", row.name, err, row.reason)
		}
	}
}
