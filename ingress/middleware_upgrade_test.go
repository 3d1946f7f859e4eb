package ingress_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/kvhints/hintcheck/ingress"
)

func TestPaths(t *testing.T) {
	for _, row := range []struct {
		target  string
		refused bool
		reason  string
	}{
		{"/v1/completions", false, "plain"},
		{"/v1%2Fcompletions", true, "an encoded slash"},
		{"/v1%2fcompletions", true, "in lower case"},
		{"/v1%5Ccompletions", true, "an encoded backslash"},
		{"/v1%5ccompletions?x=1", true, "in lower case, with a query"},
		{"/v1\\completions", true, "a backslash as it is: some read it as a slash"},
		{"/v1%252Fcompletions", true, "a server that decodes twice reads a slash"},
		{"/v1/completions?next=%2Fhome%5C", false, "a query is no path"},
		{"/v1/%63ompletions", false, "an encoded letter is that letter to all"},
		{"/v1/100%25", false, "an encoded percent sign alone"},
		{"/", false, "the root"},
	} {
		o := new(watcher)
		h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "worker"), Observer: o})(o)
		w := serve(h, "POST", row.target, withHint, nil)
		event, got := o.one(t)
		if refused := event.Decision.Cause == ingress.PathNotAllowed && w.Code == 400 && got == nil; refused != row.refused {
			t.Errorf("%s: %v, status %d, upstream %v: %s", row.target, event.Decision.Cause, w.Code, got != nil, row.reason)
		}
	}
}

func TestUpgradesAreRefused(t *testing.T) {
	listed := []ingress.UpgradeRoute{
		{Method: "GET", Path: "/v1/realtime", Protocol: "websocket"},
		{Method: "CONNECT", Path: "/v1/realtime", Protocol: "websocket"},
	}
	for _, row := range []struct {
		name, method, path  string
		headers             []string
		edge, worker, lists bool // refused
		reason              string
	}{
		{"plain", "GET", "/v1/realtime", nil, false, false, false, "asks for nothing"},
		{"websocket", "GET", "/v1/realtime", []string{"Connection", "Upgrade", "Upgrade", "websocket"}, true, true, false, "listed is listed"},
		{"in capitals", "GET", "/v1/realtime", []string{"Connection", "keep-alive, UPGRADE", "Upgrade", "WebSocket"}, true, true, false, "protocol names know no case"},
		{"another path", "GET", "/v1/other", []string{"Connection", "Upgrade", "Upgrade", "websocket"}, true, true, true, "not listed"},
		{"another protocol", "GET", "/v1/realtime", []string{"Connection", "Upgrade", "Upgrade", "h2c"}, true, true, true, "not listed"},
		{"a choice", "GET", "/v1/realtime", []string{"Connection", "Upgrade", "Upgrade", "websocket, h2c"}, true, true, true, "the upstream would choose"},
		{"two headers", "GET", "/v1/realtime", []string{"Connection", "Upgrade", "Upgrade", "websocket", "Upgrade", "h2c"}, true, true, true, "the same"},
		{"no connection", "GET", "/v1/realtime", []string{"Upgrade", "h2c"}, true, true, true, "a lenient reader would take it"},
		{"no protocol", "GET", "/v1/realtime", []string{"Connection", "close, upgrade"}, true, true, true, "to what?"},
		{"CONNECT", "CONNECT", "", nil, true, true, true, "a tunnel"},
		{"extended CONNECT", "CONNECT", "/v1/realtime", []string{":protocol", "websocket"}, true, true, false, "RFC 8441, listed"},
	} {
		for _, c := range []struct {
			role    string
			list    []ingress.UpgradeRoute
			refused bool
		}{{"edge", nil, row.edge}, {"worker", nil, row.worker}, {"worker", listed, row.lists}} {
			o := new(watcher)
			h := middlewareOf(t, ingress.Config{Policy: policyOf(t, c.role), Observer: o, Upgrades: c.list})(o)
			w := serve(h, row.method, "/", "", func(r *http.Request) {
				r.URL.Path = row.path
				for i := 0; i < len(row.headers); i += 2 {
					r.Header[row.headers[i]] = append(r.Header[row.headers[i]], row.headers[i+1])
				}
			})
			event, _ := o.one(t)
			if refused := event.Decision.Cause == ingress.UpgradeNotAllowed && w.Code == 400; refused != c.refused {
				t.Errorf("%s, %s, %d listed: %v, status %d: %s", row.name, c.role, len(c.list), event.Decision.Cause, w.Code, row.reason)
			}
		}
	}
}

// switching is an upstream that answers 101 to whatever comes, and echoes for a
// second: of a switch to a protocol that was not asked for, httputil.ReverseProxy
// leaves the connection open.
func switching(t *testing.T, headers string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				c.SetDeadline(time.Now().Add(time.Second))
				in := bufio.NewReader(c)
				if _, err := http.ReadRequest(in); err != nil {
					return
				}
				io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\n"+headers+"\r\n")
				io.Copy(c, in)
			}()
		}
	}()
	return l.Addr().String()
}

// TestSwitchNobodyAskedFor: an upstream's 101 to a plain request becomes an error,
// and no byte of the other protocol reaches the client.
func TestSwitchNobodyAskedFor(t *testing.T) {
	for _, headers := range []string{"Connection: Upgrade\r\nUpgrade: websocket\r\n", ""} {
		checkLeaks(t)
		transport := &http.Transport{}
		t.Cleanup(transport.CloseIdleConnections)
		proxy := forwarding(switching(t, headers), transport)
		proxy.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) }
		front := httptest.NewServer(middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge")})(proxy))
		t.Cleanup(front.Close)
		response, err := http.Post(front.URL, "application/json", strings.NewReader(withHint))
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
		if response.StatusCode != http.StatusBadGateway {
			t.Errorf("upstream headers %q: status %d, want 502", headers, response.StatusCode)
		}
	}
}

// TestListedUpgrade: a listed one goes through, both ways.
func TestListedUpgrade(t *testing.T) {
	checkLeaks(t)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	m := middlewareOf(t, ingress.Config{
		Policy: policyOf(t, "worker"), Upgrades: []ingress.UpgradeRoute{{Method: "GET", Path: "/v1/realtime", Protocol: "websocket"}},
	})
	front := httptest.NewServer(m(forwarding(switching(t, "Connection: Upgrade\r\nUpgrade: websocket\r\n"), transport)))
	t.Cleanup(front.Close)
	c, err := net.Dial("tcp", front.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	io.WriteString(c, "GET /v1/realtime HTTP/1.1\r\nHost: w\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	in := bufio.NewReader(c)
	response, err := http.ReadResponse(in, nil)
	if err != nil || response.StatusCode != 101 {
		t.Fatalf("%v, %v; want 101", response, err)
	}
	io.WriteString(c, "ping")
	echo := make([]byte, 4)
	if _, err := io.ReadFull(in, echo); err != nil || string(echo) != "ping" {
		t.Fatalf("%q, %v", echo, err)
	}
}

// TestWriterOfPlainRequests: a handler cannot switch protocols by hand either, and
// all else that a ResponseWriter can do it still can.
func TestWriterOfPlainRequests(t *testing.T) {
	checkLeaks(t)
	m := middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge")})
	front := httptest.NewServer(m(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rc := http.NewResponseController(w)
		switch r.URL.Path {
		case "/101":
			w.Header().Set("Upgrade", "websocket")
			w.WriteHeader(http.StatusSwitchingProtocols)
			if _, err := w.Write([]byte("frames")); err == nil {
				t.Error("a write after a 101 that was refused has no error")
			}
			if _, err := w.(io.ReaderFrom).ReadFrom(strings.NewReader("frames")); err == nil {
				t.Error("a ReadFrom after a 101 that was refused has no error")
			}
			w.WriteHeader(200)
		case "/hijack":
			if _, _, err := rc.Hijack(); err == nil {
				t.Error("Hijack gives the connection")
			}
			w.WriteHeader(http.StatusTeapot)
		case "/rest":
			w.WriteHeader(http.StatusEarlyHints)
			if err := rc.SetWriteDeadline(time.Now().Add(time.Minute)); err != nil {
				t.Errorf("SetWriteDeadline: %v", err)
			}
			w.Write([]byte("a"))
			if err := rc.Flush(); err != nil {
				t.Errorf("Flush: %v", err)
			}
			w.(http.Flusher).Flush()
			io.Copy(w, strings.NewReader("b"))
		}
	})))
	t.Cleanup(front.Close)
	for _, row := range []struct {
		path   string
		status int
		body   string
	}{
		{"/101", 502, `"code":"upgrade_not_allowed"`}, {"/hijack", 418, ""}, {"/rest", 200, "ab"},
	} {
		response, err := http.Get(front.URL + row.path)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != row.status || !strings.Contains(string(body), row.body) || response.Header.Get("Upgrade") != "" {
			t.Errorf("%s: %d %q, header %v", row.path, response.StatusCode, body, response.Header)
		}
	}
}
