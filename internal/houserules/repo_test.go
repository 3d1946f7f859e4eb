package houserules

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// repoRoot is the nearest folder above the test's own that has the module's
// go.mod.
func repoRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && bytes.HasPrefix(text, []byte("module "+modulePath+"\n")) {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatalf("no go.mod of %s above the test", modulePath)
		}
		dir = up
	}
}

const modulePath = "github.com/kvhints/hintcheck"

// repoFiles returns the slash-separated path of every file of the repository
// that is meant to be committed.
func repoFiles(t *testing.T, root string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if d.IsDir() && (rel == ".git" || rel == "bin") {
			return filepath.SkipDir
		}
		if d.Type().IsRegular() && d.Name() != ".git" { // a worktree's .git is a file
			files = append(files, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 50 {
		t.Fatalf("only %d files below %s: the walk is broken", len(files), root)
	}
	return files
}

// goDirs returns the folders of the root module and the command's that have Go
// files, leaving out testdata and the other nested modules.
func goDirs(t *testing.T, root string) []string {
	t.Helper()
	files := repoFiles(t, root)
	nested := map[string]bool{}
	for _, f := range files {
		if strings.HasSuffix(f, "/go.mod") && !strings.HasPrefix(f, "cmd/") {
			nested[strings.TrimSuffix(f, "go.mod")] = true
		}
	}
	var dirs []string
	seen := map[string]bool{}
files:
	for _, f := range files {
		if !strings.HasSuffix(f, ".go") || strings.Contains("/"+f, "/testdata/") {
			continue
		}
		for prefix := range nested {
			if strings.HasPrefix(f, prefix) {
				continue files
			}
		}
		dir := "."
		if i := strings.LastIndexByte(f, '/'); i >= 0 {
			dir = f[:i]
		}
		if !seen[dir] {
			seen[dir] = true
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// goFile is a parsed file of one folder.
type goFile struct {
	name string // base name
	test bool
	ast  *ast.File
}

// parseDir parses every Go file of dir, whatever its build constraints say.
func parseDir(t *testing.T, root, dir string) (*token.FileSet, []goFile) {
	t.Helper()
	fset := token.NewFileSet()
	entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(dir)))
	if err != nil {
		t.Errorf("%s: %v; take its row out of the tables when the package is gone for good", dir, err)
		return fset, nil
	}
	var files []goFile
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		parsed, err := parser.ParseFile(fset, filepath.Join(root, filepath.FromSlash(dir), e.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			continue
		}
		files = append(files, goFile{e.Name(), strings.HasSuffix(e.Name(), "_test.go"), parsed})
	}
	if len(files) == 0 {
		t.Errorf("%s has no Go files", dir)
	}
	return fset, files
}
