package admit_test

import (
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/admit"
)

// The order of judgement: texts that break two rules at once, for every pair.

// offences are values that break one of the rules that hold for every JSON text
// (rule 4) in an array at level 2 with at most four levels, with the offset of
// the offence in the value.
var offences = []struct {
	reason admit.Reason
	value  string
	offset int
}{
	{admit.MalformedJSON, `tx`, 1},
	{admit.InvalidUTF8, "\"\xff\"", 1},
	{admit.LoneSurrogate, `"\udc00"`, 1},
	{admit.DuplicateMember, `{"a":1,"a":2}`, 7},
	{admit.TooDeep, `[[[1]]]`, 2},
	{admit.IntegerOutOfRange, `18446744073709551616`, 0},
	{admit.NumberOutOfRange, `1e999`, 0},
}

// shapes are texts that break a later rule, with room for a value in an array
// at level 2 behind that.
var shapes = []struct {
	reason       admit.Reason
	front, after string
}{
	{admit.NotAnObject, `["not an object",[`, `]]`},
	{admit.UnsupportedVersion, `{"protocol_version":"9","x":[`, `]}`},
	{admit.InvalidEnvelope, `{"protocol_version":9,"x":[`, `]}`},
	{admit.NoFault, `{"protocol_version":"0.1","message_id":"m","actions":[],"x":[`, `]}`},
}

func expect(t *testing.T, text string, b bounds, trust admit.Trust, reason admit.Reason, offset int, why string) {
	t.Helper()
	d := admit.Decide([]byte(text), b.limits(t), trust)
	if d.Reason != reason || d.Offset != offset {
		t.Errorf("%s: %s at %d, want %s at %d: %s", short([]byte(text)), d.Reason, d.Offset, reason, offset, why)
	}
}

// TestOrderTextRules: rule 4 comes before rules 5 to 7, and within it the first
// offence in the order of the bytes decides.
func TestOrderTextRules(t *testing.T) {
	four := asDeep(4)
	for _, s := range shapes {
		expect(t, s.front+`0`+s.after, four, trusted, s.reason, shapeOffset(s.reason), "the shape alone")
		for _, a := range offences {
			offset := len(s.front) + a.offset
			expect(t, s.front+a.value+s.after, four, trusted, a.reason, offset, "rule 4 comes before "+s.reason.String())
			for _, b := range offences {
				if a.reason != b.reason {
					expect(t, s.front+a.value+","+b.value+s.after, four, trusted, a.reason, offset, "the first in byte order, before "+b.reason.String())
				}
			}
		}
	}
}

// shapeOffset is where the shapes above break their own rule.
func shapeOffset(r admit.Reason) int {
	switch r {
	case admit.NotAnObject:
		return 0
	case admit.NoFault:
		return admit.NoOffset
	}
	return len(`{"protocol_version":`)
}

// TestOrderSizeAndTrust: untrusted comes before oversized, and both before all
// that reads the text.
func TestOrderSizeAndTrust(t *testing.T) {
	texts := []string{smallest, "", "null", " ", "\xff"}
	for _, s := range shapes {
		texts = append(texts, s.front+`0`+s.after)
		for _, o := range offences {
			texts = append(texts, s.front+o.value+s.after)
		}
	}
	for _, text := range texts {
		absent := text == "" || text == "null"
		fits, tight := bounds{len(text) + 1, 4, standard.versions}, bounds{max(len(text)-1, 1), 4, standard.versions}
		if !absent {
			expect(t, text, fits, untrusted, admit.NotTrusted, admit.NoOffset, "the bytes are not parsed")
		} else {
			expect(t, text, fits, untrusted, admit.Absent, admit.NoOffset, "absent comes before untrusted")
		}
		if len(text) > tight.bytes {
			expect(t, text, tight, untrusted, admit.NotTrusted, admit.NoOffset, "untrusted comes before oversized")
			expect(t, text, tight, trusted, admit.Oversized, tight.bytes, "oversized comes before all that is in the text")
		}
	}
}

// TestOrderNotAnObject: a list of envelopes is not looked into.
func TestOrderNotAnObject(t *testing.T) {
	for _, s := range shapes {
		expect(t, " ["+s.front+"0"+s.after+"]", standard, trusted, admit.NotAnObject, 1, "what the list holds does not matter")
	}
}

// TestOrderEnvelope breaks an envelope in two places at once. The faults stand
// in the order of the rule; the members in the text stand in the reverse order,
// so that the order of the bytes does not help.
func TestOrderEnvelope(t *testing.T) {
	names := []string{
		"/protocol_version", "/message_id", "/actions",
		"/actions/0", "/actions/0/action_id", "/actions/0/action_type", "/actions/0/action_version", "/actions/0/payload",
		"/actions/1", "/actions/1/action_id", "/actions/1/action_type", "/actions/1/action_version", "/actions/1/payload",
	}
	for _, missing := range []bool{false, true} {
		for i, first := range names {
			for _, second := range names[i:] {
				if second != first && strings.HasPrefix(second, first+"/") {
					continue // the second fault would stand inside the first
				}
				if missing && (first == "/actions/0" || second == "/actions/0" || first == "/actions/1" || second == "/actions/1") {
					continue // an element is not missing
				}
				text := backwards(map[string]bool{first: true, second: true}, missing)
				got := judge(t, []byte(text), standard.limits(t), trusted)
				if got.Reason != admit.InvalidEnvelope || got.Pointer != first {
					t.Errorf("%s\ngot %v, want invalid_envelope in %s: it comes before %s", text, got, first, second)
				}
			}
		}
	}
	if got := judge(t, []byte(backwards(nil, false)), standard.limits(t), trusted); got != admitted {
		t.Errorf("unbroken: got %v, want %v", got, admitted)
	}
}

// backwards is an envelope whose members stand in reverse order; those in broken
// are 7 or missing.
func backwards(broken map[string]bool, missing bool) string {
	object := func(at string, names ...string) string {
		members := []string{}
		for i := 0; i < len(names); i += 2 {
			name, value := names[i], names[i+1]
			switch {
			case !broken[at+"/"+name]:
				members = append(members, `"`+name+`":`+value)
			case !missing:
				members = append(members, `"`+name+`":7`)
			}
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	action := func(at string) string {
		if broken[at] {
			return "7"
		}
		return object(at, "payload", "{}", "action_version", `"v"`, "action_type", `"t"`, "action_id", `"i"`)
	}
	actions := "[" + action("/actions/0") + "," + action("/actions/1") + "]"
	return object("", "actions", actions, "message_id", `"m"`, "protocol_version", `"0.1"`)
}

// TestOrderVersionFirst: of a version that is not read nothing else is
// interpreted, whatever else is broken.
func TestOrderVersionFirst(t *testing.T) {
	for _, rest := range []string{``, `,"message_id":7`, `,"actions":{}`, `,"message_id":"m","actions":[7]`} {
		text := `{"protocol_version":"9"` + rest + `}`
		expect(t, text, standard, trusted, admit.UnsupportedVersion, 20, "rule 6 comes before rule 7")
	}
}
