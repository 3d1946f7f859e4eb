package admit

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

// The verifier behind not_encodable stands between the encoder and the world.
// No text reaches it with a wrong MessagePack form, so that its tests, unlike
// the others, are inside the package: they put wrong forms in its way.

// packed returns scratch that holds the right MessagePack form of a text.
func packed(t *testing.T, text string) (*scratch, decoder.Index) {
	t.Helper()
	lim, err := limits.New(limits.MaxBytes(limits.LargestMaxBytes), limits.MaxDepth(limits.LargestMaxDepth))
	if err != nil {
		t.Fatal(err)
	}
	s := newScratch()
	s.stream.Reset(decoder.Strict(lim))
	scanner := s.stream.Scanner()
	if o := scanner.Scan([]byte(text), true); o.Reason != decoder.None {
		t.Fatalf("%.80q: %s at %d", text, o.Reason, o.Offset)
	}
	x := scanner.Index([]byte(text))
	json := []byte(text)
	if !s.encode(x, json) {
		t.Fatalf("%.80q: its own form % x is refused", text, s.pack)
	}
	return s, x
}

// encodes reports whether s.pack is exactly the MessagePack form of x, asking of
// each value what admission asks.
func (s *scratch) encodes(x decoder.Index, text []byte) bool {
	at := 0
	for i := range x.Len() {
		if kind, start, end := x.Span(i); kind == decoder.Float {
			s.float = math.Float64bits(readFloat(text, start, end))
		}
		if at = s.readPackValue(s.pack, at, x, i, text); at < 0 {
			return false
		}
	}
	return at == len(s.pack)
}

// verifierTexts have every kind of head and every width of it.
func verifierTexts() []string {
	texts := []string{
		"null", "true", "false", "0", "-0", "127", "128", "255", "256", "65535", "65536", "4294967295", "4294967296", "18446744073709551615",
		"12345678", "123456789", "1234567890123456", "12345678901234567", "-12345678901234567",
		"-1", "-32", "-33", "-128", "-129", "-32768", "-32769", "-2147483648", "-2147483649", "-9223372036854775808",
		"0.0", "-0.0", "1.5", "5e-324", "1.7976931348623157e308", "1" + strings.Repeat("0", 900) + "e-900",
		`""`, `"a"`, `"\u00e9\ud83d\ude00\n"`, "[]", "{}", "[[],{}]", "[0,0]", "[null,false]", `{"a":1,"b":-1}`, `{"a":{"b":[1,2.5,"c"]}}`,
		`{"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"i","action_type":"t","action_version":"v","payload":{"h":[18446744073709551615,-9223372036854775808,1e1]}}]}`,
	}
	for _, n := range []int{15, 16, 31, 32, 255, 256} {
		texts = append(texts, `"`+strings.Repeat("x", n)+`"`)
	}
	for _, n := range []int{14, 15, 16, 17, 255, 256} {
		var members strings.Builder
		for i := range n {
			fmt.Fprintf(&members, `,"%x":%d`, i, i)
		}
		texts = append(texts, "["+strings.Repeat("0,", n-1)+"0]", "{"+members.String()[1:]+"}")
	}
	return texts
}

// TestVerifierRefusesEachChangedByte: of a right form each byte counts. There is
// no exception: a head says kind and width or value, and the same value in
// another width has another length.
func TestVerifierRefusesEachChangedByte(t *testing.T) {
	for _, text := range verifierTexts() {
		s, x := packed(t, text)
		right := bytes.Clone(s.pack)
		for i := range right {
			for delta := 1; delta < 256; delta++ {
				if len(right) > 300 && delta&(delta-1) != 0 {
					continue // of long forms each bit alone
				}
				s.pack = append(s.pack[:0], right...)
				s.pack[i] ^= byte(delta)
				if s.encodes(x, []byte(text)) {
					t.Fatalf("%.80q: % x with byte %d as %#02x is taken for it", text, right, i, s.pack[i])
				}
			}
		}
	}
}

// TestVerifierRefusesOtherLengths: cut, continued, or with a byte more or less
// somewhere inside.
func TestVerifierRefusesOtherLengths(t *testing.T) {
	for _, text := range verifierTexts() {
		s, x := packed(t, text)
		right := bytes.Clone(s.pack)
		refuse := func(what string, pack []byte) {
			t.Helper()
			s.pack = pack
			if s.encodes(x, []byte(text)) {
				t.Fatalf("%.80q: % x, %s, is taken for % x", text, pack, what, right)
			}
		}
		for i := range right {
			refuse("cut", right[:i:i])
			less := append(bytes.Clone(right[:i]), right[i+1:]...)
			if !bytes.Equal(less, right) {
				refuse("a byte less", less)
			}
		}
		for c := range 256 {
			refuse("continued", append(bytes.Clone(right), byte(c)))
		}
		refuse("twice", append(bytes.Clone(right), right...))
	}
}

// TestVerifierRefusesOtherValues: the right form of each text is no form of any
// other that has another value.
func TestVerifierRefusesOtherValues(t *testing.T) {
	texts := verifierTexts()
	forms := make([][]byte, len(texts))
	for i, text := range texts {
		s, _ := packed(t, text)
		forms[i] = s.pack
	}
	for i, text := range texts {
		s, x := packed(t, text)
		for j, form := range forms {
			same := i == j || texts[i]+texts[j] == "0-0" || texts[i]+texts[j] == "-00"
			s.pack = form
			if s.encodes(x, []byte(text)) != same {
				t.Errorf("the form of %.80q is that of %.80q: %v, want %v", texts[j], text, !same, same)
			}
		}
	}
}

// TestVerifierComparesValues: these are the forms other than the encoder's that
// the verifier takes. They are longer and mean the same; that the encoder writes
// the shortest is held by the tests of the widths.
func TestVerifierComparesValues(t *testing.T) {
	for _, row := range []struct {
		text string
		form string
		same bool
		why  string
	}{
		{"5", "\xcc\x05", true, "uint 8"},
		{"5", "\xcd\x00\x05", true, "uint 16"},
		{"5", "\xce\x00\x00\x00\x05", true, "uint 32"},
		{"5", "\xcf\x00\x00\x00\x00\x00\x00\x00\x05", true, "uint 64"},
		{"5", "\xd0\x05", false, "a number from 0 up is unsigned"},
		{"5", "\xd3\x00\x00\x00\x00\x00\x00\x00\x05", false, "likewise"},
		{"-1", "\xd0\xff", true, "int 8"},
		{"-1", "\xd1\xff\xff", true, "int 16"},
		{"-1", "\xd2\xff\xff\xff\xff", true, "int 32"},
		{"-1", "\xd3\xff\xff\xff\xff\xff\xff\xff\xff", true, "int 64"},
		{"-1", "\xcf\xff\xff\xff\xff\xff\xff\xff\xff", false, "2^64-1"},
		{"18446744073709551615", "\xd3\xff\xff\xff\xff\xff\xff\xff\xff", false, "-1"},
		{"18446744073709551615", "\xff", false, "-1"},
		{"-0", "\xcc\x00", true, "the integer 0"},
		{"-0", "\xd0\x00", false, "a number from 0 up is unsigned"},
		{"-0", "\xcb\x80\x00\x00\x00\x00\x00\x00\x00", false, "a float"},
		{`"a"`, "\xd9\x01a", true, "str 8"},
		{`"a"`, "\xda\x00\x01a", true, "str 16"},
		{`"a"`, "\xdb\x00\x00\x00\x01a", true, "str 32"},
		{`"a"`, "\xc4\x01a", false, "bytes are no text"},
		{"[]", "\xdc\x00\x00", true, "array 16"},
		{"[]", "\xdd\x00\x00\x00\x00", true, "array 32"},
		{"{}", "\xde\x00\x00", true, "map 16"},
		{"{}", "\xdf\x00\x00\x00\x00", true, "map 32"},
		{"1.0", "\x01", false, "an integer"},
		{"1.0", "\xca\x3f\x80\x00\x00", false, "float 32"},
		{"null", "\xc1", false, "never used"},
		{"null", "\xc7\x00\x00", false, "ext"},
		{"null", "\xd4\x01\x00", false, "fixext"},
		{"null", "", false, "nothing"},
	} {
		s, x := packed(t, row.text)
		s.pack = []byte(row.form)
		if got := s.encodes(x, []byte(row.text)); got != row.same {
			t.Errorf("% x for %s: taken %v, want %v: %s", row.form, row.text, got, row.same, row.why)
		}
	}
}

// TestVerifierTrustsNoLength: what a head promises and does not bring is
// refused at once, and nothing is allocated for it.
func TestVerifierTrustsNoLength(t *testing.T) {
	for _, text := range []string{"[]", "[1]", "{}", `{"a":1}`, `""`, `"a"`, "1", "1.5", "18446744073709551615"} {
		for _, form := range []string{
			"\xdd\xff\xff\xff\xff", "\xdf\xff\xff\xff\xff", "\xdb\xff\xff\xff\xff", "\xdc\xff\xff", "\xde\xff\xff", "\xda\xff\xff", "\xd9\xff", "\xbf",
			"\xdb\x7f\xff\xff\xffa", "\xdd\x00", "\xdf\x00\x00\x00", "\xcf\x00", "\xcb\x00\x00\x00", "\xd3", "\xcc", "\xd9",
			strings.Repeat("\xdd\xff\xff\xff\xff", 1000), strings.Repeat("\x91", 100_000),
		} {
			s, x := packed(t, text)
			s.pack = []byte(form)
			json := []byte(text)
			if allocs := testing.AllocsPerRun(10, func() {
				if s.encodes(x, json) {
					t.Errorf("% .20x is taken for %s", form, text)
				}
			}); allocs != 0 {
				t.Errorf("% .20x for %s: %v allocations, want none", form, text, allocs)
			}
		}
	}
}

// TestVerifierDecides: a form with any one bit wrong is not admitted. No text gives
// such a form, so that the test spoils it between the encoder and the verifier.
func TestVerifierDecides(t *testing.T) {
	text := []byte(`{"protocol_version":"0.1","message_id":"m\u0031","actions":[{"action_id":"i","action_type":"kv.fetch",` +
		`"action_version":"1.0","payload":{"block_hashes":[18446744073709551615,12345678901234567890,1,-1,-300],"a long name":[1.5,1e3,true,false,null]}}]}`)
	a := NewAuthority(limits.Default())
	s := newScratch()
	good := s.decide(text, limits.Default(), Trusted)
	if good.Outcome != Admitted {
		t.Fatal(good.Reason)
	}
	size := good.Snapshot.MessagePackSize()
	for bit := range 8 * size {
		done := false
		s.damage = func(form []byte, at int) {
			if !done && at <= bit/8 && bit/8 < len(form) {
				form[bit/8] ^= 1 << (bit % 8)
				done = true
			}
		}
		d := s.decide(text, limits.Default(), Trusted)
		if d.Outcome != Ignored || d.Reason != NotEncodable || d.Offset != 0 || !d.Snapshot.IsZero() {
			t.Fatalf("bit %d of byte %d wrong: %v %v", bit%8, bit/8, d.Outcome, d.Reason)
		}
	}
	s.damage = func(form []byte, at int) { form[at] ^= 1 }
	a.pool.pool.New = func() any { return s }
	if d := a.Admit(text, Trusted); d.Reason != NotEncodable || a.Tally().Count(NotEncodable) != 1 || a.Tally().Total() != 1 {
		t.Errorf("%v, and counted as %v", d.Reason, a.Tally())
	}
}
