package ingress_test

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kvhints/hintcheck/ingress"
)

// TestPeerUID connects to real sockets. The client is this process, so that its uid
// is known from elsewhere: os.Getuid.
func TestPeerUID(t *testing.T) {
	t.Parallel()
	me := uint32(os.Getuid())
	tests := []struct {
		name        string
		network     string
		tls         bool
		connContext func(context.Context, net.Conn) context.Context
		uids        []uint32
		want        string
		reason      string
	}{
		{"listed", "unix", false, ingress.ConnContext, []uint32{me}, "ok", "the peer is this process"},
		{"listed among others", "unix", false, ingress.ConnContext, []uint32{me + 1, me, me + 2}, "ok", "any of the list"},
		{"not listed", "unix", false, ingress.ConnContext, []uint32{me + 1, me + 2}, "peer", "another user"},
		{"TLS over Unix", "unix", true, ingress.ConnContext, []uint32{me}, "ok", "the socket below TLS"},
		{"no ConnContext", "unix", false, nil, []uint32{me}, "peer", "nobody asked the kernel"},
		{"ConnContext in another", "unix", false, func(ctx context.Context, c net.Conn) context.Context {
			return ingress.ConnContext(context.WithValue(ctx, anyKey{}, 1), c)
		}, []uint32{me}, "ok", "a server with a ConnContext of its own"},
		{"TCP", "tcp", false, ingress.ConnContext, []uint32{me}, "peer", "TCP has no uid, not even on loopback"},
		{"TLS over TCP", "tcp", true, ingress.ConnContext, []uint32{me}, "peer", "nor below TLS"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			address := "127.0.0.1:0"
			if tt.network == "unix" {
				address = filepath.Join(t.TempDir(), "s")
			}
			l, err := net.Listen(tt.network, address)
			if err != nil {
				t.Fatal(err)
			}
			server := httptest.NewUnstartedServer(whyServer(t, newTrust(t, ingress.PeerUID(tt.uids...)), time.Now))
			if err := server.Listener.Close(); err != nil { // the one it came with
				t.Fatal(err)
			}
			server.Listener = l
			server.Config.ConnContext = tt.connContext
			url := "http://ingress.example/"
			if tt.tls {
				server.StartTLS()
				url = "https://example.com/" // a name of httptest's certificate
			} else {
				server.Start()
			}
			t.Cleanup(server.Close)
			transport := server.Client().Transport.(*http.Transport)
			transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, tt.network, l.Addr().String())
			}
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader("{}"))
			if err != nil {
				t.Fatal(err)
			}
			if got := why(t, server.Client(), r); got != tt.want {
				t.Errorf("%s, want %s: %s", got, tt.want, tt.reason)
			}
		})
	}
}

type anyKey struct{}

// TestConnContextClosed: a connection that is gone has no peer.
func TestConnContextClosed(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	client, err := net.Dial("unix", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if ctx := ingress.ConnContext(t.Context(), conn); ctx == t.Context() {
		t.Error("no peer on a connection that is open")
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []net.Conn{conn, tls.Server(conn, &tls.Config{}), nil} {
		if ctx := ingress.ConnContext(t.Context(), c); ctx != t.Context() {
			t.Errorf("a peer on %T that is closed", c)
		}
	}
}
