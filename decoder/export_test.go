package decoder

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/kvhints/hintcheck/limits"
)

// ScratchBytes returns how many bytes of memory the scanner keeps for the next
// text, by what is used for: levels (one bit each) and all the rest, which only
// the Strict profile needs.
func (s *Scanner) ScratchBytes() (levels, rest int) {
	levels = cap(s.levels) * int(unsafe.Sizeof(s.levels[0]))
	rest = cap(s.frames)*int(unsafe.Sizeof(frame{})) + cap(s.tokens)*int(unsafe.Sizeof(Token(0))) + s.NameBytes()
	return levels, rest
}

// NameBytes returns how many of them are for the names of objects.
func (s *Scanner) NameBytes() int {
	return cap(s.names.stack)*int(unsafe.Sizeof(name{})) +
		cap(s.names.wide)*int(unsafe.Sizeof(wideName{})) +
		cap(s.names.table)*int(unsafe.Sizeof(uint32(0))) +
		cap(s.names.unescaped)
}

// LastRound makes the next Reset use up the last numbers that tell the entries
// of one text in the table of names from those of another.
func (s *Scanner) LastRound() { s.names.base = math.MaxUint32 - limits.LargestMaxBytes }

// Round returns the number that the entries of the next text start from.
func (s *Scanner) Round() uint32 { return s.names.base }

// NameBits returns how many bits of a seenMask the names, of up to eight bytes, share.
func (s *Scanner) NameBits(names ...string) int {
	var seen seenMask
	for _, n := range names {
		seen |= s.names.bit(markOf([]byte(n), 0, uint32(len(n))))
	}
	return bits.OnesCount64(uint64(seen))
}

// Window is how many bytes are read at a time.
const Window = window

// LongIntegers returns how many elements at the start of text are read at once, and
// where the element behind them starts.
func LongIntegers(text string) (elements, next int) {
	next, elements = longIntegers([]byte(text), 0, make([]Token, len(text)), 0, true)
	return elements, next
}

// Overflow is the bound of float64 as the decoder has it, in digits.
const Overflow = overflow
