package prometheus

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestVersionOf(t *testing.T) {
	dep := func(path, version string, replace *debug.Module) *debug.Module {
		return &debug.Module{Path: path, Version: version, Replace: replace}
	}
	tests := []struct {
		program debug.BuildInfo
		want    string
		reason  string
	}{
		{debug.BuildInfo{}, "unknown", "no module information: built without modules"},
		{
			debug.BuildInfo{Main: *dep("example.com/gateway", "v9.9.9", nil), Deps: []*debug.Module{dep("example.com/other", "v8.8.8", nil), dep(module, "v0.3.1", nil)}},
			"v0.3.1", "a gateway that requires hintcheck: not the gateway's own version",
		},
		{
			debug.BuildInfo{Main: *dep("example.com/gateway", "v9.9.9", nil), Deps: []*debug.Module{dep(module+"/ingress/prometheus", "v0.3.0", nil)}},
			"unknown", "the nested module has its own versions",
		},
		{
			debug.BuildInfo{Deps: []*debug.Module{dep(module, "v0.0.0", dep("../..", "", nil))}},
			"(devel)", "replaced by a folder, which has no version: v0.0.0 would be a lie",
		},
		{
			debug.BuildInfo{Deps: []*debug.Module{dep(module, "v0.3.1", dep("example.com/fork", "v0.3.2", nil))}},
			"v0.3.2", "replaced by a fork: what runs is the fork",
		},
		{
			debug.BuildInfo{Main: *dep(module+"/cmd/hintcheck", "v0.3.2", nil), Deps: []*debug.Module{dep(module, "v0.3.1", nil)}},
			"v0.3.1", "hintcheck's own command, which is a module of its own too",
		},
		{debug.BuildInfo{Main: *dep(module, "v0.3.1", nil)}, "v0.3.1", "a program of the module itself"},
		{debug.BuildInfo{Main: *dep(module, "", nil)}, "(devel)", "built from a folder by a Go that writes no version"},
	}
	for _, tt := range tests {
		if got := versionOf(&tt.program); got != tt.want {
			t.Errorf("got %q, want %q: %s", got, tt.want, tt.reason)
		}
	}
}

func TestBuildLabels(t *testing.T) {
	got := buildLabels()
	if len(got) != 2 || got["go"] != runtime.Version() || got["version"] == "" {
		t.Errorf("%v; want go=%s and a version that is not empty", got, runtime.Version())
	}
}
