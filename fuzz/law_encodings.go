package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/fxamacker/cbor/v2"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/internal/reference/peer"
)

// Encodings: the forms of a snapshot are what other people's code makes of the
// text: encoding/json reads it, vmihailenco/msgpack and fxamacker/cbor write it.
// Both libraries also carry a snapshot inside values of their own. Nothing is
// decoded here but in diagnostic notation.
func Encodings(data []byte) error {
	if len(data) > LargestInput {
		return nil
	}
	in := Parse(data)
	d, err := decide(in)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	if d.Outcome != admit.Admitted {
		return nil
	}
	if err := packed(d.Snapshot, in.Text); err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	if err := diagnosed(d.Snapshot, in.Text); err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	return nil
}

func packed(s admit.Snapshot, text []byte) error {
	want, err := peer.MessagePack(text)
	if err != nil {
		return err
	}
	if got := s.MessagePack(); !bytes.Equal(got, want) {
		return fmt.Errorf("MessagePack form %x, want %x", got, want)
	}
	// No more than 9(n+1)/4 bytes for n bytes of JSON.
	if most := 9 * (len(text) + 1) / 4; len(want) > most {
		return fmt.Errorf("%d bytes of MessagePack, want at most %d", len(want), most)
	}
	carried, err := msgpack.Marshal([]admit.Snapshot{s, s})
	if err != nil {
		return err
	}
	if want := append(append([]byte{0x92}, want...), want...); !bytes.Equal(carried, want) { // an array of two
		return fmt.Errorf("inside an array it is %x, want %x", carried, want)
	}
	return nil
}

func diagnosed(s admit.Snapshot, text []byte) error {
	got, err := cbor.Marshal(s)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // float64 would lose integers above 2^53
	want, err := otherCBOR(d)
	if err != nil {
		return err
	}
	most := max(16, len(text))
	notation, err := cbor.DiagOptions{
		FloatPrecisionIndicator: true, MaxNestedLevels: 1000, MaxArrayElements: most, MaxMapPairs: most,
	}.DiagMode()
	if err != nil {
		return err
	}
	told, err := notation.Diagnose(got)
	if err != nil {
		return fmt.Errorf("CBOR %x: %w", got, err)
	}
	due, err := notation.Diagnose(want)
	if err != nil {
		return fmt.Errorf("the other CBOR %x: %w", want, err)
	}
	if told != due || !bytes.Equal(got, want) {
		return fmt.Errorf("in CBOR it is\n%s, %x; want\n%s, %x", told, got, due, want)
	}
	return nil
}

// otherCBOR encodes the next value of the decoder. The library has no ordered
// map, so the heads of arrays and maps are made of the head of their count: RFC
// 8949 section 3 gives all major types one form of argument.
func otherCBOR(d *json.Decoder) ([]byte, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('['), json.Delim('{'):
		var inner []byte
		n := 0
		for ; d.More(); n++ {
			next, err := otherCBOR(d)
			if err != nil {
				return nil, err
			}
			inner = append(inner, next...)
		}
		if _, err := d.Token(); err != nil {
			return nil, err
		}
		major := byte(4 << 5)
		if token == json.Delim('{') {
			major = 5 << 5
			n /= 2 // names and values came in turn
		}
		head, err := cbor.Marshal(uint64(n))
		if err != nil {
			return nil, err
		}
		head[0] |= major
		return append(head, inner...), nil
	}
	number, ok := token.(json.Number)
	if !ok {
		return cbor.Marshal(token)
	}
	literal := string(number)
	if strings.ContainsAny(literal, ".eE") {
		f, err := peer.Float(literal)
		if err != nil {
			return nil, err
		}
		return cbor.Marshal(f)
	}
	if u, err := strconv.ParseUint(literal, 10, 64); err == nil {
		return cbor.Marshal(u)
	}
	i, err := strconv.ParseInt(literal, 10, 64)
	if err != nil {
		return nil, err
	}
	return cbor.Marshal(i)
}
