package report

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
)

// Slower is the ratio of times from which on Compare calls something slower: the
// least times of ten rounds differ by a few percent on a quiet machine.
const Slower = 1.10

// Compare prints the benchmarks that both have, with the time of now for each
// nanosecond of before. It returns how many are slower.
func Compare(out io.Writer, before, now Figures) (slower int, err error) {
	t := &table{out: out, f: now}
	old := &table{f: before}
	t.title("Before and now")
	t.row("", "before", "now", "now takes", "", "allocs")
	sum, n := 0.0, 0
	for _, name := range slices.Sorted(maps.Keys(now)) {
		a, ok := before[name]
		if !ok {
			continue
		}
		b := now[name]
		r := b.Nanoseconds / a.Nanoseconds
		word := ""
		switch {
		case r >= Slower:
			slower++
			word = "SLOWER"
		case r <= 1/Slower:
			word = "faster"
		}
		allocs := ""
		if a.Allocs != b.Allocs {
			allocs = old.allocs(name) + " -> " + t.allocs(name)
		}
		t.row(strings.TrimPrefix(name, "Benchmark"), old.time(name), t.time(name), fmt.Sprintf("%.2f of it", r), word, allocs)
		sum += math.Log(r)
		n++
	}
	if n == 0 {
		return 0, fmt.Errorf("the two have no benchmark in common")
	}
	t.row(fmt.Sprintf("%d benchmarks, %.3f of the time in the geometric mean, %d slower by %.0f %% or more",
		n, math.Exp(sum/float64(n)), slower, 100*(Slower-1)))
	t.flush()
	return slower, t.err
}
