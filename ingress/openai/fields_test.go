package openai_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
	"github.com/kvhints/hintcheck/ingress/openai"
)

type read struct {
	Model  string
	Stream bool
	N      int
}

// TestFields: what is read of a body.
func TestFields(t *testing.T) {
	long := strings.Repeat("m", 4096)
	for _, row := range []struct {
		body   string
		want   read
		reason string
	}{
		{`{"model":"a/b","stream":true,"n":4}`, read{"a/b", true, 4}, "each of them"},
		{`{"n":2147483647,"stream":false}`, read{"", false, 2147483647}, "no model"},
		{`{}`, read{"", false, 1}, "defaults"},
		{`{"model":null,"stream":null,"n":null}`, read{"", false, 1}, "null is the default"},
		{`{"m\u006fdel":"\u0061\ud83d\ude00\"","\u0073tream":true,"\u006e":2}`, read{"a\U0001F600\"", true, 2}, "escapes"},
		{`{"model":"` + long + `"}`, read{long, false, 1}, "the longest model"},
		{`{"Model":1,"STREAM":1,"N":0,"model\u0000":1,"nn":[]}`, read{"", false, 1}, "other names"},
		{`{"a":{"model":1,"n":0,"stream":7,"model":2},"b":[{"n":-1}],"model":"m"}`, read{"m", false, 1}, "members of other objects"},
		{`{"stream":true,"a":["model",{"b":"n"}],"kv_hints":{"n":0,"model":1}}`, read{"", true, 1}, "hints and arrays"},
		{`{"pad":"` + strings.Repeat("a", 2030) + `","model":"m","n":3}`, read{"m", false, 3}, "a member across two windows"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			r, err := openai.NewCompletion(scanOf(t, row.body), admit.Untrusted)
			if err != nil {
				t.Fatal(err)
			}
			chat, err := openai.NewChatCompletion(scanOf(t, row.body), admit.Untrusted)
			if err != nil {
				t.Fatal(err)
			}
			response, err := openai.NewResponses(scanOf(t, row.body), admit.Untrusted)
			if err != nil {
				t.Fatal(err)
			}
			for _, got := range []read{{r.Model(), r.Stream(), r.N()}, {chat.Model(), chat.Stream(), chat.N()}, {response.Model(), response.Stream(), row.want.N}} {
				if diff := cmp.Diff(row.want, got); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			}
		})
	}
}

// TestWrongFields: at is where | stands in what goes upstream, and is taken out.
func TestWrongFields(t *testing.T) {
	for _, row := range []struct {
		body, field string
		want        string // of the error
		reason      string
	}{
		{`{"model":|1}`, "model", "a string", "a number"},
		{`{"model":|["m"]}`, "model", "a string", "an array"},
		{`{"model":|{}}`, "model", "a string", "an object"},
		{`{"model":|true}`, "model", "a string", "a boolean"},
		{`{"model":|"` + strings.Repeat("m", 4097) + `"}`, "model", "4096 bytes", "too long"},
		{`{"model":|"\ud800"}`, "model", "surrogate", "readers disagree about half a pair"},
		{`{"model":|"a\udc00b"}`, "model", "surrogate", "the other half"},
		{`{"stream":|1}`, "stream", "true, false or null", "a number"},
		{`{"stream":|"true"}`, "stream", "true, false or null", "a string is truth to some readers"},
		{`{"stream":|[]}`, "stream", "true, false or null", "an array"},
		{`{"n":|0}`, "n", "1 to 2147483647", "none"},
		{`{"n":|-1}`, "n", "1 to 2147483647", "fewer"},
		{`{"n":|2147483648}`, "n", "1 to 2147483647", "one too many"},
		{`{"n":|18446744073709551617}`, "n", "1 to 2147483647", "1 modulo 2^64"},
		{`{"n":|1.0}`, "n", "an integer", "no integer of JSON"},
		{`{"n":|"1"}`, "n", "an integer", "a string"},
		{`{"n":|false}`, "n", "an integer", "a boolean"},
		{`{"model":"a",|"model":"b"}`, "model", "one member", "who routes by the first is of another opinion than the worker"},
		{`{"model":"a",|"\u006dodel":"b"}`, "model", "one member", "escaped"},
		{`{"stream":true,|"stream":null}`, "stream", "one member", "null too"},
		{`{"n":1,"x":[],|"n":1}`, "n", "one member", "equal ones too"},
	} {
		t.Run(row.field+" "+row.reason, func(t *testing.T) {
			at := strings.IndexByte(row.body, '|')
			body := row.body[:at] + row.body[at+1:]
			for name, made := range made() {
				_, err := made(scanOf(t, body), admit.Untrusted)
				if name == "ResponsesRequest" && row.field == "n" {
					if err != nil {
						t.Errorf("%s has no n: %v", name, err)
					}
					continue
				}
				var fault *openai.FieldError
				if !errors.As(err, &fault) || fault.Field != row.field || fault.Offset != at || !strings.Contains(fault.Want, row.want) {
					t.Errorf("%s: got %v, want %s at %d: %s", name, err, row.field, at, row.want)
				} else if len(err.Error()) > 256 {
					t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
				}
			}
		})
	}
}

// TestRefusedBodies: what the scan refuses becomes no request.
func TestRefusedBodies(t *testing.T) {
	for _, row := range []struct {
		body   string
		cause  ingress.Cause
		reason string
	}{
		{`[]`, ingress.UnreadableBody, "no object"},
		{`{"model":"m"`, ingress.UnreadableBody, "it ends too early"},
		{"{\"model\":\"\xff\"}", ingress.UnreadableBody, "no UTF-8"},
		{`{"kv_transfer_params":{}}`, ingress.HandoffNotAllowed, "a client's handoff"},
	} {
		for name, made := range made() {
			_, err := made(scanOf(t, row.body), admit.Trusted)
			var refused *ingress.BodyError
			if !errors.As(err, &refused) || refused.Cause != row.cause {
				t.Errorf("%s: %s: %v, want %v", row.reason, name, err, row.cause)
			}
		}
	}
	for _, made := range made() {
		if _, err := made(scanOf(t, ""), admit.Trusted); err == nil {
			t.Error("no body is no request")
		}
		if r, err := made(scanOf(t, `[1]`, ingress.Report(true)), admit.Trusted); err == nil || !r.IsZero() {
			t.Error("nor is a body that a policy only reports")
		}
	}
}
