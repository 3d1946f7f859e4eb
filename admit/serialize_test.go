package admit_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/kvhints/hintcheck/admit"
)

// message is a foreign message that carries snapshots, and carrier the same with
// their bytes put in by hand.
type (
	message struct {
		Before int
		Hint   admit.Snapshot
		Ptr    *admit.Snapshot
		None   admit.Snapshot
		Nil    *admit.Snapshot
		List   []admit.Snapshot
		After  string
	}
	carrier[Raw ~[]byte] struct {
		Before int
		Hint   Raw
		Ptr    Raw
		None   Raw
		Nil    Raw
		List   []Raw
		After  string
	}
)

func messageWith(s admit.Snapshot) message {
	return message{Before: 1, Hint: s, Ptr: &s, List: []admit.Snapshot{s, s}, After: "x"}
}

func carrierWith[Raw ~[]byte](raw, null Raw) carrier[Raw] {
	return carrier[Raw]{Before: 1, Hint: raw, Ptr: raw, None: null, Nil: null, List: []Raw{raw, raw}, After: "x"}
}

// spellings are envelopes whose text a library may not change.
var spellings = []string{
	smallest,
	" " + withActions(goodAction, goodAction) + "\n",
	withExtra(`[0,-0,23,24,255,256,65535,65536,4294967295,4294967296,18446744073709551615,-1,-24,-25,-256,-257,-65536,-65537,-4294967296,-4294967297,-9223372036854775808]`),
	withExtra(`[0.0,-0.0,1.0,1e1,1.5,5e-324,1.7976931348623157e308,1e-400,9007199254740993.0]`),
	withExtra(`[null,true,false,"","é😀\u0000\u2028<>&",{},[],{"z":1,"a":2,"":{"deep":[[[]]]}}]`),
	withExtra(`"` + strings.Repeat("x", 23) + `"`), withExtra(`"` + strings.Repeat("x", 24) + `"`),
	withExtra(`"` + strings.Repeat("x", 255) + `"`), withExtra(`"` + strings.Repeat("x", 256) + `"`),
	withExtra(`"` + strings.Repeat("x", 65535) + `"`), withExtra(`"` + strings.Repeat("x", 65536) + `"`),
	withExtra("[" + strings.Repeat("0,", 22) + "0]"), withExtra("[" + strings.Repeat("0,", 23) + "0]"), withExtra("[" + strings.Repeat("0,", 255) + "0]"),
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestJSONCarries: encoding/json puts the text in as its own encoder writes any
// text: without insignificant whitespace and, unless told otherwise, with < > &
// escaped for HTML.
func TestJSONCarries(t *testing.T) {
	for _, text := range spellings {
		s := mustAdmit(t, text)
		if got := must(s.MarshalJSON()); string(got) != text {
			t.Errorf("MarshalJSON of %s gives %s", short([]byte(text)), short(got))
		}
		got := must(json.Marshal(messageWith(s)))
		want := must(json.Marshal(carrierWith(json.RawMessage(text), json.RawMessage("null"))))
		if !bytes.Equal(got, want) {
			t.Errorf("%s is carried as %s, want %s", short([]byte(text)), short(got), short(want))
		}
	}
}

// TestJSONOmitZero: a request without a hint has no member for it.
func TestJSONOmitZero(t *testing.T) {
	type request struct {
		Hint admit.Snapshot `json:"kv_hints,omitzero"`
	}
	for _, row := range []struct {
		hint admit.Snapshot
		want string
	}{
		{admit.Snapshot{}, `{}`},
		{mustAdmit(t, smallest), `{"kv_hints":` + smallest + `}`},
	} {
		if got := must(json.Marshal(request{row.hint})); string(got) != row.want {
			t.Errorf("got %s, want %s", got, row.want)
		}
	}
}

// TestMsgpackCarries: vmihailenco/msgpack embeds exactly the MessagePack form.
func TestMsgpackCarries(t *testing.T) {
	for _, text := range spellings {
		s := mustAdmit(t, text)
		got := must(msgpack.Marshal(messageWith(s)))
		want := must(msgpack.Marshal(carrierWith(msgpack.RawMessage(s.MessagePack()), msgpack.RawMessage{0xc0})))
		if !bytes.Equal(got, want) {
			t.Errorf("%s is carried as %x, want %x", short([]byte(text)), got, want)
		}
	}
}

// TestCBORCarries: fxamacker/cbor embeds exactly MarshalCBOR, and finds it well
// formed.
func TestCBORCarries(t *testing.T) {
	for _, text := range spellings {
		s := mustAdmit(t, text)
		got := must(cbor.Marshal(messageWith(s)))
		want := must(cbor.Marshal(carrierWith(cbor.RawMessage(must(s.MarshalCBOR())), cbor.RawMessage{0xf6})))
		if !bytes.Equal(got, want) {
			t.Errorf("%s is carried as %x, want %x", short([]byte(text)), got, want)
		}
		if err := cbor.Wellformed(got); err != nil {
			t.Errorf("%s: %v", short([]byte(text)), err)
		}
	}
}

// TestDecodingIsRefused: bytes become a Snapshot by admission only. The libraries
// themselves are asked; null is no attempt and leaves the target alone.
func TestDecodingIsRefused(t *testing.T) {
	s := mustAdmit(t, smallest)
	for _, library := range []struct {
		name      string
		unmarshal func([]byte, any) error
		encode    func(any) ([]byte, error)
		null      string
		keeps     bool // null leaves the target alone; else the library sets it to zero unasked
	}{
		{"encoding/json", json.Unmarshal, json.Marshal, "null", true},
		{"vmihailenco/msgpack", msgpack.Unmarshal, msgpack.Marshal, "\xc0", false},
		{"fxamacker/cbor", cbor.Unmarshal, cbor.Marshal, "\xf6", true},
	} {
		t.Run(library.name, func(t *testing.T) {
			text := must(library.encode(s))
			target, keep := admit.Snapshot{}, s
			field := struct{ Hint admit.Snapshot }{}
			for name, err := range map[string]error{
				"zero":   library.unmarshal(text, &target),
				"one":    library.unmarshal(text, &keep),
				"field":  library.unmarshal(must(library.encode(struct{ Hint admit.Snapshot }{s})), &field),
				"number": library.unmarshal(must(library.encode(7)), &target),
				"list":   library.unmarshal(must(library.encode([]admit.Snapshot{s})), &[]admit.Snapshot{}),
			} {
				if err == nil || !strings.Contains(err.Error(), "Authority.Admit") {
					t.Errorf("into %s: error %v, want one that says to admit instead", name, err)
				}
			}
			if !target.IsZero() || !field.Hint.IsZero() || !keep.Equal(s) {
				t.Error("a refused decode has changed its target")
			}
			if err := library.unmarshal([]byte(library.null), &keep); err != nil || keep.Equal(s) != library.keeps || keep.IsZero() == library.keeps {
				t.Errorf("null: error %v, kept %v; want no error, kept %v", err, keep.Equal(s), library.keeps)
			}
			pointer := &keep
			if err := library.unmarshal([]byte(library.null), &pointer); err != nil || pointer != nil {
				t.Errorf("null into a pointer: error %v, nil %v; want nil", err, pointer == nil)
			}
		})
	}
}

// TestNullIsNoAttempt asks the methods themselves: null leaves s alone.
func TestNullIsNoAttempt(t *testing.T) {
	s := mustAdmit(t, smallest)
	keep := s
	for name, err := range map[string]error{
		"UnmarshalJSON":    keep.UnmarshalJSON([]byte("null")),
		"UnmarshalMsgpack": keep.UnmarshalMsgpack([]byte{0xc0}),
		"UnmarshalCBOR":    keep.UnmarshalCBOR([]byte{0xf6}),
	} {
		if err != nil || !keep.Equal(s) {
			t.Errorf("%s of null: error %v, kept %v", name, err, keep.Equal(s))
		}
	}
}

// TestGobFails: gob would make values without asking anyone.
func TestGobFails(t *testing.T) {
	s := mustAdmit(t, secretEnvelope)
	for _, v := range []any{s, &s, exported{s}, []admit.Snapshot{s}, struct {
		A int
		B *admit.Snapshot
	}{1, &s}} {
		var out bytes.Buffer
		if err := gob.NewEncoder(&out).Encode(v); err == nil {
			t.Errorf("%T: gob wrote %d bytes, want an error", v, out.Len())
		}
		if leaks(out.String(), "") != "" {
			t.Errorf("%T: gob wrote the envelope", v)
		}
	}
}
