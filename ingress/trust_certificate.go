package ingress

import (
	"crypto/tls"
	"crypto/x509"
	"net/url"
	"slices"
	"strings"
	"time"
)

// certificateNames are the names of which a client certificate has to have one.
type certificateNames struct{ uris, dns []string }

// ClientCertificate asks for mutual TLS: a client certificate that this process's
// own TLS server verified to one of its authorities, and that has one of the uris
// as a URI subject alternative name or one of the dns as a DNS one. The common name
// is never read (RFC 9525 section 2), nor a header in which a proxy says what it
// saw, so a proxy that ends TLS ends this credential as well.
//
// uris are compared exactly, such as spiffe://example.org/router, and have to be
// written as net/url writes them. dns are compared without regard to ASCII case;
// they are names without wildcards, and a wildcard in a certificate matches none of
// them. At least one name in all.
//
// The server's tls.Config needs ClientCAs and a ClientAuth of
// tls.VerifyClientCertIfGiven or tls.RequireAndVerifyClientCert: below these Go
// verifies nothing, and nobody is trusted. Each request checks again that the chain
// has not expired, since a connection may live longer than its certificate.
// Revocation is not checked: issue certificates that live for hours.
func ClientCertificate(uris, dns []string) TrustOption {
	uris, dns = slices.Clone(uris), slices.Clone(dns)
	return func(s *trustSettings) error {
		const option = "ClientCertificate"
		if s.certificates != nil {
			return twice(option)
		}
		if len(uris)+len(dns) == 0 {
			return &PolicyError{Option: option, Got: "no name", Want: "a URI or a DNS name"}
		}
		for _, text := range uris {
			u, err := url.Parse(text)
			if err != nil || u.Scheme == "" || u.Host == "" || u.String() != text {
				return &PolicyError{Option: option, Got: text, Want: "a URI with scheme and host, as net/url writes it"}
			}
		}
		names := &certificateNames{uris: uris}
		for _, name := range dns {
			if !isHostName(name) {
				return &PolicyError{Option: option, Got: name, Want: "a DNS name of letters, digits and hyphens, without wildcard and final dot"}
			}
			names.dns = append(names.dns, strings.ToLower(name))
		}
		s.certificates = names
		return nil
	}
}

// verify reports whether the connection has a client certificate that was verified
// to an authority, is valid now up to that authority, and has a listed name.
func (n *certificateNames) verify(state *tls.ConnectionState, now time.Time) bool {
	if state == nil || !state.HandshakeComplete {
		return false
	}
	return slices.ContainsFunc(state.VerifiedChains, func(chain []*x509.Certificate) bool {
		return len(chain) > 0 && validAt(chain, now) && n.has(chain[0])
	})
}

func validAt(chain []*x509.Certificate, now time.Time) bool {
	return !slices.ContainsFunc(chain, func(c *x509.Certificate) bool {
		return now.Before(c.NotBefore) || now.After(c.NotAfter)
	})
}

// has reports whether the certificate has a listed subject alternative name.
func (n *certificateNames) has(leaf *x509.Certificate) bool {
	for _, u := range leaf.URIs {
		if slices.Contains(n.uris, u.String()) {
			return true
		}
	}
	for _, name := range leaf.DNSNames {
		// Lower for ASCII only: what is not ASCII is no host name and must not
		// fold onto one (U+212A would become a k).
		if isHostName(name) && slices.Contains(n.dns, strings.ToLower(name)) {
			return true
		}
	}
	return false
}

// isHostName reports whether name is a host name of RFC 1123 section 2.1: labels of
// 1 to 63 ASCII letters, digits and inner hyphens, at most 253 bytes in all.
func isHostName(name string) bool {
	if len(name) > 253 {
		return false
	}
	for label := range strings.SplitSeq(name, ".") {
		if len(label) < 1 || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for i := range len(label) {
			if !isLetterOrDigit(label[i]) && label[i] != '-' {
				return false
			}
		}
	}
	return true
}

func isLetterOrDigit(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}
