package decoder_test

import "fmt"

// RFC 3629 section 4: which bytes make UTF-8. Outside strings any byte >= 0x80
// is malformed; grammar_rows_test.go has those.

func utf8Rows() []row {
	rows := []row{
		{"[\"\u0080\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff\"]", none, "", "the ends of every length"},
		{"[\"\xef\xbb\xbf\"]", none, "", "U+FEFF inside a string is a character"},
		{"[\"\ufffd\ufffe\uffff\"]", none, "", "the replacement character and noncharacters are UTF-8"},
		{"{\"\U0001f600\":\"é\"}", none, "", "names and values"},

		{"[\"§\xff\"]", badUTF8, "/0", "a byte that UTF-8 never has"},
		{"\"§\xff\"", badUTF8, "", "at the top: the whole text is being read"},
		{"{\"§\xff\":1}", badUTF8, "", "in a name: the object"},
		{"{\"a\":{\"b§\xff\":1}}", badUTF8, "/a", "in a name: the innermost object"},
		{"{\"a\":[0,\"é§\xff\"]}", badUTF8, "/a/1", "the value being read"},
		{"[\"aaaaaaaaaaaaaaaaaaaaaa§\xff\"]", badUTF8, "/0", "after a run of ASCII"},
		{"[\"éééééé§\xff\"]", badUTF8, "/0", "after a run of non-ASCII"},
		{"[\"\\u00e9§\xff\"]", badUTF8, "/0", "after an escape"},
		{"[\"ok\",\"§\xff\"]", badUTF8, "/1", "in the second string"},
		{"[\"§\xff\xff\"]", badUTF8, "/0", "the first of two"},
		{"[\"§\xff\",\"\xff\"]", badUTF8, "/0", "the first of two"},

		{"[\"§\xe2\x82\"]", badUTF8, "/0", "cut by a quote: the sequence is judged before the byte that ended it"},
		{"[\"§\xe2\x82\\n\"]", badUTF8, "/0", "cut by an escape"},
		{"[\"§\xe2\x82\\x\"]", badUTF8, "/0", "cut by a bad escape, which comes later"},
		{"[\"§\xe2\x82\\ud800\"]", badUTF8, "/0", "cut by a lone surrogate, which comes later"},
		{"[\"§\xe2\x82\x00\"]", badUTF8, "/0", "cut by a control character"},
		{"[\"§\xe2\x82a\"]", badUTF8, "/0", "cut by a letter"},
		{"[\"§\xe2\x82é\"]", badUTF8, "/0", "cut by another sequence"},
		{"[\"§\xe2\x82\xe2\x82\xac\"]", badUTF8, "/0", "cut by its own start"},
		{"{\"§\xe2\x82\":1}", badUTF8, "", "in a name, cut by a quote"},
		{"[\"\xe2\x82§", malformed, "/0", "a sequence that could still become whole: ends too early"},
		{"\"\xf0\x9f\x98§", malformed, "", "likewise at the top"},
		{"{\"\xc3§", malformed, "", "likewise in a name"},
		{"[\"§\xe2\x28", badUTF8, "/0", "a sequence that is wrong already, though the text ends too early"},
	}
	lead := func(from, to int, want string) {
		for c := from; c <= to; c++ {
			text := string([]byte{byte(c)})
			rows = append(rows,
				row{`["` + here + text + "\x80\x80\x80" + `"]`, badUTF8, "/0", fmt.Sprintf("%#x %s", c, want)},
				row{`["` + here + text, badUTF8, "/0", fmt.Sprintf("%#x %s, certain at once", c, want)})
		}
	}
	lead(0x80, 0xbf, "continues nothing")
	lead(0xc0, 0xc1, "could only begin an overlong form of ASCII")
	lead(0xf5, 0xff, "begins nothing: above U+10FFFF or never used")

	// The second byte decides for these leads; RFC 3629 gives the ranges.
	for _, lead := range []struct {
		first, low, high byte
		rest             string
		reason           string
	}{
		{0xc2, 0x80, 0xbf, "", "two bytes"},
		{0xdf, 0x80, 0xbf, "", "two bytes"},
		{0xe0, 0xa0, 0xbf, "\x80", "below 0xa0: overlong"},
		{0xe1, 0x80, 0xbf, "\x80", "three bytes"},
		{0xec, 0x80, 0xbf, "\xbf", "three bytes"},
		{0xed, 0x80, 0x9f, "\xbf", "above 0x9f: a surrogate"},
		{0xee, 0x80, 0xbf, "\x80", "three bytes"},
		{0xef, 0x80, 0xbf, "\xbf", "three bytes"},
		{0xf0, 0x90, 0xbf, "\x80\x80", "below 0x90: overlong"},
		{0xf1, 0x80, 0xbf, "\x80\xbf", "four bytes"},
		{0xf3, 0x80, 0xbf, "\xbf\x80", "four bytes"},
		{0xf4, 0x80, 0x8f, "\xbf\xbf", "above 0x8f: above U+10FFFF"},
	} {
		sequence := func(second byte) string { return string([]byte{lead.first, second}) + lead.rest }
		good := func(second byte) {
			rows = append(rows, row{`["` + sequence(second) + `"]`, none, "", lead.reason})
			// Each further byte must be a continuation.
			whole := sequence(second)
			for n := 1; n < len(whole); n++ {
				for _, c := range []string{"\x7f", "\xc0", "\xff"} {
					rows = append(rows, row{`["` + here + whole[:n] + c + whole[n+1:] + `"]`, badUTF8, "/0", "0x80 to 0xbf continue a sequence"})
				}
				rows = append(rows, row{`["` + whole[:n] + here, malformed, "/0", "could still become whole"})
			}
		}
		bad := func(second byte) {
			rows = append(rows,
				row{`["` + here + sequence(second) + `"]`, badUTF8, "/0", lead.reason},
				row{`["` + here + sequence(second)[:2], badUTF8, "/0", lead.reason + ", certain with the second byte"})
		}
		good(lead.low)
		good(lead.high)
		bad(lead.low - 1)
		bad(lead.high + 1)
	}
	return distinct(rows)
}
