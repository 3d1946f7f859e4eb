package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGoldenFitsItsSchema is the gate on the project's own cases.
func TestGoldenFitsItsSchema(t *testing.T) {
	n, err := check("../../golden/v0")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files", n)
}

func TestCheckRefuses(t *testing.T) {
	const schema = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["id"],"properties":{"id":{"type":"integer"}}}`
	for _, row := range []struct {
		name   string
		files  map[string]string
		want   string // part of the error; empty for none
		reason string
	}{
		{"fits", map[string]string{"schema.json": schema, "a.json": `{"id":1}`}, "", "the case has what the schema asks"},
		{"wrong type", map[string]string{"schema.json": schema, "a.json": `{"id":"1"}`}, "/id", "a string is no integer"},
		{"second file wrong", map[string]string{"schema.json": schema, "a.json": `{"id":1}`, "b.json": `{}`}, "b.json", "every file is checked"},
		{"not JSON", map[string]string{"schema.json": schema, "a.json": `{"id":1`}, "a.json", "a cut file is not a case"},
		{"no cases", map[string]string{"schema.json": schema}, "no case files", "an empty set proves nothing"},
		{"no schema", map[string]string{"a.json": `{"id":1}`}, "schema.json", "nothing to check against"},
		{"broken schema", map[string]string{"schema.json": `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":7}`, "a.json": `{"id":1}`}, "schema.json", "the schema has to fit its own meta-schema"},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range row.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			_, err := check(dir)
			switch {
			case row.want == "" && err != nil:
				t.Errorf("%v; %s", err, row.reason)
			case row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)):
				t.Errorf("error %v does not name %q; %s", err, row.want, row.reason)
			}
		})
	}
}

func TestRunNamesItsUsage(t *testing.T) {
	var out, errs strings.Builder
	if code := run([]string{"a", "b"}, &out, &errs); code != 2 || !strings.Contains(errs.String(), "usage") {
		t.Errorf("two arguments: exit %d, %q; want exit 2 and the usage", code, errs.String())
	}
}
