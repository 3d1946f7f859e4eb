package candidate_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/admit/candidate"
	"github.com/kvhints/hintcheck/limits"
)

// TestConcurrentUse shares everything that is made once between 16 goroutines.
func TestConcurrentUse(t *testing.T) {
	list := families(t, numbers)
	hint := envelope(t, payload(peer, "[1,2,3]"), "{}", payload("tcp://kv-peer:24100", "[4]"))
	policy, err := candidate.NewAllowList(resolver(map[string][]string{"kv-peer": {"10.0.0.7"}}), prefix("192.0.2.0/24", 1, 65535), hostName("kv-peer", 1, 65535))
	if err != nil {
		t.Fatal(err)
	}
	shared := candidate.Collect(hint, list, candidate.BaseModel())
	bindings := make([]candidate.Binding, shared.Len())
	for i, c := range shared.All() {
		bindings[i], _ = c.Bind("numbers")
	}
	fetch := newFetch(t, peer, []uint64{1, 2, 3}, limits.Default())
	want := "candidate.Set(2 candidates, 1 ignored) [{1 number} {2 number} {3 number}] [192.0.2.21:24100 192.0.2.21:24101] [{4 number}] [10.0.0.7:24100 10.0.0.7:24101] 3"
	once := func(set candidate.Set, b []candidate.Binding) string {
		out := fmt.Sprint(set)
		for i := range set.Len() {
			addrs, err := b[i].Endpoint(policy, 2)
			out += fmt.Sprint(" ", b[i].Hashes(), " ", addrs)
			if err != nil {
				out += err.Error()
			}
		}
		_, kept, _ := fetch.AddTo(admit.Envelope{Version: "0.1", MessageID: "m"}, "a")
		return out + fmt.Sprint(" ", kept)
	}
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 50 {
				own := candidate.Collect(hint, list, candidate.BaseModel())
				bound := make([]candidate.Binding, own.Len())
				for i, c := range own.All() {
					bound[i], _ = c.Bind("numbers")
				}
				if diff := cmp.Diff([]string{want, want}, []string{once(own, bound), once(shared, bindings)}); diff != "" {
					t.Error(diff)
					return
				}
			}
		})
	}
	wg.Wait()
}

// BenchmarkCollect measures an envelope at the default size limit whose one fetch
// fills it, under one family and under sixteen.
func BenchmarkCollect(b *testing.B) {
	hashes := make([]uint64, 10_000)
	for i := range hashes {
		hashes[i] = 1<<63 + uint64(i)*0x9e3779b97f4a7c
	}
	e, _, err := newFetch(b, peer, hashes, limits.Default()).AddTo(admit.Envelope{Version: "0.1", MessageID: "m"}, "a")
	if err != nil {
		b.Fatal(err)
	}
	full, err := e.Freeze(limits.Default())
	if err != nil {
		b.Fatal(err)
	}
	var sixteen []candidate.Family
	for i := range 16 {
		f := numbers
		f.Name = fmt.Sprint(i)
		sixteen = append(sixteen, f)
	}
	for _, row := range []struct {
		name string
		hint admit.Snapshot
		list candidate.Families
	}{
		{"1KiB", envelope(b, payload(peer, "["+strings.Repeat("12345678901234567890,", 40)+"1]")), families(b, numbers)},
		{"64KiB", full, families(b, numbers)},
		{"64KiB-16families", full, families(b, sixteen...)},
		{"no-fetch", admitted(b, `{"protocol_version":"0.1","message_id":"m","actions":[`+action("kv.prefetch", "1.0", "{}")+`]}`), families(b, numbers)},
	} {
		b.Run(row.name, func(b *testing.B) {
			b.SetBytes(int64(row.hint.Size()))
			b.ReportAllocs()
			for b.Loop() {
				if candidate.Collect(row.hint, row.list, candidate.BaseModel()).Counts().Count(candidate.BadPayload) != 0 {
					b.Fatal("bad payload")
				}
			}
		})
	}
}
