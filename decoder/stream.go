package decoder

import (
	"errors"
	"io"
	"slices"

	"github.com/kvhints/hintcheck/limits"
)

// Check reports whether text is one JSON value within lim by the rules of the
// [Strict] profile. The error is an [*Error]. It makes a scanner for one use:
// who checks often keeps a [Scanner] and calls Reset.
func Check(text []byte, lim limits.Limits) error {
	p := Strict(lim)
	if len(text) > p.maxBytes {
		return newError(p.oversized(), "", p)
	}
	s := NewScanner(p)
	s.Scan(text, true)
	return s.Error(text)
}

// Stream checks a text that comes in chunks or from a reader. It keeps the text
// in one growing buffer of at most MaxBytes bytes (Strict; the caller bounds a
// Body) and scans each chunk as it comes. It is not safe for concurrent use.
type Stream struct {
	scanner *Scanner
	buf     []byte
	over    bool // more than MaxBytes bytes have come
}

// ErrBadReader is returned for a reader that says it gave fewer bytes than none
// or more than it was asked for, against the contract of io.Reader.
var ErrBadReader = errors.New("decoder: the reader broke the contract of io.Reader")

// NewStream returns a stream for one text of the profile.
func NewStream(p Profile) *Stream {
	return &Stream{scanner: NewScanner(p)}
}

// Reset makes the stream ready for another text, keeping its buffer and scratch.
func (s *Stream) Reset(p Profile) {
	s.scanner.Reset(p)
	s.buf, s.over = s.buf[:0], false
}

// Write takes the next chunk. It always takes all of it and returns no error:
// what is wrong with the text is said by Finish. Once more than MaxBytes bytes
// have come, the text is oversized and nothing more is kept.
func (s *Stream) Write(chunk []byte) (int, error) {
	if s.over || len(chunk) > s.scanner.profile.maxBytes-len(s.buf) {
		s.over = true
		return len(chunk), nil
	}
	s.buf = append(s.buf, chunk...)
	s.scanner.Scan(s.buf, false)
	return len(chunk), nil
}

// ReadFrom takes chunks from r as it gives them until it ends, fails or has
// given more than MaxBytes bytes; what follows those is not read. An error is one
// of r, io.ErrNoProgress after 100 reads in a row that gave nothing, or
// ErrBadReader; it says nothing about the text.
func (s *Stream) ReadFrom(r io.Reader) (n int64, err error) {
	const patience = 100 // reads in a row that give nothing, as in bufio
	for idle := 0; !s.over; {
		s.buf = slices.Grow(s.buf, 512)
		room := s.buf[len(s.buf):cap(s.buf)]
		if most := s.scanner.profile.maxBytes - len(s.buf); most < len(room) {
			room = room[:most+1]
		}
		k, err := r.Read(room)
		if k < 0 || k > len(room) {
			return n, ErrBadReader
		}
		n += int64(k)
		if k > s.scanner.profile.maxBytes-len(s.buf) {
			s.over = true
		} else {
			s.buf = s.buf[:len(s.buf)+k]
			s.scanner.Scan(s.buf, false)
		}
		switch {
		case err == io.EOF:
			return n, nil
		case err != nil:
			return n, err
		case k > 0:
			idle = 0
		case idle == patience:
			return n, io.ErrNoProgress
		default:
			idle++
		}
	}
	return n, nil
}

// Finish says that the text is complete and returns its first offence, or the
// zero Offence if it keeps every rule.
func (s *Stream) Finish() Offence {
	if s.over {
		return s.scanner.profile.oversized()
	}
	return s.scanner.Scan(s.buf, true)
}

// Over reports whether more than MaxBytes bytes have come.
func (s *Stream) Over() bool { return s.over }

// Bytes returns the text so far: a view that is valid until the next Write,
// ReadFrom or Reset. It holds nothing useful once Finish says Oversized.
func (s *Stream) Bytes() []byte { return s.buf }

// Scanner returns the scanner of the stream, for its Index, Depth and Space
// after Finish.
func (s *Stream) Scanner() *Scanner { return s.scanner }

// Error returns what Finish returned as an [*Error] with its pointer, or nil.
// It may use up the scanner, as [Scanner.Error] does.
func (s *Stream) Error() error {
	if s.over {
		return newError(s.scanner.profile.oversized(), "", s.scanner.profile)
	}
	return s.scanner.Error(s.buf)
}
