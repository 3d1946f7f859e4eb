package admit

import (
	"crypto/sha256"
	"iter"
	"strconv"
)

// Snapshot is an admitted envelope, frozen: the JSON text exactly as it was
// received and checked, and its MessagePack form. It is immutable and one
// pointer wide; copies share it, so that child requests (n > 1, best_of, beams)
// carry it by value. It is safe for concurrent use.
//
// Only admission makes a Snapshot. The zero Snapshot is no envelope: it has
// empty texts, no actions, and marshals as null. Compare snapshots with Equal.
//
// Printing or logging a Snapshot shows sizes and counts only, with every verb of
// package fmt and in package log/slog; see [ReplaceAttr] for the one exception.
type Snapshot struct{ c *cell }

// Action is one action of an envelope. In a Snapshot the strings are views of
// the frozen bytes; they came from whoever sent the envelope.
type Action struct {
	ID      string // action_id, escapes resolved
	Type    string // action_type, such as kv.fetch
	Version string // action_version, such as 1.0
	Payload string // the JSON text of the payload object, as received
}

// body returns the frozen envelope, an empty one for the zero Snapshot.
func (s Snapshot) body() *body {
	if s.c == nil {
		return &body{}
	}
	return s.c.b
}

// IsZero reports whether s holds no envelope.
func (s Snapshot) IsZero() bool { return s.c == nil }

// Equal reports whether both hold the same JSON text, byte for byte, or none.
func (s Snapshot) Equal(other Snapshot) bool {
	return s.c == other.c || s.IsZero() == other.IsZero() && s.json() == other.json()
}

// Version returns protocol_version, escapes resolved.
func (s Snapshot) Version() string { b := s.body(); return b.text(b.version) }

// MessageID returns message_id, escapes resolved.
func (s Snapshot) MessageID() string { b := s.body(); return b.text(b.messageID) }

// NumActions returns how many actions there are.
func (s Snapshot) NumActions() int { return s.body().numActions() }

// Action returns action i, from 0 to NumActions()-1, in the order of the
// producer. It costs no allocation and no search. Another i panics.
func (s Snapshot) Action(i int) Action {
	b := s.body()
	if i < 0 || i >= b.numActions() {
		panic("admit: Snapshot has no action " + strconv.Itoa(i)) // never bytes beside the table
	}
	return Action{ID: b.part(i, 0), Type: b.part(i, 1), Version: b.part(i, 2), Payload: b.part(i, 3)}
}

// Actions returns all actions in the order of the producer.
func (s Snapshot) Actions() iter.Seq2[int, Action] {
	return func(yield func(int, Action) bool) {
		for i := range s.NumActions() {
			if !yield(i, s.Action(i)) {
				return
			}
		}
	}
}

func (s Snapshot) json() string { b := s.body(); return b.frozen[:b.json] }
func (s Snapshot) pack() string { b := s.body(); return b.text(b.pack) }

// JSON returns a copy of the JSON text as received, whitespace included.
func (s Snapshot) JSON() []byte { return []byte(s.json()) }

// AppendJSON appends the JSON text to dst.
func (s Snapshot) AppendJSON(dst []byte) []byte { return append(dst, s.json()...) }

// MessagePack returns a copy of the MessagePack form.
func (s Snapshot) MessagePack() []byte { return []byte(s.pack()) }

// AppendMessagePack appends the MessagePack form to dst.
func (s Snapshot) AppendMessagePack(dst []byte) []byte { return append(dst, s.pack()...) }

// Size returns the size of the JSON text in bytes, as received.
func (s Snapshot) Size() int { return s.body().json }

// CompactSize returns the size of the JSON text in bytes without its
// insignificant whitespace.
func (s Snapshot) CompactSize() int { return s.body().compact }

// MessagePackSize returns the size of the MessagePack form in bytes.
func (s Snapshot) MessagePackSize() int { return len(s.pack()) }

// Depth returns the deepest nesting in levels; the envelope is level 1.
func (s Snapshot) Depth() int { return s.body().depth }

// SHA256 returns the digest of the JSON text as received. It is computed at each
// call, about 40 microseconds for 64 KiB.
func (s Snapshot) SHA256() [sha256.Size]byte { return sha256.Sum256([]byte(s.json())) }
