package admit

import (
	"strconv"
	"strings"

	"github.com/kvhints/hintcheck/decoder"
)

// readFloat returns the float64 nearest to the Float at position i, ties to even.
// json is the indexed text. It allocates only for a number of more than 800 bytes
// with an exponent.
func readFloat(x decoder.Index, i int, json string) float64 {
	from := x.Offset(i)
	number := json[from : from+len(x.Raw(i))]
	if len(number) > longNumber {
		number = respell(number)
	}
	// The decoder has shown the number to be well formed and finite.
	f, _ := strconv.ParseFloat(number, 64)
	return f
}

// longNumber is the length in bytes up to which strconv.ParseFloat is right about
// every number. Behind the 800th digit it forgets to count where the point is, and
// of an exponent it reads five digits (golang/go#42436): 1, 900 zeros and e-900
// would be 1e-101.
const longNumber = 800

// respell writes a long number as 0.ddd times a power of ten, the first d not 0,
// where neither matters. A number without an exponent is returned as it is: the
// largest finite one has 309 digits before the point.
func respell(number string) string {
	e := strings.LastIndexAny(number, "eE")
	if e < 0 {
		return number
	}
	const enough = 1 << 27 // more than digits can make up for: limits.LargestMaxBytes is 1<<24
	power, _ := strconv.Atoi(number[e+1:])
	power = min(max(power, -enough), enough) // out of range, Atoi gives the nearest int
	digits, sign := number[:e], ""
	if digits[0] == '-' {
		digits, sign = digits[1:], "-"
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	digits = whole + fraction
	significant := strings.TrimLeft(digits, "0")
	power += len(whole) - (len(digits) - len(significant))
	return sign + "0." + significant + "e" + strconv.Itoa(power)
}
