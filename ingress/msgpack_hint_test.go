package ingress_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
	"github.com/kvhints/hintcheck/limits"
)

// packHintWith is a body with a hint whose last member x has the value, and the JSON
// text of the hint up to that value.
func packHintWith(t testing.TB, value []byte) (body []byte, before string) {
	body = packed(t, `82 'model' 'm' 'kv_hints' 84`+strings.TrimPrefix(packHint, `83`)+`'x'`)
	return append(body, value...), strings.TrimSuffix(packHintJSON, "}") + `,"x":`
}

// TestMsgpackHintText: the JSON text of each kind of value, by RFC 8259 and what the
// bytes stand for in the MessagePack specification. An admitted hint stays in the
// body as the bytes it came in.
func TestMsgpackHintText(t *testing.T) {
	p := packPolicy(t)
	for _, row := range []struct{ hex, want, reason string }{
		{`c0`, `null`, ""},
		{`c2`, `false`, ""},
		{`c3`, `true`, ""},
		{`00`, `0`, ""},
		{`7f`, `127`, "last positive fixint"},
		{`ff`, `-1`, ""},
		{`e0`, `-32`, "last negative fixint"},
		{`cc00`, `0`, "wider than need be is the same integer"},
		{`ccff`, `255`, ""},
		{`cdffff`, `65535`, ""},
		{`ceffffffff`, `4294967295`, ""},
		{`cfffffffffffffffff`, `18446744073709551615`, "2^64-1, exactly"},
		{`cf0020000000000001`, `9007199254740993`, "2^53+1, which a float would lose"},
		{`d07f`, `127`, ""},
		{`d0ff`, `-1`, "the sign of each width"},
		{`d080`, `-128`, ""},
		{`d18000`, `-32768`, ""},
		{`d17fff`, `32767`, ""},
		{`d280000000`, `-2147483648`, ""},
		{`d3ffffffffffffffff`, `-1`, ""},
		{`d38000000000000000`, `-9223372036854775808`, "-2^63"},
		{`d37fffffffffffffff`, `9223372036854775807`, ""},
		{`cb3ff0000000000000`, `1.0`, "a whole float stays a float"},
		{`cb0000000000000000`, `0.0`, ""},
		{`cb8000000000000000`, `-0.0`, "with its sign: -0 would be the integer 0"},
		{`cb3fb999999999999a`, `0.1`, "the shortest that reads back"},
		{`ca3dcccccd`, `0.10000000149011612`, "float32 0.1 is this float64, as Python shows it"},
		{`ca3f800000`, `1.0`, ""},
		{`ca7f7fffff`, `3.4028234663852886e+38`, "the largest float32"},
		{`cb7fefffffffffffff`, `1.7976931348623157e+308`, "the largest"},
		{`cb0000000000000001`, `5e-324`, "the least subnormal"},
		{`cb444b1ae4d6e2ef50`, `1e+21`, "the first with an exponent, as ECMAScript has it"},
		{`cb444b1ae4d6e2ef4f`, `999999999999999900000.0`, "the last without"},
		{`cb3eb0c6f7a0b5ed8d`, `0.000001`, ""},
		{`cb3eb0c6f7a0b5ed8c`, `9.999999999999997e-07`, ""},
		{`a0`, `""`, ""},
		{`a8 225c2f080c0a0d09`, `"\"\\/\b\f\n\r\t"`, "a slash needs no escape"},
		{`a3 612062`, `"a b"`, "nor does a space"},
		{`a4 00011f7f`, "\"\\u0000\\u0001\\u001f\x7f\"", "DEL needs none"},
		{`a9 c3a9e282acf09f9880`, `"é€😀"`, "UTF-8 as it is"},
		{`a6 e280a8e280a9`, "\"\u2028\u2029\"", "JSON is not JavaScript"},
		{`d90161`, `"a"`, ""},
		{`90`, `[]`, ""},
		{`80`, `{}`, ""},
		{`93 01 90 9102`, `[1,[],[2]]`, ""},
		{`dc000101`, `[1]`, ""},
		{`dd0000000101`, `[1]`, ""},
		{`82 'a' 81 'b' 01 'c' 92 80 81 'd' c0`, `{"a":{"b":1},"c":[{},{"d":null}]}`, ""},
		{`df00000001 'a' de0000`, `{"a":{}}`, ""},
		{`81 a3220a5c 01`, `{"\"\n\\":1}`, "names are escaped too"},
	} {
		body, before := packHintWith(t, packed(t, row.hex))
		got := runPack(t, p, body, admit.Trusted, 0)
		if want := before + row.want + "}"; got.Hint != want || got.Decision.Disposition != ingress.Forwarded || !bytes.Equal(got.Out, body) {
			t.Errorf("%s: %v %s, want %s: %s", row.hex, got.Decision.Disposition, got.Hint, want, row.reason)
		}
	}
}

// TestMsgpackHintIgnored: one hint for each reason that a hint of a body that can be
// read can have, with the offset in its JSON text.
func TestMsgpackHintIgnored(t *testing.T) {
	deep := strings.Repeat(`91`, 31) + `c0` // level 1 is the envelope: 31 arrays end on level 32
	for _, row := range []struct {
		name, hint string
		reason     admit.Reason
		offset     int
		why        string
	}{
		{"NaN", `82 'a' 00 'x' cb7ff8000000000000`, admit.NumberOutOfRange, 11, `{"a":0,"x":`},
		{"infinity", `81 'x' ca7f800000`, admit.NumberOutOfRange, 5, `{"x":`},
		{"-infinity", `81 'x' cbfff0000000000000`, admit.NumberOutOfRange, 5, `{"x":`},
		{"NaN alone", `ca7fc00000`, admit.NumberOutOfRange, 0, "before it is no object"},
		{"a bin", `81 'x' c403010203`, admit.MalformedJSON, 5, "JSON has no such value"},
		{"a bin of an envelope", `c402` + `7b7d`, admit.MalformedJSON, 0, "what is in it is not looked at"},
		{"a name twice", `82 'a' 01 'a' 02`, admit.DuplicateMember, 7, `{"a":1,`},
		{"a name twice in an action", `81 'x' 91 82 'a' c0 d90161 c0`, admit.DuplicateMember, 16, `{"x":[{"a":null, whatever the width of its head`},
		{"not too deep", `81 'x' ` + deep, admit.InvalidEnvelope, 0, "32 levels are fine; then protocol_version is missing"},
		{"too deep", `81 'x' 91` + deep, admit.TooDeep, 36, `{"x": and 31 brackets`},
		{"an array", `91` + packHint, admit.NotAnObject, 0, "a list of envelopes is none"},
		{"a string", `'{}'`, admit.NotAnObject, 0, "double encoding is not undone"},
		{"false", `c2`, admit.NotAnObject, 0, "of the values that are no object only null is absent"},
		{"version", `83 'protocol_version' '9' 'message_id' 'm' 'actions' 90`, admit.UnsupportedVersion, 20, `{"protocol_version":`},
		{"version is a number", `83 'protocol_version' 01 'message_id' 'm' 'actions' 90`, admit.InvalidEnvelope, 20, ""},
		{"empty", `80`, admit.InvalidEnvelope, 0, ""},
		{"null", `c0`, admit.Absent, admit.NoOffset, "as if it was not there"},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := packPolicy(t)
			body := append(packed(t, `83 'a' 01 'kv_hints'`), packed(t, row.hint+`'b' 02`)...)
			got := runPack(t, p, body, admit.Trusted, 0)
			want := packResult{Out: packed(t, `82 'a' 01 'b' 02`), Decision: ingress.Decision{
				Disposition: ingress.Stripped, Offset: admit.NoOffset, Trust: admit.Trusted,
				Admission: admit.Decision{Outcome: admit.Ignored, Reason: row.reason, Offset: row.offset},
			}}
			if diff := cmp.Diff(want, got, cmpPack); diff != "" {
				t.Errorf("%s\n%s", row.why, diff)
			}
			if tally := p.Authority().Tally(); tally.Total() != 1 || tally.Count(row.reason) != 1 {
				t.Errorf("counted %d times", tally.Total())
			}
		})
	}
}

// TestMsgpackHintSize: MaxBytes bounds the JSON text, to the byte, and the work.
func TestMsgpackHintSize(t *testing.T) {
	const most = 1000
	lim, err := limits.New(limits.MaxBytes(most))
	if err != nil {
		t.Fatal(err)
	}
	p := packPolicy(t, ingress.WithAuthority(admit.NewAuthority(lim)))
	_, before := packHintWith(t, nil)
	room := most - len(before) - len(`""}`)
	str := func(n int, c byte) []byte {
		return append([]byte{0xda, byte(n >> 8), byte(n)}, bytes.Repeat([]byte{c}, n)...)
	}
	for _, row := range []struct {
		name  string
		value []byte
		fits  bool
	}{
		{"text that just fits", str(room, 'x'), true},
		{"one byte more", str(room+1, 'x'), false},
		{"escapes of two bytes", str(room/2, '"'), true},
		{"one more of them", str(room/2+1, '"'), false},
		{"escapes of six", str(room/6, 0), true},
		{"one more of those", str(room/6+1, 0), false},
		{"bytes after it", append([]byte{0x92}, append(str(room-2, 'x'), 0xc0)...), false},
		{"NaN far behind", append([]byte{0x92}, append(str(2*most, 'x'), packed(t, `ca7fc00000`)...)...), false},
	} {
		body, _ := packHintWith(t, row.value)
		got := runPack(t, p, body, admit.Trusted, 0).Decision.Admission
		want := admit.Decision{Outcome: admit.Admitted, Reason: admit.NoFault, Offset: admit.NoOffset}
		if !row.fits {
			want = admit.Decision{Reason: admit.Oversized, Offset: most}
		}
		if diff := cmp.Diff(want, got, cmpPack); diff != "" {
			t.Errorf("%s:\n%s", row.name, diff)
		}
	}

	for _, value := range [][]byte{
		append(packed(t, `db01000000`), make([]byte, 1<<24)...), // 16 MiB, six times that as JSON
		append(packed(t, `dd00400000`), make([]byte, 1<<22)...), // 4 Mi zeros
		bytes.Repeat([]byte{0x91}, 1<<20),                       // and 1 Mi arrays
	} {
		if value[0] == 0x91 {
			value = append(bytes.Clone(value), 0xc0)
		}
		body, _ := packHintWith(t, value)
		s := ingress.NewMsgpackScan(p, -1)
		if err := writePack(s, body, 0); err != nil {
			t.Fatal(err)
		}
		var from, to runtime.MemStats
		runtime.ReadMemStats(&from)
		s.Decide(admit.Trusted)
		runtime.ReadMemStats(&to)
		if allocated := to.TotalAlloc - from.TotalAlloc; allocated > 12*most {
			t.Errorf("%d bytes allocated to judge a hint of %d within %d", allocated, len(value), most)
		}
	}
}

// TestMsgpackHintFloats: floats of any bits, written by vmihailenco/msgpack, are read
// back from the text by strconv as the same bits.
func TestMsgpackHintFloats(t *testing.T) {
	p := packPolicy(t)
	r := rand.New(rand.NewPCG(21, 1))
	for n := range 20_000 {
		var b bytes.Buffer
		e := msgpack.NewEncoder(&b)
		f := math.Float64frombits(r.Uint64())
		switch n % 4 {
		case 0:
			f = float64(math.Float32frombits(r.Uint32()))
			if err := e.EncodeFloat32(float32(f)); err != nil {
				t.Fatal(err)
			}
		case 1:
			f = float64(r.Int64()) / float64(uint(1)<<r.IntN(60)) // of everyday size
			fallthrough
		default:
			if err := e.EncodeFloat64(f); err != nil {
				t.Fatal(err)
			}
		}
		body, before := packHintWith(t, b.Bytes())
		got := runPack(t, p, body, admit.Trusted, 0)
		if math.IsNaN(f) || math.IsInf(f, 0) {
			if got.Decision.Admission.Reason != admit.NumberOutOfRange {
				t.Fatalf("%x: %v", b.Bytes(), got.Decision.Admission.Reason)
			}
			continue
		}
		text := strings.TrimSuffix(strings.TrimPrefix(got.Hint, before), "}")
		back, err := strconv.ParseFloat(text, 64)
		if err != nil || math.Float64bits(back) != math.Float64bits(f) || !strings.ContainsAny(text, ".e") {
			t.Fatalf("%x is %s, which reads as %x, %v", b.Bytes(), text, math.Float64bits(back), err)
		}
	}
}

// TestMsgpackHintBytes: who verifies an attestation sees the bytes as they came, of
// the one hint that would be judged.
func TestMsgpackHintBytes(t *testing.T) {
	p := packPolicy(t)
	for _, row := range []struct{ body, want, reason string }{
		{`82 'a' 01 'kv_hints' ` + packHint, packHint, ""},
		{`81 'kv_hints' cc01`, `cc01`, "whatever it is"},
		{`81 'kv_hints' c0`, ``, "null is none"},
		{`81 'kv_hint' 80`, ``, "another carrier is never judged"},
		{`82 'kv_hints' 80 'kv_hints' 80`, ``, "of two none is"},
		{`81 'a' 01`, ``, ""},
	} {
		s := ingress.NewMsgpackScan(p, -1)
		if err := writePack(s, packed(t, row.body), 0); err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprintf("%x", s.Hint()), fmt.Sprintf("%x", packed(t, row.want)); got != want {
			t.Errorf("%s: %s, want %s: %s", row.body, got, want, row.reason)
		}
	}
}
