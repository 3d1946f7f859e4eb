package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

// hintCase is one case: an envelope and how to judge it. Its slices are views
// of the line and of the reader's memory, valid until the next line.
type hintCase struct {
	id     []byte // any JSON value, as it came; appendID makes it fit to print
	text   []byte // the envelope
	bounds bounds
	trust  admit.Trust
	chunks []uint32 // sizes in turn; none: the envelope comes whole
}

// The members of a case line. Members with other names are not read, so that
// case files can carry notes.
const (
	memberID = iota
	memberHex
	memberJSON
	memberMaxBytes
	memberMaxDepth
	memberTrust
	memberChunks
	numMembers
)

var memberNames = [numMembers]string{"id", "hex", "json", "max_bytes", "max_depth", "trust", "chunks"}

// caseReader reads case lines. It uses its memory again for each line.
type caseReader struct {
	scanner *decoder.Scanner
	bounds  bounds      // of a case that names none
	trust   admit.Trust // likewise
	text    []byte      // the envelope of the last line, if it is not a view
	name    []byte      // one unescaped name or word
	chunks  []uint32
}

func newCaseReader(lim limits.Limits, trust admit.Trust) *caseReader {
	return &caseReader{
		scanner: decoder.NewScanner(decoder.Body(0)),
		bounds:  bounds{lim.MaxBytes(), lim.MaxDepth()},
		trust:   trust,
	}
}

// read reads one line. The error says what a case line would have had.
func (r *caseReader) read(line []byte) (hintCase, error) {
	// The Body profile asks for JSON and no more: an id may be any value, also
	// one that would be refused in an envelope.
	r.scanner.Reset(decoder.Body(0))
	if o := r.scanner.Scan(line, true); o.Reason != decoder.None {
		return hintCase{}, r.scanner.Error(line)
	}
	values, err := r.members(line)
	if err != nil {
		return hintCase{}, err
	}
	c := hintCase{id: values[memberID], bounds: r.bounds, trust: r.trust}
	if c.id == nil {
		return c, errors.New("id: want any JSON value, got none")
	}
	if c.text, err = r.envelope(values[memberHex], values[memberJSON]); err != nil {
		return c, err
	}
	if v := values[memberMaxBytes]; v != nil {
		if c.bounds.maxBytes, err = limit(v, memberMaxBytes, limits.LargestMaxBytes); err != nil {
			return c, err
		}
	}
	if v := values[memberMaxDepth]; v != nil {
		if c.bounds.maxDepth, err = limit(v, memberMaxDepth, limits.LargestMaxDepth); err != nil {
			return c, err
		}
	}
	if v := values[memberTrust]; v != nil {
		if c.trust, err = r.trustOf(v); err != nil {
			return c, err
		}
	}
	if v := values[memberChunks]; v != nil {
		c.chunks, err = r.chunkSizes(v)
	}
	return c, err
}

// members returns the values of a line that is valid JSON, nil for a member
// that is not there.
func (r *caseReader) members(line []byte) (values [numMembers][]byte, err error) {
	at := decoder.SkipSpace(line, 0)
	if line[at] != '{' {
		return values, errors.New("want an object, a case")
	}
	for at = decoder.SkipSpace(line, at+1); line[at] != '}'; {
		end := skipString(line, at)
		member := r.member(line[at:end])
		at = decoder.SkipSpace(line, decoder.SkipSpace(line, end)+1) // past the colon
		end = skipValue(line, at)
		if member < numMembers {
			if values[member] != nil {
				return values, errors.New(memberNames[member] + ": want it once")
			}
			values[member] = line[at:end]
		}
		at = decoder.SkipSpace(line, end)
		if line[at] == ',' {
			at = decoder.SkipSpace(line, at+1)
		}
	}
	return values, nil
}

// member returns which member a name is, numMembers for none of ours.
func (r *caseReader) member(name []byte) int {
	name, ok := r.unescaped(name)
	for m, known := range memberNames {
		if ok && string(name) == known {
			return m
		}
	}
	return numMembers
}

// unescaped returns the characters of a JSON string: a view of it, or of memory
// that the next call uses again. It reports false if they are not UTF-8, which
// half a surrogate pair makes.
func (r *caseReader) unescaped(value []byte) (text []byte, ok bool) {
	inner := value[1 : len(value)-1]
	if !hasEscape(inner) {
		return inner, true
	}
	r.name, ok = appendUnescaped(r.name[:0], inner)
	return r.name, ok
}

// envelope returns the text of the envelope from the one member that has it.
func (r *caseReader) envelope(asHex, asJSON []byte) ([]byte, error) {
	switch {
	case (asHex == nil) == (asJSON == nil):
		return nil, errors.New("want exactly one of hex and json")
	case asHex != nil:
		return r.fromHex(asHex)
	}
	return r.fromJSON(asJSON)
}

func (r *caseReader) fromHex(value []byte) ([]byte, error) {
	if value[0] != '"' {
		return nil, errors.New("hex: want a string")
	}
	digits, ok := r.unescaped(value)
	if !ok || len(digits)%2 != 0 {
		return nil, errors.New("hex: want an even number of hex digits")
	}
	var err error
	if r.text, err = hex.AppendDecode(r.text[:0], digits); err != nil {
		return nil, errors.New("hex: want hex digits only")
	}
	return r.text, nil
}

func (r *caseReader) fromJSON(value []byte) ([]byte, error) {
	if value[0] != '"' {
		return nil, errors.New("json: want a string that holds the envelope")
	}
	inner := value[1 : len(value)-1]
	if !hasEscape(inner) {
		return inner, nil
	}
	var ok bool
	if r.text, ok = appendUnescaped(r.text[:0], inner); !ok {
		return nil, errors.New("json: half a surrogate pair is no text; want hex for such bytes")
	}
	return r.text, nil
}

// limit reads the limit of a case.
func limit(value []byte, member, most int) (int, error) {
	n, ok := positive(value, most)
	if !ok {
		return 0, fmt.Errorf("%s: want an integer from 1 to %d", memberNames[member], most)
	}
	return n, nil
}

// positive reads an integer from 1 to most, an int32: decimal digits and nothing
// else.
func positive(value []byte, most int) (int, bool) {
	n := int64(0) // ten times any int32 and more
	for _, c := range value {
		if c < '0' || c > '9' {
			return 0, false
		}
		if n = n*10 + int64(c-'0'); n > int64(most) {
			return 0, false
		}
	}
	return int(n), n >= 1
}

// trustOf reads the trust of a case.
func (r *caseReader) trustOf(value []byte) (admit.Trust, error) {
	if value[0] == '"' {
		name, _ := r.unescaped(value)
		for _, t := range [...]admit.Trust{admit.Trusted, admit.Untrusted} {
			if string(name) == t.String() {
				return t, nil
			}
		}
	}
	return admit.Untrusted, errors.New(`trust: want "trusted" or "untrusted"`)
}

// chunkSizes reads the sizes of the pieces of a case.
func (r *caseReader) chunkSizes(value []byte) ([]uint32, error) {
	const most = math.MaxInt32
	r.chunks = r.chunks[:0]
	if value[0] == '[' {
		for at := decoder.SkipSpace(value, 1); value[at] != ']'; {
			end := skipValue(value, at)
			n, ok := positive(value[at:end], most)
			if !ok {
				return nil, fmt.Errorf("chunks: want sizes from 1 to %d", most)
			}
			r.chunks = append(r.chunks, uint32(n))
			at = decoder.SkipSpace(value, end)
			if value[at] == ',' {
				at = decoder.SkipSpace(value, at+1)
			}
		}
	}
	if len(r.chunks) == 0 {
		return nil, errors.New("chunks: want an array of at least one size")
	}
	return r.chunks, nil
}
