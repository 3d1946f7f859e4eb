package ingress

import (
	"fmt"
	"unicode/utf8"
)

// packStep is what a packCursor came upon.
type packStep uint8

const (
	packMore  packStep = iota // the text ends before the next name or value does: give more of it
	packBad                   // see the fault; every further step is the same
	packName                  // the name of a member
	packPlain                 // a value that is neither an array nor a map
	packOpen                  // the head of an array or a map
	packClose                 // the last value of an array or a map has ended
	packEnd                   // the one value of the text has ended; every further step is the same
)

// packCursor reads one MessagePack value step by step. It is a bounded reader: it
// checks every length against the bytes that may still come before it looks at what
// is behind it, allocates nothing by length and does not recurse. Beside the text
// it keeps at most one byte for each byte of the heads of the arrays and maps that
// are open.
//
// A text may grow between steps, from the same first byte on. What the steps are
// does not depend on how it grew. A cursor starts with its limit and levels alone.
type packCursor struct {
	limit  int // bytes that the text can have when it is complete
	levels int // most arrays and maps inside each other, 0 for any number

	start, at int      // where what the last step read starts, and where it ends
	head      packHead // of the last name, value, array or map
	level     packLevel
	depth     int // arrays and maps that are open, level the innermost of them
	outer     packLevels
	named     bool // the name of a member was read and its value is next
	ended     bool
	fault     packFault
}

// packFault is why a text is no value that a body may have.
type packFault struct {
	offset int    // of the first byte of the name or value that is wrong, or of a bad sequence in it
	want   string // what was expected there, with the limit if there is one; empty: no fault
}

// text is the content of the str or bin that was read.
func (c *packCursor) text(all []byte) []byte { return all[c.start+c.head.width : c.at] }

// next makes the next step. Its cost is that of the bytes of the step.
func (c *packCursor) next(all []byte) packStep {
	switch {
	case c.fault.want != "":
		return packBad
	case c.ended:
		return packEnd
	case c.depth > 0 && c.level.rest == 0 && !c.named:
		c.close()
		return packClose
	}
	head, whole := readPackHead(all[c.at:])
	if !whole {
		return packMore
	}
	c.start, c.head = c.at, head
	isName := c.depth > 0 && c.level.isMap && !c.named
	switch {
	case head.kind == packRefused:
		return c.refuse(c.at, "a value other than ext and the unused 0xc1")
	case isName && head.kind != packStr:
		return c.refuse(c.at, "the name of a member, which is a str")
	case head.holds() > uint64(c.limit-c.at):
		return c.refuse(c.at, fmt.Sprintf("a length that fits into a body of %d bytes", c.limit))
	case head.size() > uint64(len(all)-c.at):
		return packMore
	}
	if head.kind == packStr {
		text := all[c.at+head.width : c.at+int(head.size())]
		if !utf8.Valid(text) {
			return c.refuse(c.at+head.width+invalidUTF8(text), "UTF-8 in a str")
		}
	}
	if head.kind == packArray || head.kind == packMap {
		return c.open()
	}
	c.at += int(head.size())
	c.count(isName)
	if isName {
		return packName
	}
	c.ended = c.depth == 0
	return packPlain
}

// skim goes past the numbers, booleans and nils that come next in an array, for whoever
// does not look at them: prompts are arrays of tokens. The steps that are left out
// would have been packPlain.
func (c *packCursor) skim(all []byte) {
	if c.depth == 0 || c.level.isMap {
		return
	}
	at, rest := c.at, c.level.rest
	for ; rest > 0 && at < len(all); rest-- {
		size := 1 // of a fixint
		if first := all[at]; first >= 0x80 && first < 0xe0 {
			if first < 0xc0 {
				break
			}
			form := packForms[first-0xc0]
			size += form.bytes
			if form.kind < packNil || form.kind > packFloat64 || size > len(all)-at {
				break
			}
		}
		at += size
	}
	c.at, c.level.rest = at, rest
}

// skip goes on behind the value of the member whose name was read last. end is known
// to be where that value ends.
func (c *packCursor) skip(end int) { c.at, c.named = end, false }

// open goes into an array or a map.
func (c *packCursor) open() packStep {
	if c.levels > 0 && c.depth == c.levels {
		return c.refuse(c.at, fmt.Sprintf("at most %d arrays and maps inside each other", c.levels))
	}
	c.at += c.head.width
	if c.depth > 0 {
		c.count(false)
		c.outer.push(c.level)
	}
	c.depth++
	c.level = packLevel{rest: c.head.number, isMap: c.head.kind == packMap}
	return packOpen
}

// close leaves the innermost array or map.
func (c *packCursor) close() {
	c.depth--
	if c.depth == 0 {
		c.ended = true
		return
	}
	c.level = c.outer.pop()
}

// count notes in the innermost array or map that a name, or a value, was read.
func (c *packCursor) count(isName bool) {
	if isName || !c.level.isMap {
		c.level.rest--
	}
	c.named = isName
}

func (c *packCursor) refuse(offset int, want string) packStep {
	c.fault = packFault{offset: offset, want: want}
	return packBad
}

// invalidUTF8 is where the first sequence starts that is not UTF-8.
func invalidUTF8(text []byte) int {
	at := 0
	for at < len(text) {
		r, n := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && n <= 1 {
			break
		}
		at += n
	}
	return at
}
