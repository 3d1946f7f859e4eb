package decoder_test

import "strings"

// tie is 2^1024 - 2^970, computed with Python's integers: halfway between the
// largest finite float64 and 2^1024. It rounds to even, which is infinity.
// below is the integer before it.
const (
	tie   = "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792"
	below = "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497791"
)

// largest is the largest finite float64, 2^1024 - 2^971.
const largest = "179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168738177180919299881250404026184124858368"

// floatRows: a number that is no integer must be finite as float64, rounded to
// nearest and ties to even. Underflow is fine.
func floatRows() []row {
	zeros := func(n int) string { return strings.Repeat("0", n) }
	nines := func(n int) string { return strings.Repeat("9", n) }
	return []row{
		{"[1.7976931348623157e308]", none, "", "the largest float64 in its shortest form"},
		{"[-1.7976931348623157e308]", none, "", "and the least"},
		{"[1.7976931348623158e308]", none, "", "rounds down to the largest"},
		{"[§1.7976931348623159e308]", bigNumber, "/0", "beyond the tie"},
		{"[§-1.7976931348623159e+308]", bigNumber, "/0", "the sign does not matter"},
		{"[§2e308]", bigNumber, "/0", "beyond the tie with one digit"},
		{"[1e308]", none, "", "finite"},
		{"[§1e309]", bigNumber, "/0", "infinite"},
		{"[§1E400]", bigNumber, "/0", "infinite"},
		{"[9.9e307]", none, "", "finite"},
		{"[17.976931348623157e307]", none, "", "two digits before the point"},
		{"[§17.976931348623159e307]", bigNumber, "/0", "two digits before the point"},
		{"[0.17976931348623157e309]", none, "", "no digit but 0 before the point"},
		{"[§0.17976931348623159e309]", bigNumber, "/0", "no digit but 0 before the point"},
		{"[0.00017976931348623157e312]", none, "", "zeros behind the point"},
		{"[§0.00017976931348623159e312]", bigNumber, "/0", "zeros behind the point"},
		{"[17976931348623157e292]", none, "", "no point"},
		{"[§17976931348623159e292]", bigNumber, "/0", "no point"},
		{"[§0.2e309]", bigNumber, "/0", "beyond the tie"},
		{"[0.1e309]", none, "", "1e308"},
		{"[§0.1e310]", bigNumber, "/0", "1e309"},

		{"[" + here + tie + ".0]", bigNumber, "/0", "the tie goes to even, to infinity"},
		{"[" + here + tie + "." + zeros(50) + "]", bigNumber, "/0", "zeros change nothing"},
		{"[" + here + tie + ".1]", bigNumber, "/0", "above the tie"},
		{"[" + here + tie + "e0]", bigNumber, "/0", "the tie with an exponent"},
		{"[" + here + tie + "e-0]", bigNumber, "/0", "the tie with an exponent"},
		{"[" + here + tie + zeros(9) + "e-9]", bigNumber, "/0", "the tie with zeros taken back"},
		{"[" + here + tie[:1] + "." + tie[1:] + "e308]", bigNumber, "/0", "the tie in scientific form"},
		{"[" + here + "0." + tie + "e309]", bigNumber, "/0", "the tie behind the point"},
		{"[" + here + "0.000" + tie + "e312]", bigNumber, "/0", "the tie behind the point and zeros"},
		{"[" + here + "-" + tie[:200] + "." + tie[200:] + "e109]", bigNumber, "/0", "the tie with the point in the middle"},
		{"[" + below + ".0]", none, "", "one below the tie"},
		{"[" + below + "." + nines(400) + "]", none, "", "as little below the tie as 400 digits can say"},
		{"[" + below[:1] + "." + below[1:] + nines(400) + "e308]", none, "", "the same in scientific form"},
		{"[" + tie[:308] + "1e0]", none, "", "one below the tie"},
		{"[" + here + tie[:308] + "3e0]", bigNumber, "/0", "one above the tie"},
		{"[" + here + tie + "." + zeros(400) + "1]", bigNumber, "/0", "as little above the tie"},
		{"[" + tie[:len(tie)-1] + ".0]", none, "", "a digit less"},
		{"[" + here + tie + "0.0]", bigNumber, "/0", "a digit more"},
		{"[" + largest + ".0]", none, "", "the largest in full"},
		{"[-" + largest + ".0]", none, "", "and the least"},
		{"[" + here + "2" + largest[1:] + ".0]", bigNumber, "/0", "its first digit one more"},
		{"[" + here + "1" + zeros(309) + ".0]", bigNumber, "/0", "310 digits"},
		{"[1" + zeros(308) + ".0]", none, "", "309 digits"},
		{"[" + nines(308) + ".9]", none, "", "308 digits"},

		{"[0e99999999999]", none, "", "zero whatever the exponent"},
		{"[-0.000e+99999999999]", none, "", "zero whatever the exponent"},
		{"[0e" + nines(3000) + "]", none, "", "zero whatever the exponent"},
		{"[0." + zeros(3000) + "e" + nines(3000) + "]", none, "", "zero whatever the exponent"},
		{"[1e-99999]", none, "", "underflow is fine"},
		{"[-1e-" + nines(3000) + "]", none, "", "underflow is fine"},
		{"[" + nines(3000) + "e-" + nines(3000) + "]", none, "", "underflow is fine"},
		{"[4.9e-324,2.4e-324]", none, "", "the least float64, and one that rounds to zero"},
		{"[" + here + "1e" + nines(3000) + "]", bigNumber, "/0", "an exponent with 3,000 digits"},
		{"[" + here + "1e2147483648]", bigNumber, "/0", "an exponent above 31 bits"},
		{"[" + here + "1e18446744073709551616]", bigNumber, "/0", "an exponent that is 0 modulo 2^64"},
		{"[" + here + "1e18446744073709551617]", bigNumber, "/0", "an exponent that is 1 modulo 2^64"},
		{"[1e-18446744073709551617]", none, "", "underflow, not 0.1"},
		{"[1e" + zeros(3000) + "308]", none, "", "zeros before an exponent"},
		{"[" + here + "1e" + zeros(3000) + "309]", bigNumber, "/0", "zeros before an exponent"},
		{"[1e-" + zeros(3000) + "1]", none, "", "zeros before an exponent"},
		{"[0." + zeros(3000) + "1e3309]", none, "", "10^-3001 times 10^3309 is 10^308"},
		{"[" + here + "0." + zeros(3000) + "1e3310]", bigNumber, "/0", "10^-3001 times 10^3310 is 10^309"},
		{"[1" + zeros(3000) + "e-2692]", none, "", "10^3000 times 10^-2692 is 10^308"},
		{"[" + here + "1" + zeros(3000) + "e-2691]", bigNumber, "/0", "10^3000 times 10^-2691 is 10^309"},
		{"[" + here + "1" + zeros(3000) + ".5]", bigNumber, "/0", "3,001 digits before the point"},
		{"[1." + nines(3000) + "]", none, "", "3,000 digits behind the point"},

		{"§1e999", bigNumber, "", "complete at the end of the text: the whole text"},
		{"1e308", none, "", "complete at the end of the text"},
		{"§1e999\n", bigNumber, "", "complete before whitespace"},
		{"[1e999§", malformed, "/0", "in an array the text has ended inside it"},
		{"[§1e999x]", bigNumber, "/0", "judged before the byte that ended it"},
		{"[1e99§.9]", malformed, "", "1e99 was complete"},
		{"[§1e999.9]", bigNumber, "/0", "judged before the byte that ended it"},
		{`{"a":[1,2,§-1e999]}`, bigNumber, "/a/2", "at any depth"},
	}
}
