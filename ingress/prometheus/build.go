package prometheus

import (
	"runtime"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"
)

// module is the module whose version is shown: the one that decides, not the
// nested one of this package.
const module = "github.com/kvhints/hintcheck"

// buildLabels returns the labels of hintcheck_build_info.
func buildLabels() prometheus.Labels {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return prometheus.Labels{"version": versionOf(info), "go": runtime.Version()}
}

// versionOf returns the version of hintcheck in a program: a tag or a pseudo
// version, or (devel) when it was built from a folder.
func versionOf(program *debug.BuildInfo) string {
	const folder = "(devel)"
	used := &program.Main
	if used.Path != module {
		used = nil
		for _, dep := range program.Deps {
			if dep.Path == module {
				used = dep
			}
		}
	}
	switch {
	case used == nil:
		return "unknown"
	case used.Replace != nil && used.Replace.Version == "", used.Version == "":
		return folder
	case used.Replace != nil:
		return used.Replace.Version
	}
	return used.Version
}
