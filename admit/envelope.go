package admit

import (
	"strconv"
	"unicode/utf8"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

// Envelope is an envelope that our own code builds. It is the strict side of
// admission: a router that makes a bad hint has a bug and is told so, while a
// bad hint that comes in is ignored.
type Envelope struct {
	Version   string // protocol_version; one that the limits read
	MessageID string // message_id; not empty
	Actions   []Action
}

// Fault is one thing wrong with an Envelope.
type Fault struct {
	Reason  Reason // the rule that would ignore such an envelope
	Pointer string // JSON Pointer in the envelope
	Offset  int    // inside the payload that Pointer is in, or NoOffset
	Want    string // what was expected, with the limit where one was passed
}

// EnvelopeError names every fault of an Envelope.
type EnvelopeError struct {
	Faults []Fault // at least one, in the order of the envelope
}

// Error returns one line of at most 256 bytes; Faults has all of it.
func (e *EnvelopeError) Error() string {
	const most = 256
	n := len(e.Faults)
	line := "admit: " + strconv.Itoa(n) + " faults"
	if n == 1 {
		line = "admit: 1 fault"
	}
	for i, f := range e.Faults {
		next := "; " + f.Reason.String() + " in " + decoder.Quote(f.Pointer, 60) + ": " + f.Want
		more := " and " + strconv.Itoa(n-i) + " more"
		if len(line)+len(next)+len(more) > most {
			return line + more
		}
		line += next
	}
	return line
}

// Freeze builds the JSON text of the envelope and admits it by the rules that
// hold for every envelope. The error is an [*EnvelopeError] that names every
// fault, of each payload the first. The members stand in the order of the protocol: protocol_version,
// message_id, actions, and in an action action_id, action_type, action_version,
// payload. Payloads are taken as they are written.
func (e Envelope) Freeze(lim limits.Limits) (Snapshot, error) {
	faults := e.faults(lim)
	text := e.appendJSON(nil)
	if len(text) > lim.MaxBytes() {
		faults = append(faults, Fault{Oversized, "", NoOffset, "want at most " + strconv.Itoa(lim.MaxBytes()) + " bytes, got " + strconv.Itoa(len(text))})
	}
	if len(faults) > 0 {
		return Snapshot{}, &EnvelopeError{faults}
	}
	d := Decide(text, lim, Trusted)
	if d.Outcome != Admitted {
		// The checks above should have said so; never let it pass.
		x := Explain(text, d)
		return Snapshot{}, &EnvelopeError{[]Fault{{d.Reason, x.Pointer, NoOffset, x.Text}}}
	}
	return d.Snapshot, nil
}

// faults checks the parts, each for itself, so that a fault of one hides none of
// another. Of a payload it names the first.
func (e Envelope) faults(lim limits.Limits) []Fault {
	var c faultCollector
	if c.utf8("/protocol_version", e.Version) && !lim.ReadsVersion([]byte(e.Version)) {
		c.add(UnsupportedVersion, "/protocol_version", NoOffset, "want a protocol version that the limits read")
	}
	c.text("/message_id", e.MessageID)
	if len(e.Actions) == 0 && lim.MaxDepth() < 2 { // with actions it shows in their payloads
		c.add(TooDeep, "/actions", NoOffset, "want at most "+strconv.Itoa(lim.MaxDepth())+" open arrays and objects in the envelope")
	}
	for i, a := range e.Actions {
		at := "/actions/" + strconv.Itoa(i)
		c.text(at+"/action_id", a.ID)
		c.text(at+"/action_type", a.Type)
		c.text(at+"/action_version", a.Version)
		c.payload(at+"/payload", a.Payload, lim)
	}
	return c.faults
}

type faultCollector struct{ faults []Fault }

func (c *faultCollector) add(r Reason, pointer string, offset int, want string) {
	c.faults = append(c.faults, Fault{r, pointer, offset, want})
}

func (c *faultCollector) utf8(pointer, s string) bool {
	if !utf8.ValidString(s) {
		c.add(InvalidUTF8, pointer, NoOffset, "want UTF-8")
		return false
	}
	return true
}

func (c *faultCollector) text(pointer, s string) {
	if c.utf8(pointer, s) && s == "" {
		c.add(InvalidEnvelope, pointer, NoOffset, "want a non-empty string")
	}
}

// payload checks a payload as the text it is: one JSON object, at its depth in
// the envelope.
func (c *faultCollector) payload(pointer, s string, lim limits.Limits) {
	const around = 3 // the envelope, its actions, the action
	if lim.MaxDepth() <= around {
		c.add(TooDeep, pointer, 0, "want at most "+strconv.Itoa(lim.MaxDepth())+" open arrays and objects in the envelope")
		return
	}
	inner, err := limits.New(limits.MaxBytes(lim.MaxBytes()), limits.MaxDepth(lim.MaxDepth()-around))
	if err != nil {
		c.add(Oversized, pointer, NoOffset, err.Error()) // limits that hold no envelope at all
		return
	}
	text := []byte(s)
	if err, bad := decoder.Check(text, inner).(*decoder.Error); bad {
		c.add(reasonOf(err.Reason), pointer+err.Pointer, err.Offset, err.Want)
		return
	}
	if first := decoder.SkipSpace(text, 0); text[first] != '{' {
		c.add(InvalidEnvelope, pointer, first, "want an object")
	}
}

// appendJSON appends the JSON text of the envelope, payloads as they are.
func (e Envelope) appendJSON(dst []byte) []byte {
	dst = decoder.AppendQuoted(append(dst, `{"protocol_version":`...), e.Version)
	dst = decoder.AppendQuoted(append(dst, `,"message_id":`...), e.MessageID)
	dst = append(dst, `,"actions":[`...)
	for i, a := range e.Actions {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = decoder.AppendQuoted(append(dst, `{"action_id":`...), a.ID)
		dst = decoder.AppendQuoted(append(dst, `,"action_type":`...), a.Type)
		dst = decoder.AppendQuoted(append(dst, `,"action_version":`...), a.Version)
		dst = append(append(dst, `,"payload":`...), a.Payload...)
		dst = append(dst, '}')
	}
	return append(dst, "]}"...)
}
