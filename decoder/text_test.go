package decoder_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode/utf8"
)

// generator writes random JSON texts that keep every rule of the Strict
// profile, in random spellings.
type generator struct {
	*rand.Rand
	b     strings.Builder
	names int // names written, which makes them distinct
}

func newGenerator(seed uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, 7))}
}

// text returns one text whose arrays and objects nest at most depth levels.
func (g *generator) text(depth int) string {
	g.b.Reset()
	g.space()
	g.value(depth)
	g.space()
	return g.b.String()
}

func (g *generator) space() {
	for g.IntN(4) == 0 {
		g.b.WriteByte(" \t\r\n"[g.IntN(4)])
	}
}

func (g *generator) value(depth int) {
	kind := g.IntN(9)
	if depth == 0 {
		kind = g.IntN(5)
	}
	switch kind {
	case 0:
		g.b.WriteString([]string{"true", "false", "null"}[g.IntN(3)])
	case 1, 2:
		g.number()
	case 3, 4:
		g.string(g.characters())
	case 5, 6:
		g.list('[', ']', func() { g.value(depth - 1) })
	default:
		g.list('{', '}', func() {
			g.names++
			g.string(g.characters() + strconv.Itoa(g.names))
			g.space()
			g.b.WriteByte(':')
			g.space()
			g.value(depth - 1)
		})
	}
}

func (g *generator) list(open, shut byte, item func()) {
	g.b.WriteByte(open)
	g.space()
	n := g.IntN(5)
	if g.IntN(20) == 0 {
		n = 14 + g.IntN(6) // about as many as the names of a small object
	}
	for i := range n {
		if i > 0 {
			g.b.WriteByte(',')
			g.space()
		}
		item()
		g.space()
	}
	g.b.WriteByte(shut)
}

func (g *generator) number() {
	switch g.IntN(6) {
	case 0:
		g.b.WriteString(pick(g, "0", "-0", "18446744073709551615", "-9223372036854775808", "9007199254740993", "-1"))
	case 1:
		g.b.WriteString(strconv.FormatUint(g.Uint64()>>g.IntN(64), 10))
	case 2:
		g.b.WriteString(strconv.FormatInt(-int64(g.Uint64()>>(1+g.IntN(63))), 10))
	case 3:
		g.b.WriteString(pick(g, "0.0", "-0e0", "1.7976931348623157e308", "5e-324", "1e-9999", "0e9999", "18446744073709551616.0"))
	default:
		fmt.Fprintf(&g.b, pick(g, "%.3f", "%e", "%.20E", "%.0f.0"), float64(g.IntN(2000)-1000)/8)
	}
}

func pick(g *generator, from ...string) string { return from[g.IntN(len(from))] }

// characters returns the characters of a string, before any escaping.
func (g *generator) characters() string {
	var b strings.Builder
	for range g.IntN(12) {
		b.WriteString(pick(g, "a", "bc", "defgh", " ", "/", "~", `"`, `\`, "\x00", "\b", "\f", "\n", "\r", "\t", "\x1f", "\x7f",
			"é", "\u07ff", "€", "\ud7ff", "\ue000", "\ufffd", "\uffff", "😀", "\U0010ffff"))
	}
	return b.String()
}

// string writes text as a JSON string, each character in one of its spellings.
func (g *generator) string(text string) {
	g.b.WriteByte('"')
	for _, r := range text {
		g.b.WriteString(g.spell(r))
	}
	g.b.WriteByte('"')
}

func (g *generator) spell(r rune) string {
	must := r < ' ' || r == '"' || r == '\\'
	if !must && g.IntN(5) > 0 {
		return string(r)
	}
	if i := strings.IndexRune("\"\\/\b\f\n\r\t", r); i >= 0 && g.IntN(2) == 0 {
		return `\` + `"\/bfnrt`[i:i+1]
	}
	unit := func(u rune) string { return fmt.Sprintf(pick(g, `\u%04x`, `\u%04X`), u) }
	if utf8.RuneLen(r) < 4 {
		return unit(r)
	}
	r -= 0x10000
	return unit(0xd800+r>>10) + unit(0xdc00+r&0x3ff)
}
