package ingress_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/ingress"
)

// TestRouteTexts: the texts are metric labels, so they stand here once more.
func TestRouteTexts(t *testing.T) {
	want := strings.Fields(`other
		/v1/completions /v1/chat/completions /v1/responses /v1/embeddings
		/v1/audio/speech /v1/audio/transcriptions /v1/audio/translations
		/v1/images/generations /v1/images/edits /v1/moderations /v1/models
		/v1/messages /v1/messages/count_tokens
		/generate /inference/v1/generate /generate_stream
		/v1/completions/render /v1/chat/completions/render /invocations
		/pooling /encode /classify /v1/classify /score /v1/score
		/rerank /v1/rerank /v2/rerank
		/tokenize /v1/tokenize /detokenize /v1/detokenize
		/health /health_generate /ping /version /metrics /prometheus/metrics
		/load /server_info /model_info /kv_cache_events`)
	var got []string
	for _, r := range ingress.Routes() {
		got = append(got, r.String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestEveryRouteIsFoundByItsPath: two routes of one path, or one without a path,
// could not both come back.
func TestEveryRouteIsFoundByItsPath(t *testing.T) {
	for _, r := range ingress.Routes()[1:] {
		if got := ingress.RouteOf(r.String()); got != r {
			t.Errorf("%s: got %s (%d), want %d", r, got, got, r)
		}
	}
}

func TestRouteOf(t *testing.T) {
	tests := []struct {
		path, want, reason string
	}{
		{"/v1/completions", "/v1/completions", "the path of a route"},
		{"/v1/chat/completions", "/v1/chat/completions", "not the route whose path its own ends with"},
		{"/v1/messages/count_tokens", "/v1/messages/count_tokens", "not the route whose path its own begins with"},
		{"", "other", "OPTIONS * and CONNECT have no path"},
		{"/", "other", "no route of the list"},
		{"other", "other", "a text is not a path"},
		{"/v1/completions/", "other", "another path to servers that do not redirect"},
		{"//v1/completions", "other", "likewise"},
		{"/v1//completions", "other", "likewise"},
		{"/v1/./completions", "other", "likewise"},
		{"/v1/completions\x00", "other", "a byte more"},
		{"/v1/completion", "other", "a byte less"},
		{"/V1/Completions", "other", "paths have cases (RFC 3986 section 6.2.2.1)"},
		{"/v1%2Fcompletions", "other", "a decoded path that has a percent sign was encoded twice"},
		{"/v1/completions?x=1", "other", "a query is not part of a path; a decoded path that has a question mark had it encoded"},
		{"/v1/responses/resp_1", "other", "a part that the client chooses"},
		{"/v1/models/meta/llama\n", "other", "likewise, and a label must not have it"},
	}
	for _, tt := range tests {
		if got := ingress.RouteOf(tt.path).String(); got != tt.want {
			t.Errorf("%q: got %s, want %s: %s", tt.path, got, tt.want, tt.reason)
		}
	}
}

func TestRouteOutsideTheList(t *testing.T) {
	for _, r := range []ingress.Route{0, ingress.Route(len(ingress.Routes())), 255} {
		if r.String() != "other" {
			t.Errorf("%d is %q, want other: the list is closed", r, r)
		}
	}
	text, err := json.Marshal([]ingress.Route{ingress.RouteMessages, 255})
	if want := `["/v1/messages","other"]`; err != nil || string(text) != want {
		t.Errorf("%s, %v; want %s", text, err, want)
	}
}

func TestRouteOfAllocatesNothing(t *testing.T) {
	path := strings.Clone("/kv_cache_events")
	if n := testing.AllocsPerRun(100, func() { _ = ingress.RouteOf(path) }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}
