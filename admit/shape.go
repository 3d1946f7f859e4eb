package admit

import (
	"strconv"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

// fault is the first thing wrong with the shape of an envelope. Its pointer is
// kept in parts and built only when somebody asks.
type fault struct {
	reason  Reason // NoFault: nothing is wrong
	offset  int    // of the wrong value, or of the object that lacks a member
	action  int    // which action, or -1: the envelope
	member  string // which member, or empty: the action or envelope itself
	missing bool   // there is no such member
	want    string
}

func (f fault) appendPointer(dst []byte) []byte {
	if f.action >= 0 {
		dst = strconv.AppendInt(append(dst, "/actions/"...), int64(f.action), 10)
	}
	if f.member != "" {
		dst = append(append(dst, '/'), f.member...)
	}
	return dst
}

// parts is where the members of an envelope that the rules name have their
// values: positions in the index, 0 for a missing member.
type parts struct {
	version, messageID, actions int
}

// actionParts is the same for an action.
type actionParts struct {
	id, kind, version, payload int
}

// readShape applies the rules not_an_object, unsupported_version and
// invalid_envelope, in this order, and notes in s where the parts stand. Members
// that it does not know are left alone everywhere.
func (s *scratch) readShape(x decoder.Index, lim limits.Limits) fault {
	if x.Kind(0) != decoder.Object {
		return fault{reason: NotAnObject, offset: x.Offset(0), action: -1, want: "an object"}
	}
	p := findParts(x)
	versioned := isA(x, p.version, decoder.String)
	switch {
	case versioned && !readsVersion(x, p.version, lim):
		return fault{reason: UnsupportedVersion, offset: x.Offset(p.version), action: -1, member: "protocol_version", want: "a protocol version that is read here"}
	case !versioned:
		return invalid(x, 0, -1, p.version, "protocol_version", "a string")
	case !isText(x, p.messageID):
		return invalid(x, 0, -1, p.messageID, "message_id", "a non-empty string")
	case !isA(x, p.actions, decoder.Array):
		return invalid(x, 0, -1, p.actions, "actions", "an array")
	}
	s.parts, s.actions = p, s.actions[:0]
	for at, n := p.actions+1, 0; x.Kind(at) != decoder.End; at, n = x.Next(at), n+1 {
		a, f := readAction(x, at, n)
		if f.reason != NoFault {
			return f
		}
		s.actions = append(s.actions, a)
	}
	return fault{reason: NoFault}
}

// readAction reads the nth action, whose value is at position at.
func readAction(x decoder.Index, at, n int) (actionParts, fault) {
	if x.Kind(at) != decoder.Object {
		return actionParts{}, invalid(x, at, n, at, "", "an object")
	}
	m := findActionParts(x, at)
	switch {
	case !isText(x, m.id):
		return m, invalid(x, at, n, m.id, "action_id", "a non-empty string")
	case !isText(x, m.kind):
		return m, invalid(x, at, n, m.kind, "action_type", "a non-empty string")
	case !isText(x, m.version):
		return m, invalid(x, at, n, m.version, "action_version", "a non-empty string")
	case !isA(x, m.payload, decoder.Object):
		return m, invalid(x, at, n, m.payload, "payload", "an object")
	}
	return m, fault{reason: NoFault}
}

// invalid is the fault invalid_envelope of a member whose value is at position
// value, or is missing from the object at position object if value is 0 or less.
func invalid(x decoder.Index, object, action, value int, member, want string) fault {
	at, missing := value, value <= 0
	if missing {
		at = object
	}
	return fault{reason: InvalidEnvelope, offset: x.Offset(at), action: action, member: member, missing: missing, want: want}
}

// isA reports whether the value at position i is there and of the kind. Position 0 is
// the envelope, so that no member has it.
func isA(x decoder.Index, i int, kind decoder.Kind) bool {
	return i > 0 && x.Kind(i) == kind
}

// isText reports whether the value at position i is there and a non-empty string.
func isText(x decoder.Index, i int) bool {
	return isA(x, i, decoder.String) && len(x.Raw(i)) > len(`""`)
}

// readsVersion compares the string at position i with the versions of lim.
func readsVersion(x decoder.Index, i int, lim limits.Limits) bool {
	var room [limits.LargestVersionLength]byte
	if len(x.Raw(i)) > 6*len(room)+len(`""`) { // an escape is six bytes for one
		return false
	}
	return lim.ReadsVersion(x.Text(room[:0], i))
}

func findParts(x decoder.Index) (p parts) {
	for at := 1; x.Kind(at) == decoder.Name; at = x.Next(at + 1) {
		switch {
		case x.Is(at, "protocol_version"):
			p.version = at + 1
		case x.Is(at, "message_id"):
			p.messageID = at + 1
		case x.Is(at, "actions"):
			p.actions = at + 1
		}
	}
	return p
}

// findActionParts reads the members of the action at position object.
func findActionParts(x decoder.Index, object int) (p actionParts) {
	for at := object + 1; x.Kind(at) == decoder.Name; at = x.Next(at + 1) {
		switch {
		case x.Is(at, "action_id"):
			p.id = at + 1
		case x.Is(at, "action_type"):
			p.kind = at + 1
		case x.Is(at, "action_version"):
			p.version = at + 1
		case x.Is(at, "payload"):
			p.payload = at + 1
		}
	}
	return p
}
