package admit_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
)

// otherCBOR encodes a JSON text by other people's code: encoding/json reads it
// and fxamacker/cbor writes the scalars. The library has no ordered map, so that
// the heads of arrays and maps are made of the head of their count: RFC 8949
// section 3 gives all major types one form of argument.
func otherCBOR(d *json.Decoder) []byte {
	token := must(d.Token())
	switch token {
	case json.Delim('['), json.Delim('{'):
		var inner []byte
		n := 0
		for ; d.More(); n++ {
			inner = append(inner, otherCBOR(d)...)
		}
		must(d.Token())
		head, major := must(cbor.Marshal(uint64(n))), byte(4<<5)
		if token == json.Delim('{') {
			head, major = must(cbor.Marshal(uint64(n/2))), byte(5<<5) // names and values came in turn
		}
		head[0] |= major
		return append(head, inner...)
	}
	number, ok := token.(json.Number)
	if !ok {
		return must(cbor.Marshal(token))
	}
	literal := string(number)
	if strings.ContainsAny(literal, ".eE") {
		f, err := strconv.ParseFloat(literal, 64)
		return must(cbor.Marshal(must(f, err)))
	}
	if u, err := strconv.ParseUint(literal, 10, 64); err == nil {
		return must(cbor.Marshal(u))
	}
	return must(cbor.Marshal(must(strconv.ParseInt(literal, 10, 64))))
}

func checkCBOR(t *testing.T, text string) {
	t.Helper()
	got := must(mustAdmit(t, text).MarshalCBOR())
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	want := otherCBOR(d)
	if bytes.Equal(got, want) {
		return
	}
	told, err := cbor.Diagnose(got)
	if err != nil {
		told = err.Error()
	}
	t.Errorf("%s is in CBOR\n     %s\nwant %s", short([]byte(text)), short([]byte(told)), short([]byte(must(cbor.Diagnose(want)))))
}

func TestCBOR(t *testing.T) {
	for _, text := range spellings {
		checkCBOR(t, text)
	}
	for _, raw := range corpusTexts(t) {
		if s := judge(t, raw, standard.limits(t), trusted); s == admitted {
			checkCBOR(t, string(raw))
		}
	}
	g := generator{rand.New(rand.NewPCG(4, 1))}
	for range effort(2_000) {
		text := string(speller{g, 8, 8}.value(nil, g.envelope()))
		if !strings.Contains(text, strings.Repeat("0", 900)+"e-900") { // strconv is wrong about it
			checkCBOR(t, text)
		}
	}
}

// TestCBORByHand: bytes from RFC 8949, appendix A, or worked out from section 3.
func TestCBORByHand(t *testing.T) {
	for _, row := range []struct{ value, hex, reason string }{
		{"0", "00", "appendix A"},
		{"-0", "00", "the integer 0"},
		{"23", "17", "appendix A: the largest in the head"},
		{"24", "1818", "appendix A"},
		{"255", "18ff", "the largest in one byte"},
		{"256", "190100", "two bytes"},
		{"1000000", "1a000f4240", "appendix A"},
		{"4294967296", "1b0000000100000000", "eight bytes"},
		{"1000000000000", "1b000000e8d4a51000", "appendix A"},
		{"18446744073709551615", "1bffffffffffffffff", "appendix A"},
		{"-1", "20", "appendix A: -1-n with n = 0"},
		{"-24", "37", "n = 23"},
		{"-25", "3818", "n = 24"},
		{"-100", "3863", "appendix A"},
		{"-1000", "3903e7", "appendix A"},
		{"-9223372036854775808", "3b7fffffffffffffff", "n = 2^63-1"},
		{"1.0", "fb3ff0000000000000", "float64, not shortened"},
		{"-0.0", "fb8000000000000000", "the sign is kept"},
		{"1.1", "fb3ff199999999999a", "appendix A"},
		{"-4.1", "fbc010666666666666", "appendix A"},
		{"1.0e+300", "fb7e37e43c8800759c", "appendix A"},
		{"5e-324", "fb0000000000000001", "the smallest subnormal"},
		{"false", "f4", "appendix A"},
		{"true", "f5", "appendix A"},
		{"null", "f6", "appendix A"},
		{`""`, "60", "appendix A"},
		{`"IETF"`, "6449455446", "appendix A"},
		{`"\u6c34"`, "63e6b0b4", "appendix A"},
		{`"\ud800\udd51"`, "64f0908591", "appendix A"},
		{"[]", "80", "appendix A"},
		{"[1,[2,3],[4,5]]", "8301820203820405", "appendix A"},
		{`{"a":1,"b":[2,3]}`, "a26161016162820203", "appendix A"},
	} {
		got := must(mustAdmit(t, withExtra(row.value)).MarshalCBOR())
		want := "617" + "8" + row.hex // the name x, then the value
		if !strings.HasSuffix(hex.EncodeToString(got), want) {
			t.Errorf("%s: ...%x, want ...%s: %s", row.value, got[max(0, len(got)-12):], want, row.reason)
		}
	}
	if got := fmt.Sprintf("%x", must(mustAdmit(t, smallest).MarshalCBOR())); !strings.HasPrefix(got, "a370") {
		t.Errorf("the envelope is %s, want a map of 3 with a name of 16 bytes first", got)
	}
}
