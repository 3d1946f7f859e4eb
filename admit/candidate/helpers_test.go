package candidate_test

import (
	"encoding/json"
	"net/netip"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/admit/candidate"
	"github.com/kvhints/hintcheck/limits"
)

// fetchKind is what every known producer writes.
var fetchKind = candidate.Kind{Type: "kv.fetch", Version: "1.0"}

// numbers is a family that reads hashes as KVCR does.
var numbers = candidate.Family{
	Name:  "numbers",
	Kinds: []candidate.Kind{fetchKind},
	Forms: []candidate.Form{candidate.Number},
}

func families(t testing.TB, list ...candidate.Family) candidate.Families {
	t.Helper()
	f, err := candidate.NewFamilies(list...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// admitted admits an envelope of the actions as its text has them.
func admitted(t testing.TB, raw string) admit.Snapshot {
	t.Helper()
	d := admit.Decide([]byte(raw), limits.Default(), admit.Trusted)
	if d.Outcome != admit.Admitted {
		t.Fatalf("%s: %v at %d", raw, d.Reason, d.Offset)
	}
	return d.Snapshot
}

// envelope admits an envelope of kv.fetch 1.0 actions with these payloads.
func envelope(t testing.TB, payloads ...string) admit.Snapshot {
	t.Helper()
	raw := `{"protocol_version":"0.1","message_id":"m","actions":[`
	for i, p := range payloads {
		if i > 0 {
			raw += ","
		}
		raw += action("kv.fetch", "1.0", p)
	}
	return admitted(t, raw+"]}")
}

func action(kind, version, payload string) string {
	return `{"action_id":"a","action_type":"` + kind + `","action_version":"` + version + `","payload":` + payload + `}`
}

// payload writes a payload; hashes is the JSON text of the list.
func payload(endpoint, hashes string) string {
	quoted, err := json.Marshal(endpoint)
	if err != nil {
		panic(err)
	}
	return `{"source_control_endpoint":` + string(quoted) + `,"block_hashes":` + hashes + `}`
}

// counted returns the counts that are not zero.
func counted(s candidate.Set) map[string]int {
	m := map[string]int{}
	for r, n := range s.Counts().All() {
		if n != 0 {
			m[r.String()] = n
		}
	}
	return m
}

// bound returns the binding of the first candidate and the first family.
func bound(t testing.TB, endpoint string) candidate.Binding {
	t.Helper()
	s := candidate.Collect(envelope(t, payload(endpoint, "[1]")), families(t, numbers), candidate.BaseModel())
	if s.Len() != 1 {
		t.Fatalf("%q gives no candidate: %v", endpoint, counted(s))
	}
	b, ok := s.At(0).Bind("numbers")
	if !ok {
		t.Fatal("the family does not bind")
	}
	return b
}

func addrPorts(list ...string) []netip.AddrPort {
	var out []netip.AddrPort
	for _, s := range list {
		out = append(out, netip.MustParseAddrPort(s))
	}
	return out
}
