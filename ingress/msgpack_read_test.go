package ingress_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

// packBodies are bodies of every form of the specification, each written by hand:
// what must be read, and goes upstream as it came.
var packBodies = []struct{ name, hex, reason string }{
	{"no members", `80`, "the least map"},
	{"map 16", `de0001 'a' c0`, "a head wider than need be"},
	{"map 32", `df00000001 'a' c0`, "the widest"},
	{"map 16 of none", `de0000`, ""},
	{"str 8 name", `81 d90161 c0`, "names of all widths"},
	{"str 16 name", `81 da000161 c0`, ""},
	{"str 32 name", `81 db0000000161 c0`, ""},
	{"empty name", `81 a0 c0`, ""},
	{"nil, false, true", `83 'a' c0 'b' c2 'c' c3`, ""},
	{"fixints", `84 'a' 00 'b' 7f 'c' e0 'd' ff`, ""},
	{"uints", `84 'a' ccff 'b' cdffff 'c' ceffffffff 'd' cfffffffffffffffff`, ""},
	{"ints", `84 'a' d080 'b' d18000 'c' d280000000 'd' d38000000000000000`, ""},
	{"floats", `82 'a' ca3f800000 'b' cb3ff0000000000000`, ""},
	{"NaN and infinities", `83 'a' ca7fc00000 'b' cb7ff0000000000000 'c' cbfff0000000000000`, "as msgspec reads them; the worker's business"},
	{"strs", `84 'a' 'x' 'b' d90178 'c' da000178 'd' db0000000178`, ""},
	{"UTF-8 of each length", `81 'a' ad 41 c3a9 e282ac ed9fbf f09f9880`, "1 to 4 bytes, U+D7FF before the surrogates"},
	{"bins", `83 'a' c401ff 'b' c50001ff 'c' c600000001ff`, "a value that msgspec reads as bytes; no name"},
	{"arrays", `83 'a' 9101 'b' dc000101 'c' dd0000000101`, ""},
	{"maps inside", `83 'a' 81 'b' 01 'c' de0001 'b' 01 'd' df00000001 'b' 01`, ""},
	{"empty inside", `84 'a' 90 'b' 80 'c' a0 'd' c400`, ""},
	{"arrays in arrays", `81 'a' 92 91 90 92 01 91 02`, "levels close where they should"},
	{"a name twice", `82 'a' 01 'a' 02`, "duplicates outside of hints are the worker's business"},
	{"fixmap of 15", `8f` + strings.Repeat(`'n' c0`, 15), ""},
	{"array 16 of 300", `81 'a' dc012c` + strings.Repeat(`93010203`, 300), "a count of more than 7 bits kept while other levels open"},
	{"array 32 of 70000", `81 'a' dd00011170` + strings.Repeat(`9101`, 70000), "and of more than 14"},
}

func TestMsgpackBodies(t *testing.T) {
	p := packPolicy(t)
	for _, row := range packBodies {
		t.Run(row.name, func(t *testing.T) {
			body := packed(t, row.hex)
			want := packResult{Out: body, Decision: ingress.Decision{
				Disposition: ingress.Forwarded, Offset: admit.NoOffset, Trust: admit.Trusted,
				Admission: admit.Decision{Reason: admit.Absent, Offset: admit.NoOffset},
			}}
			for _, chunk := range []int{0, 1, 3} {
				got := runPack(t, p, body, admit.Trusted, chunk)
				if diff := cmp.Diff(want, got, cmpPack); diff != "" {
					t.Errorf("in chunks of %d: %s\n%s", chunk, row.reason, diff)
				}
			}
		})
	}
}

// TestMsgpackTruncations: of a body that is read nothing less is: it is not a body
// until its last byte has come, wherever the bytes end.
func TestMsgpackTruncations(t *testing.T) {
	p := packPolicy(t)
	for _, row := range packBodies {
		body := packed(t, row.hex)
		step := max(1, len(body)/200)
		for n := 1; n < len(body); n += step {
			for _, chunk := range []int{0, 1} {
				if chunk == 1 && n > 100 {
					continue
				}
				err := writePack(ingress.NewMsgpackScan(p, -1), body[:n], chunk)
				want := &ingress.BodyError{Cause: ingress.UnreadableBody, Offset: n, Want: "the rest of the map"}
				if diff := cmp.Diff(error(want), err); diff != "" {
					t.Fatalf("%s, %d of %d bytes: %s", row.name, n, len(body), diff)
				}
			}
		}
	}
}

// TestMsgpackRefused: what no body may have, and the byte that is told.
func TestMsgpackRefused(t *testing.T) {
	p := packPolicy(t)
	for _, row := range []struct {
		name, hex string
		offset    int
		reason    string
	}{
		{"ext 8", `81 'a' c7010100`, 3, "ext is refused: the first byte of the value"},
		{"ext 16", `81 'a' c800010100`, 3, ""},
		{"ext 32", `81 'a' c9000000010100`, 3, ""},
		{"fixext 1", `81 'a' d40100`, 3, ""},
		{"fixext 2", `81 'a' d5010000`, 3, ""},
		{"fixext 4, a timestamp", `81 'a' d6ff00000000`, 3, "a timestamp is an ext of type -1"},
		{"fixext 8", `81 'a' d7ff0000000000000000`, 3, ""},
		{"fixext 16", `81 'a' d8010000000000000000 0000000000000000`, 3, ""},
		{"timestamp 96", `81 'a' c70cff000000000000000000000000`, 3, ""},
		{"c1", `81 'a' c1`, 3, "never used by the specification"},
		{"ext in an array", `81 'a' 9201d40100`, 5, "anywhere"},
		{"ext name", `81 d40100 c0`, 1, ""},
		{"bin name", `81 c40161 c0`, 1, "a bin is no str: msgspec would read b'a'"},
		{"bin name kv_hints", `81 c4086b765f68696e7473 c0`, 1, "so no carrier hides in one"},
		{"int name", `81 01 c0`, 1, ""},
		{"nil name", `81 c0 c0`, 1, ""},
		{"float name", `81 ca00000000 c0`, 1, ""},
		{"array name", `81 90 c0`, 1, "vmihailenco/msgpack panics on it"},
		{"map name", `81 80 c0`, 1, ""},
		{"int name inside", `81 'a' 81 01 c0`, 4, "names are strs everywhere"},
		{"int name in an array", `81 'a' 9181 01 c0`, 5, ""},
		{"second name", `82 'a' c0 01 c0`, 4, "the value nil and then a name that is none"},
		{"lone continuation byte", `81 'a' a180`, 4, "not UTF-8: the byte"},
		{"overlong", `81 'a' a3 41 c080`, 5, "RFC 3629 has no overlong forms: the sequence"},
		{"surrogate", `81 'a' a4 41 eda080`, 5, "nor surrogates"},
		{"past U+10FFFF", `81 'a' a4f4908080`, 4, "nor more than U+10FFFF"},
		{"cut sequence", `81 'a' a3 41 e282`, 5, "the str ends in it"},
		{"bad name", `81 a1ff c0`, 2, "names are UTF-8 too"},
		{"bad name inside", `81 'a' 81 a2 61ff c0`, 6, ""},
		{"after the map", `8000`, 1, "nothing stands behind the map"},
		{"two maps", `8080`, 1, ""},
		{"newline after the map", `800a`, 1, "0x0a is the integer 10"},
		{"array of one", `81 'a' dd ffffffff`, 3, "longer than any body: refused at the head, before a byte of it came"},
		{"map 32", `81 'a' df ffffffff`, 3, ""},
		{"map 32 that an array of its count would fit", `81 'a' df 01000000`, 3, "a member takes two bytes: 2^24 take 32 MiB and more"},
		{"str 32", `81 'a' db ffffffff`, 3, ""},
		{"bin 32", `81 'a' c6 ffffffff`, 3, ""},
		{"root map 32", `df ffffffff`, 0, ""},
		{"array 32 as the root", `dd ffffffff`, 0, "too long comes first: it is the same byte"},
	} {
		t.Run(row.name, func(t *testing.T) {
			body := packed(t, row.hex)
			for _, chunk := range []int{0, 1} {
				var fault *ingress.BodyError
				if err := writePack(ingress.NewMsgpackScan(p, -1), body, chunk); !errors.As(err, &fault) {
					t.Fatalf("was read: %s", row.reason)
				}
				if fault.Cause != ingress.UnreadableBody || fault.Offset != row.offset || fault.Want == "" {
					t.Errorf("in chunks of %d: %v, want offset %d: %s", chunk, fault, row.offset, row.reason)
				}
				got := runPack(t, p, body, admit.Trusted, chunk)
				if got.Decision.Disposition != ingress.Refused || got.Decision.Status != 400 || got.Decision.Offset != row.offset || len(got.Out) != 0 {
					t.Errorf("in chunks of %d: %+v", chunk, got)
				}
			}
		})
	}
}

// TestMsgpackFirstBytes: a body of one byte, and a value of each first byte with
// enough zeros behind it.
func TestMsgpackFirstBytes(t *testing.T) {
	p := packPolicy(t)
	for first := range 256 {
		// The bytes behind the first that zeros make the rest of the value, by the
		// table of formats of the specification; -1 where there is no such value.
		rest := 0
		switch {
		case first == 0x80 || first == 0x90 || first == 0xa0: // nothing in them
		case first > 0x80 && first < 0x90:
			rest = -1 // zeros are no names
		case first > 0x90 && first < 0xa0:
			rest = first & 15
		case first > 0xa0 && first < 0xc0:
			rest = first & 31
		case first == 0xc1, first >= 0xc7 && first <= 0xc9, first >= 0xd4 && first <= 0xd8:
			rest = -1
		case first == 0xc4 || first == 0xcc || first == 0xd0 || first == 0xd9:
			rest = 1
		case first == 0xc5 || first == 0xcd || first == 0xd1 || first == 0xda || first == 0xdc || first == 0xde:
			rest = 2
		case first == 0xc6 || first == 0xca || first == 0xce || first == 0xd2 || first == 0xdb || first == 0xdd || first == 0xdf:
			rest = 4
		case first == 0xcb || first == 0xcf || first == 0xd3:
			rest = 8
		}
		body := append(packed(t, `81 'a'`), byte(first))
		body = append(body, make([]byte, max(rest, 0))...)
		err := writePack(ingress.NewMsgpackScan(p, -1), body, 0)
		if rest < 0 {
			body = append(body, make([]byte, 40)...)
			err = writePack(ingress.NewMsgpackScan(p, -1), body, 0)
		}
		if (err == nil) != (rest >= 0) {
			t.Errorf("a value that starts with %#02x and has %d bytes more: %v", first, rest, err)
		}
		err = writePack(ingress.NewMsgpackScan(p, -1), body[3:], 0)
		isMap := first == 0x80 || first == 0xde || first == 0xdf
		if (err == nil) != isMap {
			t.Errorf("a body that starts with %#02x: %v", first, err)
		}
		if err := writePack(ingress.NewMsgpackScan(p, -1), []byte{byte(first)}, 0); (err == nil) != (first == 0x80) {
			t.Errorf("a body of the byte %#02x: %v", first, err)
		}
	}
}

// TestMsgpackSize: the bound of a body is to the byte, and what is wrong within it
// is told before it.
func TestMsgpackSize(t *testing.T) {
	p := packPolicy(t, ingress.MaxBodyBytes(10))
	for _, row := range []struct {
		hex    string
		cause  ingress.Cause
		offset int
		reason string
	}{
		{`81 'a' a6 787878787878`, ingress.NoCause, 0, "10 bytes"},
		{`81 'a' a7 78787878787878`, ingress.UnreadableBody, 3, "a length that 10 bytes cannot hold"},
		{`82 'a' a6 787878787878 'a' 01`, ingress.BodyTooLarge, 10, "more than 10, all good so far"},
		{`81 'a' 97 01010101010101`, ingress.UnreadableBody, 3, "7 elements take 7 bytes"},
		{`81 'a' 96 010101010101`, ingress.NoCause, 0, "6 fit"},
		{`81 'a' 83 a0c0a0c0a0c0`, ingress.NoCause, 0, "3 members of 2 bytes fit"},
		{`81 'a' 84 a0c0a0c0a0c0a0c0`, ingress.UnreadableBody, 3, "4 do not"},
		{`82 'a' a6 787878787878 c1`, ingress.BodyTooLarge, 10, "what stands behind the bound is not read"},
		{`81 'a' a6 c1c1c1c1c1c1 00`, ingress.UnreadableBody, 4, "the bad byte stands before the bound"},
	} {
		body := packed(t, row.hex)
		for _, chunk := range []int{0, 1, 7} {
			err := writePack(ingress.NewMsgpackScan(p, -1), body, chunk)
			var fault *ingress.BodyError
			switch {
			case row.cause == ingress.NoCause && err == nil:
			case !errors.As(err, &fault) || fault.Cause != row.cause || fault.Offset != row.offset:
				t.Errorf("%s in chunks of %d: %v, want %v at %d: %s", row.hex, chunk, err, row.cause, row.offset, row.reason)
			}
		}
	}
	s := ingress.NewMsgpackScan(p, 11)
	if n, err := s.Write(packed(t, `80`)); n != 0 || err == nil {
		t.Errorf("a body that says it is too large: %d bytes taken, %v", n, err)
	}
}

// TestMsgpackDepth: any depth within the memory that is told, or the policy's.
func TestMsgpackDepth(t *testing.T) {
	nested := func(n int, head, inner string) []byte { // n levels with the root
		return append(packed(t, `81 'a'`), bytes.Repeat(packed(t, head), n-1)...)
	}
	const levels = 200_000
	for _, row := range []struct{ name, head, tail string }{
		{"arrays", `91`, `c0`},
		{"maps", `81 a0`, `c0`},
		{"arrays in place", `91`, `c0`},
		{"arrays of two", `92`, `c0` + strings.Repeat(`c0`, levels-1)},
	} {
		body := append(nested(levels, row.head, ""), packed(t, row.tail)...)
		if row.name == "arrays in place" {
			body = append(packed(t, `81 'params'`), body[3:]...)
		}
		s := ingress.NewMsgpackScan(packPolicy(t), int64(len(body)))
		if err := writePack(s, body, 0); err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
		if held, most := s.Held(), 3*len(body)+1<<12; held > most {
			t.Errorf("%s: %d bytes of memory for a body of %d", row.name, held, len(body))
		}
	}
	p := packPolicy(t, ingress.MaxBodyDepth(3))
	for _, row := range []struct {
		hex    string
		offset int // of the fault, -1 for none
	}{
		{`81 'a' 9180`, -1},
		{`81 'a' 919190`, 5},
		{`81 'a' 93 90 81 'b' c0 9180`, 10},
	} {
		var fault *ingress.BodyError
		err := writePack(ingress.NewMsgpackScan(p, -1), packed(t, row.hex), 0)
		if row.offset < 0 && err == nil {
			continue
		}
		if !errors.As(err, &fault) || fault.Offset != row.offset || !strings.Contains(fault.Want, "3") {
			t.Errorf("%s: %v, want a fault at %d that tells the limit", row.hex, err, row.offset)
		}
	}
}

// TestMsgpackClaims: nothing is allocated by what a body says of itself.
func TestMsgpackClaims(t *testing.T) {
	p := packPolicy(t)
	for _, hex := range []string{
		`81 'a' dd00ffffff`, `81 'a' df00ffffff`, `81 'a' db01000000`, `81 'a' c601000000`,
		`81 'a'` + strings.Repeat(`dd000f4240`, 400), // 400 arrays of a million: 6 GB with vmihailenco/msgpack
	} {
		body := packed(t, hex)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := writePack(ingress.NewMsgpackScan(p, -1), body, 0)
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%.20s was read", hex)
		}
		allocated := after.TotalAlloc - before.TotalAlloc
		if allocated > 1<<15 {
			t.Errorf("%.20s: %d bytes allocated", hex, allocated)
		}
	}
}

// TestMsgpackRoles: only a worker reads MessagePack.
func TestMsgpackRoles(t *testing.T) {
	edge, err := ingress.NewPolicy(ingress.Edge)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		p     ingress.Policy
		cause ingress.Cause
	}{
		{edge, ingress.UnsupportedMediaType},
		{ingress.Policy{}, ingress.UnreadableBody},
	} {
		got := runPack(t, row.p, packed(t, `80`), admit.Trusted, 0)
		if got.Decision.Disposition != ingress.Refused || got.Decision.Cause != row.cause || got.Decision.Status != row.cause.Status() {
			t.Errorf("%v: %+v", row.p.Role(), got.Decision)
		}
	}
	got := runPack(t, packPolicy(t), nil, admit.Trusted, 0)
	if got.Decision.Disposition != ingress.Forwarded || len(got.Out) != 0 {
		t.Errorf("no body: %+v", got)
	}
}

func ExampleNewMsgpackScan() {
	policy, err := ingress.NewPolicy(ingress.Worker)
	if err != nil {
		panic(err)
	}
	scan := ingress.NewMsgpackScan(policy, -1)
	fmt.Fprint(scan, "\x82\xa5model\xa1m\xa8kv_hints\x80") // {"model":"m","kv_hints":{}}
	if err := scan.Finish(); err != nil {
		fmt.Println(err)
		return
	}
	decision := scan.Decide(admit.Untrusted)
	segments, size, _ := scan.Edit().Segments()
	fmt.Println(decision.Disposition, decision.Admission.Reason, size)
	fmt.Printf("%q\n", bytes.Join(segments, nil))
	// Output:
	// stripped untrusted 9
	// "\x81\xa5model\xa1m"
}
