package ingress_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/ingress"
)

// TestHandoffsPass: what engines and proxies send, by their public sources, and
// what is none of our business.
func TestHandoffsPass(t *testing.T) {
	for _, row := range []struct {
		name, value string
		unknown     int
		reason      string
	}{
		{"kv_transfer_params", `{"do_remote_decode":true,"do_remote_prefill":false,"remote_engine_id":null,"remote_block_ids":null,"remote_host":null,"remote_port":null}`, 0, "the prefill leg of vLLM's proxies"},
		{"kv_transfer_params", `{"do_remote_prefill":true,"do_remote_decode":false,"remote_block_ids":[[1,2,3],[]],"remote_engine_id":"e-0","remote_request_id":"cmpl-1","remote_host":"10.0.0.7","remote_port":5600,"tp_size":8,"dcp_size":1,"pp_size":1,"remote_num_tokens":48,"remote_blocks_expiry_time":null,"transfer_mode":"pull"}`, 0, "what NIXL hands over"},
		{"kv_transfer_params", `{"do_remote_prefill":true,"transfer_id":"xfer-1","remote_bootstrap_addr":"http://p0:8998","remote_engine_id":"p0"}`, 0, "Mooncake"},
		{"kv_transfer_params", `{"remote_handshake_port":"6301","remote_notify_port":"61005","transfer_id":9007199254740993}`, 0, "MoRI-IO reads ports by int(); an int64 is no float64"},
		{"kv_transfer_params", `{"ret_first_tok":true,"disagg_spec":{"req_id":"1","receiver_host":"d0","receiver_init_port":[7300,7301],"receiver_alloc_port":[7400,7401]}}`, 0, "LMCache"},
		{"kv_transfer_params", `{}`, 0, "nothing handed over"},
		{"kv_transfer_params", " \t\r\n{ } ", 0, "whitespace"},
		{"kv_transfer_params", `null`, 0, "null is no value"},
		{"KV-Transfer-Params", `{"tp_size":1}`, 0, "a name folded is the same member to some reader"},
		{"kv_transfer_params", `{"TP_SIZE":0,"tpsize":0,"tp_size\u0000":0,"tp_siz\ud800":0,"":0}`, 5, "the engines know their fields by exact names"},
		{"kv_transfer_params", `{"a":1,"a":{"b":1,"b":2},"\u0061":3}`, 3, "unknown fields may be there twice"},
		{"kv_transfer_params", `{"a":[{"tp_size":0,"tp_size":0,"x":"\ud800","y":1e999,"z":` + strings.Repeat("9", 5000) + `}]}`, 1, "what an unknown field holds is not looked at"},
		{"kv_transfer_params", `{"a":` + strings.Repeat("[", 100000) + strings.Repeat("]", 100000) + `}`, 1, "nor how deep it is"},
		{"kv_transfer_params", `{"decode":{"tp_size":1000000000}}`, 1, "an unknown object's fields are not known"},
		{"kv_transfer_params", `{"extra_args":{"tp_size":0,"a":1},"params":[[{"tp_size":0}],7]}`, 2, "nor are a container's"},
		{"kv_transfer_params", `{"disagg_spec":{"kv_transfer_params":7,"extra_args":[{"ec_transfer_params":7}]}}`, 2, "a handoff's name in an object that nobody merges"},
		{"ec_transfer_params", `{"9f":{"kv_transfer_params":{"tp_size":0},"params":7}}`, 2, "nor are entries merged"},
		{"ec_transfer_params", `{"mm_hash_endpoints":{"kv_transfer_params":"tcp://h:1","params":""}}`, 0, "every name is a hash here"},
		{"kv_transfer_params", `{"kv_transfer_params":{},"ec_transfer_params":{},"extra_args":[{"kv_transfer_params":{}},{"kv_transfer_params":{}}]}`, 1, "one of a name in each object"},
		{"disaggregated_params", `{"request_type":"generation_only","first_gen_tokens":[9],"ctx_request_id":18446744073709551615,"encoded_opaque_state":"AAAA","draft_tokens":null,"ctx_usage":{"prompt_tokens":5,"total_tokens":5,"completion_tokens":0,"prompt_tokens_details":{"cached_tokens":0}}}`, 0, "TensorRT-LLM's generation leg"},
		{"disaggregated_params", `{"bootstrap_host":"p0","bootstrap_port":8998,"bootstrap_room":9223372036854775807}`, 0, "SGLang's gRPC message of the same name"},
		{"disaggregated_params", `{"first_gen_tokens":[1]}`, 0, "a missing request_type is the worker's own error"},
		{"disaggregated_params", `{"tp_size":0,"peer_port":0}`, 2, "fields of another object are unknown"},
		{"ec_transfer_params", `{"9f":{"peer_host":"h","peer_port":1,"size_bytes":4096,"nixl_agent_metadata_b64":"AA=="},"a0":{"remote_host":"h","remote_port":2,"num_encoder_tokens":3}}`, 0, "hashes are names, not fields"},
		{"ec_transfer_params", `{"9f":{"x":1,"metadata":{}},"remote":true,"y":[],"z":null,"w":"s"}`, 6, "what is no entry is an unknown field"},
		{"ec_transfer_params", `{"9f":{"peer_port":1},"9f":{"peer_port":2}}`, 0, "hashes may be there twice: they are no known names"},
		{"bootstrap_host", `"p0"`, 0, "one host"},
		{"bootstrap_host", `["p0",null,"p1"]`, 0, "one for each prompt"},
		{"bootstrap_port", `[8998,null,"8998"]`, 0, "one for each prompt"},
		{"bootstrap_room", `[0,null,9223372036854775807]`, 0, "one for each prompt"},
		{"bootstrap_pair_key", `"k"`, 0, "known to SGLang"},
		{"bootstrap_pair_key", `null`, 0, "null is no value"},
		{"bootstrap_table", `{"tp_size":0,"a":["\ud800"]}`, 1, "a bootstrap_* that is not known is one unknown field"},
		{"BootstrapHost", `"p0"`, 0, "folded"},
	} {
		t.Run(row.reason, func(t *testing.T) { wantPass(t, row.name, row.value, row.unknown) })
	}
}

// TestHandoffsRefused: at is where | stands in the text, which is taken out.
func TestHandoffsRefused(t *testing.T) {
	const (
		invalid   = ingress.InvalidHandoff
		duplicate = ingress.DuplicateHandoff
		broken    = ingress.UnreadableBody
	)
	for _, row := range []struct {
		name, value string
		cause       ingress.Cause
		pointer     string
		reason      string
	}{
		{"kv_transfer_params", `{"tp_size":|1000000000}`, invalid, "/tp_size", "vLLM #51137: it would become a list"},
		{"kv_transfer_params", `|[]`, invalid, "", "an object"},
		{"kv_transfer_params", ` |"{}"`, invalid, "", "nothing unwraps strings"},
		{"disaggregated_params", `|7`, invalid, "", "an object"},
		{"ec_transfer_params", `|false`, invalid, "", "an object"},
		{"kv_transfer_params", `{"remote_block_ids":[1,[2,3],[4,|-1]]}`, invalid, "/remote_block_ids/2/1", "the element that is wrong"},
		{"kv_transfer_params", `{"a":[[1]],"remote_block_ids":[[1],[|[2]]]}`, invalid, "/remote_block_ids/1/0", "no third level"},
		{"kv_transfer_params", `{"disagg_spec":{"receiver_init_port":[1,|0]},"tp_size":0}`, invalid, "/disagg_spec/receiver_init_port/1", "the first in the order of the bytes"},
		{"kv_transfer_params", `{"tp_size":1,"a":0,|"tp_size":0}`, duplicate, "/tp_size", "the name comes before the value"},
		{"kv_transfer_params", `{"tp_size":|0,"tp_size":0}`, invalid, "/tp_size", "and after the first value"},
		{"kv_transfer_params", `{"disagg_spec":null,|"disagg_spec":{}}`, duplicate, "/disagg_spec", "null counts as there"},
		{"disaggregated_params", `{"ctx_usage":{"total_tokens":1,|"tot\u0061l_tokens":1}}`, duplicate, "/ctx_usage/total_tokens", "in every known object"},
		{"disaggregated_params", `{"multimodal_hashes":[[1,2,3,4,5,6,7,8],|[1,2]]}`, invalid, "/multimodal_hashes/1", "too few are told of at the array"},
		{"disaggregated_params", `{"multimodal_hashes":[[1,2,3,4,5,6,7,8,|9]]}`, invalid, "/multimodal_hashes/0/8", "too many at the first of them"},
		{"disaggregated_params", `{"disagg_request_id":|9.007199254740993e15}`, invalid, "/disagg_request_id", "a gateway that went through float64 has lost the id"},
		{"disaggregated_params", `{"ctx_request_id":|"1"}`, invalid, "/ctx_request_id", "a string is no integer"},
		{"ec_transfer_params", `{"a/b~c":{"peer_port":|0}}`, invalid, "/a~1b~0c/peer_port", "RFC 6901 section 3"},
		{"ec_transfer_params", `{"9f":{"peer_port":1,|"peer_port":1}}`, duplicate, "/9f/peer_port", "within one entry"},
		{"ec_transfer_params", `{"\ud800\u0000":{"peer_port":|0}}`, invalid, "/\uFFFD\x00/peer_port", "no character for half a pair"},
		{"ec_transfer_params", `{"ec_items":[{"x":{}},{"mm_hash":|null}]}`, invalid, "/ec_items/1/mm_hash", "an element's field"},
		{"ec_transfer_params", `{"mm_hash_endpoints":{"ec_items":|[]}}`, invalid, "/mm_hash_endpoints/ec_items", "every name is a hash here"},
		{"kv_transfer_params", `{"extra_args":[{"kv_transfer_params":{"tp_size":|0}}]}`, invalid, "/extra_args/0/kv_transfer_params/tp_size", "a handoff in a container of a handoff"},
		{"kv_transfer_params", `{"Ec_Transfer_Params":|3}`, invalid, "/Ec_Transfer_Params", "a handoff in a handoff, by a folded name"},
		{"disaggregated_params", `{"kv_transfer_params":{"disaggregated_params":{"schedule_style":|2}}}`, invalid, "/kv_transfer_params/disaggregated_params/schedule_style", "any number of them"},
		{"kv_transfer_params", `{"ec_transfer_params":null,"a":1,|"EC_transfer-params":null}`, duplicate, "/EC_transfer-params", "two handoffs of one folded name in one object"},
		{"kv_transfer_params", `{"extra_args":{"kv_transfer_params":{},|"kv_transfer_params":7}}`, duplicate, "/extra_args/kv_transfer_params", "in a container too"},
		{"bootstrap_room", `|-1`, invalid, "", "a room is not negative"},
		{"bootstrap_room", `|9223372036854775808`, invalid, "", "nor above int64"},
		{"bootstrap_room", `[1,|[2]]`, invalid, "/1", "no array in an array"},
		{"bootstrap_port", `[1,|65536]`, invalid, "/1", "a port"},
		{"bootstrap_port", `|true`, invalid, "", "true is no integer"},
		{"bootstrap_host", `|{}`, invalid, "", "an object is no host"},
		{"bootstrap_host", `[|7]`, invalid, "/0", "nor is a number"},
		{"bootstrap_pair_key", `|1`, invalid, "", "nor a key"},
		{"kv_transfer_params", `|`, broken, "", "no value"},
		{"kv_transfer_params", `{"a":1}|x`, broken, "", "one value"},
		{"kv_transfer_params", `{"a":tru|}`, broken, "", "RFC 8259"},
		{"kv_transfer_params", `{"tp_size":1|`, broken, "", "it ends too early"},
		{"kv_transfer_params", "{\"a\":\"|\xff\"}", broken, "", "UTF-8"},
		{"kv_transfer_params", "{\"a\":\"|\xff\",\"tp_size\":0}", broken, "", "what comes first"},
		{"kv_transfer_params", "{\"tp_size\":|0,\"a\":\"\xff\"}", invalid, "/tp_size", "what comes first"},
		{"model", `|1`, invalid, "", "no handoff: the caller's fault"},
		{"bootstrap", `|1`, invalid, "", "no handoff either"},
		{"", `|1`, invalid, "", "no handoff either"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			at := strings.IndexByte(row.value, '|')
			text := row.value[:at] + row.value[at+1:]
			wantFault(t, row.name, text, row.cause, at, row.pointer)
		})
	}
}

// TestHandoffWindows: where in the text a member stands does not matter.
func TestHandoffWindows(t *testing.T) {
	for pad := 2000; pad < 2100; pad++ {
		start := `{"pad":"` + strings.Repeat("a", pad) + `","x":[1,{}],`
		wantPass(t, "kv_transfer_params", start+`"\u0074p_size":4096,"remote_port":"65535"}`, 2)
		wantFault(t, "kv_transfer_params", start+`"tp_size":4097}`, ingress.InvalidHandoff, len(start)+10, "/tp_size")
		wantFault(t, "kv_transfer_params", start+`"tp_size":1,"t\u0070_size":1}`, ingress.DuplicateHandoff, len(start)+12, "/tp_size")
		wantFault(t, "kv_transfer_params", start+"\"a\":\"\xff\",\"tp_size\":0}", ingress.UnreadableBody, len(start)+5, "")
	}
}

// TestHandoffDepth: what is looked at nests no deeper than the bound.
func TestHandoffDepth(t *testing.T) {
	nested := func(n int) string {
		return strings.Repeat(`{"kv_transfer_params":`, n) + "{}" + strings.Repeat("}", n)
	}
	wantPass(t, "kv_transfer_params", nested(ingress.LargestHandoffDepth-1), 0)
	n := ingress.LargestHandoffDepth
	wantFault(t, "kv_transfer_params", nested(n), ingress.InvalidHandoff, n*len(`{"kv_transfer_params":`), strings.Repeat("/kv_transfer_params", n))
	_, err := ingress.CheckHandoff("kv_transfer_params", []byte(nested(200000)))
	var fault *ingress.HandoffError
	if !errors.As(err, &fault) || len(err.Error()) > 256 {
		t.Errorf("%v", err)
	}
}

func TestHandoffTooLarge(t *testing.T) {
	_, err := ingress.CheckHandoff("kv_transfer_params", make([]byte, ingress.LargestMaxBodyBytes+1))
	var fault *ingress.HandoffError
	if !errors.As(err, &fault) || fault.Cause != ingress.BodyTooLarge || fault.Offset != ingress.LargestMaxBodyBytes {
		t.Errorf("%v", err)
	}
}

// TestHandoffErrorText: one line without the client's bytes as they are.
func TestHandoffErrorText(t *testing.T) {
	for _, row := range []struct{ name, value, want, reason string }{
		{"kv_transfer_params", `{"tp_size":0}`, `invalid_handoff at offset 11, pointer "/tp_size": want an integer 1 to 4096`, "the range"},
		{"kv_transfer_params", `{"remote_host":0}`, `invalid_handoff at offset 15, pointer "/remote_host": want a string of at most 255 bytes or null`, "null where it may be"},
		{"kv_transfer_params", `{"tp_size":1,"tp_size":1}`, `duplicate_handoff at offset 13, pointer "/tp_size": want one field of a name`, "the second name"},
		{"ec_transfer_params", `{"\u001b[31m\u202e\n":{"peer_port":0}}`, `invalid_handoff at offset 35, pointer "/\x1b[31m\u202e\n/peer_port": want a port, 1 to 65535, or its digits in a string or null`, "a terminal is not painted"},
	} {
		if _, err := ingress.CheckHandoff(row.name, []byte(row.value)); fmt.Sprint(err) != row.want {
			t.Errorf("%s:\n got %v\nwant %s", row.reason, err, row.want)
		}
	}
	_, err := ingress.CheckHandoff("ec_transfer_params", []byte(`{"`+strings.Repeat(`\u202e`, 5000)+`":{"remote_port":"x"}}`))
	if n := len(err.Error()); n > 256 || n < 100 {
		t.Errorf("%d bytes: %v", n, err)
	}
}
