// Command ratios measures hintcheck against its peers and prints the table of
// ratios:
//
//	go -C bench run ./cmd/ratios
//
// It builds the benchmarks once and runs all of them in each round, so that what
// is compared was measured at about the same times, and takes the least time of
// each: what disturbs a measurement only ever adds to it.
//
// With -old it compares hintcheck with that of another copy of the repository
// instead; the script compare makes that copy from a tag.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/kvhints/hintcheck/bench/report"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "ratios:", err)
		os.Exit(1)
	}
}

// ours are the benchmarks of hintcheck alone.
const ours = `/^` + report.Ours + `$|^BenchmarkBody$|^BenchmarkParallel$`

func run() error {
	rounds := flag.Int("rounds", 10, "how often everything is run; fewer than 10 is for a first look")
	benchtime := flag.Duration("benchtime", 20*time.Millisecond, "time for each benchmark in each round")
	pattern := flag.String("bench", "", "which benchmarks, as in go test -bench; all of them by default")
	clock := flag.String("clock", "wall", "wall, or cpu: processor time, for a machine with busy neighbours")
	strict := flag.Bool("strict", false, "fail when a target is missed or not measured, or with -old when something is slower")
	old := flag.String("old", "", "compare with the module bench in this `folder` of another copy of the repository")
	raw := flag.String("raw", "", "also write the output of the benchmarks to this `file`, for benchstat")
	flag.Parse()
	unit, ok := map[string]report.Clock{"wall": report.Wall, "cpu": report.CPU}[*clock]
	switch {
	case flag.NArg() > 0:
		return fmt.Errorf("%q: no arguments are taken", flag.Args())
	case *rounds < 1:
		return errors.New("-rounds: want at least 1")
	case !ok:
		return fmt.Errorf("-clock %q: want wall or cpu", *clock)
	case *pattern == "" && *old == "":
		*pattern = "."
	case *pattern == "":
		*pattern = ours
	}

	scratch, err := os.MkdirTemp("", "ratios")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	now, err := build(".", filepath.Join(scratch, "now.test"))
	if err != nil {
		return err
	}
	suites := []*suite{now}
	var before *suite
	if *old != "" {
		if before, err = build(*old, filepath.Join(scratch, "before.test")); err != nil {
			return err
		}
		suites = append(suites, before)
	}
	begin := time.Now()
	for i := range *rounds {
		for _, s := range suites {
			if err := s.round(*pattern, *benchtime, unit); err != nil {
				return fmt.Errorf("round %d: %w", i+1, err)
			}
		}
		fmt.Fprintf(os.Stderr, "round %d of %d, %s\n", i+1, *rounds, time.Since(begin).Round(time.Second))
	}
	if *raw != "" {
		if err := os.WriteFile(*raw, now.raw.Bytes(), 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("The least of %d interleaved rounds of %s, %s clock, %s %s/%s, %d processors.\n",
		*rounds, *benchtime, *clock, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	if before != nil {
		slower, err := report.Compare(os.Stdout, before.figures, now.figures)
		if err == nil && *strict && slower > 0 {
			err = fmt.Errorf("%d benchmarks are slower", slower)
		}
		return err
	}
	_, missed, unknown, err := report.Write(os.Stdout, now.figures)
	if err == nil && *strict && missed+unknown > 0 {
		err = fmt.Errorf("%d targets missed, %d not measured", missed, unknown)
	}
	return err
}
