package admit

import (
	"fmt"
	"io"
	"strconv"
)

// What a print of a Snapshot shows. An envelope comes from people nobody trusts
// and goes past code that logs whole requests, so that no verb shows its text.

// String returns sizes and counts, such as "admit.Snapshot(2 actions, 911 bytes)".
func (s Snapshot) String() string {
	if s.IsZero() {
		return "admit.Snapshot(none)"
	}
	return "admit.Snapshot(" + strconv.Itoa(s.NumActions()) + " actions, " + strconv.Itoa(s.Size()) + " bytes)"
}

// GoString returns what String returns.
func (s Snapshot) GoString() string { return s.String() }

// Format writes what String returns, whatever the verb and flags.
func (s Snapshot) Format(f fmt.State, _ rune) {
	io.WriteString(f, s.String()) // a failing State has nobody to tell
}
