package reference_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kvhints/hintcheck/internal/reference"
	"github.com/kvhints/hintcheck/internal/reference/peer"
)

// Rule 8 says that it should be unreachable: what rules 4 to 7 let through
// reads back from MessagePack as the same value. Here encoding/json says what
// the value is and a MessagePack reader written for this test what came back.
func TestReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	admittedTexts := 0
	for range 20_000 {
		x := breed(random)
		text, _ := withValue(string(x))
		v := reference.Judge([]byte(text), standard, true)
		if v.Outcome != reference.Admitted {
			continue
		}
		admittedTexts++

		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		got, rest, err := unpack(v.MessagePack)
		if err != nil || len(rest) != 0 {
			t.Fatalf("%q: reading %x back: %v, %d bytes left", text, v.MessagePack, err, len(rest))
		}
		if diff := cmp.Diff(numbers(want), got); diff != "" {
			t.Fatalf("%q: reads back as another value (-want +got)\n%s", text, diff)
		}

		other, err := peer.MessagePack([]byte(text))
		if err != nil || !bytes.Equal(v.MessagePack, other) {
			t.Fatalf("%q: MessagePack %x, vmihailenco/msgpack says %x, %v", text, v.MessagePack, other, err)
		}
		if bound := 9 * (len(text) + 1) / 4; len(v.MessagePack) > bound {
			t.Fatalf("%q: MessagePack of %d bytes, at most %d are promised", text, len(v.MessagePack), bound)
		}
	}
	if admittedTexts < 3_000 {
		t.Errorf("only %d texts were admitted", admittedTexts)
	}
}

// integer and float are numbers as values: the decimal digits of the one, the
// bits of the other, so that -0.0 is not 0.0.
type (
	integer string
	float   uint64
)

// numbers replaces the literals of a decoded value by what they stand for.
func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if strings.ContainsAny(string(v), ".eE") {
			f, _ := strconv.ParseFloat(string(v), 64) // the texts here are short
			return float(math.Float64bits(f))
		}
		if v == "-0" {
			return integer("0")
		}
		return integer(v)
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = numbers(v[name])
		}
	}
	return v
}

// unpack reads one value of a trusted, complete form.
func unpack(b []byte) (v any, rest []byte, err error) {
	code, b := b[0], b[1:]
	take := func(n int) []byte {
		head := b[:n]
		b = b[n:]
		return head
	}
	wide := func(width int) uint64 {
		var bytes [8]byte
		copy(bytes[8-width:], take(width))
		return binary.BigEndian.Uint64(bytes[:])
	}
	length := func(width int) int { return int(wide(width)) }
	items := func(n int) (any, []byte, error) {
		list := make([]any, n)
		for i := range list {
			if list[i], b, err = unpack(b); err != nil {
				return nil, nil, err
			}
		}
		return list, b, nil
	}
	members := func(n int) (any, []byte, error) {
		object := map[string]any{}
		for range n {
			var name any
			if name, b, err = unpack(b); err != nil {
				return nil, nil, err
			}
			if object[name.(string)], b, err = unpack(b); err != nil {
				return nil, nil, err
			}
		}
		if len(object) != n {
			return nil, nil, fmt.Errorf("a name is repeated")
		}
		return object, b, nil
	}
	unsigned := func(width int) integer {
		return integer(strconv.FormatUint(wide(width), 10))
	}
	signed := func(width int) integer {
		shift := 64 - 8*width
		return integer(strconv.FormatInt(int64(wide(width)<<shift)>>shift, 10))
	}
	switch {
	case code <= 0x7F:
		return integer(strconv.Itoa(int(code))), b, nil
	case code <= 0x8F:
		return members(int(code & 15))
	case code <= 0x9F:
		return items(int(code & 15))
	case code <= 0xBF:
		s := string(take(int(code & 31)))
		return s, b, nil
	case code >= 0xE0:
		return integer(strconv.Itoa(int(int8(code)))), b, nil
	}
	switch code {
	case 0xC0:
		return nil, b, nil
	case 0xC2, 0xC3:
		return code == 0xC3, b, nil
	case 0xCB:
		f := float(binary.BigEndian.Uint64(take(8)))
		return f, b, nil
	case 0xCC, 0xCD, 0xCE, 0xCF:
		u := unsigned(1 << (code - 0xCC))
		return u, b, nil
	case 0xD0, 0xD1, 0xD2, 0xD3:
		i := signed(1 << (code - 0xD0))
		return i, b, nil
	case 0xD9, 0xDA, 0xDB:
		s := string(take(length(1 << (code - 0xD9))))
		return s, b, nil
	case 0xDC, 0xDD:
		return items(length(2 << (code - 0xDC)))
	case 0xDE, 0xDF:
		return members(length(2 << (code - 0xDE)))
	}
	return nil, nil, fmt.Errorf("no form of ours begins with %#x", code)
}
