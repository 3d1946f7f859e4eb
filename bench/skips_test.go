package bench_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bytedance/sonic"
	simdjson "github.com/minio/simdjson-go"

	"github.com/kvhints/hintcheck/bench"
	"github.com/kvhints/hintcheck/bench/report"
)

// probes are texts that one rule refuses and that no other rule is about.
var probes = map[report.Rule][]string{
	report.Grammar: {`[1,]`, `{"a":1,}`, `[01]`, `[1.]`, `[.5]`, `[+1]`, `[1e]`, `[-]`, `["\q"]`, `["\u12g4"]`, "[\"\n\"]", "[\"\x00\"]",
		`['a']`, `{a:1}`, `[1 2]`, `[1] 2`, `{"a" 1}`, `[nul]`, `[True]`, `[NaN]`, "\ufeff[]", `[1`, `["a`, `// c`, `[]]`, ``},
	report.UTF8: {"[\"\xff\"]", "[\"\x80\"]", "[\"\xc3\"]", "[\"\xc0\xaf\"]", "[\"\xe0\x80\xaf\"]",
		"[\"\xed\xa0\x80\"]", "[\"\xf4\x90\x80\x80\"]", "{\"\xff\":1}"},
	report.Surrogates: {`["\ud800"]`, `["\udc00"]`, `["\ud800\u0041"]`, `["\ud800x"]`, `{"\ud800":1}`},
	report.Duplicates: {`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `[{"b":{"a":1,"c":2,"a":3}}]`},
	report.Depth:      {strings.Repeat("[", 33) + strings.Repeat("]", 33), strings.Repeat(`{"a":`, 33) + "1" + strings.Repeat("}", 33)},
	report.Integers:   {`[18446744073709551616]`, `[-9223372036854775809]`, `[100000000000000000000000]`},
	report.Floats:     {`[1e999]`, `[-1e999]`, `[1.8e308]`},
}

// TestSkips holds what package report says of the peers to what they do: a rule
// that is said to be skipped has a text that the peer accepts, any other rule
// has none.
func TestSkips(t *testing.T) {
	var names []string
	for _, c := range bench.Checkers() {
		names = append(names, c.Name)
	}
	peers := report.Peers()
	same(t, names, peers)
	for i, c := range bench.Checkers() {
		holdToSkips(t, peers[i], c.New(), func(text string) string { return text })
	}
}

// TestAdmittersSkip does so for whole routes, the probe in a payload. Where the
// members of a tree have no order and a name just once, a duplicate is skipped
// that is not seen.
func TestAdmittersSkip(t *testing.T) {
	var names []string
	admitters := map[string]bench.Admitter{}
	for _, a := range bench.Admitters() {
		admitters[a.Name] = a
		if !strings.HasSuffix(a.Name, report.Unread) {
			names = append(names, a.Name)
		}
	}
	peers := report.Admitters()
	same(t, names, peers)
	for _, p := range peers {
		for _, name := range []string{p.Name, p.Name + report.Unread} {
			a, ok := admitters[name]
			if !ok {
				continue // hintcheck always reads back
			}
			admit := a.New()
			holdToSkips(t, p, func(text []byte) bool {
				_, ok := admit(text)
				return ok
			}, func(text string) string {
				return `{"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"a","action_type":"t",` +
					`"action_version":"1","payload":{"x":` + text + `}}]}`
			})
		}
	}
}

func same(t *testing.T, names []string, peers []report.Peer) {
	t.Helper()
	var reported []string
	for _, p := range peers {
		reported = append(reported, p.Name)
	}
	if !slices.Equal(names, reported) {
		t.Fatalf("implementations %q, in the report %q", names, reported)
	}
}

func holdToSkips(t *testing.T, p report.Peer, valid func([]byte) bool, place func(string) string) {
	t.Helper()
	for _, rule := range report.Rules() {
		if len(probes[rule]) == 0 {
			t.Fatalf("no probe for %s", rule)
		}
		var accepted []string
		for _, text := range probes[rule] {
			if valid([]byte(place(text))) {
				accepted = append(accepted, text)
			}
		}
		if said := slices.Contains(p.Skips, rule); said != (len(accepted) > 0) {
			t.Errorf("%s skips %s: said %v, accepted %q", p.Name, rule, said, accepted)
		}
	}
}

// TestSonicIsNative: where sonic does not support the compiler or the machine it
// turns itself into encoding/json, and its rows would mean nothing.
func TestSonicIsNative(t *testing.T) {
	if sonic.APIKind != sonic.UseSonicJSON {
		t.Errorf("sonic runs as kind %d: this Go version or machine has no native code of it", sonic.APIKind)
	}
}

// TestSimdjsonIsSupported: simdjson-go needs AVX2 and refuses everything without.
func TestSimdjsonIsSupported(t *testing.T) {
	if !simdjson.SupportedCPU() {
		t.Error("simdjson-go does not run on this machine")
	}
}
