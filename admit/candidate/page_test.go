package candidate_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/admit/candidate"
)

// TestPageNamesTests holds docs/fetch-boundaries.md to what is here: each row of a
// table of statements names tests that exist, and the table of reasons is
// complete and in order.
func TestPageNamesTests(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "fetch-boundaries.md"))
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				have[fn.Name.Name] = true
			}
		}
	}
	testName := regexp.MustCompile("`(Test[A-Z][A-Za-z0-9]*)`")
	for _, m := range testName.FindAllStringSubmatch(string(text), -1) {
		if !have[m[1]] {
			t.Errorf("the page names %s, which is not here", m[1])
		}
	}
	statements, inTable := 0, false
	reasonRow := regexp.MustCompile("^\\| `([a-z_]+)` \\| ")
	var reasons []string
	section := ""
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.HasPrefix(line, "## "):
			section = strings.TrimSpace(line)
		case strings.HasPrefix(line, "| statement | test |"):
			inTable = true
			continue
		case !strings.HasPrefix(line, "|"):
			inTable = false
		}
		if inTable && !strings.HasPrefix(line, "|-") {
			statements++
			if !testName.MatchString(line) {
				t.Errorf("a statement without a test: %s", line)
			}
		}
		if m := reasonRow.FindStringSubmatch(line); m != nil && strings.Contains(section, "no candidate") {
			reasons = append(reasons, m[1])
		}
	}
	if statements < 25 {
		t.Errorf("%d statements with tests, want at least 25", statements)
	}
	var want []string
	for _, r := range candidate.Reasons() {
		want = append(want, r.String())
	}
	if strings.Join(reasons, " ") != strings.Join(want, " ") {
		t.Errorf("the page has the reasons %v, the code %v", reasons, want)
	}
}
