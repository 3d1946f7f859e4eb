package main

import (
	"strings"
	"testing"
)

// TestSkipValue finds the end of a value that something stands behind.
func TestSkipValue(t *testing.T) {
	for _, value := range []string{
		`null`, `true`, `-0.5e+7`, `0`,
		`""`, `"a"`, `"\""`, `"\\"`, `"\\\""`, `"]}"`, `"\u0022"`, `"é"`,
		`[]`, `{}`, `[[],[{}]]`, `{"a":{"}":"]"}}`, `[ 1 , "\"]" ]`,
		strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
		`"` + strings.Repeat(`\"`, 100_000) + `"`,
	} {
		for _, behind := range []string{",", "]", "}", " ", "\t", "\r", `,"x":"\""}`, ""} {
			text := " " + value + behind
			if got := skipValue([]byte(text), 1); got != 1+len(value) {
				t.Errorf("%.40s ends at %d, want %d", text, got, 1+len(value))
			}
		}
	}
}

func TestAppendUnescaped(t *testing.T) {
	for _, tt := range []struct {
		reason, in, want string
		ok               bool
	}{
		{"no escape", `aé`, "aé", true},
		{"the eight short escapes of RFC 8259", `\"\\\/\b\f\n\r\t`, "\"\\/\b\f\n\r\t", true},
		{"four hex digits of either case", `\u0041\u00e9\u4E2d\uFFFF`, "Aé中\uffff", true},
		{"what an escape gives is not read again", `\\u0041\u005cn`, `\u0041\n`, true},
		{"U+FFFD itself is a character", `\ufffd`, "\ufffd", true},
		{"a pair is one character", `\ud83d\uDE00`, "😀", true},
		{"the first and the last pair", `\ud800\udc00\udbff\udfff`, "\U00010000\U0010ffff", true},
		{"a high half at the end", `a\ud800`, "", false},
		{"a high half and a character", `\ud800abcdef`, "", false},
		{"a high half and another escape", `\ud800\nabcd`, "", false},
		{"a high half and an escape that is no low one", `\ud800\u0041`, "", false},
		{"two high halves", `\ud800\ud800`, "", false},
		{"a low half", `\udc00`, "", false},
		{"a low half before a high one", `\udc00\ud800`, "", false},
	} {
		got, ok := appendUnescaped([]byte("before "), []byte(tt.in))
		if ok != tt.ok || ok && string(got) != "before "+tt.want {
			t.Errorf("%s: %s is %q, %t; want %q, %t", tt.reason, tt.in, got, ok, "before "+tt.want, tt.ok)
		}
	}
}
