package ingress

import "github.com/kvhints/hintcheck/admit"

// Disposition is what became of a request's body. The set is closed and the
// texts are stable: they are values of metric labels.
type Disposition uint8

const (
	// NoDisposition is the zero Disposition: nothing was decided.
	NoDisposition Disposition = iota
	// Forwarded: the body goes upstream and no hint carrier was cut from it.
	Forwarded
	// Stripped: the body goes upstream without at least one carrier that it had.
	Stripped
	// Withheld: as Stripped, and one of the carriers was an admitted hint, which
	// the policy keeps from this upstream. The Cause says why.
	Withheld
	// Refused: nothing of the body goes upstream. The Cause says why.
	Refused

	numDispositions = iota
)

var dispositionTexts = [numDispositions]string{
	NoDisposition: "none",
	Forwarded:     "forwarded",
	Stripped:      "stripped",
	Withheld:      "withheld",
	Refused:       "refused",
}

// String returns the stable text, such as stripped.
func (d Disposition) String() string {
	if d < numDispositions {
		return dispositionTexts[d]
	}
	return "invalid"
}

// MarshalText returns the text of String, so that encoders write it and no number.
func (d Disposition) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Dispositions returns all dispositions but NoDisposition, for metrics that are
// to be there from the start.
func Dispositions() []Disposition { return all[Disposition](Forwarded, numDispositions) }

// Cause says why a request was refused or its hint withheld. The set is closed
// and the texts are stable: they are values of metric labels. What became of a
// hint otherwise is told by [admit.Reason].
type Cause uint8

const (
	NoCause              Cause = iota // none: not refused and not withheld
	HandoffNotAllowed                 // edge: a client's handoff member
	DuplicateHandoff                  // worker: two handoff members of one name in one object
	InvalidHandoff                    // worker: a known field of a handoff member has a wrong type or range
	UnreadableBody                    // not one RFC 8259 object in UTF-8
	BodyTooLarge                      // more than MaxBodyBytes bytes
	UnsupportedEncoding               // a Content-Encoding that is not read
	UnsupportedMediaType              // a media type that is not read on this route
	UpstreamWithholds                 // the upstream is older than the field
	ActionNotAllowed                  // the envelope has an action type that is not listed
	Overloaded                        // the budget of body bytes in flight is used up
	Stalled                           // the body did not come in time
	BadFraming                        // the message framing is ambiguous
	PathNotAllowed                    // the path can be read as another route
	UpgradeNotAllowed                 // Upgrade, CONNECT, or a 101 nobody asked for

	numCauses = iota
)

var causeTexts = [numCauses]string{
	NoCause:              "none",
	HandoffNotAllowed:    "handoff_not_allowed",
	DuplicateHandoff:     "duplicate_handoff",
	InvalidHandoff:       "invalid_handoff",
	UnreadableBody:       "unreadable_body",
	BodyTooLarge:         "body_too_large",
	UnsupportedEncoding:  "unsupported_encoding",
	UnsupportedMediaType: "unsupported_media_type",
	UpstreamWithholds:    "upstream_withholds",
	ActionNotAllowed:     "action_not_allowed",
	Overloaded:           "overloaded",
	Stalled:              "stalled",
	BadFraming:           "bad_framing",
	PathNotAllowed:       "path_not_allowed",
	UpgradeNotAllowed:    "upgrade_not_allowed",
}

// String returns the stable text, such as unreadable_body.
func (c Cause) String() string {
	if c < numCauses {
		return causeTexts[c]
	}
	return "invalid"
}

// MarshalText returns the text of String, so that encoders write it and no number.
func (c Cause) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Causes returns all causes, NoCause first.
func Causes() []Cause { return all[Cause](NoCause, numCauses) }

// Status returns the HTTP status (RFC 9110 section 15) of a request refused for
// this cause, or 0 for a cause that refuses nothing.
func (c Cause) Status() int {
	switch c {
	case HandoffNotAllowed, DuplicateHandoff, InvalidHandoff, UnreadableBody, BadFraming, PathNotAllowed, UpgradeNotAllowed:
		return 400
	case Stalled:
		return 408
	case BodyTooLarge:
		return 413
	case UnsupportedEncoding, UnsupportedMediaType:
		return 415
	case Overloaded:
		return 503
	}
	return 0
}

// Decision is what became of one request. There is one a request, made by
// [Scan.Decide] or, for what is refused before its body is read, by Refuse.
type Decision struct {
	Disposition Disposition
	Cause       Cause
	Status      int // HTTP status of a refusal, else 0
	// Offset is a byte of the body, from 0, or admit.NoOffset: of a refusal, the
	// byte that Cause is about; of two members at the admitted path, the opening
	// quote of the second.
	Offset int
	Trust  admit.Trust
	// UnknownFields counts the members of a worker's handoffs that are not known:
	// they passed unchecked.
	UnknownFields int
	// Admission is what became of the request's hint: one outcome a request, with
	// offsets from the hint's own first byte. Of a refused request it is absent
	// and not counted: its hint was not judged.
	Admission admit.Decision
}

// Refuse returns the Decision of a request that is refused for cause before its
// body is read, or while it is.
func Refuse(cause Cause, trust admit.Trust) Decision {
	return refusal(cause, admit.NoOffset, trust)
}

func refusal(cause Cause, offset int, trust admit.Trust) Decision {
	return Decision{
		Disposition: Refused, Cause: cause, Status: cause.Status(), Offset: offset, Trust: trust,
		Admission: admit.Decision{Outcome: admit.Ignored, Reason: admit.Absent, Offset: admit.NoOffset},
	}
}

// all returns the constants of a closed set from first up to, not including, end.
func all[T ~uint8](first T, end int) []T {
	list := make([]T, 0, end)
	for v := first; int(v) < end; v++ {
		list = append(list, v)
	}
	return list
}
