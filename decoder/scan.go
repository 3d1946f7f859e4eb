package decoder

import (
	"math"
	"slices"

	"github.com/kvhints/hintcheck/limits"
)

// Profile says which rules a [Scanner] holds a text to. The zero Profile accepts
// no array and no object. Make one with [Strict], [Body] or [Unread].
type Profile struct {
	strict   bool
	unread   bool
	tokens   bool
	maxBytes int
	maxDepth int
}

// Strict is the profile of admission: every rule of the package comment, within
// lim. The size is judged by [Stream] and [Check], which see whole texts; Scan
// itself takes any text of at most limits.LargestMaxBytes bytes.
func Strict(lim limits.Limits) Profile {
	return Profile{strict: true, tokens: true, maxBytes: lim.MaxBytes(), maxDepth: lim.MaxDepth()}
}

// Body is the profile of request bodies: the RFC 8259 grammar and UTF-8, and
// nothing else. Depth costs one bit a level, so it is bounded by the size; a
// maxDepth above 0 bounds it further. The caller bounds the size.
func Body(maxDepth int) Profile {
	if maxDepth <= 0 {
		maxDepth = math.MaxInt
	}
	return Profile{maxBytes: math.MaxInt, maxDepth: maxDepth}
}

// WithTokens is the Body profile of a caller who wants the tokens as they come: see
// [Scanner.Take]. Offsets have 28 bits, so that the text has at most 256 MiB; the
// caller bounds it. In the Strict profile it changes nothing.
func (p Profile) WithTokens() Profile {
	p.tokens = true
	return p
}

// Unread is the profile of bytes that nobody may look at: a [Stream] collects
// them within lim and does not scan them. No text of it keeps every rule: at its
// end it is MalformedJSON.
func Unread(lim limits.Limits) Profile {
	return Profile{unread: true, maxBytes: lim.MaxBytes()}
}

// oversized is the offence of a text of more than maxBytes bytes.
func (p Profile) oversized() Offence { return Offence{Oversized, p.maxBytes} }

// state says what the scanner waits for between two calls of Scan.
type state uint8

const (
	atValue        state = iota // a value
	atFirstElement              // a value or ']'
	atFirstName                 // a name or '}'
	atName                      // a name
	atColon                     // ':'
	atNext                      // ',' or the closing bracket
	atEnd                       // only whitespace
	inString                    // the rest of a string value
	inName                      // the rest of a name
	inNumber                    // the rest of a number
	inLiteral                   // the rest of true, false or null
	finished                    // nothing: the text was complete
)

// inValue reports whether the first byte of a scalar has been read and its last
// one has not.
func (s state) inValue() bool { return s == inString || s == inNumber || s == inLiteral }

// container is what a value stands in.
type container uint8

const (
	inText container = iota // nothing: it is the whole text
	inArray
	inObject
)

// frame is an open array or object of the Strict profile, and what the scanner
// knew of the container around it.
type frame struct {
	token uint32    // position of its token
	names uint32    // of an object: where its names start in names.stack
	in    container // Scanner.in around it
	count uint32    // Scanner.count there
	seen  seenMask  // Scanner.seen there
}

// Scanner checks one text at a time. Make one with [NewScanner]; it is not safe
// for concurrent use. Its memory is scratch, used again after [Scanner.Reset].
type Scanner struct {
	profile Profile
	progress

	levels []uint64 // Body only: one bit for each open level
	frames []frame  // Strict only, as are names and tokens: the first depth are open
	names  names
	tokens []Token
}

// progress is what a scanner knows of one text beside the lists.
type progress struct {
	state   state
	number  numberState // where a number stands, inNumber
	escaped bool        // the string being read holds an escape
	in      container   // the innermost open container
	pos     int         // bytes read
	utf8    int         // bytes whose UTF-8 is checked
	start   int         // first byte of the token being read
	space   int         // bytes of insignificant whitespace read
	count   int         // values begun, or names read, in the innermost container
	seen    seenMask    // Strict only: the names of the innermost container, if an object
	depth   int         // open arrays and objects
	deepest int         // the largest depth so far

	offence Offence
}

// NewScanner returns a scanner for texts of the profile.
func NewScanner(p Profile) *Scanner {
	s := new(Scanner)
	s.Reset(p)
	return s
}

// Reset makes the scanner ready for another text, of the same profile or
// another, keeping its scratch. An [Index] made before is no longer valid.
func (s *Scanner) Reset(p Profile) {
	s.profile, s.progress = p, progress{}
	s.levels, s.tokens = s.levels[:0], s.tokens[:0]
	s.names.reset()
}

// Scan reads on in a text of which prefix is all that has come so far: it must
// start with the bytes of the call before. final says that no more will come.
// It returns the first offence, which no later bytes can change, or the zero
// Offence. A zero Offence after final means that the text keeps every rule.
//
// Scan keeps no reference to prefix, so that the caller may move it to grow it.
// The cost over all calls is linear in the bytes, and a call that starts inside
// a token continues it.
func (s *Scanner) Scan(prefix []byte, final bool) Offence {
	if s.profile.unread {
		if final {
			s.offence = Offence{MalformedJSON, 0} // nobody may take it for checked
		}
		return s.offence
	}
	for s.offence.Reason == None {
		to := min(s.pos+window, len(prefix))
		if s.profile.tokens {
			// A token takes a byte at least, but for a number that ended with the window before.
			s.tokens = slices.Grow(s.tokens, to-s.pos+1)
		}
		s.read(prefix[:to], final && to == len(prefix))
		if to == len(prefix) {
			break
		}
	}
	return s.offence
}
