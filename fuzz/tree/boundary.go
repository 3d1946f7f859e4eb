package tree

import (
	"math/big"
	"strings"
)

// Boundary values, each drawn on purpose: uniform draws never hit them.

// boundaryIntegers are those within 2 of every bound of a MessagePack integer
// family, of int64, uint64 and the integers that float64 holds, in range.
var boundaryIntegers = integersAroundBounds()

func integersAroundBounds() []string {
	lowest := new(big.Int).Lsh(big.NewInt(-1), 63)
	highest := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 64), big.NewInt(1))
	var centres []*big.Int
	for _, bits := range []uint{7, 8, 15, 16, 31, 32, 53, 63, 64} {
		bound := new(big.Int).Lsh(big.NewInt(1), bits)
		centres = append(centres, bound, new(big.Int).Neg(bound))
	}
	centres = append(centres, big.NewInt(0), big.NewInt(-32))
	var list []string
	seen := map[string]bool{}
	for _, centre := range centres {
		for d := int64(-2); d <= 2; d++ {
			n := new(big.Int).Add(centre, big.NewInt(d))
			if text := n.String(); n.Cmp(lowest) >= 0 && n.Cmp(highest) <= 0 && !seen[text] {
				seen[text] = true
				list = append(list, text)
			}
		}
	}
	return append(list, "-0")
}

// boundaryFloats are numbers where reading a float goes wrong first: ends of the
// range, subnormals, halves that tie to even, underflow, signed zeros, and short
// ones that grow most in MessagePack.
var boundaryFloats = []string{
	"0.0", "-0.0", "0e0", "1e1", "1.0", "-1.0", "0.1", "1e22", "1e23", "-1.5e-7",
	"1.7976931348623157e308", "-1.7976931348623157e308", "1.7976931348623158e308", "2.2250738585072014e-308", "2.2250738585072011e-308",
	"5e-324", "-5e-324", "2.4703282292062328e-324", "2.4703282292062327e-324", "1e-400", "-1e-999",
	"9007199254740993.0", "9007199254740992.5", "4503599627370496.5", "18446744073709551616.0", "1.00000000000000011102230246251565404236316680908203125",
}

// Lengths of strings in bytes, and counts of elements and members, around which
// MessagePack or the decoder change their ways. The long ones are drawn rarely.
var (
	boundaryLengths     = []int{0, 1, 2, 15, 16, 17, 31, 32, 33, 255, 256, 257}
	boundaryLongLengths = []int{65535, 65536}
	boundaryCounts      = []int{0, 1, 2, 15, 16, 17}
)

// boundaryCharacters are one of each way that strings are read or written.
var boundaryCharacters = []string{
	"\x00", "\x01", "\b", "\t", "\n", "\f", "\r", "\x1f", " ", `"`, `\`, "/", "~", "\x7f",
	"\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\ufeff", "\ufffd", "\uffff", "\U00010000", "\U0010ffff",
	"é", "漢", "😀", "\u2028", "\u202e", "u", "a", "0",
}

// similarNames returns n distinct names that are hard to tell apart: every one a
// prefix of the next, or of one length and different only at the end.
func similarNames(n int, prefixes bool) []string {
	list := make([]string, n)
	for i := range list {
		if prefixes {
			list[i] = strings.Repeat("a", i)
		} else {
			list[i] = "block_hashes_" + string(rune('0'+i/10%10)) + string(rune('0'+i%10)) + strings.Repeat("x", i/100)
		}
	}
	return list
}
