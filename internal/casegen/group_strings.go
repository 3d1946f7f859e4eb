package main

// inString is an x that is the string with the given spelling between its
// quotes; the first byte of that spelling is at xAt+1.
func inString(spelling string) recipe { return inX(`"` + spelling + `"`) }

// badString is a string of x with an offence at an offset from its quote.
func badString(name, spelling, reason string, offset int, why string, flags ...string) row {
	return row{name: name, in: inString(spelling), want: ignores(reason, xAt+offset, "/x"), why: why, flags: flags}
}

// goodString is a string of x that is admitted; form is its MessagePack.
func goodString(name, spelling, form, why string, flags ...string) row {
	return row{name: name, in: inString(spelling), want: admitsX(form), why: why, flags: flags}
}

// cutString is an envelope that ends inside the string of x.
func cutString(name, spelling, reason string, offset int, why string, flags ...string) row {
	return row{name: name, in: text(xHead + `"` + spelling), want: ignores(reason, xAt+offset, "/x"), class: "R", why: why, flags: flags}
}

func stringCases() group {
	return group{
		name:  "strings",
		about: "UTF-8, escapes, surrogates and control characters in strings and names.",
		first: 5001,
		cases: []row{
			value(goodString("empty", ``, "\xa0", "An empty string is a string.")),
			value(goodString("ascii", `abc`, "\xa3abc", "Plain letters are one byte each.")),
			value(goodString("two-bytes", "é", "\xa2é", "A character of two bytes; MessagePack counts bytes.", "UTF8Edge")),
			goodString("first-and-last-of-two-bytes", "\u0080\u07ff", "\xa4\xc2\x80\xdf\xbf", "U+0080 and U+07FF are the ends of the two-byte range.", "UTF8Edge"),
			goodString("first-and-last-of-three-bytes", "\u0800\uffff", "\xa6\xe0\xa0\x80\xef\xbf\xbf", "U+0800 and U+FFFF are the ends of the three-byte range; noncharacters are characters here.", "UTF8Edge"),
			goodString("around-the-surrogates", "\ud7ff\ue000", "\xa6\xed\x9f\xbf\xee\x80\x80", "U+D7FF and U+E000 are the neighbours of the surrogates and well formed.", "UTF8Edge"),
			goodString("first-and-last-of-four-bytes", "\U00010000\U0010ffff", "\xa8\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", "U+10000 and U+10FFFF are the ends of the four-byte range.", "UTF8Edge"),
			goodString("replacement-character", "\ufffd", "\xa3\xef\xbf\xbd", "U+FFFD itself is well formed; decoders that use it as an error mark reject it by mistake.", "UTF8Edge"),
			goodString("byte-order-mark-inside", "\ufeffa", "\xa4\xef\xbb\xbfa", "Inside a string U+FEFF is a character.", "UTF8Edge"),
			goodString("line-separators", "\u2028\u2029\u0085", "\xa8\xe2\x80\xa8\xe2\x80\xa9\xc2\x85", "Only bytes below 0x20 are control characters for RFC 8259.", "RawControl"),
			goodString("del", "\x7f", "\xa1\x7f", "DEL is allowed by RFC 8259.", "RawControl"),
			badString("raw-nul", "a\x00", malformed, 2, "A raw NUL is a control character.", "RawControl"),
			badString("raw-newline", "a\nb", malformed, 2, "A raw newline is a control character.", "RawControl"),
			badString("raw-tab", "\t", malformed, 1, "A raw tab is a control character, though it is whitespace elsewhere.", "RawControl"),
			badString("raw-unit-separator", "\x1f", malformed, 1, "0x1F is the last control character.", "RawControl"),

			badString("continuation-alone", "\x80", badUTF8, 1, "A continuation byte begins no sequence.", "InvalidUTF8"),
			badString("continuation-too-many", "\xc3\xa9\xa9", badUTF8, 3, "The sequence of two bytes is complete; the third byte begins none.", "InvalidUTF8"),
			badString("overlong-slash-two", "\xc0\xaf", badUTF8, 1, "C0 begins no sequence: overlong.", "InvalidUTF8", "Overlong"),
			badString("overlong-c1", "\xc1\xbf", badUTF8, 1, "C1 begins no sequence: overlong.", "InvalidUTF8", "Overlong"),
			badString("overlong-nul-of-java", "\xc0\x80", badUTF8, 1, "Java's modified UTF-8 for NUL is overlong.", "InvalidUTF8", "Overlong"),
			badString("overlong-slash-three", "\xe0\x80\xaf", badUTF8, 1, "E0 must be followed by A0 or more.", "InvalidUTF8", "Overlong"),
			badString("overlong-three-edge", "\xe0\x9f\xbf", badUTF8, 1, "U+07FF in three bytes is overlong.", "InvalidUTF8", "Overlong"),
			badString("overlong-four-edge", "\xf0\x8f\xbf\xbf", badUTF8, 1, "U+FFFF in four bytes is overlong.", "InvalidUTF8", "Overlong"),
			badString("overlong-quote", "\xc0\xa2", badUTF8, 1, "An overlong quote must not end the string.", "InvalidUTF8", "Overlong"),
			badString("surrogate-bytes-first", "\xed\xa0\x80", badUTF8, 1, "U+D800 in bytes is no UTF-8.", "InvalidUTF8", "SurrogateBytes"),
			badString("surrogate-bytes-last", "\xed\xbf\xbf", badUTF8, 1, "U+DFFF in bytes is no UTF-8.", "InvalidUTF8", "SurrogateBytes"),
			badString("surrogate-bytes-pair", "\xed\xa0\xbd\xed\xb8\x80", badUTF8, 1, "A pair of surrogates in bytes is CESU-8, not UTF-8.", "InvalidUTF8", "SurrogateBytes"),
			badString("above-10ffff", "\xf4\x90\x80\x80", badUTF8, 1, "U+110000 is above the last code point.", "InvalidUTF8"),
			badString("lead-f5", "\xf5\x80\x80\x80", badUTF8, 1, "F5 begins no sequence.", "InvalidUTF8"),
			badString("five-bytes", "\xf8\x88\x80\x80\x80", badUTF8, 1, "Sequences of five bytes were taken out of UTF-8 in 2003.", "InvalidUTF8"),
			badString("byte-ff", "abc\xff", badUTF8, 4, "FF is never in UTF-8; the offset counts what is before it.", "InvalidUTF8"),
			badString("latin-1", "caf\xe9", badUTF8, 4, "Latin-1 text is no UTF-8: E9 is followed by the quote.", "InvalidUTF8"),
			badString("cut-by-quote", "\xe2\x82", badUTF8, 1, "A sequence is judged before the quote that ended it.", "InvalidUTF8"),
			badString("cut-by-letter", "\xf0\x9f\x98a", badUTF8, 1, "The offset is the sequence's first byte, not the byte that ended it.", "InvalidUTF8"),
			badString("cut-by-control", "\xc3\n", badUTF8, 1, "The sequence is judged before the control character that ended it.", "InvalidUTF8"),
			badString("cut-by-escape", "\xc3\\n", badUTF8, 1, "The sequence is judged before the escape that ended it.", "InvalidUTF8"),
			{name: "invalid-utf8-in-name", in: inX("{\"\xff\":1}"), want: ignores(badUTF8, xAt+2, "/x"), flags: []string{"InvalidUTF8"}, why: "Names are strings; the pointer is that of the object, since the name cannot be."},
			{name: "invalid-utf8-in-message-id", in: text("{\"protocol_version\":\"0.1\",\"message_id\":\"\xff\",\"actions\":[]}"), want: ignores(badUTF8, 40, "/message_id"), flags: []string{"InvalidUTF8"}, why: "UTF-8 is judged in every string."},
			{name: "invalid-utf8-in-payload", in: inPayload("{\"a\":[\"ok\",\"\xc3\x28\"]}"), want: ignores(badUTF8, payloadAt+12, "/actions/0/payload/a/1"), flags: []string{"InvalidUTF8"}, why: "UTF-8 is judged in payloads too."},
			{name: "invalid-utf8-outside-strings", in: inX("\xff"), want: ignores(malformed, xAt, ""), class: "R", flags: []string{"InvalidUTF8"}, why: "Outside strings every byte >= 0x80 is malformed JSON, not bad UTF-8."},

			cutString("text-ends-after-lead", "\xc3", malformed, 2, "The text ends inside a sequence that could still be well formed.", "EndOfText"),
			cutString("text-ends-after-two-of-four", "\xf0\x9f", malformed, 3, "The text ends inside a sequence that could still be well formed.", "EndOfText"),
			cutString("text-ends-after-ed", "\xed", malformed, 2, "ED may begin a well-formed sequence, so the end is what is wrong.", "EndOfText"),
			cutString("text-ends-after-bad-second", "\xed\xa0", badUTF8, 1, "The second byte made it certain before the text ended.", "EndOfText", "InvalidUTF8"),
			cutString("text-ends-after-c0", "\xc0", badUTF8, 1, "C0 is certain at once.", "EndOfText", "InvalidUTF8"),
			cutString("text-ends-after-f4-90", "\xf4\x90", badUTF8, 1, "The second byte made it certain before the text ended.", "EndOfText", "InvalidUTF8"),
			cutString("text-ends-in-string", "abc", malformed, 4, "The string is not closed.", "EndOfText"),
			cutString("text-ends-after-backslash", `a\`, malformed, 3, "The text ends inside an escape.", "EndOfText"),
			cutString("text-ends-in-digits", `\u00e`, malformed, 6, "The text ends inside an escape.", "EndOfText"),

			goodString("every-short-escape", `\"\\\/\b\f\n\r\t`, "\xa8\"\\/\b\f\n\r\t", "The eight short escapes.", "Escape"),
			goodString("escaped-nul", `\u0000`, "\xa1\x00", "An escaped NUL is a character, and strings do not end at it.", "Escape"),
			goodString("escaped-controls", `\u0001\u001F`, "\xa2\x01\x1f", "Control characters may be escaped.", "Escape"),
			goodString("escape-digits-in-both-cases", `\u00e9\u00E9`, "\xa4éé", "Digits are hexadecimal in either case.", "Escape"),
			goodString("escape-noncharacter", `\uffff\ufdd0`, "\xa6\xef\xbf\xbf\xef\xb7\x90", "Noncharacters are code points and no surrogates.", "Escape"),
			goodString("escaped-delimiters", `\u0022\u005c`, "\xa2\"\\", "An escaped quote and backslash neither end the string nor begin an escape.", "Escape"),
			badString("escape-unknown", `\x41`, malformed, 2, "There is no such escape.", "Escape"),
			badString("escape-single-quote", `\'`, malformed, 2, "JavaScript's escape of a single quote is not JSON's.", "Escape"),
			badString("escape-zero", `\0`, malformed, 2, "There is no such escape.", "Escape"),
			badString("escape-vertical-tab", `\v`, malformed, 2, "There is no such escape.", "Escape"),
			badString("escape-capital-u", `\U0041`, malformed, 2, "The u is lower case.", "Escape"),
			badString("escape-of-a-newline", "\\\n", malformed, 2, "There are no continuation lines.", "Escape"),
			badString("escape-bad-digit", `\u00g1`, malformed, 5, "The first byte that is no digit.", "Escape"),
			badString("escape-three-digits", `\u00e`, malformed, 6, "The quote stands where the fourth digit should.", "Escape"),
			badString("escape-braces", `\u{1F600}`, malformed, 3, "JavaScript's longer escape is not JSON's.", "Escape"),
			badString("escape-sign-as-digit", `\u+061`, malformed, 3, "A sign is no digit, though number parsers take it.", "Escape"),
			badString("escape-high-byte", "\\\xc3\xa9", malformed, 2, "Inside an escape a byte >= 0x80 is malformed JSON, even if it begins good UTF-8.", "Escape"),
			badString("escape-bad-high-byte", "\\\xff", malformed, 2, "Inside an escape a byte >= 0x80 is malformed JSON, not bad UTF-8.", "Escape"),
			badString("escape-digit-high-byte", "\\u00\xe9", malformed, 5, "Inside an escape a byte >= 0x80 is malformed JSON, not bad UTF-8.", "Escape"),
			{name: "escape-in-name", in: inX(`{"\x":1}`), want: ignores(malformed, xAt+3, "/x"), flags: []string{"Escape"}, why: "Names are strings; the pointer is that of the object."},
		},
	}
}
