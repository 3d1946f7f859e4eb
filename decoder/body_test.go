package decoder_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

// repeat repeats unit between before and after up to about size bytes.
func repeat(size int, before, unit, after string) string {
	return before + strings.Repeat(unit, (size-len(before)-len(after))/len(unit)) + after
}

// bodies are request bodies of tens of MiB, and what Body says of them.
var bodies = []struct {
	name   string
	build  func() string
	want   func(n int) decoder.Offence // n is the length
	depth  int                         // the deepest level
	reason string
}{
	{
		"chat", func() string {
			return repeat(32*mib, `{"model":"m","messages":[{"role":"user","content":"`, `The quick brown fox. Zwölf Boxkämpfer. 你好\n`, `"}],"stream":true}`)
		}, accepted, 3, "text",
	},
	{
		"token ids", func() string { return repeat(32*mib, `{"prompt":[1`, `,128000, 9906`, `]}`) }, accepted, 2, "numbers",
	},
	{
		"open arrays", func() string { return strings.Repeat("[", 10*mib) },
		func(n int) decoder.Offence { return decoder.Offence{Reason: malformed, Offset: n} }, 10 * mib, "ends too early, and only that",
	},
	{
		"nested arrays", func() string { return strings.Repeat("[", 5*mib) + strings.Repeat("]", 5*mib) }, accepted, 5 * mib, "depth is the server's business",
	},
	{
		"nested objects", func() string { return strings.Repeat(`{"a":`, 2*mib) + "1" + strings.Repeat("}", 2*mib) }, accepted, 2 * mib, "depth is the server's business",
	},
	{
		"nested, one bracket wrong", func() string { return strings.Repeat("[", 5*mib) + strings.Repeat("]", 5*mib-1) + "}" },
		func(n int) decoder.Offence { return decoder.Offence{Reason: malformed, Offset: n - 1} }, 5 * mib, "the outermost level is remembered",
	},
	{
		"duplicates", func() string { return repeat(32*mib, `{"a":1`, `,"a":1`, `}`) }, accepted, 1, "names are the server's business",
	},
	{
		"lone surrogates", func() string { return repeat(32*mib, `["`, `\ud800\udc00\udc00`, `\ud800"]`) }, accepted, 1, "pairs are the server's business",
	},
	{
		"giant integers", func() string { return repeat(32*mib, `[-1`, `23456789`, `]`) }, accepted, 1, "ranges are the server's business",
	},
	{
		"giant floats", func() string { return repeat(16*mib, `[1e9999999999,0.`, `0`, `e99999]`) }, accepted, 1, "ranges are the server's business",
	},
	{
		"distinct names", func() string { return "{" + members(mib/2, plainName) + "}" }, accepted, 1, "no names are kept",
	},
	{
		"whitespace", func() string { return repeat(16*mib, " [", " \n\r\t", "1]") }, accepted, 1, "nothing but grammar",
	},
}

func accepted(int) decoder.Offence { return decoder.Offence{} }

// TestLargeBodies: Body reads bodies of tens of MiB, whole and in chunks, and
// keeps one bit for each open level and nothing else.
func TestLargeBodies(t *testing.T) {
	for _, body := range bodies {
		t.Run(body.name, func(t *testing.T) {
			text := []byte(body.build())
			want := body.want(len(text))
			sizes := []int{len(text), 4096, 64}
			for _, size := range sizes {
				s := decoder.NewScanner(decoder.Body(0))
				before := allocated()
				for n := size; n < len(text); n += size {
					if o := s.Scan(text[:n], false); o.Reason != none {
						break
					}
				}
				got := s.Scan(text, true)
				grown := allocated() - before
				if got != want {
					t.Errorf("chunks of %d: %v, want %v: %s", size, got, want, body.reason)
				}
				if s.Depth() != body.depth {
					t.Errorf("chunks of %d: depth %d, want %d", size, s.Depth(), body.depth)
				}
				checkBodyMemory(t, s, body.depth, grown)
			}
		})
	}
}

// checkBodyMemory: the levels take one bit each, in a slice that grows by at
// most doubling; all slices on the way there took less than eight times that.
func checkBodyMemory(t *testing.T, s *decoder.Scanner, depth int, grown uint64) {
	t.Helper()
	const small = 64 << 10 // of the runtime and the test itself
	bits := depth/8 + 8
	levels, rest := s.ScratchBytes()
	if levels > 2*bits || rest != 0 {
		t.Errorf("%d bytes for %d levels and %d for other things, want at most %d and 0", levels, depth, rest, 2*bits)
	}
	if grown > uint64(8*bits+small) {
		t.Errorf("allocated %d bytes for %d levels, want at most %d", grown, depth, 8*bits+small)
	}
}

// allocated returns how many bytes have ever been allocated.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// TestBodyAgreesWithStrict: a row's offence of grammar or UTF-8 is the same under
// Body; an offence of a rule that Body does not have is none, or a later one of
// grammar or UTF-8.
func TestBodyAgreesWithStrict(t *testing.T) {
	s := decoder.NewScanner(decoder.Body(0))
	for _, tab := range tables() {
		for _, r := range tab.rows {
			text, want := r.split(t)
			s.Reset(decoder.Body(0))
			got := s.Scan([]byte(text), true)
			switch want.Reason {
			case none, malformed, badUTF8:
				if got != want {
					t.Errorf("%.80q: %v, want %v as Strict", text, got, want)
				}
			default:
				if got.Reason != none && (got.Reason != malformed && got.Reason != badUTF8 || got.Offset < want.Offset) {
					t.Errorf("%.80q: %v; Strict has %v", text, got, want)
				}
			}
			if p := s.AppendPointer(nil, []byte(text)); len(p) != 0 {
				t.Errorf("%.80q: Body keeps nothing for a pointer, yet has %q", text, p)
			}
		}
	}
}

func TestBodyByHand(t *testing.T) {
	tests := []struct {
		text   string // with the mark of table_test.go
		want   decoder.Reason
		depth  int // limit; 0 for none
		reason string
	}{
		{`["\ud800"]`, none, 0, "lone surrogates are not judged"},
		{`["\udc00\ud800x\ud800\n"]`, none, 0, "lone surrogates are not judged"},
		{`["\ud800§` + "\n" + `"]`, malformed, 0, "but the byte after one is"},
		{"[\"\\ud800§\xff\"]", badUTF8, 0, "and its UTF-8"},
		{`["\ud80§x"]`, malformed, 0, "escapes still need four digits"},
		{`["\ud800\§x"]`, malformed, 0, "the escape after it still must be one"},
		{`["\ud800\u§x"]`, malformed, 0, "and have its digits"},
		{`{"a":1,"a":2}`, none, 0, "names are not compared"},
		{`[18446744073709551616,-1e999]`, none, 0, "ranges are not judged"},
		{`[0§1]`, malformed, 0, "the grammar of numbers is"},
		{`[1e§]`, malformed, 0, "the grammar of numbers is"},
		{"§\xef\xbb\xbf{}", malformed, 0, "no byte order mark"},
		{"{}§{}", malformed, 0, "one value"},
		{"{\"§\xff\":1}", badUTF8, 0, "UTF-8 in names"},
		{"[[[]]]", none, 3, "three levels are within three"},
		{"[[[§[]]]]", tooDeep, 3, "the bracket of the fourth"},
		{`{"a":[{"b":§{`, tooDeep, 3, "objects count like arrays"},
		{"[[[§[", tooDeep, 3, "met before the end"},
		{"[[[" + "[[[[" + "§", malformed, -1, "a negative limit is none"},
	}
	for _, tt := range tests {
		text, want := row{text: tt.text, want: tt.want}.split(t)
		p := decoder.Body(tt.depth)
		s := decoder.NewScanner(p)
		if got := s.Scan([]byte(text), true); got != want {
			t.Errorf("%q within %d: %v, want %v: %s", text, tt.depth, got, want, tt.reason)
		}
		for _, size := range []int{1, 2, 3} {
			s.Reset(p)
			if got := chunked(t, s, text, true, size); got.offence != want {
				t.Errorf("%q within %d in chunks of %d: %v, want %v: %s", text, tt.depth, size, got, want, tt.reason)
			}
		}
	}
}
