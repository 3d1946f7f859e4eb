package candidate_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/admit/candidate"
	"github.com/kvhints/hintcheck/limits"
)

func limitsOf(t testing.TB, options ...limits.Option) limits.Limits {
	t.Helper()
	lim, err := limits.New(options...)
	if err != nil {
		t.Fatal(err)
	}
	return lim
}

func newFetch(t testing.TB, endpoint string, hashes []uint64, lim limits.Limits) candidate.Fetch {
	t.Helper()
	f, err := candidate.NewFetch(endpoint, hashes, lim)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFetchIsWhatProducersWrite: the text, byte for byte, as TensorRT-LLM's
// documentation has it.
func TestFetchIsWhatProducersWrite(t *testing.T) {
	f := newFetch(t, "tcp://192.0.2.21:24100", []uint64{7101, 7102}, limits.Default())
	e, kept, err := f.AddTo(admit.Envelope{Version: "0.1", MessageID: "req-2f90/1"}, "fetch-0")
	if err != nil || kept != 2 {
		t.Fatal(kept, err)
	}
	s, err := e.Freeze(limits.Default())
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"protocol_version":"0.1","message_id":"req-2f90/1","actions":[{"action_id":"fetch-0","action_type":"kv.fetch","action_version":"1.0","payload":{"source_control_endpoint":"tcp://192.0.2.21:24100","block_hashes":[7101,7102]}}]}`
	if diff := cmp.Diff(want, string(s.JSON())); diff != "" {
		t.Error(diff)
	}
}

// TestFetchKeepsThePrefixThatFits tries every limit around an envelope: the whole
// of it fits, and one hash more would not.
func TestFetchKeepsThePrefixThatFits(t *testing.T) {
	hashes := []uint64{0, 9, 10, 1<<64 - 1, 5, 1 << 63, 77, 123456789, 1, 2, 3}
	before := admit.Action{ID: "x", Type: "kv.prefetch", Version: "1.0", Payload: `{"a":[1,2]}`}
	ids := admit.Envelope{Version: "0.1", MessageID: "quotes \" and \x01 grow", Actions: []admit.Action{before}}
	full, all, err := newFetch(t, peer, hashes, limits.Default()).AddTo(ids, "fetch-\\0")
	if err != nil || all != len(hashes) {
		t.Fatal(all, err)
	}
	whole, err := full.Freeze(limits.Default())
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for size := whole.Size() - 100; size <= whole.Size()+1; size++ {
		lim := limitsOf(t, limits.MaxBytes(size))
		e, kept, err := newFetch(t, peer, hashes, lim).AddTo(ids, "fetch-\\0")
		if err != nil {
			var tooSmall *candidate.Error
			if last != 0 || kept != 0 || !errors.As(err, &tooSmall) && !errors.As(err, new(*admit.EnvelopeError)) {
				t.Fatalf("%d bytes: %d kept, %v", size, kept, err)
			}
			continue
		}
		s, err := e.Freeze(lim)
		if err != nil {
			t.Fatalf("%d bytes: what AddTo returned does not freeze: %v", size, err)
		}
		set := candidate.Collect(s, families(t, numbers), candidate.BaseModel())
		b, _ := set.At(0).Bind("numbers")
		var got []uint64
		for _, h := range b.Hashes() {
			got = append(got, h.Value)
		}
		if diff := cmp.Diff(hashes[:kept], got); diff != "" {
			t.Fatalf("%d bytes: not the prefix: %s", size, diff)
		}
		if kept < last {
			t.Fatalf("%d bytes keep %d hashes, one byte less kept %d", size, kept, last)
		}
		if kept < len(hashes) && s.Size()+len(fmt.Sprint(",", hashes[kept])) <= size {
			t.Fatalf("%d bytes keep %d hashes in %d: one more fits", size, kept, s.Size())
		}
		last = kept
	}
	if last != len(hashes) {
		t.Errorf("with room for all %d are kept", last)
	}
}

// TestFetchFillsALimit: at the default size, with hashes as producers have them.
func TestFetchFillsALimit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	hashes := make([]uint64, 100_000)
	for i := range hashes {
		hashes[i] = r.Uint64()
	}
	f := newFetch(t, peer, hashes, limits.Default())
	e, kept, err := f.AddTo(admit.Envelope{Version: "0.1", MessageID: "m"}, "a")
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Freeze(limits.Default())
	if err != nil {
		t.Fatal(err)
	}
	if s.Size() > 65536 || s.Size() < 65536-20 || kept < 3000 || kept > 3500 {
		t.Errorf("%d hashes in %d bytes", kept, s.Size())
	}
}

// TestFetchOfShortHashes: 100 bytes more hold 50 hashes of a digit and a comma.
func TestFetchOfShortHashes(t *testing.T) {
	zeros := make([]uint64, 1000)
	ids := admit.Envelope{Version: "0.1", MessageID: "m"}
	e, _, err := newFetch(t, peer, zeros[:1], limits.Default()).AddTo(ids, "a")
	if err != nil {
		t.Fatal(err)
	}
	one, err := e.Freeze(limits.Default())
	if err != nil {
		t.Fatal(err)
	}
	_, kept, err := newFetch(t, peer, zeros, limitsOf(t, limits.MaxBytes(one.Size()+100))).AddTo(ids, "a")
	if err != nil || kept != 51 {
		t.Errorf("%d kept, %v, want 51", kept, err)
	}
}

func TestFetchErrors(t *testing.T) {
	ids := admit.Envelope{Version: "0.1", MessageID: "m"}
	actions := func(n int) admit.Envelope {
		e := ids
		for range n {
			e.Actions = append(e.Actions, admit.Action{ID: "a", Type: "t", Version: "1", Payload: "{}"})
		}
		return e
	}
	lim := limits.Default()
	one := newFetch(t, peer, []uint64{1}, lim)
	for _, row := range []struct {
		name     string
		fetch    candidate.Fetch
		envelope admit.Envelope
		id       string
		want     string // in the error, "" for none
		reason   string
	}{
		{"good", one, ids, "a", "", "all is well"},
		{"63 actions", one, actions(63), "a", "", "with this one 64"},
		{"64 actions", one, actions(64), "a", "candidate: actions: want fewer than 64", "consumers would ignore all of it"},
		{"zero fetch", candidate.Fetch{}, ids, "a", "candidate: fetch: want one of NewFetch", "no endpoint"},
		{"no action id", one, ids, "", "admit: 1 fault", "an envelope that is not one"},
		{"no message id", one, admit.Envelope{Version: "0.1"}, "a", "admit: 1 fault", "likewise"},
		{"version", one, admit.Envelope{Version: "9", MessageID: "m"}, "a", "admit: 1 fault", "likewise"},
		{"depth 5", newFetch(t, peer, []uint64{1}, limitsOf(t, limits.MaxDepth(5))), ids, "a", "", "envelope, actions, action, payload, hashes"},
		{"depth 4", newFetch(t, peer, []uint64{1}, limitsOf(t, limits.MaxDepth(4))), ids, "a", "too_deep", "no room for the list"},
		{"no room", newFetch(t, peer, []uint64{1}, limitsOf(t, limits.MaxBytes(100))), ids, "a", "oversized", "not even without hashes"},
		{"zero limits", newFetch(t, peer, []uint64{1}, limits.Limits{}), ids, "a", "admit: ", "which admit nothing"},
	} {
		e, kept, err := row.fetch.AddTo(row.envelope, row.id)
		switch {
		case row.want == "" && (err != nil || kept != 1):
			t.Errorf("%s: %d kept, %v: %s", row.name, kept, err, row.reason)
		case row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want) || kept != 0 || e.Actions != nil):
			t.Errorf("%s: %d kept, %v, want %q: %s", row.name, kept, err, row.want, row.reason)
		}
	}

	if _, err := candidate.NewFetch(peer, nil, lim); err == nil {
		t.Error("a fetch of nothing was made")
	}

	// The bare envelope fits to the byte, so that no hash does.
	e, _, err := one.AddTo(ids, "a")
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Freeze(lim)
	if err != nil {
		t.Fatal(err)
	}
	_, kept, err := newFetch(t, peer, []uint64{1}, limitsOf(t, limits.MaxBytes(s.Size()-1))).AddTo(ids, "a")
	if err == nil || kept != 0 || err.Error() != "candidate: hashes: want room for one in MaxBytes" {
		t.Errorf("one byte too few: %d kept, %v", kept, err)
	}
}

// TestFetchLeavesItsArguments: neither the hashes nor the envelope of the caller
// are kept or written to.
func TestFetchLeavesItsArguments(t *testing.T) {
	hashes := []uint64{1, 2}
	f := newFetch(t, peer, hashes, limits.Default())
	hashes[0] = 99
	room := make([]admit.Action, 1, 4)
	room[0] = admit.Action{ID: "x", Type: "t", Version: "1", Payload: "{}"}
	e := admit.Envelope{Version: "0.1", MessageID: "m", Actions: room}
	first, _, err1 := f.AddTo(e, "first")
	second, _, err2 := f.AddTo(e, "second")
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if got := room[:2][1]; got != (admit.Action{}) {
		t.Errorf("the caller's array was written to: %v", got)
	}
	if first.Actions[1].ID != "first" || second.Actions[1].ID != "second" || !strings.Contains(first.Actions[1].Payload, "[1,2]") {
		t.Error("two envelopes of one fetch share memory, or the fetch shares the caller's")
	}
}
