package ingress_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

// counter is an Observer that counts.
type counter struct{ events, bytes, inFlight atomic.Int64 }

func (c *counter) Observe(_ context.Context, e ingress.Event) {
	c.events.Add(1)
	c.bytes.Add(e.Bytes)
}

func (c *counter) InFlight(delta int64) { c.inFlight.Add(delta) }

// named is an Observer that says when it was called.
type named struct {
	name string
	log  *[]string
}

func (n named) Observe(_ context.Context, e ingress.Event) {
	*n.log = append(*n.log, fmt.Sprintf("%s %s", n.name, e.Route))
}

func (n named) InFlight(delta int64) { *n.log = append(*n.log, fmt.Sprintf("%s %+d", n.name, delta)) }

func TestObservers(t *testing.T) {
	var log []string
	a, b := named{"a", &log}, named{"b", &log}
	var none ingress.ObserverFunc
	tests := []struct {
		list   []ingress.Observer
		want   []string
		reason string
	}{
		{nil, nil, "nobody to tell"},
		{[]ingress.Observer{nil, nil}, nil, "an Observer that was not configured"},
		{[]ingress.Observer{none}, nil, "a nil function in an interface that is not nil"},
		{[]ingress.Observer{nil, a}, []string{"a /health", "a +5", "a -5"}, "one"},
		{[]ingress.Observer{b, nil, a}, []string{"b /health", "a /health", "b +5", "a +5", "b -5", "a -5"}, "in the order of the list"},
		{[]ingress.Observer{a, ingress.Observers(none, b)}, []string{"a /health", "b /health", "a +5", "b +5", "a -5", "b -5"}, "lists in lists"},
	}
	for _, tt := range tests {
		log = nil
		o := ingress.Observers(tt.list...)
		o.Observe(t.Context(), ingress.Event{Route: ingress.RouteHealth})
		o.InFlight(5)
		o.InFlight(-5)
		if diff := cmp.Diff(tt.want, log); diff != "" {
			t.Errorf("%s: -want +got:\n%s", tt.reason, diff)
		}
	}
}

// TestObserversKeepTheirList: what the caller does to its slice later is its own
// business.
func TestObserversKeepTheirList(t *testing.T) {
	var log []string
	list := []ingress.Observer{named{"a", &log}, named{"b", &log}}
	o := ingress.Observers(list...)
	list[0] = named{"c", &log}
	o.InFlight(1)
	if diff := cmp.Diff([]string{"a +1", "b +1"}, log); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestObserversAtOnce(t *testing.T) {
	const goroutines, each = 16, 500
	var a, b counter
	o := ingress.Observers(&a, &b)
	var wait sync.WaitGroup
	for range goroutines {
		wait.Go(func() {
			for range each {
				o.InFlight(3)
				o.Observe(t.Context(), ingress.Event{Bytes: 3})
				o.InFlight(-3)
			}
		})
	}
	wait.Wait()
	for _, c := range []*counter{&a, &b} {
		if c.events.Load() != goroutines*each || c.bytes.Load() != 3*goroutines*each || c.inFlight.Load() != 0 {
			t.Errorf("%d events, %d bytes, %d in flight; want %d, %d, 0", c.events.Load(), c.bytes.Load(), c.inFlight.Load(), goroutines*each, 3*goroutines*each)
		}
	}
}

func TestObserversAllocateNothing(t *testing.T) {
	var a, b counter
	called := 0
	ctx := t.Context()
	e := ingress.Event{Decision: ingress.Refuse(ingress.Overloaded, admit.Untrusted), Bytes: 1}
	for name, o := range map[string]ingress.Observer{
		"none":     ingress.Observers(),
		"two":      ingress.Observers(&a, &b),
		"function": ingress.ObserverFunc(func(context.Context, ingress.Event) { called++ }),
	} {
		if n := testing.AllocsPerRun(100, func() {
			o.InFlight(1)
			o.Observe(ctx, e)
			o.InFlight(-1)
		}); n != 0 {
			t.Errorf("%s: %v allocations, want 0", name, n)
		}
	}
	if a.events.Load() == 0 || b.events.Load() == 0 || called == 0 {
		t.Error("an observer was not called")
	}
}

// span stands for the span of an OpenTelemetry SDK; the doc of Event.Attributes
// has the code for that one.
type span map[string]string

type spanKey struct{}

// An Observer that puts what became of a request on the span that its context has.
func ExampleEvent_Attributes() {
	spans := ingress.ObserverFunc(func(ctx context.Context, e ingress.Event) {
		s, ok := ctx.Value(spanKey{}).(span)
		if !ok {
			return
		}
		for _, a := range e.Attributes() {
			s[a.Key] = a.Value
		}
	})

	s := span{}
	ctx := context.WithValue(context.Background(), spanKey{}, s)
	spans.Observe(ctx, ingress.Event{
		Decision: ingress.Refuse(ingress.HandoffNotAllowed, admit.Untrusted),
		Route:    ingress.RouteChatCompletions,
	})
	fmt.Println(s["hintcheck.disposition"], s["hintcheck.cause"], s["hintcheck.route"])
	// Output: refused handoff_not_allowed /v1/chat/completions
}
