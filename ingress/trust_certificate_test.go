package ingress_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/kvhints/hintcheck/ingress"
)

// certificateAuthority issues the certificates of a test.
type certificateAuthority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pool *x509.CertPool
}

func newAuthority(t *testing.T, name string) *certificateAuthority {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	ca := &certificateAuthority{key: newECKey(t), pool: x509.NewCertPool()}
	ca.cert = parsed(t, template, template, ca.key, ca.key)
	ca.pool.AddCert(ca.cert)
	return ca
}

func newECKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func parsed(t *testing.T, template, parent *x509.Certificate, key, signer *ecdsa.PrivateKey) *x509.Certificate {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// issue returns a client certificate for half an hour around now, as changed.
func (ca *certificateAuthority) issue(t *testing.T, change func(*x509.Certificate)) *tls.Certificate {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "client"},
		NotBefore: time.Now().Add(-15 * time.Minute), NotAfter: time.Now().Add(15 * time.Minute),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	change(template)
	key := newECKey(t)
	cert := parsed(t, template, ca.cert, key, ca.key)
	return &tls.Certificate{Certificate: [][]byte{cert.Raw}, PrivateKey: key, Leaf: cert}
}

func uriNames(t *testing.T, texts ...string) func(*x509.Certificate) {
	t.Helper()
	var uris []*url.URL
	for _, text := range texts {
		u, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		uris = append(uris, u)
	}
	return func(c *x509.Certificate) { c.URIs = uris }
}

func dnsNames(names ...string) func(*x509.Certificate) {
	return func(c *x509.Certificate) { c.DNSNames = names }
}

// tlsServer starts a server that asks clients for certificates as auth says. What
// it says about handshakes is whole once it is closed.
func tlsServer(t *testing.T, h http.Handler, auth tls.ClientAuthType, clients *x509.CertPool, http2 bool) (*httptest.Server, *bytes.Buffer) {
	t.Helper()
	said := &bytes.Buffer{}
	server := httptest.NewUnstartedServer(h)
	server.EnableHTTP2 = http2
	server.Config.ErrorLog = log.New(said, "", 0)
	server.TLS = &tls.Config{ClientAuth: auth, ClientCAs: clients}
	server.StartTLS()
	t.Cleanup(server.Close)
	return server, said
}

// tlsClient returns a client that shows cert whatever the server says it accepts.
func tlsClient(server *httptest.Server, cert *tls.Certificate) *http.Client {
	transport := server.Client().Transport.(*http.Transport).Clone()
	transport.TLSClientConfig.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
		if cert == nil {
			return &tls.Certificate{}, nil
		}
		return cert, nil
	}
	return &http.Client{Transport: transport}
}

const handshakeFails = "(no handshake)"

// whyTLS returns the reason that the server answers with, or handshakeFails.
func whyTLS(t *testing.T, server *httptest.Server, client *http.Client, header http.Header) string {
	t.Helper()
	defer client.CloseIdleConnections()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/v1/completions", strings.NewReader(`{"a":1}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range header {
		r.Header[name] = values
	}
	reply, err := client.Do(r)
	if err != nil {
		return handshakeFails // what the server says about it is for the caller to see
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestClientCertificate(t *testing.T) {
	t.Parallel()
	ca, stranger := newAuthority(t, "ca"), newAuthority(t, "ca") // of one name
	trust := newTrust(t, ingress.ClientCertificate([]string{"spiffe://example.org/router"}, []string{"Router.example"}))
	both := func(changes ...func(*x509.Certificate)) func(*x509.Certificate) {
		return func(c *x509.Certificate) {
			for _, change := range changes {
				change(c)
			}
		}
	}
	right := uriNames(t, "spiffe://example.org/router")
	commonName := func(name string) func(*x509.Certificate) {
		return func(c *x509.Certificate) { c.Subject.CommonName = name }
	}
	expired := func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) }
	notYet := func(c *x509.Certificate) { c.NotBefore = time.Now().Add(10 * time.Minute) }
	serverOnly := func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth} }
	const (
		verify  = tls.RequireAndVerifyClientCert
		ifGiven = tls.VerifyClientCertIfGiven
	)
	tests := []struct {
		name   string
		auth   tls.ClientAuthType
		cert   *tls.Certificate
		want   string
		reason string // after handshakeFails, what the server says
	}{
		{"URI", verify, ca.issue(t, right), "ok", "a listed URI"},
		{"URI if given", ifGiven, ca.issue(t, right), "ok", "verified as well"},
		{"DNS", verify, ca.issue(t, dnsNames("router.example")), "ok", "a listed name"},
		{"DNS case", verify, ca.issue(t, dnsNames("ROUTER.Example")), "ok", "DNS names have no case (RFC 4343)"},
		{"one of several", verify, ca.issue(t, both(uriNames(t, "spiffe://example.org/a", "spiffe://example.org/router"), dnsNames("x.example"))), "ok", "the authority vouches for all names of a certificate"},

		{"wrong URI", verify, ca.issue(t, uriNames(t, "spiffe://example.org/other")), "mtls", "not listed"},
		{"longer URI", verify, ca.issue(t, uriNames(t, "spiffe://example.org/router/x")), "mtls", "no prefixes"},
		{"shorter URI", verify, ca.issue(t, uriNames(t, "spiffe://example.org")), "mtls", "no prefixes"},
		{"URI case", verify, ca.issue(t, uriNames(t, "spiffe://example.org/Router")), "mtls", "paths have case"},
		{"URI escape", verify, ca.issue(t, uriNames(t, "spiffe://example.org/%72outer")), "mtls", "escapes are not undone"},
		{"URI query", verify, ca.issue(t, uriNames(t, "spiffe://example.org/router?")), "mtls", "an empty query is one"},
		{"wrong DNS", verify, ca.issue(t, dnsNames("other.example")), "mtls", "not listed"},
		{"DNS below", verify, ca.issue(t, dnsNames("a.router.example")), "mtls", "not listed"},
		{"wildcard", verify, ca.issue(t, dnsNames("*.example")), "mtls", "a wildcard is who may answer for names, and names no client"},
		{"URI host", verify, ca.issue(t, uriNames(t, "https://router.example/")), "mtls", "the host of a URI is not a DNS name of the certificate"},
		{"CN only", verify, ca.issue(t, commonName("router.example")), "mtls", "the common name is never read"},
		{"CN of a URI", verify, ca.issue(t, commonName("spiffe://example.org/router")), "mtls", "the common name is never read"},
		{"CN besides", verify, ca.issue(t, both(commonName("router.example"), dnsNames("other.example"))), "mtls", "not beside other names either"},
		{"e-mail", verify, ca.issue(t, func(c *x509.Certificate) { c.EmailAddresses = []string{"x@router.example"} }), "mtls", "another kind of name"},
		{"no certificate", ifGiven, nil, "mtls", "TLS without a client certificate"},

		{"unverified", tls.RequestClientCert, ca.issue(t, right), "mtls", "the server asks and does not verify"},
		{"unverified, required", tls.RequireAnyClientCert, ca.issue(t, right), "mtls", "the server asks for any and does not verify"},
		{"unverified stranger", tls.RequireAnyClientCert, stranger.issue(t, right), "mtls", "which is why: anybody has a certificate with this name"},
		{"not asked", tls.NoClientCert, ca.issue(t, right), "mtls", "the client is never asked"},

		{"stranger", verify, stranger.issue(t, right), handshakeFails, "certificate signed by unknown authority"},
		{"stranger if given", ifGiven, stranger.issue(t, right), handshakeFails, "certificate signed by unknown authority"},
		{"expired", verify, ca.issue(t, both(right, expired)), handshakeFails, "certificate has expired or is not yet valid"},
		{"expired, unverified", tls.RequireAnyClientCert, ca.issue(t, both(right, expired)), "mtls", "over, and not verified"},
		{"not yet", verify, ca.issue(t, both(right, notYet)), handshakeFails, "certificate has expired or is not yet valid"},
		{"for servers", verify, ca.issue(t, both(right, serverOnly)), handshakeFails, "certificate specifies an incompatible key usage"},
		{"none", verify, nil, handshakeFails, "client didn't provide a certificate"},
	}
	for _, tt := range tests {
		for _, http2 := range []bool{false, true} {
			server, said := tlsServer(t, whyServer(t, trust, time.Now), tt.auth, ca.pool, http2)
			// A proxy's word is not a handshake.
			header := http.Header{"X-Forwarded-Client-Cert": {"URI=spiffe://example.org/router;DNS=router.example"}}
			if got := whyTLS(t, server, tlsClient(server, tt.cert), header); got != tt.want {
				t.Errorf("%s, HTTP/2 %v: %s, want %s: %s", tt.name, http2, got, tt.want, tt.reason)
			}
			server.Close()
			if tt.want == handshakeFails && !strings.Contains(said.String(), tt.reason) {
				t.Errorf("%s, HTTP/2 %v: the server says %q, want %q", tt.name, http2, said, tt.reason)
			}
		}
	}
}

func TestClientCertificateWithoutTLS(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(whyServer(t, newTrust(t, ingress.ClientCertificate(nil, []string{"router.example"})), time.Now))
	t.Cleanup(server.Close)
	header := http.Header{"X-Forwarded-Client-Cert": {"DNS=router.example"}, "X-Ssl-Client-Verify": {"SUCCESS"}}
	if got := whyTLS(t, server, server.Client(), header); got != "mtls" {
		t.Errorf("%s, want mtls: headers are not a handshake", got)
	}
}

// TestClientCertificateExpiresMeanwhile: a connection lives longer than its
// certificate, or than that of the authority.
func TestClientCertificateExpiresMeanwhile(t *testing.T) {
	t.Parallel()
	ca := newAuthority(t, "ca")
	trust := newTrust(t, ingress.ClientCertificate([]string{"spiffe://example.org/router"}, nil))
	cert := ca.issue(t, uriNames(t, "spiffe://example.org/router"))
	tests := []struct {
		now    time.Time
		want   string
		reason string
	}{
		{cert.Leaf.NotAfter, "ok", "its last moment is valid (RFC 5280 section 4.1.2.5)"},
		{cert.Leaf.NotAfter.Add(1), "mtls", "a nanosecond later"},
		{cert.Leaf.NotBefore, "ok", "its first moment"},
		{cert.Leaf.NotBefore.Add(-1), "mtls", "a nanosecond earlier"},
	}
	for _, tt := range tests {
		server, _ := tlsServer(t, whyServer(t, trust, func() time.Time { return tt.now }), tls.RequireAndVerifyClientCert, ca.pool, false)
		if got := whyTLS(t, server, tlsClient(server, cert), nil); got != tt.want {
			t.Errorf("%s, want %s: %s", got, tt.want, tt.reason)
		}
	}

	// The authority is over an hour from now, this certificate a day.
	long := ca.issue(t, func(c *x509.Certificate) {
		uriNames(t, "spiffe://example.org/router")(c)
		c.NotAfter = time.Now().Add(24 * time.Hour)
	})
	later := func() time.Time { return ca.cert.NotAfter.Add(1) }
	server, _ := tlsServer(t, whyServer(t, trust, later), tls.RequireAndVerifyClientCert, ca.pool, false)
	if got := whyTLS(t, server, tlsClient(server, long), nil); got != "mtls" {
		t.Errorf("%s, want mtls: the authority is over", got)
	}
}

// TestClientCertificateStates: connection states that no handshake of crypto/tls
// ends in, as a listener of somebody else may make them.
func TestClientCertificateStates(t *testing.T) {
	t.Parallel()
	ca := newAuthority(t, "ca")
	trust := newTrust(t, ingress.ClientCertificate(nil, []string{"router.example", "kv.example"}))
	good := ca.issue(t, dnsNames("router.example")).Leaf
	other := ca.issue(t, dnsNames("other.example")).Leaf
	kelvin := &x509.Certificate{NotBefore: good.NotBefore, NotAfter: good.NotAfter, DNSNames: []string{"\u212av.example"}}
	type chains = [][]*x509.Certificate
	tests := []struct {
		state  *tls.ConnectionState
		want   ingress.TrustReason
		reason string
	}{
		{&tls.ConnectionState{HandshakeComplete: true, VerifiedChains: chains{{good, ca.cert}}}, ingress.TrustVerified, "what all others differ from"},
		{&tls.ConnectionState{HandshakeComplete: true, VerifiedChains: chains{{}, {good, ca.cert}}}, ingress.TrustVerified, "one chain of two is enough"},
		{nil, ingress.NoCertificate, "no TLS"},
		{&tls.ConnectionState{VerifiedChains: chains{{good, ca.cert}}}, ingress.NoCertificate, "the handshake is not over"},
		{&tls.ConnectionState{HandshakeComplete: true, PeerCertificates: []*x509.Certificate{good}}, ingress.NoCertificate, "shown and not verified"},
		{&tls.ConnectionState{HandshakeComplete: true, VerifiedChains: chains{}}, ingress.NoCertificate, "no chain"},
		{&tls.ConnectionState{HandshakeComplete: true, VerifiedChains: chains{{}}}, ingress.NoCertificate, "a chain of nothing"},
		{&tls.ConnectionState{HandshakeComplete: true, VerifiedChains: chains{{other, good, ca.cert}}}, ingress.NoCertificate, "the name is that of an authority between"},
		{&tls.ConnectionState{HandshakeComplete: true, ServerName: "router.example", VerifiedChains: chains{{other, ca.cert}}}, ingress.NoCertificate, "the server's name is not the client's"},
		{&tls.ConnectionState{HandshakeComplete: true, VerifiedChains: chains{{kelvin, ca.cert}}}, ingress.NoCertificate, "the Kelvin sign folds to k and is none; crypto/x509 would not parse it"},
	}
	for _, tt := range tests {
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		r.TLS = tt.state
		if got := trust.Why(r, nil, time.Now()); got != tt.want {
			t.Errorf("%v, want %v: %s", got, tt.want, tt.reason)
		}
	}
}

// TestClientCertificateResumed: a resumed session has no handshake with
// certificates and still the chains of the first.
func TestClientCertificateResumed(t *testing.T) {
	t.Parallel()
	ca := newAuthority(t, "ca")
	trust := newTrust(t, ingress.ClientCertificate([]string{"spiffe://example.org/router"}, nil))
	inner := whyServer(t, trust, time.Now)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.TLS.DidResume {
			io.WriteString(w, "resumed ")
		}
		inner.ServeHTTP(w, r)
	})
	for cert, want := range map[*tls.Certificate][2]string{
		ca.issue(t, uriNames(t, "spiffe://example.org/router")): {"ok", "resumed ok"},
		ca.issue(t, uriNames(t, "spiffe://example.org/other")):  {"mtls", "resumed mtls"},
	} {
		server, _ := tlsServer(t, h, tls.RequireAndVerifyClientCert, ca.pool, false)
		client := tlsClient(server, cert)
		client.Transport.(*http.Transport).TLSClientConfig.ClientSessionCache = tls.NewLRUClientSessionCache(1)
		for i, want := range want {
			// whyTLS closes the connection, so each request makes its own.
			if got := whyTLS(t, server, client, nil); got != want {
				t.Errorf("connection %d: %s, want %s", i+1, got, want)
			}
		}
	}
}

// TestEveryCredential: a certificate and an attestation, in one real request.
func TestEveryCredential(t *testing.T) {
	t.Parallel()
	ca := newAuthority(t, "ca")
	key := newKey(t, "router-a", 'a')
	trust := newTrust(t, ingress.Attestation("worker.a", key), ingress.ClientCertificate(nil, []string{"router.example"}))
	server, _ := tlsServer(t, whyServer(t, trust, time.Now), tls.VerifyClientCertIfGiven, ca.pool, true)
	good, other := ca.issue(t, dnsNames("router.example")), ca.issue(t, dnsNames("other.example"))
	header := http.Header{ingress.AttestationHeader: {sign(t, key, order(), time.Now())}}
	stale := http.Header{ingress.AttestationHeader: {sign(t, key, order(), time.Now().Add(-time.Hour))}}
	tests := []struct {
		cert   *tls.Certificate
		header http.Header
		want   string
		reason string
	}{
		{good, header, "ok", "both"},
		{good, nil, "attestation_missing", "the certificate alone"},
		{good, stale, "attestation_time", "the certificate and an old attestation"},
		{other, header, "mtls", "the attestation, sent on by somebody else"},
		{nil, header, "mtls", "the attestation alone"},
		{nil, nil, "mtls", "neither"},
	}
	for _, tt := range tests {
		if got := whyTLS(t, server, tlsClient(server, tt.cert), tt.header); got != tt.want {
			t.Errorf("%s, want %s: %s", got, tt.want, tt.reason)
		}
	}
}
