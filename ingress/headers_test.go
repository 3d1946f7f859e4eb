package ingress_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/ingress"
)

// TestHeadersOfRoles: the headers that the roles delete, in spellings that servers
// take for them, and their neighbours, which stay.
func TestHeadersOfRoles(t *testing.T) {
	const (
		both = "edge worker"
		edge = "edge"
		none = ""
	)
	for _, row := range []struct{ header, deletedBy, reason string }{
		{"X-KV-Hints", both, "the table of roles"},
		{"x-kv-cache-source-host-port", both, "a prefix"},
		{"X_KV_HINTS", both, "CGI-like servers read _ as -"},
		{"x-kv_anything", both, "mixed"},
		{"X-Kv-Attestation", both, "removed before upstream"},
		{"X-Kvhints", none, "another name"},
		{"X-Kv", none, "shorter than the prefix"},
		{"X-Prefiller-Host-Port", edge, "a prefix"},
		{"X_Prefiller_Url", edge, "with _"},
		{"X-Data-Parallel-Host-Port", edge, "a prefix"},
		{"X-Gateway-Destination-Endpoint", edge, "the name itself"},
		{"X-Gateway-Destination-Endpoint-Subset", edge, "and what begins with it"},
		{"X-Gateway-Destination", none, "another name"},
		{"X-Dynamo-Worker-Id", edge, "a prefix"},
		{"X-Worker-Instance-Id", edge, "a whole name"},
		{"X-Worker-Instance-Identity", none, "a whole name is no prefix"},
		{"X-Tenant-Id", edge, "a whole name"},
		{"x_tenant_id", edge, "with _"},
		{"X-TRTLLM-Disagg-Auth", edge, "a whole name"},
		{"X-TRTLLM-Msgpack: 0", edge, "a whole name; 0 does not say that the body is MessagePack"},
		{"X-Request-Id", none, "not ours"},
		{"Authorization", none, "not ours"},
		{"Traceparent", none, "not ours"},
	} {
		name, value, ok := strings.Cut(row.header, ": ")
		if !ok {
			value = "v"
		}
		for _, role := range []string{"edge", "worker"} {
			for _, body := range []string{withHint, ""} {
				o := new(watcher)
				h := middlewareOf(t, ingress.Config{Policy: policyOf(t, role), Observer: o})(o)
				serve(h, "POST", "/v1/completions", body, func(r *http.Request) { r.Header.Add(name, value) })
				_, got := o.one(t)
				_, plain := got.header[name]
				_, canonical := got.header[http.CanonicalHeaderKey(name)]
				if deleted := !plain && !canonical; deleted != strings.Contains(row.deletedBy, role) {
					t.Errorf("%s, %s, body %q: deleted %v: %s", name, role, body, deleted, row.reason)
				}
			}
		}
	}
}

// TestHeadersStay: all other headers and their values reach the handler in order,
// and the request that the outer handlers have is as it was.
func TestHeadersStay(t *testing.T) {
	o := new(watcher)
	h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge"), Observer: o})(o)
	given := http.Header{"Accept": {"a", "b"}, "X-Kv-Hints": {"1"}, "Cookie": {"c"}, "Content-Type": {"application/json"}, "Digest": {"d"}}
	want := http.Header{
		"Accept": {"a", "b"}, "Cookie": {"c"}, "Content-Type": {"application/json"}, "Content-Length": {strconv.Itoa(len(withoutHint))},
	}
	before := given.Clone()
	var outer *http.Request
	serve(h, "POST", "/v1/completions", withHint, func(r *http.Request) { r.Header = given; outer = r })
	_, got := o.one(t)
	if d := cmp.Diff(want, got.header); d != "" {
		t.Errorf("upstream (-want +got):\n%s", d)
	}
	if d := cmp.Diff(before, outer.Header); d != "" {
		t.Errorf("the caller's request was changed (-want +got):\n%s", d)
	}
}

// TestTrailers: none goes upstream, announced or not.
func TestTrailers(t *testing.T) {
	for _, role := range []string{"edge", "worker"} {
		g := newGateway(t, ingress.Config{Policy: policyOf(t, role)})
		for _, announced := range []string{"Trailer: X-Kv-Hints, X-Other", "X-None: 1"} {
			head, _, _ := strings.Cut(string(chunked(withHint, 4, announced)), "0\r\n\r\n")
			g.raw(t, []byte(head+"0\r\nX-Kv-Hints: {}\r\nX_Kv_Hints: {}\r\nX-Other: 1\r\n\r\n"))
			_, got := g.one(t)
			if got == nil || len(got.trailer) > 0 || got.header.Get("Trailer") != "" || string(got.body) != withoutHint {
				t.Errorf("%s, %s: upstream %+v", role, announced, got)
			}
		}
	}
}

// TestTrailersOfHandler: nor does the handler see one.
func TestTrailersOfHandler(t *testing.T) {
	h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "worker")})(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if len(r.Trailer) > 0 || len(r.TransferEncoding) > 0 {
			t.Errorf("trailer %v, transfer coding %q", r.Trailer, r.TransferEncoding)
		}
	}))
	serve(h, "POST", "/", withHint, func(r *http.Request) {
		r.Trailer = http.Header{"X-Kv-Hints": {"1"}, "X-Other": {"1"}}
		r.TransferEncoding, r.ContentLength = []string{"chunked"}, -1
	})
}
