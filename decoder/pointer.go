package decoder

import "strconv"

// AppendPointer appends the JSON Pointer (RFC 6901) that tells where in text the
// offence of this scanner stands: the value being read, from its first byte on;
// between values and in a name, the innermost open array or object; for
// DuplicateMember, that object and the name. It appends nothing, the pointer of
// the whole text, where nothing is open and nothing is being read, for Oversized
// and for the Body profile. text is the prefix that Scan last saw.
//
// Nothing is kept for the pointer while the text is good. The cost is linear in
// the bytes before the offence, and the scanner may use them again: it must be
// Reset before it scans another text.
func (s *Scanner) AppendPointer(dst, text []byte) []byte {
	if !s.profile.strict {
		return dst
	}
	o := s.offence
	switch o.Reason {
	case None, Oversized:
		return dst
	case InvalidUTF8:
		// UTF-8 is checked behind the grammar, which has gone on since.
		s.Reset(s.profile)
		s.Scan(text[:o.Offset], false)
		s.offence = o
	}
	inValue := s.state.inValue() || o.Reason == TooDeep
	tokens := Index{text, s.tokens}
	for i := range s.depth {
		value, count, in := len(s.tokens), s.count, s.in
		if i+1 < s.depth {
			f := &s.frames[i+1]
			value, count, in = int(f.token), int(f.count), f.in
		} else if o.Reason == DuplicateMember {
			tokens.tokens = append(tokens.tokens, stringToken(Name, s.start, s.pos, s.escaped))
			value++
		} else if !inValue {
			break
		}
		dst = append(dst, '/')
		if in == inObject {
			dst = AppendPointerName(dst, tokens.Text(nil, value-1))
		} else {
			dst = strconv.AppendInt(dst, int64(count-1), 10)
		}
	}
	return dst
}

// AppendPointerName appends name as one reference token of a JSON Pointer,
// without the slash before it: RFC 6901 writes ~ as ~0 and / as ~1.
func AppendPointerName(dst, name []byte) []byte {
	for _, c := range name {
		switch c {
		case '~':
			dst = append(dst, '~', '0')
		case '/':
			dst = append(dst, '~', '1')
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// Error returns the scanner's offence as an [*Error] with its pointer, or nil if
// there is none. text is the prefix that Scan last saw. Like AppendPointer it
// may use up the scanner.
func (s *Scanner) Error(text []byte) error {
	if s.offence.Reason == None {
		return nil
	}
	o := s.offence
	pointer := string(s.AppendPointer(nil, text))
	return newError(o, pointer, s.profile)
}
