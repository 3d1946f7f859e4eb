package tree_test

import (
	"bytes"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"

	"github.com/kvhints/hintcheck/fuzz/tree"
)

// some makes a fault of samples of a fault of one value.
func some(fault func(*tree.Node) bool) func(tree.Sample) bool {
	return func(s tree.Sample) bool {
		for n := range s.Root.All() {
			if fault(n) {
				return true
			}
		}
		return false
	}
}

// TestShrinksToTheMinimum plants faults whose smallest sample is known.
func TestShrinksToTheMinimum(t *testing.T) {
	for _, row := range []struct {
		name  string
		from  gopter.Gen
		fault func(tree.Sample) bool
		want  string
		alike bool // a text of that length is as small
	}{
		{"anything", tree.Values(), func(tree.Sample) bool { return true }, `null`, false},
		{"a list in a list", tree.Values(), some(func(n *tree.Node) bool {
			return slices.ContainsFunc(n.Items, func(n *tree.Node) bool { return n.Kind == tree.Array })
		}), `[[]]`, false},
		{"three elements", tree.Values(), some(func(n *tree.Node) bool { return len(n.Items) >= 3 }), `[null,null,null]`, false},
		{"two members", tree.Values(), some(func(n *tree.Node) bool { return len(n.Members) >= 2 }), `{"":null,"a":null}`, true},
		{"an integer from 1000 on", tree.Values(), some(func(n *tree.Node) bool {
			i, ok := new(big.Int).SetString(n.Text, 10)
			return n.Kind == tree.Integer && ok && i.Cmp(big.NewInt(1000)) >= 0
		}), `1000`, false},
		{"a negative integer", tree.Values(), some(func(n *tree.Node) bool {
			return n.Kind == tree.Integer && n.Text[0] == '-' && n.Text != "-0"
		}), `-1`, false},
		{"a float with a fraction and a negative exponent", tree.Values(), some(func(n *tree.Node) bool {
			return n.Kind == tree.Float && strings.Contains(n.Text, ".") && strings.Contains(n.Text, "e-")
		}), `1.5e-1`, true},
		{"four characters", tree.Values(), some(func(n *tree.Node) bool {
			return n.Kind == tree.String && len([]rune(n.Text)) >= 4
		}), `"aaaa"`, false},
		{"a null character", tree.Values(), some(func(n *tree.Node) bool {
			return n.Kind == tree.String && strings.Contains(n.Text, "\x00")
		}), `"\u0000"`, false},
		{"a tab as whitespace", tree.Values(), func(s tree.Sample) bool {
			return bytes.Contains(s.Write().Bytes, []byte("\t"))
		}, "\tnull\t", false},
		{"an action, in an envelope that stays valid", tree.Envelopes(), func(s tree.Sample) bool {
			return len(s.Root.Member("actions").Items) > 0
		}, `{"protocol_version":"0.1","message_id":"a","actions":[{"action_id":"a","action_type":"a","action_version":"a","payload":{}}]}`, false},
		{"half a pair that stays one", tree.Offenders(tree.HalfPair), func(tree.Sample) bool { return true }, `"\ud800"`, false},
		{"a text that ends early", tree.Offenders(tree.CutShort), func(tree.Sample) bool { return true }, `n`, false},
		{"a repeated name", tree.Offenders(tree.RepeatedName), func(tree.Sample) bool { return true }, `{"":null,"":null}`, false},
		{"another version", tree.Offenders(tree.OtherVersion), func(tree.Sample) bool { return true }, `{"protocol_version":"","message_id":"a","actions":[]}`, false},
	} {
		for seed := range int64(4) {
			got := shrunk(t, row.from, seed, row.fault)
			text := string(got.Write().Bytes)
			if text != row.want && !(row.alike && len(text) == len(row.want)) {
				t.Errorf("%s, seed %d: shrunk to %s, want %q", row.name, seed, got, row.want)
			}
		}
	}
}

// TestSmallerIsSmaller: each step of shrinking makes a value smaller by a measure
// of this test, so that shrinking ends.
func TestSmallerIsSmaller(t *testing.T) {
	steps := 0
	for _, s := range append(draw(t, tree.Values(), 3, 300), draw(t, tree.Envelopes(), 3, 50)...) {
		parts, sum := size(s.Root)
		if len(bytesOf(s.Root)) > 4000 {
			continue // a long string is cut like a short one
		}
		for _, n := range s.Root.Smaller() {
			steps++
			p, m := size(n)
			if p > parts || p == parts && m.Cmp(sum) >= 0 {
				t.Fatalf("%s shrinks to %s, which is not smaller", bytesOf(s.Root), bytesOf(n))
			}
		}
	}
	if steps < 10_000 {
		t.Errorf("test health: %d steps, want 10,000", steps)
	}
}

// size measures a value: its parts first, then the sum of its integers.
func size(n *tree.Node) (parts int, sum *big.Int) {
	sum = new(big.Int)
	characters := func(s string) int { return 2*len([]rune(s)) + len([]rune(strings.ReplaceAll(s, "a", ""))) }
	for n := range n.All() {
		switch n.Kind {
		case tree.Null:
			parts++
		case tree.Integer:
			parts += 2
			if n.Text[0] == '-' {
				parts++
			}
			i, _ := new(big.Int).SetString(n.Text, 10)
			sum.Add(sum, i.Abs(i))
		case tree.Float:
			parts += 2 + len(n.Text)
		default:
			parts += 2 + characters(n.Text)
		}
		for _, m := range n.Members {
			parts += 1 + characters(m.Name)
		}
	}
	return parts, sum
}
