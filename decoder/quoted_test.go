package decoder_test

import (
	"encoding/json"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

// TestAppendQuoted: RFC 8259 section 7 asks for escapes of the quote, the backslash
// and the control characters up to U+001F; encoding/json reads back what was meant.
func TestAppendQuoted(t *testing.T) {
	for c := range rune(0x180) {
		text := "a" + string(c) + "b"
		got := decoder.AppendQuoted([]byte("x"), text)
		escaped := c < 0x20 || c == '"' || c == '\\'
		if plain := `x"` + text + `"`; (string(got) == plain) == escaped {
			t.Errorf("%q as %s: escaped %v, want %v", text, got, !escaped, escaped)
		}
		var back string
		if err := json.Unmarshal(got[1:], &back); err != nil || back != text {
			t.Errorf("%q as %s is read as %q, %v", text, got, back, err)
		}
	}
}
