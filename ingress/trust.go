package ingress

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/kvhints/hintcheck/admit"
)

// TrustVariable is the environment variable of the switch; see [ParseTrust].
const TrustVariable = "TRTLLM_TRUST_KV_HINTS"

// ParseTrust reads the value of the switch, from [TrustVariable] or from a flag:
// on for "1", off for "" (unset or empty) and "0". Anything else is a
// [*PolicyError], which has to stop the start: a switch that somebody meant to turn
// must not stay off, or on, in silence. Nothing is trimmed or folded.
//
// The switch says that whoever can reach this process is trusted. It authenticates
// nobody; credentials do ([NewTrust]).
func ParseTrust(value string) (on bool, err error) {
	switch value {
	case "1":
		return true, nil
	case "", "0":
		return false, nil
	}
	return false, &PolicyError{Option: "ParseTrust", Got: value, Want: "1 for on, or 0 or nothing for off, in " + TrustVariable}
}

// TrustConfig says who may give hints: the switch, and what a sender has to show
// besides. It is an immutable value, safe to copy and for concurrent use. Make one
// with [NewTrust]; the zero TrustConfig is off and trusts nobody.
//
// Trusted means that the switch is on and that every configured credential
// verifies. With no credential the switch alone decides.
type TrustConfig struct{ s *trustSettings }

// trustSettings is what a TrustConfig points to; nobody writes it once NewTrust is
// done. What is nil is not configured.
type trustSettings struct {
	on           bool
	network      bool
	certificates *certificateNames
	peers        []uint32
	attestation  *attestation
}

// settings returns what t points to, settings that trust nobody for the zero one.
func (t TrustConfig) settings() *trustSettings {
	if t.s == nil {
		return &trustSettings{}
	}
	return t.s
}

// TrustOption adds one credential, or accepts that there is none. An option given
// twice is an error: which of two lists holds must not be a question.
type TrustOption func(*trustSettings) error

// NewTrust returns the configuration with the switch on or off and the credentials
// of the options, or a [*PolicyError] for the first option that is wrong. On error
// the TrustConfig is the zero one, which trusts nobody.
func NewTrust(on bool, options ...TrustOption) (TrustConfig, error) {
	s := &trustSettings{on: on}
	for _, option := range options {
		if option == nil {
			return TrustConfig{}, &PolicyError{Option: "NewTrust", Got: "a nil option", Want: "options of this package"}
		}
		if err := option(s); err != nil {
			return TrustConfig{}, err
		}
	}
	return TrustConfig{s}, nil
}

// TrustNetwork accepts that trust is on without a credential where others can
// reach the process; see [TrustConfig.CheckStart]. It changes no judgement.
func TrustNetwork() TrustOption {
	return func(s *trustSettings) error { s.network = true; return nil }
}

// twice is the error of a credential that is configured again.
func twice(option string) error {
	return &PolicyError{Option: option, Got: "the option twice", Want: "one list"}
}

// On reports whether the switch is on.
func (t TrustConfig) On() bool { return t.settings().on }

// String returns the switch and the credentials without what they allow, such as
// "on, mtls+attestation", for the one line that a start should log.
func (t TrustConfig) String() string {
	s := t.settings()
	if !s.on {
		return "off"
	}
	if !s.hasCredential() {
		return "on, no credential"
	}
	var names []string
	if s.certificates != nil {
		names = append(names, "mtls")
	}
	if s.peers != nil {
		names = append(names, "peer")
	}
	if s.attestation != nil {
		names = append(names, "attestation")
	}
	return "on, " + strings.Join(names, "+")
}

func (s *trustSettings) hasCredential() bool {
	return s.certificates != nil || s.peers != nil || s.attestation != nil
}

// Judge says whether the sender of r may give hints. envelope is the hint as it
// stands in the body, Scan.Hint, and now the time of the judgement. It reads r and
// changes nothing; r has to be as it was received, its attestation header included.
// A verdict holds for this request only.
func (t TrustConfig) Judge(r *http.Request, envelope []byte, now time.Time) admit.Trust {
	return t.Why(r, envelope, now).Trust()
}

// Why returns the reason of what Judge says. Credentials are looked at in the order
// mTLS, peer, attestation, and the first that does not verify is the reason.
func (t TrustConfig) Why(r *http.Request, envelope []byte, now time.Time) TrustReason {
	s := t.settings()
	if !s.on {
		return TrustOff
	}
	if !s.hasCredential() {
		return TrustWithoutCredential
	}
	if s.certificates != nil && !s.certificates.verify(r.TLS, now) {
		return NoCertificate
	}
	if s.peers != nil && !peerIsOneOf(r.Context(), s.peers) {
		return NoPeer
	}
	if s.attestation != nil {
		if reason := s.attestation.judge(r, envelope, now); reason != TrustVerified {
			return reason
		}
	}
	return TrustVerified
}

// CheckStart returns an error, which has to stop the start, when clients that
// nobody vouched for would be trusted: an edge with trust on, without a credential
// and without [TrustNetwork], of which some listener is neither a loopback address
// nor a Unix socket. listeners are the addresses that net.Listener.Addr returns
// after listening; none at all cannot be told from a public one and is an error
// too. Any role but Worker counts as an edge.
func (t TrustConfig) CheckStart(role Role, listeners ...net.Addr) error {
	s := t.settings()
	if !s.on || s.hasCredential() || s.network || role == Worker {
		return nil
	}
	const want = "a loopback or Unix socket listener, a credential, or TrustNetwork, since trust is on"
	if len(listeners) == 0 {
		return &PolicyError{Option: "CheckStart", Got: "no listener", Want: want}
	}
	for _, l := range listeners {
		if !isLocal(l) {
			return &PolicyError{Option: "CheckStart", Got: addrText(l), Want: want}
		}
	}
	return nil
}

// CheckProxied returns an error, which has to stop the start, where this process does
// not hold the connections of clients, such as behind an Envoy that asks by ext_proc:
// it would believe a certificate or a uid that it never sees, or everybody who
// reaches that proxy. Trust is then off, or comes from an attestation alone, or is
// given to all by [TrustNetwork]. The role makes no difference.
func (t TrustConfig) CheckProxied() error {
	const option = "CheckProxied"
	s := t.settings()
	switch {
	case !s.on:
		return nil
	case s.certificates != nil || s.peers != nil:
		return &PolicyError{Option: option, Got: t.String(), Want: "an attestation alone, since a proxy holds the connections of clients"}
	case s.attestation == nil && !s.network:
		return &PolicyError{Option: option, Got: t.String(), Want: "an attestation, or TrustNetwork, since whoever reaches the proxy would be trusted"}
	}
	return nil
}

// isLocal reports whether only processes of this host reach the address. An
// address of a kind that it does not know, or with a name in it, is not local.
func isLocal(a net.Addr) bool {
	switch a := a.(type) {
	case nil:
		return false
	case *net.UnixAddr:
		return true
	case *net.TCPAddr:
		return a != nil && a.IP.IsLoopback()
	}
	if a.Network() == "unix" {
		return true
	}
	ap, err := netip.ParseAddrPort(a.String())
	return err == nil && ap.Addr().Unmap().IsLoopback()
}

func addrText(a net.Addr) string {
	if a == nil {
		return "no address"
	}
	return a.Network() + " " + a.String()
}
