package decoder_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

// TestSpace: without its insignificant whitespace a text is Space bytes shorter,
// as encoding/json writes it.
func TestSpace(t *testing.T) {
	for _, text := range goodTexts(t) {
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(text)); err != nil {
			t.Fatalf("%.80q: encoding/json: %v", text, err)
		}
		want := len(text) - compact.Len()
		s, _ := index(t, text)
		if got := s.Space(); got != want {
			t.Errorf("%.80q: space %d, want %d", text, got, want)
		}
		b := decoder.NewScanner(decoder.Body(0))
		b.Scan([]byte(text), true)
		if got := b.Space(); got != want {
			t.Errorf("%.80q as a body: space %d, want %d", text, got, want)
		}
	}
}

func TestSpaceAndDepthByHand(t *testing.T) {
	tests := []struct {
		text         string
		space, depth int
		reason       string
	}{
		{"1", 0, 0, "a scalar opens nothing"},
		{" 1 ", 2, 0, "before and after"},
		{"[]", 0, 1, "one level"},
		{"[ ]", 1, 1, "inside an empty array"},
		{"{ }", 1, 1, "inside an empty object"},
		{"\t[ 1 , 2 ]\n", 6, 1, "around every token"},
		{`{ "a" : [ ] }`, 5, 2, "around every token"},
		{`{"a b":" c "}`, 0, 1, "whitespace inside strings is significant"},
		{`["\n\t"]`, 0, 1, "so are its escapes"},
		{"[[],[[]],[]]", 0, 3, "the deepest, not the last"},
		{`[{"a":{}},[]]`, 0, 3, "arrays and objects"},
		{`["[[[["]`, 0, 1, "brackets in strings open nothing"},
	}
	for _, tt := range tests {
		s, _ := index(t, tt.text)
		if s.Space() != tt.space || s.Depth() != tt.depth {
			t.Errorf("%q: space %d, depth %d; want %d, %d: %s", tt.text, s.Space(), s.Depth(), tt.space, tt.depth, tt.reason)
		}
	}
}

// TestDepth compares with the count of encoding/json's brackets.
func TestDepth(t *testing.T) {
	for _, text := range goodTexts(t) {
		_, x := index(t, text)
		s, _ := index(t, text)
		open, want := 0, 0
		for i := range x.Len() {
			switch x.Kind(i) { // TestIndexTokens has compared these
			case decoder.Array, decoder.Object:
				open++
			case decoder.End:
				open--
			}
			want = max(want, open)
		}
		if s.Depth() != want {
			t.Errorf("%.80q: depth %d, want %d", text, s.Depth(), want)
		}
	}
}
