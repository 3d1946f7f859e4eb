package ingress

import "context"

// decisionKey is the key of a context for the Decision of its request.
type decisionKey struct{}

// FromContext returns the Decision of the request that ctx belongs to, and false if
// no middleware of [New] is around the handler. The Snapshot of an admitted hint is
// in its Admission and may be kept for longer than the request.
//
// In report mode it is what would have become of the request, which may be Refused.
func FromContext(ctx context.Context) (Decision, bool) {
	d, ok := ctx.Value(decisionKey{}).(*Decision)
	if !ok {
		return Decision{}, false
	}
	return *d, true
}
