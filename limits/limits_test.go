package limits_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/limits"
)

func TestDefault(t *testing.T) {
	fromNew, err := limits.New()
	if err != nil {
		t.Fatal(err)
	}
	for name, l := range map[string]limits.Limits{"Default": limits.Default(), "New": fromNew} {
		if l.MaxBytes() != 65536 || l.MaxDepth() != 32 {
			t.Errorf("%s: MaxBytes %d, MaxDepth %d, want 65536 and 32", name, l.MaxBytes(), l.MaxDepth())
		}
		if diff := cmp.Diff([]string{"0.1"}, l.Versions()); diff != "" {
			t.Errorf("%s: versions (-want +got):\n%s", name, diff)
		}
	}
}

func TestZeroAdmitsNothing(t *testing.T) {
	var zero limits.Limits
	if zero.MaxBytes() != 0 || zero.MaxDepth() != 0 || len(zero.Versions()) != 0 || zero.ReadsVersion([]byte("0.1")) || zero.ReadsVersion(nil) {
		t.Errorf("the zero Limits lets something through: %+v", zero)
	}
}

func TestOptions(t *testing.T) {
	seventeen := strings.Split(strings.Repeat("v,", 16)+"v", ",")
	sixteen := make([]string, 16)
	for i := range sixteen {
		sixteen[i] = strings.Repeat("x", i+1)
	}
	tests := []struct {
		reason string
		option limits.Option
		want   string // part of the error; empty: accepted
	}{
		{"the smallest size", limits.MaxBytes(1), ""},
		{"a size of nothing would admit nothing", limits.MaxBytes(0), "MaxBytes is 0, want 1 to 16777216 bytes"},
		{"sizes are not negative", limits.MaxBytes(-1), "MaxBytes is -1"},
		{"the largest size, 16 MiB", limits.MaxBytes(16777216), ""},
		{"one byte over 16 MiB", limits.MaxBytes(16777217), "MaxBytes is 16777217"},
		{"the envelope alone", limits.MaxDepth(1), ""},
		{"level 0 would admit nothing", limits.MaxDepth(0), "MaxDepth is 0, want 1 to 1000 levels"},
		{"depths are not negative", limits.MaxDepth(-1), "MaxDepth is -1"},
		{"the deepest", limits.MaxDepth(1000), ""},
		{"one level over", limits.MaxDepth(1001), "MaxDepth is 1001"},
		{"one version", limits.Versions("9"), ""},
		{"no version would admit nothing", limits.Versions(), "Versions is 0 versions, want 1 to 16 versions"},
		{"sixteen versions", limits.Versions(sixteen...), ""},
		{"seventeen versions", limits.Versions(seventeen...), "Versions is 17 versions"},
		{"an empty version is no label", limits.Versions("0.1", ""), `Versions is "", want a UTF-8 string of 1 to 64 bytes`},
		{"64 bytes", limits.Versions(strings.Repeat("v", 64)), ""},
		{"65 bytes, and the error is cut", limits.Versions(strings.Repeat("v", 65)), `vvvv" and more, want`},
		{"no JSON text could hold it", limits.Versions("\xff"), `Versions is "\xff"`},
		{"an option that somebody forgot to set", nil, "Option is nil, want an option"},
		{"32 bytes are shown whole", limits.Versions(strings.Repeat("v", 32), strings.Repeat("v", 32)), `Versions is "` + strings.Repeat("v", 32) + `" twice`},
		{"of 33 bytes the error shows 32", limits.Versions(strings.Repeat("v", 33), strings.Repeat("v", 33)), `Versions is "` + strings.Repeat("v", 32) + `" and more twice`},
		{"the same version twice is a slip", limits.Versions("0.1", "0.2", "0.1"), `Versions is "0.1" twice`},
	}
	for _, tt := range tests {
		got, err := limits.New(tt.option)
		if tt.want == "" {
			if err != nil {
				t.Errorf("%s: %v", tt.reason, err)
			}
			continue
		}
		var refused *limits.Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one with %q", tt.reason, err, tt.want)
		}
		if line := err.Error(); len(line) > 160 || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("%s: error %q is not one short line of printable ASCII", tt.reason, line)
		}
		if got.MaxBytes() != 0 {
			t.Errorf("%s: a refused option left limits that admit something", tt.reason)
		}
	}
}

func TestLastOptionOfAKindHolds(t *testing.T) {
	l, err := limits.New(limits.MaxBytes(10), limits.MaxDepth(3), limits.MaxBytes(20), limits.Versions("a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	if l.MaxBytes() != 20 || l.MaxDepth() != 3 || !l.ReadsVersion([]byte("b")) || l.ReadsVersion([]byte("0.1")) {
		t.Errorf("got %+v", l)
	}
}

func TestLimitsAreImmutable(t *testing.T) {
	versions := []string{"1", "2"}
	option := limits.Versions(versions...)
	versions[0] = "changed before use"
	l, err := limits.New(option)
	if err != nil {
		t.Fatal(err)
	}
	versions[1] = "changed after use"
	l.Versions()[0] = "changed by a reader"
	if diff := cmp.Diff([]string{"1", "2"}, l.Versions()); diff != "" {
		t.Errorf("versions changed (-want +got):\n%s", diff)
	}
}

func TestBoundsStandInTheErrors(t *testing.T) {
	// The texts are literals, so that they stay constant strings; this ties
	// them to the constants.
	if limits.LargestMaxBytes != 16777216 || limits.LargestMaxDepth != 1000 || limits.LargestVersions != 16 || limits.LargestVersionLength != 64 {
		t.Error("a bound changed: change the Want texts of its option too")
	}
}
