package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/corpus"
	"github.com/kvhints/hintcheck/golden"
)

// answer is an answer of the command as a runner reads it. Case answers have an
// id, file answers a source.
type answer struct {
	ID          int     `json:"id"`
	Source      string  `json:"source"`
	Outcome     string  `json:"outcome"`
	Reason      string  `json:"reason"`
	Offset      *int    `json:"offset"`
	Pointer     *string `json:"pointer"`
	MessagePack *string `json:"msgpack"`
	Error       *string `json:"error"`
}

// askLines runs the command on what ask writes and calls next once for each
// answer. Both streams are pipes, as in a real run, so that nothing has to hold
// all of them.
func askLines(t *testing.T, ask func(w io.Writer) error, next func(a answer)) {
	t.Helper()
	stdin, toCommand := io.Pipe()
	fromCommand, stdout := io.Pipe()
	go func() { toCommand.CloseWithError(ask(toCommand)) }()
	code := make(chan int, 1)
	go func() {
		code <- Command{Stdin: stdin, Stdout: stdout, Stderr: io.Discard}.Main([]string{"admit", "--lines"})
		stdout.Close()
	}()
	answers := json.NewDecoder(fromCommand)
	for {
		var a answer
		if err := answers.Decode(&a); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		next(a)
	}
	if c := <-code; c != 0 {
		t.Errorf("exit %d, want 0", c)
	}
}

// TestGolden sends every golden case through --lines, whole and in pieces.
func TestGolden(t *testing.T) {
	files, err := golden.Load()
	if err != nil {
		t.Fatal(err)
	}
	type asked struct {
		golden.Case
		golden.Limits
		hex string
	}
	var cases []asked
	for _, f := range files {
		for _, c := range f.Cases {
			lim := f.Limits[c.Limits]
			if diff := cmp.Diff([]string{"0.1"}, lim.Versions); diff != "" {
				t.Errorf("%s: case %d reads versions that the command has no flag for:\n%s", f.Group, c.ID, diff)
			}
			if c.SupersededBy != 0 {
				continue
			}
			raw, err := c.Input.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			cases = append(cases, asked{c, lim, hex.EncodeToString(raw)})
		}
	}
	const known = 320 // cases of the first version; only added to
	if len(cases) < known {
		t.Fatalf("%d cases, want at least %d", len(cases), known)
	}
	mostHex := 2 << 20 // hex digits of a case that is sent in small pieces
	if raceDetector {
		mostHex = 64 << 10
		cases = slices.DeleteFunc(cases, func(c asked) bool { return len(c.hex) > 4<<20 })
	}
	small := slices.DeleteFunc(slices.Clone(cases), func(c asked) bool { return len(c.hex) > mostHex })
	large := slices.DeleteFunc(slices.Clone(cases), func(c asked) bool { return len(c.hex) <= mostHex })
	for _, pass := range []struct {
		cases  []asked
		chunks string
	}{
		{cases, ""},
		{small, `,"chunks":[1]`},
		{small, `,"chunks":[2,3,7]`},
		{large, `,"chunks":[65537]`}, // smaller pieces of 16 MiB take minutes
	} {
		cases, chunks := pass.cases, pass.chunks
		ask := func(w io.Writer) error {
			for _, c := range cases {
				_, err := fmt.Fprintf(w, "{\"id\":%d,\"hex\":\"%s\",\"max_bytes\":%d,\"max_depth\":%d,\"trust\":%q%s}\n",
					c.ID, c.hex, c.MaxBytes, c.MaxDepth, c.Trust, chunks)
				if err != nil {
					return err
				}
			}
			return nil
		}
		n := 0
		askLines(t, ask, func(got answer) {
			if n >= len(cases) {
				t.Fatalf("an answer more than cases: %+v", got)
			}
			c := cases[n]
			n++
			want := answer{ID: c.ID, Outcome: c.Expect.Outcome, Reason: c.Expect.Reason, Offset: c.Expect.Offset, Pointer: c.Expect.Pointer}
			form := got.MessagePack
			got.MessagePack = nil
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("case %d %s%s: %s (-golden +command):\n%s", c.ID, c.Name, chunks, c.Why, diff)
			}
			switch {
			case (form == nil) != (c.Expect.MessagePack == nil):
				t.Errorf("case %d %s%s: msgpack there %t, want %t", c.ID, c.Name, chunks, form != nil, c.Expect.MessagePack != nil)
			case form != nil:
				if pack, err := hex.DecodeString(*form); err != nil || !c.Expect.MessagePack.Matches(pack) {
					t.Errorf("case %d %s%s: the MessagePack form is not the golden one (%v)", c.ID, c.Name, chunks, err)
				}
			}
		})
		if n != len(cases) {
			t.Errorf("%d answers to %d cases", n, len(cases))
		}
	}
}

// TestCorpus judges every envelope of the corpus as a file and as a case whose
// envelope is a JSON string.
func TestCorpus(t *testing.T) {
	envelopes, err := corpus.Envelopes()
	if err != nil {
		t.Fatal(err)
	}
	wanted := func(e corpus.Envelope) answer {
		want := answer{Outcome: e.Want.Outcome, Reason: e.Want.Reason}
		if e.Want.Offset != corpus.NoOffset {
			want.Offset = &e.Want.Offset
		}
		if e.Want.HasPointer {
			want.Pointer = &e.Want.Pointer
		}
		return want
	}

	args := []string{"admit", "--format=json"}
	for _, e := range envelopes {
		args = append(args, "../../corpus/envelopes/"+e.Name+".json")
	}
	out, diagnostics, code := run(strings.NewReader(""), args...)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, diagnostics)
	}
	answers := json.NewDecoder(strings.NewReader(out))
	for i, e := range envelopes {
		want := wanted(e)
		want.Source = args[2+i]
		var got answer
		if err := answers.Decode(&got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s as a file: %s (-corpus +command):\n%s", e.Name, e.Note, diff)
		}
	}

	ask := func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		for i, e := range envelopes {
			if err := encoder.Encode(map[string]any{"id": i, "json": string(e.Raw), "note": e.Note}); err != nil {
				return err
			}
		}
		return nil
	}
	n := 0
	askLines(t, ask, func(got answer) {
		e := envelopes[n]
		want := wanted(e)
		want.ID = n
		n++
		form := got.MessagePack
		got.MessagePack = nil
		if diff := cmp.Diff(want, got); diff != "" || (form != nil) != (e.Want.Outcome == "admitted") {
			t.Errorf("%s as a case, msgpack there %t: %s (-corpus +command):\n%s", e.Name, form != nil, e.Note, diff)
		}
	})
	if n != len(envelopes) {
		t.Errorf("%d answers to %d envelopes", n, len(envelopes))
	}
}

// TestSameBytesSameAnswer: hex and json are two ways to spell one envelope.
func TestSameBytesSameAnswer(t *testing.T) {
	envelopes, err := corpus.Envelopes()
	if err != nil {
		t.Fatal(err)
	}
	var asHex, asJSON bytes.Buffer
	for i, e := range envelopes {
		text, err := json.Marshal(string(e.Raw))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&asHex, "{\"id\":%d,\"hex\":\"%x\"}\n", i, e.Raw)
		fmt.Fprintf(&asJSON, "{\"id\":%d,\"json\":%s}\n", i, text)
	}
	fromHex, _, _ := run(&asHex, "admit", "--lines")
	fromJSON, _, _ := run(&asJSON, "admit", "--lines")
	if diff := cmp.Diff(fromHex, fromJSON); diff != "" || strings.Count(fromHex, "\n") != len(envelopes) {
		t.Errorf("-hex +json:\n%s", diff)
	}
}
