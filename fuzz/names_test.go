package fuzz_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/fuzz"
)

const root = ".."

// target is a native fuzz target as it stands in a test file.
type target struct {
	dir, name, experiment string
	decl                  *ast.FuncDecl
}

func (t target) line() string {
	return strings.TrimSpace("./" + filepath.ToSlash(t.dir) + " " + t.name + " " + t.experiment)
}

// targets finds all targets of the root and of every module below it by reading the
// test files.
func targets(t *testing.T) []target {
	t.Helper()
	var list []target
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if path != root && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		experiment := ""
		for _, group := range file.Comments {
			for _, c := range group.List {
				if tag, ok := strings.CutPrefix(c.Text, "//go:build goexperiment."); ok {
					experiment = tag
				}
			}
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Fuzz") {
				list = append(list, target{dir, f.Name.Name, experiment, f})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestTargets: targets.txt has every target, and names tell them apart, also
// where a tool looks for them with grep.
func TestTargets(t *testing.T) {
	text, err := os.ReadFile("targets.txt")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			listed = append(listed, strings.TrimSpace(line))
		}
	}
	all := targets(t)
	for _, x := range all {
		if !slices.Contains(listed, x.line()) {
			t.Errorf("targets.txt lacks %q", x.line())
		}
		for _, other := range all {
			if x.decl != other.decl && strings.HasPrefix(other.name, x.name) {
				t.Errorf("%s of ./%s is a prefix of %s of ./%s", x.name, x.dir, other.name, other.dir)
			}
		}
	}
	if len(listed) != len(all) {
		t.Errorf("targets.txt has %d targets, the test files have %d: %q", len(listed), len(all), listed)
	}
	for _, law := range fuzz.Laws() {
		if !slices.ContainsFunc(all, func(x target) bool { return x.dir == "fuzz" && x.name == "Fuzz"+law.Name }) {
			t.Errorf("the law %s has no target", law.Name)
		}
	}
}

// TestTargetBodies: OSS-Fuzz runs a whole target once for each input, so it does
// nothing but add a few seeds and fuzz; its first argument is []byte; it hides no
// panic. It finds a target by its name in one file of the folder.
func TestTargetBodies(t *testing.T) {
	const most = 20 // seeds
	for _, x := range targets(t) {
		seeds, fuzzes := 0, 0
		ast.Inspect(x.decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.RangeStmt:
				if list, ok := n.X.(*ast.CompositeLit); ok {
					seeds += len(list.Elts)
				}
			case *ast.CallExpr:
				switch called(n) {
				case "f.Add":
					seeds++
				case "run": // the helper of package fuzz: one seed of its own
					fuzzes++
					seeds += len(n.Args) - 1
				case "f.Fuzz":
					fuzzes++
					if f, ok := n.Args[0].(*ast.FuncLit); !ok || !firstIsBytes(f.Type) {
						t.Errorf("%s: the first argument is not []byte", x.line())
					}
				case "recover":
					t.Errorf("%s: recover hides what it is there to find", x.line())
				}
			case *ast.SelectorExpr:
				if p, ok := n.X.(*ast.Ident); ok && slices.Contains([]string{"os", "filepath", "embed", "exec", "net"}, p.Name) {
					t.Errorf("%s: uses %s: there are no files where it runs", x.line(), p.Name)
				}
			}
			return true
		})
		if fuzzes != 1 || seeds < 1 || seeds > most {
			t.Errorf("%s: %d calls of f.Fuzz and %d seeds, want one, and 1 to %d", x.line(), fuzzes, seeds, most)
		}
		if x.dir != "fuzz" {
			continue
		}
		var files []string
		for _, path := range goFiles(t, ".") {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(text, []byte(x.name)) {
				files = append(files, path)
			}
		}
		if len(files) != 1 {
			t.Errorf("%s is named in %q, want one file", x.name, files)
		}
	}
}

// called is the name of what a call calls, as it is written.
func called(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if p, ok := f.X.(*ast.Ident); ok {
			return p.Name + "." + f.Sel.Name
		}
	}
	return ""
}

// firstIsBytes reports whether what follows *testing.T is a []byte.
func firstIsBytes(f *ast.FuncType) bool {
	if len(f.Params.List) < 2 {
		return false
	}
	list, ok := f.Params.List[1].Type.(*ast.ArrayType)
	if !ok || list.Len != nil {
		return false
	}
	of, ok := list.Elt.(*ast.Ident)
	return ok && of.Name == "byte"
}

func goFiles(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".go") {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestRegressionsHaveATarget: go test ignores the folder of a target that has
// another name by now.
func TestRegressionsHaveATarget(t *testing.T) {
	all := targets(t)
	found := 0
	for _, x := range all {
		base := filepath.Join(root, x.dir, "testdata", "fuzz")
		entries, err := os.ReadDir(base)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		for _, e := range entries {
			found++
			if !slices.ContainsFunc(all, func(y target) bool { return y.dir == x.dir && y.name == e.Name() }) {
				t.Errorf("%s has no target", filepath.Join(base, e.Name()))
			}
			files, err := os.ReadDir(filepath.Join(base, e.Name()))
			if err != nil || len(files) == 0 {
				t.Errorf("%s: %d inputs, %v", filepath.Join(base, e.Name()), len(files), err)
			}
		}
	}
	if found == 0 {
		t.Error("no regressions were found: want those of ./fuzz")
	}
}

// TestDictionary: libFuzzer refuses a dictionary with a line that it cannot read.
func TestDictionary(t *testing.T) {
	text, err := os.ReadFile("hint.dict")
	if err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile(`^"(?:[ !#-\[\]-~]|\\\\|\\"|\\x[0-9a-f]{2})+"$`)
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		if !word.MatchString(line) || seen[line] {
			t.Errorf("%s is no word, or there twice", line)
		}
		seen[line] = true
	}
	if len(seen) < 100 {
		t.Errorf("%d words, want at least 100", len(seen))
	}
}
