package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (s *session) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of hintcheck and of Go",
		Long:  "Prints the version that the build recorded, (devel) where it recorded none.\n\n" + exitHelp,
		Args:  cobra.NoArgs,
		Run: func(*cobra.Command, []string) {
			fmt.Fprintln(s.out, "hintcheck", version())
		},
	}
}

// version returns the versions of the module and of Go.
func version() string {
	module := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		module = info.Main.Version
	}
	return module + " " + runtime.Version()
}
