package decoder

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
)

// numberState is where a number stands in the grammar of RFC 8259 section 6.
type numberState uint8

const (
	numStart numberState = iota // before the first byte
	numMinus                    // after the minus: a digit must follow
	numZero                     // a leading 0: complete, no digit may follow
	numInt                      // digits before the point: complete
	numPoint                    // after the point: a digit must follow
	numFrac                     // digits after the point: complete
	numE                        // after e or E: a sign or a digit must follow
	numESign                    // after the sign: a digit must follow
	numExp                      // digits of the exponent: complete
)

// complete reports whether a number may end here.
func (n numberState) complete() bool {
	return n == numZero || n == numInt || n == numFrac || n == numExp
}

// isInteger reports whether a complete number has neither fraction nor exponent.
func (n numberState) isInteger() bool { return n == numZero || n == numInt }

// kind returns the kind of a complete number.
func (n numberState) kind() Kind {
	if n.isInteger() {
		return Integer
	}
	return Float
}

// readNumber continues a number at p[i] and returns the offset of the first byte
// that is not part of it, or len(p), and where the number then stands.
func readNumber(p []byte, i int, n numberState) (int, numberState) {
	for i < len(p) {
		c := p[i]
		digit := c-'0' <= 9
		switch n {
		case numStart, numMinus:
			switch {
			case c == '0':
				n = numZero
			case digit:
				n = numInt
			case c == '-' && n == numStart:
				n = numMinus
			default:
				return i, n
			}
		case numInt, numFrac, numExp:
			i = skipDigits(p, i)
			if i == len(p) {
				return i, n
			}
			c = p[i]
			switch {
			case c == '.' && n == numInt:
				n = numPoint
			case c|0x20 == 'e' && n != numExp:
				n = numE
			default:
				return i, n
			}
		case numZero:
			switch {
			case c == '.':
				n = numPoint
			case c|0x20 == 'e':
				n = numE
			default:
				return i, n
			}
		case numPoint:
			if !digit {
				return i, n
			}
			n = numFrac
		case numE, numESign:
			switch {
			case digit:
				n = numExp
			case (c == '+' || c == '-') && n == numE:
				n = numESign
			default:
				return i, n
			}
		}
		i++
	}
	return i, n
}

// skipDigits returns the offset of the first byte at or after i that is no digit.
func skipDigits(p []byte, i int) int {
	for ; has(p, i, 8); i += 8 {
		if m := notDigits(word(p, i)); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for i < len(p) && p[i]-'0' <= 9 {
		i++
	}
	return i
}

// longIntegers reads on in an array from an element at p[i]: as many integers of 17
// to 20 digits, each with a comma behind it, as follow each other. Nearly all block
// hashes are such. It returns where the next element starts; the tokens go into out
// from n on, and it returns where theirs end. What it does not take, among it every
// integer that could be out of range, is left to the grammar.
func longIntegers(p []byte, i int, out []Token, n int, strict bool) (int, int) {
	for has(p, i, 25) {
		w := (*[25]byte)(p[i : i+25 : i+25])
		first := binary.LittleEndian.Uint64(w[0:])
		if notDigits(first)|notDigits(binary.LittleEndian.Uint64(w[8:])) != 0 || w[0] == '0' {
			break
		}
		third := notDigits(binary.LittleEndian.Uint64(w[16:]))
		if third == 0 { // too long anyway, but what is known not to be 0 is counted faster
			break
		}
		length := 16 + bits.TrailingZeros64(third)/8
		// The length and the first seven digits tell most that are in range.
		if uint64(length)<<56|bits.ReverseBytes64(first)>>8 >= 20<<56|integerMaxStart || w[length] != ',' {
			break
		}
		if strict {
			out[n] = makeToken(Integer, i, length)
			n++
		}
		i += length + 1
	}
	return i, n
}

// notDigits is 0 if all bytes of x are '0' to '9'; otherwise the lowest bit set
// is in the lowest byte that is no digit. The high half of a digit is 3 and stays 3
// when 6 is added, and no other byte's halves, before and after, have just the bits
// of 3 in common. What the sum carries out of a byte reaches only higher ones.
func notDigits(x uint64) uint64 {
	return x&(x+0x06*each01)&(0xf0*each01) ^ 0x30*each01
}

// judgeNumber says whether a complete number is in range: an integer within
// limits.MinInteger and limits.MaxInteger, any other number finite as float64.
func judgeNumber(text []byte, n numberState) Reason {
	switch {
	case n.isInteger():
		if !integerInRange(text) {
			return IntegerOutOfRange
		}
	case !IsFinite(text):
		return NumberOutOfRange
	}
	return None
}

// integerMaxStart is the first seven digits of limits.MaxInteger, in ASCII.
const integerMaxStart = '1'<<48 | '8'<<40 | '4'<<32 | '4'<<24 | '6'<<16 | '7'<<8 | '4'

// integerInRange compares digits as text: there are no leading zeros, so the
// longer number is the larger one.
func integerInRange(text []byte) bool {
	const least, most = "9223372036854775808", "18446744073709551615" // limits.MinInteger without its sign, limits.MaxInteger
	digits, bound := text, most
	if text[0] == '-' {
		digits, bound = text[1:], least
	}
	return len(digits) < len(bound) || len(digits) == len(bound) && string(digits) <= bound
}

// overflow is 2^1024 - 2^970, the least magnitude that rounds to infinity as
// float64: halfway between the largest finite number and 2^1024, and ties go to
// the even one. It has 309 digits.
const overflow = "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792"

// IsFinite reports whether a complete number of JSON is finite as float64. It compares
// decimal digits with those of overflow: exact, linear, and without a copy.
func IsFinite(text []byte) bool {
	mantissa, power := cutExponent(bytes.TrimPrefix(text, []byte{'-'}))
	exponent := readExponent(power)
	if len(mantissa)+exponent < len(overflow) {
		return true // fewer digits before the point than overflow has
	}
	whole, fraction, _ := bytes.Cut(mantissa, []byte{'.'})
	whole = bytes.TrimLeft(whole, "0")
	scale := len(whole) + exponent // the value is 0.ddd... times 10^scale, the first d not 0
	if len(whole) == 0 {
		zeros := 0
		for zeros < len(fraction) && fraction[zeros] == '0' {
			zeros++
		}
		fraction, scale = fraction[zeros:], scale-zeros
	}
	switch {
	case len(whole)+len(fraction) == 0:
		return true // zero, whatever the exponent
	case scale < len(overflow):
		return true
	case scale > len(overflow):
		return false
	}
	rest := overflow
	for _, digits := range [...][]byte{whole, fraction} {
		for _, c := range digits {
			switch {
			case rest == "":
				return false // as many equal digits as overflow has, and more
			case c < rest[0]:
				return true
			case c > rest[0]:
				return false
			}
			rest = rest[1:]
		}
	}
	return strings.Trim(rest, "0") != ""
}

// cutExponent returns what stands before and after the e or E of a complete number.
func cutExponent(text []byte) (mantissa, exponent []byte) {
	mantissa, exponent, found := bytes.Cut(text, []byte{'e'})
	if !found {
		mantissa, exponent, _ = bytes.Cut(text, []byte{'E'})
	}
	return mantissa, exponent
}

// readExponent reads an optional sign and digits, or nothing as 0. It stops counting
// far above any exponent that the digits of a mantissa could make up for.
func readExponent(text []byte) int {
	const enough = 1 << 27 // limits.LargestMaxBytes is 1<<24
	n := 0
	for _, c := range bytes.TrimLeft(text, "+-") {
		n = min(10*n+int(c-'0'), enough)
	}
	if bytes.HasPrefix(text, []byte{'-'}) {
		return -n
	}
	return n
}
