package decoder

import "strconv"

// Reason says what is wrong with a text. The set is closed and the texts are
// stable: they are metric labels and golden values. The zero Reason is None.
type Reason uint8

const (
	None              Reason = iota // nothing is wrong so far
	Oversized                       // more bytes than MaxBytes
	MalformedJSON                   // no RFC 8259 text has this byte here, or it ends too early
	InvalidUTF8                     // a string holds a sequence that is not UTF-8 (RFC 3629)
	LoneSurrogate                   // a \u escape is half of a surrogate pair
	DuplicateMember                 // an object has two members of one name
	TooDeep                         // more open arrays and objects than MaxDepth
	IntegerOutOfRange               // below limits.MinInteger or above limits.MaxInteger
	NumberOutOfRange                // infinite as float64

	numReasons = iota
)

var reasonTexts = [numReasons]string{
	None:              "none",
	Oversized:         "oversized",
	MalformedJSON:     "malformed_json",
	InvalidUTF8:       "invalid_utf8",
	LoneSurrogate:     "lone_surrogate",
	DuplicateMember:   "duplicate_member",
	TooDeep:           "too_deep",
	IntegerOutOfRange: "integer_out_of_range",
	NumberOutOfRange:  "number_out_of_range",
}

// String returns the stable text of the reason, such as duplicate_member.
func (r Reason) String() string {
	if r < numReasons {
		return reasonTexts[r]
	}
	return "invalid"
}

// Offence is the first thing wrong with a text: the reason and the byte offset
// from the start of the text. The zero Offence means that nothing is wrong.
//
// The offset is, by reason: the limit (Oversized); the first byte that no valid
// text has there, or the length of a text that ends too early (MalformedJSON);
// the first byte of the sequence (InvalidUTF8); the backslash of the escape
// (LoneSurrogate); the opening quote of the repeated name (DuplicateMember); the
// bracket (TooDeep); the first byte of the number (IntegerOutOfRange,
// NumberOutOfRange).
type Offence struct {
	Reason Reason
	Offset int
}

// Error is an [Offence] told to a person: where, and what was expected there.
// Its text is one line of at most 256 bytes with everything from the text
// escaped. Only newError makes one.
type Error struct {
	Reason  Reason
	Offset  int    // in bytes from the start of the text
	Pointer string // RFC 6901, of the value being read; see [Scanner.AppendPointer]
	Want    string // what was expected, with the limit where one was passed
}

func newError(o Offence, pointer string, p Profile) *Error {
	return &Error{Reason: o.Reason, Offset: o.Offset, Pointer: pointer, Want: expectation(o.Reason, p)}
}

// expectation says what a text should have had instead.
func expectation(r Reason, p Profile) string {
	switch r {
	case Oversized:
		return "want at most " + strconv.Itoa(p.maxBytes) + " bytes"
	case MalformedJSON:
		return "want one RFC 8259 value and nothing else"
	case InvalidUTF8:
		return "want UTF-8"
	case LoneSurrogate:
		return "want a high surrogate escape and then a low one"
	case DuplicateMember:
		return "want each name once in an object"
	case TooDeep:
		return "want at most " + strconv.Itoa(p.maxDepth) + " open arrays and objects"
	case IntegerOutOfRange:
		return "want an integer from -9223372036854775808 to 18446744073709551615"
	case NumberOutOfRange:
		return "want a number that is finite as float64"
	}
	return "want no offence"
}

func (e *Error) Error() string {
	line := e.Reason.String() + " at offset " + strconv.Itoa(e.Offset)
	if e.Pointer != "" {
		line += " in " + Quote(e.Pointer, 100)
	}
	return line + ": " + e.Want
}
