package main

import "strings"

// fits is an integer in x that is admitted, with the form that it has.
func fits(name, literal, form, why string, flags ...string) row {
	return value(row{name: name, in: inX(literal), want: admitsX(unhex(form)), why: why, flags: flags})
}

// tooBig is an integer in x that is out of range.
func tooBig(name, literal, why string, flags ...string) row {
	return value(row{name: name, in: inX(literal), want: ignores(bigInteger, xAt, "/x"), why: why, flags: flags})
}

// noNumber is a value of x that is not spelt like a number.
func noNumber(name, literal string, offset int, pointer, why string, flags ...string) row {
	return row{name: name, in: inX(literal), want: ignores(malformed, offset, pointer), why: why, flags: flags}
}

func integers() group {
	nines := func(n int) string { return strings.Repeat("9", n) }
	rows := []row{
		fits("zero", "0", "00", "Zero is the smallest integer that has the unsigned form."),
		fits("one", "1", "01", "One is an integer without fraction and exponent."),
		fits("minus-one", "-1", "ff", "Minus one has the signed form."),
		fits("minus-zero", "-0", "00", "RFC 8259 allows -0, and without fraction and exponent it is the integer 0.", "NegativeZero"),

		fits("2-53-minus-1", "9007199254740991", "cf001fffffffffffff", "2^53-1 is the last integer that every JSON tool keeps.", "Beyond53Bits"),
		fits("2-53", "9007199254740992", "cf0020000000000000", "2^53 is a float64 too, but it must come out as an integer.", "Beyond53Bits"),
		fits("2-53-plus-1", "9007199254740993", "cf0020000000000001", "2^53+1 is no float64; a detour over floats makes 2^53 of it.", "Beyond53Bits"),
		fits("2-53-plus-2", "9007199254740994", "cf0020000000000002", "2^53+2 is the next float64 after 2^53.", "Beyond53Bits"),
		fits("2-53-plus-3", "9007199254740995", "cf0020000000000003", "2^53+3 would round to 2^53+4 as a float64.", "Beyond53Bits"),
		fits("minus-2-53-plus-1", "-9007199254740991", "d3ffe0000000000001", "-2^53+1 is the last negative integer that every JSON tool keeps.", "Beyond53Bits"),
		fits("minus-2-53", "-9007199254740992", "d3ffe0000000000000", "-2^53 must come out as an integer.", "Beyond53Bits"),
		fits("minus-2-53-minus-1", "-9007199254740993", "d3ffdfffffffffffff", "-2^53-1 is no float64; a detour over floats makes -2^53 of it.", "Beyond53Bits"),

		fits("int64-max-minus-1", "9223372036854775806", "cf7ffffffffffffffe", "2^63-2 is inside the signed range.", "SignedEdge"),
		fits("int64-max", "9223372036854775807", "cf7fffffffffffffff", "2^63-1 is the last integer of the signed range and still has the unsigned form.", "SignedEdge"),
		fits("int64-max-plus-1", "9223372036854775808", "cf8000000000000000", "2^63 is out of int64 and in range: the unsigned range goes on to 2^64-1.", "SignedEdge"),
		fits("int64-max-plus-2", "9223372036854775809", "cf8000000000000001", "2^63+1 is in the unsigned range.", "SignedEdge"),
		fits("int64-min-plus-1", "-9223372036854775807", "d38000000000000001", "-2^63+1 is inside the signed range.", "SignedEdge"),
		fits("int64-min", "-9223372036854775808", "d38000000000000000", "-2^63 is the smallest integer that MessagePack has; its magnitude is out of int64.", "SignedEdge"),
		tooBig("int64-min-minus-1", "-9223372036854775809", "-2^63-1 has no MessagePack integer.", "SignedEdge"),
		tooBig("int64-min-minus-2", "-9223372036854775810", "-2^63-2 has no MessagePack integer, and its last digit is smaller than the bound's.", "SignedEdge"),
		fits("uint64-max-minus-1", "18446744073709551614", "cffffffffffffffffe", "2^64-2 is inside the unsigned range.", "UnsignedEdge"),
		fits("uint64-max", "18446744073709551615", "cfffffffffffffffff", "2^64-1 is the largest integer that MessagePack has.", "UnsignedEdge"),
		tooBig("uint64-max-plus-1", "18446744073709551616", "2^64 has no MessagePack integer; wrapped around it would be 0.", "UnsignedEdge"),
		tooBig("uint64-max-plus-2", "18446744073709551617", "2^64+1 has no MessagePack integer; wrapped around it would be 1.", "UnsignedEdge"),
		tooBig("uint64-max-next-ten", "18446744073709551620", "The last digit alone is smaller than the bound's, the number is larger.", "UnsignedEdge"),
		tooBig("2-65", "36893488147419103232", "2^65 wraps around to 0 twice.", "UnsignedEdge"),
		tooBig("minus-uint64-max", "-18446744073709551615", "The range is not symmetric: below zero it ends at -2^63.", "UnsignedEdge"),
		tooBig("minus-2-64", "-18446744073709551616", "-2^64 wraps around to 0.", "UnsignedEdge"),

		fits("19-digits-largest", "9999999999999999999", "cf8ac7230489e7ffff", "All numbers of 19 digits are in the unsigned range.", "DigitCount"),
		fits("20-digits-smallest", "10000000000000000000", "cf8ac7230489e80000", "10^19 has 20 digits and is in range.", "DigitCount"),
		tooBig("20-digits-1999", "19999999999999999999", "20 digits that begin like the bound's and are larger.", "DigitCount"),
		tooBig("20-digits-largest", "99999999999999999999", "20 digits above the bound.", "DigitCount"),
		tooBig("19-digits-negative-largest", "-9999999999999999999", "19 digits are enough to be below -2^63.", "DigitCount"),
		tooBig("20-digits-negative-smallest", "-10000000000000000000", "20 digits below zero are always out of range.", "DigitCount"),
		tooBig("21-digits-smallest", "100000000000000000000", "10^20 sorts before the bound as text and is larger as a number.", "DigitCount"),
		tooBig("21-digits-bound-prefix", "184467440737095516150", "The bound's digits and one more.", "DigitCount"),
		tooBig("30-digits", nines(30), "30 digits are out of any 64-bit range.", "LongDigits"),
		tooBig("39-digits", "340282366920938463463374607431768211455", "2^128-1 is no MessagePack integer, though some parsers have 128 bits.", "LongDigits"),
		tooBig("100-digits", "1"+strings.Repeat("0", 99), "10^99 as an integer is out of range, although it is a finite float64.", "LongDigits"),
		tooBig("309-digits", "1"+strings.Repeat("0", 308), "10^308 as an integer is out of range, although it is a finite float64.", "LongDigits"),
		tooBig("310-digits", nines(310), "An integer that overflows float64 too is an integer out of range, not a number out of range.", "LongDigits"),
		value(row{name: "4300-digits", in: inXOf(rep("9", 4300)), want: ignores(bigInteger, xAt, "/x"), why: "4,300 digits are where Python begins to refuse the conversion; the range is left long before.", flags: []string{"LongDigits"}}),
		{name: "5000-digits", in: inXOf(rep("9", 5000)), want: ignores(bigInteger, xAt, "/x"), why: "5,000 digits are out of range; the verdict must not cost quadratic time.", flags: []string{"LongDigits"}},
		{name: "5000-digits-negative", in: inXOf(join(text("-"), rep("9", 5000))), want: ignores(bigInteger, xAt, "/x"), why: "5,000 digits below zero are out of range.", flags: []string{"LongDigits"}},
		{name: "5000-digits-power-of-ten", in: inXOf(join(text("1"), rep("0", 4999))), want: ignores(bigInteger, xAt, "/x"), why: "10^4999 wraps around to 0 in any binary width; it is out of range.", flags: []string{"LongDigits"}},

		noNumber("leading-zero", "01", xAt+1, "", "RFC 8259 allows no leading zero: 0 is complete and 1 stands between values.", "LeadingZero"),
		noNumber("two-zeros", "00", xAt+1, "", "RFC 8259 allows no leading zero, not even before zero.", "LeadingZero"),
		noNumber("leading-zero-negative", "-01", xAt+2, "", "RFC 8259 allows no leading zero after a sign either.", "LeadingZero"),
		noNumber("agent-007", "007", xAt+1, "", "A number with leading zeros is not an octal number but an error.", "LeadingZero"),
		noNumber("leading-zeros-to-20-digits", "00000000000000000001", xAt+1, "", "20 digits that stand for 1 are malformed, not out of range.", "LeadingZero"),
		noNumber("leading-zero-large", "018446744073709551616", xAt+1, "", "The offence is the second byte; the range is never judged.", "LeadingZero"),
		noNumber("plus-sign", "+1", xAt, "", "A plus sign begins no value, so none is being read.", "Sign"),
		noNumber("two-minus-signs", "--1", xAt+1, "/x", "A digit must follow the sign.", "Sign"),
		noNumber("minus-alone", "-", xAt+1, "/x", "A digit must follow the sign; the brace is inside the number.", "Sign"),
		noNumber("minus-space", "- 1", xAt+1, "/x", "No whitespace inside a number.", "Sign"),
		noNumber("minus-sign-of-typography", "\u22121", xAt, "", "U+2212 is not a hyphen, and outside strings a byte >= 0x80 is malformed.", "Sign"),
		noNumber("minus-after", "1-", xAt+1, "", "1 is complete; a minus stands between values.", "Sign"),
		noNumber("hexadecimal", "0x10", xAt+1, "", "0 is complete; JSON has no hexadecimal numbers.", "Spelling"),
		noNumber("underscore", "1_000", xAt+1, "", "1 is complete; JSON has no digit separators.", "Spelling"),
		noNumber("thousands-comma", "1,000", xAt+2, "", "The comma ends the member and 0 begins no name.", "Spelling"),
		noNumber("fullwidth-digit", "\uff11", xAt, "", "Digits are ASCII; outside strings a byte >= 0x80 is malformed.", "Spelling"),
		noNumber("suffix-n", "1n", xAt+1, "", "1 is complete; JSON has no suffixes.", "Spelling"),

		fits("whole-float-zero", "0.0", "cb0000000000000000", "With a fraction it is no integer: float64, even if whole.", "WholeFloat"),
		fits("whole-float-one", "1.0", "cb3ff0000000000000", "With a fraction it is no integer: float64, even if whole.", "WholeFloat"),
		fits("whole-float-minus-zero", "-0.0", "cb8000000000000000", "As a float, zero keeps its sign.", "WholeFloat", "NegativeZero"),
		fits("whole-float-2-53-plus-1", "9007199254740993.0", "cb4340000000000000", "As a float64 2^53+1 rounds to even, 2^53.", "WholeFloat", "Beyond53Bits"),
		fits("whole-float-2-64", "18446744073709551616.0", "cb43f0000000000000", "With a fraction 2^64 is a float64 and in range.", "WholeFloat", "UnsignedEdge"),
		fits("whole-float-below-int64", "-9223372036854775809.0", "cbc3e0000000000000", "With a fraction -2^63-1 is a float64, rounded to -2^63.", "WholeFloat", "SignedEdge"),
		fits("exponent-zero", "1e0", "cb3ff0000000000000", "With an exponent it is no integer, even if the exponent changes nothing.", "Exponent"),
		fits("exponent-minus-zero", "-0e0", "cb8000000000000000", "With an exponent -0 is a float and keeps its sign.", "Exponent", "NegativeZero"),
		fits("exponent-capital-plus", "1E+2", "cb4059000000000000", "E, e and a plus sign are spellings of the same number.", "Exponent"),
		fits("exponent-2-64", "18446744073709551616e0", "cb43f0000000000000", "With an exponent 2^64 is a float64 and in range.", "Exponent", "UnsignedEdge"),
		fits("exponent-makes-whole", "1.5e1", "cb402e000000000000", "15 spelt with an exponent stays a float64.", "Exponent"),
		fits("exponent-30", "1e30", "cb46293e5939a08cea", "10^30 with an exponent is a float64 and in range, unlike its 31 digits.", "Exponent"),
	}
	return group{
		name:  "integers",
		about: "Integers at both ends of the 64-bit ranges, their spellings, and what is no integer.",
		first: 1001,
		cases: append(rows, integerPlaces()...),
	}
}

// integerPlaces puts the two integers around 2^64 into every place that a
// value can have: a check that sees only some of them is no check.
func integerPlaces() []row {
	const fits, tooBig = "18446744073709551615", "18446744073709551616"
	const form = "\xcf\xff\xff\xff\xff\xff\xff\xff\xff"
	at := func(name string, in func(string) recipe, w want, offset int, pointer, why string) []row {
		return []row{
			value(row{name: name + "-in-range", in: in(fits), want: w, why: "2^64-1 is in range " + why, flags: []string{"EveryDepth"}}),
			value(row{name: name + "-out-of-range", in: in(tooBig), want: ignores(bigInteger, offset, pointer), why: "2^64 is out of range " + why, flags: []string{"EveryDepth"}}),
		}
	}
	deepX := func(v string) recipe { return inXOf(join(rep("[", 31), text(v), rep("]", 31))) }
	var rows []row
	rows = append(rows, at("payload-member", func(v string) recipe { return inPayload(`{"h":` + v + `}`) },
		admitsPayload("\x81\xa1h"+form), payloadAt+5, "/actions/0/payload/h", "in a payload too, where the hashes stand.")...)
	rows = append(rows, at("payload-array", func(v string) recipe { return inPayload(`{"h":[1,` + v + `,2]}`) },
		admitsPayload("\x81\xa1h\x93\x01"+form+"\x02"), payloadAt+8, "/actions/0/payload/h/1", "between other elements of an array.")...)
	rows = append(rows, at("deepest-array", deepX,
		admitsXOf(join(rep("\x91", 31), text(form))), xAt+31, "/x"+zeros(31), "on the deepest level that is allowed.")...)
	rows = append(rows, at("unknown-member-of-action", func(v string) recipe {
		return inActions(`{"n":` + v + `,"action_id":"i","action_type":"t","action_version":"v","payload":{}}`)
	}, admits(), actionsAt+5, "/actions/0/n", "in a member of an action that nobody knows.")...)
	rows = append(rows, at("before-the-version", func(v string) recipe {
		return text(`{"n":` + v + `,` + envelope[1:])
	}, admits(), 5, "/n", "before the version is known.")...)
	return append(rows,
		value(row{name: "message-id-in-range", in: text(`{"protocol_version":"0.1","message_id":18446744073709551615,"actions":[]}`), want: ignores(invalid, 39, "/message_id"), class: "R",
			why: "An integer in range is a wrong value for message_id.", flags: []string{"EveryDepth"}}),
		value(row{name: "message-id-out-of-range", in: text(`{"protocol_version":"0.1","message_id":18446744073709551616,"actions":[]}`), want: ignores(bigInteger, 39, "/message_id"), class: "R",
			why: "Rule 4 is judged over the whole text before the envelope's members are.", flags: []string{"EveryDepth"}}),
		value(row{name: "unknown-version-out-of-range", in: text(`{"protocol_version":"9","n":18446744073709551616}`), want: ignores(bigInteger, 28, "/n"), class: "R",
			why: "Rule 4 is judged before the version is.", flags: []string{"EveryDepth"}}),
		value(row{name: "string-of-digits", in: inX(`"18446744073709551616"`), want: admitsX("\xb418446744073709551616"),
			why: "In a string digits are text; producers use this for larger numbers.", flags: []string{"EveryDepth"}}),
		value(row{name: "name-of-digits", in: inX(`{"18446744073709551616":0}`), want: admitsX("\x81\xb418446744073709551616\x00"),
			why: "In a name digits are text.", flags: []string{"EveryDepth"}}),
	)
}
