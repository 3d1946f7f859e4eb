package tree

import (
	"strconv"
	"strings"
)

// decimal is the value of a JSON number: digits times ten to the power.
type decimal struct {
	negative bool
	digits   string // without leading zeros, at least one digit
	power    int
}

func parseDecimal(text string) decimal {
	var d decimal
	text, d.negative = strings.CutPrefix(text, "-")
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		power, err := strconv.Atoi(text[i+1:])
		if err != nil {
			panic("tree: not a number that is written here: " + text)
		}
		text, d.power = text[:i], power
	}
	whole, fraction, _ := strings.Cut(text, ".")
	d.power -= len(fraction)
	d.digits = strings.TrimLeft(whole+fraction, "0")
	if d.digits == "" {
		d.digits = "0"
	}
	return d
}

// respellFloat writes the number another way: the same decimal value, so the
// same float64, and never an integer's spelling. Choice 0 is the plain way.
func respellFloat(text string, c *choices) string {
	if c.pick(2) == 0 {
		return text
	}
	d := parseDecimal(text)
	zeros := c.pick(3) // behind the digits: 1.0 is 10e-1
	digits := d.digits + strings.Repeat("0", zeros)
	power := d.power - zeros
	point := c.pick(len(digits) + 1) // digits in front of the point
	if d.digits == "0" {
		point = min(point, 1) // no other number starts with a zero
	}
	power += len(digits) - point

	var b strings.Builder
	if d.negative {
		b.WriteByte('-')
	}
	if point == 0 {
		b.WriteByte('0')
	}
	b.WriteString(digits[:point])
	if point < len(digits) {
		b.WriteString("." + digits[point:])
	}
	if power != 0 || point == len(digits) || c.pick(4) == 1 {
		b.WriteString([]string{"e", "E"}[c.pick(2)])
		switch {
		case power < 0:
			b.WriteByte('-')
			power = -power
		case c.pick(2) == 1:
			b.WriteByte('+')
		}
		b.WriteString(strings.Repeat("0", c.pick(3)))
		b.WriteString(strconv.Itoa(power))
	}
	return b.String()
}

// respellInteger writes an integer another way: only zero has two.
func respellInteger(text string, c *choices) string {
	if text == "0" && c.pick(2) == 1 {
		return "-0"
	}
	return text
}
