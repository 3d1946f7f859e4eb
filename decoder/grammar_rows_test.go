package decoder_test

// RFC 8259 section 2 (structure, whitespace) and section 3 (literals).

func structureRows() []row {
	return []row{
		{"§", malformed, "", "no text: ends too early"},
		{" §", malformed, "", "only whitespace: ends too early"},
		{"\t\n\r §", malformed, "", "the four bytes of whitespace, and the end"},
		{"[]", none, "", "an empty array"},
		{"{}", none, "", "an empty object"},
		{" \t\r\n[ \t\r\n] \t\r\n", none, "", "whitespace around and inside"},
		{" {\n\"a\"\t:\r1 , \"b\" : [ 1 , 2 ] } ", none, "", "whitespace around every token"},
		{`""`, none, "", "a string is a whole text"},
		{`7`, none, "", "a number is a whole text"},
		{` 7 `, none, "", "also with whitespace"},

		{"§\xef\xbb\xbf{}", malformed, "", "a byte order mark is not whitespace (RFC 8259 section 8.1)"},
		{"{}§\xef\xbb\xbf", malformed, "", "nor is it after the text"},
		{"§\xff\xfe{\x00}\x00", malformed, "", "UTF-16LE with its mark"},
		{"§\x00{\x00}", malformed, "", "UTF-16BE: NUL begins no value"},
		{"{§\x00}", malformed, "", "NUL is not whitespace"},
		{"§\v{}", malformed, "", "a vertical tab is not whitespace"},
		{"[§\f1]", malformed, "", "a form feed is not whitespace"},
		{"[1§\x1f]", malformed, "", "nor is any other control character"},
		{"[1§\x7f]", malformed, "", "nor DEL"},
		{"§\u00a0{}", malformed, "", "a no-break space is not whitespace"},
		{"{}§\u2028", malformed, "", "nor is a line separator"},
		{"{}§\u0085", malformed, "", "nor a next-line character"},

		{"§/**/1", malformed, "", "no comments"},
		{"[1§/**/]", malformed, "", "no comments"},
		{"§//\n1", malformed, "", "no comments"},
		{"{§#\n}", malformed, "", "no comments"},

		{"{}§{}", malformed, "", "one value only"},
		{"1 §1", malformed, "", "one value only"},
		{"{}§,", malformed, "", "nothing but whitespace after the value"},
		{"{}§]", malformed, "", "nothing is open"},
		{"[]§}", malformed, "", "nothing is open"},
		{"§]", malformed, "", "nothing is open"},
		{"§}", malformed, "", "nothing is open"},
		{"§,", malformed, "", "a comma begins no value"},
		{"§:", malformed, "", "a colon begins no value"},
		{"§\\", malformed, "", "a backslash begins no value"},
		{"§\x80", malformed, "", "outside strings a byte >= 0x80 is never right"},
		{"§é", malformed, "", "outside strings a byte >= 0x80 is never right, valid UTF-8 or not"},
		{"{}§\x00", malformed, "", "NUL after the value"},
		{"§\x1b[31m", malformed, "", "an escape sequence of a terminal"},

		{"[§", malformed, "", "ends in the array"},
		{"[ §", malformed, "", "ends in the array"},
		{"[1 §", malformed, "", "ends between values"},
		{"[1,§", malformed, "", "ends between values"},
		{"[1, §", malformed, "", "ends between values"},
		{"[[]§", malformed, "", "ends in the outer array"},
		{"[[§", malformed, "/0", "ends in the inner array"},
		{"[1,[[],[§", malformed, "/1/1", "ends in the innermost array"},
		{"[1,§]", malformed, "", "a value follows a comma"},
		{"[§,1]", malformed, "", "a value comes before a comma"},
		{"[1,§,2]", malformed, "", "a value stands between commas"},
		{"[1 §2]", malformed, "", "a comma stands between values"},
		{"[1§:2]", malformed, "", "a colon has no place in an array"},
		{`["a"§:1]`, malformed, "", "nor after a string"},
		{`["a" §"b"]`, malformed, "", "a comma stands between values"},
		{"[[] §[]]", malformed, "", "a comma stands between values"},
		{"[1§}", malformed, "", "the wrong bracket"},
		{"[§}", malformed, "", "the wrong bracket"},
		{"[[§}]", malformed, "/0", "the wrong bracket for the inner array"},
		{"[[]§}", malformed, "", "the wrong bracket for the outer array"},
		{"[1,[2§x", malformed, "/1", "between values of the inner array"},
		{"[{}§x", malformed, "", "the object is closed"},
		{"[§\x80]", malformed, "", "outside strings a byte >= 0x80 is never right"},
		{"[1§\x80]", malformed, "", "also after a number"},
		{"[1,§é]", malformed, "", "also where a value is wanted"},
		{"[§x]", malformed, "", "x begins no value"},
		{"[§'a']", malformed, "", "strings have double quotes"},
		{"[§`a`]", malformed, "", "strings have double quotes"},

		{"{§", malformed, "", "ends in the object"},
		{"{ §", malformed, "", "ends in the object"},
		{"{§]", malformed, "", "the wrong bracket"},
		{"{§1:2}", malformed, "", "names are strings"},
		{"{§a:1}", malformed, "", "names are quoted"},
		{"{§'a':1}", malformed, "", "with double quotes"},
		{"{§,}", malformed, "", "a comma begins no name"},
		{"{§null:1}", malformed, "", "names are strings"},
		{"{§[]:1}", malformed, "", "names are strings"},
		{"{§\x80", malformed, "", "outside strings a byte >= 0x80 is never right"},
		{`{"a"§`, malformed, "", "ends after a name: no value has begun"},
		{`{"a" §`, malformed, "", "ends after a name"},
		{`{"a":§`, malformed, "", "ends before the first byte of the value"},
		{`{"a": §`, malformed, "", "ends before the first byte of the value"},
		{`{"a"§}`, malformed, "", "a colon is missing"},
		{`{"a" §1}`, malformed, "", "a colon is missing"},
		{`{"a"§,"b":1}`, malformed, "", "a colon is missing"},
		{`{"a"§"b"}`, malformed, "", "a colon is missing"},
		{`{"a"§é:1}`, malformed, "", "a colon is missing"},
		{`{"a":§}`, malformed, "", "a value is missing"},
		{`{"a":§,"b":1}`, malformed, "", "a value is missing"},
		{`{"a":§:1}`, malformed, "", "a colon begins no value"},
		{`{"a":§é}`, malformed, "", "outside strings a byte >= 0x80 is never right"},
		{`{"a":1 §`, malformed, "", "ends between members"},
		{`{"a":1,§`, malformed, "", "ends before a name"},
		{`{"a":1, §`, malformed, "", "ends before a name"},
		{`{"a":1,§}`, malformed, "", "a name follows a comma"},
		{`{"a":1,§,"b":2}`, malformed, "", "a name follows a comma"},
		{`{"a":1 §"b":2}`, malformed, "", "a comma is missing"},
		{`{"a":1§:2}`, malformed, "", "a member has one colon"},
		{`{"a":1§]`, malformed, "", "the wrong bracket"},
		{`{"a":1§;"b":2}`, malformed, "", "members are separated by commas"},
		{`{"a":{"b":1§]}`, malformed, "/a", "the wrong bracket for the inner object"},
		{`{"a":{"b":1}§]`, malformed, "", "the wrong bracket for the outer object"},
		{`{"a":[1,{"b":§x}]}`, malformed, "/a/1", "x begins no value: the innermost open container"},
		{`{"a":[1,{"b":[true§}]}]}`, malformed, "/a/1/b", "the wrong bracket for the inner array"},
		{`{"a":[1,{"b":true§]}]}`, malformed, "/a/1", "true was complete, and the object is open"},

		{`{"a/b~":{"":[0,0,§x`, malformed, "/a~1b~0/", "pointers escape / and ~; an empty name is a step"},
		{`{"a/b~":{"":[0,0,t§x`, malformed, "/a~1b~0//2", "and the element that is being read is one more"},
		{`{"\u0061":t§x`, malformed, "/a", "pointers hold names unescaped"},
		{`{"~1":{"/0":t§x`, malformed, "/~01/~10", "the two escapes do not run into each other"},
		{`{"a":1,"b":2,"c":[t§x`, malformed, "/c/0", "the last name of the object counts"},
		{`{"a":{"x":1},"b":[§x`, malformed, "/b", "names inside a closed object do not count"},
		{`[[1,2],[3,[4,5,6,t§x`, malformed, "/1/1/3", "each array has its own count"},
		{`[[[[]]],[[],[t§x`, malformed, "/1/1/0", "closed arrays give the count back"},
	}
}

func literalRows() []row {
	return []row{
		{"true", none, "", "true"},
		{"false", none, "", "false"},
		{"null", none, "", "null"},
		{" null ", none, "", "with whitespace"},
		{"[true,false,null]", none, "", "in an array"},
		{"tru§", malformed, "", "ends inside a literal"},
		{"tr§xe", malformed, "", "wrong inside a literal"},
		{"true§e", malformed, "", "the literal was complete"},
		{"true§1", malformed, "", "the literal was complete"},
		{"[t§]", malformed, "/0", "the bracket comes inside the literal"},
		{"[tru§\x80", malformed, "/0", "inside a literal"},
		{"[nul§L]", malformed, "/0", "literals are lower case"},
		{"[null§x]", malformed, "", "the literal was complete: between values"},
		{"[true§false]", malformed, "", "the literal was complete: between values"},
		{"[null§\"\"]", malformed, "", "the literal was complete: between values"},
		{"[true§{}]", malformed, "", "the literal was complete: between values"},
		{`{"a":f§`, malformed, "/a", "ends inside a literal"},
		{`{"a":false§`, malformed, "", "the literal was complete: ends between members"},
		{`{"a":nul§}`, malformed, "/a", "the brace comes inside the literal"},
		{`{"a":null§ill}`, malformed, "", "the literal was complete"},
		{"§True", malformed, "", "literals are lower case"},
		{"§NULL", malformed, "", "literals are lower case"},
		{"[§None]", malformed, "", "not JSON"},
		{"§NaN", malformed, "", "not JSON"},
		{"[§NaN]", malformed, "", "N begins no value, so none is being read"},
		{"[n§an]", malformed, "/0", "n begins null; a is wrong inside it"},
		{"§Infinity", malformed, "", "not JSON"},
		{"[§Infinity]", malformed, "", "not JSON"},
		{"-§Infinity", malformed, "", "a digit follows a minus"},
		{"[-§Infinity]", malformed, "/0", "a digit follows a minus: inside the number"},
		{"[§inf]", malformed, "", "i begins no value"},
		{"[§undefined]", malformed, "", "u begins no value"},
	}
}

// truncationRows cut every kind of token at every place inside it, in an array
// and in a member: RFC 8259 has no text that ends there, so it is malformed at
// its length, and the value being read is the token.
func truncationRows() []row {
	var rows []row
	for _, token := range []string{
		"true", "false", "null",
		"-0", "0.5", "-12.25", "123456789012", "1e5", "1.5E+10", "2e-7", "-0.0e-0",
		`"abcdefghijkl"`, `"\n\"\\\/"`, `"\u0041\uFFff"`, `"\ud83d\ude00"`, `"é€😀"`,
	} {
		complete := len(token)
		if token[0] == '-' || '0' <= token[0] && token[0] <= '9' {
			complete++ // a number might go on: it ends only with the byte after it
		}
		for n := 1; n < complete; n++ {
			rows = append(rows,
				row{"[" + token[:n] + here, malformed, "/0", "ends inside a token of an array"},
				row{`{"k":` + token[:n] + here, malformed, "/k", "ends inside the value of a member"})
		}
		if token[0] == '"' {
			for n := 1; n < len(token); n++ {
				rows = append(rows, row{`[{` + token[:n] + here, malformed, "/0", "ends inside a name: the object"})
			}
		}
	}
	return distinct(rows)
}

// distinct drops rows that come out the same, such as "[1" of two numbers.
func distinct(rows []row) []row {
	seen := map[string]bool{}
	kept := rows[:0]
	for _, r := range rows {
		if !seen[r.text] {
			seen[r.text] = true
			kept = append(kept, r)
		}
	}
	return kept
}
