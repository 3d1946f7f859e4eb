// Command hintcheck tells what admission says of kv_hints envelopes.
//
//	hintcheck admit envelope.json        # one readable line a file
//	hintcheck admit --format=json *.json # one object a line
//	hintcheck admit --lines <cases       # the protocol of conformance runs
//
// hintcheck admit --help has the exit codes and the protocol.
package main

import "os"

func main() {
	command := Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	os.Exit(command.Main(os.Args[1:]))
}
