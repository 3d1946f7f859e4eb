//go:build !race

// Under the race detector a sync.Pool drops what it is given at random, so that
// allocations cannot be counted.

package admit_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/limits"
)

// TestAdmitAllocations: a snapshot is two blocks, its body and its bytes,
// whatever is in it.
func TestAdmitAllocations(t *testing.T) {
	lim, err := limits.New(limits.MaxBytes(128 << 10))
	if err != nil {
		t.Fatal(err)
	}
	a := admit.NewAuthority(lim)
	for _, size := range []int{1 << 10, 2 << 10, 64 << 10} {
		for name, text := range contents(size) {
			raw := []byte(text)
			if d := a.Admit(raw, trusted); d.Outcome != admit.Admitted {
				t.Fatalf("%s, %d bytes: %s", name, size, admit.Explain(raw, d).Text)
			}
			checkAllocations(t, fmt.Sprintf("%s, %d bytes", name, size), 2, func() { a.Admit(raw, trusted) })
			r := bytes.NewReader(raw)
			checkAllocations(t, fmt.Sprintf("%s, %d bytes, reader", name, size), 2, func() {
				r.Reset(raw)
				if d, err := a.AdmitReader(r, trusted); err != nil || d.Outcome != admit.Admitted {
					t.Fatal(d, err)
				}
			})
		}
	}
}

// checkAllocations runs a function until its scratch has grown, and then counts.
// The runtime may empty a pool at any collection, so that of a few attempts the
// best one counts: it is what the function itself allocates.
func checkAllocations(t *testing.T, name string, want float64, run func()) {
	t.Helper()
	least := testing.AllocsPerRun(20, run)
	for range 5 {
		if least <= want {
			break
		}
		least = testing.AllocsPerRun(20, run)
	}
	if least != want {
		t.Errorf("%s: %v allocations, want %v", name, least, want)
	}
}

// TestIgnoredAllocations: an ignored envelope leaves nothing, not even work for
// the garbage collector, whatever the reason.
func TestIgnoredAllocations(t *testing.T) {
	a := admit.NewAuthority(standard.limits(t))
	texts := map[string]string{
		"more than MaxBytes":       strings.Repeat(" ", 65537),
		"much more than MaxBytes":  strings.Repeat(" ", 3<<20),
		"malformed at the end":     sized(64<<10, u64)[:65000],
		"duplicate of many":        names(3000)[:3000*10] + `"00000":1}`,
		"missing in the last":      actions(60<<10, "i")[:(60<<10)/70*70-200] + `{}]}`,
		"long unsupported version": `{"protocol_version":"` + strings.Repeat("0", 60_000) + `"}`,
	}
	for _, row := range ruleRows {
		if row.want != admitted {
			texts[row.name] = row.text
		}
	}
	seen := map[admit.Reason]bool{}
	for name, text := range texts {
		raw := []byte(text)
		for _, trust := range []admit.Trust{trusted, untrusted} {
			d := a.Admit(raw, trust)
			if d.Outcome == admit.Admitted {
				t.Fatalf("%s is admitted", name)
			}
			seen[d.Reason] = true
			checkAllocations(t, fmt.Sprintf("%s, %s", name, d.Reason), 0, func() { a.Admit(raw, trust) })
			r := bytes.NewReader(raw)
			checkAllocations(t, fmt.Sprintf("%s, %s, reader", name, d.Reason), 0, func() {
				r.Reset(raw)
				a.AdmitReader(r, trust)
			})
		}
	}
	for _, r := range reachable() {
		if !seen[r] && r != admit.NoFault {
			t.Errorf("no text was ignored as %s", r)
		}
	}
}

// TestSnapshotAllocations: what consumers call for each action costs nothing.
func TestSnapshotAllocations(t *testing.T) {
	s := mustAdmit(t, actions(4<<10, `\u0069`))
	buffer := make([]byte, 0, 16<<10)
	checkAllocations(t, "accessors", 0, func() {
		n := len(s.Version()) + len(s.MessageID()) + s.Size() + s.CompactSize() + s.MessagePackSize() + s.Depth()
		for _, a := range s.Actions() {
			n += len(a.ID) + len(a.Type) + len(a.Version) + len(a.Payload)
		}
		if n == 0 || !s.Equal(s) || len(s.AppendJSON(buffer))+len(s.AppendMessagePack(buffer)) == 0 {
			t.Error("nothing was read")
		}
	})
	var out []byte // outside, so that the copies are really made
	checkAllocations(t, "JSON", 1, func() { out = s.JSON() })
	checkAllocations(t, "MessagePack", 1, func() { out = s.MessagePack() })
	if len(out) != s.MessagePackSize() {
		t.Error("nothing was copied")
	}
}
