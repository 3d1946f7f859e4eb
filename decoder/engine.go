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

// push opens a level whose kind is s.object.
func (s *Scanner) push() {
	word, bit := s.depth/64, uint64(1)<<(s.depth%64)
	if word == len(s.levels) {
		s.levels = append(s.levels, 0)
	}
	s.levels[word] &^= bit
	if s.object {
		s.levels[word] |= bit
	}
	s.depth++
	s.deepest = max(s.deepest, s.depth)
}

// pop closes a level and sets s.object to the kind of the level around it.
func (s *Scanner) pop() {
	s.depth--
	if s.depth > 0 {
		around := s.depth - 1
		s.object = s.levels[around/64]>>(around%64)&1 != 0
	}
}

// pushFrame opens the array or object whose bracket is at i.
func (s *Scanner) pushFrame(i int) *frame {
	s.frames = append(s.frames, frame{
		start: uint32(i),
		token: uint32(len(s.tokens)),
		names: uint32(len(s.names.stack)),
	})
	kind := Array
	if s.object {
		kind = Object
	}
	s.tokens = append(s.tokens, makeToken(kind, i, 0)) // popFrame fills in its End
	return &s.frames[len(s.frames)-1]
}

// popFrame closes the innermost array or object at the bracket at i and returns
// the one around it.
func (s *Scanner) popFrame(i int) *frame {
	n := len(s.frames) - 1
	f := &s.frames[n]
	s.tokens[f.token] |= Token(len(s.tokens))
	s.tokens = append(s.tokens, makeToken(End, i, int(f.count)))
	s.names.drop(f)
	s.frames = s.frames[:n]
	if n == 0 {
		return f // a frame that nothing counts in any more
	}
	return &s.frames[n-1]
}

// addString adds the token of a String or Name whose closing quote is at i.
func (s *Scanner) addString(k Kind, i int) {
	t := makeToken(k, s.start, i-s.start-1)
	if s.escaped {
		t |= tokenEscaped
	}
	s.tokens = append(s.tokens, t)
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
