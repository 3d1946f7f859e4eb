package peer_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/internal/reference/peer"
)

// The bytes are those of the MessagePack specification's format table.
func TestMessagePack(t *testing.T) {
	tests := []struct{ json, want, reason string }{
		{`{"b":1,"a":[null,true,false]}`, "82a16201a16193c0c3c2", "members stay in order"},
		{`[-32,-33,128,18446744073709551615]`, "94e0d0dfcc80cfffffffffffffffff", "shortest integers"},
		{`-0`, "00", "-0 is the integer 0"},
		{`[1.0,-0.0]`, "92cb3ff0000000000000cb8000000000000000", "floats stay floats"},
		{"1" + strings.Repeat("0", 900) + "e-900", "cb3ff0000000000000", "exactly 1, which strconv takes for 1e-101"},
		{"1" + strings.Repeat("0", 900) + "E-18446744073709551616", "cb0000000000000000", "underflow by an exponent beyond 64 bits"},
		{"-0." + strings.Repeat("0", 900) + "e+18446744073709551616", "cb8000000000000000", "zero, whatever the exponent"},
		{"1" + strings.Repeat("0", 900) + "e-" + strings.Repeat("0", 20) + "900", "cb3ff0000000000000", "leading zeros of an exponent mean nothing"},
		{`"` + strings.Repeat("a", 32) + `"`, "d920" + strings.Repeat("61", 32), "str 8"},
	}
	for _, tt := range tests {
		got, err := peer.MessagePack([]byte(tt.json))
		if err != nil || hex.EncodeToString(got) != tt.want {
			t.Errorf("%.40s: %x, %v, want %s\nwhy: %s", tt.json, got, err, tt.want, tt.reason)
		}
	}
	for _, bad := range []string{"", "[", "18446744073709551616", "1e999",
		"1" + strings.Repeat("0", 900) + ".0", "1" + strings.Repeat("0", 900) + "e18446744073709551616"} {
		if got, err := peer.MessagePack([]byte(bad)); err == nil {
			t.Errorf("%q: %x, want an error", bad, got)
		}
	}
}
