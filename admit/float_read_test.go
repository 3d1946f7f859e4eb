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
		if got := readFloat([]byte(text)); math.Float64bits(got) != math.Float64bits(want) {
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
		if got := readFloat([]byte(text)); !math.IsInf(got, 1) {
			t.Errorf("%.40q is %v, want infinity", text, got)
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
				readFloat(number)
			}
		})
	}
}
