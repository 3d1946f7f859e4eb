package ingress

import (
	"unicode"
	"unicode/utf8"
)

// Names are compared as the most lenient reader behind us might: after
// unescaping, by Unicode simple case folding (so that the long s U+017F is an s
// and the Kelvin sign U+212A a k, as in Go's encoding/json) and without '_' and
// '-' (as in encoding/json/v2). Nothing else is folded: a homoglyph or a name with
// a NUL behind it is another name to every reader.

// class is what a member's name says about the member.
type class uint8

const (
	otherName     class = iota
	carrierName         // a hint
	containerName       // what stands in it counts as the request's own
)

// vocabulary is the set of names that matter, folded.
type vocabulary struct {
	classes map[string]class
	longest int    // bytes of the longest name
	lengths uint64 // bit n is set if a name of n bytes is there, bit 63 for all longer ones
}

func newVocabulary(carriers, containers []string) (vocabulary, error) {
	v := vocabulary{classes: make(map[string]class, len(carriers)+len(containers))}
	for c, names := range [...][]string{carrierName: carriers, containerName: containers} {
		for _, name := range names {
			folded := string(appendFolded(nil, []byte(name)))
			if folded == "" {
				return vocabulary{}, &PolicyError{Option: "Carriers", Got: name, Want: "a name of more than '_' and '-'"}
			}
			if had, ok := v.classes[folded]; ok && had != class(c) {
				return vocabulary{}, &PolicyError{Option: "Containers", Got: name, Want: "no name that is a carrier's too"}
			}
			v.classes[folded] = class(c)
			v.longest = max(v.longest, len(folded))
			v.lengths |= 1 << min(len(folded), 63)
		}
	}
	return v, nil
}

// classOf returns the class of a folded name.
func (v *vocabulary) classOf(folded []byte) class {
	if v.lengths>>min(len(folded), 63)&1 == 0 {
		return otherName
	}
	return v.classes[string(folded)]
}

// classOfText returns the class of a name that is not escaped.
func (v *vocabulary) classOfText(name string) class {
	return v.classOf(appendFolded(nil, []byte(name)))
}

// appendFolded appends the name, which is not escaped, folded.
func appendFolded(dst, name []byte) []byte {
	for i := 0; i < len(name); {
		if c := name[i]; c < utf8.RuneSelf {
			i++
			if c != '_' && c != '-' {
				dst = append(dst, lower(c))
			}
			continue
		}
		r, n := utf8.DecodeRune(name[i:])
		i += n
		dst = utf8.AppendRune(dst, foldRune(r))
	}
	return dst
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// foldRune returns one rune for all that fold to the same: the ASCII lower case
// letter if one is among them, else the least.
func foldRune(r rune) rune {
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	if least < utf8.RuneSelf {
		return rune(lower(byte(least)))
	}
	return least
}
