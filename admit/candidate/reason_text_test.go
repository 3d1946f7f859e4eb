package candidate_test

import (
	"encoding/json"
	"testing"

	"github.com/kvhints/hintcheck/admit/candidate"
)

// TestEnumsAreWrittenAsText: a number in a log would change its meaning as soon as
// a value is added between two others.
func TestEnumsAreWrittenAsText(t *testing.T) {
	tests := []struct {
		value any
		want  string
	}{
		{candidate.BadHashes, `"bad_hashes"`},
		{candidate.Reason(255), `"invalid"`},
		// The first value behind the last of each set.
		{candidate.TooManyEndpoints + 1, `"invalid"`},
		{candidate.DeniedAddress + 1, `"invalid"`},
		{candidate.HexPrefixed + 1, `"invalid"`},
		{candidate.PromptEmbeddings + 1, `"invalid"`},
		{candidate.WrongPorts, `"wrong_ports"`},
		{candidate.Number, `"number"`},
		{candidate.LoRA, `"lora"`},
		{[]candidate.Hash{{Value: 7, Form: candidate.Number}}, `[{"Value":7,"Form":"number"}]`},
	}
	for _, tt := range tests {
		got, err := json.Marshal(tt.value)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s, %v; want %s", got, err, tt.want)
		}
	}
}
