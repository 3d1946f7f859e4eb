package ingress_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kvhints/hintcheck/ingress"
)

const (
	withHint    = `{"model":"m","kv_hints":` + good + `,"prompt":"hi"}`
	withoutHint = `{"model":"m","prompt":"hi"}`
)

func TestBodyOnTheWire(t *testing.T) {
	many := `{"model":"m","prompt":"` + strings.Repeat("long ", 60_000) + `"`
	for _, row := range []struct {
		name     string
		request  []byte
		upstream string
		reason   string
	}{
		{"sized", post(withHint), withoutHint, "the length is that of what is left"},
		{"one byte chunks", chunked(withHint, 1), withoutHint, "chunks are how the body came, not what it is"},
		{"chunks of 7", chunked(withHint, 7, "Trailer: X-Kv-Hints"), withoutHint, "no trailer is announced upstream"},
		{"large, sized", post(many + `,"kv_hints":1}`), many + `}`, "more than one buffer of any kind"},
		{"large, chunked", chunked(many+`,"kv_hints":1}`, 5000), many + `}`, "the same without a length"},
		{"unchanged", post(withoutHint), withoutHint, "nothing to cut"},
		{"unchanged, chunked", chunked(withoutHint, 3), withoutHint, "it is held whole, so it goes with a length"},
		{"GET", request("GET", "/v1/models", []byte(withHint)), withoutHint, "a GET can have a body, and some servers read it"},
		{"DELETE", request("DELETE", "/x", []byte(withHint)), withoutHint, "so can a DELETE"},
		{"HEAD", request("HEAD", "/x", []byte(withHint)), withoutHint, "and a HEAD"},
		{"method nobody knows", request("FROB", "/x", []byte(withHint)), withoutHint, "and any other"},
		{"GET without", request("GET", "/health", nil), "", "no body is no body"},
		{"POST without", post(""), "", "no body bytes: forwarded"},
		{"chunked, empty", chunked("", 1), "", "chunks of nothing are no body bytes"},
		{"whole body", post(`{"kv_hints":1}`), `{}`, "the object stays when all of it goes"},
	} {
		t.Run(row.name, func(t *testing.T) {
			g := newGateway(t, ingress.Config{Policy: policyOf(t, "edge")})
			response, _ := g.raw(t, row.request)
			event, got := g.one(t)
			if response.StatusCode != 200 || got == nil || string(got.body) != row.upstream {
				t.Fatalf("%d, %v; upstream %.200q, want %.200q: %s", response.StatusCode, event.Decision, got.body, row.upstream, row.reason)
			}
			checkFraming(t, row.name, *got)
			g.settled(t)
		})
	}
}

// TestDigestsGoWithTheBytes: what is said of bytes that are gone goes, what is said
// of bytes that go on stays.
func TestDigestsGoWithTheBytes(t *testing.T) {
	about := []string{
		"Content-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==", "Digest: sha-256=x", "Content-Digest: sha-256=:x:", "Repr-Digest: sha-256=:x:", "Content_Digest: x",
	}
	g := newGateway(t, ingress.Config{Policy: policyOf(t, "edge")})
	g.raw(t, post(withHint, about...))
	_, got := g.one(t)
	for _, name := range []string{"Content-Md5", "Digest", "Content-Digest", "Repr-Digest", "Content_digest"} {
		if _, there := got.header[name]; there {
			t.Errorf("a body was cut and %s goes on", name)
		}
	}
	g.raw(t, post(withoutHint, about...))
	_, got = g.one(t)
	for _, name := range []string{"Content-Md5", "Digest", "Content-Digest", "Repr-Digest"} {
		if _, there := got.header[name]; !there {
			t.Errorf("a body goes on as it came and %s does not", name)
		}
	}
}

// TestFramingFaults: what a server shows of two lengths is refused. net/http shows
// none of it; a server that does is made by hand.
func TestFramingFaults(t *testing.T) {
	for _, row := range []struct {
		name   string
		change func(*http.Request)
		cause  ingress.Cause
		reason string
	}{
		{"plain", func(*http.Request) {}, ingress.NoCause, "one length"},
		{"length and chunks", func(r *http.Request) {
			r.TransferEncoding, r.ContentLength = []string{"chunked"}, -1
			r.Header.Set("Content-Length", "42")
		}, ingress.BadFraming, "RFC 9112 section 6.3: ought to be handled as an error"},
		{"chunks", func(r *http.Request) { r.TransferEncoding, r.ContentLength = []string{"chunked"}, -1 }, ingress.NoCause, "chunks alone"},
		{"another coding", func(r *http.Request) { r.TransferEncoding = []string{"gzip", "chunked"} }, ingress.BadFraming, "its length is another's to know"},
		{"identity", func(r *http.Request) { r.TransferEncoding = []string{"identity"} }, ingress.BadFraming, "RFC 9112 knows no such coding"},
		{"the header itself", func(r *http.Request) { r.Header.Set("Transfer-Encoding", "chunked") }, ingress.BadFraming, "the server did not take it for one"},
		{"two lengths", func(r *http.Request) { r.Header["Content-Length"] = []string{"1", "2"} }, ingress.BadFraming, "they differ"},
		{"another length", func(r *http.Request) { r.Header.Set("Content-Length", "1") }, ingress.BadFraming, "the header and the server differ"},
		{"no length", func(r *http.Request) { r.Header.Set("Content-Length", "+"+strconv.Itoa(len(withHint))) }, ingress.BadFraming, "a sign is none of the grammar"},
		{"leading zero", func(r *http.Request) { r.Header.Set("Content-Length", "0"+strconv.Itoa(len(withHint))) }, ingress.NoCause, "the same number to all"},
		{"a length of 0 and a body", func(r *http.Request) { r.ContentLength = 0 }, ingress.NoCause, "what is there is read, and goes on with its length"},
		{"shorter than it says", func(r *http.Request) { r.Body = io.NopCloser(brokenOff{strings.NewReader(withHint[:9])}) }, ingress.BadFraming, "the end did not come"},
		{"larger than a handler around allows", func(r *http.Request) {
			r.Body = http.MaxBytesReader(nil, r.Body, 9)
		}, ingress.BodyTooLarge, "its limit is a limit"},
	} {
		t.Run(row.name, func(t *testing.T) {
			o := new(watcher)
			h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge"), Observer: o})(o)
			r := httptest.NewRequest("POST", "/v1/completions", strings.NewReader(withHint))
			row.change(r)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			event, got := o.one(t)
			if event.Decision.Cause != row.cause || (got == nil) != (row.cause != ingress.NoCause) {
				t.Fatalf("%v, upstream %v; want %v: %s", event.Decision.Cause, got, row.cause, row.reason)
			}
			if got != nil && string(got.body) != withoutHint {
				t.Errorf("upstream %q", got.body)
			}
		})
	}
}

// brokenOff ends as a body does whose client left.
type brokenOff struct{ io.Reader }

func (b brokenOff) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// TestContinue: a client that waits for 100 gets it before it sends a body, does not
// get it for a body that would be refused unread, and its Expect ends here.
func TestContinue(t *testing.T) {
	g := newGateway(t, ingress.Config{Policy: policyOf(t, "edge", ingress.MaxBodyBytes(1000))})
	c, err := net.Dial("tcp", g.address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	head, body, _ := strings.Cut(string(post(withHint, "Expect: 100-continue")), "\r\n\r\n")
	io.WriteString(c, head+"\r\n\r\n")
	in := bufio.NewReader(c)
	if line, err := in.ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 100 ") {
		t.Fatalf("%q, %v; want 100", line, err)
	}
	in.ReadString('\n')
	io.WriteString(c, body)
	response, _ := answer(t, in, []byte(head))
	if _, got := g.one(t); response.StatusCode != 200 || got == nil || string(got.body) != withoutHint || got.header.Get("Expect") != "" {
		t.Fatalf("%d, upstream %v", response.StatusCode, got)
	}

	c, err = net.Dial("tcp", g.address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	io.WriteString(c, "POST / HTTP/1.1\r\nHost: w\r\nExpect: 100-continue\r\nContent-Length: 1001\r\n\r\n")
	if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 413 ") {
		t.Fatalf("%q, %v; want 413 and no 100", line, err)
	}
}

// TestConnections: a connection whose body was read serves the next request, what
// came of the one before included or not; one whose body was not is closed.
func TestConnections(t *testing.T) {
	for _, row := range []struct {
		name, first string
		closes      bool
		reason      string
	}{
		{"stripped", string(post(withHint)), false, "read to its end"},
		{"edge refuses a handoff in its middle", string(post(`{"kv_transfer_params":{"a":"` + strings.Repeat("x", 9000) + `"}}`)), true, "bytes of it are still to come"},
		{"too large", "POST / HTTP/1.1\r\nHost: w\r\nContent-Length: 2000000\r\n\r\n", true, "none of it was read"},
		{"path, no body", "GET /a%2fb HTTP/1.1\r\nHost: w\r\n\r\n", false, "there is nothing to read"},
		{"path, a body", string(request("POST", "/a%5Cb", []byte("{}"))), true, "it was not read"},
	} {
		t.Run(row.name, func(t *testing.T) {
			g := newGateway(t, ingress.Config{Policy: policyOf(t, "edge", ingress.MaxBodyBytes(1_000_000))})
			c, err := net.Dial("tcp", g.address)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			c.SetDeadline(time.Now().Add(10 * time.Second))
			in := bufio.NewReader(c)
			io.WriteString(c, row.first)
			response, _ := answer(t, in, []byte(row.first))
			if response.Close != row.closes {
				t.Fatalf("Connection: close %v, want %v: %s", response.Close, row.closes, row.reason)
			}
			g.take()
			if row.closes {
				if b, err := in.ReadByte(); err == nil {
					t.Fatalf("the byte %q after the last answer", b)
				}
				return
			}
			c.Write(chunked(withHint, 5))
			response, _ = answer(t, in, post(""))
			if _, got := g.one(t); response.StatusCode != 200 || got == nil || string(got.body) != withoutHint {
				t.Fatalf("the next request: %d, %v", response.StatusCode, got)
			}
		})
	}
}

// TestPipelined: requests that come at once, on one connection, each get their own.
func TestPipelined(t *testing.T) {
	g := newGateway(t, ingress.Config{Policy: policyOf(t, "edge")})
	c, err := net.Dial("tcp", g.address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	var all []byte
	for i := range 5 {
		all = append(all, post(`{"n":`+strconv.Itoa(i)+`,"kv_hints":`+good+`}`)...)
		all = append(all, chunked(`{"kv_hints":1,"m":`+strconv.Itoa(i)+`}`, 2)...)
	}
	c.Write(all)
	in := bufio.NewReader(c)
	for range 10 {
		answer(t, in, post(""))
	}
	_, requests := g.take()
	for i, got := range requests {
		want := `{"n":` + strconv.Itoa(i/2) + `}`
		if i%2 == 1 {
			want = `{"m":` + strconv.Itoa(i/2) + `}`
		}
		if string(got.body) != want {
			t.Errorf("request %d: %q, want %q", i, got.body, want)
		}
	}
	if len(requests) != 10 {
		t.Errorf("%d requests upstream, want 10", len(requests))
	}
}

// TestBodyOfHandler: a handler may read the body, take it again for each attempt,
// and reads nothing after it has returned, when the memory may be another's.
func TestBodyOfHandler(t *testing.T) {
	var late []io.Reader
	h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge")})(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		half := make([]byte, 10)
		if _, err := io.ReadFull(r.Body, half); err != nil || string(half) != withoutHint[:10] {
			t.Errorf("%q, %v", half, err)
		}
		late = append(late, r.Body)
		for range 2 {
			again, err := r.GetBody()
			if err != nil {
				t.Fatal(err)
			}
			if all, err := io.ReadAll(again); err != nil || string(all) != withoutHint {
				t.Errorf("attempt: %q, %v", all, err)
			}
		}
		closed, _ := r.GetBody()
		closed.Close()
		if n, err := closed.Read(half); n > 0 || err != http.ErrBodyReadAfterClose {
			t.Errorf("%d bytes and %v of a closed body", n, err)
		}
		unread, _ := r.GetBody()
		late = append(late, unread)
		if r.ContentLength != int64(len(withoutHint)) || r.Header.Get("Content-Length") != strconv.Itoa(len(withoutHint)) {
			t.Errorf("length %d, header %q", r.ContentLength, r.Header.Get("Content-Length"))
		}
	}))
	r := httptest.NewRequest("POST", "/v1/completions", strings.NewReader(withHint))
	h.ServeHTTP(httptest.NewRecorder(), r)
	for i, body := range late {
		if n, err := body.Read(make([]byte, 10)); n > 0 || err != http.ErrBodyReadAfterClose {
			t.Errorf("reader %d after the handler: %d bytes and %v", i, n, err)
		}
	}
}
