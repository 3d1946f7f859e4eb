package main

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLongLines has lines as long as they may be, and longer.
func TestLongLines(t *testing.T) {
	const most = 32<<20 + 64<<10 // 2 x 16 MiB + 64 KiB
	// noted is a case line of n bytes; its envelope is empty.
	noted := func(id string, n int) io.Reader {
		head, tail := `{"id":`+id+`,"hex":"","note":"`, `"}`
		return io.MultiReader(strings.NewReader(head), filling('x', n-len(head)-len(tail)), strings.NewReader(tail))
	}
	input := io.MultiReader(
		noted("1", most), strings.NewReader("\n"),
		noted("2", most), strings.NewReader("\r\n"),
		noted("3", most+1), strings.NewReader("\n"),
		noted("4", most+1), strings.NewReader("\r\n"),
		noted("5", most+3), strings.NewReader("\n"),
		noted("6", 3*most), strings.NewReader("\n"),
		noted("7", 40), strings.NewReader("\n"),
		noted("8", most+1), // the last line, without an ending
	)
	absent := func(id string) string { return `{"id":` + id + `,"outcome":"ignored","reason":"absent"}` + "\n" }
	tooLong := func(line string) string {
		return `{"id":null,"error":"line ` + line + `: want at most 33619968 bytes"}` + "\n"
	}
	want := absent("1") + absent("2") + tooLong("3") + tooLong("4") + tooLong("5") + tooLong("6") + absent("7") + tooLong("8")
	out, diagnostics, code := run(input, "admit", "--lines")
	if diff := cmp.Diff(want, out); diff != "" || code != 3 || diagnostics != "3 judged: absent 3; 5 unreadable\n" {
		t.Errorf("exit %d, %q (-want +got):\n%s", code, diagnostics, diff)
	}
}

// TestLargestEnvelope sends an envelope of 16 MiB in hex, the longest line that
// a case needs, and one byte more.
func TestLargestEnvelope(t *testing.T) {
	const most = 16 << 20
	line := func(n int) io.Reader {
		return io.MultiReader(strings.NewReader(`{"id":1,"max_bytes":16777216,"hex":"5b22`), // ["
			filling('6', 2*(n-4)), strings.NewReader(`225d"}`+"\n")) // ffff..."]
	}
	out, _, code := run(io.MultiReader(line(most), line(most+1)), "admit", "--lines")
	want := `{"id":1,"outcome":"ignored","reason":"not_an_object","offset":0,"pointer":""}
{"id":1,"outcome":"ignored","reason":"oversized","offset":16777216}
`
	if diff := cmp.Diff(want, out); diff != "" || code != 0 {
		t.Errorf("exit %d (-want +got):\n%s", code, diff)
	}
}

// TestLongLineMemory: a line without end takes no more memory than the longest
// one that is read.
func TestLongLineMemory(t *testing.T) {
	lines := newLineReader(io.MultiReader(filling('x', 256<<20), strings.NewReader("\nnext\n")))
	if line, err := lines.next(); !errors.Is(err, errLongLine) {
		t.Fatalf("256 MiB are read as a line of %d bytes, %v", len(line), err)
	}
	if line, err := lines.next(); string(line) != "next" || err != nil {
		t.Fatalf("the line after it is %q, %v", line, err)
	}
	if kept := cap(lines.long); kept > 2*longestLine {
		t.Errorf("%d bytes are kept of it, want at most %d", kept, 2*longestLine)
	}
}

// filling is a reader of n times c.
func filling(c byte, n int) io.Reader {
	return io.LimitReader(endless(strings.Repeat(string(c), 64<<10)), int64(n))
}

type endless string

func (e endless) Read(p []byte) (int, error) { return copy(p, e), nil }
