package decoder_test

import (
	"testing"

	"github.com/kvhints/hintcheck/decoder"
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
				for _, size := range []int{len(text), 64, 1} {
					n := testing.AllocsPerRun(1, func() {
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
// read all of them; and twice the bytes take no more than twice the memory.
func TestScratchIsBounded(t *testing.T) {
	// Slices grow by steps: by a quarter when they are large, and by 192 elements
	// beside that. The elements are at most 40 bytes.
	const step = 40 * 512
	scratch := func(s *decoder.Scanner) int {
		levels, rest := s.ScratchBytes()
		return levels + rest
	}
	for name, p := range map[string]decoder.Profile{"default depth": standard(t), "largest depth": strict(t, 1000)} {
		t.Run(name, func(t *testing.T) {
			veteran := decoder.NewScanner(p)
			for _, d := range documents() {
				var took [2]int
				for i, size := range []int{sizeOne, sizeTwo} {
					text := []byte(d.build(size))
					s := decoder.NewScanner(p)
					s.Scan(text, true)
					took[i] = scratch(s)
					if most := 24*len(text) + step; took[i] > most {
						t.Errorf("%s of %d bytes: %d bytes of scratch, want at most %d", d.name, len(text), took[i], most)
					}
					veteran.Reset(p)
					veteran.Scan(text, true)
				}
				if took[1] > 2*took[0]*5/4+step {
					t.Errorf("%s: scratch grew from %d to %d bytes", d.name, took[0], took[1])
				}
			}
			if got, most := scratch(veteran), 24*sizeTwo+step; got > most {
				t.Errorf("after all documents: %d bytes of scratch, want at most %d", got, most)
			}
		})
	}
}
