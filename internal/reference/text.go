package reference

// kind is the JSON type of a value; numbers are split as rule 4 splits them.
type kind int

const (
	kindNull kind = iota
	kindBool
	kindInteger // a number without fraction and exponent
	kindFloat   // any other number
	kindString
	kindArray
	kindObject
)

// value is one node of the tree.
type value struct {
	kind    kind
	at      *place
	first   int      // offset of its first byte
	raw     []byte   // its bytes as received
	text    string   // kindString: unescaped
	items   []*value // kindArray
	members []member // kindObject, in the order received
}

type member struct {
	name  string // unescaped
	value *value
}

// member returns the member called name, or nil.
func (v *value) member(name string) *value {
	for _, m := range v.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// reader reads one text from front to back, as RFC 8259 spells it, and stops
// at the first offence it meets.
type reader struct {
	raw      []byte
	pos      int // offset of the next unread byte
	maxDepth int
}

// readText applies rule 4: one value and whitespace.
func readText(raw []byte, maxDepth int) (*value, *offence) {
	r := &reader{raw: raw, maxDepth: maxDepth}
	top := root()
	r.skipSpace()
	v, bad := r.value(top, 1)
	if bad != nil {
		return nil, bad
	}
	r.skipSpace()
	if !r.atEnd() {
		return nil, r.malformed(top)
	}
	return v, nil
}

func (r *reader) atEnd() bool { return r.pos == len(r.raw) }

// next reports whether the next byte is c.
func (r *reader) next(c byte) bool { return !r.atEnd() && r.raw[r.pos] == c }

// take reads the next byte if it is c.
func (r *reader) take(c byte) bool {
	if !r.next(c) {
		return false
	}
	r.pos++
	return true
}

func (r *reader) skipSpace() {
	for r.take(' ') || r.take('\t') || r.take('\n') || r.take('\r') {
	}
}

// malformed is the offence of the next byte, or of the end of the text.
func (r *reader) malformed(at *place) *offence {
	return &offence{MalformedJSON, r.pos, at}
}

// value reads the value at the given place. level is the nesting level that
// an array or object opened here has.
func (r *reader) value(at *place, level int) (*value, *offence) {
	if r.atEnd() {
		return nil, r.malformed(at.around())
	}
	v := &value{at: at, first: r.pos}
	var bad *offence
	switch c := r.raw[r.pos]; {
	case c == '{' || c == '[':
		if level > r.maxDepth {
			return nil, &offence{TooDeep, r.pos, at}
		}
		if c == '{' {
			v.kind = kindObject
			v.members, bad = r.object(at, level)
		} else {
			v.kind = kindArray
			v.items, bad = r.array(at, level)
		}
	case c == '"':
		v.kind = kindString
		v.text, bad = r.string(at)
	case c == '-' || isDigit(c):
		v.kind, bad = r.number(at)
	case c == 't':
		v.kind, bad = kindBool, r.literal("true", at)
	case c == 'f':
		v.kind, bad = kindBool, r.literal("false", at)
	case c == 'n':
		v.kind, bad = kindNull, r.literal("null", at)
	default:
		// No value begins with this byte, so none is being read.
		return nil, r.malformed(at.around())
	}
	if bad != nil {
		return nil, bad
	}
	v.raw = r.raw[v.first:r.pos:r.pos]
	return v, nil
}

// object reads from the opening to the closing brace.
func (r *reader) object(at *place, level int) ([]member, *offence) {
	r.take('{')
	r.skipSpace()
	if r.take('}') {
		return nil, nil
	}
	var members []member
	seen := map[string]bool{}
	for {
		if !r.next('"') {
			return nil, r.malformed(at)
		}
		quote := r.pos
		name, bad := r.string(at)
		if bad != nil {
			return nil, bad
		}
		if seen[name] {
			return nil, &offence{DuplicateMember, quote, at.member(name)}
		}
		seen[name] = true
		r.skipSpace()
		if !r.take(':') {
			return nil, r.malformed(at)
		}
		r.skipSpace()
		v, bad := r.value(at.member(name), level+1)
		if bad != nil {
			return nil, bad
		}
		members = append(members, member{name, v})
		r.skipSpace()
		if r.take('}') {
			return members, nil
		}
		if !r.take(',') {
			return nil, r.malformed(at)
		}
		r.skipSpace()
	}
}

// array reads from the opening to the closing bracket.
func (r *reader) array(at *place, level int) ([]*value, *offence) {
	r.take('[')
	r.skipSpace()
	if r.take(']') {
		return nil, nil
	}
	var items []*value
	for {
		v, bad := r.value(at.element(len(items)), level+1)
		if bad != nil {
			return nil, bad
		}
		items = append(items, v)
		r.skipSpace()
		if r.take(']') {
			return items, nil
		}
		if !r.take(',') {
			return nil, r.malformed(at)
		}
		r.skipSpace()
	}
}

// literal reads true, false or null.
func (r *reader) literal(word string, at *place) *offence {
	for i := 0; i < len(word); i++ {
		if !r.take(word[i]) {
			return r.malformed(at)
		}
	}
	return nil
}
