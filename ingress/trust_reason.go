package ingress

import "github.com/kvhints/hintcheck/admit"

// TrustReason says why the sender of a request is trusted or not. The set is
// closed and the texts are stable. The zero value is an untrusted one.
type TrustReason uint8

const (
	TrustOff               TrustReason = iota // off: the switch is off; untrusted
	TrustWithoutCredential                    // no_credential: the switch is on and asks for nothing else; trusted
	TrustVerified                             // ok: every configured credential verified; trusted
	NoCertificate                             // mtls: no verified client certificate with a listed name
	NoPeer                                    // peer: no Unix socket peer with a listed uid
	AttestationMissing                        // attestation_missing: no attestation header
	AttestationMalformed                      // attestation_malformed: more than one, too long, or not of the grammar
	AttestationTime                           // attestation_time: its time is out of the window; nothing else was looked at
	AttestationMismatch                       // attestation_mismatch: no live key made it for this request

	numTrustReasons = iota
)

var trustReasonTexts = [numTrustReasons]string{
	TrustOff:               "off",
	TrustWithoutCredential: "no_credential",
	TrustVerified:          "ok",
	NoCertificate:          "mtls",
	NoPeer:                 "peer",
	AttestationMissing:     "attestation_missing",
	AttestationMalformed:   "attestation_malformed",
	AttestationTime:        "attestation_time",
	AttestationMismatch:    "attestation_mismatch",
}

// String returns the stable text, such as attestation_time.
func (r TrustReason) String() string {
	if r < numTrustReasons {
		return trustReasonTexts[r]
	}
	return "invalid"
}

// MarshalText returns the text of String, so that encoders write it and no number.
func (r TrustReason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// TrustReasons returns all reasons, for metrics that are to be there from the start.
func TrustReasons() []TrustReason { return all[TrustReason](TrustOff, numTrustReasons) }

// Trust returns Trusted for TrustWithoutCredential and TrustVerified, and Untrusted
// for every other value, those outside the set included.
func (r TrustReason) Trust() admit.Trust {
	if r == TrustWithoutCredential || r == TrustVerified {
		return admit.Trusted
	}
	return admit.Untrusted
}
