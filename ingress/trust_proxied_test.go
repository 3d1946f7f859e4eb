package ingress_test

import (
	"testing"

	"github.com/kvhints/hintcheck/ingress"
)

func TestCheckProxied(t *testing.T) {
	t.Parallel()
	const (
		alone    = `, want an attestation alone, since a proxy holds the connections of clients`
		everyone = `, want an attestation, or TrustNetwork, since whoever reaches the proxy would be trusted`
	)
	attested := ingress.Attestation("x", newKey(t, "a", 'a'))
	off, err := ingress.NewTrust(false, ingress.PeerUID(7))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		trust  ingress.TrustConfig
		want   string
		reason string
	}{
		{ingress.TrustConfig{}, "", "off by default"},
		{off, "", "off, whatever is configured"},
		{newTrust(t, attested), "", "the envelope proves itself, whoever carries it"},
		{newTrust(t, attested, ingress.TrustNetwork()), "", "TrustNetwork takes nothing away"},
		{newTrust(t, ingress.TrustNetwork()), "", "said explicitly"},
		{newTrust(t), `got "on, no credential"` + everyone, "every client of the proxy would be trusted"},
		{newTrust(t, ingress.PeerUID(7)), `got "on, peer"` + alone, "the peer is the proxy, for every client"},
		{newTrust(t, ingress.ClientCertificate(nil, []string{"a"})), `got "on, mtls"` + alone, "the proxy ended TLS"},
		{newTrust(t, ingress.PeerUID(7), ingress.TrustNetwork()), `got "on, peer"` + alone, "a credential that never verifies trusts nobody, which TrustNetwork does not mean"},
		{newTrust(t, ingress.PeerUID(7), attested), `got "on, peer+attestation"` + alone, "one that never verifies makes the other useless"},
	}
	for _, tt := range tests {
		want, got := tt.want, ""
		if want != "" {
			want = "ingress.CheckProxied: " + want
		}
		if err := tt.trust.CheckProxied(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%v: %q, want %q: %s", tt.trust, got, want, tt.reason)
		}
	}
}
