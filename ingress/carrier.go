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

// class is what a member's name says about the member: a set of bits.
type class uint8

const (
	carrierName   class = 1 << iota // a hint
	containerName                   // what stands in it counts as the request's own
	handoffName                     // hands a prefill over to a decode
	pathName                        // the next one of the admitted path, where it stands
	otherName     class = 0
)

// handoffNames are the members that are handoffs wherever a carrier may stand. At
// the root every bootstrap_* is one too.
var handoffNames = [...]string{"disaggregated_params", "kv_transfer_params", "ec_transfer_params"}

// bootstrap starts the folded names of the root members bootstrap_host,
// bootstrap_port, bootstrap_room and whatever joins them (SGLang).
const bootstrap = "bootstrap"

// vocabulary is the set of names that matter, folded.
type vocabulary struct {
	classes map[string]class
	longest int    // bytes of the longest name, or what tells a bootstrap_* from others
	lengths uint64 // bit n is set if a name of n bytes is there, bit 63 for all longer ones
}

func newVocabulary(carriers, containers []string) (vocabulary, error) {
	v := vocabulary{classes: make(map[string]class), longest: len(bootstrap) + 1}
	for _, name := range handoffNames {
		v.add(name, handoffName)
	}
	for _, name := range containers {
		if v.add(name, containerName) == otherName {
			return vocabulary{}, &PolicyError{Option: "Containers", Got: name, Want: "a name of more than '_' and '-'"}
		}
	}
	for _, name := range carriers {
		if v.add(name, carrierName) != carrierName {
			return vocabulary{}, &PolicyError{Option: "Carriers", Got: name, Want: "a name of more than '_' and '-' that is no container's and no handoff's"}
		}
	}
	return v, nil
}

// add notes that name is of class c and returns all the classes it is of, none
// for a name of which folding leaves nothing.
func (v *vocabulary) add(name string, c class) class {
	folded := string(appendFolded(nil, []byte(name)))
	if folded == "" {
		return otherName
	}
	v.classes[folded] |= c
	v.longest = max(v.longest, len(folded))
	v.lengths |= 1 << min(len(folded), 63)
	return v.classes[folded]
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

// isBootstrap reports whether a folded name is one of the bootstrap_*.
func isBootstrap(folded []byte) bool {
	return len(folded) > len(bootstrap) && string(folded[:len(bootstrap)]) == bootstrap
}

// appendFolded appends the name, which is not escaped, folded.
func appendFolded(dst, name []byte) []byte { return appendFoldedUpTo(dst, name, len(name)*utf8.UTFMax) }

// appendFoldedUpTo does the same and stops once it has appended more than most bytes.
func appendFoldedUpTo(dst, name []byte, most int) []byte {
	most += len(dst)
	for i := 0; i < len(name) && len(dst) <= most; {
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
