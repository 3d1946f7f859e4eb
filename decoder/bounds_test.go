package decoder_test

import (
	"math/big"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

// TestIntegerBoundsAreThoseOfLimits: the decoder compares digits with digits, so
// its bounds are written there a second time. This is what ties them to limits.
func TestIntegerBoundsAreThoseOfLimits(t *testing.T) {
	one := big.NewInt(1)
	least := big.NewInt(limits.MinInteger)
	most := new(big.Int).SetUint64(limits.MaxInteger)
	tests := []struct {
		reason string
		n      *big.Int
		want   decoder.Reason
	}{
		{"the least integer", least, decoder.None},
		{"one less", new(big.Int).Sub(least, one), decoder.IntegerOutOfRange},
		{"the largest integer", most, decoder.None},
		{"one more", new(big.Int).Add(most, one), decoder.IntegerOutOfRange},
	}
	for _, tt := range tests {
		s := decoder.NewScanner(standard(t))
		if got := s.Scan([]byte(tt.n.String()), true); got.Reason != tt.want {
			t.Errorf("%v: %v, want %v: %s", tt.n, got, tt.want, tt.reason)
		}
	}
}
