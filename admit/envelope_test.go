package admit_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/limits"
)

func good() admit.Envelope {
	return admit.Envelope{Version: "0.1", MessageID: "m", Actions: []admit.Action{{ID: "i", Type: "t", Version: "v", Payload: "{}"}}}
}

// changed is a good envelope with something done to it.
func changed(change func(*admit.Envelope)) admit.Envelope {
	e := good()
	change(&e)
	return e
}

// withPayloads is a good envelope with these payloads.
func withPayloads(payloads ...string) admit.Envelope {
	e := good()
	e.Actions = nil
	for _, p := range payloads {
		e.Actions = append(e.Actions, admit.Action{ID: "i", Type: "t", Version: "v", Payload: p})
	}
	return e
}

// faultsOf are the faults that Freeze names, none for a success.
func faultsOf(t *testing.T, e admit.Envelope, lim limits.Limits) []admit.Fault {
	t.Helper()
	s, err := e.Freeze(lim)
	if err == nil {
		if s.IsZero() {
			t.Fatal("no error and no snapshot")
		}
		return nil
	}
	var all *admit.EnvelopeError
	if !errors.As(err, &all) || len(all.Faults) == 0 || !s.IsZero() {
		t.Fatalf("error %v, snapshot %v; want an EnvelopeError with faults and no snapshot", err, s)
	}
	checkLine(t, "the error", err.Error())
	return all.Faults
}

func TestFreeze(t *testing.T) {
	e := admit.Envelope{Version: "0.1", MessageID: "a\"\\\x00\n\u2028é", Actions: []admit.Action{
		{ID: "1", Type: "kv.fetch", Version: "1.0", Payload: " { \"h\" : [1] }\n"},
		{ID: "2", Type: "x", Version: "y", Payload: "{}"},
	}}
	s, err := e.Freeze(standard.limits(t))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"protocol_version":"0.1","message_id":"a\"\\\u0000\u000a` + "\u2028é" + `","actions":[` +
		`{"action_id":"1","action_type":"kv.fetch","action_version":"1.0","payload": { "h" : [1] }` + "\n}," +
		`{"action_id":"2","action_type":"x","action_version":"y","payload":{}}]}`
	if got := string(s.JSON()); got != want {
		t.Errorf("the text is\n     %s\nwant %s", got, want)
	}
	e.Actions[0].Payload = `{ "h" : [1] }` // as the accessor gives it
	if diff := cmp.Diff(content{e.Version, e.MessageID, e.Actions, 5}, contentOf(s)); diff != "" {
		t.Errorf("what went in does not come out (-in +out):\n%s", diff)
	}
	if s, err := (admit.Envelope{Version: "0.1", MessageID: "m"}).Freeze(standard.limits(t)); err != nil || string(s.JSON()) != smallest {
		t.Errorf("no actions: %s, %v", s.JSON(), err)
	}
}

func TestFaults(t *testing.T) {
	const none = admit.NoOffset
	for _, row := range []struct {
		name   string
		e      admit.Envelope
		b      bounds
		want   []admit.Fault
		reason string
	}{
		{"good", good(), standard, nil, ""},
		{"version", changed(func(e *admit.Envelope) { e.Version = "9" }), standard, []admit.Fault{{admit.UnsupportedVersion, "/protocol_version", none, "want a protocol version that the limits read"}}, ""},
		{"no version", changed(func(e *admit.Envelope) { e.Version = "" }), standard, []admit.Fault{{admit.UnsupportedVersion, "/protocol_version", none, "want a protocol version that the limits read"}}, "the empty string is not in the list"},
		{"version not UTF-8", changed(func(e *admit.Envelope) { e.Version = "\xff" }), standard, []admit.Fault{{admit.InvalidUTF8, "/protocol_version", none, "want UTF-8"}}, "one fault, not two"},
		{"no message_id", changed(func(e *admit.Envelope) { e.MessageID = "" }), standard, []admit.Fault{{admit.InvalidEnvelope, "/message_id", none, "want a non-empty string"}}, ""},
		{"surrogate", changed(func(e *admit.Envelope) { e.MessageID = "\xed\xa0\x80" }), standard, []admit.Fault{{admit.InvalidUTF8, "/message_id", none, "want UTF-8"}}, "RFC 3629 has no surrogates"},
		{"empty action", admit.Envelope{Version: "0.1", MessageID: "m", Actions: make([]admit.Action, 1)}, standard, []admit.Fault{
			{admit.InvalidEnvelope, "/actions/0/action_id", none, "want a non-empty string"},
			{admit.InvalidEnvelope, "/actions/0/action_type", none, "want a non-empty string"},
			{admit.InvalidEnvelope, "/actions/0/action_version", none, "want a non-empty string"},
			{admit.MalformedJSON, "/actions/0/payload", 0, "want one RFC 8259 value and nothing else"},
		}, "each for itself"},
		{"payload no object", withPayloads("{}", " [1]"), standard, []admit.Fault{{admit.InvalidEnvelope, "/actions/1/payload", 1, "want an object"}}, "the offset is inside the payload"},
		{"payload malformed", withPayloads(`{"a":tx}`), standard, []admit.Fault{{admit.MalformedJSON, "/actions/0/payload/a", 6, "want one RFC 8259 value and nothing else"}}, "the pointer goes on into the payload"},
		{"payload duplicate", withPayloads(`{"a/b":1,"a/b":1}`), standard, []admit.Fault{{admit.DuplicateMember, "/actions/0/payload/a~1b", 9, "want each name once in an object"}}, ""},
		{"payload integer", withPayloads(`{"a":[-9223372036854775809]}`), standard, []admit.Fault{{admit.IntegerOutOfRange, "/actions/0/payload/a/0", 6, "want an integer from -9223372036854775808 to 18446744073709551615"}}, ""},
		{"payload number", withPayloads(`{"a":1e309}`), standard, []admit.Fault{{admit.NumberOutOfRange, "/actions/0/payload/a", 5, "want a number that is finite as float64"}}, ""},
		{"payload surrogate", withPayloads(`{"a":"\ud800"}`), standard, []admit.Fault{{admit.LoneSurrogate, "/actions/0/payload/a", 6, "want a high surrogate escape and then a low one"}}, ""},
		{"payload not UTF-8", withPayloads("{\"a\":\"\xff\"}"), standard, []admit.Fault{{admit.InvalidUTF8, "/actions/0/payload/a", 6, "want UTF-8"}}, ""},
		{"payload too deep", withPayloads(`{"a":{}}`), asDeep(4), []admit.Fault{{admit.TooDeep, "/actions/0/payload/a", 5, "want at most 1 open arrays and objects"}}, "of four levels the payload has one"},
		{"payload deep enough", withPayloads(`{"a":{}}`), asDeep(5), nil, "of five it has two"},
		{"no room for a payload", good(), asDeep(3), []admit.Fault{{admit.TooDeep, "/actions/0/payload", 0, "want at most 3 open arrays and objects in the envelope"}}, "the payload is level 4"},
		{"two levels and actions", good(), asDeep(2), []admit.Fault{{admit.TooDeep, "/actions/0/payload", 0, "want at most 2 open arrays and objects in the envelope"}}, ""},
		{"two levels, no actions", admit.Envelope{Version: "0.1", MessageID: "m"}, asDeep(2), nil, "the envelope and its actions"},
		{"one level", admit.Envelope{Version: "0.1", MessageID: "m"}, asDeep(1), []admit.Fault{{admit.TooDeep, "/actions", none, "want at most 1 open arrays and objects in the envelope"}}, "actions are level 2"},
		{"one level and no message_id", admit.Envelope{Version: "0.1"}, asDeep(1), []admit.Fault{
			{admit.InvalidEnvelope, "/message_id", none, "want a non-empty string"},
			{admit.TooDeep, "/actions", none, "want at most 1 open arrays and objects in the envelope"},
		}, "another fault does not hide it"},
		{"size n", admit.Envelope{Version: "0.1", MessageID: "m"}, atMost(56), nil, "exactly MaxBytes"},
		{"size n+1", admit.Envelope{Version: "0.1", MessageID: "m"}, atMost(55), []admit.Fault{{admit.Oversized, "", none, "want at most 55 bytes, got 56"}}, "one more"},
		{"every part", admit.Envelope{Version: "9", Actions: []admit.Action{{ID: "\xff", Type: "t", Version: "", Payload: "[]"}, {ID: "", Type: "\xc0", Version: "v", Payload: "{"}}}, atMost(80), []admit.Fault{
			{admit.UnsupportedVersion, "/protocol_version", none, "want a protocol version that the limits read"},
			{admit.InvalidEnvelope, "/message_id", none, "want a non-empty string"},
			{admit.InvalidUTF8, "/actions/0/action_id", none, "want UTF-8"},
			{admit.InvalidEnvelope, "/actions/0/action_version", none, "want a non-empty string"},
			{admit.InvalidEnvelope, "/actions/0/payload", 0, "want an object"},
			{admit.InvalidEnvelope, "/actions/1/action_id", none, "want a non-empty string"},
			{admit.InvalidUTF8, "/actions/1/action_type", none, "want UTF-8"},
			{admit.MalformedJSON, "/actions/1/payload", 1, "want one RFC 8259 value and nothing else"},
			{admit.Oversized, "", none, "want at most 80 bytes, got 189"}, // 51 + 68 + 1 + 67 + 2
		}, "all at once, in the order of the envelope"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, faultsOf(t, row.e, row.b.limits(t))); diff != "" {
				t.Errorf("%s (-want +got):\n%s", row.reason, diff)
			}
		})
	}
	if len(faultsOf(t, good(), limits.Limits{})) != 3 {
		t.Error("within the zero Limits: want three faults: no version is read, nothing may be open, no byte fits")
	}
}

// TestPayloadsCannotInject: a payload is one object, so that nothing in it gets
// out into the envelope around it.
func TestPayloadsCannotInject(t *testing.T) {
	for _, payload := range []string{
		`{}},{"x":{}`, `{} , "a":1`, `{},"action_id":"other"`, `{}}],"extra":[{"a":{}`, `{}},` + goodAction[:len(goodAction)-1], `{}]`, `{}}`, `{}}]}`, `{} {}`, `{}/*`, `{}//`, `{`, `{"a":"`, `"`,
		`{}` + "\x00", "\ufeff{}", "{}\u00a0", "\f{}", ``, ` `, `null`, `7`, `[]`, `"{}"`, `{}},{"action_id":"i","action_type":"t","action_version":"v","payload":{}`,
	} {
		if faults := faultsOf(t, withPayloads(payload), standard.limits(t)); len(faults) != 1 || !strings.HasPrefix(faults[0].Pointer, "/actions/0/payload") {
			t.Errorf("%q: faults %v, want one, in the payload", payload, faults)
		}
		if faults := faultsOf(t, withPayloads("{}", payload, "{}"), standard.limits(t)); len(faults) != 1 || !strings.HasPrefix(faults[0].Pointer, "/actions/1/payload") {
			t.Errorf("%q: faults %v, want one, in the second payload", payload, faults)
		}
	}
	// Strings have no way out either.
	for _, text := range []string{`","x":"`, `\`, `\"`, `"`, "\n", "\x00", `\u0022`, "\u2028", "\x7f", `"}]}`} {
		e := admit.Envelope{Version: "0.1", MessageID: text, Actions: []admit.Action{{ID: text, Type: text, Version: text, Payload: "{}"}}}
		s, err := e.Freeze(standard.limits(t))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if diff := cmp.Diff(content{"0.1", text, e.Actions, 4}, contentOf(s)); diff != "" {
			t.Errorf("%q does not come out as it went in (-in +out):\n%s", text, diff)
		}
	}
}

// TestErrorIsOneLine: whatever the faults, and however many.
func TestErrorIsOneLine(t *testing.T) {
	for _, text := range append([]string{"\xff\x00\x1b[31m", "\u202e"}, hostile...) {
		for n := range 6 {
			e := admit.Envelope{Version: text, MessageID: text + "\xff"}
			for range n {
				e.Actions = append(e.Actions, admit.Action{ID: "\xff" + text, Payload: `{"` + text + `":` + strings.Repeat("[", 40)})
			}
			faultsOf(t, e, standard.limits(t)) // checks the line
		}
	}
	err := &admit.EnvelopeError{Faults: []admit.Fault{{admit.InvalidUTF8, "/message_id", admit.NoOffset, "want UTF-8"}}}
	if got, want := err.Error(), `admit: 1 fault; invalid_utf8 in "/message_id": want UTF-8`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	err.Faults = append(err.Faults, make([]admit.Fault, 50)...)
	if got := err.Error(); !strings.HasPrefix(got, "admit: 51 faults; invalid_utf8 in ") || !strings.HasSuffix(got, " more") {
		t.Errorf("51 faults: %s", got)
	}
}

// TestErrorSaysHowManyMore: "; invalid_utf8 in "/a": " is 24 bytes, "admit: 1
// fault" 14 and " and 1 more" 11, and room for how many are left is kept.
func TestErrorSaysHowManyMore(t *testing.T) {
	const head = `; invalid_utf8 in "/a": `
	for _, row := range []struct {
		reason string
		wants  []int // the length of Want of each fault
		text   string
	}{
		{"14 + 24 + 207 + 11 are 256 bytes", []int{207}, "admit: 1 fault" + head + strings.Repeat("w", 207)},
		{"one byte more than fits", []int{208}, "admit: 1 fault and 1 more"},
		{"of three, two do not fit", []int{10, 190, 1}, "admit: 3 faults" + head + strings.Repeat("w", 10) + " and 2 more"},
		{"of three, one does not", []int{10, 20, 190}, "admit: 3 faults" + head + strings.Repeat("w", 10) + head + strings.Repeat("w", 20) + " and 1 more"},
	} {
		var err admit.EnvelopeError
		for _, n := range row.wants {
			err.Faults = append(err.Faults, admit.Fault{Reason: admit.InvalidUTF8, Pointer: "/a", Offset: admit.NoOffset, Want: strings.Repeat("w", n)})
		}
		if diff := cmp.Diff(row.text, err.Error()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}

// naive writes an envelope without any check.
func naive(e admit.Envelope) string {
	quoted := func(s string) string {
		var b strings.Builder
		for i := range len(s) {
			if c := s[i]; c < ' ' || c == '"' || c == '\\' {
				fmt.Fprintf(&b, `\u%04x`, c)
			} else {
				b.WriteByte(c)
			}
		}
		return `"` + b.String() + `"`
	}
	var actions []string
	for _, a := range e.Actions {
		actions = append(actions, `{"action_id":`+quoted(a.ID)+`,"action_type":`+quoted(a.Type)+`,"action_version":`+quoted(a.Version)+`,"payload":`+a.Payload+`}`)
	}
	return `{"protocol_version":` + quoted(e.Version) + `,"message_id":` + quoted(e.MessageID) + `,"actions":[` + strings.Join(actions, ",") + `]}`
}

// TestFreezeAgreesWithAdmission: an envelope can be frozen just if its text,
// written without any check, is admitted. Payloads are single values here, good
// or broken; for others see the table above.
func TestFreezeAgreesWithAdmission(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	g := generator{r}
	text := func(usual string) string {
		if g.oneIn(20) {
			return g.pick("", "\xff", "a\xed\xa0\x80", "\xf8")
		}
		return usual + g.characters()
	}
	frozen, same := 0, 0
	n := effort(20_000)
	for range n {
		e := admit.Envelope{Version: "0.1", MessageID: text("m")}
		if g.oneIn(10) {
			e.Version = text("0")
		}
		for range r.IntN(4) {
			v := g.object(r.IntN(4), 1+r.IntN(3))
			switch r.IntN(12) {
			case 0:
				g.breakValue(v)
			case 1:
				v = g.value(2)
			}
			payload := speller{g, 4, 4}.value(nil, v)
			e.Actions = append(e.Actions, admit.Action{ID: text("i"), Type: text("t"), Version: text("v"), Payload: string(payload)})
		}
		raw := []byte(naive(e))
		b := bounds{65536, []int{32, 32, 6, 4, 3, 2, 1}[r.IntN(7)], standard.versions}
		if g.oneIn(10) {
			// Control characters may be spelt in fewer bytes, never by Freeze.
			b.bytes = max(1, len(raw)+r.IntN(3)-1)
		}
		d := admit.Decide(raw, b.limits(t), trusted)
		faults := faultsOf(t, e, b.limits(t))
		if strings.ContainsAny(e.Version+e.MessageID+fmt.Sprint(e.Actions), "\"\\") && b.bytes < 65536 {
			continue // the two spell quotes and backslashes in different lengths
		}
		if (len(faults) == 0) != (d.Outcome == admit.Admitted) {
			t.Fatalf("%+v within %v\nis frozen with the faults %v\nbut admission says: %s", e, b, faults, admit.Explain(raw, d).Text)
		}
		switch {
		case len(faults) == 0:
			frozen++
		case len(faults) == 1 && b.depth > 3 && faults[0].Reason != admit.MalformedJSON:
			// What is wrong is said alike by both, but that in a broken payload
			// admission sees the bytes behind it too.
			same++
			if got := tell(raw, d); got.Reason != faults[0].Reason || got.Pointer != faults[0].Pointer && got.Pointer != none {
				t.Fatalf("%+v\nhas the fault %v\nbut admission says: %s", e, faults[0], admit.Explain(raw, d).Text)
			}
		}
	}
	if frozen < n/5 || same < n/20 {
		t.Errorf("test health: of %d envelopes %d were frozen and %d had one fault to compare", n, frozen, same)
	}
}
