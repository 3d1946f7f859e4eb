package candidate

import "testing"

// TestPayloadThatAdmissionNeverGives: a Snapshot holds only objects that were
// checked, so that only a test from inside can give anything else.
func TestPayloadThatAdmissionNeverGives(t *testing.T) {
	for _, p := range []string{"", "[", "[1]", "null", `"kv"`, `{"a":1,"a":2}`, `{"source_control_endpoint":"tcp://a:1","block_hashes":[18446744073709551616]}`} {
		var r payloadReader
		if _, reason := r.read(p); reason != BadPayload {
			t.Errorf("%q: %v, want %v", p, reason, BadPayload)
		}
	}
}
