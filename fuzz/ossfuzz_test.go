package fuzz_test

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// stub stands for the compile command of OSS-Fuzz: package path, target, name of
// the fuzzer. It writes down what it is asked for.
const stub = `#!/bin/sh
echo "$1 $2 $3" >>"$OUT/calls"
[ "$2" = "$BROKEN" ] || echo fuzzer >"$OUT/$3"
`

// TestOSSFuzzBuild runs the build script that OSS-Fuzz runs, with a stub for its
// compile command.
func TestOSSFuzzBuild(t *testing.T) {
	out, err := buildForOSSFuzz(t, "")
	if err != nil {
		t.Fatalf("%v\n%s", err, out.log)
	}
	var want []string
	for _, x := range targets(t) {
		if x.dir == "fuzz" && x.experiment == "" {
			want = append(want, "github.com/kvhints/hintcheck/fuzz "+x.name+" "+x.name)
			for _, end := range []string{"", ".dict", ".options"} {
				if text, err := os.ReadFile(filepath.Join(out.dir, x.name+end)); err != nil || len(text) == 0 {
					t.Errorf("%s%s: %d bytes, %v", x.name, end, len(text), err)
				}
			}
			z, err := zip.OpenReader(filepath.Join(out.dir, x.name+"_seed_corpus.zip"))
			if err != nil {
				t.Errorf("%s: %v", x.name, err)
				continue
			}
			if text := unzipped(t, z.File[0]); len(z.File) < 600 || text[0] != ' ' {
				t.Errorf("%s: %d seeds, the first is %q; want the form v2", x.name, len(z.File), text)
			}
			z.Close()
		}
	}
	if got := strings.Join(out.calls, "\n"); got != strings.Join(want, "\n") || len(want) < 9 {
		t.Errorf("built was\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

// TestOSSFuzzBuildFails: the compile command exits 0 also when it finds nothing.
func TestOSSFuzzBuildFails(t *testing.T) {
	first := ""
	for _, x := range targets(t) {
		if x.dir == "fuzz" && x.experiment == "" {
			first = x.name
			break
		}
	}
	out, err := buildForOSSFuzz(t, first)
	if err == nil || !strings.Contains(out.log, first+" was not built") {
		t.Errorf("%v, want a failure that names %s:\n%s", err, first, out.log)
	}
}

type outcome struct {
	dir, log string
	calls    []string
}

func buildForOSSFuzz(t *testing.T, broken string) (outcome, error) {
	t.Helper()
	b := outcome{dir: t.TempDir()}
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "compile_native_go_fuzzer_v2"), []byte(stub), 0o777); err != nil {
		t.Fatal(err)
	}
	// The one line that the repository of OSS-Fuzz has.
	line, err := os.ReadFile("oss-fuzz/build.sh")
	if err != nil || strings.Count(string(line), "\n") != 2 {
		t.Fatalf("%q, %v: want a first line and one more", line, err)
	}
	cmd := exec.Command("bash", "-eu", "fuzz/oss-fuzz/build.sh")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "OUT="+b.dir, "BROKEN="+broken, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	log, err := cmd.CombinedOutput()
	b.log = string(log)
	calls, _ := os.ReadFile(filepath.Join(b.dir, "calls"))
	b.calls = strings.Split(strings.TrimSpace(string(calls)), "\n")
	return b, err
}
