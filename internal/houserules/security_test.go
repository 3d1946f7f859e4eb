package houserules

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSecurityPromisesAreTested reads the table of promises in SECURITY.md:
//
//	| Promise | Fails when broken | Package |
//
// Every test that a row names in its second cell has to exist in the package
// of its third, and every row has to name one.
func TestSecurityPromisesAreTested(t *testing.T) {
	root := repoRoot(t)
	text, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	const longest = 60 // a page that nobody reads protects nobody
	if len(lines) > longest {
		t.Errorf("SECURITY.md has %d lines, want at most %d", len(lines), longest)
	}
	inTable := false
	promises := 0
	for i, line := range lines {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		switch {
		case !strings.HasPrefix(line, "|"):
			inTable = false
			continue
		case strings.Contains(line, "Fails when broken"):
			inTable = true
			continue
		case !inTable || strings.HasPrefix(line, "|--") || strings.HasPrefix(line, "| --"):
			continue
		case len(cells) != 3:
			t.Errorf("SECURITY.md:%d: %d cells, want promise, test and package", i+1, len(cells))
			continue
		}
		promises++
		dir := strings.Trim(cells[2], " `")
		names := testName.FindAllString(cells[1], -1)
		if len(names) == 0 {
			t.Errorf("SECURITY.md:%d: the promise %q names no test", i+1, strings.TrimSpace(cells[0]))
			continue
		}
		have := testsOf(t, root, dir)
		for _, name := range names {
			if !have[name] {
				t.Errorf("SECURITY.md:%d: %s has no %s", i+1, dir, name)
			}
		}
	}
	if promises < 8 {
		t.Errorf("SECURITY.md has %d promises with tests, want at least 8", promises)
	}
}

// TestTrustPageNamesTests reads the tables of docs/ingress-trust.md whose last
// column is headed test. Each row has to name tests there, and each test that the
// page names anywhere has to exist: in ingress, or in the package that stands
// behind it as in `TestX` in `admit`. Its Go block is part of an example that runs.
func TestTrustPageNamesTests(t *testing.T) {
	root := repoRoot(t)
	text, err := os.ReadFile(filepath.Join(root, "docs", "ingress-trust.md"))
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]map[string]bool{}
	inTable := false
	statements := 0
	for i, line := range strings.Split(string(text), "\n") {
		names := testInPackage.FindAllStringSubmatch(line, -1)
		for _, name := range names {
			dir := name[2]
			if dir == "" {
				dir = "ingress"
			}
			if packages[dir] == nil {
				packages[dir] = testsOf(t, root, dir)
			}
			if !packages[dir][name[1]] {
				t.Errorf("ingress-trust.md:%d: %s has no %s", i+1, dir, name[1])
			}
		}
		switch {
		case !strings.HasPrefix(line, "|"):
			inTable = false
		case strings.HasSuffix(line, "| test |"):
			inTable = true
		case inTable && !strings.HasPrefix(line, "|--"):
			statements++
			cells := strings.Split(strings.Trim(line, "|"), "|")
			if !testInPackage.MatchString(cells[len(cells)-1]) {
				t.Errorf("ingress-trust.md:%d: a statement without a test: %s", i+1, line)
			}
		}
	}
	if statements < 60 {
		t.Errorf("%d statements with tests, want at least 60", statements)
	}
	block := between(t, filepath.Join(root, "docs", "ingress-trust.md"), "```go\n", "```")
	example, err := os.ReadFile(filepath.Join(root, "ingress", "example_middleware_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.ReplaceAll(string(example), "\n\t", "\n"), block) {
		t.Errorf("ingress-trust.md shows lines that are not those of ExampleNew:\n%s", block)
	}
}

var testInPackage = regexp.MustCompile("`((?:Test|Fuzz|Example)[A-Z]\\w*)`(?: in `([a-z/]+)`)?")

var testName = regexp.MustCompile(`\b(Test|Fuzz|Benchmark|Example)[A-Z]\w*`)

// testsOf returns the names of the test functions of a package.
func testsOf(t *testing.T, root, dir string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	_, files := parseDir(t, root, dir)
	for _, f := range files {
		if !f.test {
			continue
		}
		for _, decl := range f.ast.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil {
				names[fn.Name.Name] = true
			}
		}
	}
	return names
}
