package decoder_test

// precedenceRows have two offences: the first in byte order decides, and a
// sequence, escape or number is judged before the byte that ended it.
func precedenceRows() []row {
	return []row{
		{"[\"§\xff\",x]", badUTF8, "/0", "UTF-8, then grammar"},
		{"[§x,\"\xff\"]", malformed, "", "grammar, then UTF-8"},
		{"[\"§\xff\",99999999999999999999]", badUTF8, "/0", "UTF-8, then range"},
		{"[§99999999999999999999,\"\xff\"]", bigInt, "/0", "range, then UTF-8"},
		{"[\"§\xff\\ud800\"]", badUTF8, "/0", "UTF-8, then a surrogate in one string"},
		{"[\"§\\ud800\xff\"]", lone, "/0", "a surrogate, then UTF-8 in one string"},
		{"[\"§\xff\n\"]", badUTF8, "/0", "UTF-8, then a control character"},
		{"[\"§\n\xff\"]", malformed, "/0", "a control character, then UTF-8"},
		{"[\"§\xff", badUTF8, "/0", "UTF-8, then the end"},
		{"[\"a§\xff\\", badUTF8, "/0", "UTF-8, then the end inside an escape"},
		{"[\"§\xff\",\"\\", badUTF8, "/0", "UTF-8, then the end inside an escape of another string"},
		{"[\"é\",§x", malformed, "", "good UTF-8 is no offence"},
		{"{\"a\":1,\"a§\xff\":2}", badUTF8, "", "UTF-8 in a name that cannot be compared yet: the object"},
		{"{\"a\xc3\xa9\":1,§\"a\xc3\xa9\":\"\xff\"}", duplicate, "/aé", "a repeated name, then UTF-8"},
		{"{\"a\":\"§\xff\",\"a\":2}", badUTF8, "/a", "UTF-8, then a repeated name"},
		{`{"a":1,"a§\ud800":2}`, lone, "", "a surrogate in a name that cannot be compared yet"},
		{`{"a":1,"a\§x":2}`, malformed, "", "grammar in a name that cannot be compared yet"},
		{`{"a":1,§"a":99999999999999999999}`, duplicate, "/a", "a repeated name, then its value"},
		{`{"a":§99999999999999999999,"a":1}`, bigInt, "/a", "a value, then a repeated name"},
		{`{"a":§1e999,"a":1}`, bigNumber, "/a", "a value, then a repeated name"},
		{`{"a":1,§"a" x}`, duplicate, "/a", "a repeated name, then grammar"},
		{`{"a":1,"b" §x,"a":2}`, malformed, "", "grammar, then a repeated name"},
		{`[§1e999,99999999999999999999]`, bigNumber, "/0", "two ranges"},
		{`[§99999999999999999999,1e999]`, bigInt, "/0", "two ranges"},
		{"[\"§\xff\",{\"a\":1,\"a\":2}]", badUTF8, "/0", "UTF-8, then a repeated name"},
		{"[[[\"é§\xff\"", badUTF8, "/0/0/0", "the place of the sequence, not that of the end"},
		{"[1,\"é§\xff\",[[[", badUTF8, "/1", "the place of the sequence, not that of the end"},
		{"{\"a\":[\"\xc3\xa9\",\"§\xe2\x82\"],\"b\":[", badUTF8, "/a/1", "the place of the sequence, not that of the end"},
		{"{\"a\":1,\"§\xff\":1,\"b\":[[{\"c\":-", badUTF8, "", "the object around the name"},
		{"{\"x\":{\"§\xff\":1}}", badUTF8, "/x", "the object around the name"},
	}
}
