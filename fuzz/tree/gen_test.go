package tree_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"

	"github.com/kvhints/hintcheck/fuzz/tree"
)

// TestBoundariesAreDrawn fails when a boundary value never comes. The list is
// written out here, not taken from the generator.
func TestBoundariesAreDrawn(t *testing.T) {
	drawn := map[string]int{}
	for _, s := range draw(t, tree.Anything(), 1, 12_000) {
		classify(s, drawn)
	}
	for _, s := range draw(t, tree.Values(), 1, 6_000) {
		classify(s, drawn)
	}
	var want []string
	for _, i := range []string{
		"0", "-0", "1", "-1",
		"-31", "-32", "-33", "-34", "-127", "-128", "-129", "-32767", "-32768", "-32769", "-2147483647", "-2147483648", "-2147483649",
		"-9007199254740993", "-9007199254740992", "-9007199254740991", "-9223372036854775807", "-9223372036854775808",
		"126", "127", "128", "129", "254", "255", "256", "257", "65534", "65535", "65536", "65537",
		"4294967294", "4294967295", "4294967296", "4294967297", "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740994",
		"9223372036854775806", "9223372036854775807", "9223372036854775808", "9223372036854775809", "18446744073709551614", "18446744073709551615",
	} {
		want = append(want, "integer "+i)
	}
	for _, f := range []string{"0.0", "-0.0", "1e1", "5e-324", "2.2250738585072014e-308", "1.7976931348623157e308", "1.7976931348623158e308", "1e-400", "9007199254740993.0"} {
		want = append(want, "float "+f)
	}
	for _, n := range []int{0, 1, 31, 32, 255, 256, 65535, 65536} {
		want = append(want, fmt.Sprint("bytes of a string ", n))
	}
	for _, n := range []int{0, 1, 15, 16, 17} {
		want = append(want, fmt.Sprint("elements ", n), fmt.Sprint("members ", n))
	}
	for _, n := range []int{1, 31, 32, 33} {
		want = append(want, fmt.Sprint("depth ", n))
	}
	for _, n := range []int{0, 1, 2, 3, 65} {
		want = append(want, fmt.Sprint("actions ", n))
	}
	want = append(want, "an empty name", "16 names with equal prefixes", "17 names with equal prefixes", "17 names, one a prefix of the next",
		"a name that a pointer escapes", "control character", "astral character", "U+FFFD", "U+FEFF", "plain recipe", "shuffled recipe")
	for _, boundary := range want {
		if drawn[boundary] == 0 {
			t.Errorf("%s was never drawn", boundary)
		}
		t.Logf("%6d  %s", drawn[boundary], boundary)
	}
}

func classify(s tree.Sample, drawn map[string]int) {
	drawn[fmt.Sprint("depth ", s.Root.Depth())]++
	if len(s.Recipe.Choices) == 0 && s.Recipe.Order == 0 {
		drawn["plain recipe"]++
	}
	if s.Recipe.Order != 0 {
		drawn["shuffled recipe"]++
	}
	if a := s.Root.Member("actions"); a != nil && tree.Valid(s.Root) {
		drawn[fmt.Sprint("actions ", len(a.Items))]++
	}
	for n := range s.Root.All() {
		switch n.Kind {
		case tree.Integer:
			drawn["integer "+n.Text]++
		case tree.Float:
			drawn["float "+n.Text]++
		case tree.String:
			drawn[fmt.Sprint("bytes of a string ", len(n.Text))]++
			for _, r := range n.Text {
				switch {
				case r < ' ':
					drawn["control character"]++
				case r > 0xffff:
					drawn["astral character"]++
				case r == 0xfffd || r == 0xfeff:
					drawn[fmt.Sprintf("%U", r)]++
				}
			}
		case tree.Array:
			drawn[fmt.Sprint("elements ", len(n.Items))]++
		case tree.Object:
			classifyNames(n, drawn)
		}
	}
}

func classifyNames(n *tree.Node, drawn map[string]int) {
	var names []string
	for _, m := range n.Members {
		names = append(names, m.Name)
	}
	drawn[fmt.Sprint("members ", len(names))]++
	if slices.Contains(names, "") {
		drawn["an empty name"]++
	}
	if slices.ContainsFunc(names, func(name string) bool { return strings.ContainsAny(name, "~/") }) {
		drawn["a name that a pointer escapes"]++
	}
	if len(names) < 16 {
		return
	}
	alike, nested := true, true
	for i, name := range names[1:] {
		alike = alike && len(name) > 8 && name[:8] == names[0][:min(8, len(names[0]))]
		nested = nested && strings.HasPrefix(name, names[i])
	}
	if alike {
		drawn[fmt.Sprintf("%d names with equal prefixes", len(names))]++
	}
	if nested {
		drawn[fmt.Sprintf("%d names, one a prefix of the next", len(names))]++
	}
}

// TestGeneratorsKeepTheirPromises: envelopes are valid, offenders claim their
// kind, and every kind has been placed.
func TestGeneratorsKeepTheirPromises(t *testing.T) {
	for _, s := range draw(t, tree.Envelopes(), 1, 1_000) {
		if want := s.Write().Want; want == nil || want.Reason != "admitted" {
			t.Fatalf("%s: not claimed to be admitted", s)
		}
	}
	for _, kind := range tree.OffenceKinds() {
		for _, s := range draw(t, tree.Offenders(kind), 1, 100) {
			if want := s.Write().Want; want == nil || want.Reason != kind.Reason() {
				t.Fatalf("%s: not claimed to be %s", s, kind.Reason())
			}
		}
	}
}

// TestSievesFilterShrinks: what gopter shrinks an envelope to is an envelope.
func TestSievesFilterShrinks(t *testing.T) {
	p := gopter.DefaultTestParametersWithSeed(1)
	for range 50 {
		result := tree.Envelopes()(&gopter.GenParameters{Rng: p.Rng})
		seen := 0
		shrink := result.Shrinker(result.Result).Filter(result.Sieve)
		for v, ok := shrink(); ok && seen < 20; v, ok = shrink() {
			seen++
			if s := v.(tree.Sample); !tree.Valid(s.Root) {
				t.Fatalf("%s is no envelope", s)
			}
		}
	}
}
