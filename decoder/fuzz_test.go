package decoder_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/kvhints/hintcheck/decoder"
)

// FuzzChunkedEqualsWhole: the sizes of the chunks are the bytes of plan, used in
// turn; its first byte chooses the profile too.
func FuzzChunkedEqualsWhole(f *testing.F) {
	f.Add([]byte(`{"a":[1,-2.5e3,"\ud83d\ude00é",{"a":null}],"\u0061":true}`), []byte{1})
	f.Add([]byte("[\"\xe2\x82\xac\xe2\x82\",18446744073709551616]"), []byte{3, 0, 2})
	f.Add([]byte(`[[[[1e999,"\ud800\n"]]]]`), []byte{64, 1})
	f.Fuzz(func(t *testing.T, text, plan []byte) {
		if len(plan) == 0 || len(plan) > 32 || len(text) > 4096 {
			return
		}
		p := strict(t, 1+int(plan[0])%8)
		if plan[0] >= 0x80 {
			p = decoder.Body(int(plan[0]) % 8)
		}
		sizes, sum := make([]int, len(plan)), 0
		for i, b := range plan {
			sizes[i] = int(b)
			sum += sizes[i]
		}
		if sum == 0 {
			return
		}
		want := whole(decoder.NewScanner(p), string(text))
		for _, late := range []bool{false, true} {
			if got := chunked(t, decoder.NewScanner(p), string(text), late, sizes...); !got.equal(want) {
				t.Errorf("%q in chunks %v, late %v: %v, whole: %v", text, sizes, late, got, want)
			}
		}
	})
}

// FuzzCheckAgainstEncodingJSON: Body takes just what json.Valid and utf8.Valid
// take, and Strict differs by its own rules only; what Strict takes has the
// tokens of encoding/json.
func FuzzCheckAgainstEncodingJSON(f *testing.F) {
	f.Add([]byte(`{"a":[1,-2.5e3,"\ud83d\ude00é",{"a":null}],"b":true}`))
	f.Add([]byte("[\"\xe2\x82\xac\xe2\x82\",18446744073709551616]"))
	f.Add([]byte(`[1.5,0,-0,"\ud800\n"] `))
	f.Fuzz(func(t *testing.T, text []byte) {
		// encoding/json stops at 10,000 levels.
		if strings.Count(string(text), "[")+strings.Count(string(text), "{") > 9000 {
			return
		}
		body := decoder.NewScanner(decoder.Body(0)).Scan(text, true)
		if want := json.Valid(text) && utf8.Valid(text); want != (body.Reason == decoder.None) {
			t.Fatalf("json.Valid and utf8.Valid %v, Body %v", want, body)
		}
		s := decoder.NewScanner(standard(t))
		o := s.Scan(text, true)
		if fault := strictFault(o, body); fault != "" {
			t.Fatalf("%s: Strict %v, Body %v", fault, o, body)
		}
		if o.Reason != decoder.None {
			return
		}
		x := s.Index(text)
		d := json.NewDecoder(strings.NewReader(string(text)))
		d.UseNumber()
		for i := 0; ; i++ {
			token, err := d.Token()
			if err == io.EOF && i == x.Len() {
				return
			}
			if err != nil || i == x.Len() {
				t.Fatalf("token %d of %d: encoding/json %v, %v", i, x.Len(), token, err)
			}
			if fault := compareToken(x, i, token, int(d.InputOffset())); fault != "" {
				t.Fatalf("token %d: %s; encoding/json has %v", i, fault, token)
			}
		}
	})
}
