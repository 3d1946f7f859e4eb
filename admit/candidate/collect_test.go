package candidate_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/admit/candidate"
)

const peer = "tcp://192.0.2.21:24100"

func TestReasons(t *testing.T) {
	good := payload(peer, "[1]")
	with := func(members string) string { return strings.TrimSuffix(good, "}") + "," + members + "}" }
	two := numbers
	two.Name = "two"
	two.Kinds = []candidate.Kind{fetchKind, {Type: "kv.fetch", Version: "2.0"}, {Type: "kv.source_locations", Version: "1.0"}}
	two.Forms = []candidate.Form{candidate.Hex16, candidate.Decimal}
	list := families(t, numbers, two)
	for _, row := range []struct {
		action string
		want   string // "" for a candidate
		reason string
	}{
		{action("kv.fetch", "1.0", good), "", "what every producer writes"},
		{action("kv.source_locations", "1.0", payload(peer, `["1"]`)), "", "a family may list another type with the same payload"},
		{action("kv.fetch", "2.0", payload(peer, `["1"]`)), "", "and another version"},
		{action("kv.fetch", "2.0", good), "bad_hashes", "which the family with numbers does not list"},
		{action("kv.prefetch", "1.0", "{}"), "unknown_type", "nobody lists it"},
		{action("KV.fetch", "1.0", good), "unknown_type", "types are compared exactly"},
		{action("kv.fetch\\u0000", "1.0", good), "unknown_type", "to the last byte"},
		{action("kv.\\u0066etch", "1.0", good), "", "after unescaping"},
		{action("kv.fetch", "1.1", good), "unsupported_version", "versions are compared exactly"},
		{action("kv.fetch", "1", good), "unsupported_version", "likewise"},
		{action("kv.source_locations", "2.0", good), "unsupported_version", "the type is listed with another version"},
		{action("kv.fetch", "1.0", `{}`), "bad_payload", "nothing in it"},
		{action("kv.fetch", "1.0", `{"block_hashes":[1]}`), "bad_payload", "no endpoint: KVCR raises for it"},
		{action("kv.fetch", "1.0", `{"source_control_endpoint":"tcp://a:1"}`), "bad_payload", "no hashes"},
		{action("kv.fetch", "1.0", `{"source_control_endpoint":null,"block_hashes":[1]}`), "bad_payload", "a null endpoint"},
		{action("kv.fetch", "1.0", `{"source_control_endpoint":["tcp://a:1"],"block_hashes":[1]}`), "bad_payload", "a list of endpoints"},
		{action("kv.fetch", "1.0", `{"source_control_endpoint":"tcp://a:1","block_hashes":{"0":1}}`), "bad_payload", "hashes in an object"},
		{action("kv.fetch", "1.0", `{"source_control_endpoint":"tcp://a:1","block_hashes":"1"}`), "bad_payload", "hashes in a string"},
		{action("kv.fetch", "1.0", `{"x":`+good+`}`), "bad_payload", "members of an inner object are not those of the payload"},
		{action("kv.fetch", "1.0", with(`"mode":"copy"`)), "", "the one mode there is"},
		{action("kv.fetch", "1.0", with(`"mode":"\u0063opy"`)), "", "however it is spelt"},
		{action("kv.fetch", "1.0", with(`"mode":"move"`)), "unsupported_mode", "stands in KVCR's design; its parser raises"},
		{action("kv.fetch", "1.0", with(`"mode":"COPY"`)), "unsupported_mode", "compared exactly"},
		{action("kv.fetch", "1.0", with(`"mode":""`)), "unsupported_mode", "empty is not absent"},
		{action("kv.fetch", "1.0", with(`"mode":null`)), "unsupported_mode", "null is not absent: KVCR wants a str"},
		{action("kv.fetch", "1.0", with(`"no_retain":true`)), "no_retain", "KVCR refuses its presence"},
		{action("kv.fetch", "1.0", with(`"no_retain":false`)), "no_retain", "whatever its value"},
		{action("kv.fetch", "1.0", with(`"no_retain":null`)), "no_retain", "whatever its value"},
		{action("kv.fetch", "1.0", with(`"n\u006f_retain":0`)), "no_retain", "however it is spelt"},
		{action("kv.fetch", "1.0", with(`"mode":"move","no_retain":true`)), "unsupported_mode", "the first in the order of judgement"},
		{action("kv.fetch", "1.0", with(`"extension":{"mode":"move","no_retain":1}`)), "", "members it does not know are left alone"},
		{action("kv.fetch", "1.0", payload("tcp://a", "[]")), "bad_endpoint", "the endpoint is judged before the hashes"},
		{action("kv.fetch", "1.0", `{"source_control_endpoint":"tcp:\u002f\/192.0.2.21:24100","block_hashes":[1]}`), "", "an endpoint written with escapes is the same one"},
		{action("kv.fetch", "1.0", payload(peer, "[]")), "bad_hashes", "nothing to fetch"},
		{action("kv.fetch", "1.0", payload(peer, `["0000000000001234"]`)), "ambiguous_hash", "one family reads no strings, the other reads them twice: the last reason counts"},
		{action("kv.fetch", "1.0", payload(peer, `["1"]`)), "", "one family is enough"},
	} {
		s := candidate.Collect(admitted(t, `{"protocol_version":"0.1","message_id":"m","actions":[`+row.action+`]}`), list, candidate.BaseModel())
		want := map[string]int{}
		if row.want != "" {
			want[row.want] = 1
		}
		if diff := cmp.Diff(want, counted(s)); diff != "" || s.Len()+s.Counts().Total() != 1 {
			t.Errorf("%s: %s\n%s", row.action, row.reason, diff)
		}
	}
}

func TestCandidateSaysWhichActionItIs(t *testing.T) {
	s := candidate.Collect(admitted(t, `{"protocol_version":"0.1","message_id":"m","actions":[`+
		action("kv.prefetch", "1.0", "{}")+`,{"action_id":"turn\u002d4","action_type":"kv.fetch","action_version":"1.0","payload":`+payload(peer, "[3,1,3]")+`}]}`),
		families(t, numbers), candidate.BaseModel())
	c := s.At(0)
	b, ok := c.Bind("numbers")
	type seen struct {
		Index    int
		ID       string
		Kind     candidate.Kind
		Families []string
		Bound    bool
		Same     bool
		Family   string
		Hashes   int
		List     []candidate.Hash
	}
	want := seen{1, "turn-4", fetchKind, []string{"numbers"}, true, true, "numbers", 3, []candidate.Hash{{Value: 3}, {Value: 1}, {Value: 3}}}
	got := seen{c.Index(), c.ID(), c.Kind(), c.Families(), ok, b.Candidate() == c, b.Family(), b.NumHashes(), b.Hashes()}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, ok := c.Bind("nobody"); ok {
		t.Error("bound to a family that is not in the list")
	}
}

func TestZeroValuesGiveNothing(t *testing.T) {
	good := envelope(t, payload(peer, "[1]"))
	for name, s := range map[string]candidate.Set{
		"zero set":      {},
		"zero snapshot": candidate.Collect(admit.Snapshot{}, families(t, numbers), candidate.BaseModel()),
		"zero families": candidate.Collect(good, candidate.Families{}, candidate.BaseModel()),
		"zero scope":    candidate.Collect(good, families(t, numbers), candidate.Scope{}),
	} {
		if s.Len() != 0 {
			t.Errorf("%s: %d candidates, want none", name, s.Len())
		}
		for range s.All() {
			t.Errorf("%s: a candidate", name)
		}
	}
	var c candidate.Candidate
	if _, ok := c.Bind(""); ok || c.Index() != -1 || c.ID() != "" || c.Families() != nil || c.Kind() != (candidate.Kind{}) {
		t.Error("the zero Candidate is one")
	}
	var b candidate.Binding
	if b.NumHashes() != 0 || b.Hashes() != nil || b.Family() != "" || b.Candidate() != c {
		t.Error("the zero Binding binds something")
	}
}

func TestCaps(t *testing.T) {
	nth := func(i int) string { return payload(fmt.Sprintf("tcp://192.0.2.%d:80", i), "[1]") }
	repeat := func(n int, p string) []string { return slices.Repeat([]string{p}, n) }
	var five []string // each endpoint twice, the fifth between
	for _, i := range []int{1, 2, 3, 1, 4, 5, 2, 4, 5, 3} {
		five = append(five, nth(i))
	}
	for _, row := range []struct {
		name     string
		payloads []string
		indices  []int
		want     map[string]int
		reason   string
	}{
		{"16", repeat(16, nth(1)), seq(0, 16), map[string]int{}, "as many candidates as there may be"},
		{"17", repeat(17, nth(1)), seq(0, 16), map[string]int{"too_many_candidates": 1}, "the first ones are kept"},
		{"64", repeat(64, nth(1)), seq(0, 16), map[string]int{"too_many_candidates": 48}, "as many actions as there may be"},
		{"65", repeat(65, nth(1)), nil, map[string]int{"too_many_actions": 65}, "one more and nothing of the envelope is taken"},
		{"4 endpoints", []string{nth(1), nth(2), nth(3), nth(4)}, seq(0, 4), map[string]int{}, "as many endpoints as there may be"},
		{"5 endpoints", five, []int{0, 1, 2, 3, 4, 6, 7, 9}, map[string]int{"too_many_endpoints": 2}, "a fifth is left out, the four stay"},
		{"ports", []string{payload("tcp://a:1", "[1]"), payload("tcp://a:2", "[1]"), payload("tcp://a:3", "[1]"), payload("tcp://a:4", "[1]"), payload("tcp://a:5", "[1]")},
			seq(0, 4), map[string]int{"too_many_endpoints": 1}, "an endpoint is a host and a port: each is a connection"},
		{"spellings", []string{payload("tcp://KV.example:1", "[1]"), payload("tcp://kv.example:1", "[1]"), payload("tcp://[2001:db8::1]:1", "[1]"), payload("tcp://[2001:DB8:0::1]:1", "[1]"), nth(1), nth(2)},
			seq(0, 6), map[string]int{}, "spellings of one endpoint are one"},
		{"ignored ones", append(repeat(20, payload("tcp://b:1", "[]")), nth(1), nth(2), nth(3), nth(4)), seq(20, 24), map[string]int{"bad_hashes": 20}, "what is ignored takes no place and no endpoint"},
		{"both caps", append(append(repeat(13, nth(1)), nth(2), nth(3), nth(4)), nth(5), nth(1)), seq(0, 16), map[string]int{"too_many_candidates": 2}, "with all places taken the cap on candidates is the reason"},
	} {
		s := candidate.Collect(envelope(t, row.payloads...), families(t, numbers), candidate.BaseModel())
		var indices []int
		for _, c := range s.All() {
			indices = append(indices, c.Index())
		}
		if diff := cmp.Diff(row.indices, indices) + cmp.Diff(row.want, counted(s)); diff != "" {
			t.Errorf("%s: %s\n%s", row.name, row.reason, diff)
		}
	}
	if candidate.MaxActions != 64 || candidate.MaxCandidates != 16 || candidate.MaxEndpoints != 4 {
		t.Error("the caps of the design have changed")
	}
}

func seq(from, to int) []int {
	var list []int
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

// TestActionCapCountsEveryAction: of 65 actions even those of no fetch.
func TestActionCapCountsEveryAction(t *testing.T) {
	list := append(slices.Repeat([]string{action("kv.prefetch", "1.0", "{}")}, 64), action("kv.fetch", "1.0", payload(peer, "[1]")))
	s := candidate.Collect(admitted(t, `{"protocol_version":"0.1","message_id":"m","actions":[`+strings.Join(list, ",")+`]}`), families(t, numbers), candidate.BaseModel())
	if diff := cmp.Diff(map[string]int{"too_many_actions": 65}, counted(s)); diff != "" || s.Len() != 0 {
		t.Error(diff)
	}
}

// TestCountsAddUp draws envelopes from actions whose reason is known and counts
// by hand: candidates and ignored actions are all actions, in their order,
// whatever the order of the families.
func TestCountsAddUp(t *testing.T) {
	strs := numbers
	strs.Name, strs.Forms = "strings", []candidate.Form{candidate.Hex16, candidate.Decimal}
	salted := numbers
	salted.Name, salted.Covers = "salted", []candidate.Use{candidate.CacheSalt}
	salted.Kinds = []candidate.Kind{{Type: "kv.salted", Version: "1.0"}}
	plain := salted
	plain.Name, plain.Covers = "plain", nil
	plain.Kinds = []candidate.Kind{{Type: "kv.plain", Version: "1.0"}}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		scope := candidate.BaseModel().With(candidate.CacheSalt)
		covering := []candidate.Family{salted, plain}
		fetching := []candidate.Family{numbers, strs}
		for i := range fetching {
			fetching[i].Covers = []candidate.Use{candidate.CacheSalt}
		}
		list := append(covering, fetching...)

		var actions []string
		var kept []int
		want := map[string]int{}
		seen := map[string]bool{}
		n := r.IntN(66)
		for i := range n {
			endpoint := fmt.Sprintf("tcp://192.0.2.%d:80", r.IntN(6))
			var text, reason string
			switch r.IntN(8) {
			case 0:
				text, reason = action("kv.retain", "1.0", "{}"), "unknown_type"
			case 1:
				text, reason = action("kv.fetch", "9", "{}"), "unsupported_version"
			case 2:
				text, reason = action("kv.plain", "1.0", payload(endpoint, "[1]")), "scope_not_covered"
			case 3:
				text, reason = action("kv.fetch", "1.0", payload("tcp://x", "[1]")), "bad_endpoint"
			case 4:
				text, reason = action("kv.fetch", "1.0", payload(endpoint, "[1.5]")), "bad_hashes"
			case 5:
				text, reason = action("kv.fetch", "1.0", payload(endpoint, `["0000000000001234"]`)), "ambiguous_hash"
			case 6:
				text = action("kv.salted", "1.0", payload(endpoint, "[1]"))
			default:
				text = action("kv.fetch", "1.0", payload(endpoint, `["12"]`))
			}
			actions = append(actions, text)
			switch {
			case n > 64:
				reason = "too_many_actions"
			case reason != "":
			case len(kept) == 16:
				reason = "too_many_candidates"
			case !seen[endpoint] && len(seen) == 4:
				reason = "too_many_endpoints"
			default:
				seen[endpoint] = true
				kept = append(kept, i)
				continue
			}
			want[reason]++
		}
		snapshot := admitted(t, `{"protocol_version":"0.1","message_id":"m","actions":[`+strings.Join(actions, ",")+`]}`)
		for range 2 {
			s := candidate.Collect(snapshot, families(t, list...), scope)
			var indices []int
			for _, c := range s.All() {
				indices = append(indices, c.Index())
			}
			if diff := cmp.Diff(kept, indices) + cmp.Diff(want, counted(s)); diff != "" {
				t.Fatalf("seed %d: %s", seed, diff)
			}
			if s.Len()+s.Counts().Total() != snapshot.NumActions() {
				t.Fatalf("seed %d: %d candidates and %d ignored of %d actions", seed, s.Len(), s.Counts().Total(), snapshot.NumActions())
			}
			slices.Reverse(list)
		}
	}
}

func TestReasonsAreAClosedSet(t *testing.T) {
	want := []string{
		"too_many_actions", "unknown_type", "unsupported_version", "scope_not_covered", "bad_payload",
		"unsupported_mode", "no_retain", "bad_endpoint", "bad_hashes", "ambiguous_hash",
		"too_many_candidates", "too_many_endpoints",
	}
	var got, counted []string
	for _, r := range candidate.Reasons() {
		got = append(got, r.String())
	}
	for r := range (candidate.Counts{}).All() {
		counted = append(counted, r.String())
	}
	if diff := cmp.Diff(want, got) + cmp.Diff(want, counted); diff != "" {
		t.Error(diff)
	}
	for range (candidate.Counts{}).All() {
		break // a caller may stop
	}
	if got := candidate.Reason(0).String() + " " + candidate.Reason(200).String(); got != "none invalid" {
		t.Errorf("values outside of the set are %q", got)
	}
	for _, r := range []candidate.Reason{candidate.TooManyEndpoints + 1, 200} {
		if (candidate.Counts{}).Count(r) != 0 {
			t.Errorf("reason %d, which is none, was counted", r)
		}
	}
	s := candidate.Collect(envelope(t, "{}"), families(t, numbers), candidate.BaseModel())
	if got := s.Counts().Count(candidate.BadPayload); got != 1 {
		t.Errorf("Count is %d, want 1", got)
	}
	for got, want := range map[string]string{
		candidate.LoRA.String() + " " + candidate.CacheSalt.String() + " " + candidate.Multimodal.String() + " " + candidate.PromptEmbeddings.String() + " " + candidate.Use(9).String():  "lora cache_salt multimodal prompt_embeddings invalid",
		candidate.Number.String() + " " + candidate.Hex16.String() + " " + candidate.Decimal.String() + " " + candidate.HexPrefixed.String() + " " + candidate.Form(9).String():           "number hex16 decimal hex_prefixed invalid",
		fmt.Sprint(candidate.NoBinding, candidate.NoAuthorizer, candidate.PortsOutOfRange, candidate.Unauthorized, candidate.WrongPorts, candidate.WrongAddress, candidate.DeniedAddress): "no_binding no_authorizer ports_out_of_range unauthorized wrong_ports wrong_address denied_address",
		candidate.Refusal(9).String(): "invalid",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
