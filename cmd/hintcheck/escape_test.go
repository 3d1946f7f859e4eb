package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestAppendJSONString(t *testing.T) {
	for _, tt := range []struct{ reason, in, want string }{
		{"nothing", "", `""`},
		{"printable ASCII stays, both ends of it", " ~<>&'/", `" ~<>&'/"`},
		{"what JSON asks for", "\"\\", `"\"\\"`},
		{"controls, all in one spelling", "\x00\x1b\n", `"\u0000\u001b\u000a"`},
		{"DEL and C1 controls move a terminal too", "\x7f\u009b", `"\u007f\u009b"`},
		{"bidirectional overrides", "\u202e\u2066", `"\u202e\u2066"`},
		{"letters outside ASCII", "é中", `"\u00e9\u4e2d"`},
		{"the last character of one unit and the first of two", "\uffff\U00010000", `"\uffff\ud800\udc00"`},
		{"the last character of all", "\U0010ffff", `"\udbff\udfff"`},
		{"not UTF-8: one U+FFFD a byte, as JSON has nothing better", "a\xff\xc3", `"a\ufffd\ufffd"`},
	} {
		got := string(appendJSONString(nil, tt.in))
		if got != tt.want {
			t.Errorf("%s: %q is written %s, want %s", tt.reason, tt.in, got, tt.want)
		}
		var back string
		if err := json.Unmarshal([]byte(got), &back); err != nil || back != strings.ToValidUTF8(tt.in, "\ufffd") && tt.reason[:3] != "not" {
			t.Errorf("%s: %s is read back as %q, %v", tt.reason, got, back, err)
		}
	}
}

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		reason, in string
		max        int
		want       string
	}{
		{"it fits", "12345", 5, "12345"},
		{"one byte too many", "123456", 5, "12..."},
		{"no character is cut in two: é has the bytes 2 and 3 of which one would fit", "1é3456", 5, "1..."},
		{"é fits with its last byte", "é34567", 5, "é..."},
		{"nothing fits but the dots", "😀😀", 5, "..."},
	} {
		if got := cut(tt.in, tt.max); got != tt.want {
			t.Errorf("%s: %q cut to %d is %q, want %q", tt.reason, tt.in, tt.max, got, tt.want)
		}
	}
}

func TestWord(t *testing.T) {
	for _, tt := range []struct{ reason, in, want string }{
		{"a plain name needs no quotes", "a/b-1.json", "a/b-1.json"},
		{"nothing would leave a hole", "", `""`},
		{"a space would look like two words", "a b", `"a b"`},
		{"a quote would look like one of ours", `"a"`, `"\"a\""`},
		{"a backslash would look like an escape", `a\n`, `"a\\n"`},
		{"a control", "a\x1b", `"a\x1b"`},
		{"not ASCII", "é", `"\u00e9"`},
		{"16 bytes fit", "0123456789abcdef", "0123456789abcdef"},
		{"17 do not: a quote, 11 bytes, a quote and three dots are 16", "0123456789abcdefg", `"0123456789a"...`},
	} {
		if got := word(tt.in, 16); got != tt.want {
			t.Errorf("%s: %q is %s, want %s", tt.reason, tt.in, got, tt.want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for _, tt := range []struct{ reason, in, want string }{
		{"our sentences keep their quotes", `want "a" \ 'b'`, `want "a" \ 'b'`},
		{"one line", "a\nb\tc", `a\nb\tc`},
		{"no escape sequence, no override", "\x1b[1m\u202e\x7f", `\x1b[1m\u202e\x7f`},
		{"not UTF-8", "\xff", `\ufffd`},
		{"20 bytes in all, 17 of them before the dots", "0123456789abcdefghij", "0123456789abcdefg..."},
		{"no escape is cut in two", "0123456789abcd\x1b56789", "0123456789abcd..."},
	} {
		if got := printable(tt.in, 20); got != tt.want {
			t.Errorf("%s: %q is %s, want %s", tt.reason, tt.in, got, tt.want)
		}
	}
}
