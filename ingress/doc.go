// Package ingress finds every hint carrier of a request, admits or cuts it, and
// leaves every other byte as it came.
//
//	policy, err := ingress.NewPolicy(ingress.Edge)
//	if err != nil { ... }
//	guard, err := ingress.New(ingress.Config{Policy: policy})
//	if err != nil { ... }
//	server.Handler = guard(handler) // whole: every route and method
//
// [New] is the middleware. Whoever has bodies from elsewhere uses its parts:
// [NewScan] (or [NewMsgpackScan]), Write, Finish, Decide and Edit, whose Segments
// are what goes upstream.
//
// A body goes upstream only if the scanner understood all of it as one RFC 8259
// object in UTF-8; there is no way round the scan. It is one pass of the project's
// decoder as the bytes come, with no value tree. Duplicate names, lone surrogate
// escapes, number ranges and depth outside of hints and handoffs are the worker's
// business and pass.
//
// # Carriers
//
// A carrier is a member whose name is one of the policy's carriers, at the root or
// where the name of every member around it is one of the policy's containers; any
// number of levels, arrays are stepped through. Names are compared after
// unescaping, by Unicode simple case folding, and without '_' and '-'.
//
// A trusted sender's one member at the admitted path, spelled exactly so after
// unescaping, is judged by package admit. It stays in the body just if it is
// admitted. Two of them, null ones included, are a duplicate_member, and every
// other carrier is cut whoever sent it.
//
// # Handoffs
//
// The members disaggregated_params, kv_transfer_params and ec_transfer_params
// where a carrier could stand, and bootstrap_* at the root, hand a prefill over to
// a decode. Their names are compared as those of carriers are, since a reader that
// folds would take them: a name of the root that starts with "bootstrap", whatever
// '_' and '-' are in it, and goes on is one. The edge role refuses one that is not
// null; the worker role refuses two of one name in one object, and what the known
// fields may not be.
package ingress
