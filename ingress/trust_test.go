package ingress_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

// newTrust returns a configuration with the switch on.
func newTrust(t *testing.T, options ...ingress.TrustOption) ingress.TrustConfig {
	t.Helper()
	c, err := ingress.NewTrust(true, options...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// newKey returns a key whose secret is 32 times fill.
func newKey(t testing.TB, id string, fill byte) ingress.Key {
	t.Helper()
	key, err := ingress.NewKey(id, []byte(strings.Repeat(string(rune(fill)), 32)))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestParseTrust(t *testing.T) {
	t.Parallel()
	tests := []struct {
		value  string
		on     bool
		err    string
		reason string
	}{
		{"1", true, "", "the one spelling of on"},
		{"", false, "", "unset or empty"},
		{"0", false, "", "the one spelling of off"},
		{"true", false, `ingress.ParseTrust: got "true", want 1 for on, or 0 or nothing for off, in TRTLLM_TRUST_KV_HINTS`, "on for strconv.ParseBool and not here: stops the start"},
		{"false", false, `ingress.ParseTrust: got "false", want 1 for on, or 0 or nothing for off, in TRTLLM_TRUST_KV_HINTS`, "off spelled otherwise is stopped too: it is not what was meant to be written"},
		{" 1", false, `ingress.ParseTrust: got " 1", want 1 for on, or 0 or nothing for off, in TRTLLM_TRUST_KV_HINTS`, "nothing is trimmed"},
		{"1\n", false, `ingress.ParseTrust: got "1\n", want 1 for on, or 0 or nothing for off, in TRTLLM_TRUST_KV_HINTS`, "a value read from a file with its line feed; the error stays one line"},
		{"01", false, `ingress.ParseTrust: got "01", want 1 for on, or 0 or nothing for off, in TRTLLM_TRUST_KV_HINTS`, "texts and no numbers"},
		{"\x00", false, `ingress.ParseTrust: got "\x00", want 1 for on, or 0 or nothing for off, in TRTLLM_TRUST_KV_HINTS`, "NUL is not empty"},
		{"１", false, `ingress.ParseTrust: got "\uff11", want 1 for on, or 0 or nothing for off, in TRTLLM_TRUST_KV_HINTS`, "a digit one that is not ASCII"},
	}
	for _, tt := range tests {
		on, err := ingress.ParseTrust(tt.value)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if on != tt.on || text != tt.err {
			t.Errorf("ParseTrust(%q) = %v, %q; want %v, %q: %s", tt.value, on, text, tt.on, tt.err, tt.reason)
		}
	}
}

func TestTrustReasons(t *testing.T) {
	t.Parallel()
	// Metric labels: the texts may not change, and no reason may join the trusted.
	want := map[string]string{
		"off": "untrusted", "no_credential": "trusted", "ok": "trusted", "mtls": "untrusted", "peer": "untrusted",
		"attestation_missing": "untrusted", "attestation_malformed": "untrusted",
		"attestation_time": "untrusted", "attestation_mismatch": "untrusted",
	}
	got := map[string]string{}
	for _, r := range ingress.TrustReasons() {
		text, err := r.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		got[string(text)] = r.Trust().String()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	outside := ingress.TrustReason(len(want))
	if outside.Trust() != admit.Untrusted || outside.String() != "invalid" {
		t.Errorf("a reason outside the set is %v and %v, want untrusted and invalid", outside.Trust(), outside)
	}
}

func TestJudgeSwitch(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPost, "/v1/completions", nil)
	now := time.Unix(1700000000, 0)
	key := newKey(t, "router-a", 'a')
	off, err := ingress.NewTrust(false)
	if err != nil {
		t.Fatal(err)
	}
	offWithKey, err := ingress.NewTrust(false, ingress.Attestation("a", key))
	if err != nil {
		t.Fatal(err)
	}
	signed := r.Clone(t.Context())
	value, err := ingress.Sign(key, ingress.Attested{Audience: "a", Method: "POST", Path: "/v1/completions"}, now)
	if err != nil {
		t.Fatal(err)
	}
	signed.Header.Set(ingress.AttestationHeader, value)
	tests := []struct {
		name   string
		trust  ingress.TrustConfig
		r      *http.Request
		want   ingress.TrustReason
		judge  admit.Trust
		text   string
		reason string
	}{
		{"zero", ingress.TrustConfig{}, r, ingress.TrustOff, admit.Untrusted, "off", "zero values are safe"},
		{"off", off, r, ingress.TrustOff, admit.Untrusted, "off", "the switch"},
		{"off, good credential", offWithKey, signed, ingress.TrustOff, admit.Untrusted, "off", "a credential does not turn the switch"},
		{"on, good credential", newTrust(t, ingress.Attestation("a", key)), signed, ingress.TrustVerified, admit.Trusted, "on, attestation", "all that was asked for"},
		{"on alone", newTrust(t), r, ingress.TrustWithoutCredential, admit.Trusted, "on, no credential", "whoever can reach it: what the variable says"},
		{"on, network", newTrust(t, ingress.TrustNetwork()), r, ingress.TrustWithoutCredential, admit.Trusted, "on, no credential", "TrustNetwork is about the start only"},
		{"on, network, credential", newTrust(t, ingress.TrustNetwork(), ingress.PeerUID(0)), r, ingress.NoPeer, admit.Untrusted, "on, peer", "TrustNetwork stands in for no credential"},
		{
			"on, three", newTrust(t, ingress.ClientCertificate(nil, []string{"a.example"}), ingress.PeerUID(0), ingress.Attestation("a", key)), signed,
			ingress.NoCertificate, admit.Untrusted, "on, mtls+peer+attestation", "one of three that verifies is not enough",
		},
		{
			"on, two", newTrust(t, ingress.Attestation("a", key), ingress.PeerUID(0)), signed,
			ingress.NoPeer, admit.Untrusted, "on, peer+attestation", "one of two neither, whatever the order of the options",
		},
	}
	for _, tt := range tests {
		if got := tt.trust.Why(tt.r, nil, now); got != tt.want {
			t.Errorf("%s: %v, want %v: %s", tt.name, got, tt.want, tt.reason)
		}
		if got := tt.trust.Judge(tt.r, nil, now); got != tt.judge {
			t.Errorf("%s: %v, want %v: %s", tt.name, got, tt.judge, tt.reason)
		}
		if got := tt.trust.String(); got != tt.text {
			t.Errorf("%s: prints %q, want %q", tt.name, got, tt.text)
		}
		if want := strings.HasPrefix(tt.text, "on"); tt.trust.On() != want {
			t.Errorf("%s: On is %v, want %v", tt.name, !want, want)
		}
	}
}

func TestNewTrustErrors(t *testing.T) {
	t.Parallel()
	a, b := newKey(t, "a", 'a'), newKey(t, "b", 'b')
	many := make([]uint32, 65)
	tests := []struct {
		options []ingress.TrustOption
		want    string
		reason  string
	}{
		{[]ingress.TrustOption{nil}, `ingress.NewTrust: got "a nil option", want options of this package`, "no panic at the start"},
		{[]ingress.TrustOption{ingress.ClientCertificate(nil, nil)}, `ingress.ClientCertificate: got "no name", want a URI or a DNS name`, "an empty list must not mean everybody"},
		{[]ingress.TrustOption{ingress.ClientCertificate([]string{"router"}, nil)}, `ingress.ClientCertificate: got "router", want a URI with scheme and host, as net/url writes it`, "no URI"},
		{[]ingress.TrustOption{ingress.ClientCertificate([]string{"SPIFFE://td/r"}, nil)}, `ingress.ClientCertificate: got "SPIFFE://td/r", want a URI with scheme and host, as net/url writes it`, "it would never match"},
		{[]ingress.TrustOption{ingress.ClientCertificate([]string{"spiffe://td/%zz"}, nil)}, `ingress.ClientCertificate: got "spiffe://td/%zz", want a URI with scheme and host, as net/url writes it`, "bad escape"},
		{[]ingress.TrustOption{ingress.ClientCertificate(nil, []string{"*.example"})}, `ingress.ClientCertificate: got "*.example", want a DNS name of letters, digits and hyphens, without wildcard and final dot`, "no wildcards"},
		{[]ingress.TrustOption{ingress.ClientCertificate(nil, []string{"a.example."})}, `ingress.ClientCertificate: got "a.example.", want a DNS name of letters, digits and hyphens, without wildcard and final dot`, "an empty label"},
		{[]ingress.TrustOption{ingress.ClientCertificate(nil, []string{"-a.example"})}, `ingress.ClientCertificate: got "-a.example", want a DNS name of letters, digits and hyphens, without wildcard and final dot`, "a label begins with a letter or digit"},
		{[]ingress.TrustOption{ingress.ClientCertificate(nil, []string{"a-.example"})}, `ingress.ClientCertificate: got "a-.example", want a DNS name of letters, digits and hyphens, without wildcard and final dot`, "and ends with one"},
		{[]ingress.TrustOption{ingress.ClientCertificate(nil, []string{"a_b.example"})}, `ingress.ClientCertificate: got "a_b.example", want a DNS name of letters, digits and hyphens, without wildcard and final dot`, "no underscores in host names"},
		{[]ingress.TrustOption{ingress.ClientCertificate(nil, []string{"k\u212a.example"})}, `ingress.ClientCertificate: got "k\u212a.example", want a DNS name of letters, digits and hyphens, without wildcard and final dot`, "folds to ASCII and is not"},
		{[]ingress.TrustOption{ingress.ClientCertificate(nil, []string{strings.Repeat("a", 63) + ".b", strings.Repeat("a", 64)})}, `ingress.ClientCertificate: got "` + strings.Repeat("a", 59) + `"..., want a DNS name of letters, digits and hyphens, without wildcard and final dot`, "the second: a label of 64 bytes"},
		{[]ingress.TrustOption{ingress.ClientCertificate(nil, []string{strings.Repeat("a.", 126) + "a", strings.Repeat("b.", 126) + "bb"})}, `ingress.ClientCertificate: got "` + strings.Repeat("b.", 29) + `b"..., want a DNS name of letters, digits and hyphens, without wildcard and final dot`, "the second: 254 bytes"},
		{[]ingress.TrustOption{ingress.ClientCertificate(nil, []string{""})}, `ingress.ClientCertificate: got "", want a DNS name of letters, digits and hyphens, without wildcard and final dot`, "an empty name"},
		{[]ingress.TrustOption{ingress.ClientCertificate(nil, []string{"a"}), ingress.ClientCertificate(nil, []string{"b"})}, `ingress.ClientCertificate: got "the option twice", want one list`, "which list holds?"},
		{[]ingress.TrustOption{ingress.PeerUID()}, `ingress.PeerUID: got "0 uids", want 1 to 64 uids`, "an empty list must not mean everybody"},
		{[]ingress.TrustOption{ingress.PeerUID(many...)}, `ingress.PeerUID: got "65 uids", want 1 to 64 uids`, "over the limit"},
		{[]ingress.TrustOption{ingress.PeerUID(0, 65534)}, `ingress.PeerUID: got "65534", want a uid of one user`, "every user that is not mapped"},
		{[]ingress.TrustOption{ingress.PeerUID(1<<32 - 1)}, `ingress.PeerUID: got "4294967295", want a uid of one user`, "the uid of a socket without a peer"},
		{[]ingress.TrustOption{ingress.PeerUID(1), ingress.PeerUID(2)}, `ingress.PeerUID: got "the option twice", want one list`, "which list holds?"},
		{[]ingress.TrustOption{ingress.Attestation("x")}, `ingress.Attestation: got "0 keys", want 1 or 2 keys`, "nobody could sign"},
		{[]ingress.TrustOption{ingress.Attestation("x", a, b, newKey(t, "c", 'c'))}, `ingress.Attestation: got "3 keys", want 1 or 2 keys`, "two live keys at most"},
		{[]ingress.TrustOption{ingress.Attestation("x", a, newKey(t, "a", 'z'))}, `ingress.Attestation: got "two keys with the id a", want keys of different ids`, "an id names one key"},
		{[]ingress.TrustOption{ingress.Attestation("x", a, ingress.Key{})}, `ingress.Attestation: got "the zero Key", want keys of NewKey`, "a key that was not loaded"},
		{[]ingress.TrustOption{ingress.Attestation("", a)}, `ingress.Attestation: got "", want an audience of 1 to 255 bytes of visible ASCII`, "no audience"},
		{[]ingress.TrustOption{ingress.Attestation("a\nb", a)}, `ingress.Attestation: got "a\nb", want an audience of 1 to 255 bytes of visible ASCII`, "a line feed separates fields"},
		{[]ingress.TrustOption{ingress.Attestation("x", a), ingress.Attestation("y", b)}, `ingress.Attestation: got "the option twice", want one list`, "which audience holds?"},
	}
	for _, tt := range tests {
		got, err := ingress.NewTrust(true, tt.options...)
		if err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s: %s", err, tt.want, tt.reason)
		}
		if got.On() {
			t.Errorf("with the error %v the configuration is on", err)
		}
	}
}

// TestNewTrustBounds: the greatest that each option takes.
func TestNewTrustBounds(t *testing.T) {
	t.Parallel()
	label := strings.Repeat("a", 63)
	for name, option := range map[string]ingress.TrustOption{
		"64 uids":                 ingress.PeerUID(make([]uint32, 64)...),
		"an audience of 255":      ingress.Attestation(strings.Repeat("~", 255), newKey(t, "a", 'a')),
		"a label of 63":           ingress.ClientCertificate(nil, []string{label}),
		"a name of 253":           ingress.ClientCertificate(nil, []string{label + "." + label + "." + label + "." + label[:61]}),
		"labels of one character": ingress.ClientCertificate(nil, []string{"0.a.Z.9"}),
	} {
		if _, err := ingress.NewTrust(true, option); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ingress.NewTrust(true, ingress.Attestation(strings.Repeat("~", 256), newKey(t, "a", 'a'))); err == nil {
		t.Error("an audience of 256 bytes is taken")
	}
}

// namedAddr is an address of a network that package net does not know.
type namedAddr struct{ network, text string }

func (a namedAddr) Network() string { return a.network }
func (a namedAddr) String() string  { return a.text }

func TestCheckStart(t *testing.T) {
	t.Parallel()
	tcp := func(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 8000} }
	unix := &net.UnixAddr{Name: "@hintcheck", Net: "unix"}
	off, err := ingress.NewTrust(false)
	if err != nil {
		t.Fatal(err)
	}
	on := newTrust(t)
	list := func(a ...net.Addr) []net.Addr { return a }
	tests := []struct {
		trust     ingress.TrustConfig
		role      ingress.Role
		listeners []net.Addr
		refused   string // what the error says it got; "" for a start
		reason    string
	}{
		{ingress.TrustConfig{}, ingress.Edge, list(tcp("0.0.0.0")), "", "off by default"},
		{off, ingress.Edge, list(tcp("0.0.0.0")), "", "off"},
		{on, ingress.Edge, list(tcp("0.0.0.0")), "tcp 0.0.0.0:8000", "every address is not loopback"},
		{on, ingress.Edge, list(tcp("::")), "tcp [::]:8000", "likewise"},
		{on, ingress.Edge, list(&net.TCPAddr{Port: 8000}), "tcp :8000", "no IP is every address"},
		{on, ingress.Edge, list(tcp("10.0.0.7")), "tcp 10.0.0.7:8000", "a private network is a network"},
		{on, ingress.Edge, list(tcp("169.254.1.1")), "tcp 169.254.1.1:8000", "so is a link"},
		{on, ingress.Edge, list(tcp("127.0.0.1")), "", "loopback"},
		{on, ingress.Edge, list(tcp("127.8.9.10")), "", "127.0.0.0/8 is loopback (RFC 1122 section 3.2.1.3)"},
		{on, ingress.Edge, list(tcp("::1")), "", "IPv6 loopback"},
		{on, ingress.Edge, list(tcp("::ffff:127.0.0.1")), "", "IPv4 loopback as IPv6 writes it"},
		{on, ingress.Edge, list(unix), "", "a Unix socket"},
		{on, ingress.Edge, list(unix, tcp("127.0.0.1"), tcp("10.0.0.7")), "tcp 10.0.0.7:8000", "one public listener of three"},
		{on, ingress.Edge, list(namedAddr{"tcp", "127.0.0.1:80"}), "", "a wrapped listener that says where it is"},
		{on, ingress.Edge, list(namedAddr{"tcp", "[::ffff:127.0.0.1]:80"}), "", "likewise, mapped"},
		{on, ingress.Edge, list(namedAddr{"tcp", "localhost:80"}), "tcp localhost:80", "a name is what a resolver makes of it"},
		{on, ingress.Edge, list(namedAddr{"unix", "/run/x"}), "", "a wrapped Unix socket"},
		{on, ingress.Edge, list(namedAddr{"vsock", "host(2):80"}), "vsock host(2):80", "another machine"},
		{on, ingress.Edge, list(nil), "no address", "nothing is known of it"},
		{on, ingress.Edge, list((*net.TCPAddr)(nil)), "tcp <nil>", "likewise"},
		{on, ingress.Edge, nil, "no listener", "who says nothing is not taken to be local"},
		{on, ingress.NoRole, list(tcp("0.0.0.0")), "tcp 0.0.0.0:8000", "only Worker is exempt"},
		{on, ingress.Worker, list(tcp("0.0.0.0")), "", "behind an edge; the worker's switch is its own"},
		{newTrust(t, ingress.TrustNetwork()), ingress.Edge, list(tcp("0.0.0.0")), "", "said explicitly"},
		{newTrust(t, ingress.PeerUID(7)), ingress.Edge, list(tcp("0.0.0.0")), "", "a credential: nobody without it is trusted"},
		{newTrust(t, ingress.ClientCertificate(nil, []string{"a"})), ingress.Edge, list(tcp("0.0.0.0")), "", "likewise"},
		{newTrust(t, ingress.Attestation("x", newKey(t, "a", 'a'))), ingress.Edge, nil, "", "likewise"},
	}
	for _, tt := range tests {
		want := ""
		if tt.refused != "" {
			want = `ingress.CheckStart: got "` + tt.refused + `", want a loopback or Unix socket listener, a credential, or TrustNetwork, since trust is on`
		}
		got := ""
		if err := tt.trust.CheckStart(tt.role, tt.listeners...); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%v %v %v: %q, want %q: %s", tt.trust, tt.role, tt.listeners, got, want, tt.reason)
		}
	}
}

// TestCheckStartListening holds CheckStart to what listeners of package net say.
func TestCheckStartListening(t *testing.T) {
	t.Parallel()
	on := newTrust(t)
	for _, row := range []struct {
		address string
		refused bool
	}{{"127.0.0.1:0", false}, {"localhost:0", false}, {":0", true}, {"0.0.0.0:0", true}} {
		l, err := net.Listen("tcp", row.address)
		if err != nil {
			t.Fatal(err)
		}
		if err := on.CheckStart(ingress.Edge, l.Addr()); (err != nil) != row.refused {
			t.Errorf("listening on %s, which is %v: %v, want refused %v", row.address, l.Addr(), err, row.refused)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
