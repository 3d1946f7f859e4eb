// Command casegen writes the golden cases, golden/v0/*.json, from the tables
// of this package.
//
//	go run ./internal/casegen          # write, from the root of the module
//	go run ./internal/casegen -check   # exit 1 if a file is not what it would write
//
// To add a case, append a row to the table of its group (group_*.go) with the
// verdict worked out by hand and the reason why it is right; ids follow from
// the position. Nothing is written unless, for every case, the hand-written
// verdict equals the reference's (internal/reference), the MessagePack form
// equals what vmihailenco/msgpack writes and, where the row has one, the
// hand-written form; unless every row has a why and no name and no text twice in
// its group; and unless every case in the files on disk is still there,
// unchanged.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/kvhints/hintcheck/golden"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("casegen", flag.ContinueOnError)
	flags.SetOutput(stderr)
	check := flags.Bool("check", false, "write nothing; exit 1 if a file differs from what would be written")
	dir := flags.String("dir", "golden", "the folder that holds "+golden.Dir)
	if err := flags.Parse(args); err != nil || flags.NArg() > 0 {
		return 2
	}
	if err := generate(groups(), *dir, *check, stdout); err != nil {
		fmt.Fprintln(stderr, "casegen:", err)
		return 1
	}
	return 0
}

// generate builds all files in memory first, so that a refusal leaves the
// folder as it was.
func generate(tables []group, dir string, check bool, stdout io.Writer) error {
	published, err := golden.LoadFS(os.DirFS(dir))
	if err != nil {
		return err
	}
	files, err := build(tables)
	if err != nil {
		return err
	}
	if err := onlyAdds(published, files); err != nil {
		return err
	}
	if check {
		if err := noStrays(dir, files); err != nil {
			return err
		}
	}
	total := 0
	for _, f := range files {
		path := filepath.Join(dir, golden.Dir, f.Group+".json")
		data, err := render(f)
		if err != nil {
			return err
		}
		if check {
			got, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if !bytes.Equal(got, data) {
				return fmt.Errorf("%s is not what the tables say; run go run ./internal/casegen", path)
			}
		} else if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(stdout, "%-12s %4d cases\n", f.Group, f.Count)
		total += f.Count
	}
	fmt.Fprintf(stdout, "%-12s %4d cases\n", "all", total)
	return nil
}

// noStrays refuses case files that no table writes.
func noStrays(dir string, files []golden.File) error {
	known := map[string]bool{"schema.json": true}
	for _, f := range files {
		known[f.Group+".json"] = true
	}
	entries, err := os.ReadDir(filepath.Join(dir, golden.Dir))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !known[e.Name()] {
			return fmt.Errorf("%s: no table writes %s", filepath.Join(dir, golden.Dir), e.Name())
		}
	}
	return nil
}
