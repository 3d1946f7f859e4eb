package decoder_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

// spanned is a token as the caller of Take sees it.
type spanned struct {
	kind       decoder.Kind
	start, end int // end of scalars and names
	text       string
}

func spans(x decoder.Index) []spanned {
	var list []spanned
	for i := range x.Len() {
		kind, start, end := x.Span(i)
		token := spanned{kind: kind, start: start}
		switch kind {
		case decoder.Array, decoder.Object, decoder.End:
		case decoder.Name, decoder.String:
			token.end, token.text = end, string(x.Text(nil, i))
		default:
			token.end = end
		}
		list = append(list, token)
	}
	return list
}

// TestTake: however a text is cut, the tokens taken are those of the Strict
// profile, in order, once each.
func TestTake(t *testing.T) {
	profile := decoder.Body(0).WithTokens()
	s := decoder.NewScanner(profile)
	texts := append(goodTexts(t), repeat(3*decoder.Window, "[1", `,{"a":[18446744073709551615,"b"]}`, "]"))
	for _, text := range texts {
		_, x := index(t, text)
		want := spans(x)
		for _, size := range []int{1, 3, 64, len(text) + 1} {
			if size < 64 && len(text) > decoder.Window {
				continue
			}
			s.Reset(profile)
			var got []spanned
			for n := 0; n < len(text); {
				n = min(n+size, len(text))
				if o := s.Scan([]byte(text[:n]), n == len(text)); o.Reason != none {
					t.Fatalf("%.80q: %v", text, o)
				}
				got = append(got, spans(s.Take([]byte(text[:n])))...)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%.80q in chunks of %d: %.200v, want %.200v", text, size, got, want)
			}
		}
	}
}

// TestTakeFromAWindowOfTokens: a window gives a token for each of its bytes, and one
// more for a number that the window before ended with and did not complete. Brackets
// nest so deep under no limits; a body has none.
func TestTakeFromAWindowOfTokens(t *testing.T) {
	profile := decoder.Body(0).WithTokens()
	text := []byte(strings.Repeat("[", 2*decoder.Window-1) + "1" + strings.Repeat("]", 2*decoder.Window-1))
	s := decoder.NewScanner(profile)
	for i, r := range []struct {
		tokens int
		last   decoder.Kind
		reason string
	}{
		{decoder.Window, decoder.Array, "a bracket each"},
		{decoder.Window - 1, decoder.Array, "the number may go on"},
		{decoder.Window + 1, decoder.End, "the number, and a bracket each"},
		{decoder.Window - 1, decoder.End, "the brackets that are left"},
	} {
		to := min((i+1)*decoder.Window, len(text))
		if o := s.Scan(text[:to], to == len(text)); o.Reason != none {
			t.Fatal(o)
		}
		list := spans(s.Take(text[:to]))
		if len(list) != r.tokens || list[len(list)-1].kind != r.last {
			t.Errorf("window %d: %d tokens, the last a %v; want %d and %v: %s", i, len(list), list[len(list)-1].kind, r.tokens, r.last, r.reason)
		}
	}
}

// TestTakeBeforeAnOffence: what was read before it is given, and nothing after.
func TestTakeBeforeAnOffence(t *testing.T) {
	profile := decoder.Body(0).WithTokens()
	text := []byte(`{"a":[1,"b"],"c":}`)
	s := decoder.NewScanner(profile)
	if o := s.Scan(text, true); o.Reason != malformed || o.Offset != 17 {
		t.Fatal(o)
	}
	want := []decoder.Kind{decoder.Object, decoder.Name, decoder.Array, decoder.Integer, decoder.String, decoder.End, decoder.Name}
	var got []decoder.Kind
	for _, token := range spans(s.Take(text)) {
		got = append(got, token.kind)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	again, index := s.Take(text), s.Index(text)
	if again.Len() != 0 || index.Len() != 0 {
		t.Error("tokens are given twice")
	}
}

// TestTakeLoneSurrogates: Body lets them pass. Their text is what CPython writes for
// them with errors="surrogatepass": no UTF-8, and no two of them are the same.
func TestTakeLoneSurrogates(t *testing.T) {
	profile := decoder.Body(0).WithTokens()
	const d800, dbff, dc00, dfff = "\xed\xa0\x80", "\xed\xaf\xbf", "\xed\xb0\x80", "\xed\xbf\xbf"
	for _, tt := range []struct{ raw, want, reason string }{
		{`\ud800`, d800, "high at the end"},
		{`\udbff`, dbff, "the last high one"},
		{`\udc00`, dc00, "low alone"},
		{`\udfff`, dfff, "the last low one"},
		{`\ud800x`, d800 + "x", "high before a letter"},
		{`\ud800abcde\\`, d800 + `abcde\`, "high, and an escape where the low one's would end"},
		{`\ud800\n12345`, d800 + "\n12345", "high before another escape"},
		{`\ud800\ud800`, d800 + d800, "two high"},
		{`\ud800\u0041`, d800 + "A", "high before a letter as an escape"},
		{`\ud800\ud83d\ude00`, d800 + "\U0001f600", "high before a pair"},
		{`\udc00\ud800\udc00\udc00`, dc00 + "\U00010000" + dc00, "a pair between two low"},
	} {
		text := []byte(`{"` + tt.raw + `":"` + tt.raw + `"}`)
		s := decoder.NewScanner(profile)
		if o := s.Scan(text, true); o.Reason != none {
			t.Fatalf("%s: %v", tt.raw, o)
		}
		x := s.Take(text)
		for _, i := range []int{1, 2} {
			if msg := compareText(x, i, tt.want); msg != "" {
				t.Errorf("%s: %s: %q, want %q: %s", tt.raw, msg, x.Text(nil, i), tt.want, tt.reason)
			}
		}
	}
}

// TestTakeKeepsAShortList: who takes often keeps little, however long the text is.
func TestTakeKeepsAShortList(t *testing.T) {
	profile := decoder.Body(0).WithTokens()
	s := decoder.NewScanner(profile)
	text := []byte(repeat(mib, "[1", ",1", "]"))
	for n := 0; n < len(text); {
		n = min(n+decoder.Window, len(text))
		s.Scan(text[:n], n == len(text))
		s.Take(text[:n])
	}
	if levels, rest := s.ScratchBytes(); levels+rest > 64<<10 {
		t.Errorf("%d bytes of scratch", levels+rest)
	}
}
