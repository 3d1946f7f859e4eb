package ingress_test

import (
	_ "embed"
	"encoding/json"
	"testing"
)

// caseFile holds the cases of untrusted requests: bytes that readers disagree
// about, and what has to become of them in each role. It is data, so that the
// scanner, the middleware and other programs can be held to the same.
//
// The level says what has to look: "body" cases are the scanner's alone; "encoding",
// "media_type", "headers" and "route" cases are requests, and "framing" cases are
// the raw bytes of one. A refusal without a cause may have any.
//
//go:embed testdata/cases.json
var caseFile []byte

// smuggled is one case.
type smuggled struct {
	ID, Class, Level, Reason string
	Method, Path             string // of requests
	ContentType              string `json:"content_type"`
	Headers                  map[string]string
	Raw                      blob // of framing cases: the whole request
	Body                     blob
	Edge, Worker             wanted
}

// wanted is what has to become of a case.
type wanted struct {
	Disposition, Cause string
	Forwarded          *blob // the bytes that go upstream, unless refused
}

// blob is bytes: as text where they are readable, else in base64.
type blob struct {
	Text   string
	Base64 []byte
}

func (b *blob) bytes() []byte {
	if b == nil {
		return nil
	}
	if b.Text != "" {
		return []byte(b.Text)
	}
	return b.Base64
}

// cases returns the cases of the levels, all of them if none is named.
func cases(t testing.TB, levels ...string) []smuggled {
	t.Helper()
	var all, some []smuggled
	if err := json.Unmarshal(caseFile, &all); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		for _, level := range levels {
			if c.Level == level {
				some = append(some, c)
			}
		}
	}
	if len(levels) == 0 {
		return all
	}
	if len(some) == 0 {
		t.Fatalf("no case of the levels %q", levels)
	}
	return some
}

// TestCasesAreWhole: ids are distinct, and each case says what it wants and why.
func TestCasesAreWhole(t *testing.T) {
	levels := map[string]bool{"body": true, "encoding": true, "media_type": true, "headers": true, "route": true, "framing": true}
	seen := map[string]bool{}
	for _, c := range cases(t) {
		if seen[c.ID] || c.ID == "" || c.Class == "" || c.Reason == "" || !levels[c.Level] {
			t.Errorf("%q: an id twice, or no id, class, reason or known level", c.ID)
		}
		seen[c.ID] = true
		if (c.Level == "framing") != (len(c.Raw.bytes()) > 0) || (c.Level == "body") != (c.Path == "") {
			t.Errorf("%s: a %s case with the parts of another", c.ID, c.Level)
		}
		for _, w := range []wanted{c.Edge, c.Worker} {
			switch w.Disposition {
			case "forwarded", "stripped":
				if w.Forwarded == nil || w.Cause != "" {
					t.Errorf("%s: %s without the bytes, or with a cause", c.ID, w.Disposition)
				}
			case "refused":
				if w.Forwarded != nil {
					t.Errorf("%s: refused, with bytes", c.ID)
				}
			default:
				t.Errorf("%s: disposition %q", c.ID, w.Disposition)
			}
		}
	}
}

// TestBodyCases: the scanner alone, in both roles, however the body is cut.
func TestBodyCases(t *testing.T) {
	for _, c := range cases(t, "body") {
		for role, want := range map[string]wanted{"edge": c.Edge, "worker": c.Worker} {
			for _, size := range []int{1, 7, 4096, len(c.Body.bytes()) + 1} {
				got := scanned(t, policyOf(t, role), c.Body.bytes(), size, untrusted)
				if d := got.decision.Disposition.String(); d != want.Disposition {
					t.Errorf("%s, %s: %s (%v), want %s: %s", c.ID, role, d, got.err, want.Disposition, c.Reason)
					continue
				}
				if cause := got.decision.Cause.String(); want.Disposition == "refused" && cause != want.Cause {
					t.Errorf("%s, %s: %s, want %s: %s", c.ID, role, cause, want.Cause, c.Reason)
				}
				if string(got.upstream) != string(want.Forwarded.bytes()) {
					t.Errorf("%s, %s: forwarded\n%.300q, want\n%.300q: %s", c.ID, role, got.upstream, want.Forwarded.bytes(), c.Reason)
				}
			}
		}
	}
}
