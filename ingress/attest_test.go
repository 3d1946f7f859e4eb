package ingress_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/kvhints/hintcheck/ingress"
)

// vectors were computed outside of Go. Each row's command:
//
//	python3 -c 'import hmac,hashlib
//	key=SECRET; e=ENVELOPE
//	lines=[b"hintcheck kv attestation v1",ID,SECONDS,AUDIENCE,METHOD,PATH,hashlib.sha256(e).hexdigest().encode()]
//	print(hmac.new(key,b"".join(l+b"\n" for l in lines),hashlib.sha256).hexdigest())'
//
// and the first a second time with OpenSSL 3.0:
//
//	{ printf 'hintcheck kv attestation v1\nrouter-a\n1700000000\nprefill.cluster-a\nPOST\n/v1/chat%%2Fcompletions\n'
//	  printf %s '{"protocol_version":"0.1","message_id":"m-1","actions":[]}' | openssl dgst -sha256 -r | cut -c1-64; } |
//	  openssl dgst -sha256 -mac HMAC -r \
//	    -macopt hexkey:000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
var vectors = [...]struct {
	secret string
	id     string
	now    time.Time
	audience, method, path,
	envelope string
	want   string
	reason string
}{
	{
		"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f",
		"router-a", time.Unix(1700000000, 0), "prefill.cluster-a", "POST", "/v1/chat%2Fcompletions",
		`{"protocol_version":"0.1","message_id":"m-1","actions":[]}`,
		"v1.router-a.1700000000.bf0ffbc575c2bc1584c9c6252f7c1b988f0b6bbd61670c934394948d528e36ae",
		"an ordinary one, with an escape in its path that stays",
	},
	{
		"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
		"_-Z9", time.Unix(0, 999_999_999), "a", "P", "/", "",
		"v1._-Z9.0.59fc45f19878764723780a9c9233e8049a5548f3bf06fb763446672ff0cd6b89",
		"the shortest fields, no envelope, part of a second, and a secret longer than a block of SHA-256, which HMAC hashes first",
	},
}

func TestSignVectors(t *testing.T) {
	t.Parallel()
	for _, v := range vectors {
		key, err := ingress.NewKey(v.id, []byte(v.secret))
		if err != nil {
			t.Fatal(err)
		}
		a := ingress.Attested{Audience: v.audience, Method: v.method, Path: v.path, Envelope: []byte(v.envelope)}
		got, err := ingress.Sign(key, a, v.now)
		if err != nil || got != v.want {
			t.Errorf("%s, %v; want %s: %s", got, err, v.want, v.reason)
		}
		if reason := ingress.Verify([]ingress.Key{key}, v.want, a, v.now); reason != ingress.TrustVerified {
			t.Errorf("%s does not verify: %v: %s", v.want, reason, v.reason)
		}
	}
}

var orderTime = time.Unix(1700000000, 0)

// order is what most tests sign at orderTime.
func order() ingress.Attested {
	return ingress.Attested{Audience: "worker.a", Method: "POST", Path: "/v1/completions", Envelope: []byte(`{"a":1}`)}
}

func sign(t testing.TB, key ingress.Key, a ingress.Attested, now time.Time) string {
	t.Helper()
	header, err := ingress.Sign(key, a, now)
	if err != nil {
		t.Fatal(err)
	}
	return header
}

func TestVerifyTampered(t *testing.T) {
	t.Parallel()
	keys := []ingress.Key{newKey(t, "old", 'o'), newKey(t, "new", 'n')}
	good := sign(t, keys[0], order(), orderTime) // v1.old.1700000000.<64 digits>
	mac := good[len(good)-64:]
	with := func(change func(*ingress.Attested)) ingress.Attested { a := order(); change(&a); return a }
	tests := []struct {
		name   string
		header string
		a      ingress.Attested
		want   ingress.TrustReason
		reason string
	}{
		{"as signed", good, order(), ingress.TrustVerified, "what all others differ from"},

		{"audience", good, with(func(a *ingress.Attested) { a.Audience = "worker.b" }), ingress.AttestationMismatch, "meant for somebody else"},
		{"audience case", good, with(func(a *ingress.Attested) { a.Audience = "Worker.a" }), ingress.AttestationMismatch, "compared as bytes"},
		{"method", good, with(func(a *ingress.Attested) { a.Method = "PUT" }), ingress.AttestationMismatch, "another method"},
		{"method case", good, with(func(a *ingress.Attested) { a.Method = "post" }), ingress.AttestationMismatch, "methods have case (RFC 9110 section 9.1)"},
		{"path", good, with(func(a *ingress.Attested) { a.Path = "/v1/completions/" }), ingress.AttestationMismatch, "another path"},
		{"path escape", good, with(func(a *ingress.Attested) { a.Path = "/v1%2Fcompletions" }), ingress.AttestationMismatch, "escaped otherwise is another path to a router"},
		{"envelope byte", good, with(func(a *ingress.Attested) { a.Envelope = []byte(`{"a":2}`) }), ingress.AttestationMismatch, "another hint"},
		{"envelope space", good, with(func(a *ingress.Attested) { a.Envelope = []byte(`{"a":1} `) }), ingress.AttestationMismatch, "the bytes are signed and not the value"},
		{"no envelope", good, with(func(a *ingress.Attested) { a.Envelope = nil }), ingress.AttestationMismatch, "none is not any"},
		{"shifted", good, with(func(a *ingress.Attested) { a.Audience, a.Method = "worker.aP", "OST" }), ingress.AttestationMismatch, "the same text cut elsewhere"},
		{"no audience", good, with(func(a *ingress.Attested) { a.Audience = "" }), ingress.AttestationMismatch, "no field may be empty"},
		{"line feed", good, with(func(a *ingress.Attested) { a.Audience, a.Method = "worker.a\nPOST", "/v1/completions" }), ingress.AttestationMismatch, "no field may hold a separator"},
		{"query", good, with(func(a *ingress.Attested) { a.Path += "?x=1" }), ingress.AttestationMismatch, "a path has no query"},
		{"no path", good, with(func(a *ingress.Attested) { a.Path = "" }), ingress.AttestationMismatch, "CONNECT has none"},
		{"asterisk", good, with(func(a *ingress.Attested) { a.Path = "*" }), ingress.AttestationMismatch, "OPTIONS * carries no hint"},

		{"other id", "v1.new.1700000000." + mac, order(), ingress.AttestationMismatch, "the MAC of one key under the id of the other"},
		{"unknown id", "v1.older.1700000000." + mac, order(), ingress.AttestationMismatch, "no live key"},
		{"prefix of id", "v1.ol.1700000000." + mac, order(), ingress.AttestationMismatch, "ids are compared whole"},
		{"other second", "v1.old.1700000001." + mac, order(), ingress.AttestationMismatch, "the time is signed"},
		{"last digit", "v1.old.1700000000." + mac[:63] + flipFirst(mac[63:]), order(), ingress.AttestationMismatch, "one digit of 64"},
		{"first digit", "v1.old.1700000000." + flipFirst(mac), order(), ingress.AttestationMismatch, "likewise"},
		{"zeros", "v1.old.1700000000." + strings.Repeat("0", 64), order(), ingress.AttestationMismatch, "no MAC at all"},

		{"empty", "", order(), ingress.AttestationMalformed, "a header without a value"},
		{"version", "v2" + good[2:], order(), ingress.AttestationMalformed, "a version of the future means something else"},
		{"version case", "V1" + good[2:], order(), ingress.AttestationMalformed, "one spelling"},
		{"upper case", "v1.old.1700000000." + upperHex(mac), order(), ingress.AttestationMalformed, "one spelling"},
		{"63 digits", good[:len(good)-1], order(), ingress.AttestationMalformed, "cut"},
		{"65 digits", good + "0", order(), ingress.AttestationMalformed, "too long"},
		{"no digits", "v1.old.1700000000.", order(), ingress.AttestationMalformed, "an empty MAC"},
		{"bad digit", good[:len(good)-1] + "g", order(), ingress.AttestationMalformed, "not hex"},
		{"no id", "v1..1700000000." + mac, order(), ingress.AttestationMalformed, "an empty id"},
		{"long id", "v1." + strings.Repeat("i", 65) + ".1700000000." + mac, order(), ingress.AttestationMalformed, "65 bytes"},
		{"id of another alphabet", "v1.o/d.1700000000." + mac, order(), ingress.AttestationMalformed, "not an id"},
		{"plus", "v1.old.+1700000000." + mac, order(), ingress.AttestationMalformed, "one spelling of a time"},
		{"minus", "v1.old.-1." + mac, order(), ingress.AttestationMalformed, "before 1970"},
		{"leading zero", "v1.old.01700000000." + mac, order(), ingress.AttestationMalformed, "one spelling of a time"},
		{"underscore", "v1.old.1_700000000." + mac, order(), ingress.AttestationMalformed, "Go's literals are not a time"},
		{"year 10000", "v1.old.253402300800." + mac, order(), ingress.AttestationMalformed, "out of the range of a time"},
		{"2^64", "v1.old.18446744073709551616." + mac, order(), ingress.AttestationMalformed, "out of every range"},
		{"no time", "v1.old.." + mac, order(), ingress.AttestationMalformed, "an empty time"},
		{"joined", good + ", " + good, order(), ingress.AttestationMalformed, "two fields that a proxy joined (RFC 9110 section 5.3)"},
		{"space before", " " + good, order(), ingress.AttestationMalformed, "one spelling"},
		{"line feed after", good + "\n", order(), ingress.AttestationMalformed, "one spelling"},
		{"five parts", good + ".x", order(), ingress.AttestationMalformed, "more than four"},
		{"huge", "v1.old.1700000000." + strings.Repeat("0", 1<<20), order(), ingress.AttestationMalformed, "over the cap"},
		{"dots", strings.Repeat(".", 100), order(), ingress.AttestationMalformed, "many parts"},
	}
	for _, tt := range tests {
		if got := ingress.Verify(keys, tt.header, tt.a, orderTime); got != tt.want {
			t.Errorf("%s: %v, want %v: %s", tt.name, got, tt.want, tt.reason)
		}
	}
}

// flipFirst returns hex digits with the first one changed.
func flipFirst(mac string) string {
	if mac[0] == '0' {
		return "1" + mac[1:]
	}
	return "0" + mac[1:]
}

// upperHex returns hex digits in upper case, with a letter among them for sure.
func upperHex(mac string) string { return "A" + strings.ToUpper(mac[1:]) }

func TestVerifyLongest(t *testing.T) {
	t.Parallel()
	key := newKey(t, strings.Repeat("k", 64), 'k')
	a := order()
	a.Audience = strings.Repeat("a", 255)
	last := time.Unix(253402300799, 0) // 9999-12-31T23:59:59Z
	header := sign(t, key, a, last)
	if got := ingress.Verify([]ingress.Key{key}, header, a, last); got != ingress.TrustVerified {
		t.Errorf("every field at its longest: %v", got)
	}
}

// TestVerifyBindsID: a router signs under the id of its own key only, or taking a
// key away would not shut it out by its id. The MACs are right but for the id.
func TestVerifyBindsID(t *testing.T) {
	t.Parallel()
	keys := []ingress.Key{newKey(t, "old", 'o'), newKey(t, "new", 'n')}
	old := []byte(strings.Repeat("o", 32))
	for id, want := range map[string]ingress.TrustReason{
		"old": ingress.TrustVerified, "new": ingress.AttestationMismatch, "other": ingress.AttestationMismatch,
		"olds": ingress.AttestationMismatch, "OLD": ingress.AttestationMismatch,
	} {
		header := "v1." + id + ".1700000000." + attestMAC(old, id, "1700000000", order())
		if got := ingress.Verify(keys, header, order(), orderTime); got != want {
			t.Errorf("signed with the key of old as %s: %v, want %v", id, got, want)
		}
	}
}

// TestVerifyCap: a header over the cap is not even taken apart.
func TestVerifyCap(t *testing.T) {
	keys, a := []ingress.Key{newKey(t, "a", 'a')}, order()
	for _, header := range []string{strings.Repeat(".", 1<<20), "v1." + strings.Repeat("i.", 1<<10)} {
		if n := testing.AllocsPerRun(10, func() { ingress.Verify(keys, header, a, orderTime) }); n != 0 {
			t.Errorf("%d bytes of header: %v allocations, want none", len(header), n)
		}
	}
}

// TestVerifyAlphabet: a field may hold every byte from 0x21 to 0x7e, and no other.
func TestVerifyAlphabet(t *testing.T) {
	t.Parallel()
	key := newKey(t, "a", 'a')
	for b := range 256 {
		a := order()
		a.Audience = "x" + string([]byte{byte(b)}) + "y"
		header, err := ingress.Sign(key, a, orderTime)
		if may := b >= '!' && b <= '~'; (err == nil) != may {
			t.Errorf("byte %#x: %v, want allowed %v", b, err, may)
		}
		if err == nil && ingress.Verify([]ingress.Key{key}, header, a, orderTime) != ingress.TrustVerified {
			t.Errorf("byte %#x is signed and does not verify", b)
		}
	}
}

func TestVerifyTime(t *testing.T) {
	t.Parallel()
	keys := []ingress.Key{newKey(t, "a", 'a')}
	header := sign(t, keys[0], order(), orderTime)
	tests := []struct {
		now    time.Time
		want   ingress.TrustReason
		reason string
	}{
		{orderTime, ingress.TrustVerified, "at once"},
		{orderTime.Add(30 * time.Second), ingress.TrustVerified, "the window includes its end"},
		{orderTime.Add(30*time.Second + 1), ingress.AttestationTime, "a nanosecond late"},
		{orderTime.Add(-30 * time.Second), ingress.TrustVerified, "the router's clock is ahead, by all that it may"},
		{orderTime.Add(-30*time.Second - 1), ingress.AttestationTime, "a nanosecond early"},
		{orderTime.Add(24 * time.Hour), ingress.AttestationTime, "yesterday's"},
		{time.Time{}, ingress.AttestationTime, "a clock that was not set: the difference overflows a Duration"},
		{time.Unix(1<<40, 0), ingress.AttestationTime, "likewise, the other way"},
		{orderTime.In(time.FixedZone("", 9*3600)), ingress.TrustVerified, "the same instant elsewhere"},
	}
	for _, tt := range tests {
		if got := ingress.Verify(keys, header, order(), tt.now); got != tt.want {
			t.Errorf("at %v: %v, want %v: %s", tt.now, got, tt.want, tt.reason)
		}
	}
	// Of a time only whole seconds are signed, so that part of one is age.
	header = sign(t, keys[0], order(), orderTime.Add(999_999_999))
	if got := ingress.Verify(keys, header, order(), orderTime.Add(30*time.Second)); got != ingress.TrustVerified {
		t.Errorf("signed late in the second: %v", got)
	}
	if got := ingress.Verify(keys, header, order(), orderTime.Add(30*time.Second+1)); got != ingress.AttestationTime {
		t.Errorf("signed late in the second, 30 s and a nanosecond after its start: %v", got)
	}
}

// TestVerifyReplay shows what the window does not stop; docs of Attested say so.
func TestVerifyReplay(t *testing.T) {
	t.Parallel()
	keys := []ingress.Key{newKey(t, "a", 'a')}
	header := sign(t, keys[0], order(), orderTime)
	for i := range 3 {
		if got := ingress.Verify(keys, header, order(), orderTime.Add(time.Duration(i)*time.Second)); got != ingress.TrustVerified {
			t.Errorf("use %d: %v, want ok: nothing is remembered", i+1, got)
		}
	}
}

func TestVerifyRotation(t *testing.T) {
	t.Parallel()
	old, next := newKey(t, "2026-01", 'o'), newKey(t, "2026-02", 'n')
	again := newKey(t, "2026-01", 'x') // the id again with another secret
	list := func(k ...ingress.Key) []ingress.Key { return k }
	tests := []struct {
		signer ingress.Key
		live   []ingress.Key
		want   ingress.TrustReason
		reason string
	}{
		{old, list(old), ingress.TrustVerified, "before"},
		{next, list(old), ingress.AttestationMismatch, "a router that is too early"},
		{old, list(old, next), ingress.TrustVerified, "both live"},
		{next, list(old, next), ingress.TrustVerified, "both live"},
		{old, list(next, old), ingress.TrustVerified, "in any order"},
		{next, list(next, old), ingress.TrustVerified, "in any order"},
		{old, list(next), ingress.AttestationMismatch, "a router that is too late"},
		{next, list(next), ingress.TrustVerified, "after"},
		{old, list(again), ingress.AttestationMismatch, "an id is not a secret"},
		{old, list(next, again), ingress.AttestationMismatch, "an id is not a secret"},
		{old, nil, ingress.AttestationMismatch, "no key verifies nothing"},
		{old, list(old, old), ingress.AttestationMismatch, "an id names one key"},
		{old, list(old, again), ingress.AttestationMismatch, "an id names one key"},
		{old, list(old, next, newKey(t, "c", 'c')), ingress.AttestationMismatch, "three are too many"},
		{old, list(old, ingress.Key{}), ingress.AttestationMismatch, "a key that was not loaded"},
	}
	for _, tt := range tests {
		header := sign(t, tt.signer, order(), orderTime)
		if got := ingress.Verify(tt.live, header, order(), orderTime); got != tt.want {
			t.Errorf("signed by %v, live %v: %v, want %v: %s", tt.signer, tt.live, got, tt.want, tt.reason)
		}
	}
}

func TestSignErrors(t *testing.T) {
	t.Parallel()
	key := newKey(t, "a", 'a')
	with := func(change func(*ingress.Attested)) ingress.Attested { a := order(); change(&a); return a }
	tests := []struct {
		key    ingress.Key
		a      ingress.Attested
		now    time.Time
		want   string
		reason string
	}{
		{ingress.Key{}, order(), orderTime, `ingress.Sign: got "the zero Key", want a key of NewKey`, "not loaded"},
		{key, with(func(a *ingress.Attested) { a.Audience = "" }), orderTime, `ingress.Attested.Audience: got "", want 1 to 255 bytes of visible ASCII`, "empty"},
		{key, with(func(a *ingress.Attested) { a.Audience = "a b" }), orderTime, `ingress.Attested.Audience: got "a b", want 1 to 255 bytes of visible ASCII`, "a space"},
		{key, with(func(a *ingress.Attested) { a.Audience = "\u00e9" }), orderTime, `ingress.Attested.Audience: got "\u00e9", want 1 to 255 bytes of visible ASCII`, "not ASCII"},
		{key, with(func(a *ingress.Attested) { a.Audience = strings.Repeat("a", 256) }), orderTime, `ingress.Attested.Audience: got "` + strings.Repeat("a", 59) + `"..., want 1 to 255 bytes of visible ASCII`, "256 bytes"},
		{key, with(func(a *ingress.Attested) { a.Method = "" }), orderTime, `ingress.Attested.Method: got "", want a method of visible ASCII, such as POST`, "net/http's GET has to be written out"},
		{key, with(func(a *ingress.Attested) { a.Method = "POST\n" }), orderTime, `ingress.Attested.Method: got "POST\n", want a method of visible ASCII, such as POST`, "a line feed"},
		{key, with(func(a *ingress.Attested) { a.Path = "v1" }), orderTime, `ingress.Attested.Path: got "v1", want an escaped path that starts with a slash, without query`, "relative"},
		{key, with(func(a *ingress.Attested) { a.Path = "/v1?x" }), orderTime, `ingress.Attested.Path: got "/v1?x", want an escaped path that starts with a slash, without query`, "the verifier signs no query"},
		{key, with(func(a *ingress.Attested) { a.Path = "/v1#x" }), orderTime, `ingress.Attested.Path: got "/v1#x", want an escaped path that starts with a slash, without query`, "fragments are not sent"},
		{key, with(func(a *ingress.Attested) { a.Path = "/\x7f" }), orderTime, `ingress.Attested.Path: got "/\x7f", want an escaped path that starts with a slash, without query`, "not escaped"},
		{key, order(), time.Time{}, `ingress.Sign: got "-62135596800", want a time from 1970 to 9999`, "a clock that was not set"},
		{key, order(), time.Unix(253402300800, 0), `ingress.Sign: got "253402300800", want a time from 1970 to 9999`, "year 10000"},
	}
	for _, tt := range tests {
		header, err := ingress.Sign(tt.key, tt.a, tt.now)
		if header != "" || err == nil || err.Error() != tt.want {
			t.Errorf("%q, %v; want %s: %s", header, err, tt.want, tt.reason)
		}
	}
}

// TestVerifyLeavesEnvelope: the envelope is a view of a body that goes on.
func TestVerifyLeavesEnvelope(t *testing.T) {
	t.Parallel()
	key := newKey(t, "a", 'a')
	a := order()
	backing := append([]byte(`{"a":1}`), "rest"...)
	a.Envelope = backing[:7]
	header := sign(t, key, a, orderTime)
	ingress.Verify([]ingress.Key{key}, header, a, orderTime)
	if !bytes.Equal(backing, []byte(`{"a":1}rest`)) {
		t.Errorf("the body is now %q", backing)
	}
}
