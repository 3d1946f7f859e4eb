// Command mutants does mutation testing: it changes one operator of a package
// at a time and runs the package's own tests. A change that no test notices is
// a survivor: a test is missing, or the operator does not matter.
//
//	go -C tools build -o ../bin/mutants ./mutants
//	bin/mutants -list fuzz/MUTANTS.md ./limits ./admit    # from the root
//	bin/mutants -sample 100 -seed 7 ./decoder
//
// The operators are the five that gremlins (github.com/go-gremlins/gremlins)
// has on by default; see operators. It exits 1 when less than -min percent of
// the covered mutants of a package are killed or timed out, or when a survivor
// is not in the -list.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("mutants", flag.ContinueOnError)
	flags.SetOutput(stderr)
	sample := flags.Int("sample", 0, "covered mutants of each package to run; 0 for all")
	seed := flags.Uint64("seed", 1, "which sample")
	jobs := flags.Int("jobs", runtime.NumCPU(), "mutants at a time")
	least := flags.Float64("min", 95, "percent of covered mutants to be killed or timed out")
	list := flags.String("list", "", "file that lists the survivors that are equivalent; none may survive that is not in it")
	verbose := flags.Bool("v", false, "print every mutant")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() == 0 || *jobs < 1 || *sample < 0 {
		fmt.Fprintln(stderr, "usage: mutants [flags] PACKAGE...")
		flags.PrintDefaults()
		return 2
	}
	listed, err := readList(*list)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}

	code := 0
	for _, pattern := range flags.Args() {
		r, err := mutate(ctx, pattern, options{sample: *sample, seed: *seed, jobs: *jobs, verbose: *verbose, progress: stderr})
		if err != nil {
			fmt.Fprintf(stderr, "%s: %v\n", pattern, err)
			return 1
		}
		r.print(stdout, listed)
		if r.percent() < *least {
			fmt.Fprintf(stderr, "%s: %.1f %% killed or timed out, want %.1f\n", pattern, r.percent(), *least)
			code = 1
		}
		if n := r.unlisted(listed); *list != "" && n > 0 {
			fmt.Fprintf(stderr, "%s: %d survivors are not in %s\n", pattern, n, *list)
			code = 1
		}
	}
	return code
}

// readList returns the lines of the list of survivors, none for no file.
func readList(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	b, err := os.ReadFile(file)
	return strings.ReplaceAll(string(b), "\r\n", "\n"), err
}
