package ingress_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kvhints/hintcheck/ingress"
)

// arrived is a request as an upstream got it from the wire.
type arrived struct {
	method, uri string
	header      http.Header
	trailer     http.Header
	length      int64
	coding      []string // Transfer-Encoding
	body        []byte
	proto       string
}

// watcher is an Observer that remembers, and an upstream that does.
type watcher struct {
	mu       sync.Mutex
	events   []ingress.Event
	inFlight int64
	arrived  []arrived
}

func (o *watcher) Observe(_ context.Context, e ingress.Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.events = append(o.events, e)
}

func (o *watcher) InFlight(delta int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.inFlight += delta
}

func (o *watcher) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		body = []byte("the upstream could not read the body: " + err.Error())
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.arrived = append(o.arrived, arrived{
		r.Method, r.RequestURI, r.Header.Clone(), r.Trailer, r.ContentLength, r.TransferEncoding, body, r.Proto,
	})
	io.WriteString(w, "ok")
}

// take returns what was seen since the last call.
func (o *watcher) take() ([]ingress.Event, []arrived) {
	o.mu.Lock()
	defer o.mu.Unlock()
	events, requests := o.events, o.arrived
	o.events, o.arrived = nil, nil
	return events, requests
}

// one returns the one event since the last call, and the request that went upstream,
// if one did.
func (o *watcher) one(t testing.TB) (ingress.Event, *arrived) {
	t.Helper()
	events, requests := o.take()
	if len(events) != 1 || len(requests) > 1 {
		t.Fatalf("%d events and %d requests upstream, want one event", len(events), len(requests))
	}
	if len(requests) == 0 {
		return events[0], nil
	}
	return events[0], &requests[0]
}

// middlewareOf makes a middleware or fails.
func middlewareOf(t testing.TB, c ingress.Config) func(http.Handler) http.Handler {
	t.Helper()
	m, err := ingress.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// forwarding returns a handler that forwards to the server at address.
func forwarding(address string, transport http.RoundTripper) *httputil.ReverseProxy {
	target := &url.URL{Scheme: "http", Host: address}
	return &httputil.ReverseProxy{
		Transport: transport,
		Rewrite:   func(pr *httputil.ProxyRequest) { pr.SetURL(target) },
	}
}

// gateway is a server with the middleware in front of one that forwards to an
// upstream, all of them over real connections.
type gateway struct {
	*watcher
	address string
	budget  *ingress.Budget
}

func newGateway(t testing.TB, c ingress.Config) *gateway {
	t.Helper()
	checkLeaks(t)
	g := &gateway{watcher: new(watcher)}
	upstream := httptest.NewServer(g.watcher)
	t.Cleanup(upstream.Close)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	if c.Budget == nil {
		c.Budget = budgetOf(t, 1<<30)
	}
	c.Observer = g.watcher
	g.budget = c.Budget
	proxy := forwarding(upstream.Listener.Addr().String(), transport)
	front := httptest.NewServer(middlewareOf(t, c)(proxy))
	t.Cleanup(front.Close)
	g.address = front.Listener.Addr().String()
	return g
}

func budgetOf(t testing.TB, bytes int64) *ingress.Budget {
	t.Helper()
	b, err := ingress.NewBudget(bytes)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// settled waits until nothing is charged, and fails if that never comes.
func (g *gateway) settled(t testing.TB) {
	t.Helper()
	for range 500 {
		if g.budget.InUse() == 0 {
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.inFlight != 0 {
				t.Fatalf("the deltas of InFlight sum up to %d, want 0", g.inFlight)
			}
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%d bytes are still charged", g.budget.InUse())
}

// raw sends bytes on a connection of its own and returns the answer.
func (g *gateway) raw(t testing.TB, request []byte) (*http.Response, string) {
	t.Helper()
	c, err := net.Dial("tcp", g.address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(20 * time.Second))
	if _, err := c.Write(request); err != nil {
		t.Fatal(err)
	}
	return answer(t, bufio.NewReader(c), request)
}

// answer reads the final answer to request.
func answer(t testing.TB, from *bufio.Reader, request []byte) (*http.Response, string) {
	t.Helper()
	method, _, _ := strings.Cut(string(request[:min(len(request), 20)]), " ")
	for {
		response, err := http.ReadResponse(from, &http.Request{Method: method})
		if err != nil {
			t.Fatalf("no answer: %v", err)
		}
		if response.StatusCode == http.StatusContinue {
			continue
		}
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatalf("the answer broke off: %v", err)
		}
		return response, string(body)
	}
}

// request returns the bytes of a request with a length.
func request(method, path string, body []byte, headers ...string) []byte {
	var b bytes.Buffer
	b.WriteString(method + " " + path + " HTTP/1.1\r\nHost: w\r\n")
	for _, h := range headers {
		b.WriteString(h + "\r\n")
	}
	b.WriteString("Content-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n")
	b.Write(body)
	return b.Bytes()
}

// post returns the bytes of a completion request with a JSON type.
func post(body string, headers ...string) []byte {
	return request("POST", "/v1/completions", []byte(body), append([]string{"Content-Type: application/json"}, headers...)...)
}

// chunked returns the bytes of a completion request in chunks of size bytes.
func chunked(body string, size int, headers ...string) []byte {
	var b bytes.Buffer
	b.WriteString("POST /v1/completions HTTP/1.1\r\nHost: w\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n")
	for _, h := range headers {
		b.WriteString(h + "\r\n")
	}
	b.WriteString("\r\n")
	w := httputil.NewChunkedWriter(&b)
	for len(body) > 0 {
		n := min(size, len(body))
		io.WriteString(w, body[:n])
		body = body[n:]
	}
	w.Close()
	b.WriteString("\r\n")
	return b.Bytes()
}

// checkLeaks fails the test if it leaves goroutines behind.
func checkLeaks(t testing.TB) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		now := runtime.NumGoroutine()
		for range 300 {
			if now <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
			now = runtime.NumGoroutine()
		}
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		t.Errorf("%d goroutines, %d before the test:\n%s", now, before, stacks)
	})
}

// serve calls a handler without a connection. change may be nil.
func serve(h http.Handler, method, target, body string, change func(*http.Request)) *httptest.ResponseRecorder {
	u, err := url.ParseRequestURI(target)
	if err != nil {
		panic(err)
	}
	r := httptest.NewRequest(method, "/", strings.NewReader(body))
	r.URL, r.RequestURI = u, target
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// setHeader returns a change for serve that sets names to values.
func setHeader(pairs ...string) func(*http.Request) {
	return func(r *http.Request) {
		for i := 0; i < len(pairs); i += 2 {
			r.Header.Set(pairs[i], pairs[i+1])
		}
	}
}
