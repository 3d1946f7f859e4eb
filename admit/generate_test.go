package admit_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf16"
)

// A generator of envelopes as trees, a speller that writes a tree in one of the
// many ways that mean the same, and ways to break it. All of it follows from
// the seed.

// tree is a value.
type tree struct {
	kind    treeKind
	text    string // of a string its characters, else the spelling
	items   []*tree
	members []*treeMember
}

type treeKind int

const (
	spelt    treeKind = iota // a number or literal, or whatever text says
	aString                  // spelt one way or another
	anArray                  // items
	anObject                 // members
)

type treeMember struct {
	name  string
	spelt bool // the name is written as it is, quotes included
	value *tree
}

type generator struct{ r *rand.Rand }

func (g generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }
func (g generator) oneIn(n int) bool           { return g.r.IntN(n) == 0 }

// number picks bounds of every width, and some in between.
func (g generator) number() string {
	switch g.r.IntN(5) {
	case 0:
		return fmt.Sprint(g.r.Uint64() >> g.r.IntN(64))
	case 1:
		return fmt.Sprint(-int64(g.r.Uint64()>>1) >> g.r.IntN(63))
	case 2:
		return fmt.Sprintf("%d.%de%d", g.r.IntN(100), g.r.Uint64(), g.r.IntN(600)-320)
	case 3:
		return g.pick("1e1", "0.5", "-0.0", "1E+2", "5e-324", "2.2250738585072014E-308", "1.7976931348623157e308", "-1.7976931348623158e308", "1e-999", "0e0",
			"9007199254740993.0", "1"+strings.Repeat("0", 900)+"e-900", "0."+strings.Repeat("1234567890", 90), "1.00000000000000011102230246251565404236316680908203125")
	}
	return g.pick("0", "-0", "-1", "23", "24", "127", "128", "255", "256", "65535", "65536", "4294967295", "4294967296", "9007199254740993",
		"9223372036854775807", "9223372036854775808", "18446744073709551615", "-32", "-33", "-128", "-129", "-32768", "-32769",
		"-2147483648", "-2147483649", "-9223372036854775808")
}

func (g generator) characters() string {
	if g.oneIn(8) { // the widths of MessagePack's strings
		return strings.Repeat("x", []int{15, 16, 31, 32, 63, 64, 255, 256}[g.r.IntN(8)])
	}
	var b strings.Builder
	for range g.r.IntN(5) {
		b.WriteString(g.pick("a", "b", "kv", "é", "漢", "😀", "\x00", "\x1f", "\n", `"`, `\`, "/", "~", "\x7f", "\u2028", "\ufffd", "\uffff", "\U0010ffff", " ", "0.1"))
	}
	return b.String()
}

// value is a random value of at most so many levels.
func (g generator) value(levels int) *tree {
	if levels == 0 || g.oneIn(2) {
		switch g.r.IntN(3) {
		case 0:
			return &tree{kind: aString, text: g.characters()}
		case 1:
			return &tree{text: g.pick("null", "true", "false")}
		}
		return &tree{text: g.number()}
	}
	n := g.r.IntN(4)
	if g.oneIn(12) {
		n = []int{15, 16, 17, 40}[g.r.IntN(4)]
		levels = 1
	}
	v := &tree{kind: anArray}
	if g.oneIn(2) {
		return g.object(n, levels)
	}
	for range n {
		v.items = append(v.items, g.value(levels-1))
	}
	return v
}

func (g generator) object(n, levels int) *tree {
	v := &tree{kind: anObject}
	for range n {
		g.member(v, g.characters(), g.value(levels-1))
	}
	return v
}

// member adds a member if the name is new.
func (g generator) member(v *tree, name string, value *tree) {
	for _, m := range v.members {
		if m.name == name {
			return
		}
	}
	v.members = append(v.members, &treeMember{name: name, value: value})
}

func str(s string) *tree { return &tree{kind: aString, text: s} }

// envelope is an envelope that keeps every rule, with its members in any order
// and extra ones between them.
func (g generator) envelope() *tree {
	v := &tree{kind: anObject}
	actions := &tree{kind: anArray}
	for range g.r.IntN(3) {
		a := &tree{kind: anObject}
		g.member(a, "action_id", str("i"+g.characters()))
		g.member(a, "action_type", str(g.pick("kv.fetch", "kv.retain", "x", "é")))
		g.member(a, "action_version", str(g.pick("1.0", "v")))
		g.member(a, "payload", g.object(g.r.IntN(4), 1+g.r.IntN(3)))
		g.extra(a)
		actions.items = append(actions.items, a)
	}
	g.member(v, "protocol_version", str("0.1"))
	g.member(v, "message_id", str("m"+g.characters()))
	g.member(v, "actions", actions)
	g.extra(v)
	return v
}

// extra adds members that no rule names, and puts all in a random order.
func (g generator) extra(v *tree) {
	for range g.r.IntN(3) {
		g.member(v, g.characters(), g.value(3))
	}
	g.r.Shuffle(len(v.members), func(i, j int) { v.members[i], v.members[j] = v.members[j], v.members[i] })
}

// speller writes trees. Every spelling of a tree means the same.
type speller struct {
	generator
	spaces  int // one place in so many has whitespace; 0: none
	escapes int // one character in so many is escaped without need; 0: none
}

func (s speller) space(dst []byte) []byte {
	if s.spaces == 0 || !s.oneIn(s.spaces) {
		return dst
	}
	return append(dst, s.pick(" ", "\t", "\n", "\r", "  \r\n")...)
}

func (s speller) value(dst []byte, v *tree) []byte {
	dst = s.space(dst)
	switch v.kind {
	case spelt:
		dst = append(dst, v.text...)
	case aString:
		dst = s.quoted(dst, v.text)
	case anArray:
		dst = append(dst, '[')
		for i, item := range v.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = s.value(dst, item)
		}
		dst = append(s.space(dst), ']')
	case anObject:
		dst = append(dst, '{')
		for i, m := range v.members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = s.space(dst)
			if m.spelt {
				dst = append(dst, m.name...)
			} else {
				dst = s.quoted(dst, m.name)
			}
			dst = s.value(append(s.space(dst), ':'), m.value)
		}
		dst = append(s.space(dst), '}')
	}
	return s.space(dst)
}

func (s speller) quoted(dst []byte, characters string) []byte {
	dst = append(dst, '"')
	for _, c := range characters {
		plain := s.escapes == 0 || !s.oneIn(s.escapes)
		if i := strings.IndexRune("\"\\/\b\f\n\r\t", c); i >= 0 && s.oneIn(2) {
			dst = append(dst, '\\', `"\/bfnrt`[i])
		} else if plain && c >= ' ' && c != '"' && c != '\\' {
			dst = append(dst, string(c)...)
		} else {
			format := s.pick(`\u%04x`, `\u%04X`)
			for _, unit := range utf16.Encode([]rune{c}) {
				dst = fmt.Appendf(dst, format, unit)
			}
		}
	}
	return append(dst, '"')
}

// places are all values of a tree, in text order.
func (v *tree) places() []*tree {
	list := []*tree{v}
	for _, item := range v.items {
		list = append(list, item.places()...)
	}
	for _, m := range v.members {
		list = append(list, m.value.places()...)
	}
	return list
}

// breakValue puts something that breaks a rule in the place of one value, or
// as one more name.
func (g generator) breakValue(v *tree) {
	places := v.places()
	at := places[g.r.IntN(len(places))]
	bad := g.pick(
		"tru", "nul", "NaN", "01", "-", "1.", "1e+", ".5", "+1", "'a'", `"\x"`, `"\u12g4"`, "\"\x01\"", "\ufeff1", "[1,]", "{,}", `{"a"}`, "[1 2]", "",
		"\"\xff\"", "\"a\xc3\"", "\"\xed\xb0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xc0\xaf\"",
		`"\ud800"`, `"\udfff"`, `"\ud800\ud800"`, `"\uDBFFx"`, `"\ud800\n"`,
		`{"a":1,"\u0061":2}`, `{"":1,"b":2,"":3}`,
		strings.Repeat("[", 40)+strings.Repeat("]", 40), strings.Repeat(`{"d":`, 33)+"1"+strings.Repeat("}", 33), "[[[[[]]]]]",
		"18446744073709551616", "-9223372036854775809", "99999999999999999999", "1"+strings.Repeat("0", 400),
		"1e309", "-1.8e308", "1.7976931348623159e308", "1e99999999999", "0."+strings.Repeat("0", 300)+"1e700",
	)
	if len(at.members) > 0 && g.oneIn(2) {
		m := &treeMember{name: at.members[g.r.IntN(len(at.members))].name, value: g.value(1)}
		if g.oneIn(4) {
			m.name, m.spelt = g.pick("\"\xff\"", `"\udc00"`, `"\q"`, "name", `"a":"b"`), true
		}
		i := g.r.IntN(len(at.members) + 1)
		at.members = append(at.members[:i:i], append([]*treeMember{m}, at.members[i:]...)...)
		return
	}
	*at = tree{text: bad}
}

// breakShape breaks one of the rules about envelopes.
func (g generator) breakShape(v *tree) {
	if g.oneIn(6) {
		*v = *g.value(2)
		return
	}
	object := v
	for _, m := range v.members {
		if m.name == "actions" && len(m.value.items) > 0 && g.oneIn(2) {
			object = m.value.items[g.r.IntN(len(m.value.items))]
		}
	}
	i := g.r.IntN(len(object.members))
	switch m := object.members[i]; {
	case g.oneIn(4):
		object.members = append(object.members[:i:i], object.members[i+1:]...)
	case m.name == "protocol_version" && g.oneIn(2):
		m.value = str(g.pick("0.2", "", "0.1 ", "０.１", "1.0"))
	default:
		m.value = g.value(1)
	}
}
