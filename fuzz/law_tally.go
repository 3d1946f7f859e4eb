package fuzz

import (
	"errors"
	"fmt"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/internal/reference"
)

// Tally: one authority judges the whole text, then every chunk of it as an
// envelope of its own, by turns from memory and from a reader. Every call counts
// once under the reason that the reference names; a reader that fails counts
// nothing and gives no decision.
func Tally(data []byte) error {
	if len(data) > LargestInput {
		return nil
	}
	in := Parse(data)
	authority := admit.NewAuthority(in.limits())
	due := map[string]uint64{}
	dead := errors.New("the line went dead")
	const most = 64 // chunks
	chunk, rest := in.Text, in.Text
	for i := range most {
		due[reference.Judge(chunk, in.reference(), in.Trusted).Reason]++
		var err error
		if i%2 == 0 {
			authority.Admit(chunk, in.trust())
		} else if _, err = authority.AdmitReader(&reader{in: in, rest: chunk}, in.trust()); err != nil {
			return fmt.Errorf("AdmitReader of chunk %d: %w\n%s", i, err, in)
		}
		if len(chunk) <= in.MaxBytes {
			d, err := authority.AdmitReader(&reader{in: in, rest: chunk, err: dead}, in.trust())
			if !errors.Is(err, dead) || d != (admit.Decision{}) {
				return fmt.Errorf("a reader that fails gives %v, %v\n%s", d, err, in)
			}
		}
		if err := counted(authority, due); err != nil {
			return fmt.Errorf("after chunk %d: %w\n%s", i, err, in)
		}
		if len(rest) == 0 {
			break
		}
		chunk, rest = in.next(i, rest)
	}
	return nil
}
