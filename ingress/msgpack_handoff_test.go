package ingress_test

import (
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/kvhints/hintcheck/ingress"
)

// TestHandoffsInMsgpack: the same holds for a MessagePack body. Offsets are those
// of the handoff's value.
func TestHandoffsInMsgpack(t *testing.T) {
	type object = map[string]any
	for _, row := range []struct {
		body    any
		cause   string
		offset  int
		unknown int
		reason  string
	}{
		{object{"bootstrap_room": 7}, "none", -1, 0, "right"},
		{object{"bootstrap_room": "7"}, "invalid_handoff", 16, 0, "one byte of map, fifteen of name"},
		{object{"disaggregated_params": object{"request_type": "context_only", "x": 1}}, "none", -1, 1, "an unknown field"},
		{object{"disaggregated_params": object{"request_type": 1}}, "invalid_handoff", 22, 0, "one byte of map, twenty-one of name"},
		{object{"disaggregated_params": object{"request_type": "context_only", "x": []byte{1}}}, "invalid_handoff", 22, 0, "a bin is nothing that JSON can hold"},
		{object{"disaggregated_params": nil}, "none", -1, 0, "nil hands nothing over"},
	} {
		packed, err := msgpack.Marshal(row.body)
		if err != nil {
			t.Fatal(err)
		}
		s := ingress.NewMsgpackScan(policyOf(t, "worker"), -1)
		s.Write(packed)
		got := s.Decide(untrusted)
		if got.Cause.String() != row.cause || got.Offset != row.offset || got.UnknownFields != row.unknown {
			t.Errorf("%v: %s at %d, %d unknown fields: %s", row.body, got.Cause, got.Offset, got.UnknownFields, row.reason)
		}
	}
}
