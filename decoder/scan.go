package decoder

import (
	"math"

	"github.com/kvhints/hintcheck/limits"
)

// Profile says which rules a [Scanner] holds a text to. The zero Profile accepts
// no array and no object. Make one with [Strict], [Body] or [Unread].
type Profile struct {
	strict   bool
	unread   bool
	maxBytes int
	maxDepth int
}

// Strict is the profile of admission: every rule of the package comment, within
// lim. The size is judged by [Stream] and [Check], which see whole texts; Scan
// itself takes any text of at most limits.LargestMaxBytes bytes.
func Strict(lim limits.Limits) Profile {
	return Profile{strict: true, maxBytes: lim.MaxBytes(), maxDepth: lim.MaxDepth()}
}

// Body is the profile of request bodies: the RFC 8259 grammar and UTF-8, and
// nothing else. Depth costs one bit a level, so it is bounded by the size; a
// maxDepth above 0 bounds it further. The caller bounds the size.
func Body(maxDepth int) Profile {
	if maxDepth <= 0 {
		maxDepth = math.MaxInt
	}
	return Profile{maxBytes: math.MaxInt, maxDepth: maxDepth}
}

// Unread is the profile of bytes that nobody may look at: a [Stream] collects
// them within lim and does not scan them. No text of it keeps every rule: at its
// end it is MalformedJSON.
func Unread(lim limits.Limits) Profile {
	return Profile{unread: true, maxBytes: lim.MaxBytes()}
}

// oversized is the offence of a text of more than maxBytes bytes.
func (p Profile) oversized() Offence { return Offence{Oversized, p.maxBytes} }

// state says what the scanner waits for between two calls of Scan.
type state uint8

const (
	atValue        state = iota // a value
	atFirstElement              // a value or ']'
	atFirstName                 // a name or '}'
	atName                      // a name
	atColon                     // ':'
	atNext                      // ',' or the closing bracket
	atEnd                       // only whitespace
	inString                    // the rest of a string value
	inName                      // the rest of a name
	inNumber                    // the rest of a number
	inLiteral                   // the rest of true, false or null
	finished                    // nothing: the text was complete
)

// inValue reports whether the first byte of a scalar has been read and its last
// one has not.
func (s state) inValue() bool { return s == inString || s == inNumber || s == inLiteral }

// frame is an open array or object of the Strict profile.
type frame struct {
	start  uint32 // offset of its bracket
	token  uint32 // position of its token
	names  uint32 // where its names start in names.stack
	name   uint32 // offset of the opening quote of its last name
	length uint32 // of that name between the quotes

	around   uint32 // Scanner.count of the container around it
	inObject bool   // that container is an object
}

// Scanner checks one text at a time. Make one with [NewScanner]; it is not safe
// for concurrent use. Its memory is scratch, used again after [Scanner.Reset].
type Scanner struct {
	profile Profile

	state   state
	number  numberState // where a number stands, inNumber
	escaped bool        // the string being read holds an escape
	object  bool        // the innermost open container is an object
	pos     int         // bytes read
	utf8    int         // bytes whose UTF-8 is checked
	start   int         // first byte of the token being read
	space   int         // bytes of insignificant whitespace read
	count   int         // values begun, or names read, in the innermost container
	depth   int         // open arrays and objects
	deepest int         // the largest depth so far

	levels []uint64 // Body only: one bit for each open level
	frames []frame  // Strict only, as are names and tokens: the first depth are open
	names  names
	tokens []token

	offence Offence
}

// NewScanner returns a scanner for texts of the profile.
func NewScanner(p Profile) *Scanner {
	s := new(Scanner)
	s.Reset(p)
	return s
}

// Reset makes the scanner ready for another text, of the same profile or
// another, keeping its scratch. An [Index] made before is no longer valid.
func (s *Scanner) Reset(p Profile) {
	s.names.reset()
	*s = Scanner{
		profile: p,
		levels:  s.levels[:0],
		frames:  s.frames,
		names:   s.names,
		tokens:  s.tokens[:0],
	}
}

// Scan reads on in a text of which prefix is all that has come so far: it must
// start with the bytes of the call before. final says that no more will come.
// It returns the first offence, which no later bytes can change, or the zero
// Offence. A zero Offence after final means that the text keeps every rule.
//
// Scan keeps no reference to prefix, so that the caller may move it to grow it.
// The cost over all calls is linear in the bytes, and a call that starts inside
// a token continues it.
func (s *Scanner) Scan(prefix []byte, final bool) Offence {
	if s.offence.Reason != None {
		return s.offence
	}
	if s.profile.unread {
		if final {
			return s.fail(Offence{MalformedJSON, 0}) // nobody may take it for checked
		}
		return Offence{}
	}
	var (
		p      = prefix
		i      = s.pos
		strict = s.profile.strict
		object = s.object
		count  = s.count
		tokens = s.tokens
		c      byte
		o      Offence
	)

	// Each label is a place in the grammar and a jump is a step of it. A place
	// where p ends, or where a byte is wrong, stores its state: the next call
	// goes on there.
	switch s.state {
	case atValue:
		goto value
	case atFirstElement:
		goto firstElement
	case atFirstName:
		goto firstName
	case atName:
		goto name
	case atColon:
		goto colon
	case atNext:
		goto next
	case atEnd, finished: // after finished, more bytes are bytes too many
		goto end
	case inString, inName:
		goto insideString
	case inNumber:
		goto insideNumber
	default:
		goto insideLiteral
	}

firstElement:
	if i = s.skipSpace(p, i); i == len(p) {
		s.state = atFirstElement
		goto ranOut
	}
	if p[i] == ']' {
		goto closeContainer
	}
	count = 1

value:
	if i = s.skipSpace(p, i); i == len(p) {
		s.state = atValue
		goto ranOut
	}
	s.start = i
	c = p[i]
	switch {
	case c-'1' <= 8:
		// The most frequent token by far is an integer that ends in p.
		end := i + 1
		if end < len(p) && p[end]-'0' <= 9 {
			end = skipDigits(p, end+1)
		}
		if end == len(p) || p[end] == '.' || p[end]|0x20 == 'e' || strict && !integerInRange(p[i:end]) {
			s.state, s.number = inNumber, numStart
			goto insideNumber
		}
		if strict {
			tokens = append(tokens, makeToken(Integer, i, end-i))
		}
		i = end
		goto next
	case c == '"':
		s.state, s.escaped = inString, false
		i++
		goto insideString
	case c == '{' || c == '[':
		goto openContainer
	case c == '0' || c == '-':
		s.state, s.number = inNumber, numStart
		goto insideNumber
	case c == 't' || c == 'f' || c == 'n':
		s.state = inLiteral
		goto insideLiteral
	}
	s.state = atValue
	goto malformed

firstName:
	if i = s.skipSpace(p, i); i == len(p) {
		s.state = atFirstName
		goto ranOut
	}
	if p[i] == '}' {
		goto closeContainer
	}

name:
	if i = s.skipSpace(p, i); i == len(p) {
		s.state = atName
		goto ranOut
	}
	if p[i] != '"' {
		s.state = atName
		goto malformed
	}
	s.state, s.escaped = inName, false
	s.start = i
	i++

insideString:
	if i = stringStop(p, i); i == len(p) {
		goto ranOut
	}
	if c = p[i]; c == '\\' {
		var after int
		if after, o = escapeEnd(p, i, strict); after == 0 {
			if o.Reason == None {
				goto ranOut // and read the escape again from its backslash
			}
			goto fail
		}
		s.escaped = true
		i = after
		goto insideString
	}
	if c != '"' {
		goto malformed
	}
	if s.state == inString {
		if strict {
			tokens = append(tokens, stringToken(String, s.start, i, s.escaped))
		}
		i++
		goto next
	}
	if strict {
		count++
		if s.addName(p, i, count) {
			o = Offence{DuplicateMember, s.start}
			goto fail
		}
		tokens = append(tokens, stringToken(Name, s.start, i, s.escaped))
	}
	i++

colon:
	if i = s.skipSpace(p, i); i == len(p) {
		s.state = atColon
		goto ranOut
	}
	if p[i] != ':' {
		s.state = atColon
		goto malformed
	}
	i++
	goto value

insideNumber:
	i, s.number = readNumber(p, i, s.number)
	if i == len(p) && !(final && s.depth == 0 && s.number.complete()) {
		goto ranOut
	}
	if !s.number.complete() {
		goto malformed
	}
	if strict {
		if r := judgeNumber(p[s.start:i], s.number); r != None {
			o = Offence{r, s.start}
			goto fail
		}
		tokens = append(tokens, makeToken(s.number.kind(), s.start, i-s.start))
	}
	goto next

insideLiteral:
	{
		kind, word := literal(p[s.start])
		for i < len(p) && i-s.start < len(word) && p[i] == word[i-s.start] {
			i++
		}
		if i-s.start < len(word) {
			if i == len(p) {
				goto ranOut
			}
			goto malformed
		}
		if strict {
			tokens = append(tokens, makeToken(kind, s.start, len(word)))
		}
	}
	goto next

openContainer:
	if s.depth >= s.profile.maxDepth {
		o = Offence{TooDeep, i}
		goto fail
	}
	s.depth++
	s.deepest = max(s.deepest, s.depth)
	if strict {
		s.pushFrame(i, len(tokens), count, object)
		tokens = append(tokens, makeToken(bracketKind(c), i, 0)) // its End follows
	} else {
		s.push(c == '{')
	}
	object, count = c == '{', 0
	i++
	if object {
		goto firstName
	}
	goto firstElement

closeContainer:
	s.depth--
	if strict {
		f := s.popFrame(object, count)
		tokens[f.token] |= token(len(tokens))
		tokens = append(tokens, makeToken(End, i, count))
		object, count = f.inObject, int(f.around)
	} else {
		object = s.innerIsObject()
	}
	i++

next:
	if s.depth == 0 {
		goto end
	}
	if i = s.skipSpace(p, i); i == len(p) {
		s.state = atNext
		goto ranOut
	}
	switch c = p[i]; {
	case c == ',' && object:
		i++
		goto name
	case c == ',':
		i++
		count++
		goto value
	case c == '}' && object, c == ']' && !object:
		goto closeContainer
	}
	s.state = atNext
	goto malformed

end:
	s.state = atEnd
	if i = s.skipSpace(p, i); i < len(p) {
		goto malformed
	}
	s.pos, s.tokens = i, tokens
	if bad := s.checkUTF8(p, i); bad >= 0 {
		return s.fail(Offence{InvalidUTF8, bad})
	}
	if final {
		s.state = finished
	}
	return Offence{}

ranOut: // p ends at a place where the text cannot end
	s.pos, s.object, s.count, s.tokens = i, object, count, tokens
	if bad := s.checkUTF8(p, len(p)); bad >= 0 {
		return s.fail(Offence{InvalidUTF8, bad})
	}
	if final {
		return s.fail(Offence{MalformedJSON, len(p)})
	}
	return Offence{}

malformed: // p[i] stands where no valid text has it
	o = Offence{MalformedJSON, i}

fail:
	s.pos, s.object, s.count, s.tokens = i, object, count, tokens
	// A sequence that is not UTF-8 and ended before this offence was met first.
	if bad := s.checkUTF8(p, i); bad >= 0 {
		o = Offence{InvalidUTF8, bad}
	}
	return s.fail(o)
}
