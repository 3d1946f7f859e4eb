package decoder

import (
	"strconv"
	"unicode/utf8"
)

// Quote makes text that came from a client safe to print: quoted, with every
// byte outside printable ASCII escaped (control characters, ANSI sequences,
// bidirectional overrides), and cut so that the result is at most most bytes
// long, the quotes and the three dots of a cut included. Less than 5 is taken
// as 5.
func Quote[T ~string | ~[]byte](text T, most int) string {
	const ellipsis = `"...`
	most = max(most, 5)
	// Escaping never shortens, and the quotes come on top: longer text is cut.
	s := string(text[:min(len(text), most)])
	if q := strconv.QuoteToASCII(s); len(q) <= most {
		return q
	}
	out := []byte{'"'}
	for {
		_, n := utf8.DecodeRuneInString(s)
		q := strconv.QuoteToASCII(s[:n])
		q = q[1 : len(q)-1]
		if len(out)+len(q)+len(ellipsis) > most {
			break
		}
		out = append(out, q...)
		s = s[n:]
	}
	return string(out) + ellipsis
}

// AppendQuoted appends text as a JSON string, with the escapes that RFC 8259
// section 7 requires and no others. Text that is not UTF-8 stays as it is.
func AppendQuoted(dst []byte, text string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}
