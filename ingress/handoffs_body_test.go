package ingress_test

import "testing"

// TestHandoffsInBodies: handoffs are checked where they stand, once each, and the
// first thing wrong in the order of the bytes is told.
func TestHandoffsInBodies(t *testing.T) {
	for _, row := range []struct {
		body    string
		cause   string
		offset  int
		unknown int
		reason  string
	}{
		{`{"bootstrap_room":7}`, "none", -1, 0, "a known field, right"},
		{`{"bootstrap_room":"7"}`, "invalid_handoff", 18, 0, "a room is a number"},
		{`{"bootstrap_room":null}`, "none", -1, 0, "null hands nothing over"},
		{`{"disaggregated_params":{"request_type":"context_only","x":1,"y":2}}`, "none", -1, 2, "two fields that nobody knows"},
		{`{"disaggregated_params":{"request_type":"context_only","x":1,"kv_hints":2}}`, "none", -1, 1, "a hint is no field"},
		{`{"requests":[{"disaggregated_params":{"request_type":1}}]}`, "invalid_handoff", 53, 0, "in a container"},
		{`{"extra_body":{"disaggregated_params":{"request_type":"context_only","x":1}},"bootstrap_room":1,"bootstrap_x":2}`, "none", -1, 2, "the counts add up"},
		{`{"kv_transfer_params":{"kv_transfer_params":{"x":1}}}`, "none", -1, 1, "a handoff in a handoff is looked at once"},
		{`{"bootstrap_room":"7","bootstrap_room":1}`, "invalid_handoff", 18, 0, "the wrong value comes before the second name"},
		{`{"bootstrap_room":7,"bootstrap_room":"1"}`, "duplicate_handoff", 20, 0, "the second name comes before the wrong value"},
		{`{"disaggregated_params":{"nvext":{"ec_transfer_params":null,"ec_transfer_params":null},"request_type":1}}`, "duplicate_handoff", 60, 0, "the same inside a handoff"},
		{`{"bootstrap_\"x":1,"bootstrap_\"y":1}`, "none", -1, 2, "names with quotes in them"},
		{`{"metadata":{"disaggregated_params":{"request_type":1}}}`, "none", -1, 0, "not where a carrier could stand"},
	} {
		got := scanned(t, policyOf(t, "worker"), []byte(row.body), 6, untrusted).decision
		if got.Cause.String() != row.cause || got.Offset != row.offset || got.UnknownFields != row.unknown {
			t.Errorf("%s: %s at %d, %d unknown fields: %s", row.body, got.Cause, got.Offset, got.UnknownFields, row.reason)
		}
	}
}
