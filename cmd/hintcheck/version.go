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
		Long:  exitHelp + "\nPrints the version that the build recorded, (devel) where it recorded none.",
		Args:  cobra.NoArgs,
		Run: func(*cobra.Command, []string) {
			version := "(devel)"
			if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
				version = info.Main.Version
			}
			fmt.Fprintln(s.out, "hintcheck", version, runtime.Version())
		},
	}
}
