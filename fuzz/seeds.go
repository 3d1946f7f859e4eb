package fuzz

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/corpus"
	"github.com/kvhints/hintcheck/golden"
	"github.com/kvhints/hintcheck/limits"
)

// LargestSeed is the size in bytes above which a golden case is no seed: a fuzzer
// mutates small inputs better.
const LargestSeed = 4096

// Seeds returns inputs to start a fuzzer of a law from, the same ones each time:
// every golden case that has a form as an Input, each with its own limits and
// trust; the corpus, whole and in chunks; for Construction the parts of what is
// admitted too.
func Seeds(law string) ([][]byte, error) {
	var inputs []Input
	files, err := golden.Load()
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		for _, c := range f.Cases {
			raw, err := c.Input.Bytes()
			if err != nil {
				return nil, err
			}
			l := f.Limits[c.Limits]
			inputs = append(inputs, Input{raw, c.Trust == "trusted", l.Versions, l.MaxDepth, l.MaxBytes, []int{1}})
		}
	}
	envelopes, err := corpus.Envelopes()
	if err != nil {
		return nil, err
	}
	for i, e := range envelopes {
		in := Parse(nil)
		in.Text = e.Raw
		inputs = append(inputs, in)
		in.Plan = []int{1 + i%7, 64}
		inputs = append(inputs, in)
	}
	var seeds [][]byte
	seen := map[string]bool{}
	for _, in := range inputs {
		texts := [][]byte{in.Text}
		if law == "Construction" {
			texts = append(texts, parts(in.Text)...)
		}
		for _, text := range texts {
			in.Text = text
			data, ok := in.Data()
			if ok && len(data) <= LargestSeed && !seen[string(data)] {
				seen[string(data)] = true
				seeds = append(seeds, data)
			}
		}
	}
	return seeds, nil
}

// parts returns the parts of an envelope as Construction takes them, if it is one.
func parts(text []byte) [][]byte {
	s := admit.Decide(text, limits.Default(), admit.Trusted).Snapshot
	if s.IsZero() {
		return nil
	}
	list := []string{s.Version(), s.MessageID()}
	for _, a := range s.Actions() {
		list = append(list, a.ID, a.Type, a.Version, a.Payload)
	}
	return [][]byte{[]byte(strings.Join(list, string(Separator)))}
}

// Wire is how a fuzzer gets the one []byte of a target out of the bytes of its
// corpus. A seed in the wrong form is misread without a word.
type Wire string

const (
	WireRaw Wire = "raw" // as they are: our libFuzzer entry
	WireV1  Wire = "v1"  // go-118-fuzz-build, v1: a length of four bytes, big-endian, before them
	WireV2  Wire = "v2"  // go-118-fuzz-build, v2, as OSS-Fuzz has it: the first byte is dropped
)

// Wires returns all of them.
func Wires() []Wire { return []Wire{WireRaw, WireV1, WireV2} }

// Encode returns the form of data in a corpus.
func (w Wire) Encode(data []byte) []byte {
	switch w {
	case WireV1:
		return append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), data...)
	case WireV2:
		return append([]byte{' '}, data...)
	}
	return bytes.Clone(data)
}

// Decode returns what a target gets for a file of a corpus.
func (w Wire) Decode(file []byte) ([]byte, error) {
	switch w {
	case WireV1:
		if len(file) < 4 || int(binary.BigEndian.Uint32(file)) != len(file)-4 {
			return nil, fmt.Errorf("%d bytes with a wrong length in front", len(file))
		}
		return file[4:], nil
	case WireV2:
		if len(file) < 1 {
			return nil, fmt.Errorf("no byte to drop")
		}
		return file[1:], nil
	case WireRaw:
		return file, nil
	}
	return nil, fmt.Errorf("no wire form %q; want one of %q", string(w), Wires())
}

// WriteSeeds writes the seeds of a law as a zip file, in one wire form. The same
// seeds give the same bytes.
func WriteSeeds(out io.Writer, law string, w Wire) error {
	if !slices.Contains(Wires(), w) {
		_, err := w.Decode(nil)
		return err
	}
	seeds, err := Seeds(law)
	if err != nil {
		return err
	}
	z := zip.NewWriter(out)
	for _, s := range seeds {
		file := w.Encode(s)
		f, err := z.Create(SeedName(file))
		if err != nil {
			return err
		}
		if _, err := f.Write(file); err != nil {
			return err
		}
	}
	return z.Close()
}

// SeedName is the name of a file of a corpus: of its own bytes, as fuzzers do it.
func SeedName(file []byte) string { return fmt.Sprintf("%x", sha256.Sum256(file))[:40] }
