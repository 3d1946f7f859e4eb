package admit_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/internal/reference/peer"
	"github.com/kvhints/hintcheck/limits"
)

// packedValue is the MessagePack form of one value, taken out of that of an
// envelope: the value is its last one.
func packedValue(t *testing.T, value string) []byte {
	t.Helper()
	frame := mustAdmit(t, withExtra("null")).MessagePack()
	pack := mustAdmit(t, withExtra(value)).MessagePack()
	if !bytes.HasPrefix(pack, frame[:len(frame)-1]) {
		t.Fatalf("%.40q changes what stands before it: % x", value, pack)
	}
	return pack[len(frame)-1:]
}

func many(n int, part, between string) string {
	if n == 0 {
		return ""
	}
	return strings.Repeat(part+between, n-1) + part
}

// names is an object of n members of distinct names.
func names(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"%05x":0`, i)
	}
	return "{" + strings.TrimPrefix(b.String(), ",") + "}"
}

// TestMessagePackWidths: every width boundary of the msgpack specification. The
// bytes are written by hand: head first, then what of the rest is told.
func TestMessagePackWidths(t *testing.T) {
	for _, row := range []struct {
		name, value string
		head        string // hex
		length      int    // of all
	}{
		{"nil", "null", "c0", 1},
		{"false", "false", "c2", 1},
		{"true", "true", "c3", 1},
		{"0", "0", "00", 1},
		{"-0 is the integer 0", "-0", "00", 1},
		{"last positive fixint", "127", "7f", 1},
		{"first uint 8", "128", "cc80", 2},
		{"last uint 8", "255", "ccff", 2},
		{"first uint 16", "256", "cd0100", 3},
		{"last uint 16", "65535", "cdffff", 3},
		{"first uint 32", "65536", "ce00010000", 5},
		{"last uint 32", "4294967295", "ceffffffff", 5},
		{"first uint 64", "4294967296", "cf0000000100000000", 9},
		{"2^53+1", "9007199254740993", "cf0020000000000001", 9},
		{"2^63-1", "9223372036854775807", "cf7fffffffffffffff", 9},
		{"2^63", "9223372036854775808", "cf8000000000000000", 9},
		{"2^64-1", "18446744073709551615", "cfffffffffffffffff", 9},
		{"-1", "-1", "ff", 1},
		{"last negative fixint", "-32", "e0", 1},
		{"first int 8", "-33", "d0df", 2},
		{"last int 8", "-128", "d080", 2},
		{"first int 16", "-129", "d1ff7f", 3},
		{"last int 16", "-32768", "d18000", 3},
		{"first int 32", "-32769", "d2ffff7fff", 5},
		{"last int 32", "-2147483648", "d280000000", 5},
		{"first int 64", "-2147483649", "d3ffffffff7fffffff", 9},
		{"-2^63", "-9223372036854775808", "d38000000000000000", 9},
		{"1.0 stays a float", "1.0", "cb3ff0000000000000", 9},
		{"1e1", "1e1", "cb4024000000000000", 9},
		{"0.0", "0.0", "cb0000000000000000", 9},
		{"-0.0 keeps its sign", "-0.0", "cb8000000000000000", 9},
		{"-0e1 keeps its sign", "-0e1", "cb8000000000000000", 9},
		{"largest float", "1.7976931348623157e308", "cb7fefffffffffffff", 9},
		{"smallest normal", "2.2250738585072014e-308", "cb0010000000000000", 9},
		{"smallest subnormal", "5e-324", "cb0000000000000001", 9},
		{"underflow", "1e-999", "cb0000000000000000", 9},
		{"0 bytes", `""`, "a0", 1},
		{"last fixstr", `"` + strings.Repeat("x", 31) + `"`, "bf78", 32},
		{"first str 8", `"` + strings.Repeat("x", 32) + `"`, "d92078", 34},
		{"last str 8", `"` + strings.Repeat("x", 255) + `"`, "d9ff78", 257},
		{"first str 16", `"` + strings.Repeat("x", 256) + `"`, "da010078", 259},
		{"last str 16", `"` + strings.Repeat("x", 65535) + `"`, "daffff78", 65538},
		{"first str 32", `"` + strings.Repeat("x", 65536) + `"`, "db0001000078", 65541},
		{"fixstr by escapes", `"` + strings.Repeat(`\u0078`, 31) + `"`, "bf78", 32},
		{"str 8 by escapes", `"` + strings.Repeat(`\u00e9`, 16) + `"`, "d920c3a9", 34},
		{"a pair of escapes", `"\ud83d\ude00"`, "a4f09f9880", 5},
		{"all short escapes", `"\"\\\/\b\f\n\r\t"`, "a8225c2f080c0a0d09", 9},
		{"no elements", "[]", "90", 1},
		{"last fixarray", "[" + many(15, "1", ",") + "]", "9f01", 16},
		{"first array 16", "[" + many(16, "1", ",") + "]", "dc001001", 19},
		{"last array 16", "[" + many(65535, "1", ",") + "]", "dcffff01", 65538},
		{"first array 32", "[" + many(65536, "1", ",") + "]", "dd0001000001", 65541},
		{"no members", "{}", "80", 1},
		{"last fixmap", names(15), "8fa5303030303000", 1 + 15*7},
		{"first map 16", names(16), "de0010a5303030303000", 3 + 16*7},
		{"last map 16", names(65535), "deffffa5303030303000", 3 + 65535*7},
		{"first map 32", names(65536), "df00010000a5303030303000", 5 + 65536*7},
		{"order of members", `{"b":1,"a":2}`, "82a16201a16102", 7},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := packedValue(t, row.value)
			if head, err := hex.DecodeString(row.head); err != nil || !bytes.HasPrefix(got, head) || len(got) != row.length {
				t.Errorf("%.40q is % x... (%d bytes), want %s... (%d bytes) %v", row.value, got[:min(len(got), 12)], len(got), row.head, row.length, err)
			}
			want, err := peer.MessagePack([]byte(row.value))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%.40q: vmihailenco/msgpack writes it in another way: % x... %v", row.value, want[:min(len(want), 12)], err)
			}
		})
	}
}

// TestMessagePackOfPeers: whole envelopes as vmihailenco/msgpack encodes them.
func TestMessagePackOfPeers(t *testing.T) {
	texts := append([]string{}, spellings...)
	for _, raw := range corpusTexts(t) {
		if judge(t, raw, standard.limits(t), trusted) == admitted {
			texts = append(texts, string(raw))
		}
	}
	g := generator{rand.New(rand.NewPCG(5, 1))}
	for range effort(2_000) {
		texts = append(texts, string(speller{g, 8, 8}.value(nil, g.envelope())))
	}
	for _, text := range texts {
		want, err := peer.MessagePack([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := mustAdmit(t, text).MessagePack(); !bytes.Equal(got, want) {
			t.Errorf("%s is packed as\n     % x\nwant % x", short([]byte(text)), got, want)
		}
	}
}

// TestLongNumbers: numbers of any length cost their length and nothing else.
func TestLongNumbers(t *testing.T) {
	for _, value := range []string{
		"0." + strings.Repeat("1", 33), "0." + strings.Repeat("3", 5000), strings.Repeat("1234567890", 30) + ".5",
		"1." + strings.Repeat("0", 5000) + "1", "1e-" + strings.Repeat("0", 5000) + "1", "-1." + strings.Repeat("9", 60_000),
	} {
		want, err := peer.MessagePack([]byte(value))
		if err != nil {
			t.Fatal(err)
		}
		if got := packedValue(t, value); !bytes.Equal(got, want) {
			t.Errorf("%.20q... (%d bytes) is packed as % x, want % x", value, len(value), got, want)
		}
	}
}

// TestMessagePackSizeBound: at most 9(n+1)/4 bytes for n bytes of JSON, and for
// the worst texts nearly as many.
func TestMessagePackSizeBound(t *testing.T) {
	bound := func(n int) int { return 9 * (n + 1) / 4 }
	lim, err := limits.New(limits.MaxBytes(1 << 20))
	if err != nil {
		t.Fatal(err)
	}
	check := func(text string) float64 {
		d := admit.Decide([]byte(text), lim, trusted)
		if d.Outcome != admit.Admitted {
			return 0
		}
		if got := d.Snapshot.MessagePackSize(); got > bound(len(text)) {
			t.Errorf("%s: %d bytes of JSON, %d of MessagePack, want at most %d", short([]byte(text)), len(text), got, bound(len(text)))
		}
		return float64(d.Snapshot.MessagePackSize()) / float64(bound(len(text)))
	}
	tightest := 0.0
	for _, part := range []string{"1e1", "-0", "0.5", "128", "256", "65536", "4294967296", "-33", "-129", `""`, "[]", "{}", `"\n"`, "null", "-1e9", "0e0"} {
		for _, n := range []int{1, 15, 16, 300, 100_000} {
			tightest = max(tightest, check(withExtra("["+many(n, part, ",")+"]")))
		}
	}
	if tightest < 0.99 {
		t.Errorf("the worst text has %.3f of the bound, so that the bound is not tight", tightest)
	}
	g := generator{rand.New(rand.NewPCG(5, 2))}
	for range effort(5_000) {
		check(string(speller{generator: g}.value(nil, g.envelope())))
	}
}
