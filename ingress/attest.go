package ingress

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// AttestationHeader is the header in which a router says that an envelope is its
// own. Every role deletes request headers that begin with x-kv- before a request
// goes upstream, so a name of that family stays with the ingress it was made for
// also where that ingress has trust off or is older than attestations. Who calls
// [Verify] without the middleware of this package deletes it.
const AttestationHeader = "X-Kv-Attestation"

const (
	// AttestationWindow is how far the time of an attestation may be from that of
	// the verifier, before and after it.
	AttestationWindow = 30 * time.Second
	// MaxAttestationKeys is how many keys may be live at a time: the one in use and
	// the one before or after it.
	MaxAttestationKeys = 2
	// MaxAudienceBytes is the greatest length of an audience in bytes.
	MaxAudienceBytes = 255
)

// Attested is what an attestation vouches for, together with its time: this
// envelope, in a request of this method and path, to this audience.
//
// The query, other headers and the rest of the body are not covered, and within the
// window the same attestation verifies as often as it is sent: who can read it can
// put the same hint into another request to the same place for about a minute.
// What it cannot do is change the hint or make a new one. So send it over TLS or a
// local socket only.
type Attested struct {
	// Audience names the receiver that may believe it, the same text on both sides,
	// such as "prefill.cluster-a": 1 to 255 bytes of visible ASCII.
	Audience string
	Method   string // as in the request line, such as POST
	// Path is that of the request line, escaped as it is there and without the
	// query: URL.EscapedPath of the request.
	Path string
	// Envelope is the hint's bytes exactly as they stand in the body that is sent,
	// without whitespace around them (Scan.Hint). Whoever re-encodes the body on
	// the way makes the attestation void.
	Envelope []byte
}

// Sign returns the value of [AttestationHeader] for a at now, of which whole seconds
// count. It is for routers; the clock of the verifier may be AttestationWindow off,
// what the request takes to arrive included. An error is a [*PolicyError]: a zero
// Key, or a field that Attested does not allow.
//
// The value is v1, key id, seconds since 1970 in decimal, and 64 lower-case hex
// digits, with dots between: the HMAC-SHA256 (RFC 2104) of seven lines, each ended
// by a line feed:
//
//	hintcheck kv attestation v1
//	key id
//	seconds
//	audience
//	method
//	path
//	SHA-256 of the envelope in lower-case hex
//
// No field may hold a byte below 0x21, so the lines can be read in one way only.
func Sign(key Key, a Attested, now time.Time) (string, error) {
	if key.c == nil {
		return "", &PolicyError{Option: "Sign", Got: "the zero Key", Want: "a key of NewKey"}
	}
	if fault := a.fault(); fault != nil {
		return "", fault
	}
	seconds := now.Unix()
	if seconds < 0 || seconds > largestSeconds {
		return "", &PolicyError{Option: "Sign", Got: strconv.FormatInt(seconds, 10), Want: "a time from 1970 to 9999"}
	}
	when := strconv.FormatInt(seconds, 10)
	mac := a.mac(key, key.ID(), when, sha256.Sum256(a.Envelope))
	return strings.Join([]string{attestationVersion, key.ID(), when, hex.EncodeToString(mac[:])}, "."), nil
}

// Verify reports whether header, the one value of [AttestationHeader] of a request,
// was made by [Sign] for a with one of keys, at most AttestationWindow from now:
// TrustVerified, or the reason why not. keys are 1 to MaxAttestationKeys with
// different ids; with others nothing verifies.
//
// The time it takes depends on the sizes and on the header's grammar and time, not
// on the secrets and not on which key is right: each is tried to the end, whatever
// id the header names. Ids are no secret.
func Verify(keys []Key, header string, a Attested, now time.Time) TrustReason {
	claim, ok := readClaim(header)
	if !ok {
		return AttestationMalformed
	}
	if off := now.Sub(claim.at); off > AttestationWindow || off < -AttestationWindow {
		return AttestationTime
	}
	if checkKeys(keys) != nil || a.fault() != nil {
		return AttestationMismatch
	}
	digest := sha256.Sum256(a.Envelope)
	matches := 0
	for _, key := range keys {
		mac := a.mac(key, claim.id, claim.seconds, digest)
		equal := 0
		if hmac.Equal(mac[:], claim.mac[:]) {
			equal = 1
		}
		matches |= equal & subtle.ConstantTimeCompare([]byte(key.ID()), []byte(claim.id))
	}
	if matches != 1 {
		return AttestationMismatch
	}
	return TrustVerified
}

const (
	attestationVersion = "v1"
	// attestationContext keeps a MAC made for anything else with the same key from
	// being one of ours.
	attestationContext = "hintcheck kv attestation v1"
	// largestSeconds is the last second of the year 9999, so 12 digits are enough.
	largestSeconds       = 253402300799
	largestSecondsDigits = 12
	hexMAC               = 2 * sha256.Size
	largestAttestation   = len(attestationVersion) + 1 + largestKeyID + 1 + largestSecondsDigits + 1 + hexMAC
)

// mac returns the HMAC of a for the key; id and seconds are as the header has them.
func (a Attested) mac(key Key, id, seconds string, digest [sha256.Size]byte) (sum [sha256.Size]byte) {
	h := hmac.New(sha256.New, key.secret())
	for _, line := range [...]string{attestationContext, id, seconds, a.Audience, a.Method, a.Path, hex.EncodeToString(digest[:])} {
		h.Write([]byte(line))
		h.Write([]byte{'\n'})
	}
	h.Sum(sum[:0])
	return sum
}

// fault returns which field cannot be a line of what is signed, or nil.
func (a Attested) fault() error {
	switch {
	case !isVisible(a.Audience) || len(a.Audience) > MaxAudienceBytes:
		return &PolicyError{Option: "Attested.Audience", Got: a.Audience, Want: "1 to 255 bytes of visible ASCII"}
	case !isVisible(a.Method):
		return &PolicyError{Option: "Attested.Method", Got: a.Method, Want: "a method of visible ASCII, such as POST"}
	case !isVisible(a.Path) || a.Path[0] != '/' || strings.ContainsAny(a.Path, "?#"):
		return &PolicyError{Option: "Attested.Path", Got: a.Path, Want: "an escaped path that starts with a slash, without query"}
	}
	return nil
}

// isVisible reports whether text is one or more bytes of 0x21 to 0x7e.
func isVisible(text string) bool {
	for i := range len(text) {
		if text[i] < 0x21 || text[i] > 0x7e {
			return false
		}
	}
	return text != ""
}

// claim is what a header says, read but not verified.
type claim struct {
	id, seconds string
	at          time.Time
	mac         [sha256.Size]byte
}

// readClaim reads a header in the one spelling that Sign writes.
func readClaim(header string) (claim, bool) {
	if len(header) > largestAttestation {
		return claim{}, false
	}
	parts := strings.Split(header, ".")
	if len(parts) != 4 || parts[0] != attestationVersion || !isKeyID(parts[1]) || len(parts[3]) != hexMAC {
		return claim{}, false
	}
	seconds, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil || seconds < 0 || seconds > largestSeconds || strconv.FormatInt(seconds, 10) != parts[2] {
		return claim{}, false
	}
	c := claim{id: parts[1], seconds: parts[2], at: time.Unix(seconds, 0)}
	if _, err := hex.Decode(c.mac[:], []byte(parts[3])); err != nil || hex.EncodeToString(c.mac[:]) != parts[3] {
		return claim{}, false
	}
	return c, true
}

// attestation is the credential: what Judge has to know besides the request.
type attestation struct {
	audience string
	keys     []Key
}

// Attestation asks for one [AttestationHeader] that [Verify] accepts for the
// audience, with one of 1 or 2 live keys of different ids. To change keys, add the
// new one here, then let routers sign with it, then take the old one away.
func Attestation(audience string, keys ...Key) TrustOption {
	keys = slices.Clone(keys)
	return func(s *trustSettings) error {
		if s.attestation != nil {
			return twice("Attestation")
		}
		if !isVisible(audience) || len(audience) > MaxAudienceBytes {
			return &PolicyError{Option: "Attestation", Got: audience, Want: "an audience of 1 to 255 bytes of visible ASCII"}
		}
		if err := checkKeys(keys); err != nil {
			return err
		}
		s.attestation = &attestation{audience, keys}
		return nil
	}
}

func checkKeys(keys []Key) error {
	if len(keys) < 1 || len(keys) > MaxAttestationKeys {
		return &PolicyError{Option: "Attestation", Got: strconv.Itoa(len(keys)) + " keys", Want: "1 or 2 keys"}
	}
	for i, key := range keys {
		if key.c == nil {
			return &PolicyError{Option: "Attestation", Got: "the zero Key", Want: "keys of NewKey"}
		}
		if i > 0 && key.ID() == keys[0].ID() {
			return &PolicyError{Option: "Attestation", Got: "two keys with the id " + key.ID(), Want: "keys of different ids"}
		}
	}
	return nil
}

// judge verifies the one header of a request. Trailers are not looked at.
func (t *attestation) judge(r *http.Request, envelope []byte, now time.Time) TrustReason {
	values := r.Header[AttestationHeader]
	switch {
	case len(values) == 0:
		return AttestationMissing
	case len(values) > 1:
		return AttestationMalformed
	}
	a := Attested{Audience: t.audience, Method: r.Method, Envelope: envelope}
	if r.URL != nil {
		a.Path = r.URL.EscapedPath()
	}
	return Verify(t.keys, values[0], a, now)
}
