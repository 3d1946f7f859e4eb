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
	from := i
	for i < len(p) && (p[i] == ' ' || p[i] == '\n' || p[i] == '\r' || p[i] == '\t') {
		i++
	}
	s.space += i - from
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

// push opens a level.
func (s *Scanner) push(object bool) {
	word, bit := s.depth/64, uint64(1)<<(s.depth%64)
	if word == len(s.levels) {
		s.levels = append(s.levels, 0)
	}
	s.levels[word] &^= bit
	if object {
		s.levels[word] |= bit
	}
	s.depth++
	s.deepest = max(s.deepest, s.depth)
}

// pop closes a level and reports whether the one around it is an object.
func (s *Scanner) pop() bool {
	s.depth--
	return s.depth > 0 && s.isObject(s.depth-1)
}

// isObject reports whether the open level is an object; the outermost is 0.
func (s *Scanner) isObject(level int) bool {
	return s.levels[level/64]>>(level%64)&1 != 0
}

// pushFrame opens the array or object whose bracket is at offset start and whose
// token is at position token.
func (s *Scanner) pushFrame(start, token, count int) {
	s.frames = append(s.frames, frame{})
	// Field by field: a frame built elsewhere and then copied waits for its parts.
	f := &s.frames[len(s.frames)-1]
	f.start, f.token, f.around = uint32(start), uint32(token), uint32(count)
	f.names = uint32(len(s.names.stack))
}

// popFrame closes the innermost array or object.
func (s *Scanner) popFrame() (token, count int) {
	f := &s.frames[len(s.frames)-1]
	s.frames = s.frames[:len(s.frames)-1]
	s.names.drop(f)
	return int(f.token), int(f.around)
}

// addName adds the name whose closing quote is at end to the innermost object,
// of which it is name number count. It reports whether the object had it already.
func (s *Scanner) addName(p []byte, end, count int) (duplicate bool) {
	f := &s.frames[len(s.frames)-1]
	f.name, f.length = uint32(s.start), uint32(end-s.start-1)
	return s.names.add(p, f, s.start+1, end, count, s.escaped)
}

func stringToken(k Kind, start, end int, escaped bool) Token {
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
