package main

import (
	"strings"
	"testing"
)

// TestLimitsAreDecimal: the flags read the numbers that case lines do, and no
// other spelling of Go's. The envelope has 10 bytes and 10 levels, so the
// verdict tells what was read.
func TestLimitsAreDecimal(t *testing.T) {
	const envelope = "[[[[[[[[[["
	for _, tt := range []struct {
		reason, value string
		bytes, depth  string // the reason of the verdict, "" for a usage error
	}{
		{"too few", "9", "oversized", "too_deep"},
		{"exactly", "10", "malformed_json", "malformed_json"},
		{"leading zeros do not make it octal, 8", "010", "malformed_json", "malformed_json"},
		{"nor 9", "0009", "oversized", "too_deep"},
		{"octal", "0o12", "", ""},
		{"hex", "0x10", "", ""},
		{"hex digits", "a", "", ""},
		{"binary", "0b1010", "", ""},
		{"underscores", "1_0", "", ""},
		{"a plus", "+10", "", ""},
		{"a minus", "-10", "", ""},
		{"nothing", "", "", ""},
		{"zero", "0", "", ""},
		{"zeros", "000", "", ""},
		{"spaces", " 10", "", ""},
		{"a fraction", "10.0", "", ""},
		{"an exponent", "1e1", "", ""},
		{"digits of another script", "١٠", "", ""},
		{"2^32+10 must not wrap to 10", "4294967306", "", ""},
		{"nor 2^64+10", "18446744073709551626", "", ""},
	} {
		for flag, want := range map[string]string{"--max-bytes=": tt.bytes, "--max-depth=": tt.depth} {
			out, diagnostics, code := run(strings.NewReader(envelope), "admit", "--format=json", flag+tt.value)
			if want == "" {
				if code != 2 || out != "" || !strings.Contains(diagnostics, "want a decimal integer from 1 to 1") {
					t.Errorf("%s: %s%q: exit %d, %q, %q; want a usage error", tt.reason, flag, tt.value, code, out, diagnostics)
				}
			} else if code != 0 || !strings.Contains(out, `"reason":"`+want+`"`) {
				t.Errorf("%s: %s%q: exit %d, %q, %q; want %s", tt.reason, flag, tt.value, code, out, diagnostics, want)
			}
		}
	}
	for _, tt := range []struct{ flag, most, more string }{
		{"--max-bytes=", "16777216", "16777217"},
		{"--max-depth=", "1000", "1001"},
	} {
		if _, _, code := run(strings.NewReader(envelope), "admit", tt.flag+tt.most); code != 0 {
			t.Errorf("%s%s: exit %d, want 0", tt.flag, tt.most, code)
		}
		if _, _, code := run(strings.NewReader(envelope), "admit", tt.flag+tt.more); code != 2 {
			t.Errorf("%s%s: exit %d, want 2", tt.flag, tt.more, code)
		}
	}
}
