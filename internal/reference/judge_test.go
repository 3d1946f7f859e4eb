package reference_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kvhints/hintcheck/internal/reference"
)

// standard are the limits most tests use.
var standard = reference.Limits{MaxBytes: 65536, MaxDepth: 32, Versions: []string{"0.1"}}

// envelope is the smallest admitted text.
const envelope = `{"protocol_version":"0.1","message_id":"m","actions":[]}`

// none as an offset and as a pointer stands for "has none".
const none = -1

const noPointer = "(none)"

// judged is the part of a verdict that a row of a table states.
type judged struct {
	Reason  string
	Offset  int
	Pointer string
}

func summary(v reference.Verdict) judged {
	j := judged{v.Reason, v.Offset, v.Pointer}
	if !v.HasPointer {
		j.Pointer = noPointer
	}
	return j
}

// row is one hand-written expectation.
type row struct {
	text    string
	want    string // reason
	offset  int
	pointer string
	reason  string // why this verdict is right
}

func checkRows(t *testing.T, limits reference.Limits, rows []row) {
	t.Helper()
	seen := map[string]bool{}
	for _, r := range rows {
		if seen[r.text] {
			t.Errorf("%q is in the table twice", r.text)
		}
		seen[r.text] = true
		v := reference.Judge([]byte(r.text), limits, true)
		if diff := cmp.Diff(judged{r.want, r.offset, r.pointer}, summary(v)); diff != "" {
			t.Errorf("%.80q: (-want +got)\n%s\nwhy: %s", r.text, diff, r.reason)
		}
		wantOutcome := reference.Ignored
		if r.want == reference.Admitted {
			wantOutcome = reference.Admitted
		}
		if v.Outcome != wantOutcome {
			t.Errorf("%.80q: outcome %s, want %s", r.text, v.Outcome, wantOutcome)
		}
		if admitted := v.Outcome == reference.Admitted; admitted != (v.MessagePack != nil) {
			t.Errorf("%.80q: outcome %s, MessagePack %x", r.text, v.Outcome, v.MessagePack)
		}
	}
}

func TestOrderOfRules(t *testing.T) {
	small := reference.Limits{MaxBytes: 8, MaxDepth: 2, Versions: []string{"0.1"}}
	tests := []struct {
		text    string
		limits  reference.Limits
		trusted bool
		want    judged
		reason  string
	}{
		{"", standard, true, judged{reference.Absent, none, noPointer}, "no bytes"},
		{"", standard, false, judged{reference.Absent, none, noPointer}, "rule 1 comes before trust"},
		{"", reference.Limits{}, true, judged{reference.Absent, none, noPointer}, "no bytes are absent under any limits"},
		{"null", standard, true, judged{reference.Absent, none, noPointer}, "exactly null"},
		{" \t\r\n null \t\r\n ", standard, true, judged{reference.Absent, none, noPointer}, "null with JSON whitespace"},
		{"null", standard, false, judged{reference.Absent, none, noPointer}, "rule 1 comes before rule 2"},
		{"    null", small, true, judged{reference.Absent, none, noPointer}, "8 bytes are within MaxBytes 8"},
		{"     null", small, true, judged{reference.Oversized, 8, noPointer}, "9 bytes are not, so it is no longer null"},
		{"     null", small, false, judged{reference.Untrusted, none, noPointer}, "rule 2 comes before rule 3"},
		{"null", reference.Limits{}, true, judged{reference.Oversized, 0, noPointer}, "the zero limits take nothing"},
		{"[[[[[[[[[", small, true, judged{reference.Oversized, 8, noPointer}, "oversized whatever the bytes are"},
		{"\xff\xff\xff\xff\xff\xff\xff\xff\xff", small, true, judged{reference.Oversized, 8, noPointer}, "bytes beyond the limit are not read"},
		{"[[[[[[[[", small, true, judged{reference.TooDeep, 2, "/0/0"}, "at the limit it is read"},
		{"x", standard, false, judged{reference.Untrusted, none, noPointer}, "untrusted bytes are not parsed"},
		{envelope, standard, false, judged{reference.Untrusted, none, noPointer}, "nor are good ones"},
		{envelope, standard, true, judged{reference.Admitted, none, noPointer}, "nothing to object to"},
		{"\u00a0null", standard, true, judged{reference.MalformedJSON, 0, ""}, "a no-break space is not JSON whitespace"},
		{"\vnull", standard, true, judged{reference.MalformedJSON, 0, ""}, "nor is a vertical tab"},
		{"NULL", standard, true, judged{reference.MalformedJSON, 0, ""}, "literals are lower case"},
		{"nul", standard, true, judged{reference.MalformedJSON, 3, ""}, "not null yet"},
		{"null null", standard, true, judged{reference.MalformedJSON, 5, ""}, "two values are not exactly null"},
		{"\xef\xbb\xbfnull", standard, true, judged{reference.MalformedJSON, 0, ""}, "a byte order mark is not whitespace"},
	}
	for _, tt := range tests {
		v := reference.Judge([]byte(tt.text), tt.limits, tt.trusted)
		if diff := cmp.Diff(tt.want, summary(v)); diff != "" {
			t.Errorf("%q trusted=%v: (-want +got)\n%s\nwhy: %s", tt.text, tt.trusted, diff, tt.reason)
		}
	}
}

func TestAdmittedParts(t *testing.T) {
	text := ` { "extra" : [ 1 ] , "actions" : [
		{"payload": {"a" : 1} , "action_id":"\u0061","action_type":"kv.fetch","action_version":"1.0", "x": null},
		{"action_id":"a","action_type":"t","action_version":"v","payload":{}}
	], "message_id" : "m\n\ud83d\ude00", "protocol_version" : "\u0030.1" } `
	got := reference.Judge([]byte(text), standard, true)
	got.MessagePack = nil // TestMessagePack has it
	want := reference.Verdict{
		Outcome:   "admitted",
		Reason:    "admitted",
		Offset:    -1,
		Version:   "0.1",
		MessageID: "m\n\U0001F600",
		Actions: []reference.Action{
			{ID: "a", Type: "kv.fetch", Version: "1.0", Payload: []byte(`{"a" : 1}`)},
			{ID: "a", Type: "t", Version: "v", Payload: []byte(`{}`)},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Rule texts of the largest size and depth must not hurt the oracle.
func TestLargest(t *testing.T) {
	limits := reference.Limits{MaxBytes: 16 << 20, MaxDepth: 1000, Versions: []string{"0.1"}}
	deep := strings.Repeat("[", 1000) + strings.Repeat("]", 1000)
	tests := []struct {
		text string
		want judged
	}{
		{deep, judged{reference.NotAnObject, 0, ""}},
		{strings.Repeat("[", 16<<20), judged{reference.TooDeep, 1000, strings.Repeat("/0", 1000)}},
		{strings.Repeat("1", 16<<20), judged{reference.IntegerOutOfRange, 0, ""}},
		{"1." + strings.Repeat("1", 16<<20-2), judged{reference.NotAnObject, 0, ""}},
		{`"` + strings.Repeat("a", 16<<20-1), judged{reference.MalformedJSON, 16 << 20, ""}},
	}
	for _, tt := range tests {
		v := reference.Judge([]byte(tt.text), limits, true)
		if diff := cmp.Diff(tt.want, summary(v)); diff != "" {
			t.Errorf("%.20q of %d bytes: (-want +got)\n%s", tt.text, len(tt.text), diff)
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	for name, text := range map[string]string{"Envelope": envelope, "Offence": `{"a":[1,2,{"b":"\ud800"}]}`} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				reference.Judge([]byte(text), standard, true)
			}
		})
	}
}
