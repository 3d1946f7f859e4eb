package ingress_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/ingress"
)

// whyServer answers each request with the reason of trust; the body of a request
// is taken for its envelope.
func whyServer(t *testing.T, trust ingress.TrustConfig, now func() time.Time) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		envelope, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		before := r.Header.Clone()
		reason := trust.Why(r, envelope, now())
		if diff := cmp.Diff(before, r.Header); diff != "" {
			t.Errorf("Why changed the request: %s", diff)
		}
		io.WriteString(w, reason.String())
	})
}

// why sends the request and returns the reason that the server answers with.
func why(t *testing.T, client *http.Client, r *http.Request) string {
	t.Helper()
	reply, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAttestationHeaderIsDeletedByEveryRole: both roles delete x-kv-*; the name
// has to stay one of these, in the spelling that net/http keeps headers under.
func TestAttestationHeaderIsDeletedByEveryRole(t *testing.T) {
	t.Parallel()
	if !strings.HasPrefix(strings.ToLower(ingress.AttestationHeader), "x-kv-") {
		t.Errorf("%s is not of the x-kv- family", ingress.AttestationHeader)
	}
	if got := http.CanonicalHeaderKey(ingress.AttestationHeader); got != ingress.AttestationHeader {
		t.Errorf("net/http keeps it as %s", got)
	}
}

func TestAttestationOfRequests(t *testing.T) {
	t.Parallel()
	key := newKey(t, "router-a", 'a')
	server := httptest.NewServer(whyServer(t, newTrust(t, ingress.Attestation("worker.a", key)), func() time.Time { return orderTime }))
	t.Cleanup(server.Close)
	const envelope = `{"a":1}`
	signed := func(method, path string) string {
		return sign(t, key, ingress.Attested{Audience: "worker.a", Method: method, Path: path, Envelope: []byte(envelope)}, orderTime)
	}
	good := signed("POST", "/v1/completions")
	tests := []struct {
		name    string
		target  string
		headers [][2]string
		want    string
		reason  string
	}{
		{"signed", "/v1/completions", [][2]string{{"X-Kv-Attestation", good}}, "ok", "what all others differ from"},
		{"lower case", "/v1/completions", [][2]string{{"x-kv-attestation", good}}, "ok", "names of headers have no case (RFC 9110 section 5.1)"},
		{"query", "/v1/completions?x=1", [][2]string{{"X-Kv-Attestation", good}}, "ok", "the query is not covered"},
		{"escaped path", "/v1%2Fcompletions", [][2]string{{"X-Kv-Attestation", signed("POST", "/v1%2Fcompletions")}}, "ok", "signed as the request line has it"},
		{"escape undone", "/v1%2Fcompletions", [][2]string{{"X-Kv-Attestation", good}}, "attestation_mismatch", "what a router undid is another path"},
		{"needless escape", "/v1/%63ompletions", [][2]string{{"X-Kv-Attestation", signed("POST", "/v1/%63ompletions")}}, "ok", "signed as the request line has it"},
		{"other path", "/v1/chat/completions", [][2]string{{"X-Kv-Attestation", good}}, "attestation_mismatch", "signed for another route"},
		{"other method", "/v1/completions", [][2]string{{"X-Kv-Attestation", signed("PUT", "/v1/completions")}}, "attestation_mismatch", "signed for another method"},
		{"none", "/v1/completions", nil, "attestation_missing", "no header"},
		{"empty", "/v1/completions", [][2]string{{"X-Kv-Attestation", ""}}, "attestation_malformed", "a header without a value"},
		{"twice", "/v1/completions", [][2]string{{"X-Kv-Attestation", good}, {"X-Kv-Attestation", good}}, "attestation_malformed", "which one would the next reader take?"},
		{"good, then bad", "/v1/completions", [][2]string{{"X-Kv-Attestation", good}, {"X-Kv-Attestation", "x"}}, "attestation_malformed", "likewise"},
		{"twice by case", "/v1/completions", [][2]string{{"X-Kv-Attestation", good}, {"X-KV-ATTESTATION", good}}, "attestation_malformed", "one name"},
		{"joined", "/v1/completions", [][2]string{{"X-Kv-Attestation", good + "," + good}}, "attestation_malformed", "two that a proxy joined"},
		{"underscores", "/v1/completions", [][2]string{{"X_Kv_Attestation", good}}, "attestation_missing", "another name, whatever CGI makes of it"},
		{"spaces around", "/v1/completions", [][2]string{{"X-Kv-Attestation", " \t" + good + " "}}, "ok", "optional white space is no part of a value (RFC 9110 section 5.5)"},
	}
	for _, tt := range tests {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+tt.target, strings.NewReader(envelope))
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range tt.headers {
			r.Header[h[0]] = append(r.Header[h[0]], h[1]) // no Add: names go out as they are
		}
		if got := why(t, server.Client(), r); got != tt.want {
			t.Errorf("%s: %s, want %s: %s", tt.name, got, tt.want, tt.reason)
		}
	}
}

// TestAttestationInTrailer: a trailer comes after the body, past what may delete it.
func TestAttestationInTrailer(t *testing.T) {
	t.Parallel()
	key := newKey(t, "router-a", 'a')
	server := httptest.NewServer(whyServer(t, newTrust(t, ingress.Attestation("worker.a", key)), func() time.Time { return orderTime }))
	t.Cleanup(server.Close)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/v1/completions", io.NopCloser(strings.NewReader(`{"a":1}`)))
	if err != nil {
		t.Fatal(err)
	}
	r.Trailer = http.Header{ingress.AttestationHeader: {sign(t, key, order(), orderTime)}}
	if got := why(t, server.Client(), r); got != "attestation_missing" {
		t.Errorf("%s, want attestation_missing", got)
	}
}

// TestAttestationOfScan: the bytes that a router signs are those that Hint gives.
func TestAttestationOfScan(t *testing.T) {
	t.Parallel()
	policy, err := ingress.NewPolicy(ingress.Worker)
	if err != nil {
		t.Fatal(err)
	}
	key := newKey(t, "router-a", 'a')
	trust := newTrust(t, ingress.Attestation("worker.a", key))
	const hint = `{"protocol_version" : "0.1","message_id":"m","actions":[]}`
	header := sign(t, key, ingress.Attested{Audience: "worker.a", Method: "POST", Path: "/v1/completions", Envelope: []byte(hint)}, orderTime)
	tests := []struct {
		body   string
		want   ingress.TrustReason
		reason string
	}{
		{`{"prompt":"p","kv_hints":  ` + hint + "\n}", ingress.TrustVerified, "white space around the hint is not signed"},
		{`{"prompt":"q","\u006bv_hints":` + hint + `}`, ingress.TrustVerified, "nor is the rest of the body"},
		{`{"prompt":"p","kv_hints":` + strings.Replace(hint, " : ", ":", 1) + `}`, ingress.AttestationMismatch, "white space in the hint is"},
		{`{"prompt":"p","kv_hints":` + strings.Replace(hint, `"m"`, `"n"`, 1) + `}`, ingress.AttestationMismatch, "another hint"},
		{`{"prompt":"p","kv_hints":` + hint + `,"kv_hints":` + hint + `}`, ingress.AttestationMismatch, "of two none would be judged, so none is vouched for"},
		{`{"prompt":"p","nvext":{"kv_hints":` + hint + `}}`, ingress.AttestationMismatch, "not at the admitted path"},
		{`{"prompt":"p"}`, ingress.AttestationMismatch, "taken off on the way"},
	}
	for _, tt := range tests {
		scan := ingress.NewScan(policy, int64(len(tt.body)))
		if _, err := scan.Write([]byte(tt.body)); err != nil {
			t.Fatal(err)
		}
		if err := scan.Finish(); err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodPost, "/v1/completions", nil)
		r.Header.Set(ingress.AttestationHeader, header)
		if got := trust.Why(r, scan.Hint(), orderTime); got != tt.want {
			t.Errorf("%s: %v, want %v: %s", tt.body, got, tt.want, tt.reason)
		}
	}
}

// TestJudgeHandMadeRequests: requests that no server made must not panic.
func TestJudgeHandMadeRequests(t *testing.T) {
	t.Parallel()
	key := newKey(t, "router-a", 'a')
	header := http.Header{ingress.AttestationHeader: {sign(t, key, order(), orderTime)}}
	options := map[ingress.TrustReason]ingress.TrustOption{
		ingress.NoCertificate:       ingress.ClientCertificate(nil, []string{"a"}),
		ingress.NoPeer:              ingress.PeerUID(0),
		ingress.AttestationMismatch: ingress.Attestation("worker.a", key),
	}
	for want, option := range options {
		trust := newTrust(t, option)
		for _, r := range []*http.Request{{Header: header}, {Header: header, Method: "POST", URL: &url.URL{}}} {
			if got := trust.Why(r, nil, orderTime); got != want {
				t.Errorf("%v, want %v", got, want)
			}
		}
	}
}

// TestNewTrustCopies: who configured it cannot change it afterwards.
func TestNewTrustCopies(t *testing.T) {
	t.Parallel()
	keys := []ingress.Key{newKey(t, "a", 'a')}
	uids, uris, dns := []uint32{1}, []string{"spiffe://example.org/router"}, []string{"router.example"}
	attested := ingress.Attestation("worker.a", keys...)
	signed := keys[0]
	// Whatever is changed here would be refused or would not verify.
	options := []ingress.TrustOption{ingress.PeerUID(uids...), ingress.ClientCertificate(uris, nil), ingress.ClientCertificate(nil, dns)}
	keys[0], uids[0], uris[0], dns[0] = newKey(t, "a", 'z'), 65534, "", ""
	for _, option := range options {
		if _, err := ingress.NewTrust(true, option); err != nil {
			t.Errorf("an option has changed: %v", err)
		}
	}
	trust := newTrust(t, attested)
	r := httptest.NewRequest(http.MethodPost, "/v1/completions", nil)
	for signer, want := range map[ingress.Key]ingress.TrustReason{signed: ingress.TrustVerified, keys[0]: ingress.AttestationMismatch} {
		r.Header.Set(ingress.AttestationHeader, sign(t, signer, order(), orderTime))
		if got := trust.Why(r, order().Envelope, orderTime); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
