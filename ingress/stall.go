package ingress

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

// errStalled: the client was given its time and did not use it.
var errStalled = errors.New("ingress: the body did not come in time")

// enoughProgress is how many bytes have to come within the time: with fewer a client
// that sends a byte now and then would never be late.
const enoughProgress = 1 << 10

// timedBody reads a body whose client has a time for each enoughProgress bytes, or
// for the end of the body.
//
// The time is a read deadline of the connection, or of the stream of HTTP/2. Where a
// ResponseWriter around ours has neither it nor Unwrap, each Read runs in a goroutine
// of its own, which lives until the connection ends if the client never sends more.
type timedBody struct {
	body    io.Reader
	rc      *http.ResponseController
	timeout time.Duration
	last    time.Time // no deadline is later, if not zero: the server's own
	due     time.Time // of what is waited for now
	came    int       // bytes since due was set
	waits   bool      // a deadline is set
	aside   bool      // deadlines are not supported
}

func newTimedBody(w http.ResponseWriter, r *http.Request, timeout time.Duration) timedBody {
	t := timedBody{body: r.Body, rc: http.NewResponseController(w), timeout: timeout}
	// ReadTimeout is a deadline of the connection too, which ours replaces.
	if s, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok && s.ReadTimeout > 0 {
		t.last = time.Now().Add(s.ReadTimeout)
	}
	return t
}

// Read reads, or returns errStalled.
func (t *timedBody) Read(p []byte) (n int, err error) {
	if t.due.IsZero() || t.came >= enoughProgress {
		t.arm()
	}
	if t.aside {
		n, err = t.readAside(p)
	} else {
		n, err = t.body.Read(p)
	}
	t.came += n
	if err != nil && errors.Is(err, os.ErrDeadlineExceeded) {
		err = errStalled
	}
	return n, err
}

func (t *timedBody) arm() {
	t.came, t.due = 0, time.Now().Add(t.timeout)
	if !t.last.IsZero() && t.last.Before(t.due) {
		t.due = t.last
	}
	if !t.aside {
		t.aside = t.rc.SetReadDeadline(t.due) != nil
		t.waits = !t.aside
	}
}

// readAside reads in another goroutine and does not wait for it longer than it may.
func (t *timedBody) readAside(p []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	own := make([]byte, len(p)) // of the goroutine, which may outlive this call
	done := make(chan result, 1)
	go func() {
		n, err := t.body.Read(own)
		done <- result{n, err}
	}()
	timer := time.NewTimer(time.Until(t.due))
	defer timer.Stop()
	select {
	case got := <-done:
		return copy(p, own[:got.n]), got.err
	case <-timer.C:
		return 0, os.ErrDeadlineExceeded
	}
}

// stop takes the deadline away, so that what comes after a whole body, such as the
// server's wait for the client to leave, has none.
func (t *timedBody) stop() {
	if t.waits {
		t.waits = false
		t.rc.SetReadDeadline(time.Time{}) // it was supported a moment ago
	}
}

// abandon is for a body that is not read to its end. The server reads on for a while
// once it is answered, so that the client can send what it is about to and see the
// answer; without a deadline a client that sends nothing would keep its connection,
// and the goroutine behind it, for ever. One that has stalled gets no more time.
func (t *timedBody) abandon() {
	if t.due.IsZero() || time.Now().Before(t.due) {
		t.arm()
	}
}
