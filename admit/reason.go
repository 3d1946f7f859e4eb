package admit

import "github.com/kvhints/hintcheck/decoder"

// Trust says whether the sender of an envelope may give hints at all. It is
// decided by whoever accepts the connection, never by the envelope. The zero
// Trust is Untrusted, and so is every value that is not Trusted.
type Trust uint8

const (
	Untrusted Trust = iota
	Trusted
)

// String returns untrusted or trusted.
func (t Trust) String() string {
	if t == Trusted {
		return "trusted"
	}
	return "untrusted"
}

// MarshalText returns the text of String, so that encoders write it and no number.
func (t Trust) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// Outcome is what becomes of an envelope. The set is closed and the texts are
// stable. The zero Outcome is Ignored.
type Outcome uint8

const (
	Ignored  Outcome = iota // counted; the request goes on without the hint
	Admitted                // frozen as a Snapshot
)

// String returns ignored or admitted.
func (o Outcome) String() string {
	if o == Admitted {
		return "admitted"
	}
	return "ignored"
}

// MarshalText returns the text of String, so that encoders write it and no number.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Reason is the one rule that decided about an envelope. The set is closed, the
// texts are stable, and the constants stand in the order of judgement: the first
// rule that applies decides. See docs/admission.md.
type Reason uint8

const (
	// Absent: no bytes, or within MaxBytes exactly null with JSON whitespace.
	Absent Reason = iota
	// NotTrusted: the sender is not Trusted; the bytes are not parsed.
	NotTrusted
	// Oversized: more than MaxBytes bytes as received, whatever they are.
	Oversized
	// MalformedJSON and the six reasons after it: the first offence in the
	// order of the bytes against strict RFC 8259 within limits; package decoder
	// finds it.
	MalformedJSON
	InvalidUTF8
	LoneSurrogate
	DuplicateMember
	TooDeep
	IntegerOutOfRange
	NumberOutOfRange
	// NotAnObject: the value is not an object.
	NotAnObject
	// UnsupportedVersion: protocol_version is a string that is not in Versions.
	UnsupportedVersion
	// InvalidEnvelope: a required member is missing or of the wrong kind.
	InvalidEnvelope
	// NotEncodable: the MessagePack form, read back, is not the same value. The
	// rules before it should make this unreachable; it is checked all the same.
	NotEncodable
	// NoFault: none of the above, so the envelope is admitted.
	NoFault

	numReasons = iota
)

var reasonTexts = [numReasons]string{
	Absent:             "absent",
	NotTrusted:         "untrusted",
	Oversized:          "oversized",
	MalformedJSON:      "malformed_json",
	InvalidUTF8:        "invalid_utf8",
	LoneSurrogate:      "lone_surrogate",
	DuplicateMember:    "duplicate_member",
	TooDeep:            "too_deep",
	IntegerOutOfRange:  "integer_out_of_range",
	NumberOutOfRange:   "number_out_of_range",
	NotAnObject:        "not_an_object",
	UnsupportedVersion: "unsupported_version",
	InvalidEnvelope:    "invalid_envelope",
	NotEncodable:       "not_encodable",
	NoFault:            "admitted",
}

// String returns the stable text of the reason, such as duplicate_member. It is
// the value of metric labels and of golden cases.
func (r Reason) String() string {
	if r < numReasons {
		return reasonTexts[r]
	}
	return "invalid"
}

// MarshalText returns the text of String, so that encoders write it and no number.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Reasons returns all reasons in the order of judgement.
func Reasons() []Reason {
	all := make([]Reason, numReasons)
	for i := range all {
		all[i] = Reason(i)
	}
	return all
}

// reasonOf returns the reason for what the decoder found.
func reasonOf(r decoder.Reason) Reason {
	switch r {
	case decoder.None:
		return NoFault
	case decoder.Oversized:
		return Oversized
	case decoder.InvalidUTF8:
		return InvalidUTF8
	case decoder.LoneSurrogate:
		return LoneSurrogate
	case decoder.DuplicateMember:
		return DuplicateMember
	case decoder.TooDeep:
		return TooDeep
	case decoder.IntegerOutOfRange:
		return IntegerOutOfRange
	case decoder.NumberOutOfRange:
		return NumberOutOfRange
	}
	return MalformedJSON // also for a value that is not in the set: never fail open
}
