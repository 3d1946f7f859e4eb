package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"
)

type outcome int

const (
	killed    outcome = iota + 1 // a test failed
	timedOut                     // a test hung
	lived                        // all tests passed
	notViable                    // it does not compile; counts for nothing
)

func (o outcome) String() string {
	return [...]string{"none", "killed", "timed-out", "lived", "unviable"}[o]
}

// report is what became of the mutants of one package.
type report struct {
	pkg       string
	found     int // mutants in the source
	runnable  int // of them covered by the tests
	counts    [notViable + 1]int
	uncovered []mutant
	survivors []mutant
	took      time.Duration
}

func (r *report) add(m mutant, o outcome) {
	r.counts[o]++
	if o == lived {
		r.survivors = append(r.survivors, m)
	}
}

// percent is (killed + timed out) / covered, of those that ran and compile. No
// mutants are no evidence: 0.
func (r *report) percent() float64 {
	noticed := r.counts[killed] + r.counts[timedOut]
	if noticed == 0 {
		return 0
	}
	return 100 * float64(noticed) / float64(noticed+r.counts[lived])
}

func (r *report) unlisted(list string) int {
	n := 0
	for _, m := range r.survivors {
		if !isListed(list, r.pkg, m) {
			n++
		}
	}
	return n
}

func (r *report) print(w io.Writer, list string) {
	ran := r.counts[killed] + r.counts[timedOut] + r.counts[lived] + r.counts[notViable]
	fmt.Fprintf(w, "%s: %d mutants, %d not covered, %d run", r.pkg, r.found, len(r.uncovered), ran)
	fmt.Fprintf(w, "; %d killed, %d timed out, %d lived, %d do not compile; %.1f %%, %d s\n",
		r.counts[killed], r.counts[timedOut], r.counts[lived], r.counts[notViable], r.percent(), int(r.took.Seconds()))
	for _, m := range r.uncovered {
		fmt.Fprintf(w, "  not covered  %s %s\n", place(m), m)
	}
	for _, m := range r.survivors {
		mark := "LIVED "
		if isListed(list, r.pkg, m) {
			mark = "listed"
		}
		fmt.Fprintf(w, "  %s       %s %s\n", mark, place(m), m)
	}
}

func place(m mutant) string {
	return fmt.Sprintf("%s:%d:%d", filepath.Base(m.file), m.pos.Line, m.pos.Column)
}

// isListed reports whether the list has the mutant, as "- " and its String,
// under the heading "### " and the end of the package's path.
func isListed(list, pkg string, m mutant) bool {
	section := ""
	for line := range strings.Lines(list) {
		if heading, ok := strings.CutPrefix(line, "#"); ok {
			section = strings.Trim(heading, "# `\n")
			continue
		}
		if strings.HasPrefix(line, "- "+m.String()) && section != "" && strings.HasSuffix(pkg, "/"+section) {
			return true
		}
	}
	return false
}
