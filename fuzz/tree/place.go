package tree

import (
	"strconv"
	"strings"
)

// place is where a value stands: a chain up to the root, which is nil.
type place struct {
	up   *place
	step string // the name of a member, or the index of an element
}

func (p *place) member(name string) *place { return &place{p, name} }
func (p *place) element(i int) *place      { return &place{p, strconv.Itoa(i)} }

// pointer renders the place as RFC 6901 says.
func (p *place) pointer() string {
	if p == nil {
		return ""
	}
	step := strings.ReplaceAll(strings.ReplaceAll(p.step, "~", "~0"), "/", "~1")
	return p.up.pointer() + "/" + step
}
