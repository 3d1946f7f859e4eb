// Package reference is a slow, readable second implementation of the
// admission rules (docs/admission.md; the numbered order of judgement), for
// tests, fuzzing and the golden case generator only.
//
//	v := reference.Judge(raw, reference.Limits{MaxBytes: 65536, MaxDepth: 32, Versions: []string{"0.1"}}, true)
//	if v.Outcome == reference.Ignored {
//		fmt.Println(v.Reason, v.Offset, v.Pointer)
//	}
//
// It shares no code with the production packages: a recursive reader builds a
// tree of the value (text.go, string.go, number.go), the envelope rules walk
// that tree (envelope.go) and the MessagePack form is written from it
// (msgpack.go). Where the two implementations disagree, at least one is wrong.
package reference

import "bytes"

// The two outcomes.
const (
	Admitted = "admitted"
	Ignored  = "ignored"
)

// The reasons, in the order of judgement. Admitted is the reason of an
// admitted envelope.
const (
	Absent             = "absent"
	Untrusted          = "untrusted"
	Oversized          = "oversized"
	MalformedJSON      = "malformed_json"
	InvalidUTF8        = "invalid_utf8"
	LoneSurrogate      = "lone_surrogate"
	DuplicateMember    = "duplicate_member"
	TooDeep            = "too_deep"
	IntegerOutOfRange  = "integer_out_of_range"
	NumberOutOfRange   = "number_out_of_range"
	NotAnObject        = "not_an_object"
	UnsupportedVersion = "unsupported_version"
	InvalidEnvelope    = "invalid_envelope"
	NotEncodable       = "not_encodable"
)

// Limits are the bounds of one judgement. They are taken as they are: the
// zero value makes every text oversized.
type Limits struct {
	MaxBytes int      // largest text, in bytes as received
	MaxDepth int      // open arrays and objects; the envelope is level 1
	Versions []string // protocol versions that are understood
}

// Action is one element of an admitted envelope's actions.
type Action struct {
	ID, Type, Version string
	Payload           []byte // the JSON of payload, as received; shares the input's memory
}

// Verdict is everything the rules say of one text.
type Verdict struct {
	Outcome    string // Admitted or Ignored
	Reason     string // a reason, or Admitted
	Offset     int    // byte offset of the offence, -1 for none
	Pointer    string // RFC 6901 JSON Pointer of the offence
	HasPointer bool   // tells "no pointer" from the empty pointer (the whole text)

	// Set for an admitted envelope only.
	MessagePack []byte
	Version     string
	MessageID   string
	Actions     []Action
}

// Judge applies the rules in their order; the first that applies decides.
//
// NotEncodable (rule 8) is never returned: a text that passed rules 4 to 7
// has a MessagePack form that reads back as the same value, which
// readback_test.go checks.
//
// Time and memory are linear in len(raw), with a large constant; recursion is
// as deep as MaxDepth.
func Judge(raw []byte, limits Limits, trusted bool) Verdict {
	// Rule 1.
	if len(raw) == 0 || len(raw) <= limits.MaxBytes && isNull(raw) {
		return ignoredNowhere(Absent)
	}
	// Rule 2.
	if !trusted {
		return ignoredNowhere(Untrusted)
	}
	// Rule 3.
	if len(raw) > limits.MaxBytes {
		return Verdict{Outcome: Ignored, Reason: Oversized, Offset: limits.MaxBytes}
	}
	// Rule 4.
	v, bad := readText(raw, limits.MaxDepth)
	if bad != nil {
		return bad.verdict()
	}
	// Rules 5 to 7.
	env, bad := readEnvelope(v, limits.Versions)
	if bad != nil {
		return bad.verdict()
	}
	return Verdict{
		Outcome:     Admitted,
		Reason:      Admitted,
		Offset:      -1,
		MessagePack: appendMessagePack(nil, v),
		Version:     env.version,
		MessageID:   env.messageID,
		Actions:     env.actions,
	}
}

// isNull reports whether raw is exactly the literal null with JSON whitespace
// around it.
func isNull(raw []byte) bool {
	return string(bytes.Trim(raw, " \t\r\n")) == "null"
}

func ignoredNowhere(reason string) Verdict {
	return Verdict{Outcome: Ignored, Reason: reason, Offset: -1}
}

// offence is one broken rule and where it was broken.
type offence struct {
	reason string
	offset int
	at     *place
}

func (o *offence) verdict() Verdict {
	return Verdict{
		Outcome:    Ignored,
		Reason:     o.reason,
		Offset:     o.offset,
		Pointer:    o.at.pointer(),
		HasPointer: true,
	}
}
