package ingress_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

func TestPolicyDefaults(t *testing.T) {
	p := policyOf(t, "edge")
	if p.Role() != ingress.Edge || p.Authority() == nil || p.MaxBodyBytes() != 33554432 || p.MaxBodyDepth() != 0 || p.Reports() {
		t.Errorf("%v %v %d %d %v", p.Role(), p.Authority(), p.MaxBodyBytes(), p.MaxBodyDepth(), p.Reports())
	}
	if diff := cmp.Diff([]string{"kv_hints"}, p.AdmittedPath()); diff != "" {
		t.Error(diff)
	}
	if lim := p.Authority().Limits(); lim.MaxBytes() != 65536 || lim.MaxDepth() != 32 {
		t.Errorf("limits of hints: %d bytes, %d levels", lim.MaxBytes(), lim.MaxDepth())
	}
	if p.IsOpaque("POST", "/v1/audio/transcriptions", "multipart/form-data") {
		t.Error("a route is opaque that nobody listed")
	}
	if other := policyOf(t, "edge"); other.Authority() == p.Authority() {
		t.Error("two policies count together that nobody joined")
	}
	var zero ingress.Policy
	if zero.Role() != ingress.NoRole || zero.Authority() != nil || zero.MaxBodyBytes() != 0 || zero.IsCarrier("kv_hints") || zero.AdmittedPath() != nil {
		t.Error("the zero Policy is one of a role")
	}
}

func TestPolicyOptions(t *testing.T) {
	many := strings.Split(strings.Repeat("name,", 64)+"name", ",")
	opaque := func(method, path, mediaType string) ingress.Option {
		return ingress.Opaque(ingress.OpaqueRoute{Method: method, Path: path, MediaType: mediaType})
	}
	for _, row := range []struct {
		option ingress.Option
		want   string // part of the error; empty: accepted
		reason string
	}{
		{ingress.MaxBodyBytes(1), "", "the smallest body"},
		{ingress.MaxBodyBytes(0), "MaxBodyBytes: got \"0\", want 1 to 268435456 bytes", "nothing would pass"},
		{ingress.MaxBodyBytes(268435456), "", "the largest body whose offsets fit a token"},
		{ingress.MaxBodyBytes(268435457), "MaxBodyBytes", "one byte more"},
		{ingress.MaxBodyDepth(0), "", "no bound"},
		{ingress.MaxBodyDepth(-1), "MaxBodyDepth", "no depth is negative"},
		{ingress.WithAuthority(nil), "WithAuthority: got \"nil\"", "nobody would count"},
		{nil, "a nil option", "an option that somebody forgot to set"},
		{ingress.Carriers(), "Carriers: got \"0 names\", want 1 to 64 names", "nothing would be cut"},
		{ingress.Carriers(many[:64]...), "AdmittedPath", "64 names, none of which is the admitted one"},
		{ingress.Carriers(many...), "65 names", "65 names"},
		{ingress.Carriers("kv_hints", ""), "1 to 64 bytes", "no name"},
		{ingress.Carriers("kv_hints", strings.Repeat("x", 64)), "", "64 bytes"},
		{ingress.Carriers("kv_hints", strings.Repeat("x", 65)), "1 to 64 bytes", "65 bytes"},
		{ingress.Carriers("kv_hints", "\xff"), "1 to 64 bytes", "no UTF-8"},
		{ingress.Carriers("kv_hints", "_-"), "more than '_' and '-'", "folding leaves nothing of it"},
		{ingress.Carriers("kv_hints", "NvExt"), "no container's", "a container, spelled differently"},
		{ingress.Carriers("kv_hints", "kv_transfer_params"), "no container's and no handoff's", "a handoff"},
		{ingress.Containers(), "", "the root only"},
		{ingress.Containers("__"), "more than '_' and '-'", "folding leaves nothing of it"},
		{ingress.Containers("Kv-Hint"), "Carriers", "a carrier, spelled differently"},
		{ingress.AdmittedPath(), "AdmittedPath: got \"0 names\"", "nothing would be judged"},
		{ingress.AdmittedPath("hints"), "AdmittedPath: got \"hints\"", "what is no carrier would not be cut if it is ignored"},
		{ingress.AdmittedPath("metadata", "kv_hints"), "AdmittedPath: got \"metadata\"", "nor what is in no container"},
		{ingress.AdmittedPath("kv_hints", "kv_hints"), "AdmittedPath", "a carrier holds none"},
		{ingress.AdmittedPath("nvext", "nvext"), "AdmittedPath", "a container is none"},
		{ingress.AdmittedPath("nvext", "requests", "router_hint"), "", "containers and then a carrier"},
		{opaque("POST", "/a", "Multipart/Form-Data"), "", "media types know no case"},
		{opaque("", "/a", "a/b"), "Opaque", "no method"},
		{opaque("POST", "a", "a/b"), "Opaque", "no path"},
		{opaque("POST", "/a", "a"), "Opaque", "no media type"},
	} {
		p, err := ingress.NewPolicy(ingress.Worker, row.option)
		if row.want == "" {
			if err != nil || p.Role() != ingress.Worker {
				t.Errorf("%s: %v", row.reason, err)
			}
			continue
		}
		var fault *ingress.PolicyError
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), row.want) || p != (ingress.Policy{}) {
			t.Errorf("%s: %v, want %q", row.reason, err, row.want)
		}
	}
	for _, role := range []ingress.Role{ingress.NoRole, 3, 255} {
		if _, err := ingress.NewPolicy(role); err == nil {
			t.Errorf("a policy of role %s", role)
		}
	}
}

// TestPolicyIsImmutable: what was given to an option, or got from a policy, is not
// the policy's own.
func TestPolicyIsImmutable(t *testing.T) {
	carriers, path := []string{"kv_hints", "hint"}, []string{"nvext", "kv_hints"}
	routes := []ingress.OpaqueRoute{{Method: "POST", Path: "/a", MediaType: "a/b"}}
	actions := []string{"kv.fetch"}
	options := []ingress.Option{ingress.Carriers(carriers...), ingress.Containers(path[:1]...), ingress.AdmittedPath(path...), ingress.Opaque(routes...), ingress.AllowActions(actions...)}
	carriers[1], path[0], routes[0].Path, actions[0] = "x", "x", "/x", "x"
	p := policyOf(t, "worker", options...)
	p.AdmittedPath()[0] = "x"
	if !p.IsCarrier("hint") || p.AdmittedPath()[0] != "nvext" || !p.IsOpaque("POST", "/a", "a/b") {
		t.Error("the policy has changed")
	}
	body := `{"nvext":{"kv_hints":{"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"1","action_type":"kv.fetch","action_version":"1","payload":{}}]}}}`
	if got := scanned(t, p, []byte(body), 9, trusted); got.decision.Admission.Outcome != admit.Admitted || string(got.upstream) != body {
		t.Errorf("%+v", got.decision)
	}
}

func TestOpaque(t *testing.T) {
	p := policyOf(t, "edge", ingress.Opaque(ingress.OpaqueRoute{Method: "POST", Path: "/v1/audio", MediaType: "Multipart/Form-Data"}))
	for _, row := range []struct {
		method, path, mediaType string
		want                    bool
	}{
		{"POST", "/v1/audio", "multipart/form-data", true},
		{"PUT", "/v1/audio", "multipart/form-data", false},
		{"POST", "/v1/audio/", "multipart/form-data", false},
		{"POST", "/v1/audio", "multipart/mixed", false},
	} {
		if got := p.IsOpaque(row.method, row.path, row.mediaType); got != row.want {
			t.Errorf("%v: %v", row, got)
		}
	}
}

// TestOtherNames: a policy's own lists replace the default ones, and handoffs stay
// handoffs whatever the lists are.
func TestOtherNames(t *testing.T) {
	p := policyOf(t, "edge", ingress.Carriers("kv_hints", "Grüße"), ingress.Containers("box"))
	body := `{"a":1,"router_hint":1,"nvext":{"kv_hints":1},"BOX":[{"GRÜSSE":1,"GRÜẞE":1,"gr_ü-ße":2}]}`
	want := `{"a":1,"router_hint":1,"nvext":{"kv_hints":1},"BOX":[{"GRÜSSE":1}]}`
	if got := scanned(t, p, []byte(body), 4, untrusted); string(got.upstream) != want {
		t.Errorf("%s, %v", got.upstream, got.err)
	}
	if got := scanned(t, p, []byte(`{"kv_transfer_params":{}}`), 4, untrusted); got.decision.Cause != ingress.HandoffNotAllowed {
		t.Errorf("%+v", got.decision)
	}
	worker := policyOf(t, "worker", ingress.Containers())
	if got := scanned(t, worker, []byte(`{"kv_transfer_params":{"kv_hints":1},"KV_TRANSFER_PARAMS":[]}`), 4, untrusted); got.decision.Cause != ingress.DuplicateHandoff {
		t.Errorf("%+v", got.decision)
	}
}
