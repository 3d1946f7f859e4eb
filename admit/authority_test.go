package admit_test

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/limits"
)

// TestEveryCallCountsOnce: a table of one text for each reason, and the counts.
func TestEveryCallCountsOnce(t *testing.T) {
	a := admit.NewAuthority(atMost(2000).limits(t))
	want := map[string]uint64{}
	for _, r := range admit.Reasons() {
		want[r.String()] = 0
	}
	total := uint64(0)
	for i, row := range ruleRows {
		for range i%3 + 1 {
			d := a.Admit([]byte(row.text), trusted)
			want[d.Reason.String()]++
			total++
		}
	}
	for range 5 {
		a.Admit([]byte(smallest), untrusted)
	}
	want["untrusted"] += 5
	total += 5

	tally := a.Tally()
	got := map[string]uint64{}
	var order []admit.Reason
	for r, n := range tally.All() {
		got[r.String()] = n
		order = append(order, r)
		if tally.Count(r) != n {
			t.Errorf("%s: Count %d, All %d", r, tally.Count(r), n)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff(admit.Reasons(), order); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	if tally.Total() != total || tally.Outcome(admit.Admitted) != want["admitted"] || tally.Outcome(admit.Ignored) != total-want["admitted"] {
		t.Errorf("total %d, admitted %d, ignored %d of %d calls", tally.Total(), tally.Outcome(admit.Admitted), tally.Outcome(admit.Ignored), total)
	}
	if tally.Count(99) != 0 || tally.Count(admit.NoFault+1) != 0 {
		t.Error("a reason that is not in the set has a count")
	}
	a.Admit([]byte(smallest), trusted)
	if tally.Total() != total {
		t.Error("a Tally has changed after it was taken")
	}
	for range tally.All() {
		break // leaving the loop early is fine
	}
	if a.Limits().MaxBytes() != 2000 {
		t.Error("an authority has other limits than it was given")
	}
}

// TestPureFunctionsDoNotCount: Decide, Explain and Freeze are of no authority.
func TestPureFunctionsDoNotCount(t *testing.T) {
	a := admit.NewAuthority(standard.limits(t))
	d := admit.Decide([]byte(smallest), a.Limits(), trusted)
	admit.Explain([]byte(smallest), d)
	faultsOf(t, good(), a.Limits())
	if a.Tally().Total() != 0 {
		t.Error("something counted that no authority decided")
	}
}

// TestConcurrentUse shares one authority and its snapshots between 16 goroutines
// that do everything at once. It is for the race detector above all.
func TestConcurrentUse(t *testing.T) {
	const goroutines, rounds = 16, 150
	b := atMost(3000)
	a := admit.NewAuthority(b.limits(t))
	texts := corpusTexts(t)
	for _, row := range ruleRows {
		texts = append(texts, []byte(row.text))
	}
	shared := mustAdmit(t, withActions(goodAction, goodAction))
	wantShared := contentOf(shared)
	before := runtime.NumGoroutine()
	counts := make([]map[admit.Reason]uint64, goroutines)
	var all sync.WaitGroup
	for n := range goroutines {
		counts[n] = map[admit.Reason]uint64{}
		all.Go(func() {
			r := rand.New(rand.NewPCG(7, uint64(n)))
			for range rounds {
				raw := texts[r.IntN(len(texts))]
				trust := admit.Trust(r.IntN(3))
				want := admit.Decide(raw, a.Limits(), trust)
				var got admit.Decision
				switch r.IntN(3) {
				case 0:
					got = a.Admit(raw, trust)
				case 1:
					got = must(a.AdmitReader(iotest.OneByteReader(bytes.NewReader(raw)), trust))
				case 2:
					if _, err := a.AdmitReader(iotest.ErrReader(errBroken), trust); err == nil {
						t.Error("a broken reader gave a decision")
					}
					got = must(a.AdmitReader(bytes.NewReader(raw), trust))
				}
				counts[n][got.Reason]++
				if got.Reason != want.Reason || got.Offset != want.Offset || !got.Snapshot.Equal(want.Snapshot) {
					t.Errorf("%s: %v, want %v", short(raw), got, want)
				}
				s := shared // as a child request has it
				if diff := cmp.Diff(wantShared, contentOf(s)); diff != "" {
					t.Errorf("the shared snapshot:\n%s", diff)
				}
				if _, err := s.MarshalCBOR(); err != nil || s.String() == "" || s.SHA256() != shared.SHA256() {
					t.Errorf("the shared snapshot: %v", err)
				}
				a.Tally().Total()
			}
		})
	}
	all.Wait()
	tally := a.Tally()
	for _, reason := range admit.Reasons() {
		var want uint64
		for n := range counts {
			want += counts[n][reason]
		}
		if tally.Count(reason) != want {
			t.Errorf("%s: counted %d times, decided %d times", reason, tally.Count(reason), want)
		}
	}
	if tally.Total() != goroutines*rounds {
		t.Errorf("total %d, want %d", tally.Total(), goroutines*rounds)
	}
	// A goroutine that has said it is done may still be on its way out.
	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		}
	}
}

// TestScratchCarriesNothingOver: what was judged before, and how it ended, does
// not change a verdict, whatever of it is left in the scratch.
func TestScratchCarriesNothingOver(t *testing.T) {
	lim, err := limits.New(limits.MaxBytes(4 << 20))
	if err != nil {
		t.Fatal(err)
	}
	a := admit.NewAuthority(lim)
	disturbances := []func(){
		func() { a.Admit([]byte(before+strings.Repeat(goodAction+",", 30_000)+goodAction+after), trusted) }, // more than the scratch that is kept
		func() { a.Admit([]byte(before+strings.Repeat(goodAction+",", 3_000)+goodAction+after), trusted) },
		func() { a.Admit([]byte(strings.Repeat("[", 32)), trusted) },
		func() { a.Admit([]byte(`{"a":"\ud800`), trusted) },
		func() { a.Admit([]byte("{\"a\":\"\xff"), trusted) },
		func() { a.Admit([]byte(names(5000)), trusted) },
		func() { a.Admit(bytes.Repeat([]byte(" "), 5<<20), trusted) },
		func() { a.AdmitReader(strings.NewReader(smallest[:40]), trusted) },
		func() {
			a.AdmitReader(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(smallest))), trusted)
		},
		func() { a.AdmitReader(strings.NewReader(strings.Repeat(" ", 5<<20)), trusted) },
		func() { a.AdmitReader(strings.NewReader(smallest), untrusted) },
		func() { a.Admit([]byte(withExtra(`[1.5,2.5,"\u0041"]`)), trusted) },
		func() { a.Admit(nil, trusted) },
	}
	var kept []admit.Snapshot
	var want []content
	for i, disturb := range disturbances {
		disturb()
		for _, row := range ruleRows {
			d := a.Admit([]byte(row.text), trusted)
			if got := tell([]byte(row.text), d); got != row.want {
				t.Fatalf("%s after disturbance %d: %v, want %v", row.name, i, got, row.want)
			}
			if d.Outcome == admit.Admitted {
				kept, want = append(kept, d.Snapshot), append(want, contentOf(d.Snapshot))
			}
		}
	}
	for i, s := range kept {
		if diff := cmp.Diff(want[i], contentOf(s)); diff != "" {
			t.Fatalf("a snapshot has changed since:\n%s", diff)
		}
	}
}
