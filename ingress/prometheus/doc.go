// Package prometheus has the metrics of package ingress for Prometheus.
//
//	metrics := prometheus.New(prometheus.Config{Trust: admit.Trusted})
//	registry.MustRegister(metrics) // a registry of yours
//
// and metrics goes where ingress takes an Observer. It registers nothing by itself
// and uses no global registry.
//
//	hintcheck_requests_total{disposition,cause,route}  counter    requests by what became of them
//	hintcheck_admissions_total{outcome,reason}         counter    hints by what admission decided, one a request that was not refused
//	hintcheck_unknown_handoff_fields_total             counter    unknown fields of handoff members that were passed
//	hintcheck_body_bytes                               histogram  size of bodies as received; the bytes in all are its _sum
//	hintcheck_scan_seconds                             histogram  time spent in scanning a body and deciding
//	hintcheck_inflight_bytes                           gauge      bytes of bodies in memory
//	hintcheck_enforcing                                gauge      1 if decisions are carried out, 0 if they are counted only
//	hintcheck_trust                                    gauge      1 if hints can be trusted here, 0 if none is
//	hintcheck_build_info{version,go}                   gauge      always 1
//
// Label values are of closed sets ([ingress.Dispositions], [ingress.Causes],
// [ingress.Routes], [admit.Reasons]), never text of a client. hintcheck_admissions_total
// has all its series from the start. hintcheck_requests_total gets one with the
// first request of its kind: 16 pairs of disposition and cause occur, so at most
// 16 for each route of the list.
//
// The package is a module of its own, so that a program without Prometheus does
// not get Prometheus into its module graph.
package prometheus
