package ingress_test

import "strings"

// spec is what a test expects of values of one kind of field, written by hand from
// the sources that handoff_fields.go names.
type spec struct {
	types string   // of JSON, that are taken
	good  []string // values that pass
	bad   []string // values of a type that is taken, which do not
}

func (s spec) orNull() spec {
	s.types += " null"
	s.good = append([]string{"null"}, s.good...)
	return s
}

// either takes what a or b take; a value is bad where neither takes its type.
func either(a, b spec) spec {
	return spec{a.types + " " + b.types, append(append([]string{}, a.good...), b.good...), append(append([]string{}, a.bad...), b.bad...)}
}

// integers takes the integers from least to most; the others are their neighbours.
func integers(least, most, below, above string) spec {
	return spec{"integer", []string{least, most}, []string{
		below, above, "-9223372036854775809", "18446744073709551616", strings.Repeat("9", 5000), "-" + strings.Repeat("9", 5000),
	}}
}

// text takes strings of at most n bytes of UTF-8, escapes resolved.
func text(n int) spec {
	return spec{"string", []string{
		`""`, quoted(n), `"` + strings.Repeat(`\u0041`, n) + `"`, `"` + strings.Repeat("\u00e9", n/2) + `"`, `"\ud83d\ude00"`,
	}, []string{
		quoted(n + 1), `"` + strings.Repeat(`\u0041`, n+1) + `"`, `"` + strings.Repeat(`\u00e9`, n/2+1) + `"`,
		`"\ud83d"`, `"\udc00\ud83d"`, `"a\ud83dA"`,
	}}
}

func quoted(n int) string { return `"` + strings.Repeat("a", n) + `"` }

// digits takes what integers take, and in strings too.
func digits(most, above string) spec {
	return spec{"integer string", []string{"1", most, `"1"`, `"` + most + `"`, `"\u0031"`}, []string{
		"0", "-1", above, `"0"`, `"` + above + `"`, `""`, `"01"`, `"+1"`, `"-1"`, `"1.0"`, `" 1"`, `"1 "`, `"x"`, `"\ud83d"`, `"0x1"`, `"` + strings.Repeat("1", 100) + `"`,
	}}
}

// list takes arrays of at most n elements, each of which is one of the elements;
// bad are elements that no array may hold.
func list(n int, element string, good, bad []string) spec {
	s := spec{"array", []string{"[]", "[" + element + "]", repeated(element, n)}, []string{repeated(element, n+1)}}
	for _, e := range good {
		s.good = append(s.good, "["+e+"]", "["+element+","+e+"]")
	}
	for _, e := range bad {
		s.bad = append(s.bad, "["+e+"]", "["+element+" , "+e+"]", "["+e+","+element+"]")
	}
	return s
}

func repeated(element string, n int) string {
	return "[" + strings.TrimSuffix(strings.Repeat(element+",", n), ",") + "]"
}

// object takes objects whatever they hold.
func object(bad ...string) spec { return spec{"object", []string{`{}`, `{"a":[{"a":1e999}]}`}, bad} }

func specs() map[string]spec {
	flag := spec{types: "boolean", good: []string{"true", "false"}}
	count := integers("0", "2147483647", "-1", "2147483648")
	port := digits("65535", "65536")
	id := integers("0", "18446744073709551615", "-1", "18446744073709551616")
	room := integers("0", "9223372036854775807", "-1", "9223372036854775808")
	size := integers("1", "4096", "0", "4097")
	tokens := list(4096, "7", []string{"0", "2147483647", "-0"}, []string{"-1", "2147483648", "1.0", `"1"`, "null", "true", "[]", "{}"})
	free := list(4096, "0", []string{"null", "1e999", `"\ud83d"`, "[[[[1]]]]", `{"a":{}}`}, nil)
	hash := "[1,2,3,4,5,6,7,8]"
	group := []string{"[]", "[0]", "[2147483647,1]", "0", "2147483647"}
	noBlock := []string{"-1", "2147483648", "1.5", `"1"`, "null", "true", "{}", "[-1]", "[2147483648]", "[[1]]", "[null]", `["1"]`, "[1,{}]"}
	textOrID := either(text(1024), id)
	return map[string]spec{
		"flag": flag, "flag?": flag.orNull(),
		"count": count, "count?": count.orNull(),
		"rank": integers("0", "4095", "-1", "4096"), "rank?": integers("0", "4095", "-1", "4096").orNull(),
		"size": size, "size?": size.orNull(), "size or digits": digits("4096", "4097"),
		"blocks": integers("0", "1048576", "-1", "1048577"),
		"file?":  integers("0", "1099511627776", "-1", "1099511627777").orNull(),
		"style?": integers("0", "1", "-1", "2").orNull(),
		"port?":  port.orNull(), "id?": id.orNull(), "room?": room.orNull(),
		"seconds?": spec{"integer float", []string{"0", "-1", "1.5", "1e3", "1.7976931348623157e308"}, []string{"1e999", "-1e999", "1" + strings.Repeat("0", 400)}}.orNull(),

		"host": text(255), "host?": text(255).orNull(), "text": text(1024), "text?": text(1024).orNull(),
		"request": text(4096), "request?": text(4096).orNull(), "url?": text(2048).orNull(),
		"blob?": text(1 << 20).orNull(), "mode?": text(64).orNull(), "text or id?": textOrID.orNull(),
		"type": {"string", []string{`"context_only"`, `"generation_only"`, `"context_and_generation"`, `"Context_ONLY"`, `"\u0063ontext_only"`}, []string{
			`""`, `"context"`, `"context_only "`, `"context-only"`, `"context_only\u0000"`, `"generation\u005fonl"`, `"` + strings.Repeat("context_only", 9) + `"`,
		}},

		"tokens?":  tokens.orNull(),
		"free?":    free.orNull(),
		"handles?": list(4096, "{}", []string{`{"a":null}`}, []string{"null", "1", "[]", `"a"`, "true"}).orNull(),
		"hashes?": list(4096, hash, []string{"[-2147483648,4294967295,0,0,0,0,0,0]"}, []string{
			"[]", "[1,2,3,4,5,6,7]", "[1,2,3,4,5,6,7,8,9]", "[1,2,3,4,5,6,7,null]", "[-2147483649,2,3,4,5,6,7,8]", "[4294967296,2,3,4,5,6,7,8]", "null", "1", "{}", `"12345678"`,
		}).orNull(),
		"runs?":     list(4096, "[]", []string{"[[0,4,[1]],[9,1,[]]]", "[null]"}, []string{"null", "0", "{}", `"a"`}).orNull(),
		"groups?":   list(1<<20, "1", group, noBlock).orNull(),
		"requests?": list(65536, `"r"`, []string{quoted(4096), `""`}, []string{quoted(4097), "null", "1", "[]", `"\udc00"`}).orNull(),
		"ports?":    either(port, list(4096, "1", []string{`"65535"`}, []string{"0", "65536", "null", "[]", `"x"`, "1.0"})).orNull(),

		"object?":  object().orNull(),
		"usage?":   object(`{"total_tokens":-1}`).orNull(),
		"details?": object(`{"cached_tokens":null}`).orNull(),
		"spec?":    object(`{"receiver_host":1}`).orNull(),
		"items?":   list(4096, "{}", []string{`{"mm_hash":"a","transfer_id":1}`}, []string{"null", "1", "[]", `{"mm_hash":1}`}).orNull(),
		"urls?":    spec{"object", []string{`{}`, `{"a":"tcp://h:1","a":""}`}, []string{`{"a":1}`, `{"a":null}`, `{"b":"x","a":` + quoted(2049) + `}`}}.orNull(),
	}
}

// known is every known field with its spec.
var known = [...]struct{ in, name, spec string }{
	{"disaggregated_params", "request_type", "type"},
	{"disaggregated_params", "first_gen_tokens", "tokens?"},
	{"disaggregated_params", "first_gen_log_probs", "free?"},
	{"disaggregated_params", "first_gen_logits", "free?"},
	{"disaggregated_params", "ctx_request_id", "id?"},
	{"disaggregated_params", "encoded_opaque_state", "blob?"},
	{"disaggregated_params", "draft_tokens", "tokens?"},
	{"disaggregated_params", "disagg_request_id", "id?"},
	{"disaggregated_params", "ctx_dp_rank", "rank?"},
	{"disaggregated_params", "ctx_info_endpoint", "url?"},
	{"disaggregated_params", "schedule_style", "style?"},
	{"disaggregated_params", "ctx_usage", "usage?"},
	{"disaggregated_params", "conversation_id", "text?"},
	{"disaggregated_params", "return_prompt_token_ids_b64", "flag"},
	{"disaggregated_params", "resolved_thinking", "flag?"},
	{"disaggregated_params", "opaque_state", "blob?"},
	{"disaggregated_params", "multimodal_embedding_handles", "handles?"},
	{"disaggregated_params", "multimodal_hashes", "hashes?"},
	{"disaggregated_params", "multimodal_item_runs", "runs?"},
	{"disaggregated_params", "mrope_position_ids_handle", "object?"},
	{"disaggregated_params", "mrope_position_deltas_handle", "object?"},
	{"disaggregated_params", "bootstrap_host", "host?"},
	{"disaggregated_params", "bootstrap_port", "port?"},
	{"disaggregated_params", "bootstrap_room", "room?"},
	{"disaggregated_params/ctx_usage", "prompt_tokens", "count"},
	{"disaggregated_params/ctx_usage", "total_tokens", "count"},
	{"disaggregated_params/ctx_usage", "completion_tokens", "count?"},
	{"disaggregated_params/ctx_usage", "prompt_tokens_details", "details?"},
	{"disaggregated_params/ctx_usage/prompt_tokens_details", "cached_tokens", "count"},
	{"kv_transfer_params", "do_remote_decode", "flag"},
	{"kv_transfer_params", "do_remote_prefill", "flag"},
	{"kv_transfer_params", "remote_block_ids", "groups?"},
	{"kv_transfer_params", "remote_engine_id", "text?"},
	{"kv_transfer_params", "remote_request_id", "request?"},
	{"kv_transfer_params", "remote_host", "host?"},
	{"kv_transfer_params", "remote_port", "port?"},
	{"kv_transfer_params", "tp_size", "size"},
	{"kv_transfer_params", "pp_size", "size"},
	{"kv_transfer_params", "dcp_size", "size"},
	{"kv_transfer_params", "remote_num_tokens", "count?"},
	{"kv_transfer_params", "remote_blocks_expiry_time", "seconds?"},
	{"kv_transfer_params", "transfer_mode", "mode?"},
	{"kv_transfer_params", "decode_request_id", "request?"},
	{"kv_transfer_params", "remote_handshake_port", "port?"},
	{"kv_transfer_params", "remote_notify_port", "port?"},
	{"kv_transfer_params", "remote_dp_size", "size"},
	{"kv_transfer_params", "remote_dp_rank", "rank"},
	{"kv_transfer_params", "transfer_id", "text or id?"},
	{"kv_transfer_params", "remote_bootstrap_addr", "url?"},
	{"kv_transfer_params", "remote_tp_size", "size or digits"},
	{"kv_transfer_params", "remote_pcp_size", "size"},
	{"kv_transfer_params", "remote_dcp_size", "size"},
	{"kv_transfer_params", "remote_ptp_size", "size?"},
	{"kv_transfer_params", "remote_pp_size", "size"},
	{"kv_transfer_params", "remote_multi_nodes_meta_mapping", "object?"},
	{"kv_transfer_params", "remote_block_size", "count"},
	{"kv_transfer_params", "num_prompt_blocks", "blocks"},
	{"kv_transfer_params", "num_computed_tokens", "count"},
	{"kv_transfer_params", "aborted_request", "requests?"},
	{"kv_transfer_params", "ret_first_tok", "flag"},
	{"kv_transfer_params", "first_tok", "count?"},
	{"kv_transfer_params", "disagg_spec", "spec?"},
	{"kv_transfer_params/disagg_spec", "req_id", "request"},
	{"kv_transfer_params/disagg_spec", "receiver_id", "request?"},
	{"kv_transfer_params/disagg_spec", "receiver_host", "host"},
	{"kv_transfer_params/disagg_spec", "receiver_init_port", "ports?"},
	{"kv_transfer_params/disagg_spec", "receiver_alloc_port", "ports?"},
	{"kv_transfer_params/disagg_spec", "receiver_query_port", "ports?"},
	{"kv_transfer_params/disagg_spec", "is_last_prefill", "flag"},
	{"kv_transfer_params/disagg_spec", "num_transferred_tokens", "count"},
	{"kv_transfer_params/disagg_spec", "total_chunks", "count?"},
	{"ec_transfer_params", "ec_items", "items?"},
	{"ec_transfer_params", "mm_hash_endpoints", "urls?"},
	{"ec_transfer_params/any hash", "peer_host", "host?"},
	{"ec_transfer_params/any hash", "peer_port", "port?"},
	{"ec_transfer_params/any hash", "size_bytes", "file?"},
	{"ec_transfer_params/any hash", "nixl_agent_metadata_b64", "blob?"},
	{"ec_transfer_params/any hash", "remote_host", "host?"},
	{"ec_transfer_params/any hash", "remote_port", "port?"},
	{"ec_transfer_params/any hash", "num_encoder_tokens", "count?"},
	{"ec_transfer_params/ec_items/0", "mm_hash", "text"},
	{"ec_transfer_params/ec_items/0", "transfer_id", "text or id?"},
}
