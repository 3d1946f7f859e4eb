package golden_test

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/golden"
)

// engineVariable makes this test binary an engine that answers every case as
// the files say, but for one slip.
const engineVariable = "GOLDEN_TEST_ENGINE"

func TestMain(m *testing.M) {
	if slip := os.Getenv(engineVariable); slip != "" {
		if err := runEngine(slip); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// slips are what an engine can get wrong that a runner must notice, by the
// weakest claim that compares it.
var slips = map[string]struct {
	claim string
	slip  func(answer map[string]any)
}{
	"none":           {"", func(map[string]any) {}},
	"no form at all": {"", func(a map[string]any) { delete(a, "msgpack") }}, // engines need not make one
	"no form before others": {"V", func(a map[string]any) {
		if a["id"] == 8012 { // the first admitted case of claim V in the groups below
			delete(a, "msgpack")
		}
	}},
	"no form after others": {"V", func(a map[string]any) {
		if a["id"] == 2005 {
			delete(a, "msgpack")
		}
	}},
	"a form that is no hex": {"V", func(a map[string]any) {
		if a["msgpack"] != nil {
			a["msgpack"] = "zz"
		}
	}},
	"a form that is no text": {"V", func(a map[string]any) {
		if a["msgpack"] != nil {
			a["msgpack"] = 7
		}
	}},
	"another id":           {"V", func(a map[string]any) { a["id"] = a["id"].(int) + 1 }},
	"no id":                {"V", func(a map[string]any) { delete(a, "id") }},
	"another outcome":      {"V", func(a map[string]any) { a["outcome"] = "admitted" }},
	"a form of an ignored": {"V", func(a map[string]any) { addIfIgnored(a, "80") }},
	"an empty form of one": {"V", func(a map[string]any) { addIfIgnored(a, "") }},
	"another form": {"V", func(a map[string]any) {
		if a["msgpack"] != nil {
			a["msgpack"] = "c0"
		}
	}},
	"another reason": {"R", func(a map[string]any) { a["reason"] = "absent" }},
	"another offset": {"O", func(a map[string]any) { a["offset"] = 7_777_777 }},
	"no pointer":     {"O", func(a map[string]any) { delete(a, "pointer") }},
}

func addIfIgnored(answer map[string]any, form string) {
	if answer["outcome"] == "ignored" {
		answer["msgpack"] = form
	}
}

// runEngine reads cases and answers them from the files of the runner, a few.
func runEngine(slip string) error {
	files, err := golden.LoadFS(os.DirFS("golden"))
	if err != nil {
		return err
	}
	byID := map[int]golden.Case{}
	for _, f := range files {
		for _, c := range f.Cases {
			byID[c.ID] = c
		}
	}
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return nil // the end
		}
		var asked struct {
			ID  int    `json:"id"`
			Hex string `json:"hex"`
		}
		if err := json.Unmarshal(line, &asked); err != nil {
			return err
		}
		c := byID[asked.ID]
		text, err := c.Input.Bytes()
		if err != nil || asked.Hex != hex.EncodeToString(text) {
			return fmt.Errorf("case %d: the runner sent another text (%v)", c.ID, err)
		}
		answer := map[string]any{"id": c.ID, "outcome": c.Expect.Outcome, "reason": c.Expect.Reason}
		if c.Expect.Offset != nil {
			answer["offset"] = *c.Expect.Offset
		}
		if c.Expect.Pointer != nil {
			answer["pointer"] = *c.Expect.Pointer
		}
		if m := c.Expect.MessagePack; m != nil && m.Hex != "" {
			answer["msgpack"] = m.Hex // the longer ones are not in the files
		}
		slips[slip].slip(answer)
		if err := out.Encode(answer); err != nil {
			return err
		}
	}
}

// readmeRunner is the runner that README.md prints, and a Python to run it, or
// "" where there is none: then only the text is looked for.
func readmeRunner(t *testing.T) (python, script string) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```python\n(.*?)```").FindAllSubmatch(readme, -1)
	if len(blocks) != 2 || !strings.Contains(string(blocks[1][1]), "subprocess") {
		t.Fatalf("README.md has %d blocks of Python, want an engine and a runner", len(blocks))
	}
	python, err = exec.LookPath("python3")
	if err != nil {
		t.Logf("the runner is not run: %v", err)
		return "", ""
	}
	return python, string(blocks[1][1])
}

// someCases is a folder of groups of short texts, with short forms among them:
// enough to slip on.
func someCases(t *testing.T) (root string) {
	root = t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "golden", "v0"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, group := range []string{"schema.json", "grammar.json", "numbers.json", "trust.json"} {
		data, err := os.ReadFile(filepath.Join("v0", group))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, "golden", "v0", group), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestRunnerOfTheReadme runs the runner that README.md prints on engines with
// one slip each: it must fail an engine just if its claim compares what is wrong.
func TestRunnerOfTheReadme(t *testing.T) {
	python, script := readmeRunner(t)
	if python == "" {
		return
	}
	ranAll := regexp.MustCompile(`(?m)^[1-9][0-9]* cases, [0-9]+ failed$`)
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	root := someCases(t)
	for name, s := range slips {
		for _, claim := range []string{"V", "O"} {
			run := exec.Command(python, "-c", script, filepath.Join("golden", "v0"), claim, binary)
			run.Dir = root
			run.Env = append(os.Environ(), engineVariable+"="+name, "GORACE=atexit_sleep_ms=0") // the race detector sleeps a second at each exit
			out, err := run.CombinedOutput()
			if _, ended := err.(*exec.ExitError); err != nil && !ended {
				t.Fatal(err)
			}
			sees := s.claim != "" && strings.Index("VRO", s.claim) <= strings.Index("VRO", claim)
			if (err != nil) != sees || !ranAll.Match(out) {
				t.Errorf("an engine with %s that claims %s: noticed %t, want %t: %v ...%s", name, claim, err != nil, sees, err, out[max(0, len(out)-100):])
			}
		}
	}
}

// A runner that cannot run the cases says so and does not pass.
func TestRunnerOfTheReadmeGivesUp(t *testing.T) {
	python, script := readmeRunner(t)
	if python == "" {
		return
	}
	root := someCases(t)
	cases := filepath.Join(root, "golden", "v0")
	says := func(line string) string { return "import sys; sys.stdin.readline(); print(" + line + ")" }
	for _, tt := range []struct {
		args   []string
		part   string // of the output
		reason string
	}{
		{nil, "usage: FOLDER", "nothing says what to run"},
		{[]string{cases, "O"}, "usage: FOLDER", "there is no engine"},
		{[]string{cases, "Z", python}, "usage: FOLDER", "there is no claim Z"},
		{[]string{"O", python, "-c", "pass"}, "usage: FOLDER", "the folder was forgotten"},
		{[]string{cases, "O", filepath.Join(root, "nothing")}, "the engine does not start", "there is no such command"},
		{[]string{filepath.Join(root, "elsewhere"), "O", python, "-c", says("1")}, "has no cases to run", "the folder does not exist"},
		{[]string{root, "O", python, "-c", says("1")}, "has no cases to run", "the cases are further down"},
		{[]string{cases, "O", python, "-c", "pass"}, "the engine ended without an answer", "the engine is dead before or while it is asked"},
		{[]string{cases, "O", python, "-c", says("'hello'")}, "no JSON object: b'hello", "the answer is no JSON"},
		{[]string{cases, "O", python, "-c", says("[1]")}, "no JSON object: b'[1]", "the answer is no object"},
	} {
		run := exec.Command(python, append([]string{"-c", script}, tt.args...)...)
		run.Dir = root
		out, err := run.CombinedOutput()
		if _, ended := err.(*exec.ExitError); !ended {
			t.Errorf("%s: the runner ended with %v, want a failure", tt.reason, err)
		}
		if text := string(out); !strings.Contains(text, tt.part) || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: output %q, want one line with %q", tt.reason, text, tt.part)
		}
	}
}
