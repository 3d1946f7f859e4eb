package candidate_test

import (
	"fmt"
	"net/netip"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/admit/candidate"
	"github.com/kvhints/hintcheck/limits"
)

// A consumer with one way of fetching, a policy of one block of addresses and a
// group of two ranks.
func Example() {
	families, err := candidate.NewFamilies(candidate.Family{
		Name:  "kvcr",
		Kinds: []candidate.Kind{{Type: candidate.TypeFetch, Version: candidate.VersionFetch}},
		Forms: []candidate.Form{candidate.Number},
	})
	if err != nil {
		panic(err)
	}
	allowList, err := candidate.NewAllowList(nil, candidate.Allow{
		Prefix: netip.MustParsePrefix("192.0.2.0/24"), FirstPort: 24100, LastPort: 24107,
	})
	if err != nil {
		panic(err)
	}

	decision := admit.Decide([]byte(`{"protocol_version":"0.1","message_id":"m","actions":[
		{"action_id":"a","action_type":"kv.fetch","action_version":"1.0","payload":
			{"source_control_endpoint":"tcp://169.254.169.254:80","block_hashes":[7101]}},
		{"action_id":"b","action_type":"kv.fetch","action_version":"1.0","payload":
			{"source_control_endpoint":"tcp://192.0.2.21:24100","block_hashes":[7101,7102]}}]}`), limits.Default(), admit.Trusted)

	set := candidate.Collect(decision.Snapshot, families, candidate.BaseModel())
	fmt.Println(set)
	for _, c := range set.All() {
		if binding, ok := c.Bind("kvcr"); ok {
			peers, err := binding.Endpoint(allowList, 2)
			fmt.Println(binding, peers, err)
		}
	}
	// Output:
	// candidate.Set(2 candidates, 0 ignored)
	// candidate.Binding(action 0, 1 hashes) [] candidate: endpoint refused: unauthorized
	// candidate.Binding(action 1, 2 hashes) [192.0.2.21:24100 192.0.2.21:24101] <nil>
}

// A router that names the source of a request's first blocks.
func ExampleNewFetch() {
	lim := limits.Default()
	fetch, err := candidate.NewFetch("tcp://192.0.2.21:24100", []uint64{7101, 7102}, lim)
	if err != nil {
		panic(err) // an endpoint that consumers would not read
	}
	envelope, kept, err := fetch.AddTo(admit.Envelope{Version: "0.1", MessageID: "req-1"}, "fetch-0")
	if err != nil {
		panic(err)
	}
	snapshot, err := envelope.Freeze(lim)
	fmt.Println(kept, snapshot, err)
	// Output: 2 admit.Snapshot(1 actions, 221 bytes) <nil>
}
