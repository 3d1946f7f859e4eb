package bench_test

import (
	"bytes"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/valyala/fastjson"

	"github.com/kvhints/hintcheck/bench/report"
)

// TestTargetsHaveBenchmarks runs every benchmark for one operation and looks
// for what the targets and the table are about: a target that nobody measures, or
// a benchmark that fails, does not go unnoticed.
func TestTargetsHaveBenchmarks(t *testing.T) {
	out, err := exec.Command(os.Args[0], "-test.run", "^$", "-test.bench", ".", "-test.benchtime", "1x").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	figures := report.Figures{}
	if err := figures.Add(bytes.NewReader(out), report.Wall); err != nil {
		t.Fatal(err)
	}
	if runtime.NumCPU() < 2 { // BenchmarkParallel leaves itself out, and says so
		if !strings.Contains(string(out), "needs two processors") {
			t.Error("two goroutines were measured on one processor")
		}
		for _, target := range report.Targets() {
			if strings.Contains(target.Row, "Parallel/") {
				figures[target.Row], figures[target.Base] = report.Figure{}, report.Figure{}
			}
		}
	}
	for _, target := range report.Targets() {
		if _, _, ok := target.Measure(figures); !ok {
			t.Errorf("%s: %s: no figures", target.Row, target)
		}
	}
	var table strings.Builder
	if _, _, _, err := report.Write(&table, figures); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(table.String()) {
		if slices.Contains(strings.Fields(line), "-") && !strings.Contains(line, "admitted_") {
			t.Errorf("a figure is missing: %s", line)
		}
	}
}

// TestLeftOut shows why fastjson is not given what is never closed: twice the
// text, far more than twice the memory. Counting bytes needs no clock.
func TestLeftOut(t *testing.T) {
	for document, unit := range map[string]string{"open_arrays": "[", "open_objects": `{"a":`} {
		if report.LeftOut("fastjson", document) == "" {
			t.Errorf("fastjson is given %s", document)
		}
		cost := func(n int) uint64 {
			text := []byte(strings.Repeat(unit, n))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if fastjson.ValidateBytes(text) == nil {
				t.Errorf("fastjson accepts %s", document)
			}
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		if small, large := cost(200), cost(400); large < 3*small {
			t.Errorf("fastjson takes %d bytes for %d levels of %s and %d for twice as many: it need not be left out", small, 200, document, large)
		}
	}
	if why := report.LeftOut("sonic", "open_arrays"); why != "" {
		t.Errorf("sonic is left out: %s", why)
	}
}
