package ingress

// This file is what is known of handoffs, as data: the fields of each object and
// the rule of each value. Where a project states no range, the bound is the type
// that holds the value there, or a largest value that is far above any deployment
// and far below what hurts (vLLM #51137: a tp_size of 1e9 made the decode engine
// build a list of that length).

// The bounds that are chosen here and not by a type.
const (
	largestGroup    = 4096      // ranks of one parallel group, of any kind
	largestList     = 4096      // tokens drafted, prompts' multimodal items, ports of ranks
	largestBatch    = 65536     // prompts of one request (SGLang), requests aborted
	largestBlocks   = 1 << 20   // blocks of one request, and groups of them
	largestBlob     = 1 << 20   // bytes of encoded state
	largestFile     = 1 << 40   // bytes of one encoder output
	largestHost     = 255       // bytes of a host name (RFC 1035 section 2.3.4)
	largestText     = 1024      // bytes of an id
	largestLongText = 4096      // bytes of a request id: some hold addresses
	largestURL      = 2048      // bytes of an endpoint
	largestInt32    = 1<<31 - 1 // token ids, block ids, counts of tokens: int32 in the engines
)

// handoffObject is a JSON object whose fields are known.
type handoffObject uint8

const (
	inAny handoffObject = iota // no field is known
	inDisaggregated
	inUsage
	inDetails
	inKVTransfer
	inSpec
	inECTransfer
	inECEntry
	inECItem
	inECEndpoints

	numHandoffObjects = iota
)

// isPlace reports whether handoffs stand in the object, as in a container of the
// body; in its other objects their names are unknown fields.
func (o handoffObject) isPlace() bool {
	switch o {
	case inAny, inDisaggregated, inKVTransfer, inECTransfer:
		return true
	}
	return false
}

// handoffField is one known field of an object.
type handoffField struct {
	in   handoffObject
	name string
	rule handoffRule
	null bool // null may stand for no value
}

// handoffFields are sorted by object. An object has at most 64.
var handoffFields = [...]handoffField{
	// TensorRT-LLM, class DisaggregatedParams of tensorrt_llm/serve/openai_protocol.py.
	{inDisaggregated, "request_type", takesRequestType, false}, // lower-cased by the LLM layer
	{inDisaggregated, "first_gen_tokens", takesTokenList, true},
	{inDisaggregated, "first_gen_log_probs", takesFreeList, true}, // one list a beam
	{inDisaggregated, "first_gen_logits", takesFreeList, true},
	{inDisaggregated, "ctx_request_id", takesUint64ID, true}, // RequestIdType, uint64
	{inDisaggregated, "encoded_opaque_state", takesBlob, true},
	{inDisaggregated, "draft_tokens", takesTokenList, true},
	{inDisaggregated, "disagg_request_id", takesUint64ID, true},
	{inDisaggregated, "ctx_dp_rank", takesRankNumber, true},
	{inDisaggregated, "ctx_info_endpoint", takesEndpointText, true},
	{inDisaggregated, "schedule_style", takesScheduleStyle, true}, // DisaggScheduleStyle
	{inDisaggregated, "ctx_usage", takesUsageObject, true},        // UsageInfo
	{inDisaggregated, "conversation_id", takesIDText, true},       // in some versions
	{inDisaggregated, "return_prompt_token_ids_b64", takesFlag, false},
	{inDisaggregated, "resolved_thinking", takesFlag, true},
	// TensorRT-LLM, class DisaggregatedParams of tensorrt_llm/disaggregated_params.py.
	{inDisaggregated, "opaque_state", takesBlob, true},
	{inDisaggregated, "multimodal_embedding_handles", takesHandleList, true},
	{inDisaggregated, "multimodal_hashes", takesHashList, true},
	{inDisaggregated, "multimodal_item_runs", takesRunList, true},
	{inDisaggregated, "mrope_position_ids_handle", takesFreeObject, true},
	{inDisaggregated, "mrope_position_deltas_handle", takesFreeObject, true},
	// SGLang, message DisaggregatedParams of its gRPC proto.
	{inDisaggregated, "bootstrap_host", takesHostText, true},
	{inDisaggregated, "bootstrap_port", takesPort, true},
	{inDisaggregated, "bootstrap_room", takesInt63ID, true},

	// TensorRT-LLM, class UsageInfo of the same file.
	{inUsage, "prompt_tokens", takesInt32Number, false},
	{inUsage, "total_tokens", takesInt32Number, false},
	{inUsage, "completion_tokens", takesInt32Number, true},
	{inUsage, "prompt_tokens_details", takesDetailsObject, true},
	{inDetails, "cached_tokens", takesInt32Number, false},

	// vLLM, nixl/pull_scheduler.py and nixl/metadata.py; proxies send the remote_*
	// to the prefill as null.
	{inKVTransfer, "do_remote_decode", takesFlag, false},
	{inKVTransfer, "do_remote_prefill", takesFlag, false},
	{inKVTransfer, "remote_block_ids", takesBlockGroups, true}, // a list, or one for each cache group
	{inKVTransfer, "remote_engine_id", takesIDText, true},
	{inKVTransfer, "remote_request_id", takesLongText, true},
	{inKVTransfer, "remote_host", takesHostText, true},
	{inKVTransfer, "remote_port", takesPort, true}, // a str in llmdatadist of vllm-ascend
	{inKVTransfer, "tp_size", takesGroupSize, false},
	{inKVTransfer, "pp_size", takesGroupSize, false},
	{inKVTransfer, "dcp_size", takesGroupSize, false},
	{inKVTransfer, "remote_num_tokens", takesInt32Number, true},
	{inKVTransfer, "remote_blocks_expiry_time", takesSeconds, true},
	{inKVTransfer, "transfer_mode", takesModeText, true},
	{inKVTransfer, "decode_request_id", takesLongText, true}, // nixl/push_scheduler.py
	// vLLM, moriio/moriio_common.py: int() of what comes, with defaults that are str.
	{inKVTransfer, "remote_handshake_port", takesPort, true},
	{inKVTransfer, "remote_notify_port", takesPort, true},
	{inKVTransfer, "remote_dp_size", takesGroupSize, false},
	{inKVTransfer, "remote_dp_rank", takesRankNumber, false},
	// vLLM, mooncake/mooncake_connector.py; ROCm ATOM has an int for transfer_id.
	{inKVTransfer, "transfer_id", takesTextOrNumber, true},
	{inKVTransfer, "remote_bootstrap_addr", takesEndpointText, true},
	// vllm-ascend, the mooncake and llmdatadist connectors and their proxies.
	{inKVTransfer, "remote_tp_size", takesGroupSizeOrText, false},
	{inKVTransfer, "remote_pcp_size", takesGroupSize, false},
	{inKVTransfer, "remote_dcp_size", takesGroupSize, false},
	{inKVTransfer, "remote_ptp_size", takesGroupSize, true},
	{inKVTransfer, "remote_pp_size", takesGroupSize, false},
	{inKVTransfer, "remote_multi_nodes_meta_mapping", takesFreeObject, true},
	{inKVTransfer, "remote_block_size", takesInt32Number, false},
	{inKVTransfer, "num_prompt_blocks", takesBlockCount, false},
	{inKVTransfer, "num_computed_tokens", takesInt32Number, false},
	{inKVTransfer, "aborted_request", takesRequestList, true},
	// LMCache, vllm_v1_adapter.py and its proxy of disaggregated prefill.
	{inKVTransfer, "ret_first_tok", takesFlag, false},
	{inKVTransfer, "first_tok", takesInt32Number, true},
	{inKVTransfer, "disagg_spec", takesSpecObject, true},

	// LMCache, class DisaggSpec of vllm_v1_adapter.py; ports are one for each rank.
	{inSpec, "req_id", takesLongText, false},
	{inSpec, "receiver_id", takesLongText, true},
	{inSpec, "receiver_host", takesHostText, false},
	{inSpec, "receiver_init_port", takesPorts, true},
	{inSpec, "receiver_alloc_port", takesPorts, true},
	{inSpec, "receiver_query_port", takesPorts, true},
	{inSpec, "is_last_prefill", takesFlag, false},
	{inSpec, "num_transferred_tokens", takesInt32Number, false},
	{inSpec, "total_chunks", takesInt32Number, true},

	// vLLM: forks of the encoder cache connector; an entry for each hash otherwise.
	{inECTransfer, "ec_items", takesItemList, true},
	{inECTransfer, "mm_hash_endpoints", takesEndpointsObject, true},
	// vLLM, ec_connector/cpu/scheduler/consumer.py and mooncake_ec_connector.py.
	{inECEntry, "peer_host", takesHostText, true},
	{inECEntry, "peer_port", takesPort, true}, // int() of what comes
	{inECEntry, "size_bytes", takesFileSize, true},
	{inECEntry, "nixl_agent_metadata_b64", takesBlob, true},
	{inECEntry, "remote_host", takesHostText, true},
	{inECEntry, "remote_port", takesPort, true},
	{inECEntry, "num_encoder_tokens", takesInt32Number, true},
	{inECItem, "mm_hash", takesIDText, false},
	{inECItem, "transfer_id", takesTextOrNumber, true},
}

// handoffOthers are the rules of members with any other name, of objects that have names
// as keys.
var handoffOthers = [numHandoffObjects]handoffRule{inECTransfer: takesEntryObject, inECEndpoints: takesEndpointText}
