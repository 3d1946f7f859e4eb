package candidate_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/admit/candidate"
	"github.com/kvhints/hintcheck/corpus"
	"github.com/kvhints/hintcheck/limits"
)

// outcome is what a consumer gets of an envelope.
type outcome struct {
	Index   int              // of the one candidate
	Hashes  []candidate.Hash // of its binding
	Refusal string           // when it is dialled under a policy of documentation addresses
	Ignored map[string]int   // actions by reason
}

// TestRealEnvelopes holds the rules to the shapes that real producers write. A
// consumer as KVCR reads numbers; one as SGLang reads 16 hex digits too.
func TestRealEnvelopes(t *testing.T) {
	num := func(list ...uint64) []candidate.Hash {
		var hashes []candidate.Hash
		for _, v := range list {
			hashes = append(hashes, candidate.Hash{Value: v, Form: candidate.Number})
		}
		return hashes
	}
	ignored := func(reason string) outcome { return outcome{Index: -1, Ignored: map[string]int{reason: 1}} }
	want := map[string]outcome{
		"trtllm-fetch-canonical":      {Hashes: num(7101, 7102)},
		"kvcr-fetch-duplicate-hashes": {Hashes: num(310, 311, 310)}, // order and repeats are kept; a set is KVCR's own
		"dynamo-fetch-ipv6":           {Hashes: num(14)},
		"sidecar-fetch-extension":     {Hashes: num(6), Refusal: "unauthorized"}, // a name, and the policy has none
		"sglang-demote-before-fetch":  {Index: 1, Hashes: num(88), Ignored: map[string]int{"unknown_type": 1}},

		"envelope-duplicate-action-id": {Hashes: num(9), Ignored: map[string]int{"unknown_type": 1}}, // ids are not read here

		"sidecar-fetch-signed-and-hex-hashes": ignored("bad_hashes"), // -2 is no u64
		"kvcr-fetch-negative-hash":            ignored("bad_hashes"), // KVCR raises
		"sidecar-fetch-float-hash":            ignored("bad_hashes"), // the sidecar refuses
		"sglang-fetch-null-hash":              ignored("bad_hashes"), // KVCR raises; SGLang keeps a prefix, we do not
		"kvcr-fetch-no-hashes":                ignored("bad_hashes"), // KVCR raises
		"kvcr-fetch-unknown-mode":             ignored("unsupported_mode"),
		"kvcr-fetch-no-retain":                ignored("no_retain"),
		"sglang-fetch-no-scheme":              ignored("bad_endpoint"),

		"sglang-fetch-wildcard-host":    {Hashes: num(3), Refusal: "unauthorized"}, // well-formed, and nobody may dial it
		"attack-fetch-metadata-address": {Hashes: num(3), Refusal: "unauthorized"}, // likewise
		"sglang-65-actions":             {Index: -1, Ignored: map[string]int{"too_many_actions": 65}},
	}
	sglang := candidate.Family{Name: "sglang", Kinds: []candidate.Kind{fetchKind}, Forms: []candidate.Form{candidate.Number, candidate.Hex16}}
	list := families(t, numbers, sglang)
	policy, err := candidate.NewAllowList(nil, prefix("192.0.2.0/24", 24100, 24107), prefix("198.51.100.0/24", 24100, 24107), prefix("2001:db8::/32", 24100, 24107))
	if err != nil {
		t.Fatal(err)
	}
	envelopes, err := corpus.Envelopes()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, e := range envelopes {
		d := admit.Decide(e.Raw, limits.Default(), admit.Trusted)
		w, listed := want[e.Name]
		if listed {
			seen++
		} else {
			// Not a fetch: every action is one for somebody else.
			w = outcome{Index: -1}
			if n := d.Snapshot.NumActions(); n > 0 {
				w.Ignored = map[string]int{"unknown_type": n}
			}
		}
		if w.Ignored == nil {
			w.Ignored = map[string]int{}
		}
		set := candidate.Collect(d.Snapshot, list, candidate.BaseModel())
		got := outcome{Index: -1, Ignored: counted(set)}
		if set.Len()+set.Counts().Total() != d.Snapshot.NumActions() {
			t.Errorf("%s: %v of %d actions", e.Name, set, d.Snapshot.NumActions())
		}
		for _, c := range set.All() {
			b, _ := c.Bind("sglang")
			got.Index, got.Hashes = c.Index(), b.Hashes()
			var refused *candidate.RefusedError
			if _, err := b.Endpoint(policy, 8); errors.As(err, &refused) {
				got.Refusal = refused.Refusal.String()
			}
		}
		if diff := cmp.Diff(w, got); diff != "" {
			t.Errorf("%s (%s): %s", e.Name, e.Source, diff)
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d envelopes are in the corpus", seen, len(want))
	}
}
