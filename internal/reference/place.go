package reference

import (
	"strconv"
	"strings"
)

// place is where a value stands in the text: a chain from the value up to the
// root. The recursion makes one place per value it enters, so the pointer of
// any offence is at hand without looking back at the text.
type place struct {
	container *place // nil for the root
	step      string // unescaped member name, or array index in decimal
}

// root is the place of the whole text.
func root() *place { return &place{} }

func (p *place) member(name string) *place { return &place{container: p, step: name} }

func (p *place) element(index int) *place {
	return &place{container: p, step: strconv.Itoa(index)}
}

func (p *place) isRoot() bool { return p.container == nil }

// around is the innermost open container while the value at p has not begun.
// Around the root nothing is open; its pointer is the empty one too.
func (p *place) around() *place {
	if p.isRoot() {
		return p
	}
	return p.container
}

// pointer renders the place as RFC 6901 says: each step after a slash, with
// ~ written ~0 and / written ~1.
func (p *place) pointer() string {
	if p.isRoot() {
		return ""
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	var steps []string
	for ; !p.isRoot(); p = p.container {
		steps = append(steps, escape.Replace(p.step))
	}
	var b strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		b.WriteString("/" + steps[i])
	}
	return b.String()
}
