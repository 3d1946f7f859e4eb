package openai_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
	"github.com/kvhints/hintcheck/ingress/openai"
	"github.com/kvhints/hintcheck/limits"
)

// secret stands everywhere in hint, so that a print of any part of it is seen.
const (
	secret = "ZQJWZQJW"
	hint   = ` {"message_id" : "` + secret + `","\u005aQJW":1.50, "protocol_version":"0.1",` +
		`"actions":[ {"action_id":"` + secret + `","action_type":"kv.fetch","action_version":"1.0","payload":{"` + secret + `":18446744073709551615}}] } `
)

// exact is what of a member's value is the value: the whitespace is the body's.
var exact = strings.TrimSpace(hint)

// request is what the three have in common.
type request interface {
	Model() string
	Stream() bool
	KVHints() admit.Snapshot
	Decision() ingress.Decision
	Segments() (net.Buffers, int64, error)
	AppendJSON([]byte) ([]byte, error)
	MarshalJSON() ([]byte, error)
	IsZero() bool
	fmt.Stringer
}

// made are the constructors of the three.
func made() map[string]func(*ingress.Scan, admit.Trust) (request, error) {
	return map[string]func(*ingress.Scan, admit.Trust) (request, error){
		"CompletionRequest":     func(s *ingress.Scan, t admit.Trust) (request, error) { return openai.NewCompletion(s, t) },
		"ChatCompletionRequest": func(s *ingress.Scan, t admit.Trust) (request, error) { return openai.NewChatCompletion(s, t) },
		"ResponsesRequest":      func(s *ingress.Scan, t admit.Trust) (request, error) { return openai.NewResponses(s, t) },
	}
}

func scanOf(t testing.TB, body string, options ...ingress.Option) *ingress.Scan {
	t.Helper()
	p, err := ingress.NewPolicy(ingress.Edge, options...)
	if err != nil {
		t.Fatal(err)
	}
	s := ingress.NewScan(p, int64(len(body)))
	s.Write([]byte(body)) // its error comes again from the constructor
	return s
}

// upstream returns what goes upstream by each of the ways, which have to agree.
func upstream(t testing.TB, r request) string {
	t.Helper()
	marshaled, err := r.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	appended, err := r.AppendJSON([]byte("x"))
	parts, size, errSegments := r.Segments()
	if err != nil || errSegments != nil {
		t.Fatal(err, errSegments)
	}
	joined := bytes.Join(parts, nil)
	if string(appended) != "x"+string(marshaled) || !bytes.Equal(joined, marshaled) || size != int64(len(joined)) {
		t.Fatalf("MarshalJSON %q\nAppendJSON %q\nSegments %q of %d", marshaled, appended, joined, size)
	}
	return string(marshaled)
}

// TestSerialization: what goes upstream, byte for byte.
func TestSerialization(t *testing.T) {
	odd := `"z":1e999,"\ud800":"\ud83d","a" : [ 9007199254740993 , {"b":1,"b":-0.00}],"html":"<&>\u2028"`
	for _, row := range []struct {
		body, trusted, untrusted string
		reason                   string
	}{
		{`{"model":"m","kv_hints":` + hint + `, ` + odd + ` }`, `{"model":"m","kv_hints":` + hint + `, ` + odd + ` }`, `{"model":"m",` + odd + ` }`, "an admitted hint stays where it stands"},
		{` { ` + odd + ` , "kv_hints" :` + hint + "}\n", ` { ` + odd + ` , "kv_hints" :` + hint + "}\n", ` { ` + odd + `  ` + "}\n", "the last member goes with the comma before it, and the space on both sides stays"},
		{`{"kv_hints":` + hint + `}`, `{"kv_hints":` + hint + `}`, `{ }`, "nothing but a hint; the space behind it stays"},
		{`{"\u006bv_hints":` + exact + `,"n":2}`, `{"\u006bv_hints":` + exact + `,"n":2}`, `{"n":2}`, "the spelling of the name stays"},
		{`{` + odd + `}`, `{` + odd + `}`, `{` + odd + `}`, "no hint"},
		{`{"kv_hints":null,` + odd + `}`, `{` + odd + `}`, `{` + odd + `}`, "null is none, and a schema that forbids extra members tells them apart"},
		{`{"kv_hints":{"protocol_version":"9"},"n":1}`, `{"n":1}`, `{"n":1}`, "an ignored hint goes"},
		{`{"kv_hints":` + exact + `,"kv_hints":` + exact + `,"n":1}`, `{"n":1}`, `{"n":1}`, "two of them go"},
		{`{"KV_HINTS":1,"kv_hints":` + exact + `,"extra_body":{"router_hint":2}}`, `{"kv_hints":` + exact + `,"extra_body":{}}`, `{"extra_body":{}}`, "other carriers go whoever sends them"},
	} {
		for name, made := range made() {
			t.Run(row.reason+"/"+name, func(t *testing.T) {
				for trust, want := range map[admit.Trust]string{admit.Trusted: row.trusted, admit.Untrusted: row.untrusted} {
					r, err := made(scanOf(t, row.body), trust)
					if err != nil {
						t.Fatal(err)
					}
					got := upstream(t, r)
					if got != want {
						t.Errorf("%v:\n got %s\nwant %s", trust, got, want)
					}
					if carries := strings.Contains(want, secret); r.KVHints().IsZero() == carries {
						t.Errorf("%v: a hint of %d bytes", trust, r.KVHints().Size())
					} else if carries && string(r.KVHints().JSON()) != exact {
						t.Errorf("%v: the snapshot is %s", trust, r.KVHints().JSON())
					}
				}
			})
		}
	}
}

// TestWithKVHints: another hint takes the place of the first, or none; the request
// that it was made of keeps its own.
func TestWithKVHints(t *testing.T) {
	const other = `{"protocol_version":"0.1","message_id":"other","actions":[]}`
	snapshot := admitted(t, other)
	body := `{"model":"m" ,"kv_hints": ` + exact + ` ,"n":3}`
	r, err := openai.NewCompletion(scanOf(t, body), admit.Trusted)
	if err != nil {
		t.Fatal(err)
	}
	without := r.WithKVHints(admit.Snapshot{})
	for _, row := range []struct {
		r            openai.CompletionRequest
		want, reason string
	}{
		{r, body, "as it came"},
		{without, `{"model":"m" ,"n":3}`, "a leg without a hint"},
		{r.WithKVHints(snapshot), `{"model":"m" ,"kv_hints": ` + other + ` ,"n":3}`, "in place"},
		{without.WithKVHints(snapshot), `{"model":"m" ,"kv_hints": ` + other + ` ,"n":3}`, "the place is known still"},
		{without.WithKVHints(r.KVHints()), body, "and back"},
	} {
		if got := upstream(t, row.r); got != row.want || row.r.N() != 3 || row.r.Model() != "m" {
			t.Errorf("%s:\n got %s\nwant %s", row.reason, got, row.want)
		}
	}
	chat, err := openai.NewChatCompletion(scanOf(t, `{"n":2,"kv_hints":1}`), admit.Untrusted)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := upstream(t, chat.WithKVHints(snapshot)), `{"n":2,"kv_hints":`+other+`}`; got != want {
		t.Errorf("a router's own hint in place of one that was cut:\n got %s\nwant %s", got, want)
	}
	response, err := openai.NewResponses(scanOf(t, `{}`), admit.Untrusted)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := upstream(t, response.WithKVHints(snapshot)), `{"kv_hints":`+other+`}`; got != want {
		t.Errorf("in an empty body:\n got %s\nwant %s", got, want)
	}
	if got := upstream(t, response); got != `{}` {
		t.Errorf("the first request became %s", got)
	}
}

func admitted(t testing.TB, text string) admit.Snapshot {
	t.Helper()
	r, err := openai.NewCompletion(scanOf(t, `{"kv_hints":`+text+`}`), admit.Trusted)
	if err != nil || r.KVHints().IsZero() {
		t.Fatal(err)
	}
	return r.KVHints()
}

// TestCountsOnce: a request is one admission, whatever is done with it, and the
// first decision holds.
func TestCountsOnce(t *testing.T) {
	authority := admit.NewAuthority(limits.Default())
	scan := scanOf(t, `{"kv_hints":`+exact+`}`, ingress.WithAuthority(authority))
	scan.Decide(admit.Untrusted)
	r, err := openai.NewCompletion(scan, admit.Trusted)
	if err != nil || r.Decision().Disposition != ingress.Stripped || !r.KVHints().IsZero() {
		t.Errorf("%v: %v", err, r)
	}
	upstream(t, r.WithKVHints(admit.Snapshot{}))
	if tally := authority.Tally(); tally.Total() != 1 || tally.Count(admit.NotTrusted) != 1 {
		t.Errorf("%d counts, %d of them untrusted", tally.Total(), tally.Count(admit.NotTrusted))
	}
}

// TestWithheldHints: what the policy keeps from the upstream is not in the request.
func TestWithheldHints(t *testing.T) {
	r, err := openai.NewCompletion(scanOf(t, `{"kv_hints":`+exact+`,"n":1}`, ingress.WithholdHints()), admit.Trusted)
	if err != nil || !r.KVHints().IsZero() || upstream(t, r) != `{"n":1}` || r.Decision().Cause != ingress.UpstreamWithholds {
		t.Errorf("%v, %v: %s", err, r, upstream(t, r))
	}
}

// TestReportedHints: under a policy that reports, too, a request says only what it
// has.
func TestReportedHints(t *testing.T) {
	r, err := openai.NewCompletion(scanOf(t, `{"kv_hints":`+exact+`,"n":1}`, ingress.Report(true)), admit.Untrusted)
	if err != nil || !r.KVHints().IsZero() || upstream(t, r) != `{"n":1}` {
		t.Errorf("%v, %v: %s", err, r, upstream(t, r))
	}
}

// TestOtherPath: a hint that stands elsewhere would be sent twice.
func TestOtherPath(t *testing.T) {
	_, err := openai.NewCompletion(scanOf(t, `{"nvext":{"kv_hints":`+exact+`}}`, ingress.AdmittedPath("nvext", "kv_hints")), admit.Trusted)
	if !errors.Is(err, openai.ErrHintElsewhere) {
		t.Error(err)
	}
}

// strict is a schema of the body that forbids extra members.
type strict struct {
	Model     string          `json:"model"`
	Prompt    json.RawMessage `json:"prompt"`
	Messages  json.RawMessage `json:"messages"`
	Input     json.RawMessage `json:"input"`
	MaxTokens int             `json:"max_tokens"`
	Stream    bool            `json:"stream"`
	N         *int            `json:"n"`
}

func validates(body []byte) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	return d.Decode(new(strict))
}

// TestStripThenSchema: a hint from somebody who may not send one fails a schema
// that forbids extra members, and what a request is made of does not.
func TestStripThenSchema(t *testing.T) {
	bodies := map[string]string{
		"CompletionRequest":     `{"model":"m","prompt":"hi",%s"max_tokens":1}`,
		"ChatCompletionRequest": `{"model":"m",%s"messages":[{"role":"user","content":"hi"}],"n":1}`,
		"ResponsesRequest":      `{%s"model":"m","input":"hi","stream":true}`,
	}
	hints := []string{
		`"kv_hints":` + hint, `"kv_hints":null`, `"kv_hints":{"protocol_version":"7"}`, `"kv_hints":1e999`, `"kv_hints":"\ud800"`,
		`"\u006bv_hints":[]`, `"kv_hints":1,"kv_hints":2`, `"kv_hint":{}`, `"router_hint":{}`, `"kvHints":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000),
	}
	for name, made := range made() {
		bare := fmt.Sprintf(bodies[name], "")
		if err := validates([]byte(bare)); err != nil {
			t.Fatalf("test health: %s: %v", bare, err)
		}
		for _, h := range hints {
			body := fmt.Sprintf(bodies[name], h+",")
			if validates([]byte(body)) == nil {
				t.Fatalf("test health: the schema takes %.200s", body)
			}
			r, err := made(scanOf(t, body), admit.Untrusted)
			if err != nil {
				t.Errorf("%s: %.200s: %v", name, body, err)
				continue
			}
			if got := upstream(t, r); validates([]byte(got)) != nil || got != bare {
				t.Errorf("%s: %.200s\nafter the strip %s: %v", name, body, got, validates([]byte(got)))
			}
		}
	}
}

// TestZeroRequests: they are safe, and nothing.
func TestZeroRequests(t *testing.T) {
	for _, r := range []request{openai.CompletionRequest{}, openai.ChatCompletionRequest{}, openai.ResponsesRequest{}, openai.CompletionRequest{}.WithKVHints(admitted(t, exact))} {
		_, err := r.MarshalJSON()
		dst, errAppend := r.AppendJSON([]byte("x"))
		_, _, errSegments := r.Segments()
		if err != openai.ErrNoRequest || errAppend != openai.ErrNoRequest || errSegments != openai.ErrNoRequest || string(dst) != "x" {
			t.Errorf("%T: %v, %v, %v, %q", r, err, errAppend, errSegments, dst)
		}
		if !r.IsZero() || r.Model() != "" || r.Stream() || !r.KVHints().IsZero() || r.Decision().Disposition != ingress.Refused || r.String() != "openai.Request(none)" {
			t.Errorf("%T: %v", r, r)
		}
	}
	if (openai.CompletionRequest{}).N() != 1 || (openai.ChatCompletionRequest{}).N() != 1 {
		t.Error("one choice is asked for")
	}
}

// TestNoDecoding: a body that has not been scanned becomes no request.
func TestNoDecoding(t *testing.T) {
	for _, r := range []any{new(openai.CompletionRequest), new(openai.ChatCompletionRequest), new(openai.ResponsesRequest)} {
		if err := json.Unmarshal([]byte(`{"model":"m"}`), r); !errors.Is(err, openai.ErrDecode) {
			t.Errorf("%T: %v", r, err)
		}
	}
}
