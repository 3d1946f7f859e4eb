package decoder_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

// verdict is all that a scanner says of one text.
type verdict struct {
	offence decoder.Offence
	pointer string
	tokens  []seen // of an accepted text
	space   int    // likewise
	depth   int    // likewise
}

// seen is what an index says of one token.
type seen struct {
	kind   decoder.Kind
	offset int
	next   int // the position after its value
}

func (v verdict) equal(w verdict) bool {
	return v.offence == w.offence && v.pointer == w.pointer && v.space == w.space &&
		v.depth == w.depth && slices.Equal(v.tokens, w.tokens)
}

func (v verdict) String() string {
	return fmt.Sprintf("%v at %d in %.60q, %d tokens, space %d, depth %d", v.offence.Reason, v.offence.Offset, v.pointer, len(v.tokens), v.space, v.depth)
}

// read takes the verdict from a scanner that was told that text is complete.
func read(s *decoder.Scanner, text []byte, o decoder.Offence) verdict {
	v := verdict{offence: o}
	x := s.Index(text)
	for i := range x.Len() {
		v.tokens = append(v.tokens, seen{x.Kind(i), x.Offset(i), x.Next(i)})
	}
	if o.Reason == decoder.None {
		v.space, v.depth = s.Space(), s.Depth()
	}
	v.pointer = string(s.AppendPointer(nil, text))
	return v
}

// whole scans text in one call.
func whole(s *decoder.Scanner, text string) verdict {
	p := []byte(text)
	return read(s, p, s.Scan(p, true))
}

// mover gives out each prefix of a text in memory of its own and spoils the
// memory of the prefix before, so that a scanner which kept it would be seen.
// A long text moves now and then only, as a growing buffer does.
type mover struct {
	text string
	last []byte
	next int // the length from which on it moves again
}

func (m *mover) prefix(n int) []byte {
	if n < m.next {
		m.last = append(m.last, m.text[len(m.last):n]...)
		return m.last
	}
	moved := append(make([]byte, 0, n+n/64), m.text[:n]...)
	for i := range m.last {
		m.last[i] = '#'
	}
	m.last, m.next = moved, n+n/512
	return moved
}

// chunked scans text in chunks of the given sizes, used in turn. The last chunk
// comes before the scanner is told that the text is complete when late is set,
// with it otherwise.
func chunked(t *testing.T, s *decoder.Scanner, text string, late bool, sizes ...int) verdict {
	t.Helper()
	m := mover{text: text}
	first := decoder.Offence{}
	for n, turn := 0, 0; ; turn++ {
		n = min(n+sizes[turn%len(sizes)], len(text))
		if n == len(text) && !late {
			break
		}
		o := s.Scan(m.prefix(n), false)
		if first.Reason != decoder.None && o != first {
			t.Errorf("%.80q: %v became %v with more bytes", text, first, o)
		}
		first = o
		if n == len(text) {
			break
		}
	}
	p := m.prefix(len(text))
	v := read(s, p, s.Scan(p, true))
	if first.Reason != decoder.None && v.offence != first {
		t.Errorf("%.80q: %v became %v at the end", text, first, v.offence)
	}
	return v
}

// TestChunkedEqualsWhole: the verdict does not depend on chunking, pointer and
// index included.
func TestChunkedEqualsWhole(t *testing.T) {
	for _, tab := range tables() {
		t.Run(tab.name, func(t *testing.T) {
			p := strict(t, tab.depth)
			s := decoder.NewScanner(p)
			for _, r := range tab.rows {
				text, _ := r.split(t)
				if raceDetector && len(text) > 2000 {
					continue
				}
				want := whole(decoder.NewScanner(p), text)
				check := func(late bool, sizes ...int) {
					s.Reset(p)
					if got := chunked(t, s, text, late, sizes...); !got.equal(want) {
						t.Errorf("%.80q in chunks %v, late %v: %v, whole: %v", text, sizes, late, got, want)
					}
				}
				for _, late := range []bool{false, true} {
					if late && len(text) > 2000 {
						continue // quadratic in the test itself
					}
					for _, size := range []int{1, 2, 3, 7, 64} {
						check(late, size)
					}
					// Empty chunks change nothing.
					check(late, 0, 1, 0, 0, 5)
				}
				for _, at := range splits(text, want.offence.Offset) {
					check(false, at, len(text))
				}
			}
		})
	}
}

// splits returns every place where text can be cut in two; of a long text, the
// places near its ends and the offence and some between.
func splits(text string, offence int) []int {
	var at []int
	for n := 0; n <= len(text); n++ {
		near := n < 300 || n > len(text)-50 || n > offence-50 && n < offence+50
		if near || n%97 == 0 {
			at = append(at, n)
		}
	}
	return at
}

// TestOffenceIsFinal: an offence that is certain at a byte of the text stays
// whatever follows that byte.
func TestOffenceIsFinal(t *testing.T) {
	tails := []string{"", " ", "x", "0", "]", `"`, `\`, "\xff", `,"a":1}`, "\\udc00\"]", "[[[[[[[["}
	for _, tab := range tables() {
		t.Run(tab.name, func(t *testing.T) {
			p := strict(t, tab.depth)
			s := decoder.NewScanner(p)
			for _, r := range tab.rows {
				text, want := r.split(t)
				certain := shortestCertain(s, p, text)
				if certain < 0 {
					// Only the end of the text told; nothing else may be wrong with it.
					if want.Reason != none && want.Offset != len(text) && !topLevelNumber(want, text) {
						t.Errorf("%.80q: %v at %d is not seen before the end of the text", text, want.Reason, want.Offset)
					}
					continue
				}
				if want.Offset >= certain {
					t.Errorf("%.80q: %v at %d is said to be certain after %d bytes", text, want.Reason, want.Offset, certain)
				}
				for _, tail := range tails {
					s.Reset(p)
					if got := s.Scan([]byte(text[:certain]+tail), true); got != want {
						t.Errorf("%.80q: %v, but with %q after %d bytes: %v", text, want, tail, certain, got)
					}
				}
			}
		})
	}
}

// topLevelNumber reports whether the offence is the range of a number that only
// the end of the text completes.
func topLevelNumber(o decoder.Offence, text string) bool {
	last := text[len(text)-1]
	return (o.Reason == bigInt || o.Reason == bigNumber) && text[0] != '[' && text[0] != '{' && '0' <= last && last <= '9'
}

// shortestCertain returns how many bytes of text are needed for its offence to
// be told before the text is complete, or -1 if all of them are not enough.
func shortestCertain(s *decoder.Scanner, p decoder.Profile, text string) int {
	s.Reset(p)
	b := []byte(text)
	for n := 0; n <= len(b); n++ {
		if s.Scan(b[:n], false).Reason != decoder.None {
			return n
		}
	}
	return -1
}
