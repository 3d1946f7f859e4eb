package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the scripts run this binary as hintcheck.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"hintcheck": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", RequireUniqueNames: true})
}

// run runs the command once and returns what it wrote and its exit code.
func run(stdin io.Reader, args ...string) (stdout, stderr string, code int) {
	var out, diagnostics bytes.Buffer
	code = Command{Stdin: stdin, Stdout: &out, Stderr: &diagnostics}.Main(args)
	return out.String(), diagnostics.String(), code
}

// The smallest envelope, and its MessagePack form written by hand: a map of 3,
// str 16, str 3, str 10, str 1, str 7, an array of 0.
const (
	smallest     = `{"protocol_version":"0.1","message_id":"m","actions":[]}`
	smallestPack = "83" +
		"b0" + "70726f746f636f6c5f76657273696f6e" + "a3" + "302e31" +
		"aa" + "6d6573736167655f6964" + "a1" + "6d" +
		"a7" + "616374696f6e73" + "90"
)

// TestReadsNoFurther judges inputs without end: no more than MaxBytes+1 bytes of
// them may be read.
func TestReadsNoFurther(t *testing.T) {
	for _, tt := range []struct {
		reason string
		args   []string
		most   int
	}{
		{"the default limit", []string{"admit"}, 65536 + 1},
		{"a limit of its own", []string{"admit", "--max-bytes=7"}, 7 + 1},
		{"the bytes of an untrusted sender are not read further either", []string{"admit", "--trust=untrusted"}, 65536 + 1},
	} {
		endless := &countingReader{r: zeros{}}
		if _, _, code := run(endless, tt.args...); code != 0 || endless.n > tt.most {
			t.Errorf("%s: exit %d after %d bytes, want 0 and at most %d", tt.reason, code, endless.n, tt.most)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

type countingReader struct {
	r io.Reader
	n int
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

// TestWriteError fails every write to the standard output.
func TestWriteError(t *testing.T) {
	for _, args := range [][]string{
		{"admit"},
		{"admit", "--format=json"},
		{"admit", "--lines"},
		{"version"},
		{"--help"},
		{"completion", "bash"},
	} {
		for _, n := range []int{1, 100_000} { // less and more than what is buffered
			var diagnostics bytes.Buffer
			input := strings.Repeat(`{"id":1,"hex":""}`+"\n", n)
			c := Command{Stdin: strings.NewReader(input), Stdout: fullDisk{}, Stderr: &diagnostics}
			code := c.Main(args)
			if code != 3 || !strings.HasSuffix(diagnostics.String(), "hintcheck: cannot write the answers: no space left\n") {
				t.Errorf("%q: exit %d and %q, want 3 and the cause", args, code, diagnostics.String())
			}
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

type constantError string

func (e constantError) Error() string { return string(e) }

const errFull = constantError("no space left")

// TestReadError fails the standard input after some good lines.
func TestReadError(t *testing.T) {
	failing := func() io.Reader {
		return io.MultiReader(strings.NewReader(`{"id":1,"hex":""}`+"\n{"), failingReader{})
	}
	out, diagnostics, code := run(failing(), "admit", "--lines")
	if want := `{"id":1,"outcome":"ignored","reason":"absent"}` + "\n"; out != want || code != 3 || !strings.Contains(diagnostics, "-: broken cable") {
		t.Errorf("lines: %q, %q, exit %d; want the answer to the whole line, the cause and 3", out, diagnostics, code)
	}
	out, diagnostics, code = run(failing(), "admit")
	if out != "" || code != 3 || !strings.Contains(diagnostics, "-: broken cable") {
		t.Errorf("file: %q, %q, exit %d; want no answer, the cause and 3", out, diagnostics, code)
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, constantError("broken cable") }
