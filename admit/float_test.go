package admit_test

import (
	"encoding/binary"
	"math"
	"math/big"
	"strings"
	"testing"
)

// exactFloat rounds a literal to float64 by exact rational arithmetic.
func exactFloat(t *testing.T, literal string) float64 {
	t.Helper()
	r, ok := new(big.Rat).SetString(literal)
	if !ok {
		t.Fatalf("%.40q is no number", literal)
	}
	f, _ := r.Float64()
	if f == 0 && literal[0] == '-' {
		f = math.Copysign(0, -1) // a rational has no signed zero
	}
	return f
}

// packedFloat is the float64 that ends the MessagePack form of an envelope with
// this number as its last value.
func packedFloat(t *testing.T, literal string) float64 {
	t.Helper()
	pack := mustAdmit(t, withExtra(literal)).MessagePack()
	tail := pack[len(pack)-9:]
	if tail[0] != 0xcb {
		t.Fatalf("%.40q: no float64 but % x", literal, tail)
	}
	return math.Float64frombits(binary.BigEndian.Uint64(tail[1:]))
}

// TestFloatsAreNearest holds numbers to exact arithmetic, long ones above all:
// strconv.ParseFloat forgets where the point stands behind the 800th digit, and
// exponents of more than five digits (golang/go#42436).
func TestFloatsAreNearest(t *testing.T) {
	zeros := func(n int) string { return strings.Repeat("0", n) }
	nines := func(n int) string { return strings.Repeat("9", n) }
	for _, row := range []struct{ name, literal, reason string }{
		{"one", "1.0", "plain"},
		{"minus zero", "-0.0", "its sign is kept"},
		{"minus zero with exponent", "-0e5", "its sign is kept"},
		{"largest", "1.7976931348623157e308", "the largest finite float64"},
		{"just below overflow", "1.797693134862315807e308", "below the tie that rounds to infinity"},
		{"smallest normal", "2.2250738585072014e-308", "2^-1022"},
		{"smallest subnormal", "4.9406564584124654e-324", "2^-1074"},
		{"half of that", "2.4703282292062327e-324", "just below the tie: 0"},
		{"underflow", "1e-400", "0, which is fine"},
		{"underflow, negative", "-1e-400", "-0"},
		{"tie to even", "9007199254740993.0", "2^53+1 lies between two; the even one is 2^53"},
		{"just above a tie", "9007199254740993." + zeros(900) + "1", "the last digit decides"},
		{"800 digits", "1." + nines(799), "as many as strconv keeps"},
		{"801 digits", "1." + nines(800), "one more"},
		{"801 digits before the point", "1" + zeros(800) + "e-800", "1"},
		{"901 digits before the point", "1" + zeros(900) + "e-900", "1, not 1e-101"},
		{"901 digits and a fraction", "1" + zeros(900) + ".5e-900", "1, not 1e-101"},
		{"a tie 900 digits up", "9007199254740993" + zeros(900) + "e-900", "the even one"},
		{"above a tie 900 digits up", "9007199254740993" + zeros(900) + "1e-901", "the digit far behind decides"},
		{"above a tie 900 digits up, negative", "-9007199254740993" + zeros(900) + "1E-901", "the sign changes nothing"},
		{"below a tie 900 digits up", "9007199254740992" + nines(900) + "e-900", "digits far behind decide"},
		{"60,000 digits before the point", "1" + zeros(60000) + "e-60000", "1"},
		{"60,000 digits behind the point", "0." + zeros(60000) + "1e60001", "1"},
		{"exponent of six digits, underflow", "1" + zeros(20000) + "e-100000", "0, not infinity"},
		{"exponent of six digits, all zeros", "0." + zeros(20000) + "e100000", "0 whatever the exponent"},
		{"exponent behind zeros", "1e" + zeros(900) + "5", "zeros in an exponent mean nothing"},
		{"negative exponent behind zeros", "125e-" + zeros(900) + "2", "zeros in an exponent mean nothing"},
		{"exponent with a plus", "0." + zeros(900) + "1e+905", "10000"},
		{"long zero", "-0." + zeros(5000), "-0"},
		{"5,000 digits", "3." + strings.Repeat("14159265358979323846", 250), "pi, wrong from the 21st digit on"},
	} {
		t.Run(row.name, func(t *testing.T) {
			want, got := exactFloat(t, row.literal), packedFloat(t, row.literal)
			if math.Float64bits(got) != math.Float64bits(want) {
				t.Errorf("%.40q... (%d bytes) is packed as %v, want %v: %s", row.literal, len(row.literal), got, want, row.reason)
			}
		})
	}
}

// TestLargeFloatsAreNearest needs more than 100,000 digits to make up for an
// exponent of six digits.
func TestLargeFloatsAreNearest(t *testing.T) {
	zeros := strings.Repeat("0", 200_000)
	for _, literal := range []string{
		"1" + zeros + "e-200000",
		"0." + zeros + "25e200001",
		"1" + zeros + "1e-200001",
	} {
		want := 1.0
		if literal[0] == '0' {
			want = 2.5
		}
		if got := packedFloat(t, literal); got != want {
			t.Errorf("%.4q...%s is packed as %v, want %v", literal, literal[len(literal)-8:], got, want)
		}
	}
}
