package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// small is a module with a test that notices some mutants and not others. The
// figures are counted by hand.
var small = map[string]string{
	"go.mod": "module example.org/small\n\ngo 1.26.0\n",
	"p.go": `package small

func Least(a, b int) int {
	if a < b { // the boundary changes nothing, the negation is killed
		return a
	}
	return b
}

func Count(n int) (c int) {
	for c < n { // killed by the negation and by the boundary
		c++ // hangs when it goes down
	}
	return c
}

func Name(s, t string) string { return s + t } // does not compile

const Three = 1 + 2 // cannot be switched, so it is built on its own

func Unused(a int) int { return a + 1 } // not covered
`,
	"p_test.go": `package small

import "testing"

func TestAll(t *testing.T) {
	if Least(1, 2) != 1 || Least(2, 1) != 1 || Count(3) != 3 || Name("a", "b") != "ab" || Three != 3 {
		t.Error("wrong")
	}
}
`,
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range small {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var stdout, stderr strings.Builder
	if code := run(t.Context(), []string{"."}, &stdout, &stderr); code != 1 {
		t.Errorf("exit %d, want 1: 5 of 6 is under 95 percent", code)
	}
	for _, want := range []string{
		"example.org/small: 8 mutants, 1 not covered, 7 run; 4 killed, 1 timed out, 1 lived, 1 do not compile; 83.3 %",
		"not covered  p.go:21:35 `Unused`",
		"LIVED        p.go:4:7 `Least`: `if a < b {` becomes `if a <= b {`",
		"83.3 % killed or timed out, want 95.0",
	} {
		if !strings.Contains(stdout.String()+stderr.String(), want) {
			t.Errorf("no %q in\n%s%s", want, stdout.String(), stderr.String())
		}
	}
}

func TestRunRefuses(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"go.mod":    small["go.mod"],
		"p.go":      small["p.go"],
		"p_test.go": "package small\n\nimport \"testing\"\n\nfunc TestAll(t *testing.T) { t.Error(\"broken\") }\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for _, row := range []struct {
		reason string
		args   []string
		code   int
		want   string
	}{
		{"no package", nil, 2, "usage"},
		{"nobody to work", []string{"-jobs", "0", "."}, 2, "usage"},
		{"a flag that there is not", []string{"-fast", "."}, 2, "usage"},
		{"a list that there is not", []string{"-list", "nowhere.md", "."}, 1, "nowhere.md"},
		{"a package that there is not", []string{"./nowhere"}, 1, "nowhere"},
		{"tests that fail unchanged would kill every mutant", []string{"."}, 1, "the tests fail as they are"},
	} {
		var stdout, stderr strings.Builder
		code := run(t.Context(), row.args, &stdout, &stderr)
		if text := stdout.String() + stderr.String(); code != row.code || !strings.Contains(strings.ToLower(text), row.want) {
			t.Errorf("%s: exit %d, want %d and %q in\n%s", row.reason, code, row.code, row.want, text)
		}
	}
}
