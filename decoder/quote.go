package decoder

import (
	"strconv"
	"unicode/utf8"
)

// Quote makes text that came from a client safe to print: quoted, with every
// byte outside printable ASCII escaped (control characters, ANSI sequences,
// bidirectional overrides), and cut so that the result is at most max bytes
// long, the quotes and the three dots of a cut included. A max below 5 is taken
// as 5.
func Quote[T ~string | ~[]byte](text T, max int) string {
	const ellipsis = `"...`
	if max < 5 {
		max = 5
	}
	// Escaping never shortens, so no more than max bytes can be printed.
	cut := len(text) > max
	if cut {
		text = text[:max]
	}
	s := string(text)
	if q := strconv.QuoteToASCII(s); !cut && len(q) <= max {
		return q
	}
	out := []byte{'"'}
	for {
		_, n := utf8.DecodeRuneInString(s)
		q := strconv.QuoteToASCII(s[:n])
		q = q[1 : len(q)-1]
		if len(out)+len(q)+len(ellipsis) > max {
			break
		}
		out = append(out, q...)
		s = s[n:]
	}
	return string(out) + ellipsis
}
