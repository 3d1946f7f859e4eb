package decoder

import "unicode/utf8"

// UTF-8 is checked apart from the grammar, over whole stretches of text: outside
// strings the grammar refuses every byte from 0x80 on, so what is left to check
// are sequences inside strings, and the standard library checks those at many
// bytes a step.

// checkUTF8 checks p[from:to]. It returns the offset of the first byte of the
// first sequence that is certainly wrong, or -1, and the offset up to which the
// text is known to be right. ended says that a byte which is not part of a
// sequence follows at to; otherwise a sequence cut by to is not yet wrong, and
// checked stops in front of it.
func checkUTF8(p []byte, from, to int, ended bool) (bad, checked int) {
	if !ended {
		to -= cutSequence(p[from:to])
	}
	if utf8.Valid(p[from:to]) {
		return -1, to
	}
	for i := from; ; {
		r, n := utf8.DecodeRune(p[i:to])
		if r == utf8.RuneError && n == 1 {
			return i, i
		}
		i += n
	}
}

// cutSequence returns how many bytes at the end of p are the start of a sequence
// that following bytes could complete: 0 to 3.
func cutSequence(p []byte) int {
	for n := range min(len(p), 3) { // a sequence has four bytes at most
		if tail := p[len(p)-n-1:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return len(tail)
		}
	}
	return 0
}
