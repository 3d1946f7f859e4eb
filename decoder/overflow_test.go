package decoder_test

import (
	"errors"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

// tieInt is 2^1024 - 2^970 by math/big.
func tieInt() *big.Int {
	one := big.NewInt(1)
	return new(big.Int).Sub(new(big.Int).Lsh(one, 1024), new(big.Int).Lsh(one, 970))
}

func TestOverflowConstant(t *testing.T) {
	if got, want := decoder.Overflow, tieInt().String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if tie != decoder.Overflow {
		t.Error("the tables have another number")
	}
	for text, infinite := range map[string]bool{tie: true, below: false, largest: false} {
		if _, err := strconv.ParseFloat(text, 64); errors.Is(err, strconv.ErrRange) != infinite {
			t.Errorf("strconv says of %s: %v", text, err)
		}
	}
}

// TestOverflow compares with strconv and with exact arithmetic, over random
// numbers and numbers close to the bound, in many spellings.
func TestOverflow(t *testing.T) {
	g := newGenerator(5)
	bound := new(big.Rat).SetInt(tieInt())
	infinite := 0
	const rounds = 20000
	for range rounds {
		digits, exponent := g.decimal()
		text := g.spellNumber(digits, exponent)
		exact, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("%.80q is no number for math/big", text)
		}
		want := exact.Abs(exact).Cmp(bound) < 0
		if !want {
			infinite++
		}
		if got := decoder.IsFinite([]byte(text)); got != want {
			t.Errorf("%q: finite %v, want %v by math/big", text, got, want)
		}
		// strconv drops what is beyond 800 digits before the point
		// (golang/go#42436), so it is asked about shorter ones only.
		if len(text) < 790 {
			if _, err := strconv.ParseFloat(text, 64); errors.Is(err, strconv.ErrRange) == want {
				t.Errorf("%q: strconv %v, math/big finite %v", text, err, want)
			}
		}
	}
	if infinite < rounds/4 || infinite > rounds*3/4 {
		t.Errorf("%d of %d are infinite: the numbers are badly chosen", infinite, rounds)
	}
}

// decimal returns digits and an exponent: the number digits * 10^exponent, near
// the bound more often than not.
func (g *generator) decimal() (digits string, exponent int) {
	switch g.IntN(4) {
	case 0: // any digits, about as many before the point as the bound has
		digits = g.digits(1 + g.IntN(400))
		return digits, 309 - len(digits) + g.IntN(3) - 1
	case 1: // the first digits of the bound and then others
		n := g.IntN(len(tie))
		digits = tie[:n] + g.digits(1+g.IntN(20))
		return digits, 309 - len(digits)
	case 2: // the bound and an integer close to it
		delta := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(g.IntN(308))), nil)
		delta.Mul(delta, big.NewInt(int64(g.IntN(7)-3)))
		return delta.Add(delta, tieInt()).String(), 0
	default: // the bound with digits behind the point
		if g.IntN(2) == 0 {
			nines := strings.Repeat("9", 1+g.IntN(300))
			return below + nines, -len(nines)
		}
		more := strings.Repeat("0", g.IntN(300)) + strconv.Itoa(g.IntN(2))
		return tie + more, -len(more)
	}
}

func (g *generator) digits(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('0' + g.IntN(10))
	}
	if b[0] == '0' {
		b[0] = '7'
	}
	return string(b)
}

// spellNumber writes digits * 10^exponent with the point anywhere, zeros before
// and behind, and the exponent in any form; never as an integer.
func (g *generator) spellNumber(digits string, exponent int) string {
	zeros := strings.Repeat("0", g.IntN(4)*g.IntN(40))
	if g.IntN(2) == 0 {
		digits += zeros
		exponent -= len(zeros)
	}
	var mantissa string
	switch at := g.IntN(len(digits) + 2); {
	case at == 0: // all digits behind the point, after zeros
		mantissa = "0." + zeros + digits
		exponent += len(digits) + len(zeros)
	case at < len(digits):
		mantissa = digits[:at] + "." + digits[at:]
		exponent += len(digits) - at
	default:
		mantissa = digits
	}
	text := pick(g, "", "-") + mantissa
	switch {
	case exponent == 0 && strings.Contains(text, ".") && g.IntN(2) == 0:
	case exponent < 0:
		text += pick(g, "e", "E") + "-" + pick(g, "", "0", "000") + strconv.Itoa(-exponent)
	default:
		text += pick(g, "e", "E") + pick(g, "", "+") + pick(g, "", "0", "000") + strconv.Itoa(exponent)
	}
	return text
}
