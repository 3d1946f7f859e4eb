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

// TestStalled: a client that sends nothing more, or a byte now and then, is told so;
// one that is slow and gets on is served; each by a connection's deadline and, where
// a handler around hides it, without.
func TestStalled(t *testing.T) {
	const stall = 500 * time.Millisecond
	hides := func(next http.Handler) http.Handler { // has no Unwrap
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(struct{ http.ResponseWriter }{w}, r)
		})
	}
	body := `{"a":"` + strings.Repeat("x", 8000) + `","kv_hints":1}`
	for _, row := range []struct {
		name    string
		step    int
		pause   time.Duration
		stop    int // bytes that are sent
		status  int
		reason  string
		chunked bool
	}{
		{"nothing", 0, 0, 0, 408, "not a byte of the body comes", false},
		{"half", 4000, 0, 4000, 408, "the rest does not come", false},
		{"half, chunked", 4000, 0, 4000, 408, "the same without a length", true},
		{"drip", 1, 40 * time.Millisecond, 8000, 408, "there is always a byte, and never a body", false},
		{"slow", 1500, 150 * time.Millisecond, len(body), 200, "longer than the time in all, never for 1 KiB", false},
	} {
		for _, around := range []struct {
			name string
			wrap func(http.Handler) http.Handler
		}{{"deadline", func(h http.Handler) http.Handler { return h }}, {"aside", hides}} {
			t.Run(row.name+", "+around.name, func(t *testing.T) {
				checkLeaks(t)
				o, b := new(watcher), budgetOf(t, 1<<20)
				front := httptest.NewServer(around.wrap(middlewareOf(t, ingress.Config{
					Policy: policyOf(t, "edge"), Observer: o, Budget: b, StallTimeout: stall,
				})(o)))
				t.Cleanup(front.Close)
				c, err := net.Dial("tcp", front.Listener.Addr().String())
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close()
				c.SetDeadline(time.Now().Add(10 * time.Second))
				wire := string(post(body))
				if row.chunked {
					wire = string(chunked(body, 100_000))
				}
				head, rest, _ := strings.Cut(wire, "\r\n\r\n")
				io.WriteString(c, head+"\r\n\r\n")
				started := time.Now()
				done := make(chan struct{})
				go func() {
					defer close(done)
					for at := 0; at < row.stop; at += row.step {
						if _, err := io.WriteString(c, rest[at:min(at+row.step, row.stop)]); err != nil {
							return
						}
						time.Sleep(row.pause)
					}
				}()
				response, text := answer(t, bufio.NewReader(c), []byte(wire))
				took := time.Since(started)
				c.Close()
				<-done
				event, _ := o.one(t)
				if response.StatusCode != row.status || row.status == 408 && (event.Decision.Cause != ingress.Stalled || !response.Close) {
					t.Errorf("%d %s, %v, close %v; want %d: %s", response.StatusCode, text, event.Decision.Cause, response.Close, row.status, row.reason)
				}
				if row.status == 408 && (took < stall/2 || took > 20*stall) {
					t.Errorf("answered after %v, the time is %v", took, stall)
				}
				for range 100 {
					if b.InUse() == 0 {
						return
					}
					time.Sleep(10 * time.Millisecond)
				}
				t.Errorf("%d bytes are still charged", b.InUse())
			})
		}
	}
}

// TestNoDeadlineAfterTheBody: once the body is there, the answer may take longer
// than the time for bodies, and the connection serves the next request.
func TestNoDeadlineAfterTheBody(t *testing.T) {
	checkLeaks(t)
	const stall = 100 * time.Millisecond
	front := httptest.NewServer(middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge"), StallTimeout: stall})(
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
				t.Error("the request ended before its answer")
			case <-time.After(4 * stall):
			}
			io.Copy(w, r.Body)
		})))
	t.Cleanup(front.Close)
	c, err := net.Dial("tcp", front.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	in := bufio.NewReader(c)
	for _, wire := range [][]byte{post(withHint), chunked(withHint, 3), post("")} {
		c.Write(wire)
		if response, body := answer(t, in, wire); response.StatusCode != 200 || body != withoutHint && body != "" {
			t.Errorf("%d %q", response.StatusCode, body)
		}
		time.Sleep(2 * stall)
	}
}

// TestServerReadTimeout: a server's own time for a request is not made longer.
func TestServerReadTimeout(t *testing.T) {
	checkLeaks(t)
	o := new(watcher)
	front := httptest.NewUnstartedServer(middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge"), Observer: o})(o))
	front.Config.ReadTimeout = 200 * time.Millisecond
	front.Start()
	t.Cleanup(front.Close)
	c, err := net.Dial("tcp", front.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	io.WriteString(c, "POST / HTTP/1.1\r\nHost: w\r\nContent-Length: 10\r\n\r\n{")
	if response, _ := answer(t, bufio.NewReader(c), post("")); response.StatusCode != 408 {
		t.Errorf("%d, want 408", response.StatusCode)
	}
}

// deadlines is a ResponseWriter of a server that leaves deadlines as they were set.
type deadlines struct {
	*httptest.ResponseRecorder
	set []time.Time
}

func (d *deadlines) SetReadDeadline(at time.Time) error {
	d.set = append(d.set, at)
	return nil
}

// TestDeadlineIsTakenAway: the last word about a body that came whole is no deadline,
// and there is one for what is left of a refused body.
func TestDeadlineIsTakenAway(t *testing.T) {
	h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge")})(http.NotFoundHandler())
	for _, row := range []struct {
		body  string
		whole bool
	}{
		{withHint, true},
		{"{", true},
		{`{"kv_transfer_params":1}` + strings.Repeat(" ", 9000), false},
	} {
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		h.ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader(row.body)))
		if n := len(w.set); n < 2 || w.set[0].IsZero() || w.set[n-1].IsZero() != row.whole {
			t.Errorf("%.30q: deadlines %v", row.body, w.set)
		}
	}
}

// TestAbandonedBodies: a connection ends soon after its request is refused, also if
// the client sends nothing more and leaves it open. net/http goes on to read what is
// left of a body, for as long as a deadline lets it.
func TestAbandonedBodies(t *testing.T) {
	for _, row := range []struct{ name, head, body, reason string }{
		{"stalled", "Content-Length: 10", "{", "408"},
		{"unreadable", "Content-Length: 10", "[", "refused at its first byte"},
		{"unreadable, chunked", "Transfer-Encoding: chunked", "1\r\n[\r\n", "the same without a length"},
		{"coding", "Content-Encoding: br\r\nContent-Length: 10", "{", "refused when a body begins"},
		{"upgrade", "Connection: upgrade\r\nUpgrade: x\r\nContent-Length: 10", "", "refused before a body is looked for"},
		{"not asked for", "Connection: upgrade\r\nUpgrade: x\r\nExpect: 100-continue\r\nContent-Length: 10", "", "no body comes, rightly"},
		{"too large", "Content-Length: 40000000", "", "by its length alone"},
	} {
		t.Run(row.name, func(t *testing.T) {
			checkLeaks(t)
			front := httptest.NewServer(middlewareOf(t, ingress.Config{
				Policy: policyOf(t, "edge"), StallTimeout: 100 * time.Millisecond,
			})(http.NotFoundHandler()))
			t.Cleanup(front.Close)
			c, err := net.Dial("tcp", front.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			c.SetDeadline(time.Now().Add(10 * time.Second))
			io.WriteString(c, "POST / HTTP/1.1\r\nHost: w\r\n"+row.head+"\r\n\r\n"+row.body)
			in := bufio.NewReader(c)
			if response, _ := answer(t, in, post("")); response.StatusCode < 400 || response.StatusCode == 404 {
				t.Errorf("%d, want a refusal", response.StatusCode)
			}
			if _, err := in.ReadByte(); err != io.EOF {
				t.Errorf("%v, want the end of the connection: %s", err, row.reason)
			}
		})
	}
}
