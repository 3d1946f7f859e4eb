package main

import "strings"

func repeat(s string, n int) string { return strings.Repeat(s, n) }

func grammar() group {
	// whole is a text that is no envelope, with what is wrong at an offset.
	whole := func(name, s string, offset int, pointer, why string, flags ...string) row {
		return row{name: name, in: text(s), want: ignores(malformed, offset, pointer), why: why, flags: flags}
	}
	// inside is the same for the value of x; the offset is from its first byte.
	inside := func(name, s string, offset int, pointer, why string, flags ...string) row {
		return row{name: name, in: inX(s), want: ignores(malformed, xAt+offset, pointer), why: why, flags: flags}
	}
	const space, literal, dialect, structure, trailing = "Whitespace", "Literal", "Dialect", "Structure", "Trailing"
	return group{
		name:  "grammar",
		about: "Strict RFC 8259: whitespace, literals, punctuation, and what other dialects of JSON allow.",
		first: 8001,
		cases: []row{
			{name: "whitespace-around-and-between", in: text(" \t\r\n{ \"protocol_version\"\t:\n\"0.1\"\r,\"message_id\" : \"m\" , \"actions\" : [ ] } \n"), want: admits(), flags: []string{space}, why: "Space, tab, line feed and carriage return may stand between tokens."},
			{name: "byte-order-mark", in: text("\ufeff" + envelope), want: ignores(malformed, 0, ""), flags: []string{space}, why: "A byte order mark is no whitespace, though many parsers skip it."},
			{name: "no-break-space", in: text("\u00a0" + envelope), want: ignores(malformed, 0, ""), flags: []string{space}, why: "U+00A0 is no whitespace of RFC 8259."},
			{name: "form-feed", in: text("\f" + envelope), want: ignores(malformed, 0, ""), flags: []string{space}, why: "A form feed is no whitespace of RFC 8259, though isspace says so."},
			inside("vertical-tab", "\v1", 0, "", "A vertical tab is no whitespace of RFC 8259.", space),
			inside("line-separator", "\u20281", 0, "", "U+2028 is whitespace in JavaScript, not in JSON.", space),
			{name: "nul-before", in: text("\x00" + envelope), want: ignores(malformed, 0, ""), flags: []string{space}, why: "NUL is no whitespace."},
			{name: "nul-after", in: text(envelope + "\x00"), want: ignores(malformed, 56, ""), flags: []string{space, trailing}, why: "A terminating NUL is a byte of the text."},
			{name: "utf-16-le", in: text("{\x00\"\x00a\x00\"\x00:\x001\x00}\x00"), want: ignores(malformed, 1, ""), flags: []string{space}, why: "Texts are UTF-8; the NUL after the brace begins no name."},
			{name: "utf-16-be", in: text("\x00{\x00}"), want: ignores(malformed, 0, ""), flags: []string{space}, why: "Texts are UTF-8; NUL begins no value."},
			{name: "utf-16-bom", in: text("\xff\xfe{\x00}\x00"), want: ignores(malformed, 0, ""), flags: []string{space}, why: "Outside strings every byte >= 0x80 is malformed."},

			value(row{name: "literals", in: inX("[true,false,null]"), want: admitsX("\x93\xc3\xc2\xc0"), flags: []string{literal}, why: "The three literals."}),
			inside("literal-capital", "True", 0, "", "Python's True: T begins no value, so none is being read.", literal),
			inside("literal-none", "None", 0, "", "Python's None: N begins no value.", literal),
			inside("literal-short", "tru", 3, "/x", "The brace stands where the e should; the literal is being read.", literal),
			inside("literal-wrong-letter", "nulL", 3, "/x", "The capital stands inside the literal.", literal),
			inside("literal-long", "nulll", 4, "", "null was complete; a letter stands between values.", literal),
			inside("literal-run-on", "truefalse", 4, "", "true was complete; a letter stands between values.", literal),
			inside("literal-undefined", "undefined", 0, "", "u begins no value.", literal),
			inside("literal-quoted-single", "'a'", 0, "", "A single quote begins no value.", literal, dialect),
			inside("nan", "NaN", 0, "", "Python and JavaScript write NaN; JSON has none.", literal, dialect),
			inside("infinity", "Infinity", 0, "", "JSON has no infinity.", literal, dialect),
			inside("minus-infinity", "-Infinity", 1, "/x", "A digit must follow the sign; the number is being read.", literal, dialect),
			inside("nan-lower-case", "nan", 1, "/x", "n begins null; a is wrong inside it.", literal, dialect),

			inside("comment-line", "1 // one\n", 2, "", "JSON has no comments.", dialect),
			inside("comment-block", "/* one */ 1", 0, "", "JSON has no comments.", dialect),
			inside("comment-hash", "# one\n1", 0, "", "JSON has no comments.", dialect),
			inside("trailing-comma-array", "[1,]", 3, "/x", "A bracket begins no value.", dialect),
			inside("trailing-comma-object", `{"a":1,}`, 7, "/x", "A brace begins no name.", dialect),
			inside("bare-name", "{a:1}", 1, "/x", "Names are quoted.", dialect),
			inside("single-quoted-name", "{'a':1}", 1, "/x", "Names are quoted with double quotes.", dialect),
			inside("number-name", "{1:1}", 1, "/x", "Names are strings, as in no Python dict.", dialect),
			inside("python-tuple", "(1,2)", 0, "", "A parenthesis begins no value.", dialect),

			inside("missing-value", "", 0, "", "The brace begins no value.", structure),
			inside("missing-colon", `{"a" 1}`, 5, "/x", "A colon must follow the name.", structure),
			inside("two-colons", `{"a"::1}`, 5, "/x", "A colon begins no value, so none is being read.", structure),
			inside("equals-sign", `{"a"=1}`, 4, "/x", "A colon must follow the name.", structure),
			inside("missing-comma", "[1 2]", 3, "/x", "A comma must stand between elements.", structure),
			inside("missing-comma-object", `{"a":1 "b":2}`, 7, "/x", "A comma must stand between members.", structure),
			inside("semicolon", "[1;2]", 2, "/x", "A comma must stand between elements.", structure),
			inside("leading-comma", "[,1]", 1, "/x", "A comma begins no value.", structure),
			inside("two-commas", "[1,,2]", 3, "/x", "A comma begins no value.", structure),
			inside("comma-alone-object", "{,}", 1, "/x", "A comma begins no name.", structure),
			inside("name-without-value", `{"a"}`, 4, "/x", "A colon must follow the name.", structure),
			inside("value-in-array-with-name", `["a":1]`, 4, "/x", "A colon stands between no elements of an array.", structure),
			inside("brace-for-bracket", "[1}", 2, "/x", "A brace closes no array.", structure),
			inside("bracket-for-brace", `{"a":1]`, 6, "/x", "A bracket closes no object.", structure),

			{name: "two-envelopes", in: text(envelope + envelope), want: ignores(malformed, 56, ""), flags: []string{trailing}, why: "A text is one value."},
			{name: "two-envelopes-on-lines", in: text(envelope + "\n" + envelope), want: ignores(malformed, 57, ""), flags: []string{trailing}, why: "Lines of JSON are not one text."},
			{name: "trailing-brace", in: text(envelope + "}"), want: ignores(malformed, 56, ""), flags: []string{trailing}, why: "Nothing is open any more."},
			{name: "trailing-comma", in: text(envelope + ","), want: ignores(malformed, 56, ""), flags: []string{trailing}, why: "Nothing may follow the value."},
			{name: "trailing-high-byte", in: text(envelope + "\xff"), want: ignores(malformed, 56, ""), flags: []string{trailing}, why: "Outside strings every byte >= 0x80 is malformed."},
			whole("closing-bracket-first", "]", 0, "", "Nothing is open.", structure),
			whole("letters", "hello", 0, "", "h begins no value.", structure),
			whole("xml", "<envelope/>", 0, "", "An angle bracket begins no value.", structure),
			whole("messagepack", "\x83\xb0protocol_version\xa30.1", 0, "", "A MessagePack map is no JSON.", structure),
		},
	}
}
