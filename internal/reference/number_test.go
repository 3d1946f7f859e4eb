package reference_test

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestNumberGrammar(t *testing.T) {
	checkRows(t, standard, []row{
		{"0", notObject, 0, "", "a whole text"},
		{"-0", notObject, 0, "", "a whole text"},
		{"12", notObject, 0, "", "complete at the end of the text"},
		{"1.5e+3 ", notObject, 0, "", "complete"},
		{"[0,-0,10,-1,0.0,-0.0,1E5,1e-5,1e+5,0e0,0E+0,1.0e00]", notObject, 0, "", "all well formed"},
		{"-", malformed, 1, "", "ends too early"},
		{"1.", malformed, 2, "", "ends too early"},
		{"1e", malformed, 2, "", "ends too early"},
		{"1e+", malformed, 3, "", "ends too early"},
		{"01", malformed, 1, "", "0 stands alone, and 1 trails it"},
		{"+1", malformed, 0, "", "no plus sign"},
		{".5", malformed, 0, "", "no bare point"},
		{"1.x", malformed, 2, "", "a digit is missing"},
		{"[-", malformed, 2, "/0", "ends inside the number"},
		{"[-x", malformed, 2, "/0", "the number is being read"},
		{"[-]", malformed, 2, "/0", "the number is being read"},
		{"[--1]", malformed, 2, "/0", "the number is being read"},
		{"[01]", malformed, 2, "", "0 was complete, so 1 stands between values"},
		{"[-01]", malformed, 3, "", "-0 was complete"},
		{"[00]", malformed, 2, "", "0 was complete"},
		{"[12x]", malformed, 3, "", "12 was complete"},
		{"[0x10]", malformed, 2, "", "0 was complete"},
		{"[1_000]", malformed, 2, "", "1 was complete"},
		{"[1.]", malformed, 3, "/0", "a digit is missing"},
		{"[1.x]", malformed, 3, "/0", "a digit is missing"},
		{"[1.e5]", malformed, 3, "/0", "a digit is missing"},
		{"[1e]", malformed, 3, "/0", "a digit is missing"},
		{"[1e+]", malformed, 4, "/0", "a digit is missing"},
		{"[1e+-5]", malformed, 4, "/0", "one sign"},
		{"[1e5.0]", malformed, 4, "", "1e5 was complete"},
		{"[1.5.5]", malformed, 4, "", "1.5 was complete"},
		{"[+1]", malformed, 1, "", "a plus sign begins no value"},
		{"[.5]", malformed, 1, "", "a point begins no value"},
		{"[-.5]", malformed, 2, "/0", "a digit is missing"},
		{"[1.5", malformed, 4, "/0", "ends inside the number"},
		{"[1e5", malformed, 4, "/0", "ends inside the number"},
		{"[1\xff]", malformed, 2, "", "1 was complete; outside strings no UTF-8 is judged"},
		{"[-\xff]", malformed, 2, "/0", "the number is being read"},
	})
}

func TestIntegerRange(t *testing.T) {
	nines := strings.Repeat("9", 5000)
	checkRows(t, standard, []row{
		{"[18446744073709551615]", notObject, 0, "", "2^64-1"},
		{"[18446744073709551616]", bigInt, 1, "/0", "2^64"},
		{"[-9223372036854775808]", notObject, 0, "", "-2^63"},
		{"[-9223372036854775809]", bigInt, 1, "/0", "-2^63-1"},
		{"[9223372036854775808]", notObject, 0, "", "2^63 is in the unsigned range"},
		{"[-18446744073709551615]", bigInt, 1, "/0", "the bounds are not symmetric"},
		{"[20000000000000000000]", bigInt, 1, "/0", "20 digits, above"},
		{"[100000000000000000000]", bigInt, 1, "/0", "21 digits, though its text sorts below"},
		{"[-10000000000000000000]", bigInt, 1, "/0", "20 digits below zero"},
		{"[" + nines + "]", bigInt, 1, "/0", "5,000 digits"},
		{"[-" + nines + "]", bigInt, 1, "/0", "5,000 digits"},
		{"18446744073709551616", bigInt, 0, "", "complete at the end of a whole text"},
		{"18446744073709551615", notObject, 0, "", "complete and in range"},
		{"[18446744073709551616", malformed, 21, "/0", "inside an array the text ended too early, whatever the number"},
		{"[18446744073709551616x", bigInt, 1, "/0", "a number is judged before the byte that ended it"},
		{"[18446744073709551616\xff", bigInt, 1, "/0", "a number is judged before the byte that ended it"},
		{"[18446744073709551616.0]", notObject, 0, "", "with a fraction it is no integer"},
		{"[18446744073709551616e0]", notObject, 0, "", "with an exponent it is no integer"},
		{"[18446744073709551616.x", malformed, 22, "/0", "not an integer, and not complete"},
		{"[0,{\"a\":18446744073709551616}]", bigInt, 8, "/1/a", "at every level"},
	})
}

func TestFloatRange(t *testing.T) {
	// 2^1024-2^970 is the tie between the largest float64, 2^1024-2^971, and
	// 2^1024. The largest has an odd significand, so the tie rounds up.
	one := big.NewInt(1)
	tieInt := new(big.Int).Sub(new(big.Int).Lsh(one, 1024), new(big.Int).Lsh(one, 970))
	tie, below := tieInt.String(), new(big.Int).Sub(tieInt, one).String()
	zeros := strings.Repeat("0", 60_000)
	checkRows(t, standard, []row{
		{"[1e308]", notObject, 0, "", "finite"},
		{"[1e309]", bigNumber, 1, "/0", "infinite"},
		{"[-1e309]", bigNumber, 1, "/0", "infinite"},
		{"[1.7976931348623157e308]", notObject, 0, "", "the largest float64"},
		{"[1.7976931348623158e308]", notObject, 0, "", "rounds down to it"},
		{"[1.7976931348623159e308]", bigNumber, 1, "/0", "rounds to infinity"},
		{"[-1.7976931348623159e308]", bigNumber, 1, "/0", "rounds to infinity"},
		{"[" + tie + ".0]", bigNumber, 1, "/0", "exactly the tie goes to even, which is infinity"},
		{"[" + below + ".0]", notObject, 0, "", "one below the tie rounds down"},
		{"[" + below + "." + strings.Repeat("9", 2000) + "]", notObject, 0, "", "still below the tie, by a digit beyond the 2,000th"},
		{"[" + tie + "." + zeros[:2000] + "1]", bigNumber, 1, "/0", "above the tie"},
		{"[1e-400]", notObject, 0, "", "underflow is fine"},
		{"[-1e-99999999999999999999]", notObject, 0, "", "however far"},
		{"[1e99999999999999999999]", bigNumber, 1, "/0", "an exponent that fits no machine integer"},
		{"[0e99999999999999999999]", notObject, 0, "", "zero times anything is zero"},
		{"[-0.0e+99999999999999999999]", notObject, 0, "", "also below zero"},
		{"[1" + zeros + "e-60000]", notObject, 0, "", "exactly 1"},
		{"[1" + zeros + "e-59692]", notObject, 0, "", "exactly 1e308"},
		{"[1" + zeros + "e-59691]", bigNumber, 1, "/0", "exactly 1e309"},
		{"[1" + zeros + "e-100000]", notObject, 0, "", "1e-40000 is 0"},
		{"[0." + zeros + "1e60309]", notObject, 0, "", "exactly 1e308"},
		{"[0." + zeros + "1e60310]", bigNumber, 1, "/0", "exactly 1e309"},
		{"[0." + zeros + "1e0000060310]", bigNumber, 1, "/0", "zeros before an exponent count for nothing"},
		{"1e999", bigNumber, 0, "", "complete at the end of a whole text"},
		{"[1e999", malformed, 6, "/0", "inside an array the text ended too early"},
		{"[1e999x", bigNumber, 1, "/0", "a number is judged before the byte that ended it"},
		{"[1e999.", bigNumber, 1, "/0", "the point is no part of it"},
	})
}

// Long mantissas whose exponent brings them back near some float64: math/big
// reads them with all their digits.
func TestLongNumbersAgreeWithMathBig(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	digits := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte('0' + random.IntN(10))
		}
		return string(b)
	}
	for range 400 {
		whole := "1" + digits(random.IntN(1500))
		if random.IntN(2) == 0 {
			whole = "1" + strings.Repeat("0", random.IntN(1500)+700)
		}
		literal := whole
		if random.IntN(2) == 0 {
			literal += "." + digits(1+random.IntN(1500))
		}
		literal += "e" + strconv.Itoa(random.IntN(700)-350-len(whole))
		wide, _, err := big.ParseFloat(literal, 10, 20_000, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := wide.Float64()
		if math.IsInf(f, 0) {
			checkRows(t, standard, []row{{"[" + literal + "]", bigNumber, 1, "/0", "math/big rounds it to infinity"}})
			continue
		}
		checkForm(t, literal, binary.BigEndian.AppendUint64([]byte{0xCB}, math.Float64bits(f)), "math/big rounds it so")
	}
}
