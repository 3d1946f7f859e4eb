// Command ratios measures hintcheck against its peers and prints the table of
// ratios:
//
//	go -C bench run ./cmd/ratios
//
// It builds the benchmarks once and runs all of them in each round, so that what
// is compared was measured at about the same times, and takes the least time of
// each: what disturbs a measurement only ever adds to it.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/kvhints/hintcheck/bench/report"
)

func main() {
	err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "ratios:", err)
		os.Exit(1)
	}
}

func run() error {
	rounds := flag.Int("rounds", 10, "how often everything is run; fewer than 10 is for a first look")
	benchtime := flag.Duration("benchtime", 20*time.Millisecond, "time for each benchmark in each round")
	pattern := flag.String("bench", ".", "which benchmarks, as in go test -bench")
	clock := flag.String("clock", "wall", "wall, or cpu: processor time, for a machine with busy neighbours")
	strict := flag.Bool("strict", false, "fail when a target is missed or not measured")
	raw := flag.String("raw", "", "also write the output of the benchmarks to this `file`, for benchstat")
	flag.Parse()
	if flag.NArg() > 0 || *rounds < 1 {
		flag.Usage()
		return errors.New("no arguments are taken, and at least one round")
	}

	unit, ok := map[string]report.Clock{"wall": report.Wall, "cpu": report.CPU}[*clock]
	if !ok {
		return fmt.Errorf("clock %q, want wall or cpu", *clock)
	}

	dir, err := os.MkdirTemp("", "ratios")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "bench.test")
	build := exec.Command("go", "test", "-c", "-o", binary, "github.com/kvhints/hintcheck/bench")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("building the benchmarks: %w", err)
	}

	figures := report.Figures{}
	var all bytes.Buffer
	begin := time.Now()
	for round := range *rounds {
		cmd := exec.Command(binary, "-test.run", "^$", "-test.bench", *pattern, "-test.benchtime", benchtime.String())
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			return fmt.Errorf("round %d: %w\n%s", round+1, err, out)
		}
		all.Write(out)
		if err := figures.Add(bytes.NewReader(out), unit); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "round %d of %d, %s\n", round+1, *rounds, time.Since(begin).Round(time.Second))
	}
	if *raw != "" {
		if err := os.WriteFile(*raw, all.Bytes(), 0o644); err != nil {
			return err
		}
	}
	if len(figures) == 0 {
		return fmt.Errorf("no benchmark matches %q", *pattern)
	}
	fmt.Printf("The least of %d interleaved rounds of %s, %s clock.\n", *rounds, *benchtime, *clock)
	_, missed, unknown, err := report.Write(os.Stdout, figures)
	if err != nil {
		return err
	}
	if *strict && missed+unknown > 0 {
		return fmt.Errorf("%d targets missed, %d not measured", missed, unknown)
	}
	return nil
}
