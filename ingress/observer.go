package ingress

import (
	"context"
	"time"
)

// Observer is told what becomes of requests: the one way from ingress to metrics,
// spans and logs. Its methods are called from the goroutines of requests, many at
// a time, on the path of the request: they must be safe for concurrent use, return
// soon and not panic. The nested module ingress/prometheus has one for Prometheus;
// [ObserverFunc] makes one of a function.
type Observer interface {
	// Observe is called once for each request, when its Decision stands and
	// before anything of its body goes upstream. ctx is the request's, so a span
	// that was there when ingress began is in it.
	Observe(ctx context.Context, e Event)

	// InFlight is called when bytes of a body are taken into memory, with their
	// number, and when they are let go, with its negative. The sum of all deltas
	// is what bodies hold now.
	InFlight(delta int64)
}

// Event is what an Observer is told about one request. It has values of closed
// sets, and numbers that the process measured itself; the one way from it to
// bytes of a client is the Snapshot of Decision.Admission, which prints itself as
// sizes and counts (package admit). An Observer that keeps an Event keeps the
// Snapshot in memory.
type Event struct {
	Decision Decision
	Route    Route

	// Bytes is how much of the body was read, as received: before a content
	// coding was undone. Of a request refused midway it is what had come.
	Bytes int64
	// Scan is the time spent in scanning and deciding, without the time that was
	// spent in waiting for the client.
	Scan time.Duration
	// UnknownHandoff counts the fields of handoff members that are not known and
	// were passed unchecked.
	UnknownHandoff int
	// Report is true in report mode: the request went on as it came, and Decision
	// is what would have become of it.
	Report bool
}

// ObserverFunc is an Observer that has no use for InFlight. A nil ObserverFunc
// does nothing.
type ObserverFunc func(ctx context.Context, e Event)

// Observe calls f.
func (f ObserverFunc) Observe(ctx context.Context, e Event) {
	if f != nil {
		f(ctx, e)
	}
}

// InFlight does nothing.
func (f ObserverFunc) InFlight(int64) {}

// Observers returns one Observer that tells all of list, in its order, and is
// never nil: nil entries are left out, and with none left it does nothing. It
// adds no allocation to those that they make.
func Observers(list ...Observer) Observer {
	var all observers
	for _, o := range list {
		if o != nil {
			all = append(all, o)
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return all
}

type observers []Observer

func (all observers) Observe(ctx context.Context, e Event) {
	for _, o := range all {
		o.Observe(ctx, e)
	}
}

func (all observers) InFlight(delta int64) {
	for _, o := range all {
		o.InFlight(delta)
	}
}
