package admit_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/limits"
)

// verdictRow is one text and what the rules say of it, derived by hand. Where
// not said otherwise it is judged within the standard limits, trusted.
type verdictRow struct {
	name   string
	text   string
	want   verdict
	reason string
}

func (row verdictRow) check(t *testing.T, b bounds) {
	t.Helper()
	got := judge(t, []byte(row.text), b.limits(t), trusted)
	if diff := cmp.Diff(row.want, got); diff != "" {
		t.Errorf("%s: %s (-want +got):\n%s", short([]byte(row.text)), row.reason, diff)
	}
}

func at(r admit.Reason, offset int, pointer string) verdict {
	return verdict{admit.Ignored, r, offset, pointer}
}

var (
	admitted     = verdict{admit.Admitted, admit.NoFault, admit.NoOffset, none}
	absent       = verdict{admit.Ignored, admit.Absent, admit.NoOffset, none}
	notTrusted   = verdict{admit.Ignored, admit.NotTrusted, admit.NoOffset, none}
	beforeLength = len(before)
)

// ruleRows has each rule at least once, with the offsets counted by hand.
var ruleRows = []verdictRow{
	{"no bytes", "", absent, "rule 1: nothing was sent"},
	{"null", "null", absent, "rule 1: null stands for nothing"},
	{"cut null", "nul", at(admit.MalformedJSON, 3, ""), "ends inside the literal, which is the root"},
	{"longer than null", "nullx", at(admit.MalformedJSON, 4, ""), "null is complete, so x trails it"},
	{"null and NUL", "null\x00", at(admit.MalformedJSON, 4, ""), "a NUL is not JSON whitespace"},
	{"null and no-break space", "null\u00a0", at(admit.MalformedJSON, 4, ""), "neither is a no-break space"},
	{"null twice", "null null", at(admit.MalformedJSON, 5, ""), "one value and whitespace"},
	{"NULL", "NULL", at(admit.MalformedJSON, 0, ""), "literals are lower case"},
	{"quoted null", `"null"`, at(admit.NotAnObject, 0, ""), "a string is a value"},
	{"only spaces", " \t\r\n", at(admit.MalformedJSON, 4, ""), "no value, so it ends too early; absent is no bytes or null"},
	{"one form feed", "\f", at(admit.MalformedJSON, 0, ""), "not JSON whitespace"},
	{"byte order mark", "\ufeff" + smallest, at(admit.MalformedJSON, 0, ""), "no byte order mark"},

	{"malformed member", `{"a":1,}`, at(admit.MalformedJSON, 7, ""), "a name must follow the comma"},
	{"malformed literal", `{"a":{"b":tru}}`, at(admit.MalformedJSON, 13, "/a/b"), "the literal is being read"},
	{"malformed element", `{"a":[1,x]}`, at(admit.MalformedJSON, 8, "/a"), "x begins no value, so the array"},
	{"malformed escape", `{"a":"\x"}`, at(admit.MalformedJSON, 7, "/a"), "the byte behind the backslash"},
	{"control in a string", "{\"a\":\"\t\"}", at(admit.MalformedJSON, 6, "/a"), "raw controls are not allowed"},
	{"cut text", `{"a":`, at(admit.MalformedJSON, 5, ""), "ends too early: at its length, in the object"},
	{"high byte outside strings", "{\"a\":\xff}", at(admit.MalformedJSON, 5, ""), "outside strings it is a byte that stands nowhere"},
	{"NaN", `{"a":NaN}`, at(admit.MalformedJSON, 5, ""), "not RFC 8259"},
	{"comment", `{/**/}`, at(admit.MalformedJSON, 1, ""), "not RFC 8259"},
	{"trailing value", `{} {}`, at(admit.MalformedJSON, 3, ""), "one value"},
	{"invalid UTF-8", "{\"a\":\"x\xc3(\"}", at(admit.InvalidUTF8, 7, "/a"), "the first byte of the sequence"},
	{"invalid UTF-8 in a name", "{\"a\":{\"\xff\":1}}", at(admit.InvalidUTF8, 7, "/a"), "in a name it is the object"},
	{"encoded surrogate", "[\"\xed\xa0\x80\"]", at(admit.InvalidUTF8, 2, "/0"), "RFC 3629 has no surrogates"},
	{"lone surrogate", `{"a":"x\udc00"}`, at(admit.LoneSurrogate, 7, "/a"), "the backslash"},
	{"lone high surrogate", `{"a":"\ud800\u0041"}`, at(admit.LoneSurrogate, 6, "/a"), "a complete second escape that is not low"},
	{"duplicate", `{"a":1,"b":{"c":1,"\u0063":2}}`, at(admit.DuplicateMember, 18, "/b/c"), "names are compared unescaped, at every level"},
	{"too deep", strings.Repeat("[", 33), at(admit.TooDeep, 32, strings.Repeat("/0", 32)), "the 33rd bracket; its value is element 0 thirty-two times"},
	{"integer", `{"a":18446744073709551616}`, at(admit.IntegerOutOfRange, 5, "/a"), "2^64"},
	{"negative integer", `{"a":[0,-9223372036854775809]}`, at(admit.IntegerOutOfRange, 8, "/a/1"), "-2^63-1"},
	{"top-level integer", "18446744073709551616", at(admit.IntegerOutOfRange, 0, ""), "at the end of the text it is complete"},
	{"number", `{"a":1e309}`, at(admit.NumberOutOfRange, 5, "/a"), "infinite as float64"},
	{"long number", `{"a":1` + strings.Repeat("0", 900) + `e+3}`, at(admit.NumberOutOfRange, 5, "/a"), "10^903"},

	{"list of envelopes", "[" + smallest + "]", at(admit.NotAnObject, 0, ""), "one envelope serves a request"},
	{"number behind spaces", "\n\n 7", at(admit.NotAnObject, 3, ""), "its first byte"},
	{"version", `{"protocol_version":"0.2","message_id":7}`, at(admit.UnsupportedVersion, 20, "/protocol_version"), "nothing else is interpreted"},
	{"empty version", `{"protocol_version":""}`, at(admit.UnsupportedVersion, 20, "/protocol_version"), "a string that is not in the list"},
	{"escaped version", `{"protocol_version":"\u0030.2"}`, at(admit.UnsupportedVersion, 20, "/protocol_version"), "0.2 by another spelling"},
	{"very long version", `{"protocol_version":"` + strings.Repeat("0", 9000) + `"}`, at(admit.UnsupportedVersion, 20, "/protocol_version"), "no length is too much"},
	{"longest version by escapes", `{"protocol_version":"` + strings.Repeat(`\u0030`, 64) + `"}`, at(admit.UnsupportedVersion, 20, "/protocol_version"), "64 characters in 384 bytes"},
	{"longer version by escapes", `{"protocol_version":"` + strings.Repeat(`\u0030`, 65) + `"}`, at(admit.UnsupportedVersion, 20, "/protocol_version"), "65 characters in 390 bytes"},
	{"number as version", `{"protocol_version":0.1}`, at(admit.InvalidEnvelope, 20, "/protocol_version"), "not a string"},
	{"no version", ` {"message_id":"m"}`, at(admit.InvalidEnvelope, 1, "/protocol_version"), "the object that lacks it"},
	{"no message_id", `{"protocol_version":"0.1","actions":[]}`, at(admit.InvalidEnvelope, 0, "/message_id"), "the object that lacks it"},
	{"empty message_id", `{"protocol_version":"0.1","message_id":""}`, at(admit.InvalidEnvelope, 39, "/message_id"), "not a non-empty string"},
	{"null message_id", `{"protocol_version":"0.1","message_id":null}`, at(admit.InvalidEnvelope, 39, "/message_id"), "not a string"},
	{"no actions", `{"protocol_version":"0.1","message_id":"m"}`, at(admit.InvalidEnvelope, 0, "/actions"), "the object that lacks it"},
	{"actions of another kind", `{"protocol_version":"0.1","message_id":"m","actions":{}}`, at(admit.InvalidEnvelope, 53, "/actions"), "not an array"},
	{"action of another kind", withActions(goodAction, "[]"), at(admit.InvalidEnvelope, beforeLength+len(goodAction)+1, "/actions/1"), "not an object"},
	{"empty action", withActions("{}"), at(admit.InvalidEnvelope, beforeLength, "/actions/0/action_id"), "the first of its members in order"},
	{"no action_type", withActions(`{"action_id":"i"}`), at(admit.InvalidEnvelope, beforeLength, "/actions/0/action_type"), "the next one"},
	{"no action_version", withActions(`{"action_id":"i","action_type":"t"}`), at(admit.InvalidEnvelope, beforeLength, "/actions/0/action_version"), "the next one"},
	{"no payload", withActions(`{"action_id":"i","action_type":"t","action_version":"v"}`), at(admit.InvalidEnvelope, beforeLength, "/actions/0/payload"), "the last one"},
	{"empty action_id", withActions(`{"action_id":""}`), at(admit.InvalidEnvelope, beforeLength+13, "/actions/0/action_id"), "not a non-empty string"},
	{"number as action_type", withActions(`{"action_id":"i","action_type":1}`), at(admit.InvalidEnvelope, beforeLength+31, "/actions/0/action_type"), "not a string"},
	{"null as action_version", withActions(`{"action_id":"i","action_type":"t","action_version":null}`), at(admit.InvalidEnvelope, beforeLength+52, "/actions/0/action_version"), "not a string"},
	{"list as payload", withPayload(`[]`), at(admit.InvalidEnvelope, beforeLength+66, "/actions/0/payload"), "not an object"},

	{"smallest", smallest, admitted, "nothing is wrong"},
	{"spaces around", "\r\n\t " + smallest + " \n", admitted, "whitespace is insignificant"},
	{"one action", withActions(goodAction), admitted, "nothing is wrong"},
	{"same action twice", withActions(goodAction, goodAction), admitted, "consumers decide what duplicate ids mean"},
	{"extra members", `{"x":null,"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"i","y":[],"action_type":"t","action_version":"v","payload":{"z":-0}}]}`, admitted, "kept everywhere"},
	{"names by escapes", `{"\u0070rotocol_version":"0.\u0031","message_\u0069d":"\u006d","a\u0063tions":[]}`, admitted, "spelling changes nothing"},
	{"name of another case", `{"protocol_version":"0.1","message_id":"m","actions":[],"Actions":7}`, admitted, "another name, so an extra member"},
	{"deepest", withExtra(strings.Repeat("[", 31) + strings.Repeat("]", 31)), admitted, "32 levels with the envelope"},
	{"bounds of numbers", withExtra("[-9223372036854775808,18446744073709551615,1.7976931348623157e308]"), admitted, "the largest of each kind"},
}

func TestRules(t *testing.T) {
	for _, row := range ruleRows {
		t.Run(row.name, func(t *testing.T) { row.check(t, standard) })
	}
}

// TestRulesAreComplete: the table above has every reason that can be reached;
// not_encodable cannot, and the rules that need other limits or another trust
// have tests of their own.
func TestRulesAreComplete(t *testing.T) {
	elsewhere := map[admit.Reason]bool{admit.NotTrusted: true, admit.Oversized: true, admit.NotEncodable: true}
	seen := map[admit.Reason]bool{}
	for _, row := range ruleRows {
		seen[row.want.Reason] = true
	}
	for _, r := range admit.Reasons() {
		if seen[r] == elsewhere[r] {
			t.Errorf("%s: in the table %v, elsewhere %v; want it in one", r, seen[r], elsewhere[r])
		}
	}
}

// TestAbsentSpellings: null with any JSON whitespace, as long as it fits.
func TestAbsentSpellings(t *testing.T) {
	for _, space := range []string{" ", "\t", "\n", "\r", " \t\n\r"} {
		for _, text := range []string{space + "null", "null" + space, space + "null" + space} {
			for _, trust := range []admit.Trust{trusted, untrusted} {
				if got := judge(t, []byte(text), standard.limits(t), trust); got != absent {
					t.Errorf("%q, %s: got %v, want absent: null with JSON whitespace", text, trust, got)
				}
			}
		}
	}
	fits := strings.Repeat(" ", 30) + "null" + strings.Repeat("\n", 30)
	lim := atMost(len(fits)).limits(t)
	if got := judge(t, []byte(fits), lim, untrusted); got != absent {
		t.Errorf("null padded to MaxBytes: got %v, want absent", got)
	}
	for _, longer := range []string{" " + fits, fits + " "} {
		if got, want := judge(t, []byte(longer), lim, trusted), at(admit.Oversized, 64, none); got != want {
			t.Errorf("null padded to one byte more: got %v, want %v: only within MaxBytes it is absent", got, want)
		}
		if got := judge(t, []byte(longer), lim, untrusted); got != notTrusted {
			t.Errorf("null padded to one byte more, untrusted: got %v, want %v: rule 2 comes before rule 3", got, notTrusted)
		}
	}
}

// TestUntrusted: bytes from a sender who is not trusted are not parsed, so that
// every text that is not absent gets one answer.
func TestUntrusted(t *testing.T) {
	texts := []string{strings.Repeat("[", 70_000)}
	for _, row := range ruleRows {
		texts = append(texts, row.text)
	}
	for _, trust := range []admit.Trust{admit.Untrusted, admit.Trusted + 1, 255} {
		for _, text := range texts {
			want := notTrusted
			if text == "" || text == "null" {
				want = absent
			}
			if got := judge(t, []byte(text), standard.limits(t), trust); got != want {
				t.Errorf("%s, trust %d: got %v, want %v", short([]byte(text)), trust, got, want)
			}
		}
	}
}

// TestSizes: MaxBytes holds for bytes as received, whatever they are.
func TestSizes(t *testing.T) {
	n := len(smallest)
	for _, row := range []struct {
		name   string
		text   string
		max    int
		want   verdict
		reason string
	}{
		{"envelope of n", smallest, n, admitted, "exactly MaxBytes"},
		{"envelope of n+1", smallest, n - 1, at(admit.Oversized, n-1, none), "one byte more"},
		{"padded to n", smallest + "  ", n + 2, admitted, "whitespace counts"},
		{"padded to n+1", smallest + "  ", n + 1, at(admit.Oversized, n+1, none), "whitespace counts"},
		{"spaces of n+1", strings.Repeat(" ", n+1), n, at(admit.Oversized, n, none), "whatever the bytes are"},
		{"rubbish of n+1", strings.Repeat("\xff", n+1), n, at(admit.Oversized, n, none), "whatever the bytes are"},
		{"multi-byte of n", `"é"`, 4, at(admit.NotAnObject, 0, ""), "four bytes, three characters"},
		{"multi-byte of n+1", `"é"`, 3, at(admit.Oversized, 3, none), "bytes count, not characters"},
		{"smallest limit", "7", 1, at(admit.NotAnObject, 0, ""), "one byte fits"},
		{"default limit", smallest + strings.Repeat("\n", 65536-n), 65536, admitted, "65,536 bytes"},
		{"default limit and one", smallest + strings.Repeat("\n", 65537-n), 65536, at(admit.Oversized, 65536, none), "65,537 bytes"},
		{"largest limit", smallest + strings.Repeat("\n", 16<<20-n), 16 << 20, admitted, "16 MiB"},
		{"largest limit and one", smallest + strings.Repeat("\n", 16<<20-n+1), 16 << 20, at(admit.Oversized, 16<<20, none), "16 MiB and one"},
	} {
		t.Run(row.name, func(t *testing.T) {
			verdictRow{row.name, row.text, row.want, row.reason}.check(t, atMost(row.max))
		})
	}
}

// TestDepths: the envelope is level 1.
func TestDepths(t *testing.T) {
	for _, row := range []struct {
		name   string
		text   string
		depth  int
		want   verdict
		reason string
	}{
		{"no level", "7", 1, at(admit.NotAnObject, 0, ""), "a scalar opens nothing"},
		{"one level", "{}", 1, at(admit.InvalidEnvelope, 0, "/protocol_version"), "the object is level 1"},
		{"actions are level 2", smallest, 1, at(admit.TooDeep, len(before)-1, "/actions"), "one level only"},
		{"two levels", smallest, 2, admitted, "no action has been opened"},
		{"action is level 3", withActions(goodAction), 2, at(admit.TooDeep, len(before), "/actions/0"), "two levels only"},
		{"payload is level 4", withActions(goodAction), 3, at(admit.TooDeep, len(before)+66, "/actions/0/payload"), "three levels only"},
		{"four levels", withActions(goodAction), 4, admitted, "payload is the deepest"},
		{"1,000 levels", withExtra(strings.Repeat("[", 999) + strings.Repeat("]", 999)), 1000, admitted, "the largest limit"},
		{"1,001 levels", withExtra(strings.Repeat("[", 1000)), 1000, at(admit.TooDeep, len(withExtra(""))-1+999, "/x"+strings.Repeat("/0", 999)), "one more"},
	} {
		t.Run(row.name, func(t *testing.T) {
			verdictRow{row.name, row.text, row.want, row.reason}.check(t, asDeep(row.depth))
		})
	}
}

// TestLongestVersion: a version of the largest length is read, however it is
// spelt.
func TestLongestVersion(t *testing.T) {
	longest := strings.Repeat("v", limits.LargestVersionLength)
	b := bounds{65536, 32, []string{"0.1", longest}}
	for _, row := range []verdictRow{
		{"plain", longest, admitted, "64 bytes"},
		{"by escapes", strings.Repeat(`\u0076`, 64), admitted, "64 characters in 384 bytes"},
		{"one more", longest + "v", at(admit.UnsupportedVersion, 20, "/protocol_version"), "65 bytes"},
		{"one more by escapes", strings.Repeat(`\u0076`, 65), at(admit.UnsupportedVersion, 20, "/protocol_version"), "65 characters"},
		{"one less", longest[1:], at(admit.UnsupportedVersion, 20, "/protocol_version"), "63 bytes"},
	} {
		row.text = `{"protocol_version":"` + row.text + `","message_id":"m","actions":[]}`
		row.check(t, b)
	}
}

// TestZeroLimits: limits that nobody made admit nothing.
func TestZeroLimits(t *testing.T) {
	for text, want := range map[string]verdict{
		"":       absent,
		"null":   at(admit.Oversized, 0, none),
		"7":      at(admit.Oversized, 0, none),
		smallest: at(admit.Oversized, 0, none),
	} {
		if got := judge(t, []byte(text), limits.Limits{}, trusted); got != want {
			t.Errorf("%q within the zero Limits: got %v, want %v", text, got, want)
		}
		var zero admit.Authority
		if d := zero.Admit([]byte(text), trusted); d.Reason != want.Reason || !d.Snapshot.IsZero() {
			t.Errorf("%q by the zero Authority: got %v, want %v", text, d, want)
		}
		if want.Reason == admit.Oversized {
			want = notTrusted
		}
		if got := judge(t, []byte(text), limits.Limits{}, untrusted); got != want {
			t.Errorf("%q within the zero Limits, untrusted: got %v, want %v", text, got, want)
		}
	}
}

// TestIgnoredLeavesNothing: only Admitted comes with a snapshot.
func TestIgnoredLeavesNothing(t *testing.T) {
	for _, row := range ruleRows {
		d := admit.Decide([]byte(row.text), standard.limits(t), trusted)
		if d.Snapshot.IsZero() != (row.want.Outcome == admit.Ignored) {
			t.Errorf("%s: %s, and the snapshot is zero: %v", row.name, d.Outcome, d.Snapshot.IsZero())
		}
	}
}
