package fuzz_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter/gen"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/fuzz/tree"
	"github.com/kvhints/hintcheck/internal/reference"
)

// TestFreezeAgreesWithAdmission: an envelope that our own code builds freezes just
// if the same parts, written out here, are admitted, and every payload is one
// JSON object by itself; and the snapshots hold the same. Where it does not
// freeze, what the reference finds first is among the faults.
func TestFreezeAgreesWithAdmission(t *testing.T) {
	frozen, refused := 0, map[string]int{}
	const n = 1500
	holds(t, n, func(s, other tree.Sample, fault, at int) (wrong string) {
		defer caught(&wrong)
		text := s.Write()
		e := built(s.Root)
		spoil(&e, fault, at, other)
		text.Bytes = written(e)
		v, slow := refer(text)
		want := v.Outcome == reference.Admitted
		for _, a := range e.Actions {
			want = want && oneObject(a.Payload, text.MaxDepth)
		}
		snapshot, err := e.Freeze(boundsOf(text))
		if (err == nil) != want {
			return fmt.Sprintf("Freeze says %v; want admitted %v, %s for %q", err, want, slow, text.Bytes)
		}
		if err != nil {
			var faults *admit.EnvelopeError
			if !errors.As(err, &faults) || !snapshot.IsZero() || len(faults.Faults) == 0 || len(err.Error()) > 256 {
				return fmt.Sprintf("refused with %v and %v", err, snapshot)
			}
			refused[faults.Faults[0].Reason.String()]++
			for i, a := range e.Actions {
				if want, ok := payloadFault(a.Payload, i, text.MaxDepth); ok && !slices.ContainsFunc(faults.Faults, func(f admit.Fault) bool {
					return f.Reason.String() == want.Reason && f.Pointer == want.Pointer && f.Offset == want.Offset
				}) {
					return fmt.Sprintf("the faults are %v; want %s inside the payload", faults.Faults, want)
				}
			}
			// A payload may have faults of its own that the whole text does not show.
			if v.Outcome == reference.Ignored && !slices.ContainsFunc(faults.Faults, func(f admit.Fault) bool { return f.Reason.String() == v.Reason }) &&
				allObjects(e, text.MaxDepth) {
				return fmt.Sprintf("the faults are %v; the reference says %s", faults.Faults, slow)
			}
			return ""
		}
		frozen++
		if snapshot.MessageID() != e.MessageID || snapshot.Version() != e.Version || snapshot.NumActions() != len(e.Actions) {
			return fmt.Sprintf("%v has other parts than %q", snapshot, e)
		}
		for i, a := range snapshot.Actions() {
			want := e.Actions[i]
			want.Payload = strings.Trim(want.Payload, " \t\r\n")
			if a != want {
				return fmt.Sprintf("action %d is %q, want %q", i, a, want)
			}
		}
		again := admit.Decide(snapshot.JSON(), boundsOf(text), admit.Trusted)
		if !again.Snapshot.Equal(snapshot) || string(again.Snapshot.MessagePack()) != string(v.MessagePack) {
			return fmt.Sprintf("%q is not admitted as frozen", snapshot.JSON())
		}
		return ""
	}, tree.Envelopes(), tree.Anything(), gen.IntRange(0, 9), gen.IntRange(0, 1<<12))
	healthy(t, n, "an envelope froze", frozen, 200)
	for _, r := range []admit.Reason{admit.MalformedJSON, admit.InvalidUTF8, admit.DuplicateMember, admit.TooDeep, admit.UnsupportedVersion, admit.InvalidEnvelope} {
		healthy(t, n, "an envelope was refused as "+r.String(), refused[r.String()], 2)
	}
}

// built makes the strict side's envelope of a valid one.
func built(root *tree.Node) admit.Envelope {
	e := admit.Envelope{Version: root.Member("protocol_version").Text, MessageID: root.Member("message_id").Text}
	for _, a := range root.Member("actions").Items {
		payload := tree.Sample{Root: a.Member("payload")}.Write().Bytes
		e.Actions = append(e.Actions, admit.Action{
			ID: a.Member("action_id").Text, Type: a.Member("action_type").Text, Version: a.Member("action_version").Text, Payload: string(payload),
		})
	}
	return e
}

// spoil puts a part into the envelope that may be wrong.
func spoil(e *admit.Envelope, fault, at int, other tree.Sample) {
	texts := []string{"", "\xff", "a\xc3", "\xed\xa0\x80", "0.2", "\x00", "é", `"`}
	odd := texts[at%len(texts)]
	switch fault {
	case 0:
		e.Version = odd
		return
	case 1:
		e.MessageID = odd
		return
	}
	if len(e.Actions) == 0 {
		return
	}
	a := &e.Actions[at%len(e.Actions)]
	switch fault {
	case 2:
		a.ID = odd
	case 3:
		a.Type = odd
	case 4:
		a.Version = odd
	case 5:
		a.Payload = string(other.Write().Bytes)
	case 6: // would be hidden in the whole text, or end it in another way
		payloads := []string{`{},"x":{}`, `{}}`, `{} {}`, `{},"action_id":"b"`, "", " ", "{", `{"a":1,"a":2}`, `[{}]`, "null", "\ufeff{}", "{}\x00"}
		a.Payload = payloads[at%len(payloads)]
	case 7:
		a.Payload = " \n" + a.Payload + "\t"
	}
}

// written writes the members in the order of the protocol with the escapes that
// RFC 8259 requires.
func written(e admit.Envelope) []byte {
	var out []byte
	quoted := func(before, s string) {
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
	quoted(`{"protocol_version":`, e.Version)
	quoted(`,"message_id":`, e.MessageID)
	out = append(out, `,"actions":[`...)
	for i, a := range e.Actions {
		if i > 0 {
			out = append(out, ',')
		}
		quoted(`{"action_id":`, a.ID)
		quoted(`,"action_type":`, a.Type)
		quoted(`,"action_version":`, a.Version)
		out = append(append(append(out, `,"payload":`...), a.Payload...), '}')
	}
	return append(out, "]}"...)
}

// judgePayload is what the reference says of a payload by itself, below the three
// levels that are around it in an envelope.
func judgePayload(payload string, maxDepth int) reference.Verdict {
	return reference.Judge([]byte(payload), reference.Limits{MaxBytes: tree.RoomyMaxBytes, MaxDepth: maxDepth - 3, Versions: []string{tree.Version}}, true)
}

// payloadFault is the fault that Freeze has to name for the payload of action i,
// if the payload breaks rule 4 by itself.
func payloadFault(payload string, i, maxDepth int) (verdict, bool) {
	v := judgePayload(payload, maxDepth)
	switch v.Reason {
	case reference.MalformedJSON, reference.InvalidUTF8, reference.LoneSurrogate, reference.DuplicateMember, reference.TooDeep,
		reference.IntegerOutOfRange, reference.NumberOutOfRange:
		return verdict{v.Reason, v.Offset, fmt.Sprintf("/actions/%d/payload%s", i, v.Pointer), true}, true
	}
	return verdict{}, false
}

// oneObject reports whether a payload is one JSON object by itself.
func oneObject(payload string, maxDepth int) bool {
	switch judgePayload(payload, maxDepth).Reason {
	case reference.Admitted, reference.UnsupportedVersion, reference.InvalidEnvelope:
		return true // an object, whatever else it is
	}
	return false
}

func allObjects(e admit.Envelope, maxDepth int) bool {
	for _, a := range e.Actions {
		if !oneObject(a.Payload, maxDepth) {
			return false
		}
	}
	return true
}
