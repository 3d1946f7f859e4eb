package tree

import (
	"math/rand/v2"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// choices hands out the decisions of a spelling.
type choices struct {
	list []byte
	next int
}

// pick returns a number below n; 0 is the plain way.
func (c *choices) pick(n int) int {
	if len(c.list) == 0 {
		return 0
	}
	b := c.list[c.next%len(c.list)]
	c.next++
	return int(b) % n
}

// space appends JSON whitespace, or none.
func (c *choices) space(dst []byte) []byte {
	return append(dst, []string{"", " ", "\n", "\t", "\r\n", "  \t "}[c.pick(6)]...)
}

// The ways to write a character.
const (
	plain      = iota // as it is, where that is allowed
	short             // \n and its like, where there is one
	lower             // \u00e9
	upper             // \u00E9
	mixed             // lower and upper in turn, so both in a surrogate pair
	numSpells         // how many there are
	shortChars = "\"\\/\b\f\n\r\t"
	shortNames = `"\/bfnrt`
)

// character appends one character of a string.
func (c *choices) character(dst []byte, r rune) []byte {
	way := c.pick(numSpells)
	must := r < ' ' || r == '"' || r == '\\'
	brief := strings.IndexRune(shortChars, r)
	switch {
	case brief >= 0 && (way == short || way == plain && must):
		return append(dst, '\\', shortNames[brief])
	case way <= short && !must:
		return utf8.AppendRune(dst, r)
	}
	for i, unit := range utf16.AppendRune(nil, r) {
		digits := "0123456789abcdef"
		if way == upper || way == mixed && i == 0 {
			digits = "0123456789ABCDEF"
		}
		dst = append(dst, '\\', 'u', digits[unit>>12], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15])
	}
	return dst
}

// reorder returns the tree with the members of every object shuffled; seed 0
// returns it as it is.
func reorder(n *Node, seed uint64) *Node {
	if seed == 0 {
		return n
	}
	return shuffled(n, rand.New(rand.NewPCG(seed, 0)))
}

func shuffled(n *Node, r *rand.Rand) *Node {
	switch n.Kind {
	case Array:
		items := make([]*Node, len(n.Items))
		for i, item := range n.Items {
			items[i] = shuffled(item, r)
		}
		return &Node{Kind: Array, Items: items}
	case Object:
		members := make([]Member, len(n.Members))
		for to, from := range r.Perm(len(n.Members)) {
			m := n.Members[from]
			members[to] = Member{m.Name, shuffled(m.Value, r)}
		}
		return &Node{Kind: Object, Members: members}
	}
	return n
}
