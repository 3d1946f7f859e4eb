package fuzz_test

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/fuzz/tree"
	"github.com/kvhints/hintcheck/internal/reference"
	"github.com/kvhints/hintcheck/limits"
)

// propertySeed is the seed of every property, so that a run can be repeated and
// a property gives the same samples alone and with the others.
const propertySeed = 20_251

func seedOfRun(t *testing.T) int64 {
	t.Helper()
	return fromEnv(t, "HINTCHECK_SEED", propertySeed)
}

// runsOf is how many samples a property gets: n, unless the environment says.
func runsOf(t *testing.T, n int) int {
	t.Helper()
	return int(fromEnv(t, "HINTCHECK_PROPERTY_RUNS", int64(n)))
}

func fromEnv(t *testing.T, name string, standard int64) int64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return standard
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 {
		t.Fatalf("%s=%q: want a whole number above 0", name, text)
	}
	return n
}

// holds checks one property on n samples. The condition returns what is wrong, or
// "". It is the only property of its test: gopter replaces a property by a second
// one of the same name, and a seed gives other samples to the second property.
func holds(t *testing.T, n int, condition any, gens ...gopter.Gen) {
	t.Helper()
	checkProp(t, n, prop.ForAll(condition, gens...), nil)
}

func checkProp(t *testing.T, n int, p gopter.Prop, adjust func(*gopter.TestParameters)) {
	t.Helper()
	parameters := gopter.DefaultTestParametersWithSeed(seedOfRun(t))
	parameters.MinSuccessfulTests = runsOf(t, n)
	parameters.Workers = 1 // more give other samples for one seed
	if adjust != nil {
		adjust(parameters)
	}
	properties := gopter.NewProperties(parameters)
	properties.Property(t.Name(), p)
	var kept keeper
	properties.Run(&kept)
	if result := kept.result; result.Passed() {
		t.Logf("held for %d samples", result.Succeeded)
	} else {
		t.Errorf("%s\n  again: HINTCHECK_SEED=%d HINTCHECK_PROPERTY_RUNS=%d go test ./fuzz -run '^%s$'",
			failure(result), parameters.Seed(), parameters.MinSuccessfulTests, t.Name())
	}
}

// healthy fails a property that saw too little of what it is about: fewer than so
// many in a thousand of its n samples. A run of few samples says nothing of that.
func healthy(t *testing.T, n int, what string, got, perMille int) {
	t.Helper()
	if n = runsOf(t, n); n >= 1000 && got*1000 < n*perMille && !t.Failed() {
		t.Errorf("test health: %s %d times in %d samples, want %d in a thousand", what, got, n, perMille)
	}
}

// keeper keeps the one result. The reporters of gopter break lines inside values
// and print raw bytes.
type keeper struct{ result *gopter.TestResult }

func (k *keeper) ReportTestResult(_ string, result *gopter.TestResult) { k.result = result }

// failure tells what was found; every argument prints itself quoted.
func failure(result *gopter.TestResult) string {
	message := fmt.Sprintf("%s after %d samples that hold (%d discarded)", result.Status, result.Succeeded, result.Discarded)
	for _, label := range result.Labels {
		message += "\n  fault: " + label
	}
	if result.Error != nil {
		message += fmt.Sprintf("\n  error: %v\n%s", result.Error, result.ErrorStack)
	}
	for i, arg := range result.Args {
		message += fmt.Sprintf("\n  argument %d, after %d steps of shrinking: %v", i, arg.Shrinks, arg.Arg)
	}
	return message
}

// caught makes a panic the fault of the sample, so that it is shrunk and shown
// like any other; gopter drops the arguments of a condition that panics. Each
// condition defers it.
func caught(fault *string) {
	if r := recover(); r != nil {
		*fault = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
	}
}

// verdict is what can be compared of a judgement.
type verdict struct {
	Reason     string
	Offset     int
	Pointer    string
	HasPointer bool
}

func (v verdict) String() string {
	line := fmt.Sprintf("%s at %d", v.Reason, v.Offset)
	if v.HasPointer {
		line += fmt.Sprintf(" in %q", v.Pointer)
	}
	return line
}

func claimOf(w *tree.Want) verdict { return verdict{w.Reason, w.Offset, w.Pointer, w.HasPointer} }

// boundsOf makes the limits that a text is to be judged with.
func boundsOf(text tree.Text, versions ...string) limits.Limits {
	if len(versions) == 0 {
		versions = []string{tree.Version}
	}
	lim, err := limits.New(limits.MaxBytes(text.MaxBytes), limits.MaxDepth(text.MaxDepth), limits.Versions(versions...))
	if err != nil {
		panic(err)
	}
	return lim
}

func trustOf(text tree.Text) admit.Trust {
	if text.Trusted {
		return admit.Trusted
	}
	return admit.Untrusted
}

// decide is the verdict of the core.
func decide(text tree.Text) (admit.Decision, verdict) {
	d := admit.Decide(text.Bytes, boundsOf(text), trustOf(text))
	return d, verdictOf(text.Bytes, d)
}

func verdictOf(raw []byte, d admit.Decision) verdict {
	x := admit.Explain(raw, d)
	return verdict{d.Reason.String(), d.Offset, x.Pointer, x.HasPointer}
}

// refer is the verdict of the reference.
func refer(text tree.Text) (reference.Verdict, verdict) {
	v := reference.Judge(text.Bytes, reference.Limits{MaxBytes: text.MaxBytes, MaxDepth: text.MaxDepth, Versions: []string{tree.Version}}, text.Trusted)
	return v, verdict{v.Reason, v.Offset, v.Pointer, v.HasPointer}
}
