package decoder_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

// TestReasonTexts are metric labels and golden values: they never change.
func TestReasonTexts(t *testing.T) {
	want := []string{"none", "oversized", "malformed_json", "invalid_utf8", "lone_surrogate",
		"duplicate_member", "too_deep", "integer_out_of_range", "number_out_of_range", "invalid", "invalid"}
	var got []string
	for r := range decoder.Reason(len(want)) {
		got = append(got, r.String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestErrors: an error carries the offset, the pointer and what was expected,
// with the limit.
func TestErrors(t *testing.T) {
	lim, err := limits.New(limits.MaxBytes(100), limits.MaxDepth(3))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		text, want string
	}{
		{strings.Repeat("x", 101), "oversized at offset 100: want at most 100 bytes"},
		{"", "malformed_json at offset 0: want one RFC 8259 value and nothing else"},
		{`{"a":[0,-x]}`, `malformed_json at offset 9 in "/a/1": want one RFC 8259 value and nothing else`},
		{"[\"\xff\"]", `invalid_utf8 at offset 2 in "/0": want UTF-8`},
		{`["\ud800"]`, `lone_surrogate at offset 2 in "/0": want a high surrogate escape and then a low one`},
		{`{"é":1,"é":2}`, `duplicate_member at offset 8 in "/\u00e9": want each name once in an object`},
		{`[[[[]]]]`, `too_deep at offset 3 in "/0/0/0": want at most 3 open arrays and objects`},
		{`[18446744073709551616]`, `integer_out_of_range at offset 1 in "/0": want an integer from -9223372036854775808 to 18446744073709551615`},
		{`[1e999]`, `number_out_of_range at offset 1 in "/0": want a number that is finite as float64`},
		{"{\"\\u001b[31m\u202e\\u0000\":tx", `malformed_json at offset 24 in "/\x1b[31m\u202e\x00": want one RFC 8259 value and nothing else`},
	}
	for _, tt := range tests {
		err := decoder.Check([]byte(tt.text), lim)
		var e *decoder.Error
		if !errors.As(err, &e) || e.Error() != tt.want {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.want)
		}
	}
	for _, text := range []string{"1", " {} ", `[[[1]]]`} {
		if err := decoder.Check([]byte(text), lim); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestErrorIsOneShortLine: whatever the client wrote.
func TestErrorIsOneShortLine(t *testing.T) {
	lim, err := limits.New(limits.MaxBytes(limits.LargestMaxBytes), limits.MaxDepth(limits.LargestMaxDepth))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{strings.Repeat("a", 5000), strings.Repeat("\x7f\u202e", 500), strings.Repeat("😀", 500), strings.Repeat("~/", 500), strings.Repeat(`\u000a`, 500)} {
		for _, inside := range []string{"x", "tx", "99999999999999999999}", "1e999}", `"\ud800"`, "\"\xff\"", strings.Repeat("[", 1001)} {
			text := strings.Repeat(`{"`+name+`":`, 3) + inside
			line := decoder.Check([]byte(text), lim).Error()
			if len(line) > 256 {
				t.Errorf("%d bytes, want at most 256: %s", len(line), line)
			}
			for _, c := range []byte(line) {
				if c < ' ' || c > '~' {
					t.Errorf("byte %#x in %q", c, line)
				}
			}
		}
	}
}

func TestQuote(t *testing.T) {
	tests := []struct {
		text   string
		max    int
		want   string
		reason string
	}{
		{"", 10, `""`, "nothing"},
		{"abc", 10, `"abc"`, "plain"},
		{"abcdefgh", 10, `"abcdefgh"`, "exactly as long as allowed"},
		{"abcdefghi", 10, `"abcde"...`, "one byte more than fits: cut to ten with quotes and dots"},
		{"a\"b\\", 10, `"a\"b\\"`, "what Go quotes"},
		{"\x1b[31m", 20, `"\x1b[31m"`, "a control sequence"},
		{"é\u202e", 20, `"\u00e9\u202e"`, "beyond ASCII"},
		{"\xff", 20, `"\xff"`, "no UTF-8"},
		{"abcd", 0, `""...`, "too little room is taken as five"},
		{"", 0, `""`, "nothing fits anyway"},
		{"\n\n\n\n", 9, `"\n\n"...`, "an escape is not cut: 8 of 9 bytes"},
		{"é", 6, `""...`, "an escape is not cut"},
	}
	for _, tt := range tests {
		if got := decoder.Quote(tt.text, tt.max); got != tt.want {
			t.Errorf("Quote(%q, %d) is %s, want %s: %s", tt.text, tt.max, got, tt.want, tt.reason)
		}
		if got := decoder.Quote([]byte(tt.text), tt.max); got != tt.want {
			t.Errorf("Quote of bytes %q, %d is %s, want %s: %s", tt.text, tt.max, got, tt.want, tt.reason)
		}
	}
}
