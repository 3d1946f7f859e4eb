package fuzz

import (
	"bytes"
	"fmt"
	"io"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/decoder"
)

// Chunks: a text gives one verdict, one pointer and one list of tokens, whether
// it comes whole, as a growing prefix that moves in memory, in written chunks or
// from a reader; in the Strict and the Body profile.
func Chunks(data []byte) error {
	if len(data) > LargestInput {
		return nil
	}
	in := Parse(data)
	for _, p := range []struct {
		name    string
		profile decoder.Profile
		most    int // bytes that a Stream of the profile takes
	}{
		{"Strict", decoder.Strict(in.limits()), in.MaxBytes},
		{"Body", decoder.Body(0), LargestInput},
		{"Body of bounded depth", decoder.Body(in.MaxDepth), LargestInput},
	} {
		if err := chunksOf(in, p.profile, p.most); err != nil {
			return fmt.Errorf("%s: %w\n%s", p.name, err, in)
		}
	}
	d, err := decide(in)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	authority := admit.NewAuthority(in.limits())
	read, err := authority.AdmitReader(&reader{in: in, rest: in.Text}, in.trust())
	if err != nil || !same(read, d) {
		return fmt.Errorf("AdmitReader says %s, %v; Admit says %s\n%s", ofCore(in.Text, read), err, ofCore(in.Text, d), in)
	}
	if err := counted(authority, map[string]uint64{d.Reason.String(): 1}); err != nil {
		return fmt.Errorf("after AdmitReader: %w\n%s", err, in)
	}
	return nil
}

// reading is all that a scanner says of a text.
type reading struct {
	offence decoder.Offence
	line    string // offset, pointer and what was expected

	// Of a text without offence; after one they say how far the scanner happened
	// to look.
	depth, space, tokens int
}

func readingOf(o decoder.Offence, s *decoder.Scanner, text []byte) (reading, decoder.Index) {
	r, x := reading{offence: o}, s.Index(text)
	if err := s.Error(text); err != nil {
		r.line = err.Error()
	} else {
		r.depth, r.space, r.tokens = s.Depth(), s.Space(), x.Len()
	}
	return r, x
}

func chunksOf(in Input, profile decoder.Profile, most int) error {
	first := decoder.NewScanner(profile)
	want, index := readingOf(first.Scan(in.Text, true), first, in.Text)

	growing := decoder.NewScanner(profile)
	early, err := grow(growing, in)
	if err != nil {
		return err
	}
	got, grown := readingOf(growing.Scan(in.Text, true), growing, in.Text)
	if got != want {
		return fmt.Errorf("growing: %+v; whole: %+v", got, want)
	}
	if early.Reason != decoder.None && early != want.offence {
		return fmt.Errorf("%v before the end, %v at the end", early, want.offence)
	}
	for i := range index.Len() {
		if index.Kind(i) != grown.Kind(i) || index.Offset(i) != grown.Offset(i) || index.Next(i) != grown.Next(i) {
			return fmt.Errorf("token %d is of kind %d at %d growing, %d at %d whole", i, grown.Kind(i), grown.Offset(i), index.Kind(i), index.Offset(i))
		}
	}

	written, read := decoder.NewStream(profile), decoder.NewStream(profile)
	for i, rest := 0, in.Text; len(rest) > 0; i++ {
		var chunk []byte
		chunk, rest = in.next(i, rest)
		chunk = bytes.Clone(chunk)
		if n, err := written.Write(chunk); n != len(chunk) || err != nil {
			return fmt.Errorf("a stream's Write gives %d, %v", n, err)
		}
		clear(chunk)
	}
	if _, err := read.ReadFrom(&reader{in: in, rest: in.Text}); err != nil {
		return err
	}
	for i, s := range []*decoder.Stream{written, read} {
		name := []string{"written", "read"}[i]
		o := s.Finish()
		if over := len(in.Text) > most; over != s.Over() || over != (o.Reason == decoder.Oversized) {
			return fmt.Errorf("%s: %v, over %v; %d bytes, at most %d", name, o, s.Over(), len(in.Text), most)
		}
		if s.Over() {
			if o.Offset != most {
				return fmt.Errorf("%s: %v, want the limit", name, o)
			}
			continue
		}
		if !bytes.Equal(s.Bytes(), in.Text) {
			return fmt.Errorf("%s: holds %q", name, s.Bytes())
		}
		if got, _ := readingOf(o, s.Scanner(), s.Bytes()); got != want {
			return fmt.Errorf("%s: %+v; whole: %+v", name, got, want)
		}
	}
	return nil
}

// grow feeds all prefixes that the plan gives, each in memory of its own as long
// as that is cheap, and overwrites the memory of the one before. It returns the
// first offence.
func grow(s *decoder.Scanner, in Input) (decoder.Offence, error) {
	var early decoder.Offence
	var prefix []byte
	moved := 0
	for i, rest := 0, in.Text; len(rest) > 0; i++ {
		_, rest = in.next(i, rest)
		fed := len(in.Text) - len(rest)
		if fed <= 256 || fed >= 2*moved {
			fresh := bytes.Clone(in.Text[:fed])
			clear(prefix)
			prefix, moved = fresh, fed
		} else {
			prefix = append(prefix, in.Text[len(prefix):fed]...)
		}
		o := s.Scan(prefix, false)
		if early.Reason != decoder.None && o != early {
			return early, fmt.Errorf("the prefix of %d bytes gives %v, a shorter one gave %v", fed, o, early)
		}
		early = o
	}
	return early, nil
}

// reader gives the chunks of an input and then ends; every other one gives the end
// along with the last bytes. With err it fails instead.
type reader struct {
	in    Input
	rest  []byte
	calls int
	err   error
}

func (r *reader) Read(p []byte) (int, error) {
	end := r.err
	if end == nil {
		end = io.EOF
	}
	if len(r.rest) == 0 {
		return 0, end
	}
	chunk, _ := r.in.next(r.calls, r.rest)
	r.calls++
	n := copy(p, chunk)
	r.rest = r.rest[n:]
	if len(r.rest) == 0 && len(r.in.Plan)%2 == 0 {
		return n, end
	}
	return n, nil
}
