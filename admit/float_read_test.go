package admit

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestReadFloatIsNearest holds readFloat to strconv where strconv is right, up to
// 800 bytes, and to exact rational arithmetic behind that, over random numbers of
// every size and above all over those next to a tie.
func TestReadFloatIsNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	check := func(text string) {
		t.Helper()
		var want float64
		if len(text) <= 800 {
			f, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return // not finite
			}
			want = f
		} else {
			exact, ok := new(big.Rat).SetString(text)
			if !ok {
				t.Fatalf("%.40q is no number", text)
			}
			want, _ = exact.Float64()
		}
		if got := readFloat([]byte(text), 0, len(text)); math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%.60q (%d bytes) is %v, want %v", text, len(text), got, want)
		}
	}
	digits := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte('0' + r.IntN(10))
		}
		b[0] = byte('1' + r.IntN(9))
		return string(b)
	}
	power := func(from, to int) string { return "e" + strconv.Itoa(from+r.IntN(to-from)) }
	for range 10_000 {
		f := math.Float64frombits(r.Uint64() >> 1)
		if r.IntN(4) == 0 {
			f = math.Float64frombits(r.Uint64() >> 12 >> r.IntN(52)) // subnormal
		}
		if math.IsInf(f, 0) || math.IsNaN(f) {
			continue
		}
		check(strconv.FormatFloat(f, 'e', r.IntN(25), 64))
		check(strconv.FormatFloat(-f, 'e', -1, 64))
		check(digits(1+r.IntN(30)) + power(-345, 300))
		check(digits(1+r.IntN(19)) + power(-30, 30))
		check(digits(1+r.IntN(19)) + "." + digits(1+r.IntN(30)) + power(-345, 290))
		check("0." + strings.Repeat("0", r.IntN(330)) + digits(1+r.IntN(40)))
		if r.IntN(50) != 0 {
			continue
		}
		for _, n := range []int{16, 17, 18, 19, 20, 30, 100, 300, 765, 766, 780} {
			tie := tieAbove(f, n)
			check(tie)
			e := strings.IndexByte(tie, 'e')
			zeros := strings.Repeat("0", r.IntN(1200))
			check(tie[:e] + zeros + tie[e:])
			check(tie[:e] + zeros + "1" + tie[e:])
		}
		long := digits(700 + r.IntN(400))
		check(long + power(-len(long)-330, -len(long)+300))
	}
}

// tieAbove is the number halfway between f and the next float64, with n digits
// behind the point: up to 766 of them are needed to say it exactly.
func tieAbove(f float64, n int) string {
	sum := new(big.Float).SetPrec(2200).SetFloat64(f)
	sum.Add(sum, new(big.Float).SetPrec(2200).SetFloat64(math.Nextafter(f, math.Inf(1))))
	return sum.SetMantExp(sum, -1).Text('e', n)
}

// TestReadFloatOfInfinite: the decoder lets none pass, and one that passed would
// neither panic nor become a number.
func TestReadFloatOfInfinite(t *testing.T) {
	for _, text := range []string{"1e309", "1e400", "1e999999999", "179769313486231580794e288", "9.9e309", "1" + strings.Repeat("0", 1000) + ".0"} {
		if got := readFloat([]byte(text), 0, len(text)); !math.IsInf(got, 1) {
			t.Errorf("%.40q is %v, want infinity", text, got)
		}
	}
}

// TestReadFloatByHand: where the ways of reading meet. The least float64 above 0 is
// 2^-1074, 4.94e-324, and half of it 2.47e-324; 2^53 is 9007199254740992.
func TestReadFloatByHand(t *testing.T) {
	for _, r := range []struct {
		text   string
		want   float64
		reason string
	}{
		{"2.5e-324", 0x1p-1074, "more than half of the least rounds up"},
		{"4.9e-324", 0x1p-1074, "the least"},
		{"7.4e-324", 0x1p-1074, "less than one and a half"},
		{"7.5e-324", 0x1p-1073, "more than that"},
		{"2.4e-324", 0, "less than half of the least"},
		{"1e-324", 0, "likewise"},
		{"2.2250738585072014e-308", 0x1p-1022, "the least normal one"},
		{"2.225073858507201e-308", 0x1.ffffffffffffep-1023, "the largest subnormal one"},
		{"9007199254740991e22", 9007199254740991e22, "both parts are exact"},
		{"9007199254740993.0", 0x1p53, "a tie goes to even"},
		{"9007199254740995.0", 0x1p53 + 4, "a tie goes to even"},
		{"9007199254740993.00000000000000000001", 0x1p53 + 2, "more than a tie"},
		{"9007199254740993e0", 0x1p53, "a tie without a fraction"},
		{"9007199254740995e0", 0x1p53 + 4, "likewise"},
		{"4503599627370496.5", 0x1p52, "a tie behind the point"},
		{"4503599627370497.5", 0x1p52 + 2, "likewise"},
		{"1e22", 1e22, "the largest power of ten that is exact"},
		{"1e-22", 1e-22, "and the least that is divided by"},
		{"1e23", 1e23, "a power more"},
		{"1e-23", 1e-23, "a power less"},
		{"1e27", 1e27, "5^27 is the largest in 64 bits"},
		{"1e-27", 1e-27, "likewise"},
		{"1e28", 1e28, "a power more"},
		{"1e-28", 1e-28, "a power less"},
	} {
		if got := readFloat([]byte(r.text), 0, len(r.text)); got != r.want {
			t.Errorf("%s is %x, want %x: %s", r.text, got, r.want, r.reason)
		}
	}
}

// BenchmarkReadFloat: no number of a few bytes may cost much more than another.
func BenchmarkReadFloat(b *testing.B) {
	for _, text := range []string{"0.5", "0.12345678901234567", "1.7976931348623157e308", "1e-310", "4.9e-324", "1.0000000000000001269e+300", tieAbove(1e-300, 766), "0." + strings.Repeat("7", 790) + "e-300"} {
		b.Run(text[:min(len(text), 24)], func(b *testing.B) {
			number := []byte(text)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				readFloat(number, 0, len(number))
			}
		})
	}
}
