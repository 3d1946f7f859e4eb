package fuzz

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/internal/reference"
	"github.com/kvhints/hintcheck/limits"
)

// Input is what a law gets: a text, and the limits, trust and chunks that it is
// tried with. In the bytes of a fuzzer the text comes first, so that any JSON
// text is an input as it stands and a dictionary needs no header. What follows
// the last NUL byte, if there is one, is not text but the settings:
//
//	text 00 kind depth high low size...
//
// Settings may end early; what is missing is standard. They hold no NUL, so each
// byte stands for one less than its value, 0 to 254:
//
//	kind   bit 0: untrusted; bits 1 and 2: which of versionSets
//	depth  MaxDepth; 0: 32
//	high   MaxBytes is 255*high + low; 0: 65,536
//	size   of the chunks, at most 32, used in turn; none above 0: single bytes
type Input struct {
	Text     []byte
	Trusted  bool
	Versions []string
	MaxDepth int
	MaxBytes int
	Plan     []int
}

// LargestPlan is how many sizes of chunks an Input has at most: a reader may give
// nothing only so often.
const LargestPlan = 32

// versionSets are the lists of versions that an Input can ask for.
func versionSets() [4][]string {
	return [4][]string{{limits.DefaultVersion}, {"0.2", limits.DefaultVersion}, {"0.2"}, {"é", "1\n"}}
}

// Parse takes the bytes of a fuzzer apart. Every input means something.
func Parse(data []byte) Input {
	text, settings := data, []byte(nil)
	if i := bytes.LastIndexByte(data, 0); i >= 0 {
		text, settings = data[:i], data[i+1:]
	}
	setting := func(i int) int {
		if i >= len(settings) {
			return 0
		}
		return int(settings[i]) - 1
	}
	in := Input{
		Text:     text,
		Trusted:  setting(0)&1 == 0,
		Versions: versionSets()[setting(0)>>1&3],
		MaxDepth: setting(1),
		MaxBytes: 255*setting(2) + setting(3),
	}
	if in.MaxDepth == 0 {
		in.MaxDepth = limits.DefaultMaxDepth
	}
	if in.MaxBytes == 0 {
		in.MaxBytes = limits.DefaultMaxBytes
	}
	sum := 0
	for i := 4; i < min(len(settings), 4+LargestPlan); i++ {
		in.Plan = append(in.Plan, setting(i))
		sum += setting(i)
	}
	if sum == 0 {
		in.Plan = []int{1}
	}
	return in
}

// Data is the reverse of Parse. It reports false for an input that has no such
// form: other versions, depths above 254, sizes above 65,024 but the standard one,
// chunks of more than 254 bytes.
func (in Input) Data() ([]byte, bool) {
	kind := -1
	for i, set := range versionSets() {
		if slices.Equal(set, in.Versions) {
			kind = i << 1
		}
	}
	if !in.Trusted {
		kind |= 1
	}
	depth, size := in.MaxDepth, in.MaxBytes
	if depth == limits.DefaultMaxDepth {
		depth = 0
	}
	if size == limits.DefaultMaxBytes {
		size = 0
	}
	if kind < 0 || depth > 254 || size > 254*255+254 || len(in.Plan) > LargestPlan {
		return nil, false
	}
	data := bytes.Clone(in.Text)
	singles := slices.Equal(in.Plan, []int{1})
	if kind == 0 && depth == 0 && size == 0 && singles {
		if bytes.IndexByte(in.Text, 0) >= 0 {
			data = append(data, 0) // the text ends here, not before
		}
		return data, true
	}
	data = append(data, 0, byte(kind+1), byte(depth+1), byte(size/255+1), byte(size%255+1))
	for _, n := range in.Plan {
		if n < 0 || n > 254 {
			return nil, false
		}
		if !singles {
			data = append(data, byte(n+1))
		}
	}
	return data, true
}

// String tells a person what the input was.
func (in Input) String() string {
	text := fmt.Sprintf("%q", in.Text)
	if len(in.Text) > 2000 {
		text = fmt.Sprintf("%q... (%d bytes)", in.Text[:2000], len(in.Text))
	}
	return fmt.Sprintf("%s\nwithin %d bytes, %d levels, versions %q, %s, chunks %v", text, in.MaxBytes, in.MaxDepth, in.Versions, in.trust(), in.Plan)
}

func (in Input) trust() admit.Trust {
	if in.Trusted {
		return admit.Trusted
	}
	return admit.Untrusted
}

// limits panics on limits that Parse cannot make.
func (in Input) limits() limits.Limits {
	lim, err := limits.New(limits.MaxBytes(in.MaxBytes), limits.MaxDepth(in.MaxDepth), limits.Versions(in.Versions...))
	if err != nil {
		panic(err)
	}
	return lim
}

func (in Input) reference() reference.Limits {
	return reference.Limits{MaxBytes: in.MaxBytes, MaxDepth: in.MaxDepth, Versions: in.Versions}
}

// next cuts chunk number i off rest.
func (in Input) next(i int, rest []byte) (chunk, after []byte) {
	n := min(in.Plan[i%len(in.Plan)], len(rest))
	return rest[:n], rest[n:]
}
