package tree

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/leanovate/gopter"
)

// shrinkSample lists smaller samples, those that get rid of most first: plainer
// spelling, then smaller values.
func shrinkSample(v any) gopter.Shrink {
	s := v.(Sample)
	var list []Sample
	for _, r := range smallerRecipes(s.Recipe) {
		list = append(list, Sample{s.Root, r})
	}
	for _, n := range s.Root.Smaller() {
		list = append(list, Sample{n, s.Recipe})
	}
	return func() (any, bool) {
		if len(list) == 0 {
			return nil, false
		}
		next := list[0]
		list = list[1:]
		return next, true
	}
}

func smallerRecipes(r Recipe) []Recipe {
	var list []Recipe
	add := func(change func(*Recipe)) {
		smaller := r
		change(&smaller)
		list = append(list, smaller)
	}
	for _, c := range smallerChoices(r.Choices) {
		add(func(r *Recipe) { r.Choices = c })
	}
	if r.Order != 0 {
		add(func(r *Recipe) { r.Order = 0 })
	}
	for _, n := range smallerInts(r.Offence.Place) {
		add(func(r *Recipe) { r.Offence.Place = n })
	}
	for _, n := range smallerInts(r.Offence.Form) {
		add(func(r *Recipe) { r.Offence.Form = n })
	}
	return list
}

// smallerChoices are none, one half, one byte less, or one byte smaller.
func smallerChoices(choices []byte) [][]byte {
	n := len(choices)
	if n == 0 {
		return nil
	}
	list := [][]byte{nil}
	if n > 1 {
		list = append(list, choices[:n/2], choices[n/2:])
		for i := range choices {
			list = append(list, slices.Delete(slices.Clone(choices), i, i+1))
		}
	}
	for i, b := range choices {
		for _, less := range smallerInts(int(b)) {
			c := slices.Clone(choices)
			c[i] = byte(less)
			list = append(list, c)
		}
	}
	return list
}

// smallerInts runs from 0 up to n-1 in ever smaller steps.
func smallerInts(n int) []int {
	var list []int
	for d := n; d > 0; d /= 2 {
		list = append(list, n-d)
	}
	return list
}

// Smaller lists values that are strictly smaller: null, a child in the place of
// its parent, one child less, a smaller child, a smaller number, a shorter string.
func (n *Node) Smaller() []*Node {
	if n.Kind == Null {
		return nil
	}
	list := []*Node{NullNode()}
	list = slices.AppendSeq(list, n.Children())
	switch n.Kind {
	case Integer:
		for _, text := range smallerIntegers(n.Text) {
			list = append(list, Int(text))
		}
	case Float:
		list = append(list, smallerFloats(n.Text)...)
	case String:
		for _, text := range smallerStrings(n.Text) {
			list = append(list, Str(text))
		}
	case Array:
		list = append(list, n.smallerArrays()...)
	case Object:
		list = append(list, n.smallerObjects()...)
	}
	return list
}

func (n *Node) smallerArrays() []*Node {
	var list []*Node
	if half := len(n.Items) / 2; half > 0 {
		list = append(list, Arr(n.Items[:half]...), Arr(n.Items[half:]...))
	}
	for i := range n.Items {
		list = append(list, n.withItem(i, nil))
	}
	for i, item := range n.Items {
		for _, smaller := range item.Smaller() {
			list = append(list, n.withItem(i, smaller))
		}
	}
	return list
}

func (n *Node) smallerObjects() []*Node {
	var list []*Node
	if half := len(n.Members) / 2; half > 0 {
		list = append(list, Obj(n.Members[:half]...), Obj(n.Members[half:]...))
	}
	for i := range n.Members {
		list = append(list, n.withMember(i, Member{}))
	}
	for i, m := range n.Members {
		for _, smaller := range m.Value.Smaller() {
			list = append(list, n.withMember(i, Member{m.Name, smaller}))
		}
		for _, name := range smallerStrings(m.Name) {
			if n.memberIndex(name) < 0 {
				list = append(list, n.withMember(i, Member{name, m.Value}))
			}
		}
	}
	return list
}

// smallerIntegers run from 0 towards the number in ever smaller steps, the
// positive ones first.
func smallerIntegers(text string) []string {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		panic("tree: not an integer that is written here: " + text)
	}
	var list []string
	if strings.HasPrefix(text, "-") {
		list = append(list, text[1:])
	}
	for d := new(big.Int).Set(n); d.Sign() != 0; d.Quo(d, big.NewInt(2)) {
		list = append(list, new(big.Int).Sub(n, d).String())
	}
	return list
}

// smallerFloats are 0.0 and the number without its sign, its fraction, its
// exponent, or some digits of a part.
func smallerFloats(text string) []*Node {
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i:]
	}
	whole, fraction := mantissa, ""
	if i := strings.IndexByte(mantissa, '.'); i >= 0 {
		whole, fraction = mantissa[:i], mantissa[i:]
	}
	candidates := []string{"0.0", strings.TrimPrefix(text, "-")}
	if fraction != "" {
		candidates = append(candidates, mantissa)
	}
	if exponent != "" {
		candidates = append(candidates, whole+exponent)
	}
	for _, n := range []int{len(whole) / 2, len(whole) - 1} {
		candidates = append(candidates, whole[:max(n, 1)]+fraction+exponent)
	}
	for _, n := range []int{len(fraction) / 2, len(fraction) - 1} {
		candidates = append(candidates, whole+fraction[:max(n, 0)]+exponent)
	}
	candidates = append(candidates, whole+fraction+exponent[:max(len(exponent)-1, 0)])

	var list []*Node
	for _, s := range candidates {
		if len(s) < len(text) && floatGrammar.MatchString(s) {
			list = append(list, Num(s))
		}
	}
	return list
}

// floatGrammar is RFC 8259's number with a fraction or an exponent.
var floatGrammar = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+([eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+)$`)

// smallerStrings are the empty one, one half, one character less, or with more
// letters a.
func smallerStrings(s string) []string {
	runes := []rune(s)
	n := len(runes)
	if n == 0 {
		return nil
	}
	list := []string{""}
	if n > 1 {
		list = append(list, string(runes[:n/2]), string(runes[n/2:]), string(runes[:n-1]), string(runes[1:]))
	}
	if letters := strings.Repeat("a", n); letters != s {
		list = append(list, letters)
		const most = 16 // characters that are tried one by one
		for i, r := range runes[:min(n, most)] {
			if r != 'a' {
				changed := slices.Clone(runes)
				changed[i] = 'a'
				list = append(list, string(changed))
			}
		}
	}
	return list
}
