//go:build !race

// Under the race detector allocations are not those of the program.

package ingress_test

import (
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/ingress"
)

// TestScanAllocations: in a steady state, reading a body and deciding about it
// allocates nothing, however many members it has; what goes upstream is two small
// blocks, the edit and its list of segments.
func TestScanAllocations(t *testing.T) {
	for name, body := range map[string]string{
		"chat":        `{"model":"m","messages":[{"role":"user","content":"` + strings.Repeat("words ", 2000) + `"}],"kv_hints":` + good + `}`,
		"members":     "{" + strings.Repeat(`"a":1,"nvext":{"x":[1,{"y":2}],"\u0061":"\n"},`, 2000) + `"kv_hints":1}`,
		"carriers":    "{" + strings.Repeat(`"a":1,"kv\u005fhints":1,`, 2000) + `"kv_hints":1}`,
		"no carriers": "{" + strings.Repeat(`"a":1,`, 2000) + `"b":1}`,
		"handoff":     `{"a":1,"kv_transfer_params":null,"requests":[` + strings.Repeat(`{"params":{"ec_transfer_params":null}},`, 2000) + `1]}`,
		"empty":       ``,
	} {
		for _, role := range []string{"edge", "worker"} {
			p := policyOf(t, role)
			s := ingress.NewScan(p, -1)
			chunks := [][]byte{[]byte(body[:len(body)/3]), []byte(body[len(body)/3:])}
			run := func() {
				s.Reset(p, int64(len(body)))
				for _, chunk := range chunks {
					if _, err := s.Write(chunk); err != nil {
						t.Fatal(err)
					}
				}
				if err := s.Finish(); err != nil {
					t.Fatal(err)
				}
				s.Decide(untrusted)
			}
			if n := testing.AllocsPerRun(20, run); n != 0 {
				t.Errorf("%s, %s: %v allocations", name, role, n)
			}
			run()
			most := 2.0
			if name == "carriers" {
				most = 20 // the lists of what is cut grow by halves
			}
			if n := testing.AllocsPerRun(20, func() { s.Edit().Segments() }); n > most {
				t.Errorf("%s, %s: %v allocations for the segments", name, role, n)
			}
		}
	}
}
