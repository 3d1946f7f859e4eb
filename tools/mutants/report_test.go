package main

import (
	"strings"
	"testing"
)

// boundary is the mutant that nothing can notice.
const boundary = "- `Least`: `if a < b {` becomes `if a <= b {`"

func TestIsListed(t *testing.T) {
	m := mutant{function: "Least", line: "if a < b {", became: "if a <= b {"}
	for _, row := range []struct {
		reason, list string
		want         bool
	}{
		{"under its package", "### admit/candidate\n\n" + boundary + ". Equal is equal.\n", true},
		{"the package's name alone is a name too", "### candidate\n\n" + boundary + "\n", true},
		{"code quotes around it", "### `admit/candidate`\n\n" + boundary + "\n", true},
		{"under another package", "### admit\n\n" + boundary + "\n", false},
		{"after the next heading", "### admit/candidate\n\n### admit\n\n" + boundary + "\n", false},
		{"under no package", boundary + "\n", false},
		{"another mutant of the line", "### admit/candidate\n\n- `Least`: `if a < b {` becomes `if a >= b {`\n", false},
		{"not as an item", "### admit/candidate\n\n" + boundary[2:] + "\n", false},
	} {
		if got := isListed(row.list, "example.org/m/admit/candidate", m); got != row.want {
			t.Errorf("%s: %v, want %v", row.reason, got, row.want)
		}
	}
}

func TestPrintMarksWhatIsListed(t *testing.T) {
	r := report{pkg: "example.org/m/admit"}
	for _, function := range []string{"Least", "Most"} {
		r.add(mutant{file: "/m/admit/p.go", function: function, line: "if a < b {", became: "if a <= b {"}, lived)
	}
	list := "### admit\n\n" + boundary + ". Equal is equal.\n"
	var b strings.Builder
	r.print(&b, list)
	for _, want := range []string{"listed       p.go:0:0 `Least`", "LIVED        p.go:0:0 `Most`"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if n := r.unlisted(list); n != 1 {
		t.Errorf("%d unlisted, want 1: Most is not in the list", n)
	}
}

func TestPercent(t *testing.T) {
	for _, row := range []struct {
		reason                         string
		killed, timedOut, lived, ghost int
		want                           float64
	}{
		{"hanging is noticed", 18, 1, 1, 0, 95},
		{"what does not compile counts for nothing", 3, 0, 1, 96, 75},
		{"no mutants are no evidence", 0, 0, 0, 9, 0},
		{"all noticed", 4, 0, 0, 0, 100},
	} {
		r := report{counts: [...]int{killed: row.killed, timedOut: row.timedOut, lived: row.lived, notViable: row.ghost}}
		if got := r.percent(); got != row.want {
			t.Errorf("%s: %v, want %v", row.reason, got, row.want)
		}
	}
}
