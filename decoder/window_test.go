package decoder_test

import (
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

// TestWindows: a text is read in windows, and where they end does not matter.
// Whitespace before a text moves each place of it to an end of a window.
func TestWindows(t *testing.T) {
	for _, tab := range tables() {
		p := strict(t, tab.depth)
		s := decoder.NewScanner(p)
		for _, r := range tab.rows {
			text, _ := r.split(t)
			if len(text) > 200 {
				continue
			}
			s.Reset(p)
			want := whole(s, text)
			for k := range len(text) + 1 {
				before := decoder.Window - k
				s.Reset(p)
				if got := whole(s, strings.Repeat(" ", before)+text); !got.equal(want.after(before)) {
					t.Errorf("%.80q with %d bytes of it in the first window: %v, want %v", text, k, got, want.after(before))
				}
			}
		}
	}
}

// after is the verdict of the same text after so many bytes of whitespace.
func (v verdict) after(before int) verdict {
	if v.offence.Reason != none {
		v.offence.Offset += before
		return v
	}
	v.space += before
	moved := make([]seen, len(v.tokens))
	for i, token := range v.tokens {
		token.offset += before
		moved[i] = token
	}
	v.tokens = moved
	return v
}

// TestEveryByteOfAWindowIsAToken: the room for the tokens of a window is enough
// also when a number that the window before ended with comes on top.
func TestEveryByteOfAWindowIsAToken(t *testing.T) {
	const depth = 1000
	p := strict(t, depth)
	inner := strings.Repeat("[", depth) + "1" + strings.Repeat("]", depth)
	for before := decoder.Window - 2*depth - 2; before <= decoder.Window; before++ {
		s := decoder.NewScanner(p)
		text := strings.Repeat(" ", before) + inner
		if got := whole(s, text); got.offence.Reason != none || len(got.tokens) != 2*depth+1 || got.space != before {
			t.Fatalf("%d bytes and then %d levels: %v", before, depth, got)
		}
	}
}
