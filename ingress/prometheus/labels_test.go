package prometheus_test

import (
	"slices"
	"strings"
	"testing"

	client "github.com/prometheus/client_golang/prometheus"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
	"github.com/kvhints/hintcheck/ingress/prometheus"
)

// closed are the label values that may be seen, written by hand. "invalid" is what
// a value outside of a set would give; no request gives it.
var closed = map[string][]string{
	"disposition": strings.Fields("none forwarded stripped withheld refused invalid"),
	"cause": strings.Fields(`none handoff_not_allowed duplicate_handoff invalid_handoff unreadable_body
		body_too_large unsupported_encoding unsupported_media_type upstream_withholds action_not_allowed
		overloaded stalled bad_framing path_not_allowed upgrade_not_allowed invalid`),
	"route": strings.Fields(`other
		/v1/completions /v1/chat/completions /v1/responses /v1/embeddings
		/v1/audio/speech /v1/audio/transcriptions /v1/audio/translations
		/v1/images/generations /v1/images/edits /v1/moderations /v1/models
		/v1/messages /v1/messages/count_tokens
		/generate /inference/v1/generate /generate_stream
		/v1/completions/render /v1/chat/completions/render /invocations
		/pooling /encode /classify /v1/classify /score /v1/score /rerank /v1/rerank /v2/rerank
		/tokenize /v1/tokenize /detokenize /v1/detokenize
		/health /health_generate /ping /version /metrics /prometheus/metrics
		/load /server_info /model_info /kv_cache_events`),
	"outcome": strings.Fields("admitted ignored"),
	"reason": strings.Fields(`absent untrusted oversized malformed_json invalid_utf8 lone_surrogate
		duplicate_member too_deep integer_out_of_range number_out_of_range not_an_object
		unsupported_version invalid_envelope not_encodable admitted invalid`),
}

// hostilePaths are what clients send to fill a server's memory with series, or to
// break its scrape.
func hostilePaths() []string {
	paths := []string{
		"", "/", "/v1/completions/", "/v1//completions", "/V1/COMPLETIONS", "/v1/completions\x00",
		"/\"} 1\nhintcheck_trust 1\n#", "/\xff\xfe", "/" + strings.Repeat("a", 1<<16), "*", "other",
		"/v1/responses/resp_68af", "/v1/models/secret-model", "/%2e%2e/v1/completions", "/v1/completions?x={}",
	}
	for i := range 1000 {
		paths = append(paths, "/v1/"+strings.Repeat("x", i)+"/completions")
	}
	return paths
}

func TestLabelsAreClosed(t *testing.T) {
	m := prometheus.New(prometheus.Config{})
	for _, path := range hostilePaths() {
		m.Observe(t.Context(), ingress.Event{Route: ingress.RouteOf(path)})
	}
	for i := range 256 { // every value that the types can have
		n := uint8(i)
		for _, e := range []ingress.Event{
			{Decision: ingress.Decision{Disposition: ingress.Disposition(n)}},
			{Decision: ingress.Decision{Cause: ingress.Cause(n)}},
			{Decision: ingress.Decision{Disposition: ingress.Stripped, Admission: admit.Decision{Outcome: admit.Outcome(n)}}},
			{Decision: ingress.Decision{Disposition: ingress.Stripped, Admission: admit.Decision{Reason: admit.Reason(n)}}},
			{Route: ingress.Route(n)},
		} {
			m.Observe(t.Context(), e)
		}
	}
	registry := client.NewPedanticRegistry()
	registry.MustRegister(m)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]map[string]bool{}
	for _, family := range families {
		if family.GetName() == "hintcheck_build_info" {
			continue // the same for the life of the process
		}
		for _, metric := range family.GetMetric() {
			for _, label := range metric.GetLabel() {
				name, value := label.GetName(), label.GetValue()
				if !slices.Contains(closed[name], value) {
					t.Errorf("%s{%s=%q}: not a value of a closed set", family.GetName(), name, value)
				}
				if seen[name] == nil {
					seen[name] = map[string]bool{}
				}
				seen[name][value] = true
			}
		}
	}
	// All of them came up, so the loop above has looked at every one.
	for name, values := range closed {
		if len(seen[name]) != len(values) {
			t.Errorf("%s: %d values were seen, want %d", name, len(seen[name]), len(values))
		}
	}
}

func TestObserveAllocatesNothing(t *testing.T) {
	m := prometheus.New(prometheus.Config{})
	ctx := t.Context()
	e := ingress.Event{
		Decision: ingress.Decision{Disposition: ingress.Stripped, Admission: admission(admit.NotTrusted)},
		Route:    ingress.RouteResponses, Bytes: 5000, Scan: 5000, UnknownHandoff: 2,
	}
	if n := testing.AllocsPerRun(1000, func() {
		m.InFlight(1)
		m.Observe(ctx, e)
		m.InFlight(-1)
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func BenchmarkObserve(b *testing.B) {
	m := prometheus.New(prometheus.Config{})
	e := ingress.Event{
		Decision: ingress.Decision{Disposition: ingress.Stripped, Admission: admission(admit.NotTrusted)},
		Route:    ingress.RouteResponses, Bytes: 5000, Scan: 5000,
	}
	b.ReportAllocs()
	for b.Loop() {
		m.InFlight(5000)
		m.Observe(b.Context(), e)
		m.InFlight(-5000)
	}
}
