package decoder_test

import (
	"fmt"
	"strings"
)

// RFC 8259 section 7: strings and their escapes.

func stringRows() []row {
	rows := []row{
		{`["a"]`, none, "", "a plain string"},
		{`["\"\\\/\b\f\n\r\t"]`, none, "", "every short escape"},
		{`["\u0000\u001f\u0020\u007F\uabCD\uFFFF"]`, none, "", "hex digits of both cases, also of characters that must be escaped"},
		{"[\"\x7f\"]", none, "", "DEL is no control character of RFC 8259"},
		{"[\"/\"]", none, "", "a slash need not be escaped"},
		{`["` + strings.Repeat("abcdefg", 9) + `"]`, none, "", "longer than any word that is read at once"},
		{"[\"\U0010ffff\u2028\u00e9\"]", none, "", "characters of every length as they are"},

		{`["a§`, malformed, "/0", "no closing quote"},
		{`"a§`, malformed, "", "no closing quote at the top: the whole text is being read"},
		{`["a\"§`, malformed, "/0", "an escaped quote closes nothing"},
		{`["a\\"§`, malformed, "", "an escaped backslash escapes nothing"},
		{`["\§`, malformed, "/0", "ends inside an escape"},
		{`{"a§`, malformed, "", "ends inside a name: the object"},
		{"[\"a§\nb\"]", malformed, "/0", "a raw line feed"},
		{"{\"a§\nb\":1}", malformed, "", "a raw line feed in a name: the object"},
		{`["\u§`, malformed, "/0", "ends inside an escape"},
		{`["\u12§"]`, malformed, "/0", "the quote comes inside the escape"},
		{`["\u§\u0041"]`, malformed, "/0", "a backslash is no hex digit"},
		{`["\u§+123"]`, malformed, "/0", "a sign is no hex digit"},
		{`["\u§ 123"]`, malformed, "/0", "a space is no hex digit"},
		{`["\u0§x41"]`, malformed, "/0", "x is no hex digit"},
		{`["\§U0041"]`, malformed, "/0", "escapes are lower case"},
		{`["\u004§G"]`, malformed, "/0", "G is no hex digit"},
		{`["\u004§@"]`, malformed, "/0", "the byte below A is no hex digit"},
		{`["\u004§` + "`" + `"]`, malformed, "/0", "the byte below a is no hex digit"},
		{`["\u004§/"]`, malformed, "/0", "the byte below 0 is no hex digit"},
		{`["\u004§:"]`, malformed, "/0", "the byte above 9 is no hex digit"},
	}
	// One control character at every place of a word and across words, so that
	// no way of reading several bytes at once misses it.
	for c := range 0x20 {
		at := c % 19
		pad := strings.Repeat("x", at)
		rows = append(rows, row{
			`["` + pad + here + string(rune(c)) + strings.Repeat("y", 20) + `"]`, malformed, "/0",
			fmt.Sprintf("control character %#02x must be escaped", c),
		})
	}
	// Every byte after a backslash.
	for c := range 256 {
		text, reason := string([]byte{byte(c)}), "not an escape"
		switch {
		case strings.ContainsRune(`"\/bfnrtu`, rune(c)):
			continue
		case c >= 0x80:
			reason = "inside escapes every byte >= 0x80 is malformed"
		}
		rows = append(rows, row{`["\` + here + text + `"]`, malformed, "/0", reason})
	}
	// A byte that is no hex digit at each place of an escape.
	for _, bad := range []string{"g", `"`, `\`, "\x00", "\x80", "é", "\xff"} {
		for n := range 4 {
			rows = append(rows, row{
				`["\u` + "00e9"[:n] + here + bad + `"]`, malformed, "/0",
				"not a hex digit; inside escapes every byte >= 0x80 is malformed",
			})
		}
	}
	return distinct(rows)
}

// surrogateRows: RFC 8259 section 7 writes a character above U+FFFF as the
// escapes of a high and a low surrogate; half of a pair is no character.
func surrogateRows() []row {
	rows := []row{
		{`["\ud800\udc00"]`, none, "", "the first pair"},
		{`["\uDBFF\uDFFF"]`, none, "", "the last pair"},
		{`["\ud83d\ude00\uD83D\uDE00x"]`, none, "", "two pairs"},
		{`["\ud7ff\ue000"]`, none, "", "the neighbours of the surrogates"},
		{`{"\ud83d\ude00":1}`, none, "", "in a name"},

		{`["§\ud800"]`, lone, "/0", "high, then a quote"},
		{`["§\udbff"]`, lone, "/0", "the last high one, then a quote"},
		{`["§\udc00"]`, lone, "/0", "a low one first"},
		{`["§\udfff"]`, lone, "/0", "the last low one first"},
		{`"§\ud800"`, lone, "", "at the top: the whole text is being read"},
		{`["a\n§\udc00\ud800"]`, lone, "/0", "the wrong way round: the low one is met first"},
		{`["§\ud800a"]`, lone, "/0", "high, then a byte other than a backslash"},
		{`["§\ud800u0041"]`, lone, "/0", "high, then a u without a backslash"},
		{"[\"§\\ud800é\"]", lone, "/0", "high, then a byte >= 0x80"},
		{"[\"§\\ud800\xff\"]", lone, "/0", "high, then a byte >= 0x80, valid UTF-8 or not"},
		{"[\"§\\ud800\x00\"]", lone, "/0", "high, then a control character: the escape is judged first"},
		{"[\"§\\ud800\n\"]", lone, "/0", "high, then a control character: the escape is judged first"},
		{`["§\ud800\n"]`, lone, "/0", "high, then a short escape"},
		{`["§\ud800\""]`, lone, "/0", "high, then an escaped quote"},
		{`["§\ud800\\"]`, lone, "/0", "high, then an escaped backslash"},
		{`["§\ud800\x"]`, lone, "/0", "high, a backslash and a byte other than u, escape or not"},
		{"[\"§\\ud800\\\x80\"]", lone, "/0", "high, a backslash and a byte >= 0x80"},
		{"[\"§\\ud800\\\x00\"]", lone, "/0", "high, a backslash and a control character"},
		{`["§\ud800\U0041"]`, lone, "/0", "high, a backslash and a byte other than u"},
		{`["§\ud800\ud800"]`, lone, "/0", "high and high"},
		{`["§\ud800\ud800\udc00"]`, lone, "/0", "high, and a pair after it"},
		{`["§\ud800\u0041"]`, lone, "/0", "high, and a complete escape that is not low"},
		{`["§\ud800\ue000"]`, lone, "/0", "high, and the first escape above the low ones"},
		{`["§\ud800\udbff"]`, lone, "/0", "high, and the last escape below the low ones"},
		{`["\ud800\udc00§\udc00"]`, lone, "/0", "the pair is over"},
		{`["\ud800\udc00§\ud800"]`, lone, "/0", "a second pair is not complete"},
		{`{"§\ud800":1}`, lone, "", "in a name: the object"},
		{`{"a":1,"§\udc00":1}`, lone, "", "in a name: the object"},
		{`{"a":{"b":["x","§\udc00"]}}`, lone, "/a/b/1", "the value being read"},

		{`["\ud800§`, malformed, "/0", "ends before it is settled"},
		{`["\ud800\§`, malformed, "/0", "ends before it is settled"},
		{`["\ud800\u§`, malformed, "/0", "ends before it is settled"},
		{`["\ud800\udc0§`, malformed, "/0", "ends before it is settled"},
		{`["\ud800\u004§`, malformed, "/0", "ends before it is settled, though it can no longer become a pair"},
		{`["\ud800\udc00§`, malformed, "/0", "a pair, but no closing quote"},
		{`["\ud8§`, malformed, "/0", "ends inside the first escape"},
		{`{"\ud800§`, malformed, "", "ends in a name: the object"},
		{`["\ud80§x"]`, malformed, "/0", "a bad digit in the first escape"},
	}
	for n := range 4 {
		for _, bad := range []string{"x", `"`, `\`, "\x00", "\x80", "é"} {
			rows = append(rows, row{
				`["\ud800\u` + "dc00"[:n] + here + bad + `"]`, malformed, "/0",
				"a bad digit in the second escape is malformed at that digit",
			}, row{
				`["\ud800\u` + "0041"[:n] + here + bad + `"]`, malformed, "/0",
				"also if the second escape cannot become a low one",
			})
		}
	}
	return distinct(rows)
}
