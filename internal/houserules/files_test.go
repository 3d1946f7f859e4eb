package houserules

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFilesAreShort(t *testing.T) {
	root := repoRoot(t)
	long := map[string]bool{}
	for _, f := range repoFiles(t, root) {
		if !strings.HasSuffix(f, ".go") || strings.Contains("/"+f, "/testdata/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f)))
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte{'\n'}); n >= maxLines {
			long[f] = true
			if longFiles[f] == "" {
				t.Errorf("%s has %d lines, want fewer than %d: split it by what is in it, or list it with a reason", f, n, maxLines)
			}
		}
	}
	for f := range longFiles {
		if !long[f] {
			t.Errorf("%s is listed as long and is not: take it off the list", f)
		}
	}
}

func TestNoMachinePaths(t *testing.T) {
	root := repoRoot(t)
	for _, f := range repoFiles(t, root) {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f)))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(text, 0) >= 0 {
			continue // not text: a built test or a profile
		}
		for _, bad := range machinePaths {
			if i := bytes.Index(text, []byte(bad)); i >= 0 {
				t.Errorf("%s:%d contains %q, which means nothing to others", f, 1+bytes.Count(text[:i], []byte{'\n'}), bad)
			}
		}
	}
}
