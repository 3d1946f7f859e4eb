package ingress

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
)

// plainWriter is the ResponseWriter of a request that did not ask for another
// protocol: a handler cannot change it by a 101 of the upstream.
type plainWriter struct {
	http.ResponseWriter
	request *http.Request
	refused bool
}

// errNoUpgrade is what a handler gets that takes the connection of a plain request.
// It is not http.ErrNotSupported, at which httputil.ReverseProxy leaves the upstream's
// connection open.
var errNoUpgrade = errors.New("ingress: the request asked for no other protocol")

// errRefused is what a handler gets that writes on after its 101 was refused.
var errRefused = errors.New("ingress: 101 to a request that asked for no other protocol")

// Unwrap is for http.ResponseController: deadlines, flushes, full duplex.
func (w *plainWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader answers 502 instead of 101.
func (w *plainWriter) WriteHeader(status int) {
	switch {
	case w.refused:
	case status == http.StatusSwitchingProtocols:
		w.refused = true
		clear(w.Header())
		writeError(w.ResponseWriter, w.request, UpgradeNotAllowed, http.StatusBadGateway)
	default:
		w.ResponseWriter.WriteHeader(status)
	}
}

func (w *plainWriter) Write(p []byte) (int, error) {
	if w.refused {
		return 0, errRefused
	}
	return w.ResponseWriter.Write(p)
}

// ReadFrom keeps the server's way from a file to the network.
func (w *plainWriter) ReadFrom(src io.Reader) (int64, error) {
	if w.refused {
		return 0, errRefused
	}
	return io.Copy(w.ResponseWriter, src)
}

// FlushError is for http.ResponseController.
func (w *plainWriter) FlushError() error { return http.NewResponseController(w.ResponseWriter).Flush() }

// Flush is for handlers that ask for http.Flusher, which has no error.
func (w *plainWriter) Flush() { w.FlushError() }

// Hijack gives nothing.
func (w *plainWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) { return nil, nil, errNoUpgrade }
