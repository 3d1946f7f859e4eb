package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/kvhints/hintcheck/bench/report"
)

// suite is the benchmarks of one copy of the repository, built.
type suite struct {
	binary  string
	figures report.Figures
	raw     bytes.Buffer
}

// build builds the benchmarks of the module bench in dir.
func build(dir, binary string) (*suite, error) {
	cmd := exec.Command("go", "test", "-c", "-o", binary, "github.com/kvhints/hintcheck/bench")
	cmd.Dir = dir
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("building the benchmarks in %s: %w", dir, err)
	}
	return &suite{binary: binary, figures: report.Figures{}}, nil
}

// round runs every benchmark that matches once, and takes the figures.
func (s *suite) round(pattern string, benchtime time.Duration, clock report.Clock) error {
	cmd := exec.Command(s.binary, "-test.run", "^$", "-test.bench", pattern, "-test.benchtime", benchtime.String())
	cmd.Dir = filepath.Dir(s.binary)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	s.raw.Write(out)
	if err := s.figures.Add(bytes.NewReader(out), clock); err != nil {
		return err
	}
	if len(s.figures) == 0 {
		return fmt.Errorf("no benchmark matches %q", pattern)
	}
	return nil
}
