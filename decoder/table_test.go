package decoder_test

import (
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

const (
	none      = decoder.None
	malformed = decoder.MalformedJSON
	badUTF8   = decoder.InvalidUTF8
	lone      = decoder.LoneSurrogate
	duplicate = decoder.DuplicateMember
	tooDeep   = decoder.TooDeep
	bigInt    = decoder.IntegerOutOfRange
	bigNumber = decoder.NumberOutOfRange
)

// here marks, in the text of a row, the byte at which the offence is to be
// reported: the mark is taken out and its offset is the expected one. A text
// without it is expected to be accepted.
const here = "§"

// row is one hand-written expectation of the Strict profile.
type row struct {
	text    string // with the mark
	want    decoder.Reason
	pointer string
	reason  string // why this verdict is right
}

// split returns the text without its mark and the expected offence.
func (r row) split(t *testing.T) (text string, want decoder.Offence) {
	t.Helper()
	before, after, marked := strings.Cut(r.text, here)
	if marked != (r.want != none) || strings.Contains(after, here) {
		t.Fatalf("%.80q: a row has one mark just if it is an offence", r.text)
	}
	if !marked {
		return r.text, decoder.Offence{}
	}
	return before + after, decoder.Offence{Reason: r.want, Offset: len(before)}
}

// table is a set of rows under one depth limit.
type table struct {
	name  string
	depth int
	rows  []row
}

// tables returns every row of the package's tables: those that the tests of
// chunks, streams and reuse go through again.
func tables() []table {
	const depth = limits.DefaultMaxDepth
	return []table{
		{"structure", depth, structureRows()},
		{"literals", depth, literalRows()},
		{"truncation", depth, truncationRows()},
		{"numbers", depth, numberRows()},
		{"integers", depth, integerRows()},
		{"floats", depth, floatRows()},
		{"strings", depth, stringRows()},
		{"utf8", depth, utf8Rows()},
		{"surrogates", depth, surrogateRows()},
		{"duplicates", depth, duplicateRows()},
		{"precedence", depth, precedenceRows()},
		{"depth", 2, depthRows()},
		{"deepest", limits.LargestMaxDepth, deepestRows()},
	}
}

func TestRule4(t *testing.T) {
	for _, tab := range tables() {
		t.Run(tab.name, func(t *testing.T) {
			seen := map[string]bool{}
			p := strict(t, tab.depth)
			for _, r := range tab.rows {
				text, want := r.split(t)
				if seen[text] {
					t.Errorf("%.80q is in the table twice", text)
				}
				seen[text] = true
				if r.reason == "" {
					t.Errorf("%.80q has no reason", text)
				}
				s := decoder.NewScanner(p)
				if got := s.Scan([]byte(text), true); got != want {
					t.Errorf("%.80q: %v at %d, want %v at %d: %s", text, got.Reason, got.Offset, want.Reason, want.Offset, r.reason)
				}
				if got := string(s.AppendPointer(nil, []byte(text))); got != r.pointer {
					t.Errorf("%.80q: pointer %.80q, want %.80q: %s", text, got, r.pointer, r.reason)
				}
			}
		})
	}
}

// strict is the Strict profile with room for the largest text.
func strict(tb testing.TB, depth int) decoder.Profile {
	tb.Helper()
	lim, err := limits.New(limits.MaxBytes(limits.LargestMaxBytes), limits.MaxDepth(depth))
	if err != nil {
		tb.Fatal(err)
	}
	return decoder.Strict(lim)
}

// standard is the Strict profile with the default depth.
func standard(tb testing.TB) decoder.Profile {
	tb.Helper()
	return strict(tb, limits.DefaultMaxDepth)
}
