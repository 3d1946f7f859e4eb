package decoder_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

// goodTexts are the accepted texts of the tables and many random ones.
func goodTexts(t *testing.T) []string {
	var texts []string
	for _, tab := range tables() {
		for _, r := range tab.rows {
			if r.want == none {
				text, _ := r.split(t)
				texts = append(texts, text)
			}
		}
	}
	g := newGenerator(3)
	for range 2000 {
		texts = append(texts, g.text(6))
	}
	return texts
}

func index(t *testing.T, text string) (*decoder.Scanner, decoder.Index) {
	t.Helper()
	s := decoder.NewScanner(strict(t, 1000))
	if o := s.Scan([]byte(text), true); o.Reason != none {
		t.Fatalf("%.80q: %v at %d", text, o.Reason, o.Offset)
	}
	return s, s.Index([]byte(text))
}

// TestIndexTokens compares the list of tokens with the tokens and offsets of
// encoding/json.
func TestIndexTokens(t *testing.T) {
	for _, text := range goodTexts(t) {
		_, x := index(t, text)
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		i := 0
		for ; ; i++ {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%.80q: encoding/json: %v", text, err)
			}
			if i == x.Len() {
				t.Fatalf("%.80q: %d tokens, encoding/json has more", text, i)
			}
			end := int(d.InputOffset())
			if fault := compareToken(x, i, token, end); fault != "" {
				t.Fatalf("%.80q: token %d: %s; encoding/json has %v up to %d", text, i, fault, token, end)
			}
		}
		if i != x.Len() {
			t.Errorf("%.80q: %d tokens, encoding/json has %d", text, x.Len(), i)
		}
	}
}

func compareToken(x decoder.Index, i int, token json.Token, end int) string {
	kind, offset := x.Kind(i), x.Offset(i)
	if delim, ok := token.(json.Delim); ok {
		want := map[json.Delim]decoder.Kind{'[': decoder.Array, '{': decoder.Object, ']': decoder.End, '}': decoder.End}[delim]
		switch {
		case kind != want:
			return "wrong kind"
		case offset != end-1:
			return "wrong offset"
		}
		return ""
	}
	if offset+len(x.Raw(i)) != end {
		return "ends elsewhere"
	}
	quote := 0
	if _, ok := token.(string); ok {
		quote = 1
	}
	if k, from, to := x.Span(i); k != kind || from != offset+quote || to != end-quote {
		return "Span is wrong"
	}
	switch want := token.(type) {
	case nil:
		if kind != decoder.Null || string(x.Raw(i)) != "null" {
			return "not null"
		}
	case bool:
		if want != (kind == decoder.True) || !want != (kind == decoder.False) {
			return "wrong literal"
		}
	case json.Number:
		if string(x.Raw(i)) != want.String() {
			return "wrong number"
		}
		if integer := !strings.ContainsAny(want.String(), ".eE"); integer != (kind == decoder.Integer) || integer == (kind == decoder.Float) {
			return "wrong kind of number"
		}
	case string:
		if kind != decoder.String && kind != decoder.Name {
			return "not a string"
		}
		return compareText(x, i, want)
	}
	return ""
}

func compareText(x decoder.Index, i int, want string) string {
	switch {
	case string(x.Text(nil, i)) != want:
		return "Text is wrong"
	case string(x.AppendText([]byte("before"), i)) != "before"+want:
		return "AppendText is wrong"
	case x.TextLen(i) != len(want):
		return "TextLen is wrong"
	case x.Escaped(i) != bytes.Contains(x.Raw(i), []byte{'\\'}):
		return "Escaped is wrong"
	case !x.Is(i, want):
		return "Is does not know its own text"
	case x.Is(i, want+"x") || x.Is(i, want+"\x00") || want != "" && (x.Is(i, want[1:]) || x.Is(i, want[:len(want)-1]) || x.Is(i, "")):
		return "Is takes another text"
	case want != "" && x.Is(i, string(want[0]^1)+want[1:]):
		return "Is takes another text of the same length"
	}
	return ""
}

// TestIndexTree compares the shape of the list with what encoding/json finds
// when it takes the text apart level by level.
func TestIndexTree(t *testing.T) {
	for _, text := range goodTexts(t) {
		if strings.HasPrefix(text, strings.Repeat("[", 100)) || strings.HasPrefix(text, strings.Repeat(`{"a":`, 100)) {
			continue // one level at a time is quadratic in the depth
		}
		_, x := index(t, text)
		if end := compareTree(t, x, 0, []byte(text)); end != x.Len() {
			t.Errorf("%.80q: the value ends before token %d of %d", text, end, x.Len())
		}
	}
}

// compareTree compares the value at position i with raw and returns the
// position after it.
func compareTree(t *testing.T, x decoder.Index, i int, raw []byte) int {
	raw = bytes.Trim(raw, " \t\r\n")
	if got := x.Raw(i); !bytes.Equal(got, raw) {
		t.Errorf("Raw is %.80q, want %.80q", got, raw)
		return x.Len()
	}
	at := i + 1
	switch raw[0] {
	case '[':
		var items []json.RawMessage
		unmarshal(t, raw, &items)
		if x.Count(i) != len(items) {
			t.Errorf("%.80q: Count %d, want %d", raw, x.Count(i), len(items))
			return x.Len()
		}
		for _, item := range items {
			at = compareTree(t, x, at, item)
		}
	case '{':
		members := map[string]json.RawMessage{}
		unmarshal(t, raw, &members)
		if x.Count(i) != len(members) {
			t.Errorf("%.80q: Count %d, want %d", raw, x.Count(i), len(members))
			return x.Len()
		}
		for range members {
			name := string(x.Text(nil, at))
			value, ok := members[name]
			if !ok || x.Kind(at) != decoder.Name || x.Next(at) != at+1 {
				t.Errorf("%.80q: no member %q", raw, name)
				return x.Len()
			}
			if got := x.Member(i, name); got != at+1 {
				t.Errorf("%.80q: Member(%q) is %d, want %d", raw, name, got, at+1)
			}
			at = compareTree(t, x, at+1, value)
		}
		for _, name := range []string{"", "no such member", "a\x00"} {
			if _, ok := members[name]; !ok && x.Member(i, name) != -1 {
				t.Errorf("%.80q: Member(%q) is %d, want -1", raw, name, x.Member(i, name))
			}
		}
	default:
		if x.Next(i) != at {
			t.Errorf("%.80q: Next is %d, want %d", raw, x.Next(i), at)
		}
		return at
	}
	if x.Kind(at) != decoder.End {
		t.Errorf("%.80q: token %d is no End", raw, at)
	}
	if x.Next(i) != at+1 {
		t.Errorf("%.80q: Next is %d, want %d", raw, x.Next(i), at+1)
	}
	return at + 1
}

func unmarshal(t *testing.T, raw []byte, to any) {
	t.Helper()
	if err := json.Unmarshal(raw, to); err != nil {
		t.Fatalf("%.80q: encoding/json: %v", raw, err)
	}
}

// TestNoIndex: a text that is not accepted, or not to its end, has no tokens.
func TestNoIndex(t *testing.T) {
	for _, text := range []string{"", "[", "[1", "[1]x", `{"a":1,"a":2}`, "1", "[]"} {
		s := decoder.NewScanner(standard(t))
		s.Scan([]byte(text), false)
		if x := s.Index([]byte(text)); x.Len() != 0 {
			t.Errorf("%q: %d tokens before the end", text, x.Len())
		}
		if o := s.Scan([]byte(text), true); o.Reason == none {
			continue
		}
		if x := s.Index([]byte(text)); x.Len() != 0 {
			t.Errorf("%q: %d tokens of an ignored text", text, x.Len())
		}
	}
	s := decoder.NewScanner(decoder.Body(0))
	s.Scan([]byte("[1]"), true)
	if x := s.Index([]byte("[1]")); x.Len() != 0 {
		t.Errorf("%d tokens under the Body profile", x.Len())
	}
}

// TestAccessorsDoNotAllocate, as their documentation says.
func TestAccessorsDoNotAllocate(t *testing.T) {
	long := strings.Repeat("x", 70)
	text := `{"plain":[1,2.5,"a"],"\u0065scaped":{},"` + long + `\u0078":null}`
	s, x := index(t, text)
	buffer := make([]byte, 0, 1000)
	name, other := long+"x", long+"y"
	b := []byte(text)
	calls := map[string]func(){
		"Index":      func() { x = s.Index(b) },
		"Member":     func() { x.Member(0, "escaped") },
		"Is":         func() { x.Is(x.Member(0, name)-1, name) },
		"Is not":     func() { x.Member(0, other) },
		"Raw":        func() { x.Raw(0) },
		"AppendText": func() { x.AppendText(buffer, x.Member(0, "escaped")-1) },
		"TextLen":    func() { x.TextLen(x.Member(0, "escaped") - 1) },
		"Count":      func() { x.Count(0) },
	}
	for name, call := range calls {
		if n := testing.AllocsPerRun(100, call); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
