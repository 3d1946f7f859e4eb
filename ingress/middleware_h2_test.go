package ingress_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/kvhints/hintcheck/ingress"
)

// unencrypted returns the protocols of HTTP/2 without TLS.
func unencrypted() *http.Protocols {
	p := new(http.Protocols)
	p.SetUnencryptedHTTP2(true)
	return p
}

// TestHTTP2: from HTTP/2 to HTTP/1.1 and to HTTP/2, with a length and without: the
// length is right on the wire, and one refused request ends no other.
func TestHTTP2(t *testing.T) {
	checkLeaks(t)
	var gone watcher
	for _, proto := range []string{"HTTP/1.1", "HTTP/2.0"} {
		o := new(watcher)
		upstream := httptest.NewUnstartedServer(o)
		transport := &http.Transport{}
		t.Cleanup(transport.CloseIdleConnections)
		if proto == "HTTP/2.0" {
			upstream.Config.Protocols, transport.Protocols = unencrypted(), unencrypted()
		}
		upstream.Start()
		t.Cleanup(upstream.Close)
		m := middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge"), Observer: &gone, StallTimeout: time.Second})
		front := httptest.NewUnstartedServer(m(forwarding(upstream.Listener.Addr().String(), transport)))
		front.Config.Protocols = unencrypted()
		front.Start()
		t.Cleanup(front.Close)
		dials := 0
		client := &http.Client{Transport: &http.Transport{Protocols: unencrypted(), DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			dials++
			return new(net.Dialer).DialContext(ctx, network, addr)
		}}}
		t.Cleanup(client.CloseIdleConnections)
		for i, body := range []io.Reader{
			strings.NewReader(withHint), io.MultiReader(strings.NewReader(withHint)),
			strings.NewReader(`{"kv_transfer_params":{"a":"` + strings.Repeat("x", 100_000) + `"}}`), // refused in its middle
			http.NoBody, strings.NewReader(withHint),
		} {
			response, err := client.Post(front.URL+"/v1/completions", "application/json", body)
			if err != nil {
				t.Fatalf("%s, request %d: %v", proto, i, err)
			}
			io.Copy(io.Discard, response.Body)
			response.Body.Close()
			_, requests := o.take()
			if i == 2 {
				if response.StatusCode != 400 || len(requests) > 0 {
					t.Errorf("%s: %d for a handoff", proto, response.StatusCode)
				}
				continue
			}
			want := withoutHint
			if i == 3 {
				want = ""
			}
			if len(requests) != 1 || string(requests[0].body) != want || requests[0].proto != proto || response.StatusCode != 200 {
				t.Fatalf("%s, request %d: %d, upstream %+v", proto, i, response.StatusCode, requests)
			}
			checkFraming(t, proto, requests[0])
		}
		// A stalled stream is refused, and the connection is not.
		in, out := io.Pipe()
		go io.WriteString(out, "{")
		response, err := client.Post(front.URL+"/", "application/json", in)
		if err != nil || response.StatusCode != 408 {
			t.Fatalf("%s, stalled: %v, %v", proto, response, err)
		}
		response.Body.Close()
		out.Close()
		if response, err = client.Get(front.URL + "/health"); err != nil || response.StatusCode != 200 {
			t.Fatalf("%s, after it: %v, %v", proto, response, err)
		}
		response.Body.Close()
		if dials != 1 {
			t.Errorf("%s: %d connections, want one for all", proto, dials)
		}
	}
}

// TestRetries: an upstream that drops the connection is asked again with the
// stripped body.
func TestRetries(t *testing.T) {
	checkLeaks(t)
	o, seen := new(watcher), 0
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if seen++; seen == 2 { // on a connection that was idle
			io.Copy(io.Discard, r.Body)
			c, _, _ := w.(http.Hijacker).Hijack()
			c.Close()
			return
		}
		o.ServeHTTP(w, r)
	}))
	t.Cleanup(upstream.Close)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	front := httptest.NewServer(middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge")})(forwarding(upstream.Listener.Addr().String(), transport)))
	t.Cleanup(front.Close)
	for range 2 {
		r, _ := http.NewRequest("PUT", front.URL+"/", strings.NewReader(withHint))
		r.Header.Set("Idempotency-Key", "k") // Transport tries such a request again
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
		_, requests := o.take()
		if response.StatusCode != 200 || len(requests) != 1 || string(requests[0].body) != withoutHint {
			t.Errorf("%d, upstream %+v", response.StatusCode, requests)
		}
	}
	if seen != 3 {
		t.Errorf("the upstream saw %d attempts, want 3", seen)
	}
}
