package reference

import (
	"math"
	"strconv"
	"strings"
)

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// number reads a number and judges its range.
func (r *reader) number(at *place) (kind, *offence) {
	first := r.pos
	k := kindInteger

	r.take('-')
	if !r.take('0') { // a leading zero stands alone
		if !r.digits() {
			return 0, r.malformed(at)
		}
	}
	if r.take('.') {
		k = kindFloat
		if !r.digits() {
			return 0, r.malformed(at)
		}
	}
	if r.take('e') || r.take('E') {
		k = kindFloat
		if !r.take('+') {
			r.take('-')
		}
		if !r.digits() {
			return 0, r.malformed(at)
		}
	}

	// The number is complete if a byte that is no part of it follows. At the
	// end of the text that is settled only for a top-level number: inside an
	// array or object the text has ended too early, whatever the number.
	if r.atEnd() && !at.isRoot() {
		return 0, r.malformed(at)
	}
	literal := string(r.raw[first:r.pos])
	if k == kindInteger && !integerInRange(literal) {
		return 0, &offence{IntegerOutOfRange, first, at}
	}
	if k == kindFloat && math.IsInf(toFloat(literal), 0) {
		return 0, &offence{NumberOutOfRange, first, at}
	}
	return k, nil
}

// digits reads one or more digits.
func (r *reader) digits() bool {
	start := r.pos
	for !r.atEnd() && isDigit(r.raw[r.pos]) {
		r.pos++
	}
	return r.pos > start
}

// integerInRange reports whether an integer literal is in -2^63 .. 2^64-1.
// Literals have no leading zeros, so digits compare by length, then by text.
func integerInRange(literal string) bool {
	magnitude, negative := strings.CutPrefix(literal, "-")
	largest := "18446744073709551615" // 2^64-1
	if negative {
		largest = "9223372036854775808" // 2^63
	}
	if len(magnitude) != len(largest) {
		return len(magnitude) < len(largest)
	}
	return magnitude <= largest
}

// toFloat rounds a number literal to float64 (nearest, ties to even);
// infinite when it overflows. The literal is first rewritten as d.ddde±x,
// because strconv is wrong about long ones (golang/go#42436): it forgets all
// but 800 digits before the point, so that 1, 900 zeros and e-900 is 1e-101
// instead of 1, and all but about five digits of an exponent.
func toFloat(literal string) float64 {
	mantissa, negative := strings.CutPrefix(literal, "-")
	exponent := 0
	if i := strings.IndexAny(mantissa, "eE"); i >= 0 {
		exponent = toExponent(mantissa[i+1:])
		mantissa = mantissa[:i]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	significant := strings.TrimLeft(digits, "0")
	// The exponent of the first significant digit.
	exponent += len(whole) - 1 - (len(digits) - len(significant))

	magnitude := 0.0
	switch {
	case significant == "" || exponent < -400:
	case exponent > 400:
		magnitude = math.Inf(1)
	default:
		text := significant[:1] + "." + significant[1:] + "e" + strconv.Itoa(exponent)
		magnitude, _ = strconv.ParseFloat(text, 64) // infinite when out of range
	}
	if negative {
		return math.Copysign(magnitude, -1)
	}
	return magnitude
}

// toExponent reads the digits of an exponent. Anything from a hundred million
// up is as good as a hundred million: no text is long enough to make up for it.
func toExponent(text string) int {
	const enough = 100_000_000
	magnitude := strings.TrimLeft(text, "+-")
	exponent := 0
	for i := 0; i < len(magnitude) && exponent < enough; i++ {
		exponent = exponent*10 + int(magnitude[i]-'0') // below 2^31 still
	}
	exponent = min(exponent, enough)
	if text[0] == '-' {
		return -exponent
	}
	return exponent
}
