package prometheus_test

import (
	"context"
	"fmt"

	client "github.com/prometheus/client_golang/prometheus"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
	"github.com/kvhints/hintcheck/ingress/prometheus"
)

// Metrics go into a registry of the caller's, and where ingress takes an Observer.
func Example() {
	metrics := prometheus.New(prometheus.Config{Trust: admit.Untrusted})
	registry := client.NewRegistry()
	registry.MustRegister(metrics)

	var observer ingress.Observer = metrics
	observer.Observe(context.Background(), ingress.Event{
		Decision: ingress.Refuse(ingress.UnreadableBody, admit.Untrusted),
		Route:    ingress.RouteCompletions,
	})

	families, err := registry.Gather()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, family := range families {
		if family.GetName() == "hintcheck_requests_total" {
			for _, label := range family.GetMetric()[0].GetLabel() {
				fmt.Println(label.GetName(), label.GetValue())
			}
		}
	}
	// Output:
	// cause unreadable_body
	// disposition refused
	// route /v1/completions
}
