package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/limits"
)

const admitHelp = `Tells what admission says of envelopes: admitted, or ignored and why.

` + exitHelp + `
Each FILE is the JSON text of one envelope; - or no FILE is the standard input.
A file is read up to one byte more than --max-bytes, whatever its size. A file
that cannot be read is named on the standard error, the others are judged.

The answers are one line each. Text is for people: what the envelope says is
escaped and cut. With --format=json each line is an object with the members
source, outcome, reason, offset, pointer, version, message_id, actions (how
many), bytes, depth, msgpack_bytes and digest, in this order, without those that
do not apply; bytes are left out when there are more than --max-bytes, which are
not counted; version, message_id and pointer are cut to 256 bytes, and one that
was cut ends in three dots. Counts by reason go to the standard error.

With --lines each FILE has one case a line:

  {"id":7,"hex":"7b7d"}
  {"id":"b","json":"{}","max_bytes":64,"max_depth":4,"trust":"untrusted","chunks":[2,3]}

id is any JSON value and is answered as the same value, whatever its length:
characters that do not print are escaped as \uXXXX, a CR between its parts becomes
a space, and all else stays byte for byte as it came. hex or json, exactly one, is
the envelope; a text that no JSON string can stand for, with bytes that are not
UTF-8 or half a surrogate pair, needs hex. The others may be left out: the flags
say what holds then. chunks are the sizes of the pieces in which the envelope
arrives, used in turn until it ends; the reader's buffer may split a piece
further, which no verdict depends on. Members with other names are not read.
Each line has one answer, in the order of the cases:

  {"id":7,"outcome":"ignored","reason":"invalid_envelope","offset":0,"pointer":"/protocol_version"}

offset and pointer are left out where the reason has none; msgpack, in hex, is
there when the envelope is admitted. The pointer is exact; its characters outside
printable ASCII are escaped as \uXXXX. Answers are written whenever no further
input is waiting. A line that is not such a case, be it blank or longer than
32 MiB + 64 KiB, is answered {"id":null,"error":"..."}; the run goes on and ends
with exit code 3.`

// admitFlags are the flags of hintcheck admit as they were given.
type admitFlags struct {
	trust    choice
	format   choice
	maxBytes decimal
	maxDepth decimal
	lines    bool
}

func (s *session) admitCommand() *cobra.Command {
	// A person who asks what admission would say means the bytes, so trusted
	// is the default here. It is nowhere else.
	flags := admitFlags{
		trust:    choice{admit.Trusted.String(), []string{admit.Trusted.String(), admit.Untrusted.String()}},
		format:   choice{"text", []string{"text", "json"}},
		maxBytes: decimal{limits.DefaultMaxBytes, limits.LargestMaxBytes},
		maxDepth: decimal{limits.DefaultMaxDepth, limits.LargestMaxDepth},
	}
	cmd := &cobra.Command{
		Use:                   "admit [flags] [FILE...|-]",
		DisableFlagsInUseLine: true,
		Short:                 "Judge envelopes by the rules of admission",
		Long:                  admitHelp,
		Args:                  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, files []string) error {
			if flags.lines && cmd.Flags().Changed("format") && flags.format.word != "json" {
				return errors.New("--lines answers in JSON: leave --format out")
			}
			return s.admit(flags, files)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Var(&flags.trust, "trust", "whether the sender is trusted")
	f.Var(&flags.maxBytes, "max-bytes", "largest admitted size in bytes, 1 to 16777216")
	f.Var(&flags.maxDepth, "max-depth", "deepest admitted nesting, 1 to 1000; the envelope is 1")
	f.Var(&flags.format, "format", "how to answer")
	f.BoolVar(&flags.lines, "lines", false, "read one case a line, for conformance runs")
	for name, c := range map[string]choice{"trust": flags.trust, "format": flags.format} {
		words := cobra.FixedCompletions(c.from, cobra.ShellCompDirectiveNoFileComp)
		if err := cmd.RegisterFlagCompletionFunc(name, words); err != nil {
			panic(err) // the flag is not there: a slip in the lines above
		}
	}
	return cmd
}

// admit checks what the flags say together and judges the files. Its error is
// one of usage.
func (s *session) admit(flags admitFlags, files []string) error {
	lim, err := limits.New(limits.MaxBytes(flags.maxBytes.n), limits.MaxDepth(flags.maxDepth.n))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		files = []string{stdinName}
	}
	if i := slices.Index(files, stdinName); i >= 0 && slices.Contains(files[i+1:], stdinName) {
		return errors.New("want - at most once: there is one standard input")
	}
	trust := admit.Untrusted
	if flags.trust.word == admit.Trusted.String() {
		trust = admit.Trusted
	}
	var judged counts
	if flags.lines {
		judged = s.judgeLines(files, lim, trust)
	} else {
		judged = s.judgeFiles(files, lim, trust, flags.format.word == "json")
	}
	s.out.Flush() // its error stays in it; the counts come after the answers
	fmt.Fprintln(s.diagnostics, judged.String())
	return nil
}
