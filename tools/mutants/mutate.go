package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

type options struct {
	sample   int
	seed     uint64
	jobs     int
	verbose  bool
	progress io.Writer
}

// goPackage is what "go list -json" says.
type goPackage struct {
	Dir        string
	Name       string
	ImportPath string
	GoFiles    []string
}

// mutate runs the mutants of one package.
func mutate(ctx context.Context, pattern string, o options) (*report, error) {
	begin := time.Now()
	out, err := command(ctx, "go", "list", "-json=Dir,Name,ImportPath,GoFiles", pattern)
	if err != nil {
		return nil, err
	}
	var p goPackage
	if err := json.Unmarshal(out, &p); err != nil {
		return nil, fmt.Errorf("want one package: %w", err)
	}
	scratch, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)

	steps, covered, err := baseline(ctx, p, scratch)
	if err != nil {
		return nil, err
	}
	r := &report{pkg: p.ImportPath}
	sources := map[string][]byte{}
	var runnable []mutant
	for _, name := range p.GoFiles {
		file := filepath.Join(p.Dir, name)
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sources[file] = src
		found, err := find(file, src)
		if err != nil {
			return nil, err
		}
		r.found += len(found)
		for _, m := range found {
			if covered.covers(file, m.pos) {
				runnable = append(runnable, m)
			} else {
				r.uncovered = append(r.uncovered, m)
			}
		}
	}
	chosen := sampleOf(runnable, o.sample, o.seed)
	r.runnable = len(runnable)

	switches, err := newSwitched(ctx, p, sources, chosen, scratch, steps)
	if err != nil {
		return nil, err
	}
	outcomes := make([]outcome, len(chosen))
	failures := make([]error, o.jobs)
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for job := range o.jobs {
		wg.Go(func() {
			dir := filepath.Join(scratch, fmt.Sprint(job))
			for i := range next {
				if failures[job] != nil {
					continue // drain, so that the sender does not wait
				}
				outcomes[i], failures[job] = switches.try(ctx, chosen[i], p.Dir)
				if outcomes[i] == lived {
					outcomes[i], failures[job] = judge(ctx, p, chosen[i], sources[chosen[i].file], dir, steps)
				}
				mu.Lock()
				done++
				if o.verbose {
					fmt.Fprintf(o.progress, "%-9s %s %s\n", outcomes[i], place(chosen[i]), chosen[i])
				} else if done%50 == 0 {
					fmt.Fprintf(o.progress, "%s: %d of %d mutants, %d s\n", pattern, done, len(chosen), int(time.Since(begin).Seconds()))
				}
				mu.Unlock()
			}
		})
	}
	for i := range chosen {
		next <- i
	}
	close(next)
	wg.Wait()
	if err := errors.Join(failures...); err != nil {
		return nil, err
	}
	for i, m := range chosen {
		r.add(m, outcomes[i])
	}
	r.took = time.Since(begin)
	return r, nil
}

// baseline runs the unchanged tests, for the time of each and the coverage.
func baseline(ctx context.Context, p goPackage, scratch string) ([]step, coverage, error) {
	binary := filepath.Join(scratch, "unchanged.test")
	if _, err := command(ctx, "go", "test", "-c", "-cover", "-o", binary, p.ImportPath); err != nil {
		return nil, nil, err
	}
	profile := filepath.Join(scratch, "profile")
	cmd := exec.CommandContext(ctx, binary, "-test.v", "-test.coverprofile", profile)
	cmd.Dir = p.Dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, nil, fmt.Errorf("the tests fail as they are: %w\n%s", err, out)
	}
	steps, err := plan(string(out))
	if err != nil {
		return nil, nil, err
	}
	covered, err := readCoverage(profile)
	return steps, covered, err
}

// sampleOf returns n of the mutants, the same for the same seed, in their order;
// all of them for n = 0.
func sampleOf(all []mutant, n int, seed uint64) []mutant {
	if n == 0 || n >= len(all) {
		return all
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	chosen := rng.Perm(len(all))[:n]
	slices.Sort(chosen)
	out := make([]mutant, 0, n)
	for _, i := range chosen {
		out = append(out, all[i])
	}
	return out
}

// judge builds the tests over the changed file, which it keeps in dir, and runs
// them.
func judge(ctx context.Context, p goPackage, m mutant, src []byte, dir string, steps []step) (outcome, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return 0, err
	}
	changed := filepath.Join(dir, "changed.go")
	overlay := filepath.Join(dir, "overlay.json")
	binary := filepath.Join(dir, "changed.test")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {m.file: changed}})
	if err != nil {
		return 0, err
	}
	if err := cmp.Or(os.WriteFile(changed, m.source(src), 0o600), os.WriteFile(overlay, replace, 0o600)); err != nil {
		return 0, err
	}
	// Nobody debugs the binary, and -w is saves a third of the time of the linker.
	if _, err := command(ctx, "go", "test", "-c", "-ldflags=-w", "-overlay", overlay, "-o", binary, p.ImportPath); err != nil {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		// The unchanged tests build, so the change is to blame.
		return notViable, nil
	}
	return try(ctx, binary, p.Dir, steps)
}

// command returns what the command prints; its error has what it complains of.
func command(ctx context.Context, name string, args ...string) ([]byte, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, fmt.Errorf("%s %v: %w\n%s%s", name, args, err, out, exit.Stderr)
	}
	return out, err
}
