package prometheus

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

// Config says what the gauges show that do not change while the program runs.
type Config struct {
	// Trust is Trusted where the trust switch is on.
	Trust admit.Trust
	// Report is true where ingress is in report mode.
	Report bool
}

// Metrics is an [ingress.Observer] and a [prometheus.Collector]. Make it with New;
// it is safe for concurrent use. A nil Metrics and the zero Metrics observe
// nothing. A call of Observe or InFlight allocates nothing once a request of the
// same kind was there, and takes about a microsecond.
type Metrics struct {
	requests   *prometheus.CounterVec
	admissions *prometheus.CounterVec
	unknown    prometheus.Counter
	bytes      prometheus.Histogram
	scan       prometheus.Histogram
	inFlight   prometheus.Gauge

	all []prometheus.Collector // of these, and the gauges that do not change
}

var (
	_ ingress.Observer     = (*Metrics)(nil)
	_ prometheus.Collector = (*Metrics)(nil)
)

// New returns metrics that are registered nowhere yet. One Metrics may serve many
// handlers of the same Config; a registry takes one of it.
func New(c Config) *Metrics {
	m := &Metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hintcheck_requests_total",
			Help: "Requests by what became of them, why, and on which route. In report mode: what would have become of them.",
		}, []string{"disposition", "cause", "route"}),
		admissions: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hintcheck_admissions_total",
			Help: "Hints by what admission decided; one for each request that was not refused, absent for those without a hint.",
		}, []string{"outcome", "reason"}),
		unknown: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "hintcheck_unknown_handoff_fields_total",
			Help: "Fields of handoff members that are not known and were passed unchecked.",
		}),
		bytes: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "hintcheck_body_bytes",
			Help: "Bytes of a request body as received, of requests that had one.",
			// 1 KiB to 256 MiB, which is the largest limit a policy takes.
			Buckets: prometheus.ExponentialBuckets(1<<10, 4, 10),
		}),
		scan: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "hintcheck_scan_seconds",
			Help: "Seconds spent in scanning a request body and deciding, without waiting for the client.",
			// From under a small body at gigabytes a second to what no body
			// within the limits should take.
			Buckets: []float64{1e-5, 5e-5, 1e-4, 5e-4, 1e-3, 5e-3, 1e-2, 5e-2, 0.1, 0.5, 1},
		}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "hintcheck_inflight_bytes",
			Help: "Bytes of request bodies that are in memory now.",
		}),
	}
	for _, r := range admit.Reasons() {
		m.admissions.WithLabelValues(outcomeOf(r).String(), r.String())
	}
	m.all = []prometheus.Collector{
		m.requests, m.admissions, m.unknown, m.bytes, m.scan, m.inFlight,
		fixed("hintcheck_enforcing", "1 if decisions are carried out, 0 if they are counted only (report mode).", !c.Report, nil),
		fixed("hintcheck_trust", "1 if hints can be trusted here, 0 if none is.", c.Trust == admit.Trusted, nil),
		fixed("hintcheck_build_info", "Always 1; the labels say which hintcheck this is and which Go built it.", true, buildLabels()),
	}
	return m
}

// outcomeOf returns the outcome that goes with a reason (package admit): one
// reason admits.
func outcomeOf(r admit.Reason) admit.Outcome {
	if r == admit.NoFault {
		return admit.Admitted
	}
	return admit.Ignored
}

// fixed returns a gauge that is 1 if on and 0 otherwise, for good.
func fixed(name, help string, on bool, labels prometheus.Labels) prometheus.Collector {
	g := prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels})
	if on {
		g.Set(1)
	}
	return g
}

// Observe counts one request.
func (m *Metrics) Observe(_ context.Context, e ingress.Event) {
	if m == nil || m.requests == nil {
		return
	}
	d := e.Decision
	m.requests.WithLabelValues(d.Disposition.String(), d.Cause.String(), e.Route.String()).Inc()
	if d.Disposition != ingress.Refused && d.Disposition != ingress.NoDisposition { // else no hint was judged
		m.admissions.WithLabelValues(d.Admission.Outcome.String(), d.Admission.Reason.String()).Inc()
	}
	if e.UnknownHandoff > 0 { // a counter panics on what is less than 0
		m.unknown.Add(float64(e.UnknownHandoff))
	}
	if e.Bytes > 0 { // requests without a body would hide how large bodies are
		m.bytes.Observe(float64(e.Bytes))
		m.scan.Observe(e.Scan.Seconds())
	}
}

// InFlight adds delta to the bytes in memory.
func (m *Metrics) InFlight(delta int64) {
	if m == nil || m.inFlight == nil {
		return
	}
	m.inFlight.Add(float64(delta))
}

// Describe is what a registry asks for when m is registered.
func (m *Metrics) Describe(descs chan<- *prometheus.Desc) {
	for _, c := range m.all {
		c.Describe(descs)
	}
}

// Collect is what a registry asks for at each scrape.
func (m *Metrics) Collect(metrics chan<- prometheus.Metric) {
	for _, c := range m.all {
		c.Collect(metrics)
	}
}
