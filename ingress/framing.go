package ingress

import (
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// framingFault returns BadFraming for a request of which two readers could find two
// ends. net/http answers most of those itself, with 400 or 501; of a length together
// with chunks it takes the chunks and hides the length, as RFC 9112 section 6.3 lets
// it, so that one cannot be seen here, and the request goes on with one length.
func framingFault(r *http.Request) Cause {
	lengths := r.Header["Content-Length"]
	switch {
	case len(r.Header["Transfer-Encoding"]) > 0,
		len(r.TransferEncoding) > 1,
		len(r.TransferEncoding) == 1 && (!strings.EqualFold(r.TransferEncoding[0], "chunked") || len(lengths) > 0),
		len(lengths) > 1:
		return BadFraming
	case len(lengths) == 1 && r.ContentLength >= 0 && lengths[0] != strconv.FormatInt(r.ContentLength, 10):
		// Leading zeros are the same length to every reader.
		if n, err := strconv.ParseUint(lengths[0], 10, 63); err != nil || int64(n) != r.ContentLength {
			return BadFraming
		}
	}
	return NoCause
}

// isHopHeader reports whether a header is about how the body came to us.
func isHopHeader(name string) bool {
	switch name {
	case "content-length", "expect", "trailer", "transfer-encoding":
		return true
	}
	return false
}

// isBodyHeader reports whether a header is about the bytes of the body as it came.
func isBodyHeader(name string) bool {
	switch name {
	case "content-encoding", "content-md5", "digest", "content-digest", "repr-digest":
		return true
	}
	return false
}

// upstreamBody is a body of any number of readers, each from its start.
//
// A transport may read on after the handler has returned, when the bytes are
// another request's: end waits for the Read that is under way and lets no other
// begin.
type upstreamBody struct {
	mu       sync.RWMutex
	ended    bool
	segments net.Buffers
	length   int64
}

func (b *upstreamBody) open() io.ReadCloser { return &upstreamReader{body: b} }

func (b *upstreamBody) end() {
	b.mu.Lock()
	b.ended, b.segments = true, nil
	b.mu.Unlock()
}

// upstreamReader reads an upstreamBody from its start.
type upstreamReader struct {
	body   *upstreamBody
	at     int // position in segments
	offset int // in that segment
	closed atomic.Bool
}

// Read copies, so that the lock is not held while somebody writes to a network.
func (r *upstreamReader) Read(p []byte) (n int, err error) {
	b := r.body
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.ended || r.closed.Load() {
		return 0, http.ErrBodyReadAfterClose
	}
	for n < len(p) && r.at < len(b.segments) {
		segment := b.segments[r.at]
		step := copy(p[n:], segment[r.offset:])
		n += step
		if r.offset += step; r.offset == len(segment) {
			r.at, r.offset = r.at+1, 0
		}
	}
	if r.at == len(b.segments) {
		return n, io.EOF
	}
	return n, nil
}

func (r *upstreamReader) Close() error {
	r.closed.Store(true)
	return nil
}

// frame gives the request out, which is a copy, the body that goes upstream. changed
// says that it is not what came.
func frame(out *http.Request, b *upstreamBody, changed bool) {
	deleteHeaders(out.Header, func(name string) bool { return isHopHeader(name) || changed && isBodyHeader(name) })
	out.TransferEncoding, out.Trailer = nil, nil
	out.ContentLength = b.length
	if b.length == 0 {
		out.Body, out.GetBody = http.NoBody, func() (io.ReadCloser, error) { return http.NoBody, nil }
		return
	}
	out.Header["Content-Length"] = []string{strconv.FormatInt(b.length, 10)}
	out.Body, out.GetBody = b.open(), func() (io.ReadCloser, error) { return b.open(), nil }
}
