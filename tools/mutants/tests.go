package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// step is a run of some of the package's tests, and how long it takes when
// nothing is changed.
type step struct {
	tests []string
	takes time.Duration
}

// tiers are the bounds of the steps that hold all tests up to as long. One that
// takes longer has a step of its own.
var tiers = [...]time.Duration{10 * time.Millisecond, 100 * time.Millisecond}

// timeout is far more than a slow machine needs, so that a mutant that times
// out is one that hangs.
func (s step) timeout() time.Duration { return 5*time.Second + 10*s.takes }

func (s step) pattern() string {
	return "^(" + strings.Join(s.tests, "|") + ")$"
}

// verdicts finds the top-level tests, examples and fuzz targets in the output
// of a verbose run.
var verdicts = regexp.MustCompile(`(?m)^--- (PASS|SKIP): (\w+) \((\d+\.\d+)s\)$`)

// plan orders the tests that output shows by their time: most mutants do not get
// past the quickest, and one that hangs does so in a step that is soon over. All
// tests run, in whichever step.
func plan(output string) ([]step, error) {
	steps := make([]step, len(tiers))
	for _, m := range verdicts.FindAllStringSubmatch(output, -1) {
		seconds, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return nil, err
		}
		takes := time.Duration(seconds * float64(time.Second))
		tier := slices.IndexFunc(tiers[:], func(most time.Duration) bool { return takes <= most })
		if tier < 0 {
			steps = append(steps, step{[]string{m[2]}, takes})
			continue
		}
		steps[tier].tests = append(steps[tier].tests, m[2])
		steps[tier].takes += takes
	}
	slices.SortStableFunc(steps[len(tiers):], func(a, b step) int { return int(a.takes - b.takes) })
	steps = slices.DeleteFunc(steps, func(s step) bool { return len(s.tests) == 0 })
	if len(steps) == 0 {
		return nil, errors.New("no tests")
	}
	return steps, nil
}

// try runs the steps of a test binary in dir until one fails, with an addition
// to the environment.
func try(ctx context.Context, binary, dir string, steps []step, environment ...string) (outcome, error) {
	for _, s := range steps {
		limit, cancel := context.WithTimeout(ctx, s.timeout())
		cmd := exec.CommandContext(limit, binary, "-test.failfast", "-test.run", s.pattern())
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), environment...)
		cmd.WaitDelay = time.Second // for children that hold the output
		out, err := cmd.CombinedOutput()
		late := limit.Err() != nil
		cancel()
		var exit *exec.ExitError
		switch {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case late:
			return timedOut, nil
		case errors.As(err, &exit):
			return killed, nil
		case err != nil:
			return 0, err
		case strings.Contains(string(out), "no tests to run"):
			return 0, fmt.Errorf("no test matches %s", s.pattern())
		}
	}
	return lived, nil
}
