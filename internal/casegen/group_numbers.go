package main

import "math/big"

// float is a number in x that is finite, with the bits of its float64.
func float(name, literal, bits, why string, flags ...string) row {
	return value(row{name: name, in: inX(literal), want: admitsX("\xcb" + unhex(bits)), why: why, flags: flags})
}

// infinite is a number in x that rounds to infinity.
func infinite(name, literal, why string, flags ...string) row {
	return value(row{name: name, in: inX(literal), want: ignores(bigNumber, xAt, "/x"), why: why, flags: flags})
}

func numbers() group {
	// The largest float64 is 2^1024-2^971. Its significand is odd, so the tie
	// between it and 2^1024 goes up, to infinity.
	power := func(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }
	tie := new(big.Int).Sub(power(1024), power(970))
	below := new(big.Int).Sub(tie, big.NewInt(1))
	largest := new(big.Int).Sub(power(1024), power(971))

	rows := []row{
		float("largest", "1.7976931348623157e308", "7fefffffffffffff", "The largest float64 in its shortest spelling.", "FloatOverflow"),
		float("largest-negative", "-1.7976931348623157e308", "ffefffffffffffff", "The range of floats is symmetric.", "FloatOverflow"),
		float("largest-in-full", largest.String()+".0", "7fefffffffffffff", "The largest float64 with all its 309 digits.", "FloatOverflow"),
		float("rounds-down-to-largest", "1.7976931348623158e308", "7fefffffffffffff", "Above the largest float64 and below the tie: it rounds down and is finite.", "FloatOverflow"),
		float("one-below-the-tie", below.String()+".0", "7fefffffffffffff", "The last integer that rounds down to the largest float64.", "FloatOverflow", "LongMantissa"),
		infinite("exactly-the-tie", tie.String()+".0", "2^1024-2^970 is halfway and goes to even, which is infinity.", "FloatOverflow", "LongMantissa"),
		infinite("exactly-the-tie-negative", "-"+tie.String()+".0", "Halfway goes to even below zero too.", "FloatOverflow", "LongMantissa"),
		infinite("rounds-to-infinity", "1.7976931348623159e308", "The next shorter spelling above the tie.", "FloatOverflow"),
		infinite("1e309", "1e309", "10^309 is above the largest float64.", "FloatOverflow"),
		infinite("minus-1e309", "-1e309", "-10^309 is below the smallest float64.", "FloatOverflow"),
		infinite("1e400-spelt-small", "0.0000000001e410", "The value counts, not the exponent's digits.", "FloatOverflow"),
		float("1e308", "1e308", "7fe1ccf385ebc8a0", "10^308 is finite.", "FloatOverflow"),
		float("exponent-309-of-a-tenth", "0.1e309", "7fe1ccf385ebc8a0", "0.1e309 is 10^308: the value counts, not the exponent.", "FloatOverflow"),
		infinite("exponent-of-ten-digits", "1e9999999999", "An exponent beyond 32 bits does not wrap around.", "HugeExponent"),
		infinite("exponent-of-20-digits", "1e18446744073709551616", "An exponent of 2^64 does not wrap around to 0.", "HugeExponent"),
		infinite("exponent-of-2-32", "1e4294967296", "An exponent of 2^32 does not wrap around to 0.", "HugeExponent"),
		float("exponent-with-leading-zeros", "1e0000000000000000000000001", "4024000000000000", "An exponent may have leading zeros, unlike a number.", "HugeExponent"),
		float("zero-with-huge-exponent", "0e18446744073709551616", "0000000000000000", "Zero times any power of ten is zero.", "HugeExponent"),
		float("minus-zero-with-huge-exponent", "-0.000e+99999", "8000000000000000", "Zero keeps its sign as a float.", "HugeExponent", "NegativeZero"),
		float("underflow", "1e-400", "0000000000000000", "Underflow is fine: it rounds to zero.", "Underflow"),
		float("underflow-negative", "-1e-400", "8000000000000000", "Underflow keeps the sign.", "Underflow", "NegativeZero"),
		float("underflow-huge-exponent", "1e-18446744073709551616", "0000000000000000", "However small, it rounds to zero.", "Underflow", "HugeExponent"),
		float("half-the-smallest", "2.4703282292062327e-324", "0000000000000000", "Just below half of the smallest subnormal rounds to zero.", "Underflow"),
		float("more-than-half-the-smallest", "2.4703282292062328e-324", "0000000000000001", "Just above half of the smallest subnormal rounds up to it.", "Underflow"),
		float("tenth", "0.1", "3fb999999999999a", "One tenth rounds to the nearest float64.", "Rounding"),
		float("17-digits", "0.30000000000000004", "3fd3333333333334", "17 digits tell neighbouring floats apart.", "Rounding"),
		float("pi-and-more", "3.14159265358979323846264338327950288419716939937510", "400921fb54442d18", "Digits beyond the 17th only round.", "Rounding"),
		float("slow-path", "2.2250738585072011e-308", "000fffffffffffff", "The number that hung PHP and Java in 2011.", "Rounding"),
		float("halfway-to-even", "9007199254740993.0", "4340000000000000", "2^53+1 is halfway and goes to even, 2^53.", "Rounding"),
		float("halfway-and-a-trifle", "9007199254740993.00000000000000000000000000000000000001", "4340000000000001", "Just above halfway goes up to 2^53+2.", "Rounding", "LongMantissa"),
	}

	// Texts whose mantissa and exponent are both long. Where digits and
	// exponents are cut after some number of digits, these come out wrong.
	long := func(name string, in recipe, bits, why string) row {
		r := float(name, "", bits, why, "LongMantissa", "HugeExponent")
		r.in = inXOf(in)
		return r
	}
	longInfinite := func(name string, in recipe, why string) row {
		r := infinite(name, "", why, "LongMantissa", "HugeExponent")
		r.in = inXOf(in)
		return r
	}
	rows = append(rows,
		long("900-zeros-and-back", join(text("1"), rep("0", 900), text("e-900")), "3ff0000000000000", "Exactly 1, of 901 digits and an exponent that takes them back."),
		long("60000-zeros-and-back", join(text("1"), rep("0", 60000), text("e-60000")), "3ff0000000000000", "Exactly 1, of 60,001 digits and an exponent that takes them back."),
		long("60000-zeros-and-more-than-back", join(text("1"), rep("0", 60000), text("e-60001")), "3fb999999999999a", "Exactly one tenth."),
		long("60000-zeros-almost-back", join(text("1"), rep("0", 60000), text("e-59692")), "7fe1ccf385ebc8a0", "Exactly 10^308, which is finite."),
		longInfinite("60000-zeros-not-back", join(text("1"), rep("0", 60000), text("e-59691")), "Exactly 10^309, which is not finite."),
		long("60000-zeros-far-back", join(text("1"), rep("0", 60000), text("e-100000")), "0000000000000000", "10^-40000 rounds to zero; cut to five digits the exponent would make it infinite."),
		long("fraction-of-60000-zeros", join(text("0."), rep("0", 60000), text("1e60001")), "3ff0000000000000", "Exactly 1, far behind the point."),
		long("fraction-to-1e308", join(text("0."), rep("0", 60000), text("1e60309")), "7fe1ccf385ebc8a0", "Exactly 10^308, which is finite."),
		longInfinite("fraction-to-1e309", join(text("0."), rep("0", 60000), text("1e60310")), "Exactly 10^309, which is not finite."),
		long("zeros-all-the-way", join(text("0."), rep("0", 60000), text("e60000")), "0000000000000000", "60,000 zeros behind the point are zero."),
		long("below-the-tie-by-a-late-digit", join(text(below.String()+"."), rep("9", 2000)), "7fefffffffffffff", "Below the tie by one in the 2,309th digit: finite."),
		longInfinite("above-the-tie-by-a-late-digit", join(text(tie.String()+"."), rep("0", 2000), text("1")), "Above the tie by one in the 2,310th digit: infinite."),
		long("halfway-decided-late", join(text("9007199254740993."), rep("0", 2000), text("1")), "4340000000000001", "Just above halfway by its 2,017th digit goes up to 2^53+2."),
		long("900-zeros-and-20-digits-back", join(text("1"), rep("0", 900), text("e-18446744073709551616")), "0000000000000000", "However many digits, an exponent of -2^64 rounds to zero."),
		long("900-zeros-with-20-digits", join(text("-0."), rep("0", 900), text("e18446744073709551616")), "8000000000000000", "Zero times any power of ten is zero, and keeps its sign."),
		longInfinite("900-zeros-and-20-digits-more", join(text("1"), rep("0", 900), text("e18446744073709551616")), "An exponent of 2^64 is neither cut nor wrapped around."),
		// Few digits that a fast reader of floats cannot round and has to think about
		// again: next to a tie, or subnormal. A text of 64 KiB holds thousands.
		float("subnormal-in-six-bytes", "1e-310", "000012688b70e62b", "Subnormal, which readers such as that of Eisel and Lemire leave to a slow way.", "Rounding"),
		float("subnormal-close-to-the-smallest", "4.9e-324", "0000000000000001", "It rounds to the smallest subnormal.", "Rounding"),
		float("next-to-a-tie-above", "1.0000000000000001269e+300", "7e37e43c8800759d", "Next to halfway, 0.4997 of a unit below the upper neighbour; it goes up.", "Rounding"),
		float("next-to-a-tie-below-one", "1.0000000000000001079495524e-300", "01a56e1fc2f8f359", "Next to halfway, 0.4999999999 of a unit above the lower neighbour; it goes down.", "Rounding"),
	)
	return group{
		name:  "numbers",
		about: "Numbers with a fraction or an exponent: overflow, underflow, rounding and long spellings.",
		first: 2001,
		cases: rows,
	}
}
