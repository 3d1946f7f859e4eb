package decoder

import "math/bits"

// window is how many bytes are read at a time: few enough that the check of their
// UTF-8 finds them in the nearest cache, and that the room for their tokens is small.
const window = 4096

// read reads on from s.pos to the end of p or the first offence. It is the whole
// grammar: each label is a place in it, and a jump is a step. A place where p ends,
// or where a byte is wrong, stores its state: the next call goes on there.
//
// It is one function with few variables so that they stay in registers; what is
// not needed at every byte lives in s.
func (s *Scanner) read(p []byte, final bool) {
	var (
		i     = s.pos
		count = s.count
		depth = s.depth
		out   = s.tokens[len(s.tokens):cap(s.tokens)]
		n     = 0 // tokens in out
		c     byte
		upTo  = len(p) // where the UTF-8 is checked to
		o     Offence
	)
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
	c = p[i]
	if c == ']' {
		goto closeContainer
	}
	count = 1
	if c == '[' || c == '{' {
		goto openContainer
	}

value:
	if i = s.skipSpace(p, i); i == len(p) {
		s.state = atValue
		goto ranOut
	}
	c = p[i]
	if c-'0' <= 9 {
		goto digit
	}
	s.start = i
	if c == '"' {
		s.state, s.escaped = inString, false
		i++
		goto insideString
	}
	switch c {
	case '{', '[':
		goto openContainer
	case '-':
		goto number
	case 't', 'f', 'n':
		kind, end := wholeLiteral(p, i)
		if end == i {
			s.state = inLiteral
			goto insideLiteral
		}
		if s.profile.tokens {
			out[n] = makeToken(kind, i, end-i)
			n++
		}
		i = end
		goto next
	}
	s.state = atValue
	goto malformed

digit: // c is a digit
	if has(p, i, 25) && s.in == inArray && notDigits(word(p, i)) == 0 {
		j, m := longIntegers(p, i, out, n, s.profile.tokens)
		if j > i {
			count += m - n // without tokens nobody asks for it
			i, n = j, m
			goto value
		}
	}

number: // c is '-' or a digit; up to 18 digits, and perhaps a fraction
	s.start = i
	{
		digits := i
		if p[i] == '-' {
			digits++
		}
		end := skipDigits(p, digits)
		kind, length := Integer, end-digits
		if length == 0 || length > 18 || end == len(p) || p[digits] == '0' && length != 1 {
			goto otherNumber
		}
		if p[end] == '.' {
			point := end
			end = skipDigits(p, point+1)
			if end == point+1 || end == len(p) {
				goto otherNumber
			}
			kind = Float
		}
		if p[end]|0x20 == 'e' {
			goto otherNumber
		}
		if s.profile.tokens {
			out[n] = makeToken(kind, i, end-i)
			n++
		}
		i = end
		if p[i] == ',' && s.in == inArray {
			count++
			i++
			goto value
		}
	}
	goto next

otherNumber:
	s.state, s.number = inNumber, numStart
	goto insideNumber

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
	if has(p, i, 8) {
		if m := stopMask(word(p, i)); m != 0 {
			i += bits.TrailingZeros64(m) / 8 // most strings and nearly all names are short
			goto stringStopped
		}
	}
	if i = stringStop(p, i); i == len(p) {
		goto ranOut
	}
stringStopped:
	c = p[i]
	if c == '\\' {
		var after int
		if after, o = escapeEnd(p, i, s.profile.strict); after == 0 {
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
		if s.profile.tokens {
			out[n] = stringToken(String, s.start, i, s.escaped)
			n++
		}
		i++
		goto next
	}
	if s.profile.strict {
		count++
		if count <= fewNames && !s.escaped {
			start, length := uint32(s.start+1), uint32(i-s.start-1)
			mark := markOf(p, start, length)
			if bit := s.names.bit(mark); s.seen&bit == 0 { // most names are told apart here
				s.seen |= bit
				s.names.push(mark, start, length)
				goto newName
			}
		}
		if s.addName(p, depth, i, count) {
			o = Offence{DuplicateMember, s.start}
			goto fail
		}
	}
newName:
	if s.profile.tokens {
		out[n] = stringToken(Name, s.start, i, s.escaped)
		n++
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
	if i == len(p) && !(final && s.in == inText && s.number.complete()) {
		goto ranOut
	}
	if !s.number.complete() {
		goto malformed
	}
	if s.profile.strict {
		if r := judgeNumber(p[s.start:i], s.number); r != None {
			o = Offence{r, s.start}
			goto fail
		}
	}
	if s.profile.tokens {
		out[n] = makeToken(s.number.kind(), s.start, i-s.start)
		n++
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
		if s.profile.tokens {
			out[n] = makeToken(kind, s.start, len(word))
			n++
		}
	}
	goto next

openContainer:
	if depth >= s.profile.maxDepth {
		o = Offence{TooDeep, i}
		goto fail
	}
	if s.profile.strict {
		if depth == len(s.frames) {
			s.frames = append(s.frames, frame{})
		}
		// Field by field: a frame built elsewhere and then copied waits for its parts.
		f := &s.frames[depth]
		f.token, f.in, f.count = uint32(len(s.tokens)+n), s.in, uint32(count)
		f.names, f.seen = uint32(len(s.names.stack)), s.seen
	} else {
		s.pushLevel(depth, c == '{')
	}
	if s.profile.tokens {
		out[n] = makeToken(bracketKind(c), i, 0) // its End follows
		n++
	}
	depth++
	s.deepest = max(s.deepest, depth)
	i++
	count = 0
	if c == '{' {
		s.in, s.seen = inObject, 0
		goto firstName
	}
	s.in = inArray
	goto firstElement

closeContainer:
	depth--
	if s.profile.strict {
		f := &s.frames[depth]
		if s.in == inObject {
			s.names.drop(f, count)
		}
		s.tokens[:cap(s.tokens)][f.token] |= Token(len(s.tokens) + n)
		out[n] = makeToken(End, i, count)
		n++
		s.in, count, s.seen = f.in, int(f.count), f.seen
	} else {
		s.in = s.level(depth)
		if s.profile.tokens {
			out[n] = makeToken(End, i, 0)
			n++
		}
	}
	i++

next:
	if s.in == inText {
		goto end
	}
	if i = s.skipSpace(p, i); i == len(p) {
		s.state = atNext
		goto ranOut
	}
	c = p[i]
	if c == ',' {
		i++
		if s.in == inObject {
			goto name
		}
		count++
		goto value
	}
	if c == '}' && s.in == inObject || c == ']' && s.in == inArray {
		goto closeContainer
	}
	s.state = atNext
	goto malformed

end:
	s.state = atEnd
	if i = s.skipSpace(p, i); i < len(p) {
		goto malformed
	}
	if final {
		s.state = finished
	}
	goto leave

ranOut: // p ends at a place where the text cannot end
	if final {
		o = Offence{MalformedJSON, len(p)}
	}
	goto leave

malformed: // p[i] stands where no valid text has it
	o = Offence{MalformedJSON, i}

fail: // what comes after i is not looked at
	upTo = i

leave:
	s.depth = depth
	s.pos, s.count, s.tokens = i, count, s.tokens[:len(s.tokens)+n]
	// A sequence that is not UTF-8 and ended before the offence was met first.
	if bad := s.checkUTF8(p, upTo); bad != -1 {
		o = Offence{InvalidUTF8, bad}
	}
	s.offence = o // it stays whatever comes
}
