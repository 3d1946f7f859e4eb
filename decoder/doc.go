// Package decoder turns bytes into checked JSON tokens within limits.
//
//	s := decoder.NewScanner(decoder.Strict(lim))
//	if o := s.Scan(text, true); o.Reason != decoder.None {
//		return s.Error(text) // offset, JSON Pointer and cause
//	}
//	index := s.Index(text) // one flat list of tokens; nothing was copied
//
// One engine does all of it: [Scanner.Scan] reads a growing contiguous prefix of
// a text. Between calls it keeps offsets, a few bytes of state and one bit for
// each open array or object, so that a token cut by the end of a chunk is
// continued, never read again from its start. The verdict does not depend on
// where the chunks were cut. [Stream] is a thin buffer above it for chunks and
// readers; [Check] is the short way for one whole text.
//
// There are two profiles. [Strict] is the profile of admission: RFC 8259 as
// written, UTF-8 as RFC 3629 defines it, no lone surrogates, no duplicate names
// (compared after unescaping, at every level), bounded depth, integers that
// MessagePack can carry and other numbers that are finite as float64. [Body] is
// the profile of request bodies: the grammar and UTF-8 only; all else is the
// business of the server that will read the body.
//
// The package builds no value tree and does not recurse. Time is linear in the
// bytes whatever they are. Memory beside the text is one bit a level for Body, and
// the tokens that wait to be taken where they are asked for. For Strict it is at most
// 24 bytes for each byte of text and 64 for each level (the token index and the set
// of names), kept and used again by [Scanner.Reset].
package decoder
