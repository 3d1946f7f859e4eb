package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// Exit codes. An ignored envelope is an answer, not a failure.
const (
	exitJudged = 0 // everything could be judged
	exitUsage  = 2 // the command line is wrong; nothing was judged
	exitIO     = 3 // an input could not be read, or an answer not be written
)

// exitHelp follows the first line of every help text.
const exitHelp = `Exit codes:
  0  everything could be judged; an ignored envelope is an answer, not an error
  2  the command line is wrong
  3  I/O: a file or a case line could not be read, or an answer not be written
`

// Command is the command line with its three streams. It holds no other state:
// each call of Main stands for one process.
type Command struct {
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
}

// Main runs the command with args, the arguments after the program's name, and
// returns the exit code.
func (c Command) Main(args []string) int {
	out := bufio.NewWriterSize(c.Stdout, 64<<10)
	s := &session{in: c.Stdin, out: out, diagnostics: c.Stderr}
	root := s.rootCommand()
	root.SetArgs(append([]string{}, args...)) // nil would mean the arguments of the process

	code := exitJudged
	if err := root.Execute(); err != nil {
		s.complain(err.Error())
		fmt.Fprintln(c.Stderr, "Run hintcheck admit --help for how to use it.")
		code = exitUsage
	} else if s.failed {
		code = exitIO
	}
	if err := out.Flush(); err != nil { // the first error of any write
		s.complain("cannot write the answers: " + reasonOf(err))
		code = exitIO
	}
	return code
}

// session is what the commands of one Main share.
type session struct {
	in          io.Reader
	out         *bufio.Writer // keeps its first error, so that Main sees it
	diagnostics io.Writer
	failed      bool // an input could not be read
}

// complain writes one line about the run, never an answer. text may hold names
// that others chose.
func (s *session) complain(text string) {
	fmt.Fprintln(s.diagnostics, "hintcheck: "+printable(text, 300))
}

func (s *session) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:     "hintcheck",
		Version: version(), // for --version
		Short:   "Tell what admission says of KV-cache hints",
		Long:    "Tells what admission says of kv_hints envelopes: admitted, or ignored and why.\n\n" + exitHelp,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("want a command, such as admit")
		},
		// Errors are printed by Main, once, on one line.
		SilenceErrors:      true,
		SilenceUsage:       true,
		DisableSuggestions: true,
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.diagnostics)
	root.AddCommand(s.admitCommand(), s.versionCommand())
	refuseUnknown(root)
	return root
}

// refuseUnknown makes the commands that cobra adds say what is wrong with their
// arguments: its own answer to a command or a shell that does not exist is help
// and success.
func refuseUnknown(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.RunE = func(_ *cobra.Command, args []string) error {
				topic, unknown, err := root.Find(args)
				if err == nil && len(unknown) > 0 {
					err = fmt.Errorf("unknown command %q for %q", unknown[0], topic.CommandPath())
				}
				if err != nil {
					return err
				}
				topic.InitDefaultHelpFlag() // so that the help names it
				return topic.Help()
			}
		case "completion":
			cmd.RunE = func(*cobra.Command, []string) error {
				return errors.New("want a shell, such as bash")
			}
		}
	}
}
