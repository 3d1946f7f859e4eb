package decoder

// The parts of Scan that are not the grammar: whitespace, literals, levels, tokens, UTF-8.

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

// wholeLiteral returns the kind and the end of the literal at p[i:], or i if there
// is none or p may end inside it.
func wholeLiteral(p []byte, i int) (Kind, int) {
	switch {
	case !has(p, i, 5):
	case string(p[i:i+4]) == "true":
		return True, i + 4
	case string(p[i:i+4]) == "null":
		return Null, i + 4
	case string(p[i:i+5]) == "false":
		return False, i + 5
	}
	return Null, i
}

// pushLevel notes which kind of container opens inside depth others. The Body
// profile keeps that one bit for each level and nothing else.
func (s *Scanner) pushLevel(depth int, object bool) {
	word, bit := depth/64, uint64(1)<<(depth%64)
	if word == len(s.levels) {
		s.levels = append(s.levels, 0)
	}
	s.levels[word] &^= bit
	if object {
		s.levels[word] |= bit
	}
}

// level returns the innermost of depth open levels of the Body profile.
func (s *Scanner) level(depth int) container {
	switch {
	case depth == 0:
		return inText
	case s.levels[(depth-1)/64]>>((depth-1)%64)&1 != 0:
		return inObject
	}
	return inArray
}

// addName adds the name whose closing quote is at end to the innermost object,
// of which it is name number count. It reports whether the object had it already.
func (s *Scanner) addName(p []byte, depth, end, count int) (duplicate bool) {
	s.seen, duplicate = s.names.add(p, &s.frames[depth-1], s.seen, s.start+1, end, count, s.escaped)
	return duplicate
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
	to = max(to, s.utf8) // an escape is read again from its backslash
	bad, checked := checkUTF8(p, s.utf8, to, to < len(p))
	s.utf8 = checked
	return bad
}

// Index returns the tokens of a text of the Strict profile that Scan has read
// to its end without an offence, else an empty Index. It allocates nothing.
func (s *Scanner) Index(text []byte) Index {
	if !s.profile.strict || s.state != finished || s.offence.Reason != None {
		return Index{}
	}
	return Index{text, s.tokens}
}

// Take returns the tokens that Scan has read since the last Take, for a Body profile
// with tokens; text is the prefix that Scan last saw. A token comes when its last
// byte has been read, those before an offence too. Of the Index only Len, Kind, Span,
// Offset, Escaped, Is and the texts hold: where a container ends is told by its End.
// It is valid until the next Scan. The list takes up to eight bytes for each byte
// scanned since the last Take: whoever gives Scan a few kilobytes more at a time,
// and takes after each, keeps it short.
func (s *Scanner) Take(text []byte) Index {
	if s.profile.strict {
		return Index{}
	}
	x := Index{text, s.tokens}
	s.tokens = s.tokens[:0]
	return x
}

// Space returns how many bytes of insignificant whitespace have been read: a
// text is that much shorter when written without it.
func (s *Scanner) Space() int { return s.space }

// Depth returns the deepest nesting so far, in open arrays and objects.
func (s *Scanner) Depth() int { return s.deepest }
