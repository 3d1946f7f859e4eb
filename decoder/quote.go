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
