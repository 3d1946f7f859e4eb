package ingress_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/ingress"
)

// TestErrorBodies: the shape of the route's API, a fixed text, and no byte of the
// client's.
func TestErrorBodies(t *testing.T) {
	const evil = `evil<script>`
	for _, row := range []struct {
		name   string
		budget int64
		send   func(h http.Handler, path string) (status int, header http.Header, body []byte)
		status int
		code   string
		openAI string
		other  string // Anthropic's type
	}{
		{"handoff", 1 << 20, sending(`{"kv_transfer_params":{"` + evil + `":1}}`), 400, "handoff_not_allowed", "invalid_request_error", "invalid_request_error"},
		{"no JSON", 1 << 20, sending(`{"` + evil + `"`), 400, "unreadable_body", "invalid_request_error", "invalid_request_error"},
		{"too large", 1 << 20, sending(`{"` + strings.Repeat(evil, 1000) + `":1}`), 413, "body_too_large", "invalid_request_error", "request_too_large"},
		{"coding", 1 << 20, sending(evil, "Content-Encoding", evil), 415, "unsupported_encoding", "invalid_request_error", "invalid_request_error"},
		{"type", 1 << 20, sending(evil, "Content-Type", "text/"+"evil"), 415, "unsupported_media_type", "invalid_request_error", "invalid_request_error"},
		{"overloaded", 10, sending(`{"` + evil + `":1}`), 503, "overloaded", "server_error", "overloaded_error"},
		{"upgrade", 1 << 20, sending("", "Upgrade", evil), 400, "upgrade_not_allowed", "invalid_request_error", "invalid_request_error"},
	} {
		for path, anthropic := range map[string]bool{
			"/v1/completions": false, "/v1/chat/completions": false, "/x/" + "evil": false, "/v1/messagesevil": false,
			"/v1/messages": true, "/v1/messages/count_tokens": true, "/v1/messages/batches": true,
		} {
			m := middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge", ingress.MaxBodyBytes(5000)), Budget: budgetOf(t, row.budget)})
			status, header, body := row.send(m(http.NotFoundHandler()), path)
			if status != row.status || header.Get("Content-Type") != "application/json" || strings.Contains(string(body), "evil") {
				t.Errorf("%s, %s: %d %v %s", row.name, path, status, header, body)
			}
			if (header.Get("Retry-After") != "") != (row.status == 503) {
				t.Errorf("%s: Retry-After %q", row.name, header.Get("Retry-After"))
			}
			var got map[string]any
			if err := json.Unmarshal(body, &got); err != nil {
				t.Fatalf("%s: %v", body, err)
			}
			fault, _ := got["error"].(map[string]any)
			message, _ := fault["message"].(string)
			want := map[string]any{"error": map[string]any{"message": message, "type": row.openAI, "param": nil, "code": row.code}}
			if anthropic {
				want = map[string]any{"type": "error", "error": map[string]any{"type": row.other, "message": message}}
				if !strings.HasPrefix(message, row.code+": ") {
					t.Errorf("%s: %q does not begin with the code", row.name, message)
				}
			}
			if d := cmp.Diff(want, got); d != "" || len(message) < 20 {
				t.Errorf("%s, %s (-want +got):\n%s", row.name, path, d)
			}
		}
	}
}

func sending(body string, headers ...string) func(http.Handler, string) (int, http.Header, []byte) {
	return func(h http.Handler, path string) (int, http.Header, []byte) {
		w := serve(h, "POST", path, body, setHeader(headers...))
		return w.Code, w.Header(), w.Body.Bytes()
	}
}

// TestEveryCauseHasAText: the texts are fixed, of their own, and one line.
func TestEveryCauseHasAText(t *testing.T) {
	seen := map[string]ingress.Cause{}
	for _, c := range ingress.Causes() {
		text := ingress.RefusalText(c)
		if c.Status() == 0 {
			continue
		}
		if other, twice := seen[text]; twice || len(text) < 20 || strings.ContainsAny(text, "\"\\\n") {
			t.Errorf("%v and %v: %q", c, other, text)
		}
		seen[text] = c
	}
}
