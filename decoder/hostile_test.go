package decoder_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

const (
	sizeOne = 64 << 10
	sizeTwo = 2 * sizeOne
)

// scanChunks scans text in chunks of size bytes and returns the verdict.
func scanChunks(s *decoder.Scanner, text []byte, size int) decoder.Offence {
	for n := size; n < len(text); n += size {
		if o := s.Scan(text[:n], false); o.Reason != decoder.None {
			return o
		}
	}
	return s.Scan(text, true)
}

// TestHostileVerdicts: the documents are what they are meant to be.
func TestHostileVerdicts(t *testing.T) {
	for _, d := range documents() {
		for _, size := range []int{sizeOne, sizeTwo} {
			text := d.build(size)
			if len(text) > size || len(text) < size-size/20 {
				t.Errorf("%s has %d bytes, want about %d", d.name, len(text), size)
			}
			s := decoder.NewScanner(standard(t))
			if o := s.Scan([]byte(text), true); o.Reason != d.want {
				t.Errorf("%s: %v at %d, want %v", d.name, o.Reason, o.Offset, d.want)
			}
		}
	}
}

// TestScanDoesNotAllocate: a scanner that is used again allocates nothing, for
// any document, whole or in chunks, under either profile.
func TestScanDoesNotAllocate(t *testing.T) {
	for name, p := range map[string]decoder.Profile{"strict": standard(t), "body": decoder.Body(0)} {
		t.Run(name, func(t *testing.T) {
			s := decoder.NewScanner(p)
			for _, d := range documents() {
				text := []byte(d.build(sizeOne))
				sizes := []int{len(text), 64, 1}
				if raceDetector {
					sizes = sizes[:1]
				}
				for _, size := range sizes {
					n := testing.AllocsPerRun(5, func() {
						s.Reset(p)
						scanChunks(s, text, size)
					})
					if n != 0 {
						t.Errorf("%s in chunks of %d: %v allocations", d.name, size, n)
					}
				}
			}
		})
	}
}

// TestScratchIsBounded: memory beside the text is at most 24 bytes for each byte
// of text, as the package comment says, for one text and for a scanner that has
// read all of them; and twice the bytes take no more than three times the memory:
// the table of names grows fourfold, which is a part of the memory.
func TestScratchIsBounded(t *testing.T) {
	scratch := func(s *decoder.Scanner) int {
		levels, rest := s.ScratchBytes()
		return levels + rest
	}
	// The bound of docs/limits.md.
	bound := func(n, levels int) int { return 24*n + 64*levels + 1<<10 }

	for name, depth := range map[string]int{"default depth": limits.DefaultMaxDepth, "largest depth": limits.LargestMaxDepth} {
		t.Run(name, func(t *testing.T) {
			p := strict(t, depth)
			veteran := decoder.NewScanner(p)
			most := 0
			check := func(name, text string) int {
				s := decoder.NewScanner(p)
				s.Scan([]byte(text), true)
				took := scratch(s)
				if most := bound(len(text), s.Depth()); took > most {
					t.Errorf("%s of %d bytes: %d bytes of scratch, want at most %d", name, len(text), took, most)
				}
				veteran.Reset(p)
				veteran.Scan([]byte(text), true)
				most = max(most, bound(len(text), depth))
				return took
			}
			for _, d := range documents() {
				one, two := check(d.name, d.build(sizeOne)), check(d.name, d.build(sizeTwo))
				// Slices grow by steps: by a quarter when they are large, and by
				// 192 elements beside that. The elements are at most 40 bytes.
				if two > 3*one+40*512 {
					t.Errorf("%s: scratch grew from %d to %d bytes", d.name, one, two)
				}
			}
			for n := range 40 {
				check("brackets", strings.Repeat("[", 25*n))
				check("nest", strings.Repeat("[", 25*n)+strings.Repeat("]", 25*n))
				check("short objects", strings.Repeat(`{"":`, n)+"1"+strings.Repeat("}", n))
				var names strings.Builder
				for i := range n {
					fmt.Fprintf(&names, `"%c":0,`, 'A'+i)
				}
				check("letters", "{"+names.String()+`"":0}`)
			}
			if got := scratch(veteran); got > most {
				t.Errorf("after all documents: %d bytes of scratch, want at most %d", got, most)
			}
		})
	}
}
