// Command schemacheck validates the golden cases against their published JSON
// Schema with an independent validator.
//
//	go -C tools run ./schemacheck            # ../golden/v0
//	go -C tools run ./schemacheck DIRECTORY
//
// The directory holds schema.json and the case files, every other *.json. It
// exits 1 when a file does not fit, and also when the schema or the cases are
// missing: an empty set proves nothing.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	dir := "../golden/v0"
	switch len(args) {
	case 0:
	case 1:
		dir = args[0]
	default:
		fmt.Fprintln(stderr, "usage: schemacheck [DIRECTORY]")
		return 2
	}
	n, err := check(dir)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	fmt.Fprintf(stdout, "%d files fit %s/schema.json\n", n, dir)
	return 0
}
