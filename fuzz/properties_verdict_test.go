package fuzz_test

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/leanovate/gopter/gen"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/fuzz/tree"
)

// TestOneOffenceGivesItsReason: a text with exactly one offence is ignored for
// exactly that reason, at the offset and pointer that its writer knows; by the
// core and by the reference.
func TestOneOffenceGivesItsReason(t *testing.T) {
	holds(t, 3000, func(s tree.Sample) (fault string) {
		defer caught(&fault)
		text := s.Write()
		want := claimOf(text.Want)
		d, core := decide(text)
		switch _, slow := refer(text); {
		case slow != want:
			return fmt.Sprintf("the reference says %s", slow)
		case core != want:
			return fmt.Sprintf("the core says %s", core)
		case d.Outcome != admit.Ignored || !d.Snapshot.IsZero():
			return "ignored, but with a snapshot"
		}
		return ""
	}, tree.Offenders())
}

// TestValidEnvelopesAreAdmitted: what the writer knows to be valid is admitted,
// and the snapshot holds what the tree holds. The MessagePack form is compared
// with that of vmihailenco/msgpack, written from the tree.
func TestValidEnvelopesAreAdmitted(t *testing.T) {
	holds(t, 1500, func(s tree.Sample) (fault string) {
		defer caught(&fault)
		text := s.Write()
		d, core := decide(text)
		if core != claimOf(text.Want) {
			return fmt.Sprintf("the core says %s", core)
		}
		snapshot := d.Snapshot
		if !bytes.Equal(snapshot.JSON(), text.Bytes) {
			return "the snapshot has another text"
		}
		if got, want := snapshot.MessageID(), s.Root.Member("message_id").Text; got != want {
			return fmt.Sprintf("message_id is %q, want %q", got, want)
		}
		actions := s.Root.Member("actions").Items
		if snapshot.NumActions() != len(actions) {
			return fmt.Sprintf("%d actions, want %d", snapshot.NumActions(), len(actions))
		}
		for i, want := range actions {
			got := snapshot.Action(i)
			if got.ID != want.Member("action_id").Text || got.Type != want.Member("action_type").Text || got.Version != want.Member("action_version").Text {
				return fmt.Sprintf("action %d is %q", i, got)
			}
		}
		if snapshot.Depth() != s.Root.Depth() || snapshot.Size() != len(text.Bytes) {
			return fmt.Sprintf("depth %d and size %d, want %d and %d", snapshot.Depth(), snapshot.Size(), s.Root.Depth(), len(text.Bytes))
		}
		if s.Recipe.Order == 0 {
			if got, want := snapshot.MessagePack(), packed(s.Root); !bytes.Equal(got, want) {
				return fmt.Sprintf("the MessagePack form is %x, want %x", got, want)
			}
		}
		return ""
	}, tree.Envelopes())
}

// TestCoreAgreesWithReference: on everything, and on everything with one byte
// overwritten.
func TestCoreAgreesWithReference(t *testing.T) {
	holds(t, 3000, func(s tree.Sample, at int, with uint8) (fault string) {
		defer caught(&fault)
		text := s.Write()
		if fault := disagreement(text); fault != "" {
			return fault
		}
		if n := len(text.Bytes); n > 0 {
			text.Bytes[at%n] = with
		}
		if fault := disagreement(text); fault != "" {
			return fmt.Sprintf("%s for %s", fault, text)
		}
		return ""
	}, tree.Anything(), gen.IntRange(0, 1<<12), gen.UInt8())
}

func disagreement(text tree.Text) string {
	d, core := decide(text)
	v, slow := refer(text)
	if core != slow || (d.Outcome == admit.Admitted) != (v.Outcome == "admitted") {
		return fmt.Sprintf("the core says %s, the reference %s", core, slow)
	}
	if d.Outcome == admit.Ignored {
		return ""
	}
	if got := d.Snapshot.MessagePack(); !bytes.Equal(got, v.MessagePack) {
		return fmt.Sprintf("the MessagePack form is %x, the reference has %x", got, v.MessagePack)
	}
	if d.Snapshot.Version() != v.Version || d.Snapshot.MessageID() != v.MessageID || d.Snapshot.NumActions() != len(v.Actions) {
		return "the core has another version, message id or number of actions than the reference"
	}
	for i, a := range d.Snapshot.Actions() {
		if r := v.Actions[i]; a.ID != r.ID || a.Type != r.Type || a.Version != r.Version || a.Payload != string(r.Payload) {
			return fmt.Sprintf("action %d is %q, the reference has %q", i, a, r)
		}
	}
	return ""
}

// packed writes a tree with vmihailenco/msgpack.
func packed(n *tree.Node) []byte {
	var out bytes.Buffer
	if err := pack(msgpack.NewEncoder(&out), n); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func pack(e *msgpack.Encoder, n *tree.Node) error {
	switch n.Kind {
	case tree.False, tree.True:
		return e.EncodeBool(n.Kind == tree.True)
	case tree.Integer:
		if u, err := strconv.ParseUint(n.Text, 10, 64); err == nil {
			return e.EncodeUint(u)
		}
		i, err := strconv.ParseInt(n.Text, 10, 64)
		if err != nil {
			return err
		}
		if i == 0 {
			return e.EncodeUint(0) // -0
		}
		return e.EncodeInt(i)
	case tree.Float:
		f, err := strconv.ParseFloat(n.Text, 64)
		if err != nil || math.IsInf(f, 0) {
			return fmt.Errorf("%s is not a float64: %v", n.Text, err)
		}
		return e.EncodeFloat64(f)
	case tree.String:
		return e.EncodeString(n.Text)
	case tree.Array:
		if err := e.EncodeArrayLen(len(n.Items)); err != nil {
			return err
		}
	case tree.Object:
		if err := e.EncodeMapLen(len(n.Members)); err != nil {
			return err
		}
	default:
		return e.EncodeNil()
	}
	for _, item := range n.Items {
		if err := pack(e, item); err != nil {
			return err
		}
	}
	for _, m := range n.Members {
		if err := e.EncodeString(m.Name); err != nil {
			return err
		}
		if err := pack(e, m.Value); err != nil {
			return err
		}
	}
	return nil
}
