package ingress_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"math/big"
	"regexp"
	"testing"
	"time"

	"github.com/kvhints/hintcheck/ingress"
)

// attestGrammar and the two below are Sign's documentation, written once more.
var (
	attestGrammar = regexp.MustCompile(`\Av1\.([0-9A-Za-z_-]{1,64})\.(0|[1-9][0-9]*)\.([0-9a-f]{64})\z`)
	attestToken   = regexp.MustCompile(`\A[!-~]+\z`)
	attestPath    = regexp.MustCompile(`\A/[!-~]*\z`)
	attestQuery   = regexp.MustCompile(`[?#]`)
)

// attestMAC is the MAC of what Sign's documentation says is signed.
func attestMAC(secret []byte, id, seconds string, a ingress.Attested) string {
	h := hmac.New(sha256.New, secret)
	fmt.Fprintf(h, "hintcheck kv attestation v1\n%s\n%s\n%s\n%s\n%s\n%x\n", id, seconds, a.Audience, a.Method, a.Path, sha256.Sum256(a.Envelope))
	return fmt.Sprintf("%x", h.Sum(nil))
}

// attestFields reports whether every field may be signed.
func attestFields(a ingress.Attested) bool {
	return attestToken.MatchString(a.Audience) && len(a.Audience) <= 255 && attestToken.MatchString(a.Method) &&
		attestPath.MatchString(a.Path) && !attestQuery.MatchString(a.Path)
}

// FuzzVerify: Verify never panics, and it accepts exactly the header that the
// documentation of Sign gives. A fuzzer finds no MACs, so forge says what header
// is: 0, as it is; 1 and 2, signed with the first or second key here, with one byte
// changed at the place and by the value of flip's halves, none when flip is 0.
func FuzzVerify(f *testing.F) {
	secrets := map[string][]byte{"router-a": make([]byte, 32), "b": make([]byte, 64)}
	for i := range secrets["b"] {
		secrets["b"][i] = byte(i)
	}
	ids := [...]string{"router-a", "b"}
	var keys []ingress.Key
	for _, id := range ids {
		key, err := ingress.NewKey(id, secrets[id])
		if err != nil {
			f.Fatal(err)
		}
		keys = append(keys, key)
	}
	const now = int64(1700000000)
	for _, forge := range []uint8{0, 1, 2} {
		f.Add([]byte(`{"a":1}`), forge, uint16(0), "", "worker.a", "POST", "/v1/completions", now, int64(0))
		f.Add([]byte{}, forge, uint16(0), "v1.b.0.", "a", "P", "/", now, int64(30e9))
		f.Add([]byte{}, forge, uint16(0), "v1.b.0.", "a", "P", "/", now, int64(30e9+1))
		f.Add([]byte{}, forge, uint16(0), "v1.b.0.", "a", "P", "/", now, int64(-30e9-1))
		f.Add([]byte{}, forge, uint16(0x1401), "v1.b.1700000000.00", "a\n", "P", "/?", now, int64(0))
		f.Add([]byte(nil), forge, uint16(0x0101), "....", "a", "P", "*", int64(-1), int64(1))
		f.Add([]byte(nil), forge, uint16(0), "", "a", "P", "/", int64(253402300799), int64(0))
	}
	f.Fuzz(func(t *testing.T, envelope []byte, forge uint8, flip uint16, header, audience, method, path string, seconds, age int64) {
		seconds %= 1 << 40 // a time.Time can say so much, and it is well past the year 9999
		a := ingress.Attested{Audience: audience, Method: method, Path: path, Envelope: envelope}
		if forge == 1 || forge == 2 {
			id, text := ids[forge-1], fmt.Sprint(seconds)
			b := []byte("v1." + id + "." + text + "." + attestMAC(secrets[id], id, text, a))
			b[int(flip>>8)%len(b)] ^= byte(flip)
			header = string(b)
		}
		at := time.Unix(seconds, 0).Add(time.Duration(age))

		want := false
		if m := attestGrammar.FindStringSubmatch(header); m != nil && attestFields(a) {
			secret, live := secrets[m[1]]
			then, _ := new(big.Int).SetString(m[2], 10)
			// Nanoseconds between the two, in numbers without an end.
			apart := new(big.Int).Mul(then, big.NewInt(1e9))
			apart.Sub(apart, new(big.Int).Mul(big.NewInt(at.Unix()), big.NewInt(1e9)))
			apart.Sub(apart, big.NewInt(int64(at.Nanosecond())))
			want = live && then.Cmp(big.NewInt(253402300799)) <= 0 && apart.CmpAbs(big.NewInt(30e9)) <= 0 && attestMAC(secret, m[1], m[2], a) == m[3]
		}
		got := ingress.Verify(keys, header, a, at)
		if (got == ingress.TrustVerified) != want {
			t.Fatalf("%q of %q at %v: %v, want verified %v", header, a, at, got, want)
		}
		// What Sign writes is what the documentation says, or an error for the same fields.
		signed, err := ingress.Sign(keys[0], a, time.Unix(seconds, 0))
		if may := attestFields(a) && seconds >= 0 && seconds <= 253402300799; (err == nil) != may {
			t.Fatalf("Sign: %v, want it to sign %v", err, may)
		}
		if text := fmt.Sprint(seconds); err == nil && signed != "v1.router-a."+text+"."+attestMAC(secrets["router-a"], "router-a", text, a) {
			t.Fatalf("Sign wrote %q", signed)
		}
	})
}
