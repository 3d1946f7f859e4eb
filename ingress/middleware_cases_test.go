package ingress_test

import (
	"bytes"
	"net/http"
	"testing"

	"github.com/kvhints/hintcheck/ingress"
)

// hidden are the cases of which net/http shows too little for the refusal that they
// want, and what they become instead: of a length together with chunks it takes the
// chunks (RFC 9112 section 6.3) and forgets the length, so the request goes on with
// one length and without the hint. TestFramingFaults has the refusal, where a server
// shows both.
func hidden(id string, want wanted, without *blob) wanted {
	if id == "framing-02" {
		return wanted{Disposition: "stripped", Forwarded: without}
	}
	return want
}

// TestCasesOnTheWire: every case, from the bytes of a request to the bytes that an
// upstream reads, in both roles.
func TestCasesOnTheWire(t *testing.T) {
	all := cases(t)
	var stripped *blob // what the framing cases leave
	for _, c := range all {
		if c.ID == "framing-01" {
			stripped = c.Edge.Forwarded
		}
	}
	for _, role := range []string{"edge", "worker"} {
		t.Run(role, func(t *testing.T) {
			g := newGateway(t, ingress.Config{Policy: policyOf(t, role)})
			for _, c := range all {
				want := map[string]wanted{"edge": c.Edge, "worker": c.Worker}[role]
				want = hidden(c.ID, want, stripped)
				response, _ := g.raw(t, bytesOf(c))
				events, requests := g.take()
				if len(events) == 0 && want.Disposition == "refused" && c.Level == "framing" {
					// net/http refuses it before any handler.
					if response.StatusCode != 400 && response.StatusCode != 501 || len(requests) > 0 {
						t.Errorf("%s: %d without an event, and %d requests: %s", c.ID, response.StatusCode, len(requests), c.Reason)
					}
					continue
				}
				if len(events) != 1 {
					t.Errorf("%s: %d events, want 1", c.ID, len(events))
					continue
				}
				d := events[0].Decision
				if d.Disposition.String() != want.Disposition || want.Cause != "" && d.Cause.String() != want.Cause {
					t.Errorf("%s: %s %s at %d, want %s %s: %s", c.ID, d.Disposition, d.Cause, d.Offset, want.Disposition, want.Cause, c.Reason)
					continue
				}
				if want.Disposition == "refused" {
					if response.StatusCode != d.Cause.Status() || len(requests) > 0 {
						t.Errorf("%s: status %d, and %d requests upstream: %s", c.ID, response.StatusCode, len(requests), c.Reason)
					}
					continue
				}
				if len(requests) != 1 || !bytes.Equal(requests[0].body, want.Forwarded.bytes()) {
					t.Errorf("%s: forwarded %.300q, want %.300q: %s", c.ID, requests, want.Forwarded.bytes(), c.Reason)
					continue
				}
				checkFraming(t, c.ID, requests[0])
			}
			g.settled(t)
		})
	}
}

// bytesOf returns the case as the bytes of a request.
func bytesOf(c smuggled) []byte {
	if raw := c.Raw.bytes(); len(raw) > 0 {
		return raw
	}
	method, path := c.Method, c.Path
	if method == "" {
		method, path = "POST", "/v1/completions"
	}
	contentType := c.ContentType
	if contentType == "" {
		contentType = "application/json"
	}
	headers := []string{"Content-Type: " + contentType, "Connection: close"}
	for name, value := range c.Headers {
		headers = append(headers, name+": "+value)
	}
	return request(method, path, c.Body.bytes(), headers...)
}

// checkFraming: what an upstream got says its length once, and nothing about bytes
// that are gone.
func checkFraming(t testing.TB, id string, got arrived) {
	t.Helper()
	if got.length != int64(len(got.body)) || len(got.coding) > 0 || len(got.trailer) > 0 {
		t.Errorf("%s: length %d of %d bytes, transfer coding %q, trailer %v", id, got.length, len(got.body), got.coding, got.trailer)
	}
	for _, name := range []string{
		"Content-Encoding", "Content-Md5", "Digest", "Content-Digest", "Repr-Digest", "Trailer", "Expect", "Transfer-Encoding",
		"X-Kv-Hints", "X-Kv-Cache-Source-Host-Port", http.CanonicalHeaderKey(ingress.AttestationHeader),
	} {
		if values, ok := got.header[name]; ok && (name != "Content-Encoding" || values[0] != "identity") {
			t.Errorf("%s: the upstream got %s: %q", id, name, values)
		}
	}
}
