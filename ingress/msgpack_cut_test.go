package ingress_test

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

// TestMsgpackCuts: which members are carriers, and which bytes are left.
func TestMsgpackCuts(t *testing.T) {
	sixteen := strings.Repeat(`'n' 01`, 15)
	for _, row := range []struct{ name, body, want, reason string }{
		{"first", `83 'kv_hints' 01 'a' 02 'b' 03`, `82 'a' 02 'b' 03`, ""},
		{"middle", `83 'a' 02 'kv_hints' 01 'b' 03`, `82 'a' 02 'b' 03`, ""},
		{"last", `83 'a' 02 'b' 03 'kv_hints' 01`, `82 'a' 02 'b' 03`, ""},
		{"alone", `81 'kv_hints' 80`, `80`, ""},
		{"null", `81 'kv_hints' c0`, `80`, "null goes too: a strict schema of the worker would refuse it"},
		{"twice", `83 'kv_hints' 80 'a' 01 'kv_hints' 80`, `81 'a' 01`, "all of them"},
		{"aliases", `84 'kv_hint' 01 'a' 02 'router_hint' 03 'kvHints' 04`, `81 'a' 02`, ""},
		{"a run", `84 'kv_hint' 01 'router_hint' 02 'kv_hints' 03 'a' 04`, `81 'a' 04`, ""},
		{"folded", `85 'KV_HINTS' 01 'kv-hints' 02 '__kvhints' 03 'RouterHint' 04 'a' 05`, `81 'a' 05`, "case, _ and - do not tell names apart"},
		{"long s and Kelvin sign", `83 'kv_hintſ' 01 'Kv_hints' 02 'a' 03`, `81 'a' 03`, "Go's encoding/json takes both"},
		{"str 8 name", `82 d908 6b765f68696e7473 01 'a' 02`, `81 'a' 02`, "whatever the head of the name"},
		{"str 32 name", `82 db00000008 6b765f68696e7473 01 'a' 02`, `81 'a' 02`, ""},
		{"homoglyph", `81 'kv_hіnts' 01`, `81 'kv_hіnts' 01`, "a Cyrillic letter makes another name to every reader"},
		{"NUL behind", `81 a9 6b765f68696e747300 01`, `81 a9 6b765f68696e747300 01`, "so does a NUL"},
		{"no escapes in names", `81 'kv\u005fhints' 01`, `81 'kv\u005fhints' 01`, "MessagePack has none: these are other characters"},
		{"longer", `82 'kv_hintss' 01 'xkv_hints' 02`, `82 'kv_hintss' 01 'xkv_hints' 02`, ""},
		{"as a value", `82 'a' 'kv_hints' 'b' 91 'kv_hints'`, `82 'a' 'kv_hints' 'b' 91 'kv_hints'`, "a name is what stands before a value"},

		{"in a container", `81 'nvext' 82 'kv_hints' 01 'a' 02`, `81 'nvext' 81 'a' 02`, "the inner count"},
		{"in each default container", `8b ` +
			`'kv_transfer_params' 81 'kv_hint' 01 'ec_transfer_params' 81 'kv_hint' 01 'extra_args' 81 'kv_hint' 01 'extra_body' 81 'kv_hint' 01 ` +
			`'vllm_xargs' 81 'kv_hint' 01 'nvext' 81 'kv_hint' 01 'sampling_params' 81 'kv_hint' 01 'disagg_prefill_resp' 81 'kv_hint' 01 ` +
			`'disaggregated_params' 81 'kv_hint' 01 'requests' 81 'kv_hint' 01 'params' 81 'kv_hint' 01`,
			`8b 'kv_transfer_params' 80 'ec_transfer_params' 80 'extra_args' 80 'extra_body' 80 'vllm_xargs' 80 'nvext' 80 ` +
				`'sampling_params' 80 'disagg_prefill_resp' 80 'disaggregated_params' 80 'requests' 80 'params' 80`, ""},
		{"containers in containers", `82 'extra_body' 82 'NVExt' 82 'kv_hints' 01 'a' 02 'kvhints' 03 'kv_hint' 04`, `81 'extra_body' 81 'NVExt' 81 'a' 02`, "each map its own count, the root last"},
		{"arrays are stepped through", `81 'requests' 93 81 'kv_hints' 01 91 82 'a' 01 'kv_hints' 02 03`, `81 'requests' 93 80 91 81 'a' 01 03`, ""},
		{"container in an array", `81 'requests' 91 81 'params' 81 'kv_hint' 01`, `81 'requests' 91 81 'params' 80`, ""},
		{"not in another member", `81 'metadata' 81 'kv_hints' 01`, `81 'metadata' 81 'kv_hints' 01`, "a user's own"},
		{"not in a container of another member", `81 'metadata' 81 'nvext' 81 'kv_hints' 01`, `81 'metadata' 81 'nvext' 81 'kv_hints' 01`, "every enclosing name has to be a container's"},
		{"not in another member of a container", `81 'nvext' 82 'a' 81 'kv_hints' 01 'b' 91 81 'kv_hint' 02`, `81 'nvext' 82 'a' 81 'kv_hints' 01 'b' 91 81 'kv_hint' 02`, ""},
		{"not in an array of another member", `81 'messages' 91 81 'kv_hints' 01`, `81 'messages' 91 81 'kv_hints' 01`, ""},
		{"after a container", `83 'nvext' 80 'a' 81 'kv_hints' 01 'kv_hint' 02`, `82 'nvext' 80 'a' 81 'kv_hints' 01`, "the container is left when it ends"},
		{"after a container in an array", `81 'params' 93 81 'a' 80 90 81 'kv_hint' c0`, `81 'params' 93 81 'a' 80 90 80`, ""},
		{"container that is no map", `83 'nvext' 'x' 'params' 90 'kv_hint' 01`, `82 'nvext' 'x' 'params' 90`, ""},
		{"inside of a carrier", `82 'kv_hint' 81 'nvext' 81 'kv_hints' 01 'a' 02`, `81 'a' 02`, "goes with it, once"},

		{"map 16 keeps its head", `de0002 'a' 01 'kv_hints' 02`, `de0001 'a' 01`, "only the count of a head changes, never its width"},
		{"map 32 keeps its head", `df00000001 'kv_hints' 02`, `df00000000`, ""},
		{"16 members become 15", `de0010` + sixteen + `'kv_hint' 02`, `de000f` + sixteen, "where the shortest head would be another"},
		{"inner map 16", `81 'nvext' de0100` + strings.Repeat(`'n' 01`, 255) + `'kv_hint' 02`, `81 'nvext' de00ff` + strings.Repeat(`'n' 01`, 255), "a borrow from the high byte"},
		{"inner map 32", `81 'nvext' df00010000` + strings.Repeat(`'n' 01`, 65535) + `'kv_hint' 02`, `81 'nvext' df0000ffff` + strings.Repeat(`'n' 01`, 65535), ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			body, want := packed(t, row.body), packed(t, row.want)
			for _, chunk := range []int{0, 1} {
				if chunk == 1 && len(body) > 1000 {
					continue
				}
				got := runPack(t, packPolicy(t), body, admit.Untrusted, chunk)
				if !bytes.Equal(got.Out, want) {
					t.Errorf("in chunks of %d: % .60x, want % .60x: %s", chunk, got.Out, want, row.reason)
				}
				disposition := ingress.Stripped
				if bytes.Equal(body, want) {
					disposition = ingress.Forwarded
				}
				if got.Decision.Disposition != disposition {
					t.Errorf("%v, want %v", got.Decision.Disposition, disposition)
				}
				again := runPack(t, packPolicy(t), want, admit.Untrusted, 0)
				if again.Decision.Disposition != ingress.Forwarded || !bytes.Equal(again.Out, want) {
					t.Errorf("what goes upstream is %v when it comes again", again.Decision.Disposition)
				}
			}
		})
	}
}

// TestMsgpackTrusted: what is judged, what stays and what the request counts.
func TestMsgpackTrusted(t *testing.T) {
	const other = `83 'protocol_version' '0.1' 'message_id' 'o' 'actions' 90`
	nested := ingress.AdmittedPath("nvext", "kv_hints")
	three := ingress.AdmittedPath("nvext", "params", "kv_hints")
	type row struct {
		name, body, want string
		option           ingress.Option // or nil
		disposition      ingress.Disposition
		admission        admit.Reason
		offset           int // of the Decision
		reason           string
	}
	for _, row := range []row{
		{"admitted", `82 'a' 01 'kv_hints' ` + packHint, `82 'a' 01 'kv_hints' ` + packHint, nil, ingress.Forwarded, admit.NoFault, -1, "stays as its bytes"},
		{"with others", `84 'kv_hint' 80 'kv_hints' ` + packHint + `'router_hint' 80 'a' 01`, `82 'kv_hints' ` + packHint + `'a' 01`, nil, ingress.Stripped, admit.NoFault, -1, "every other carrier goes"},
		{"a nested one beside", `82 'nvext' 81 'kv_hints' ` + other + `'kv_hints' ` + packHint, `82 'nvext' 80 'kv_hints' ` + packHint, nil, ingress.Stripped, admit.NoFault, -1, ""},
		{"only another", `82 'kv_hint' ` + packHint + `'a' 01`, `81 'a' 01`, nil, ingress.Stripped, admit.Absent, -1, "nothing stands at the admitted path"},
		{"folded is another", `81 'kv_Hints' ` + packHint, `80`, nil, ingress.Stripped, admit.Absent, -1, "the admitted spelling is exact"},
		{"null", `81 'kv_hints' c0`, `80`, nil, ingress.Stripped, admit.Absent, -1, ""},
		{"two", `83 'kv_hints' ` + packHint + `'a' 01 'kv_hints' ` + other, `81 'a' 01`, nil, ingress.Stripped, admit.DuplicateMember, 57, "the head of the second name: 1 for the map, 9 for the name, 44 for the hint, 3 for a"},
		{"two, one null", `82 'kv_hints' c0 'kv_hints' ` + packHint, `80`, nil, ingress.Stripped, admit.DuplicateMember, 11, "two matches, whatever they are"},
		{"two by other heads", `82 'kv_hints' ` + packHint + `d908 6b765f68696e7473 ` + packHint, `80`, nil, ingress.Stripped, admit.DuplicateMember, 54, "a name is its characters"},
		{"bad", `82 'kv_hints' 01 'a' 01`, `81 'a' 01`, nil, ingress.Stripped, admit.NotAnObject, -1, "a request never fails for it"},
		{"none", `81 'a' 01`, `81 'a' 01`, nil, ingress.Forwarded, admit.Absent, -1, ""},
		{"at a path", `82 'nvext' 82 'kv_hints' ` + packHint + `'kv_hint' 01 'kv_hints' ` + other, `81 'nvext' 81 'kv_hints' ` + packHint, nested, ingress.Stripped, admit.NoFault, -1, "the path decides, the root's goes"},
		{"at a path, another spelling", `81 'NVExt' 81 'kv_hints' ` + packHint, `81 'NVExt' 80`, nested, ingress.Stripped, admit.Absent, -1, ""},
		{"at a path, in an array", `81 'nvext' 91 81 'kv_hints' ` + packHint, `81 'nvext' 91 80`, nested, ingress.Stripped, admit.Absent, -1, "the path steps through no array"},
		{"at a path that was left", `82 'nvext' 80 'params' 81 'kv_hints' ` + packHint, `82 'nvext' 80 'params' 80`, nested, ingress.Stripped, admit.Absent, -1, "as deep, in another container"},
		{"at a path of three", `81 'nvext' 81 'params' 81 'kv_hints' ` + packHint, `81 'nvext' 81 'params' 81 'kv_hints' ` + packHint, three, ingress.Forwarded, admit.NoFault, -1, ""},
		{"at a path of three, in an array", `81 'nvext' 93 80 81 'kv_hints' ` + packHint + `81 'params' 81 'kv_hints' ` + packHint, `81 'nvext' 93 80 80 81 'params' 80`, three, ingress.Stripped, admit.Absent, -1, "elements are no step of the path, however many"},
		{"at a path, deeper", `81 'nvext' 81 'nvext' 81 'kv_hints' ` + packHint, `81 'nvext' 81 'nvext' 80`, nested, ingress.Stripped, admit.Absent, -1, ""},
		{"at a path, not from the root", `81 'params' 81 'nvext' 81 'kv_hints' ` + packHint, `81 'params' 81 'nvext' 80`, nested, ingress.Stripped, admit.Absent, -1, ""},
		{"at a path in two places", `82 'nvext' 81 'kv_hints' ` + packHint + `'nvext' 81 'kv_hints' ` + other, `82 'nvext' 80 'nvext' 80`, nested, ingress.Stripped, admit.DuplicateMember, 68, "1 + 6 + 1 + 9 + 44 for the first, 6 + 1 before the name of the second"},
		{"withheld", `82 'kv_hints' ` + packHint + `'a' 01`, `81 'a' 01`, ingress.WithholdHints(), ingress.Withheld, admit.NoFault, -1, "the upstream is older than the field"},
	} {
		t.Run(row.name, func(t *testing.T) {
			var options []ingress.Option
			if row.option != nil {
				options = append(options, row.option)
			}
			body := packed(t, row.body)
			got := runPack(t, packPolicy(t, options...), body, admit.Trusted, 0)
			if diff := cmp.Diff(hex.EncodeToString(packed(t, row.want)), hex.EncodeToString(got.Out)); diff != "" {
				t.Errorf("%s\n%s", row.reason, diff)
			}
			d := got.Decision
			if d.Disposition != row.disposition || d.Admission.Reason != row.admission || d.Offset != row.offset {
				t.Errorf("%v, %v, offset %d; want %v, %v, %d: %s", d.Disposition, d.Admission.Reason, d.Offset, row.disposition, row.admission, row.offset, row.reason)
			}
			if admitted := row.admission == admit.NoFault; admitted != (got.Hint == packHintJSON) {
				t.Errorf("the snapshot is %s", got.Hint)
			}
			for _, chunk := range []int{1, 5} {
				if diff := cmp.Diff(got, runPack(t, packPolicy(t, options...), body, admit.Trusted, chunk), cmpPack); diff != "" {
					t.Errorf("in chunks of %d:\n%s", chunk, diff)
				}
			}
		})
	}
}

// TestMsgpackCountsOnce: a request counts once, whatever it holds and whatever is
// asked again.
func TestMsgpackCountsOnce(t *testing.T) {
	for _, row := range []struct {
		body  string
		trust admit.Trust
		want  admit.Reason
	}{
		{`81 'a' 01`, admit.Untrusted, admit.Absent},
		{`82 'kv_hints' c0 'kv_hint' c0`, admit.Untrusted, admit.Absent},
		{`82 'kv_hints' c0 'kv_hint' 01`, admit.Untrusted, admit.NotTrusted},
		{`82 'kv_hints' 80 'kv_hints' 80`, admit.Untrusted, admit.NotTrusted},
		{`81 'nvext' 81 'kv_hints' 80`, admit.Untrusted, admit.NotTrusted},
		{`82 'kv_hints' 80 'kv_hints' 80`, admit.Trusted, admit.DuplicateMember},
		{`81 'kv_hints' ` + packHint, admit.Trusted, admit.NoFault},
	} {
		p := packPolicy(t)
		s := ingress.NewMsgpackScan(p, -1)
		if err := writePack(s, packed(t, row.body), 0); err != nil {
			t.Fatal(err)
		}
		first := s.Decide(row.trust)
		if second := s.Decide(admit.Untrusted); first.Admission.Reason != row.want || second.Admission.Reason != row.want || second.Trust != row.trust {
			t.Errorf("%s: %v and then %v, want %v", row.body, first.Admission.Reason, second.Admission.Reason, row.want)
		}
		if tally := p.Authority().Tally(); tally.Total() != 1 || tally.Count(row.want) != 1 {
			t.Errorf("%s: %d counts", row.body, tally.Total())
		}
	}
	p := packPolicy(t)
	runPack(t, p, packed(t, `81 'kv_hints' c1`), admit.Trusted, 0)
	if total := p.Authority().Tally().Total(); total != 0 {
		t.Errorf("a refused body counts %d times", total)
	}
}

// TestMsgpackHandoffs: two handoff members of one name in one map are refused.
func TestMsgpackHandoffs(t *testing.T) {
	for _, row := range []struct {
		body   string
		offset int // of the second, or -1
		reason string
	}{
		{`81 'kv_transfer_params' c0`, -1, ""},
		{`82 'kv_transfer_params' c0 'kv_transfer_params' c0`, 21, ""},
		{`82 'kv_transfer_params' c0 'KV-Transfer-Params' c0`, 21, "folded, as carriers are"},
		{`82 'kv_transfer_params' c0 d912` + hex.EncodeToString([]byte("kv_transfer_params")) + `c0`, 21, ""},
		{`83 'ec_transfer_params' 80 'a' 01 'ec_transfer_params' 80`, 24, ""},
		{`82 'kv_transfer_params' c0 'ec_transfer_params' c0`, -1, "another name"},
		{`82 'bootstrap_room' 01 'bootstrap_room' 02`, 17, ""},
		{`83 'bootstrap_room' 01 'bootstrap_host' c0 'bootstrapHost' c0`, 33, ""},
		{`82 'bootstrap_room' 01 'bootstrap_port' 02`, -1, ""},
		{`81 'a' 82 'kv_transfer_params' c0 'kv_transfer_params' c0`, -1, "in a member that is no container they are a user's own"},
		{`81 'nvext' 82 'kv_transfer_params' c0 'kv_transfer_params' c0`, 28, "in a container they count as the request's"},
		{`81 'nvext' 82 'bootstrap_room' c0 'bootstrap_room' c0`, -1, "bootstrap_* count at the root"},
		{`82 'nvext' 81 'kv_transfer_params' c0 'kv_transfer_params' c0`, -1, "in two maps"},
		{`81 'requests' 92 81 'kv_transfer_params' c0 81 'kv_transfer_params' c0`, -1, "one for each request"},
		{`84 'bootstrap_b' 01 'bootstrap_a' 01 'bootstrap_a' 01 'bootstrap_b' 01`, 27, "the first in the order of the bytes"},
	} {
		got := runPack(t, packPolicy(t), packed(t, row.body), admit.Untrusted, 0).Decision
		want := ingress.Decision{Disposition: ingress.Forwarded, Offset: admit.NoOffset}
		if row.offset >= 0 {
			want = ingress.Decision{Disposition: ingress.Refused, Cause: ingress.DuplicateHandoff, Status: 400, Offset: row.offset}
		}
		want.Admission = admit.Decision{Reason: admit.Absent, Offset: admit.NoOffset}
		if diff := cmp.Diff(want, got, cmpPack); diff != "" {
			t.Errorf("%s: %s\n%s", row.body, row.reason, diff)
		}
	}
}

// TestMsgpackHandoffFields: a handoff is held to its known fields, and nothing that
// stands in a hint of it changes what is said.
func TestMsgpackHandoffFields(t *testing.T) {
	escapes := `d920` + strings.Repeat(`00`, 32) // 192 bytes as JSON
	for _, row := range []struct {
		fields string // of disaggregated_params, after request_type
		cause  ingress.Cause
		reason string
	}{
		{`'x' cf8000000000000000`, ingress.NoCause, "unknown fields hold what they hold"},
		{`'first_gen_log_probs' 91 cbfff0000000000000`, ingress.NoCause, "a log probability may be -inf, which JSON bodies cannot say"},
		{`'ctx_request_id' ca3f800000`, ingress.InvalidHandoff, "1.0 is no integer"},
		{`'ctx_request_id' cfffffffffffffffff`, ingress.NoCause, "2^64-1 is a uint64"},
		{`'ctx_request_id' d0ff`, ingress.InvalidHandoff, "-1 is none"},
		{`'ctx_request_id' c40101`, ingress.InvalidHandoff, "a bin"},
		{`'x' 91 c40101`, ingress.InvalidHandoff, "also in an unknown field: a JSON body cannot have it"},
		{`'kv_hints' 01`, ingress.NoCause, "a hint is no field"},
		{`'kv_hints' c40101`, ingress.NoCause, "whatever it holds"},
		{`'kv_hints' 91 cb7ff8000000000000`, ingress.NoCause, ""},
		{`'kv_hint' 81 'ctx_request_id' c2`, ingress.NoCause, ""},
		{`'kv_hints' 99` + strings.Repeat(escapes, 9), ingress.NoCause, "however long it is as JSON"},
		{`'x' 99` + strings.Repeat(escapes, 9), ingress.InvalidHandoff, "what is longer as JSON than a body may be is not looked at, so it does not pass"},
		{`'nvext' 81 'kv_hints' c40101`, ingress.NoCause, "deeper in it"},
		{`'kv_transfer_params' 81 'kv_hints' c40101`, ingress.NoCause, "in a handoff in it"},
	} {
		body := packed(t, `83 'kv_hint' c40101 'disaggregated_params' 82 'request_type' 'context_only' `+row.fields+`'kv_hints' c40101`)
		p := packPolicy(t, ingress.MaxBodyBytes(1000))
		got := runPack(t, p, body, admit.Untrusted, 0).Decision
		if got.Cause != row.cause || row.cause != ingress.NoCause && got.Offset != 33 {
			t.Errorf("%.40s: %v at %d, want %v at 33, where the handoff's value starts: %s", row.fields, got.Cause, got.Offset, row.cause, row.reason)
		}
	}
}

// TestMsgpackReport: under a policy that reports, the body goes as it came and the
// decision says what would have become of it.
func TestMsgpackReport(t *testing.T) {
	for _, row := range []struct {
		body        string
		disposition ingress.Disposition
	}{
		{`82 'kv_hints' 80 'a' 01`, ingress.Stripped},
		{`81 'nvext' 81 'kv_hints' 80`, ingress.Stripped},
		{`81 'a' c1`, ingress.Refused},
		{`81 'a'`, ingress.Refused},
		{`8080`, ingress.Refused},
	} {
		p := packPolicy(t, ingress.Report(true), ingress.MaxBodyBytes(40))
		s := ingress.NewMsgpackScan(p, -1)
		body := packed(t, row.body)
		for i := range body {
			if n, err := s.Write(body[i : i+1]); n != 1 || err != nil {
				t.Fatalf("%s: %d, %v", row.body, n, err)
			}
		}
		d := s.Decide(admit.Untrusted)
		segments, _, err := s.Edit().Segments()
		if d.Disposition != row.disposition || err != nil || !bytes.Equal(bytes.Join(segments, nil), body) {
			t.Errorf("%s: %v, %v, % x", row.body, d.Disposition, err, segments)
		}
		if _, err := s.Write(make([]byte, 41)); err == nil {
			t.Errorf("%s: limits stay on, and 41 more bytes were taken", row.body)
		}
	}

	s := ingress.NewMsgpackScan(packPolicy(t, ingress.Report(true)), -1)
	if err := writePack(s, packed(t, `83 'kv_hints' 80 'nvext' 81 'kv_hint' 01 'a' 01`), 0); err != nil {
		t.Fatal(err)
	}
	s.Decide(admit.Untrusted)
	for _, row := range []struct {
		edit *ingress.MsgpackEdit
		want string
	}{
		{s.Edit().Remove("kv_hints"), `82 'nvext' 81 'kv_hint' 01 'a' 01`},
		{s.Edit().Set("kv_hints", packed(t, `c0`)), `83 'kv_hints' c0 'nvext' 81 'kv_hint' 01 'a' 01`},
		{s.Edit().Remove("nvext"), `82 'kv_hints' 80 'a' 01`},
	} {
		segments, _, err := row.edit.Segments()
		if got := bytes.Join(segments, nil); err != nil || !bytes.Equal(got, packed(t, row.want)) {
			t.Errorf("% x, %v, want % x: nothing is cut, so it is there to be changed", got, err, packed(t, row.want))
		}
	}
}
