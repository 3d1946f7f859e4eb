package admit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/internal/reference"
	"github.com/kvhints/hintcheck/limits"
)

// Parts of envelopes, in the order of the protocol and without whitespace.
const (
	smallest   = `{"protocol_version":"0.1","message_id":"m","actions":[]}`
	before     = `{"protocol_version":"0.1","message_id":"m","actions":[`
	after      = `]}`
	goodAction = `{"action_id":"i","action_type":"t","action_version":"v","payload":{}}`
)

// withActions is an envelope with these actions.
func withActions(actions ...string) string { return before + strings.Join(actions, ",") + after }

// withPayload is an envelope with one action that has this payload.
func withPayload(payload string) string {
	return withActions(`{"action_id":"i","action_type":"t","action_version":"v","payload":` + payload + `}`)
}

// withExtra is an envelope with one more member, x, of this value.
func withExtra(value string) string {
	return `{"protocol_version":"0.1","message_id":"m","actions":[],"x":` + value + `}`
}

// bounds are limits in a form that both implementations take.
type bounds struct {
	bytes, depth int
	versions     []string
}

const trusted, untrusted = admit.Trusted, admit.Untrusted

var standard = bounds{65536, 32, []string{"0.1"}}

func (b bounds) limits(tb testing.TB) limits.Limits {
	tb.Helper()
	lim, err := limits.New(limits.MaxBytes(b.bytes), limits.MaxDepth(b.depth), limits.Versions(b.versions...))
	if err != nil {
		tb.Fatal(err)
	}
	return lim
}

func (b bounds) reference() reference.Limits {
	return reference.Limits{MaxBytes: b.bytes, MaxDepth: b.depth, Versions: b.versions}
}

// atMost are the standard limits with another size.
func atMost(bytes int) bounds { return bounds{bytes, standard.depth, standard.versions} }

// asDeep are the standard limits with another depth.
func asDeep(depth int) bounds { return bounds{standard.bytes, depth, standard.versions} }

// verdict is what a decision says, with the pointer that Explain finds.
type verdict struct {
	Outcome admit.Outcome
	Reason  admit.Reason
	Offset  int
	Pointer string // none if there is none
}

// none is the Pointer of a verdict that points at nothing; "" is the root.
const none = "(none)"

func judge(tb testing.TB, raw []byte, lim limits.Limits, trust admit.Trust) verdict {
	tb.Helper()
	return tell(raw, admit.Decide(raw, lim, trust))
}

func tell(raw []byte, d admit.Decision) verdict {
	x := admit.Explain(raw, d)
	pointer := x.Pointer
	if !x.HasPointer {
		pointer = none
	}
	return verdict{d.Outcome, d.Reason, d.Offset, pointer}
}

// mustAdmit returns the snapshot of a text that the standard limits admit.
func mustAdmit(tb testing.TB, text string) admit.Snapshot {
	tb.Helper()
	lim, err := limits.New(limits.MaxBytes(max(len(text), limits.DefaultMaxBytes)), limits.MaxDepth(limits.LargestMaxDepth))
	if err != nil {
		tb.Fatal(err)
	}
	d := admit.Decide([]byte(text), lim, admit.Trusted)
	if d.Outcome != admit.Admitted {
		tb.Fatalf("%.200q: %s", text, admit.Explain([]byte(text), d).Text)
	}
	return d.Snapshot
}

// short shows a text of any length.
func short(text []byte) string {
	if len(text) <= 300 {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprintf("%q... (%d bytes)", text[:300], len(text))
}

// effort is how many texts a property is tried on: n, or an eighth of it with
// -short and under the race detector, which looks for other things and is slow.
func effort(n int) int {
	if testing.Short() || underRace {
		return n / 8
	}
	return n
}
