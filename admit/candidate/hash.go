package candidate

import (
	"strconv"

	"github.com/kvhints/hintcheck/decoder"
)

// Form is one way to write a block hash. The set is closed. The producers of
// today do not agree: one string may be two different hashes.
type Form uint8

const (
	// Number: a JSON integer from 0 to 2^64-1, as KVCR, Dynamo and TensorRT-LLM
	// write it; -0 is 0. A negative number is bad here: SGLang masks it to 64
	// bits, so that -1 and 2^64-1 are one block, and KVCR raises.
	Number Form = iota
	// Hex16: a string of exactly 16 hex digits in either case, as Dynamo's gRPC
	// sidecar writes it for SGLang. SGLang cuts a longer string to 16; that is
	// bad here, since different blocks would become one.
	Hex16
	// Decimal: a string of 1 to 20 digits for 0 to 2^64-1, leading zeros
	// allowed, as in Dynamo's kv.evict and kv.retain.
	Decimal
	// HexPrefixed: hex: and exactly 16 hex digits in either case, as the vLLM
	// overlay writes bytes.
	HexPrefixed

	numForms = iota
)

var formTexts = [numForms]string{
	Number:      "number",
	Hex16:       "hex16",
	Decimal:     "decimal",
	HexPrefixed: "hex_prefixed",
}

// String returns the stable text of the form, such as hex16.
func (f Form) String() string {
	if f < numForms {
		return formTexts[f]
	}
	return "invalid"
}

// MarshalText returns the text of String, so that encoders write it and no number.
func (f Form) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// Hash is a block hash and the form it was written in. Where two forms of a
// family read a string as one number, it is the first of them in the order of the
// constants.
type Hash struct {
	Value uint64
	Form  Form
}

// forms is a set of Form, one bit each.
type forms uint8

func formBit(f Form) forms { return 1 << f }

// readHashes appends the hashes of the Array at position list to dst, each read
// in one of the forms. It stops at the first that is not good.
func readHashes(dst []Hash, x decoder.Index, list int, fs forms) ([]Hash, Reason) {
	if x.Count(list) == 0 {
		return dst, BadHashes
	}
	for at := list + 1; x.Kind(at) != decoder.End; at = x.Next(at) {
		h, reason := readHash(x, at, fs)
		if reason != none {
			return dst, reason
		}
		dst = append(dst, h)
	}
	return dst, none
}

func readHash(x decoder.Index, at int, fs forms) (Hash, Reason) {
	switch x.Kind(at) {
	case decoder.Integer:
		if fs&formBit(Number) == 0 {
			return Hash{}, BadHashes
		}
		raw := x.Raw(at)
		if string(raw) == "-0" {
			raw = raw[1:]
		}
		v, err := strconv.ParseUint(string(raw), 10, 64)
		if err != nil {
			return Hash{}, BadHashes // negative
		}
		return Hash{v, Number}, none
	case decoder.String:
		var room [longestHash]byte
		if x.TextLen(at) > len(room) {
			return Hash{}, BadHashes
		}
		return readHashText(x.Text(room[:0], at), fs)
	}
	return Hash{}, BadHashes
}

const (
	hexPrefix   = "hex:"
	hexDigits   = 16                          // of a u64
	longestHash = len("18446744073709551615") // and of hex: with its digits
)

func readHashText(text []byte, fs forms) (Hash, Reason) {
	found, reason := Hash{}, BadHashes
	for f := Hex16; f < numForms; f++ {
		v, ok := f.parse(text)
		switch {
		case !ok || fs&formBit(f) == 0:
		case reason == BadHashes:
			found, reason = Hash{v, f}, none
		case v != found.Value:
			return Hash{}, AmbiguousHash
		}
	}
	return found, reason
}

// parse reads the text of a string in the form. ParseUint takes no sign, and with
// a base no prefix and no underscore.
func (f Form) parse(text []byte) (v uint64, ok bool) {
	base := 16
	switch f {
	case Decimal:
		base = 10
	case HexPrefixed:
		if len(text) != len(hexPrefix)+hexDigits || string(text[:len(hexPrefix)]) != hexPrefix {
			return 0, false
		}
		text = text[len(hexPrefix):]
	case Hex16:
		if len(text) != hexDigits {
			return 0, false
		}
	}
	v, err := strconv.ParseUint(string(text), base, 64)
	return v, err == nil
}
