// Package peer makes the MessagePack form of a JSON text from other people's
// code only: encoding/json reads it, vmihailenco/msgpack writes it. It is an
// independent check on forms of ours, for tests and the case generator.
//
//	want, err := peer.MessagePack([]byte(`{"a":[1,-2,3.5]}`))
//
// It is no admission: it takes what encoding/json takes, and so must be given
// only texts that are known to be admissible (encoding/json replaces broken
// UTF-8 and lone surrogates silently).
package peer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/vmihailenco/msgpack/v5"
)

// MessagePack returns the form of one JSON text: members in the order
// received, shortest integers, float64 for other numbers.
func MessagePack(text []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // float64 would lose integers above 2^53
	v, err := readValue(d)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := writeValue(msgpack.NewEncoder(&out), v); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// array and object hold what the token stream says in its own order; a Go map
// would lose the order of members.
type (
	array  []any
	object []member
	member struct {
		name  string
		value any
	}
)

func readValue(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('['):
		items := array{}
		for d.More() {
			item, err := readValue(d)
			if err != nil {
				return nil, err
			}
			items = append(items, item)
		}
		_, err := d.Token()
		return items, err
	case json.Delim('{'):
		members := object{}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := readValue(d)
			if err != nil {
				return nil, err
			}
			members = append(members, member{name.(string), v})
		}
		_, err := d.Token()
		return members, err
	default:
		return token, nil
	}
}

// writeValue calls the encoder by hand: left to itself it writes json.Number
// as a string, whole floats as integers (UseCompactFloats) and maps in no
// order of ours.
func writeValue(e *msgpack.Encoder, v any) error {
	switch v := v.(type) {
	case nil:
		return e.EncodeNil()
	case bool:
		return e.EncodeBool(v)
	case string:
		return e.EncodeString(v)
	case json.Number:
		return writeNumber(e, string(v))
	case array:
		if err := e.EncodeArrayLen(len(v)); err != nil {
			return err
		}
		for _, item := range v {
			if err := writeValue(e, item); err != nil {
				return err
			}
		}
		return nil
	case object:
		if err := e.EncodeMapLen(len(v)); err != nil {
			return err
		}
		for _, m := range v {
			if err := e.EncodeString(m.name); err != nil {
				return err
			}
			if err := writeValue(e, m.value); err != nil {
				return err
			}
		}
		return nil
	default:
		return fmt.Errorf("peer: unexpected token %T", v)
	}
}

func writeNumber(e *msgpack.Encoder, literal string) error {
	if strings.ContainsAny(literal, ".eE") {
		f, err := Float(literal)
		if err != nil {
			return err
		}
		return e.EncodeFloat64(f)
	}
	i, ok := new(big.Int).SetString(literal, 10)
	switch {
	case !ok:
		return fmt.Errorf("peer: %.40q is not an integer", literal)
	case i.IsUint64():
		return e.EncodeUint(i.Uint64())
	case i.IsInt64():
		return e.EncodeInt(i.Int64())
	default:
		return fmt.Errorf("peer: integer %.40q needs more than 64 bits", literal)
	}
}

// Float returns the float64 nearest to a JSON number, infinity and an error where
// that is out of range. It asks strconv, and math/big where strconv is known to be
// wrong: it forgets digits beyond the 800th and exponents of more than about five
// digits (golang/go#42436).
func Float(literal string) (float64, error) {
	if len(literal) < 700 {
		return strconv.ParseFloat(literal, 64)
	}
	sign, magnitude := "", literal
	if literal[0] == '-' {
		sign, magnitude = "-", literal[1:]
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(magnitude), "e")
	if len(strings.TrimLeft(exponent, "+-0")) > 9 {
		// Too much for math/big, and more than the digits of any text of at most
		// 16 MiB can make good.
		if exponent[0] == '-' || strings.Trim(mantissa, "0.") == "" {
			return strconv.ParseFloat(sign+"0", 64)
		}
		return strconv.ParseFloat(sign+"1e999", 64)
	}
	// Four bits a digit, and some for what a float64 itself needs, tell the
	// number from any tie that it does not sit on.
	precision := uint(4*len(literal) + 2_200)
	wide, _, err := big.ParseFloat(literal, 10, precision, big.ToNearestEven)
	if err != nil {
		return 0, err
	}
	f, _ := wide.Float64()
	if math.IsInf(f, 0) {
		return strconv.ParseFloat(sign+"1e999", 64)
	}
	return f, nil
}
