package admit

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/kvhints/hintcheck/limits"
)

// TestScratchOfAdmission holds the bound of docs/limits.md: what admission keeps
// for the next envelope beside the decoder's scratch.
func TestScratchOfAdmission(t *testing.T) {
	const head = `{"protocol_version":"0.1","message_id":"m","actions":[`
	action := `{"action_id":"a","action_type":"b","action_version":"c","payload":{}},`
	escaped := `{"action_id":"\n","action_type":"\n","action_version":"\n","payload":{}},`
	fill := func(part string, n int) string { return strings.Repeat(part, n/len(part)) }
	payload := func(values string) string {
		return head + `{"action_id":"a","action_type":"b","action_version":"c","payload":{"x":[` + values + `1]}}]}`
	}
	for _, n := range []int{1 << 10, 1 << 16, 1 << 20} {
		tests := []struct{ reason, text string }{
			{"numbers that become nine bytes, each with a note of where", payload(fill("1e1,", n))},
			{"as many actions as fit", head + strings.TrimSuffix(fill(action, n), ",") + "]}"},
			{"as many actions with escaped texts", head + strings.TrimSuffix(fill(escaped, n), ",") + "]}"},
			{"long strings with escapes", payload(`"` + fill(`\n`, n) + `",`)},
			{"small integers", payload(fill("1,", n))},
			{"numbers that are written anew", payload(fill("0."+strings.Repeat("7", 800)+"e1,", n))},
		}
		for _, tt := range tests {
			lim, err := limits.New(limits.MaxBytes(2 << 20))
			if err != nil {
				t.Fatal(err)
			}
			s := newScratch()
			if d := s.decide([]byte(tt.text), lim, Trusted); d.Outcome != Admitted {
				t.Fatalf("%s: %v at %d", tt.reason, d.Reason, d.Offset)
			}
			kept := cap(s.pack) + cap(s.tail) + cap(s.table) + cap(s.text) +
				cap(s.actions)*int(unsafe.Sizeof(actionParts{}))
			if most := 16*len(tt.text) + 1<<10; kept > most {
				t.Errorf("%d bytes kept for %d of text, want at most %d: %s", kept, len(tt.text), most, tt.reason)
			}
			t.Logf("%.1f bytes a byte of %d: %s", float64(kept)/float64(len(tt.text)), len(tt.text), tt.reason)
		}
	}
}
