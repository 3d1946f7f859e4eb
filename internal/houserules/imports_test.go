package houserules

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

func TestImports(t *testing.T) {
	root := repoRoot(t)
	for _, h := range houses {
		t.Run(h.dir, func(t *testing.T) {
			_, files := parseDir(t, root, h.dir)
			for _, f := range files {
				if f.test && !h.tests {
					continue
				}
				self := modulePath + "/" + h.dir
				for _, spec := range f.ast.Imports {
					path, err := strconv.Unquote(spec.Path.Value)
					if err != nil {
						t.Fatal(err)
					}
					if f.test && path == self { // an external test
						continue
					}
					if fault := h.refuses(f.name, path); fault != "" {
						t.Errorf("%s/%s imports %s: %s", h.dir, f.name, path, fault)
					}
				}
			}
		})
	}
}

// TestEveryPackageHasARow makes a new package start with a decision.
func TestEveryPackageHasARow(t *testing.T) {
	rows := map[string]bool{}
	for _, h := range houses {
		if rows[h.dir] {
			t.Errorf("%s has two rows", h.dir)
		}
		if h.why == "" {
			t.Errorf("%s: a rule needs a reason", h.dir)
		}
		rows[h.dir] = true
	}
	for _, dir := range goDirs(t, repoRoot(t)) {
		if !rows[dir] {
			t.Errorf("%s has no row in the table of houses: say what it may import, and why", dir)
		}
	}
}

// TestRefuses holds the checker itself to examples, so that it can be seen to
// fail.
func TestRefuses(t *testing.T) {
	pure := house{dir: "admit", ours: []string{"limits"}, pure: true, why: "example"}
	for _, row := range []struct {
		h          house
		file, path string
		refused    bool
		reason     string
	}{
		{pure, "a.go", "bytes", false, "a harmless standard package"},
		{pure, "a.go", "net", true, "pure packages open nothing"},
		{pure, "a.go", "net/http", true, "what lies below a forbidden package is forbidden"},
		{pure, "a.go", "network", false, "only net itself and what lies below it"},
		{pure, "a.go", "sync", true, "sync has one file"},
		{pure, "scratch.go", "sync", false, "and this is the file"},
		{pure, "scratch.go", "sync/atomic", true, "an exception covers exactly its path"},
		{pure, "a.go", modulePath + "/limits", false, "listed"},
		{pure, "a.go", modulePath + "/decoder", true, "not listed"},
		{pure, "a.go", modulePath + "/limits/deep", true, "a package below a listed one is another package"},
		{pure, "a.go", "github.com/google/go-cmp/cmp", true, "no third-party code"},
		{house{dir: "x", any: true}, "a.go", modulePath + "/admit", false, "programs stand on top"},
		{house{dir: "x", thirdParty: []string{"github.com/a/b"}}, "a.go", "github.com/a/b/c", false, "a package of a listed module"},
		{house{dir: "x", thirdParty: []string{"github.com/a/b"}}, "a.go", "github.com/a/bc", true, "another module with a longer name"},
	} {
		if got := row.h.refuses(row.file, row.path); (got != "") != row.refused {
			t.Errorf("%s importing %s: %q; want refused %v: %s", row.file, row.path, got, row.refused, row.reason)
		}
	}
}

// refuses returns why file may not import path, or "".
func (h house) refuses(file, path string) string {
	if ours, ok := strings.CutPrefix(path, modulePath+"/"); ok {
		if h.any {
			return ""
		}
		for _, allowed := range h.ours {
			if ours == allowed {
				return ""
			}
		}
		return fmt.Sprintf("not among %q of this module (%s)", h.ours, h.why)
	}
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		for _, module := range h.thirdParty {
			if path == module || strings.HasPrefix(path, module+"/") {
				return ""
			}
		}
		return fmt.Sprintf("not among the third-party modules %q (%s)", h.thirdParty, h.why)
	}
	if !h.pure {
		return ""
	}
	for _, x := range onlyIn {
		if x.dir == h.dir && x.path == path && (x.file == file || x.file == "") {
			return ""
		}
	}
	for _, never := range pureNever {
		if path == never.path || strings.HasPrefix(path, never.path+"/") {
			return never.why
		}
	}
	return ""
}
