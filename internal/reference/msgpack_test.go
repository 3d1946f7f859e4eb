package reference_test

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/internal/reference"
	"github.com/kvhints/hintcheck/internal/reference/peer"
)

// withValue is an admitted envelope whose member x is the given JSON, and the
// MessagePack that stands before the form of x.
func withValue(x string) (text string, head []byte) {
	text = `{"protocol_version":"0.1","message_id":"m","actions":[],"x":` + x + `}`
	// A map of 4; the names and strings are short, so each has a one-byte head.
	head = []byte("\x84\xb0protocol_version\xa30.1\xaamessage_id\xa1m\xa7actions\x90\xa1x")
	return text, head
}

func TestMessagePack(t *testing.T) {
	tests := []struct{ json, want, reason string }{
		{"null", "c0", "nil"},
		{"false", "c2", "false"},
		{"true", "c3", "true"},
		{"0", "00", "positive fixint"},
		{"-0", "00", "-0 is the integer 0"},
		{"127", "7f", "last positive fixint"},
		{"128", "cc80", "first uint 8"},
		{"255", "ccff", "last uint 8"},
		{"256", "cd0100", "first uint 16"},
		{"65535", "cdffff", "last uint 16"},
		{"65536", "ce00010000", "first uint 32"},
		{"4294967295", "ceffffffff", "last uint 32"},
		{"4294967296", "cf0000000100000000", "first uint 64"},
		{"9223372036854775808", "cf8000000000000000", "2^63"},
		{"18446744073709551615", "cfffffffffffffffff", "last uint 64"},
		{"-1", "ff", "negative fixint"},
		{"-32", "e0", "last negative fixint"},
		{"-33", "d0df", "first int 8"},
		{"-128", "d080", "last int 8"},
		{"-129", "d1ff7f", "first int 16"},
		{"-32768", "d18000", "last int 16"},
		{"-32769", "d2ffff7fff", "first int 32"},
		{"-2147483648", "d280000000", "last int 32"},
		{"-2147483649", "d3ffffffff7fffffff", "first int 64"},
		{"-9223372036854775808", "d38000000000000000", "last int 64"},
		{"0.0", "cb0000000000000000", "float 64 even if whole"},
		{"-0.0", "cb8000000000000000", "the sign of zero is kept"},
		{"-0e0", "cb8000000000000000", "an exponent makes it a float"},
		{"1.0", "cb3ff0000000000000", "float 64 even if whole"},
		{"1e0", "cb3ff0000000000000", "float 64 even if whole"},
		{"-1.5", "cbbff8000000000000", "sign bit"},
		{"18446744073709551616.0", "cb43f0000000000000", "2^64 as a float"},
		{"1.7976931348623157e308", "cb7fefffffffffffff", "largest"},
		{"2.2250738585072014e-308", "cb0010000000000000", "smallest normal"},
		{"5e-324", "cb0000000000000001", "smallest subnormal"},
		{"2e-324", "cb0000000000000000", "underflow to zero"},
		{"-1e-400", "cb8000000000000000", "underflow keeps the sign"},
		{"9007199254740993.0", "cb4340000000000000", "2^53+1 ties to even: 2^53"},
		{"1" + strings.Repeat("0", 900) + "e-900", "cb3ff0000000000000", "exactly 1"},
		{"1" + strings.Repeat("0", 20000) + "1e-20001", "cb3ff0000000000000", "1 and a trifle"},
		{"0." + strings.Repeat("0", 20000) + "25e20001", "cb4004000000000000", "exactly 2.5"},
		{`""`, "a0", "empty fixstr"},
		{`"a"`, "a161", "fixstr"},
		{`"\u00e9\ud83d\ude00"`, "a6c3a9f09f9880", "escapes are resolved to UTF-8; lengths count bytes"},
		{`"\u0000"`, "a100", "NUL is a character"},
		{`[]`, "90", "empty fixarray"},
		{`{}`, "80", "empty fixmap"},
		{`[1,[2],{"a":[]}]`, "93019102" + "81a16190", "nested"},
		{`{"b":1,"a":2}`, "82a16201a16102", "members as received, not sorted"},
		{`{"b" : 1 , "a":2}`, "82a16201a16102", "whitespace leaves no trace"},
	}
	for _, tt := range tests {
		value, err := hex.DecodeString(tt.want)
		if err != nil {
			t.Fatal(err)
		}
		checkForm(t, tt.json, value, tt.reason)
	}
}

func TestMessagePackLengths(t *testing.T) {
	letters := func(n int) string { return `"` + strings.Repeat("a", n) + `"` }
	ones := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("1,", n), ",") + "]" }
	tests := []struct {
		json   string
		head   string
		body   string
		n      int
		reason string
	}{
		{letters(31), "\xbf", "a", 31, "last fixstr"},
		{letters(32), "\xd9\x20", "a", 32, "first str 8"},
		{letters(255), "\xd9\xff", "a", 255, "last str 8"},
		{letters(256), "\xda\x01\x00", "a", 256, "first str 16"},
		{letters(65535), "\xda\xff\xff", "a", 65535, "last str 16"},
		{letters(65536), "\xdb\x00\x01\x00\x00", "a", 65536, "first str 32"},
		{ones(15), "\x9f", "\x01", 15, "last fixarray"},
		{ones(16), "\xdc\x00\x10", "\x01", 16, "first array 16: arrays have no 8-bit head"},
		{ones(255), "\xdc\x00\xff", "\x01", 255, "array 16"},
		{ones(65535), "\xdc\xff\xff", "\x01", 65535, "last array 16"},
		{ones(65536), "\xdd\x00\x01\x00\x00", "\x01", 65536, "first array 32"},
	}
	for _, tt := range tests {
		checkForm(t, tt.json, []byte(tt.head+strings.Repeat(tt.body, tt.n)), tt.reason)
	}

	for n, head := range map[int]string{
		15: "\x8f", 16: "\xde\x00\x10", 65535: "\xde\xff\xff", 65536: "\xdf\x00\x01\x00\x00",
	} {
		var text strings.Builder
		want := []byte(head)
		for i := range n {
			name := []byte{byte('a' + i>>16&15), byte('a' + i>>12&15), byte('a' + i>>8&15), byte('a' + i>>4&15), byte('a' + i&15)}
			text.WriteString(`,"` + string(name) + `":0`)
			want = append(append(append(want, 0xA5), name...), 0)
		}
		checkForm(t, "{"+text.String()[1:]+"}", want, "map head for that many members")
	}
}

// checkForm judges an envelope that holds the value and compares its form with
// the bytes given, and with what two other libraries make of it.
func checkForm(t *testing.T, value string, want []byte, reason string) {
	t.Helper()
	text, head := withValue(value)
	limits := reference.Limits{MaxBytes: 16 << 20, MaxDepth: 32, Versions: []string{"0.1"}}
	v := reference.Judge([]byte(text), limits, true)
	if v.Reason != reference.Admitted {
		t.Errorf("%.60s: %s, want admitted", value, v.Reason)
		return
	}
	if !bytes.Equal(v.MessagePack, append(head, want...)) {
		t.Errorf("%.60s: MessagePack %.60x, want %.60x\nwhy: %s", value, v.MessagePack[len(head):], want, reason)
	}
	other, err := peer.MessagePack([]byte(text))
	if err != nil {
		t.Errorf("%.60s: %v", value, err)
	} else if !bytes.Equal(v.MessagePack, other) {
		t.Errorf("%.60s: MessagePack %.60x, vmihailenco/msgpack says %.60x", value, v.MessagePack, other)
	}
	if bound := 9 * (len(text) + 1) / 4; len(v.MessagePack) > bound {
		t.Errorf("%.60s: MessagePack of %d bytes, at most %d are promised", value, len(v.MessagePack), bound)
	}
}
