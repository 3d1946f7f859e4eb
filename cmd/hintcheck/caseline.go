package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

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

// members returns the values of a line, nil for a member that is not there.
func (r *caseReader) members(line []byte) (values [numMembers][]byte, err error) {
	depth, member, start := 0, numMembers, 0 // start is that of the value of member
	isObject, twice := false, numMembers
	err = r.eachToken(line, func(t decoder.Token) {
		kind, from, to := t.Span()
		switch kind {
		case decoder.String:
			from, to = from-1, to+1
		case decoder.Array, decoder.Object:
			depth++
		case decoder.End:
			depth--
			to = from + 1
		}
		switch {
		case depth == 1 && kind == decoder.Name:
			member = r.member(line[from:to])
			start = -1
			return
		case depth == 1 && kind == decoder.Object:
			isObject = true
			return
		case start < 0:
			start = from
		}
		if depth == 1 && member < numMembers {
			if values[member] != nil {
				twice = member
			}
			values[member] = line[start:to]
		}
	})
	switch {
	case err != nil:
	case !isObject:
		err = errors.New("want an object, a case")
	case twice < numMembers:
		err = errors.New(memberNames[twice] + ": want it once")
	}
	return values, err
}

// eachToken scans a text, which has to be JSON and no more: an id may be any value,
// also one that would be refused in an envelope. The tokens come window by window, so
// that a long line takes no more memory for them than a short one.
func (r *caseReader) eachToken(text []byte, visit func(decoder.Token)) error {
	const window = 4 << 10
	r.scanner.Reset(decoder.Body(0).WithTokens())
	for to := 0; ; {
		to = min(to+window, len(text))
		if o := r.scanner.Scan(text[:to], to == len(text)); o.Reason != decoder.None {
			return r.scanner.Error(text)
		}
		tokens := r.scanner.Take(text[:to])
		for _, t := range tokens.Tokens() {
			visit(t)
		}
		if to == len(text) {
			return nil
		}
	}
}

// member returns which member a name is, numMembers for none of ours. Half a
// surrogate pair makes it equal to none.
func (r *caseReader) member(name []byte) int {
	r.name = decoder.AppendUnescaped(r.name[:0], name)
	for m, known := range memberNames {
		if string(r.name) == known {
			return m
		}
	}
	return numMembers
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
	digits := decoder.AppendUnescaped(r.text[:0], value[1:len(value)-1])
	if len(digits)%2 != 0 {
		return nil, errors.New("hex: want an even number of hex digits")
	}
	r.text = digits
	n, err := hex.Decode(digits, digits) // in place: it reads ahead of what it writes
	if err != nil {
		return nil, errors.New("hex: want hex digits only")
	}
	return digits[:n], nil
}

func (r *caseReader) fromJSON(value []byte) ([]byte, error) {
	if value[0] != '"' {
		return nil, errors.New("json: want a string that holds the envelope")
	}
	r.text = decoder.AppendUnescaped(r.text[:0], value[1:len(value)-1])
	if !utf8.Valid(r.text) {
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
		r.name = decoder.AppendUnescaped(r.name[:0], value[1:len(value)-1])
		for _, t := range [...]admit.Trust{admit.Trusted, admit.Untrusted} {
			if string(r.name) == t.String() {
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
	isList, good := false, true
	err := r.eachToken(value, func(t decoder.Token) {
		switch kind, from, to := t.Span(); {
		case kind == decoder.Array && !isList:
			isList = true
		case kind == decoder.End:
		default:
			n, ok := positive(value[from:to], most)
			r.chunks, good = append(r.chunks, uint32(n)), good && ok
		}
	})
	switch {
	case err != nil:
		return nil, err
	case !isList || len(r.chunks) == 0:
		return nil, errors.New("chunks: want an array of at least one size")
	case !good:
		return nil, fmt.Errorf("chunks: want sizes from 1 to %d", most)
	}
	return r.chunks, nil
}
