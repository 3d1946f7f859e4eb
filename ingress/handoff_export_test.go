package ingress

// HandoffFields lists every known field as object and name, for tests that hold
// their own list against it.
func HandoffFields() (list [][2]string) {
	objects := [numHandoffObjects]string{
		inDisaggregated: "disaggregated_params", inUsage: "disaggregated_params/ctx_usage",
		inDetails: "disaggregated_params/ctx_usage/prompt_tokens_details", inKVTransfer: "kv_transfer_params",
		inSpec: "kv_transfer_params/disagg_spec", inECTransfer: "ec_transfer_params",
		inECEntry: "ec_transfer_params/any hash", inECItem: "ec_transfer_params/ec_items/0",
	}
	for _, f := range handoffFields {
		list = append(list, [2]string{objects[f.in], f.name})
	}
	return list
}

// LargestHandoffObject counts the fields of the largest object.
func LargestHandoffObject() (most int) {
	var counts [numHandoffObjects]int
	for _, f := range handoffFields {
		counts[f.in]++
		most = max(most, counts[f.in])
	}
	return most
}

// LargestHandoffDepth is how deep what is looked at may nest.
const LargestHandoffDepth = largestHandoffDepth

// HandoffsWithoutWant returns the rules that say nothing of what they want although they
// can refuse a value.
func HandoffsWithoutWant() (silent []int) {
	for i, v := range handoffRules {
		if v.want == "" && v.kinds != isAny && !v.lenient {
			silent = append(silent, i)
		}
	}
	return silent
}
