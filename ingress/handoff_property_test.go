package ingress_test

import (
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/leanovate/gopter"

	"github.com/kvhints/hintcheck/ingress"
)

const (
	handoffSeed = 20_261
	handoffRuns = 3000
)

// hinted is a handoff without hints and the same one with hints put in.
type hinted struct{ name, bare, with string }

func (h hinted) String() string { return fmt.Sprintf("%s\n%.2000q\n%.2000q", h.name, h.bare, h.with) }

// hintNames are names that a carrier may have, as default policies see it, written
// as between quotes.
var hintNames = [...]string{
	"kv_hints", "kv_hint", "router_hint", "kvHints", "KV_HINT", "Kv-Hints", `\u006bv_hints`, `kv_hint\u017f`, `\u212av_hints`, "__router_hint",
}

// hintValues are worse than what any field may hold.
var hintValues = [...]string{
	"null", "7", `"\ud800"`, "1e999", "[]", "{}", strings.Repeat("9", 5000), strings.Repeat("[", 300) + strings.Repeat("]", 300),
	`{"tp_size":0,"tp_size":"x"}`, `{"peer_port":0,"ec_items":1}`, `[{"kv_transfer_params":7,"kv_hints":1}]`,
	`{"protocol_version":"0.1","message_id":"m","actions":[]}`,
}

// draw makes a handoff of known fields, right and wrong, unknown ones, containers
// and handoffs in it. It writes both texts; only with gets hints.
func draw(r *rand.Rand, specs map[string]spec, name string, depth int, bare, with *strings.Builder) {
	both := func(text string) { bare.WriteString(text); with.WriteString(text) }
	inBare, inWith := 0, 0
	hints := func() {
		for r.Intn(3) == 0 {
			if inWith++; inWith > 1 {
				with.WriteString(",")
			}
			fmt.Fprintf(with, `"%s":%s`, hintNames[r.Intn(len(hintNames))], hintValues[r.Intn(len(hintValues))])
		}
	}
	both("{")
	hints()
	for n := r.Intn(5); n > 0; n-- {
		if inBare++; inBare > 1 {
			bare.WriteString(",")
		}
		if inWith++; inWith > 1 {
			with.WriteString(",")
		}
		kind := r.Intn(10)
		switch {
		case kind < 2 && depth < 3:
			inner := [...]string{"disaggregated_params", "kv_transfer_params", "ec_transfer_params"}[r.Intn(3)]
			both(`"` + inner + `":`)
			draw(r, specs, inner, depth+1, bare, with)
		case kind == 2 && depth < 3:
			both(`"extra_args":[1,`)
			draw(r, specs, "extra_args", depth+1, bare, with)
			both("]")
		case kind == 3:
			both(`"unknown":{"tp_size":0}`)
		case kind == 4 && name == "ec_transfer_params":
			both(`"a hash":`)
			draw(r, specs, "ec_transfer_params/any hash", depth+1, bare, with)
		default:
			k := known[r.Intn(len(known))]
			for k.in != name && r.Intn(100) > 0 {
				k = known[r.Intn(len(known))]
			}
			s := specs[k.spec]
			values := s.good
			if r.Intn(9) == 0 {
				values = append([]string{"[[]]"}, s.bad...)
			}
			value := values[r.Intn(len(values))]
			if len(value) > 10000 {
				value = s.good[0]
			}
			both(`"` + k.name + `":` + value)
		}
		hints()
	}
	both("}")
}

// TestHintsNeverChangeTheVerdict: a handoff gets the same cause, pointer and count
// with hints in it and without, and so does a worker's body with hints beside it.
func TestHintsNeverChangeTheVerdict(t *testing.T) {
	specs := specs()
	seen := map[ingress.Cause]int{}
	type verdict struct {
		cause   ingress.Cause
		pointer string
		want    string
		unknown int
	}
	judge := func(name, text string) verdict {
		report, err := ingress.CheckHandoff(name, []byte(text))
		var fault *ingress.HandoffError
		if errors.As(err, &fault) {
			return verdict{fault.Cause, fault.Pointer, fault.Want, 0}
		}
		return verdict{unknown: report.Unknown}
	}
	parameters := gopter.DefaultTestParametersWithSeed(handoffSeed)
	parameters.MinSuccessfulTests = handoffRuns
	longer := 0
	worker := policyOf(t, "worker")
	result := gopter.SaveProp(gopter.Prop(func(p *gopter.GenParameters) *gopter.PropResult {
		sample := hinted{name: [...]string{"disaggregated_params", "kv_transfer_params", "ec_transfer_params"}[p.Rng.Intn(3)]}
		var bareText, withText strings.Builder
		draw(p.Rng, specs, sample.name, 0, &bareText, &withText)
		sample.bare, sample.with = bareText.String(), withText.String()
		bare, with := judge(sample.name, sample.bare), judge(sample.name, sample.with)
		seen[bare.cause]++
		if len(sample.with) > len(sample.bare) {
			longer++
		}
		fields := func(body string) verdict {
			got := scanned(t, worker, []byte(body), 1+p.Rng.Intn(4096), trusted)
			return verdict{cause: got.decision.Cause, unknown: got.decision.UnknownFields}
		}
		beside := fmt.Sprintf(`"%s":%s`, hintNames[p.Rng.Intn(len(hintNames))], hintValues[p.Rng.Intn(len(hintValues))])
		bareBody := fields(`{"model":"m","` + sample.name + `":` + sample.bare + `}`)
		withBody := fields(`{` + beside + `,"model":"m","` + sample.name + `":` + sample.with + `,` + beside + `}`)
		if bareBody != withBody || bareBody.cause != bare.cause || bareBody.unknown != bare.unknown {
			return &gopter.PropResult{Status: gopter.PropFalse, Labels: []string{fmt.Sprintf("%v\nbody without hints %+v\nwith %+v\nhandoff %+v", sample, bareBody, withBody, bare)}}
		}
		if bare != with {
			return &gopter.PropResult{Status: gopter.PropFalse, Labels: []string{fmt.Sprintf("%v\nwithout hints %+v\nwith %+v", sample, bare, with)}}
		}
		return &gopter.PropResult{Status: gopter.PropTrue}
	})).Check(parameters)
	t.Logf("seed %d: %d samples, %d with hints, %v", parameters.Seed(), result.Succeeded, longer, seen)
	if !result.Passed() {
		t.Fatalf("seed %d: %s %v %v", parameters.Seed(), result.Status, result.Labels, result.Error)
	}
	for _, cause := range []ingress.Cause{ingress.NoCause, ingress.InvalidHandoff, ingress.DuplicateHandoff} {
		if seen[cause]*20 < handoffRuns {
			t.Errorf("test health: %v %d times in %d samples", cause, seen[cause], handoffRuns)
		}
	}
	if longer*2 < handoffRuns {
		t.Errorf("test health: hints in %d of %d samples", longer, handoffRuns)
	}
}
