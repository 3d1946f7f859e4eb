package prometheus_test

import (
	"io"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	client "github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
	"github.com/kvhints/hintcheck/ingress/prometheus"
)

// scrape returns what Prometheus gets from a registry that has m and nothing else.
func scrape(t *testing.T, m *prometheus.Metrics) string {
	t.Helper()
	registry := client.NewPedanticRegistry()
	if err := registry.Register(m); err != nil {
		t.Fatal(err)
	}
	answer := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.Code != 200 {
		t.Fatalf("%d %s, %v", answer.Code, text, err)
	}
	return string(text)
}

// samples returns the lines of a scrape that begin with prefix.
func samples(text, prefix string) string {
	var lines strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, prefix) {
			lines.WriteString(line)
		}
	}
	return lines.String()
}

// admission is the part of an ignored hint's Decision that metrics read.
func admission(r admit.Reason) admit.Decision {
	return admit.Decision{Outcome: admit.Ignored, Reason: r, Offset: admit.NoOffset}
}

var admitted = admit.Decision{Outcome: admit.Admitted, Reason: admit.NoFault, Offset: admit.NoOffset}

// TestExposition: what a scrape has, byte for byte, written by hand from the
// events, the text format (Prometheus exposition format 0.0.4) and the doc of the
// package.
func TestExposition(t *testing.T) {
	m := prometheus.New(prometheus.Config{Trust: admit.Trusted})
	for _, e := range []ingress.Event{
		// A small body with a hint that is admitted and goes upstream.
		{
			Decision: ingress.Decision{Disposition: ingress.Forwarded, Trust: admit.Trusted, Admission: admitted},
			Route:    ingress.RouteChatCompletions, Bytes: 1024, Scan: 10 * time.Microsecond,
		},
		// The same again, a byte and a nanosecond over the first bounds.
		{
			Decision: ingress.Decision{Disposition: ingress.Forwarded, Trust: admit.Trusted, Admission: admitted},
			Route:    ingress.RouteChatCompletions, Bytes: 1025, Scan: 10*time.Microsecond + 1,
		},
		// Untrusted, cut, on a path that a client made up.
		{
			Decision: ingress.Decision{Disposition: ingress.Stripped, Admission: admission(admit.NotTrusted)},
			Route:    ingress.RouteOf("/v1/made\"up\n"), Bytes: 4096, Scan: time.Millisecond, UnknownHandoff: 3,
		},
		// No body.
		{Decision: ingress.Decision{Disposition: ingress.Forwarded, Admission: admission(admit.Absent)}, Route: ingress.RouteHealth, Scan: time.Second},
		// Refused: no hint was judged.
		{Decision: ingress.Refuse(ingress.BodyTooLarge, admit.Trusted), Route: ingress.RouteMessages, Bytes: 1 << 29, Scan: 2 * time.Second},
	} {
		m.Observe(t.Context(), e)
	}
	m.InFlight(700)
	m.InFlight(-500)

	want := `# HELP hintcheck_admissions_total Hints by what admission decided; one for each request that was not refused, absent for those without a hint.
# TYPE hintcheck_admissions_total counter
hintcheck_admissions_total{outcome="admitted",reason="admitted"} 2
hintcheck_admissions_total{outcome="ignored",reason="absent"} 1
hintcheck_admissions_total{outcome="ignored",reason="duplicate_member"} 0
hintcheck_admissions_total{outcome="ignored",reason="integer_out_of_range"} 0
hintcheck_admissions_total{outcome="ignored",reason="invalid_envelope"} 0
hintcheck_admissions_total{outcome="ignored",reason="invalid_utf8"} 0
hintcheck_admissions_total{outcome="ignored",reason="lone_surrogate"} 0
hintcheck_admissions_total{outcome="ignored",reason="malformed_json"} 0
hintcheck_admissions_total{outcome="ignored",reason="not_an_object"} 0
hintcheck_admissions_total{outcome="ignored",reason="not_encodable"} 0
hintcheck_admissions_total{outcome="ignored",reason="number_out_of_range"} 0
hintcheck_admissions_total{outcome="ignored",reason="oversized"} 0
hintcheck_admissions_total{outcome="ignored",reason="too_deep"} 0
hintcheck_admissions_total{outcome="ignored",reason="unsupported_version"} 0
hintcheck_admissions_total{outcome="ignored",reason="untrusted"} 1
# HELP hintcheck_body_bytes Bytes of a request body as received, of requests that had one.
# TYPE hintcheck_body_bytes histogram
hintcheck_body_bytes_bucket{le="1024"} 1
hintcheck_body_bytes_bucket{le="4096"} 3
hintcheck_body_bytes_bucket{le="16384"} 3
hintcheck_body_bytes_bucket{le="65536"} 3
hintcheck_body_bytes_bucket{le="262144"} 3
hintcheck_body_bytes_bucket{le="1.048576e+06"} 3
hintcheck_body_bytes_bucket{le="4.194304e+06"} 3
hintcheck_body_bytes_bucket{le="1.6777216e+07"} 3
hintcheck_body_bytes_bucket{le="6.7108864e+07"} 3
hintcheck_body_bytes_bucket{le="2.68435456e+08"} 3
hintcheck_body_bytes_bucket{le="+Inf"} 4
hintcheck_body_bytes_sum 5.36877057e+08
hintcheck_body_bytes_count 4
# HELP hintcheck_enforcing 1 if decisions are carried out, 0 if they are counted only (report mode).
# TYPE hintcheck_enforcing gauge
hintcheck_enforcing 1
# HELP hintcheck_inflight_bytes Bytes of request bodies that are in memory now.
# TYPE hintcheck_inflight_bytes gauge
hintcheck_inflight_bytes 200
# HELP hintcheck_requests_total Requests by what became of them, why, and on which route. In report mode: what would have become of them.
# TYPE hintcheck_requests_total counter
hintcheck_requests_total{cause="body_too_large",disposition="refused",route="/v1/messages"} 1
hintcheck_requests_total{cause="none",disposition="forwarded",route="/health"} 1
hintcheck_requests_total{cause="none",disposition="forwarded",route="/v1/chat/completions"} 2
hintcheck_requests_total{cause="none",disposition="stripped",route="other"} 1
# HELP hintcheck_scan_seconds Seconds spent in scanning a request body and deciding, without waiting for the client.
# TYPE hintcheck_scan_seconds histogram
hintcheck_scan_seconds_bucket{le="1e-05"} 1
hintcheck_scan_seconds_bucket{le="5e-05"} 2
hintcheck_scan_seconds_bucket{le="0.0001"} 2
hintcheck_scan_seconds_bucket{le="0.0005"} 2
hintcheck_scan_seconds_bucket{le="0.001"} 3
hintcheck_scan_seconds_bucket{le="0.005"} 3
hintcheck_scan_seconds_bucket{le="0.01"} 3
hintcheck_scan_seconds_bucket{le="0.05"} 3
hintcheck_scan_seconds_bucket{le="0.1"} 3
hintcheck_scan_seconds_bucket{le="0.5"} 3
hintcheck_scan_seconds_bucket{le="1"} 3
hintcheck_scan_seconds_bucket{le="+Inf"} 4
hintcheck_scan_seconds_sum 2.001020001
hintcheck_scan_seconds_count 4
# HELP hintcheck_trust 1 if hints can be trusted here, 0 if none is.
# TYPE hintcheck_trust gauge
hintcheck_trust 1
# HELP hintcheck_unknown_handoff_fields_total Fields of handoff members that are not known and were passed unchecked.
# TYPE hintcheck_unknown_handoff_fields_total counter
hintcheck_unknown_handoff_fields_total 3
`
	var got strings.Builder
	for line := range strings.Lines(scrape(t, m)) {
		if !strings.Contains(line, "hintcheck_build_info") { // differs between builds
			got.WriteString(line)
		}
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestObserve: the series that one event moves from zero.
func TestObserve(t *testing.T) {
	tests := []struct {
		event  ingress.Event
		want   []string
		reason string
	}{
		{
			ingress.Event{},
			[]string{`hintcheck_requests_total{cause="none",disposition="none",route="other"} 1`},
			"a request that was not decided is counted, so that the sum is that of the requests, but no hint was judged",
		},
		{
			ingress.Event{Decision: ingress.Refuse(ingress.Overloaded, admit.Trusted), Route: ingress.RouteResponses},
			[]string{`hintcheck_requests_total{cause="overloaded",disposition="refused",route="/v1/responses"} 1`},
			"refused before a byte was read: its hint, if it had one, was not judged",
		},
		{
			ingress.Event{Decision: ingress.Decision{Disposition: ingress.Withheld, Cause: ingress.ActionNotAllowed, Admission: admitted}},
			[]string{
				`hintcheck_admissions_total{outcome="admitted",reason="admitted"} 1`,
				`hintcheck_requests_total{cause="action_not_allowed",disposition="withheld",route="other"} 1`,
			},
			"withheld from the upstream, admitted all the same",
		},
		{
			ingress.Event{Decision: ingress.Decision{Disposition: ingress.Stripped, Admission: admission(admit.DuplicateMember)}, Report: true},
			[]string{
				`hintcheck_admissions_total{outcome="ignored",reason="duplicate_member"} 1`,
				`hintcheck_requests_total{cause="none",disposition="stripped",route="other"} 1`,
			},
			"report mode counts what would have happened; hintcheck_enforcing says that it did not",
		},
		{
			ingress.Event{Decision: ingress.Decision{Disposition: ingress.Forwarded}, Bytes: -1, Scan: -1, UnknownHandoff: -1},
			[]string{
				`hintcheck_admissions_total{outcome="ignored",reason="absent"} 1`,
				`hintcheck_requests_total{cause="none",disposition="forwarded",route="other"} 1`,
			},
			"a counter cannot fall: what is less than nothing is nothing",
		},
		{
			ingress.Event{Decision: ingress.Refuse(ingress.UnreadableBody, admit.Untrusted), Bytes: 1, Scan: 2 * time.Second, UnknownHandoff: 1},
			[]string{
				`hintcheck_body_bytes_bucket{le="1024"} 1`,
				`hintcheck_body_bytes_bucket{le="4096"} 1`,
				`hintcheck_body_bytes_bucket{le="16384"} 1`,
				`hintcheck_body_bytes_bucket{le="65536"} 1`,
				`hintcheck_body_bytes_bucket{le="262144"} 1`,
				`hintcheck_body_bytes_bucket{le="1.048576e+06"} 1`,
				`hintcheck_body_bytes_bucket{le="4.194304e+06"} 1`,
				`hintcheck_body_bytes_bucket{le="1.6777216e+07"} 1`,
				`hintcheck_body_bytes_bucket{le="6.7108864e+07"} 1`,
				`hintcheck_body_bytes_bucket{le="2.68435456e+08"} 1`,
				`hintcheck_body_bytes_bucket{le="+Inf"} 1`,
				`hintcheck_body_bytes_sum 1`,
				`hintcheck_body_bytes_count 1`,
				`hintcheck_requests_total{cause="unreadable_body",disposition="refused",route="other"} 1`,
				`hintcheck_scan_seconds_bucket{le="+Inf"} 1`,
				`hintcheck_scan_seconds_sum 2`,
				`hintcheck_scan_seconds_count 1`,
				`hintcheck_unknown_handoff_fields_total 1`,
			},
			"the smallest body there is, and one unknown field: of a refused body, too, what was read took memory and time",
		},
	}
	for _, tt := range tests {
		m := prometheus.New(prometheus.Config{Report: true})
		m.Observe(t.Context(), tt.event)
		text := scrape(t, m)
		var got []string
		for line := range strings.Lines(samples(text, "hintcheck_")) {
			line = strings.TrimSuffix(line, "\n")
			if !strings.HasSuffix(line, " 0") && !strings.HasPrefix(line, "hintcheck_build_info") {
				got = append(got, line)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", tt.reason, diff)
		}
	}
}

func TestConfigGauges(t *testing.T) {
	tests := []struct {
		config           prometheus.Config
		enforcing, trust string
		reason           string
	}{
		{prometheus.Config{}, "1", "0", "the zero value is the safe one: enforce, trust nobody"},
		{prometheus.Config{Report: true}, "0", "0", "report mode"},
		{prometheus.Config{Trust: admit.Trusted}, "1", "1", "the switch is on"},
		{prometheus.Config{Trust: 7}, "1", "0", "every Trust that is not Trusted is untrusted"},
	}
	for _, tt := range tests {
		text := scrape(t, prometheus.New(tt.config))
		want := "hintcheck_enforcing " + tt.enforcing + "\nhintcheck_trust " + tt.trust + "\n"
		if got := samples(text, "hintcheck_enforcing") + samples(text, "hintcheck_trust"); got != want {
			t.Errorf("%+v: got\n%swant\n%s%s", tt.config, got, want, tt.reason)
		}
	}
}

func TestBuildInfo(t *testing.T) {
	got := samples(scrape(t, prometheus.New(prometheus.Config{})), "hintcheck_build_info")
	if want := regexp.MustCompile(`^hintcheck_build_info\{go="go1\.[^"]+",version="[^"]+"\} 1\n$`); !want.MatchString(got) {
		t.Errorf("got %q, want %s", got, want)
	}
}

func TestLint(t *testing.T) {
	m := prometheus.New(prometheus.Config{})
	m.Observe(t.Context(), ingress.Event{Bytes: 1})
	problems, err := testutil.CollectAndLint(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

func TestNoMetrics(t *testing.T) {
	for _, m := range []*prometheus.Metrics{nil, {}} {
		m.Observe(t.Context(), ingress.Event{Bytes: 1, UnknownHandoff: 1})
		m.InFlight(1)
	}
}

// TestNothingIsShared: two of them in two registries of one program.
func TestNothingIsShared(t *testing.T) {
	a, b := prometheus.New(prometheus.Config{}), prometheus.New(prometheus.Config{})
	a.InFlight(5)
	if got := samples(scrape(t, b), "hintcheck_inflight_bytes"); got != "hintcheck_inflight_bytes 0\n" {
		t.Errorf("got %q: b has what a was told", got)
	}
	families, err := client.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if strings.HasPrefix(f.GetName(), "hintcheck") {
			t.Errorf("%s is in the global registry", f.GetName())
		}
	}
}

// TestAtOnce: 16 goroutines observe while another scrapes; nothing is lost.
func TestAtOnce(t *testing.T) {
	const goroutines, each = 16, 500
	m := prometheus.New(prometheus.Config{})
	registry := client.NewPedanticRegistry()
	registry.MustRegister(m)
	routes := ingress.Routes()
	var observers sync.WaitGroup
	for g := range goroutines {
		observers.Go(func() {
			for i := range each {
				m.InFlight(10)
				m.Observe(t.Context(), ingress.Event{
					Decision: ingress.Decision{Disposition: ingress.Forwarded, Admission: admission(admit.NotTrusted)},
					Route:    routes[(g+i)%2], Bytes: 10,
				})
				m.InFlight(-10)
			}
		})
	}
	done := make(chan struct{})
	var scraper sync.WaitGroup
	scraper.Go(func() {
		for {
			if _, err := registry.Gather(); err != nil {
				t.Error(err)
			}
			select {
			case <-done:
				return
			default:
			}
		}
	})
	observers.Wait()
	close(done)
	scraper.Wait()

	// 16 * 500 requests, half of them on each of two routes, of 10 bytes each.
	want := `hintcheck_admissions_total{outcome="ignored",reason="untrusted"} 8000
hintcheck_body_bytes_sum 80000
hintcheck_inflight_bytes 0
hintcheck_requests_total{cause="none",disposition="forwarded",route="/v1/completions"} 4000
hintcheck_requests_total{cause="none",disposition="forwarded",route="other"} 4000
`
	text := scrape(t, m)
	got := samples(text, `hintcheck_admissions_total{outcome="ignored",reason="untrusted"}`) +
		samples(text, "hintcheck_body_bytes_sum") + samples(text, "hintcheck_inflight_bytes") + samples(text, "hintcheck_requests_total")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
