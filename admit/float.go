package admit

import (
	"math"
	"math/bits"
)

// Numbers that are no integers become the nearest float64, ties to even. They are
// read here and not by strconv.ParseFloat for two reasons. strconv takes tens of
// microseconds for a few bytes where its fast way cannot tell, such as 1e-310 or
// numbers halfway between two float64s: hundreds of times what other texts cost a
// byte. And it is wrong about numbers of more than 800 digits (golang/go#42436).
// The way here is the schoolbook one: the number is one whole number divided by
// another, in at most 45 words, and the rest of the division says how to round.

// mostDigits is how many significant digits are read as such. No number halfway
// between two float64s has more than 767, so that of those behind only counts
// whether they are all zeros.
const mostDigits = 800

// chunkDigits is how many digits are put into a natural at a time.
const chunkDigits = 19

// tens are the powers of 10 that are exact as float64.
var tens = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// tensWhole are the powers of 10 in 64 bits.
var tensWhole = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// fives are the powers of 5 in 64 bits.
var fives = [...]uint64{
	1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125, 244140625,
	1220703125, 6103515625, 30517578125, 152587890625, 762939453125, 3814697265625,
	19073486328125, 95367431640625, 476837158203125, 2384185791015625, 11920928955078125,
	59604644775390625, 298023223876953125, 1490116119384765625, 7450580596923828125,
}

// readFloat returns the float64 nearest to the number text[start:end], which the
// decoder has shown to be well formed; infinity if it is not finite. It allocates
// nothing. Its time is linear in the bytes, and at most some microseconds more for
// each number of several hundred digits.
func readFloat(text []byte, start, end int) float64 {
	negative := text[start] == '-'
	if negative {
		start++
	}
	f, ok := readShort(text, start, end)
	if !ok {
		f = readMagnitude(text[start:end])
	}
	if negative {
		return -f
	}
	return f
}

// readShort reads a number without exponent of at most 19 digits, so that they fit
// into 64 bits: nearly all that are sent. ok is false for others.
func readShort(text []byte, start, end int) (f float64, ok bool) {
	if end-start > chunkDigits+1 || end < 24 {
		return 0, false
	}
	point := start + 1
	for point < end && text[point]-'0' <= 9 {
		point++
	}
	if point == end || text[point] != '.' || !allDigits(text, point+1, end) {
		return 0, false
	}
	behind := end - point - 1
	digits := readDigits(text, point+1, end)
	for i, weight := point-1, tensWhole[behind]; i >= start; i, weight = i-1, weight*10 {
		digits += uint64(text[i]-'0') * weight
	}
	switch {
	case digits == 0:
		return 0, true
	case digits < 1<<53:
		return float64(digits) / tens[behind], true // both are exact, so that the result is rounded once
	}
	return nearestSmall(digits, -behind, false), true
}

// allDigits reports whether text[start:end], at most 19 bytes of a number, are digits.
// Of what else stands in a number no byte has the high half of a digit.
func allDigits(text []byte, start, end int) bool {
	const high = 0xf0f0f0f0f0f0f0f0
	other := uint64(0)
	for ; end-start > 8; end -= 8 {
		other |= word(text, end-8) ^ zeros
	}
	return (other|(word(text, end-8)^zeros)&lastBytes[end-start])&high == 0
}

func readMagnitude(text []byte) float64 {
	var (
		d      natural
		part   uint64 // the digits not yet in d, fewer than chunkDigits but at the end
		inPart int
		digits int // significant digits read
		zeros  int // zeros behind them, which count just if another digit follows
		power  int // of ten, by which the digits read are to be multiplied
		behind = 0 // 1 behind the point
		more   bool
		i      int
	)
scan:
	for ; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '.':
			behind = 1
			continue
		case c-'0' > 9:
			break scan // the exponent
		case c == '0' && digits == 0: // a leading zero
		case c == '0':
			zeros++
			power++
		case digits+zeros >= mostDigits:
			more = true
			power++
		default:
			digits += zeros + 1
			power -= zeros
			for ; zeros >= 0; zeros-- {
				if inPart == chunkDigits {
					d.mulAdd(1e19, part)
					part, inPart = 0, 0
				}
				part *= 10
				inPart++
			}
			part += uint64(c - '0')
			zeros = 0
		}
		power -= behind
	}
	if digits == 0 {
		return 0
	}
	if i < len(text) {
		power += readPower(text[i+1:])
	}
	if d.n == 0 && part < 1<<53 && max(power, -power) < len(tens) {
		// Both are exact, so that the result is rounded once.
		if power < 0 {
			return float64(part) / tens[-power]
		}
		return float64(part) * tens[power]
	}
	if d.n == 0 && max(power, -power) < len(fives) {
		return nearestSmall(part, power, more)
	}
	switch { // what goes on is of a bounded size
	case digits+power < -330:
		return 0
	case digits+power > 310:
		return math.Inf(1)
	}
	weight := uint64(1)
	for range inPart {
		weight *= 10
	}
	d.mulAdd(weight, part)
	return nearest(&d, power, more)
}

// nearest returns the float64 nearest to d times 10^power, or to a trifle more.
func nearest(d *natural, power int, more bool) float64 {
	by := natural{n: 1}
	by.words[0] = 1
	if power < 0 {
		by.mulPower5(-power)
	} else {
		d.mulPower5(power)
	}
	// Whole words for by and 63 bits more for d, so that the quotient has 63 or 64.
	n := max(by.n, d.n)
	top := power + by.shiftTo(64*n) - d.shiftTo(64*n+63) + 63 // power of two of the quotient's highest bit, if it has 64
	q, rest := d.divide(&by)
	return round(q, top, more || rest)
}

// nearestSmall is nearest for a number above 0 in one word and a power of 5 in one:
// nearly all numbers that are sent.
func nearestSmall(d uint64, power int, more bool) float64 {
	shift := bits.LeadingZeros64(d)
	d <<= shift
	if power >= 0 {
		by := fives[power]
		high, low := bits.Mul64(d, by<<bits.LeadingZeros64(by))
		if high>>63 == 0 {
			high, low, shift = high<<1|low>>63, low<<1, shift+1
		}
		return round(high, power-shift-bits.LeadingZeros64(by)+127, more || low != 0)
	}
	by := fives[-power]
	left := bits.LeadingZeros64(by)
	q, rest := bits.Div64(d>>1, d<<63, by<<left)
	return round(q, power-shift+left, more || rest != 0)
}

// round returns the float64 nearest to q, whose highest bit but one or highest bit is
// set, or to a trifle more. top is the power of two of its highest bit.
func round(q uint64, top int, more bool) float64 {
	if q>>63 == 0 {
		q, top = q<<1, top-1
	}
	drop := 64 - 53 + max(-1022-top, 0) // of the 64 bits: more for a subnormal number
	if drop > 64 {
		return 0 // less than half of the smallest
	}
	mantissa, tail, half := q>>drop, q&(1<<drop-1), uint64(1)<<(drop-1)
	if tail > half || tail == half && (more || mantissa&1 != 0) {
		mantissa++ // and what it carries belongs to the exponent, the bits above
	}
	if top > 1023 {
		return math.Inf(1)
	}
	return math.Float64frombits(uint64(max(top+1022, 0))<<52 + mantissa) // its highest bit adds one
}

// mostWords holds 800 digits, 42 words, or the largest divisor, 5^1130, 41 words,
// and one word more.
const mostWords = 45

// natural is a whole number above 0, or 0 with n = 0.
type natural struct {
	words [mostWords]uint64 // the lowest first
	n     int               // words in use, the highest of which is not 0
}

// mulAdd multiplies x by factor and adds term.
func (x *natural) mulAdd(factor, term uint64) {
	for i, w := range x.words[:x.n] {
		hi, lo := bits.Mul64(w, factor)
		sum, carry := bits.Add64(lo, term, 0)
		x.words[i], term = sum, hi+carry
	}
	if term != 0 {
		x.words[x.n] = term
		x.n++
	}
}

// mulPower5 multiplies x by 5^k.
func (x *natural) mulPower5(k int) {
	for k != 0 {
		some := min(k, len(fives)-1)
		x.mulAdd(fives[some], 0)
		k -= some
	}
}

// shiftTo shifts x left until it has length bits, and returns by how many.
func (x *natural) shiftTo(length int) int {
	by := length - (64*x.n - bits.LeadingZeros64(x.words[x.n-1]))
	words, shift := by/64, by%64
	n := (length + 63) / 64
	for i := n - 1; i >= 0; i-- {
		var w uint64
		if j := i - words; j >= 0 {
			w = x.words[j] << shift
			if j > 0 {
				w |= x.words[j-1] >> (64 - shift) // nothing, if shift is 0
			}
		}
		x.words[i] = w
	}
	x.n = n
	return by
}

// divide returns x divided by y as a whole number, and whether something is left of
// x, which it uses up. The highest bit of y must be set, and x have 63 bits more.
func (x *natural) divide(y *natural) (q uint64, rest bool) {
	n := y.n
	// By the highest words alone it is right, or one or two too many (Knuth, The Art
	// of Computer Programming, volume 2, 4.3.1, theorem B).
	q, _ = bits.Div64(x.words[n], x.words[n-1], y.words[n-1])
	var over, borrow, carry uint64
	for i, w := range y.words[:n] {
		hi, lo := bits.Mul64(w, q)
		lo, carry = bits.Add64(lo, over, 0)
		over = hi + carry
		x.words[i], borrow = bits.Sub64(x.words[i], lo, borrow)
	}
	x.words[n], borrow = bits.Sub64(x.words[n], over, borrow)
	for borrow != 0 {
		q--
		carry = 0
		for i, w := range y.words[:n] {
			x.words[i], carry = bits.Add64(x.words[i], w, carry)
		}
		x.words[n], carry = bits.Add64(x.words[n], 0, carry)
		borrow -= carry
	}
	for _, w := range x.words[:n+1] {
		rest = rest || w != 0
	}
	return q, rest
}

// readPower reads an exponent, at most so large that no digits make up for it:
// limits.LargestMaxBytes is 1<<24.
func readPower(text []byte) int {
	const enough = 1 << 27
	negative := text[0] == '-'
	if negative || text[0] == '+' {
		text = text[1:]
	}
	n := 0
	for _, c := range text {
		n = min(10*n+int(c-'0'), enough)
	}
	if negative {
		return -n
	}
	return n
}
