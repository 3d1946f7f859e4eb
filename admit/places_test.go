package admit

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vmihailenco/msgpack/v5"
)

// TestValuesInEveryPlace: integers and texts are written and read back many bytes
// at a time where there are as many around them, and one by one where not. What
// another encoder writes is right in every place.
func TestValuesInEveryPlace(t *testing.T) {
	var texts []string
	want := map[string][]byte{}
	encoded := func(text string, encode func(*msgpack.Encoder) error) {
		var b bytes.Buffer
		e := msgpack.NewEncoder(&b)
		e.UseCompactInts(true)
		if err := encode(e); err != nil {
			t.Fatal(err)
		}
		texts, want[text] = append(texts, text), b.Bytes()
	}
	for _, digits := range []string{"12345678901234567890", "98765432109876543210", "10000000000000000000", "99999999999999999999"} {
		for n := 1; n <= len(digits); n++ {
			literal := digits[:n]
			if v, err := strconv.ParseUint(literal, 10, 64); err == nil {
				encoded(literal, func(e *msgpack.Encoder) error { return e.EncodeUint(v) })
			}
			if v, err := strconv.ParseInt("-"+literal, 10, 64); err == nil {
				encoded("-"+literal, func(e *msgpack.Encoder) error { return e.EncodeInt(v) })
			}
		}
	}
	for n := range 35 {
		s := strings.Repeat("abcdefg", 5)[:n]
		encoded(`"`+s+`"`, func(e *msgpack.Encoder) error { return e.EncodeString(s) })
		encoded(`"`+strings.Repeat(`\u0061`, n)+`"`, func(e *msgpack.Encoder) error { return e.EncodeString(strings.Repeat("a", n)) })
	}
	for _, text := range texts {
		for n := range 26 {
			for _, place := range [][2]int{{n, 0}, {n, 25}, {0, n}, {25, n}} {
				s, _ := packed(t, strings.Repeat(" ", place[0])+text+strings.Repeat(" ", place[1]))
				if diff := cmp.Diff(want[text], s.pack); diff != "" {
					t.Fatalf("%s behind %d bytes and before %d (-want +got):\n%s", text, place[0], place[1], diff)
				}
			}
		}
	}
}
