package ingress_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
	"github.com/kvhints/hintcheck/limits"
)

func TestAttributes(t *testing.T) {
	envelope := []byte(`{"protocol_version":"0.1","message_id":"secret","actions":[]}`)
	admitted := admit.NewAuthority(limits.Default()).Admit(envelope, admit.Trusted)
	tests := []struct {
		event  ingress.Event
		want   [7]string
		reason string
	}{
		{
			ingress.Event{},
			[7]string{"none", "none", "other", "ignored", "absent", "untrusted", "enforce"},
			"nothing was decided, and nothing is trusted",
		},
		{
			ingress.Event{
				Decision: ingress.Decision{Disposition: ingress.Forwarded, Trust: admit.Trusted, Admission: admitted},
				Route:    ingress.RouteChatCompletions,
			},
			[7]string{"forwarded", "none", "/v1/chat/completions", "admitted", "admitted", "trusted", "enforce"},
			"a hint that stays in the body",
		},
		{
			ingress.Event{
				Decision: ingress.Decision{Disposition: ingress.Withheld, Cause: ingress.UpstreamWithholds, Trust: admit.Trusted, Admission: admitted},
				Route:    ingress.RouteCompletions,
			},
			[7]string{"withheld", "upstream_withholds", "/v1/completions", "admitted", "admitted", "trusted", "enforce"},
			"admitted, and kept from an upstream that does not know the field",
		},
		{
			ingress.Event{
				Decision: ingress.Decision{Disposition: ingress.Stripped, Admission: admit.Decision{Reason: admit.NotTrusted}},
				Route:    ingress.RouteResponses,
				Report:   true,
			},
			[7]string{"stripped", "none", "/v1/responses", "ignored", "untrusted", "untrusted", "report"},
			"what would have become of the request",
		},
		{
			ingress.Event{Decision: ingress.Refuse(ingress.BodyTooLarge, admit.Trusted), Route: ingress.RouteMessages, Bytes: 1 << 30},
			[7]string{"refused", "body_too_large", "/v1/messages", "ignored", "absent", "trusted", "enforce"},
			"the hint of a refused request is not judged",
		},
		{
			ingress.Event{
				Decision: ingress.Decision{Disposition: 255, Cause: 255, Trust: 255, Admission: admit.Decision{Outcome: 255, Reason: 255}},
				Route:    255,
			},
			[7]string{"invalid", "invalid", "other", "ignored", "invalid", "untrusted", "enforce"},
			"values outside of the sets have one text each",
		},
	}
	keys := [7]string{
		"hintcheck.disposition", "hintcheck.cause", "hintcheck.route",
		"hintcheck.outcome", "hintcheck.reason", "hintcheck.trust", "hintcheck.mode",
	}
	for _, tt := range tests {
		var want [7]ingress.Attribute
		for i := range want {
			want[i] = ingress.Attribute{Key: keys[i], Value: tt.want[i]}
		}
		if diff := cmp.Diff(want, tt.event.Attributes()); diff != "" {
			t.Errorf("%s: -want +got:\n%s", tt.reason, diff)
		}
	}
}

func TestAttributesAllocateNothing(t *testing.T) {
	e := ingress.Event{Route: ingress.RouteResponses, Decision: ingress.Refuse(ingress.Stalled, admit.Trusted)}
	var sink [7]ingress.Attribute
	if n := testing.AllocsPerRun(100, func() { sink = e.Attributes() }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
	if sink[1].Value != "stalled" {
		t.Errorf("%s; want stalled", sink[1].Value)
	}
}
