package report_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/bench/report"
)

const output = `goos: linux
pkg: github.com/kvhints/hintcheck/bench
BenchmarkCheck/hintcheck/E64-2    	    2000	     20000 ns/op	3000.00 MB/s	     15000 cpu-ns/op	       3 B/op	       0 allocs/op
BenchmarkCheck/sonic/E64          	    1000	     40000 ns/op	1500.00 MB/s	       0 B/op	       0 allocs/op
BenchmarkCheck/simdjson-go/E64-16 	     100	    400000 ns/op
BenchmarkParallel: left out
PASS
`

// TestAdd: names lose the number of processors and nothing else, and several
// runs leave the least of each.
func TestAdd(t *testing.T) {
	for _, row := range []struct {
		clock  report.Clock
		texts  []string
		want   report.Figures
		reason string
	}{
		{report.Wall, []string{output}, report.Figures{
			"BenchmarkCheck/hintcheck/E64":   {Nanoseconds: 20000, Bytes: 60000},
			"BenchmarkCheck/sonic/E64":       {Nanoseconds: 40000, Bytes: 60000},
			"BenchmarkCheck/simdjson-go/E64": {Nanoseconds: 400000, Allocs: -1},
		}, "3000 MB/s for 20 us is 60,000 bytes"},
		{report.CPU, []string{output}, report.Figures{
			"BenchmarkCheck/hintcheck/E64":   {Nanoseconds: 15000, Bytes: 60000},
			"BenchmarkCheck/sonic/E64":       {Nanoseconds: 40000, Bytes: 60000},
			"BenchmarkCheck/simdjson-go/E64": {Nanoseconds: 400000, Allocs: -1},
		}, "the wall clock stands in where there is no other; the bytes stay what they are"},
		{report.Wall, []string{"BenchmarkX 1 50 ns/op 7 allocs/op\n", "BenchmarkX 1 40 ns/op 9 allocs/op\n", "BenchmarkX 1 60 ns/op 8 allocs/op\n"},
			report.Figures{"BenchmarkX": {Nanoseconds: 40, Allocs: 7}}, "the least of each number"},
		{report.Wall, []string{"PASS\n"}, report.Figures{}, "no result"},
	} {
		got := report.Figures{}
		for _, text := range row.texts {
			if err := got.Add(strings.NewReader(text), row.clock); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s: want -, got +\n%s", row.reason, diff)
		}
	}
	if err := (report.Figures{}).Add(strings.NewReader("BenchmarkX 1 50 B/op\n"), report.Wall); err == nil {
		t.Error("a result without a time is no error")
	}
}

func TestMeasure(t *testing.T) {
	f := report.Figures{
		"a": {Nanoseconds: 50, Bytes: 10, Allocs: 2},
		"b": {Nanoseconds: 100, Bytes: 100, Allocs: -1},
	}
	for _, row := range []struct {
		target  report.Target
		value   float64
		met, ok bool
		reason  string
	}{
		{report.Target{Row: "a", Base: "b", Kind: report.Time, Limit: 0.5}, 0.5, true, true, "half of it is at most half"},
		{report.Target{Row: "a", Base: "b", Kind: report.Time, Limit: 0.49}, 0.5, false, true, "and not less"},
		{report.Target{Row: "a", Base: "b", Kind: report.Faster, Limit: 2}, 2, true, true, "twice as fast"},
		{report.Target{Row: "a", Base: "b", Kind: report.Faster, Limit: 2.1}, 2, false, true, "no more"},
		{report.Target{Row: "a", Base: "b", Kind: report.PerByte, Limit: 5}, 5, true, true, "5 ns a byte against 1"},
		{report.Target{Row: "a", Base: "b", Kind: report.PerByte, Limit: 4.9}, 5, false, true, "5 is more than 4.9"},
		{report.Target{Row: "a", Kind: report.Blocks, Limit: 2}, 2, true, true, "two blocks"},
		{report.Target{Row: "a", Kind: report.Blocks, Limit: 1}, 2, false, true, "two are more than one"},
		{report.Target{Row: "b", Kind: report.Blocks, Limit: 1}, -1, false, false, "nobody counted"},
		{report.Target{Row: "c", Base: "a", Kind: report.Time, Limit: 1}, 0, false, false, "no such figure"},
		{report.Target{Row: "a", Base: "c", Kind: report.Time, Limit: 1}, 0, false, false, "nothing to compare with"},
	} {
		value, met, ok := row.target.Measure(f)
		if value != row.value || met != row.met || ok != row.ok {
			t.Errorf("%+v: %g, met %v, ok %v; want %g, %v, %v: %s", row.target, value, met, ok, row.value, row.met, row.ok, row.reason)
		}
	}
}

// TestWriteCounts: every target is met, missed or unknown, and the missed ones
// are named.
func TestWriteCounts(t *testing.T) {
	all := len(report.Targets())
	var out strings.Builder
	met, missed, unknown, err := report.Write(&out, report.Figures{})
	if err != nil || met != 0 || missed != 0 || unknown != all {
		t.Errorf("of no figures: %d met, %d missed, %d unknown, %v; want all %d unknown", met, missed, unknown, err, all)
	}
	f := report.Figures{ // 0.6 of sonic's time where 0.55 is promised, 0.3 of jsontext's where 0.32 is
		"BenchmarkCheck/hintcheck/E64": {Nanoseconds: 60, Bytes: 64, Allocs: -1},
		"BenchmarkCheck/sonic/E64":     {Nanoseconds: 100, Bytes: 64},
		"BenchmarkCheck/jsontext/E64":  {Nanoseconds: 200, Bytes: 64},
	}
	out.Reset()
	met, missed, unknown, err = report.Write(&out, f)
	if err != nil || met != 1 || missed != 1 || unknown != all-2 {
		t.Errorf("%d met, %d missed, %d unknown, %v; want 1, 1 and the other %d", met, missed, unknown, err, all-2)
	}
	for _, want := range []string{"0.6  <=0.55 MISSED", "0.3  <=0.32 ok", "1 met, 1 missed"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table does not say %q:\n%s", want, out.String())
		}
	}
}

func TestCompare(t *testing.T) {
	before := report.Figures{"BenchmarkA": {Nanoseconds: 100}, "BenchmarkB": {Nanoseconds: 100}, "BenchmarkC": {Nanoseconds: 100, Allocs: 1}, "BenchmarkGone": {Nanoseconds: 1}}
	now := report.Figures{"BenchmarkA": {Nanoseconds: 111}, "BenchmarkB": {Nanoseconds: 109}, "BenchmarkC": {Nanoseconds: 50, Allocs: 2}, "BenchmarkNew": {Nanoseconds: 1}}
	var out strings.Builder
	slower, err := report.Compare(&out, before, now)
	if err != nil || slower != 1 {
		t.Errorf("%d slower, %v; want A alone: 11 %% is more than 10, 9 is not", slower, err)
	}
	for _, want := range []string{"1.11 of it  SLOWER", "0.50 of it  faster", "1 -> 2", "3 benchmarks"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table does not say %q:\n%s", want, out.String())
		}
	}
	if _, err := report.Compare(&out, report.Figures{}, now); err == nil {
		t.Error("nothing in common is no error")
	}
}
