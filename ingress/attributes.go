package ingress

// Attribute is a key and a value for a span.
type Attribute struct{ Key, Value string }

// Attributes returns what the span of the request should say: the labels that the
// request has in metrics, whether hints were trusted, and the mode. Every value is
// of a closed set, none is a client's text. It allocates nothing.
//
// ingress starts no span and does not import OpenTelemetry. With it, an Observer
// that puts the attributes on the span which is there (otelhttp around ingress) is
//
//	ingress.ObserverFunc(func(ctx context.Context, e ingress.Event) {
//		span := trace.SpanFromContext(ctx)
//		if !span.IsRecording() {
//			return
//		}
//		var on [7]attribute.KeyValue
//		for i, a := range e.Attributes() {
//			on[i] = attribute.String(a.Key, a.Value)
//		}
//		span.SetAttributes(on[:]...)
//	})
//
// hintcheck.outcome and hintcheck.reason of a refused request are ignored and
// absent: its hint was not judged.
func (e Event) Attributes() [7]Attribute {
	mode := "enforce"
	if e.Report {
		mode = "report"
	}
	return [7]Attribute{
		{"hintcheck.disposition", e.Decision.Disposition.String()},
		{"hintcheck.cause", e.Decision.Cause.String()},
		{"hintcheck.route", e.Route.String()},
		{"hintcheck.outcome", e.Decision.Admission.Outcome.String()},
		{"hintcheck.reason", e.Decision.Admission.Reason.String()},
		{"hintcheck.trust", e.Decision.Trust.String()},
		{"hintcheck.mode", mode},
	}
}
