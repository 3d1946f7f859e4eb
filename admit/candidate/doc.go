// Package candidate says which fetches of an admitted envelope a consumer could
// carry out, and gives out an endpoint only through an authorizer.
//
//	families, err := candidate.NewFamilies(kvcr) // once: what this consumer can read
//	set := candidate.Collect(decision.Snapshot, families, candidate.BaseModel())
//	for _, c := range set.All() { // in the order of the producer
//		if binding, ok := c.Bind("kvcr"); ok {
//			return binding.Endpoint(allowList, ranks) // the addresses to dial, one a rank
//		}
//	}
//
// Admitted means encodable, not authorised. An envelope can name any address of
// the network, and code in the manner of KVCR opens a connection as soon as it is
// given a hint. So between a snapshot and a connection stand four questions, and
// each is answered by the consumer, never by the envelope: what can I read
// ([Families]), does it fit this request ([Scope]), which one do I take
// ([Candidate.Bind]; one action and one family for a request), and whom may I
// dial ([Authorizer]). The zero value of each answers no.
//
// No method, String, fmt verb, error or exported field of this package shows an
// endpoint that no authorizer has allowed. The payloads of the snapshot itself
// are client text: who reads endpoints there goes around all of this.
//
// The package is pure: it opens nothing, resolves nothing and keeps no state. All
// its values are immutable and safe for concurrent use. docs/fetch-boundaries.md
// is the page for consumers.
package candidate
