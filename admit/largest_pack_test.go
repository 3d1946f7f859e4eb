package admit

import (
	"strings"
	"testing"
)

// TestLargestPack: "1e1," are four bytes that become nine, and at sixteen elements
// the head of the array grows to three. Room for less would be taken twice.
func TestLargestPack(t *testing.T) {
	for _, row := range []struct{ elements, text, form int }{
		{1, 5, 10}, {15, 61, 136}, {16, 65, 147}, {1000, 4001, 9003},
	} {
		text := "[" + strings.Repeat("1e1,", row.elements-1) + "1e1]"
		s, _ := packed(t, text)
		if len(text) != row.text || len(s.pack) != row.form {
			t.Fatalf("%d elements: %d bytes of JSON and %d of MessagePack, want %d and %d", row.elements, len(text), len(s.pack), row.text, row.form)
		}
		if most := largestPack(len(text)); most < row.form || most > row.form+4 {
			t.Errorf("largestPack(%d) is %d, want room for %d and hardly more", len(text), most, row.form)
		}
	}
}
