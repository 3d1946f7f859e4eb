package decoder

// The parts of Scan that are not the grammar: whitespace, levels, tokens, failing.

// skipSpace returns the offset of the first byte at or after i that is not JSON
// whitespace, and counts what it skipped.
func (s *Scanner) skipSpace(p []byte, i int) int {
	if i < len(p) && p[i] > ' ' {
		return i
	}
	return s.skipRun(p, i)
}

func (s *Scanner) skipRun(p []byte, i int) int {
	next := SkipSpace(p, i)
	s.space += next - i
	return next
}

// SkipSpace returns the offset of the first byte at or after i that is not JSON
// whitespace (RFC 8259 section 2), or len(text).
func SkipSpace(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t') {
		i++
	}
	return i
}

// literal returns the kind and the spelling of the literal that starts with c.
func literal(c byte) (Kind, string) {
	switch c {
	case 't':
		return True, "true"
	case 'f':
		return False, "false"
	}
	return Null, "null"
}

// push opens a level of the Body profile, which keeps one bit for each: whether
// it is an object. s.depth counts it already.
func (s *Scanner) push(object bool) {
	word, bit := (s.depth-1)/64, uint64(1)<<((s.depth-1)%64)
	if word == len(s.levels) {
		s.levels = append(s.levels, 0)
	}
	s.levels[word] &^= bit
	if object {
		s.levels[word] |= bit
	}
}

// innerIsObject reports whether the innermost open level of the Body profile is
// an object.
func (s *Scanner) innerIsObject() bool {
	return s.depth > 0 && s.levels[(s.depth-1)/64]>>((s.depth-1)%64)&1 != 0
}

// pushFrame opens the array or object whose bracket is at offset start and whose
// token is at position token, in a container with count values or names so far.
// s.depth counts it already.
func (s *Scanner) pushFrame(start, token, count int, inObject bool) {
	if s.depth > len(s.frames) {
		s.frames = append(s.frames, frame{})
	}
	// Field by field: a frame built elsewhere and then copied waits for its parts.
	f := &s.frames[s.depth-1]
	f.start, f.token, f.around, f.inObject = uint32(start), uint32(token), uint32(count), inObject
	f.names = uint32(len(s.names.stack))
}

// popFrame closes the innermost array or object, which had count values or names.
// s.depth counts it no more.
// The frame is valid until the next pushFrame.
func (s *Scanner) popFrame(object bool, count int) *frame {
	f := &s.frames[s.depth]
	if object {
		s.names.drop(f, count)
	}
	return f
}

// addName adds the name whose closing quote is at end to the innermost object,
// of which it is name number count. It reports whether the object had it already.
func (s *Scanner) addName(p []byte, end, count int) (duplicate bool) {
	f := &s.frames[s.depth-1]
	f.name, f.length = uint32(s.start), uint32(end-s.start-1)
	return s.names.add(p, f, s.start+1, end, count, s.escaped)
}

func stringToken(k Kind, start, end int, escaped bool) token {
	t := makeToken(k, start, end-start-1)
	if escaped {
		t |= tokenEscaped
	}
	return t
}

func bracketKind(c byte) Kind {
	if c == '{' {
		return Object
	}
	return Array
}

// checkUTF8 checks what of p[:to] is not checked yet and returns the offset of
// the first sequence that is certainly wrong, or -1.
func (s *Scanner) checkUTF8(p []byte, to int) int {
	if to <= s.utf8 {
		return -1 // an escape is read again from its backslash
	}
	bad, checked := checkUTF8(p, s.utf8, to, to < len(p))
	s.utf8 = checked
	return bad
}

// fail stores the offence; it stays whatever comes.
func (s *Scanner) fail(o Offence) Offence {
	s.offence = o
	return o
}

// Index returns the tokens of a text of the Strict profile that Scan has read
// to its end without an offence, else an empty Index. It allocates nothing.
func (s *Scanner) Index(text []byte) Index {
	if s.state != finished {
		return Index{}
	}
	return Index{text, s.tokens}
}

// Space returns how many bytes of insignificant whitespace have been read: a
// text is that much shorter when written without it.
func (s *Scanner) Space() int { return s.space }

// Depth returns the deepest nesting so far, in open arrays and objects.
func (s *Scanner) Depth() int { return s.deepest }
