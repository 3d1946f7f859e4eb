package fuzz

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/internal/reference"
	"github.com/kvhints/hintcheck/limits"
)

// Separator parts the strings of an envelope in an input of Construction: version,
// message id, then id, type, version and payload of each action. No JSON text has
// this byte.
const Separator = '\x1f'

// Construction: an envelope built by our own code freezes just if its text,
// written out here, is admitted by the reference and every payload is one JSON
// object by itself. The snapshot has the parts; or the error has the fault that
// the reference found.
func Construction(data []byte) error {
	if len(data) > LargestInput {
		return nil
	}
	in := Parse(data)
	e := envelopeOf(in)
	text := written(e)
	slow := reference.Judge(text, in.reference(), true)
	want, objects := slow.Outcome == reference.Admitted, true
	for _, a := range e.Actions {
		objects = objects && oneObject(a.Payload, in.MaxDepth)
	}
	s, err := e.Freeze(in.limits())
	if (err == nil) != (want && objects) {
		return fmt.Errorf("the answer of Freeze is %v; the text is %s, payloads are objects: %v\n%q\n%s", err, ofReference(slow), objects, text, in)
	}
	if err == nil {
		err = sameParts(s, text, slow)
		if err == nil && (s.Version() != e.Version || s.MessageID() != e.MessageID || s.NumActions() != len(e.Actions)) {
			err = fmt.Errorf("%v of %q", s, e)
		}
	} else {
		err = faultsOf(err, s, slow, objects)
	}
	if err != nil {
		return fmt.Errorf("%w\n%q\n%s", err, text, in)
	}
	return nil
}

// faultsOf holds an error of Freeze to its word.
func faultsOf(err error, s admit.Snapshot, slow reference.Verdict, objects bool) error {
	var faults *admit.EnvelopeError
	if !errors.As(err, &faults) || len(faults.Faults) == 0 || !s.IsZero() || !oneLine(err.Error()) {
		return fmt.Errorf("refused with %q and %v", err, s)
	}
	// A payload that ends too early or goes on too long may hide from the text.
	if objects && !slices.ContainsFunc(faults.Faults, func(f admit.Fault) bool { return f.Reason.String() == slow.Reason }) {
		return fmt.Errorf("the faults are %v; the reference says %s", faults.Faults, ofReference(slow))
	}
	return nil
}

// envelopeOf builds an envelope of the text: of its parts, if it has separators;
// of what it says, if it is an envelope; else with all of it as a payload.
func envelopeOf(in Input) admit.Envelope {
	if bytes.IndexByte(in.Text, Separator) >= 0 {
		parts := strings.Split(string(in.Text), string(Separator))
		e := admit.Envelope{Version: parts[0], MessageID: parts[1]}
		for rest := parts[2:]; len(rest) >= 4; rest = rest[4:] {
			e.Actions = append(e.Actions, admit.Action{ID: rest[0], Type: rest[1], Version: rest[2], Payload: rest[3]})
		}
		return e
	}
	if s := admit.Decide(in.Text, in.limits(), admit.Trusted).Snapshot; !s.IsZero() {
		e := admit.Envelope{Version: s.Version(), MessageID: s.MessageID()}
		for _, a := range s.Actions() {
			e.Actions = append(e.Actions, a)
		}
		return e
	}
	return admit.Envelope{Version: in.Versions[0], MessageID: "m", Actions: []admit.Action{{ID: "i", Type: "t", Version: "v", Payload: string(in.Text)}}}
}

// written writes the members in the order of the protocol with the escapes that
// RFC 8259 requires.
func written(e admit.Envelope) []byte {
	var out []byte
	text := func(before, s string) {
		out = append(append(out, before...), '"')
		for _, c := range []byte(s) {
			switch {
			case c == '"' || c == '\\':
				out = append(out, '\\', c)
			case c < ' ':
				out = fmt.Appendf(out, `\u%04x`, c)
			default:
				out = append(out, c)
			}
		}
		out = append(out, '"')
	}
	text(`{"protocol_version":`, e.Version)
	text(`,"message_id":`, e.MessageID)
	out = append(out, `,"actions":[`...)
	for i, a := range e.Actions {
		if i > 0 {
			out = append(out, ',')
		}
		text(`{"action_id":`, a.ID)
		text(`,"action_type":`, a.Type)
		text(`,"action_version":`, a.Version)
		out = append(append(append(out, `,"payload":`...), a.Payload...), '}')
	}
	return append(out, "]}"...)
}

// oneObject reports whether a payload is one JSON object by itself, below the
// three levels that are around it in an envelope.
func oneObject(payload string, maxDepth int) bool {
	const around = 3
	inner := reference.Limits{MaxBytes: limits.LargestMaxBytes, MaxDepth: maxDepth - around, Versions: []string{limits.DefaultVersion}}
	switch reference.Judge([]byte(payload), inner, true).Reason {
	case reference.Admitted, reference.UnsupportedVersion, reference.InvalidEnvelope:
		return true // an object, whatever else it is
	}
	return false
}
