package admit_test

import (
	"fmt"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/limits"
)

// The lines between the comments are those of the README.
func ExampleAuthority() {
	envelope := []byte(`{"protocol_version":"0.1","message_id":"m-1","actions":[]}`)

	// README begins.
	authority := admit.NewAuthority(limits.Default()) // 64 KiB, 32 levels, version 0.1

	decision := authority.Admit(envelope, admit.Trusted)
	if decision.Outcome == admit.Admitted {
		hints := decision.Snapshot // immutable, one pointer wide; shared by child requests
		fmt.Println(hints.NumActions(), "actions in", hints.MessagePackSize(), "bytes of MessagePack")
	} else {
		fmt.Println(admit.Explain(envelope, decision).Text)
	}
	// README ends.

	// Output: 0 actions in 46 bytes of MessagePack
}
