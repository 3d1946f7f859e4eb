package reference

import "unicode/utf8"

// string reads a string or a member name from its opening quote to its
// closing one and returns it unescaped. Offences are reported at the given
// place: the value's own, or for a name the object that holds it.
func (r *reader) string(at *place) (string, *offence) {
	r.take('"')
	var text []byte
	for {
		if r.atEnd() {
			return "", r.malformed(at)
		}
		switch c := r.raw[r.pos]; {
		case c == '"':
			r.pos++
			return string(text), nil
		case c == '\\':
			char, bad := r.escape(at)
			if bad != nil {
				return "", bad
			}
			text = utf8.AppendRune(text, char)
		case c < 0x20:
			return "", r.malformed(at) // a raw control character
		case c < 0x80:
			text = append(text, c)
			r.pos++
		default:
			rest := r.raw[r.pos:]
			if !utf8.FullRune(rest) {
				// Well-formed so far, but the text ends inside it.
				r.pos = len(r.raw)
				return "", r.malformed(at)
			}
			char, size := utf8.DecodeRune(rest)
			if char == utf8.RuneError && size == 1 {
				return "", &offence{InvalidUTF8, r.pos, at}
			}
			text = append(text, rest[:size]...)
			r.pos += size
		}
	}
}

// escape reads one escape, or the two of a surrogate pair, from its backslash.
func (r *reader) escape(at *place) (rune, *offence) {
	backslash := r.pos
	lone := &offence{LoneSurrogate, backslash, at}
	r.take('\\')
	if r.atEnd() {
		return 0, r.malformed(at)
	}
	switch r.raw[r.pos] {
	case '"', '\\', '/':
		r.pos++
		return rune(r.raw[r.pos-1]), nil
	case 'b':
		r.pos++
		return 0x08, nil
	case 'f':
		r.pos++
		return 0x0C, nil
	case 'n':
		r.pos++
		return 0x0A, nil
	case 'r':
		r.pos++
		return 0x0D, nil
	case 't':
		r.pos++
		return 0x09, nil
	case 'u':
		r.pos++
	default:
		return 0, r.malformed(at)
	}
	first, bad := r.fourHexDigits(at)
	switch {
	case bad != nil:
		return 0, bad
	case isLow(first):
		return 0, lone
	case !isHigh(first):
		return first, nil
	}

	// A high surrogate: an escaped low one must follow. If the text ends
	// before that is settled it has ended too early, which is all we can say.
	if r.atEnd() {
		return 0, r.malformed(at)
	}
	if !r.take('\\') {
		return 0, lone
	}
	if r.atEnd() {
		return 0, r.malformed(at)
	}
	if !r.take('u') {
		return 0, lone
	}
	second, bad := r.fourHexDigits(at)
	switch {
	case bad != nil:
		return 0, bad
	case !isLow(second):
		return 0, lone
	}
	return 0x10000 + (first-0xD800)*0x400 + (second - 0xDC00), nil
}

func isHigh(unit rune) bool { return 0xD800 <= unit && unit <= 0xDBFF }
func isLow(unit rune) bool  { return 0xDC00 <= unit && unit <= 0xDFFF }

// fourHexDigits reads the digits of a \u escape.
func (r *reader) fourHexDigits(at *place) (rune, *offence) {
	var unit rune
	for range 4 {
		if r.atEnd() {
			return 0, r.malformed(at)
		}
		c := r.raw[r.pos]
		var digit byte
		switch {
		case isDigit(c):
			digit = c - '0'
		case 'a' <= c && c <= 'f':
			digit = c - 'a' + 10
		case 'A' <= c && c <= 'F':
			digit = c - 'A' + 10
		default:
			return 0, r.malformed(at)
		}
		unit = unit*16 + rune(digit)
		r.pos++
	}
	return unit, nil
}
