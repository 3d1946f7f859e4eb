package admit_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/limits"
)

// checkLine holds a text for people to what is promised of it.
func checkLine(t *testing.T, what, line string) {
	t.Helper()
	if len(line) == 0 || len(line) > 256 {
		t.Errorf("%s: %d bytes, want 1 to 256: %q", what, len(line), line)
	}
	for i := range len(line) {
		if line[i] < ' ' || line[i] > '~' {
			t.Errorf("%s: byte %#02x at %d, want printable ASCII: %q", what, line[i], i, line)
			return
		}
	}
}

func TestExplainTexts(t *testing.T) {
	for _, row := range []struct {
		name string
		text string
		b    bounds
		want string
	}{
		{"absent", "null", standard, `absent: no bytes, or null`},
		{"oversized", smallest, atMost(20), `oversized: want at most 20 bytes, got at least 56`},
		{"malformed", `{"a":[1,x]}`, standard, `malformed_json at offset 8 in "/a": want one RFC 8259 value and nothing else`},
		{"at the root", `x`, standard, `malformed_json at offset 0: want one RFC 8259 value and nothing else`},
		{"too deep", withActions(goodAction), asDeep(2), fmt.Sprintf(`too_deep at offset %d in "/actions/0": want at most 2 open arrays and objects`, len(before))},
		{"integer", `[18446744073709551616]`, standard, `integer_out_of_range at offset 1 in "/0": want an integer from -9223372036854775808 to 18446744073709551615`},
		{"duplicate", `{"a":1,"a":2}`, standard, `duplicate_member at offset 7 in "/a": want each name once in an object`},
		{"not an object", ` []`, standard, `not_an_object at offset 1: want an object`},
		{"version", `{"protocol_version":"0.\u0032"}`, standard, `unsupported_version at offset 20 in "/protocol_version": want a protocol version that is read here, got "0.2"`},
		{"missing", `{}`, standard, `invalid_envelope at offset 0 in "/protocol_version": want a string, got no such member`},
		{"wrong", withPayload("7"), standard, fmt.Sprintf(`invalid_envelope at offset %d in "/actions/0/payload": want an object`, len(before)+66)},
		{"admitted", smallest, standard, `admitted: admit.Snapshot(0 actions, 56 bytes)`},
	} {
		d := admit.Decide([]byte(row.text), row.b.limits(t), trusted)
		if got := admit.Explain([]byte(row.text), d).Text; got != row.want {
			t.Errorf("%s:\n got %s\nwant %s", row.name, got, row.want)
		}
	}
	d := admit.Decide([]byte(smallest), standard.limits(t), untrusted)
	if got, want := admit.Explain([]byte(smallest), d).Text, "untrusted: the sender is not trusted, so the bytes were not read"; got != want {
		t.Errorf("untrusted:\n got %s\nwant %s", got, want)
	}
}

// TestExplainOversizedWithoutAllOfIt: who reads from a stream has at most the
// bytes that were read, or fewer, to explain the decision with. It was made
// because MaxBytes+1 bytes came, so the text never says fewer.
func TestExplainOversizedWithoutAllOfIt(t *testing.T) {
	d, err := admit.NewAuthority(atMost(20).limits(t)).AdmitReader(strings.NewReader(smallest), trusted)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		kept int
		want string
	}{
		{0, "21"}, {1, "21"}, {19, "21"}, {20, "21"}, {21, "21"}, {22, "22"}, {len(smallest), "56"},
	} {
		want := "oversized: want at most 20 bytes, got at least " + row.want
		if got := admit.Explain([]byte(smallest[:row.kept]), d); got != (admit.Explanation{Text: want}) {
			t.Errorf("with %d bytes:\n got %+v\nwant %s", row.kept, got, want)
		}
	}
}

// TestExplainLargest: a text as large as any limit allows may have been read.
func TestExplainLargest(t *testing.T) {
	raw := bytes.Repeat([]byte(" "), limits.LargestMaxBytes)
	raw[0] = 'x'
	d := admit.Decision{Reason: admit.MalformedJSON, Offset: 0}
	if got := admit.Explain(raw, d); !got.HasPointer || !strings.HasPrefix(got.Text, "malformed_json at offset 0: ") {
		t.Errorf("16 MiB: %+v", got)
	}
	want := admit.Explanation{Text: "malformed_json: the decision was not made about these bytes"}
	if diff := cmp.Diff(want, admit.Explain(append(raw, ' '), d)); diff != "" {
		t.Errorf("a byte more than any limit allows (-want +got):\n%s", diff)
	}
}

// TestExplainRows: each row of the tables starts with its reason and has one
// line; where there is an offset, it is in it.
func TestExplainRows(t *testing.T) {
	for _, row := range ruleRows {
		for _, b := range []bounds{standard, asDeep(1), asDeep(3), asDeep(1000), atMost(10)} {
			raw := []byte(row.text)
			d := admit.Decide(raw, b.limits(t), trusted)
			x := admit.Explain(raw, d)
			checkLine(t, row.name, x.Text)
			if !strings.HasPrefix(x.Text, d.Reason.String()) {
				t.Errorf("%s: %q does not start with %s", row.name, x.Text, d.Reason)
			}
			if d.Offset >= 0 && d.Reason != admit.Oversized && !strings.Contains(x.Text, fmt.Sprintf(" at offset %d", d.Offset)) {
				t.Errorf("%s: %q does not have the offset %d", row.name, x.Text, d.Offset)
			}
			if x.HasPointer != (d.Offset >= 0 && d.Reason != admit.Oversized) {
				t.Errorf("%s, %s: HasPointer is %v", row.name, d.Reason, x.HasPointer)
			}
			if strings.Contains(x.Text, "not made about") {
				t.Errorf("%s: the decision was made about these bytes, but %q", row.name, x.Text)
			}
		}
	}
}

// hostile are names and values that must not get at a terminal or a log.
var hostile = []string{
	`\u0000\u001b[31mred\u0007\b\n\r`, "\u202egnp.exe\u2066", "é漢😀", `\ud83d\ude00\u2028\u2029`, "\u009b31m", "\x7f", `\"\\~\/`,
	strings.Repeat("a", 64<<10), strings.Repeat("é", 32<<10), strings.Repeat(`\u001b`, 10<<10), strings.Repeat("~/", 100),
}

func TestExplainHostile(t *testing.T) {
	lim, err := limits.New(limits.MaxBytes(16 << 20))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range hostile {
		for _, text := range []string{
			`{"` + name + `":tx}`,
			`{"` + name + `":{"` + name + `":[0,1e999]}}`,
			`{"` + name + `":1,"` + name + `":2}`,
			`{"` + name + `":"\ud800"}`,
			`{"` + name + "\":\"\xff\"}",
			`{"` + name + `":18446744073709551616}`,
			strings.Repeat(`{"`+name+`":`, 33),
			`{"protocol_version":"` + name + `"}`,
			`{"protocol_version":"0.1","message_id":"` + name + `"}`,
			`["` + name + `"]`,
		} {
			raw := []byte(text)
			d := admit.Decide(raw, lim, trusted)
			if d.Outcome == admit.Admitted {
				t.Fatalf("%s is admitted", short(raw))
			}
			checkLine(t, short(raw), admit.Explain(raw, d).Text)
		}
	}
}

// TestExplainMismatch: a decision that was not made about the bytes is answered
// too, whatever it is, and never with a wrong place.
func TestExplainMismatch(t *testing.T) {
	s := mustAdmit(t, smallest)
	texts := []string{"", "7", smallest, " [", "{}", withPayload("7"), `{"protocol_version":"9"}`, `{"protocol_version":""}`, `{"protocol_version":"` + strings.Repeat("9", 100) + `"}`}
	for _, o := range offences {
		texts = append(texts, o.value, "["+o.value, `{"protocol_version":"0.1","message_id":`+o.value)
	}
	for _, text := range texts {
		raw := []byte(text)
		offsets := []int{math.MinInt, -2, -1, len(raw), len(raw) + 1, math.MaxInt}
		for i := range len(raw) {
			offsets = append(offsets, i)
		}
		for reason := range 20 {
			for _, offset := range offsets {
				for _, snapshot := range []admit.Snapshot{{}, s} {
					d := admit.Decision{Outcome: admit.Outcome(reason % 3), Reason: admit.Reason(reason), Offset: offset, Snapshot: snapshot}
					x := admit.Explain(raw, d)
					checkLine(t, fmt.Sprintf("%q, %s at %d", text, d.Reason, offset), x.Text)
					if !x.HasPointer && x.Pointer != "" {
						t.Errorf("%q, %s at %d: a pointer that is none: %q", text, d.Reason, offset, x.Pointer)
					}
				}
			}
		}
	}
	const mismatch = "not made about these bytes"
	for _, row := range []struct {
		text string
		d    admit.Decision
		why  string
	}{
		{smallest, admit.Decision{Reason: admit.MalformedJSON, Offset: 3}, "nothing is malformed"},
		{`[tx]`, admit.Decision{Reason: admit.MalformedJSON, Offset: 1}, "it is malformed elsewhere"},
		{`[tx]`, admit.Decision{Reason: admit.InvalidUTF8, Offset: 2}, "something else is wrong there"},
		{`[[[]]]`, admit.Decision{Reason: admit.TooDeep, Offset: 0}, "the first bracket is never too deep"},
		{`{}`, admit.Decision{Reason: admit.InvalidEnvelope, Offset: 1}, "the fault is at 0"},
		{smallest, admit.Decision{Reason: admit.UnsupportedVersion, Offset: 0}, "the version is elsewhere"},
		{`[]`, admit.Decision{Reason: admit.NotAnObject, Offset: 9}, "behind the end"},
		{`[]`, admit.Decision{Reason: 99, Offset: 0}, "no reason"},
		{strings.Repeat(" ", limits.LargestMaxBytes) + "[]", admit.Decision{Reason: admit.NotAnObject, Offset: limits.LargestMaxBytes}, "larger than any limit, so it was oversized"},
	} {
		x := admit.Explain([]byte(row.text), row.d)
		if !strings.Contains(x.Text, mismatch) || x.HasPointer {
			t.Errorf("%s, %s at %d: %q, want that it was %s: %s", short([]byte(row.text)), row.d.Reason, row.d.Offset, x.Text, mismatch, row.why)
		}
	}
}

// TestExplainNotEncodable: no text has this reason, and it has its words all the
// same.
func TestExplainNotEncodable(t *testing.T) {
	x := admit.Explain([]byte(smallest), admit.Decision{Reason: admit.NotEncodable})
	want := admit.Explanation{HasPointer: true, Text: "not_encodable at offset 0: want a value that its MessagePack form gives back"}
	if x != want {
		t.Errorf("got %+v, want %+v", x, want)
	}
}
