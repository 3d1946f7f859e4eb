package houserules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestREADMEExampleIsCompiled compares the Go block of the README with the lines
// of the example that the compiler and go test see.
func TestREADMEExampleIsCompiled(t *testing.T) {
	root := "../.."
	readme := between(t, filepath.Join(root, "README.md"), "```go\n", "```")
	example := between(t, filepath.Join(root, "admit", "example_test.go"), "\t// README begins.\n", "\t// README ends.")
	var lines []string
	for line := range strings.Lines(example) {
		lines = append(lines, strings.TrimPrefix(line, "\t"))
	}
	if got := strings.Join(lines, ""); got != readme {
		t.Errorf("the README shows\n%s\nthe example is\n%s", readme, got)
	}
}

func between(t *testing.T, file, from, to string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, begins := strings.Cut(string(text), from)
	part, _, ends := strings.Cut(rest, to)
	if !begins || !ends {
		t.Fatalf("%s has no part from %q to %q", file, from, to)
	}
	return part
}
