package decoder_test

import (
	"fmt"
	"strings"
)

// duplicateRows: names are compared after unescaping, at every level.
func duplicateRows() []row {
	rows := []row{
		{`{"a":1,§"a":2}`, duplicate, "/a", "the opening quote of the repeated name"},
		{`{"a":1,"b":2,"c":3,§"a":4}`, duplicate, "/a", "not only neighbours"},
		{`{"a":1, §"a" :2}`, duplicate, "/a", "whitespace around"},
		{`{"a":1,§"a"`, duplicate, "/a", "judged when the name is complete"},
		{`{"a":1,§"a"x`, duplicate, "/a", "before the byte after it"},
		{`{"a":1,"a§`, malformed, "", "the name is not complete"},
		{`{"a":1,§"a":2,"a":3}`, duplicate, "/a", "the first repetition"},
		{`{"a":1,"b":1,§"b":2,"a":3}`, duplicate, "/b", "the first repetition, not the first name"},
		{`{"":1,§"":2}`, duplicate, "/", "the empty name is a name"},
		{`{"":1,"a":2}`, none, "", "and differs from others"},
		{`{"/~":1,§"/~":2}`, duplicate, "/~1~0", "the pointer escapes the name"},

		{`{"a":1,§"\u0061":2}`, duplicate, "/a", "plain, then escaped"},
		{`{"\u0061":1,§"a":2}`, duplicate, "/a", "escaped, then plain"},
		{`{"\u0061":1,§"\u0061":2}`, duplicate, "/a", "both escaped"},
		{`{"/":1,§"\/":2}`, duplicate, "/~1", "an escaped slash is a slash"},
		{`{"\n":1,§"\u000a":2}`, duplicate, "/\n", "two escapes of one character"},
		{`{"\u000A":1,§"\u000a":2}`, duplicate, "/\n", "hex digits of both cases"},
		{`{"\"\\\b\f\n\r\t":1,§"\u0022\u005c\u0008\u000c\u000a\u000d\u0009":2}`, duplicate, "/\"\\\b\f\n\r\t", "every short escape"},
		{`{"é":1,§"\u00e9":2}`, duplicate, "/é", "two bytes"},
		{`{"€":1,§"\u20ac":2}`, duplicate, "/€", "three bytes"},
		{`{"😀":1,§"\ud83d\ude00":2}`, duplicate, "/😀", "a surrogate pair is one character"},
		{`{"\ud83d\ude00":1,§"😀":2}`, duplicate, "/😀", "and the other way round"},
		{`{"\\u0061":1,"a":2}`, none, "", "an escaped backslash begins no escape"},
		{`{"prefix-\u0061":1,§"prefix-a":2}`, duplicate, "/prefix-a", "exactly eight bytes and more"},
		{`{"a\u0062cdefghijkl":1,§"abcdefghijk\u006c":2}`, duplicate, "/abcdefghijkl", "escapes at different places of a long name"},
		{`{"\u0061":1,"\u0062":2,"\u0063":3,§"\u0062":4}`, duplicate, "/b", "among several unescaped names"},
		{`{"\u0061x":{"\u0062":1},§"ax":2}`, duplicate, "/ax", "an unescaped name is kept while its value is read"},

		{`{"a":1,"A":2}`, none, "", "case matters"},
		{`{"é":1,"e\u0301":2}`, none, "", "no normalisation"},
		{`{"a":1,"a ":2}`, none, "", "no trimming"},
		{`{"1":1,"01":2}`, none, "", "names are not numbers"},
		{`{"a":1,"a\u0000":2}`, none, "", "NUL is a character, not padding"},
		{`{"a\u0000":1,"a":2}`, none, "", "NUL is a character, not padding"},
		{`{"":1,"\u0000":2,"\u0000\u0000":3}`, none, "", "names of NUL alone"},
		{`{"a\u0000":1,§"\u0061\u0000":2}`, duplicate, "/a\x00", "and NUL is compared like the rest"},
		{`{"abcdefgh":1,"abcdefgh\u0000":2}`, none, "", "also after eight bytes"},

		{`{"abcdefgh1":1,"abcdefgh2":2}`, none, "", "equal in the first eight bytes"},
		{`{"abcdefgh1":1,§"abcdefgh1":2}`, duplicate, "/abcdefgh1", "and equal"},
		{`{"abcdefgh":1,"abcdefghi":2,"abcdefg":3}`, none, "", "equal as far as the shorter one goes"},
		{`{"abcdefgh":1,"abcdefgi":2}`, none, "", "different in the eighth byte"},
		{`{"1abcdefgh":1,"2abcdefgh":2}`, none, "", "equal in the last eight bytes"},

		{`[{"a":1},{"a":1}]`, none, "", "siblings"},
		{`{"x":{"a":1},"y":{"a":1}}`, none, "", "siblings"},
		{`{"a":{"a":{"a":1}}}`, none, "", "different levels"},
		{`{"a":{"b":1,§"b":2}}`, duplicate, "/a/b", "at every level"},
		{`{"a":[0,{"b":1,§"b":2}]}`, duplicate, "/a/1/b", "at every level"},
		{`{"b":{"a":1},"a":2,§"b":3}`, duplicate, "/b", "the outer names are not forgotten inside"},
		{`{"a":{"b":1},"c":{"b":1},§"a":{}}`, duplicate, "/a", "nor after several"},
		{`{"a":{"b":{"c":1,"a":1},"a":1},"b":1,§"a":1}`, duplicate, "/a", "inner names do not count outside"},
		{`[{"a":1},{"b":1,"a":1},{"b":1,"a":1,§"b":1}]`, duplicate, "/2/b", "names of a closed object do not count"},
	}
	// Many names: both ways of searching, and the change from one to the other.
	for _, n := range []int{1, 2, 16, 31, 32, 33, 34, 65, 1000} {
		what := fmt.Sprintf("%d names", n)
		rows = append(rows, row{"{" + members(n, plainName) + "}", none, "", what + ", all different"})
		for _, again := range []int{0, n / 2, n - 1} {
			rows = append(rows,
				row{"{" + members(n, plainName) + "," + here + plainName(again) + ":0}", duplicate, "/" + strings.Trim(plainName(again), `"`), what + " and one again"},
				row{"{" + members(n, escapedName) + "," + here + plainName(again) + ":0}", duplicate, "/" + strings.Trim(plainName(again), `"`), what + " with escapes and one again, plain"},
				row{"{" + members(n, plainName) + "," + here + escapedName(again) + ":0}", duplicate, "/" + strings.Trim(plainName(again), `"`), what + " and one again, escaped"},
				row{"{" + members(n, edgesName) + "," + here + edgesName(again) + ":0}", duplicate, "/" + strings.Trim(edgesName(again), `"`), what + " with the same edges and one again"},
			)
		}
	}
	// Wide objects inside wide objects and beside them.
	wide := members(40, plainName)
	name0 := strings.Trim(plainName(0), `"`)
	rows = append(rows,
		row{"[{" + wide + "},{" + wide + "},{" + wide + "}]", none, "", "wide siblings with the same names"},
		row{"{" + wide + `,"in":{` + wide + "}}", none, "", "a wide object in another, same names"},
		row{"{" + wide + `,"in":{` + wide + "}," + here + plainName(0) + ":0}", duplicate, "/" + name0, "the outer names after the inner object"},
		row{"{" + wide + `,"in":{` + wide + "," + here + plainName(0) + ":0}}", duplicate, "/in/" + name0, "the inner names"},
		row{"{" + members(10, plainName) + `,"in":{` + wide + "}," + here + plainName(9) + ":0}", duplicate, "/" + strings.Trim(plainName(9), `"`), "a wide object in a small one"},
		row{"{" + members(31, plainName) + `,"in":{` + wide + `},"more":1,` + here + plainName(3) + ":0}", duplicate, "/" + strings.Trim(plainName(3), `"`), "an object that becomes wide after an inner one"},
		row{"[{" + wide + "},{" + members(32, plainName) + "," + here + plainName(31) + ":0}]", duplicate, "/1/" + strings.Trim(plainName(31), `"`), "the thirty-third name after a wide sibling"},
	)
	return distinct(rows)
}

// members writes n members with the names 0 to n-1.
func members(n int, name func(int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%s:%d", name(i), i%10)
	}
	return b.String()
}

func plainName(i int) string { return fmt.Sprintf(`"k%d"`, i) }

// edgesName differs from its likes in the middle only.
func edgesName(i int) string { return fmt.Sprintf(`"block_hash%d_block_hash"`, i) }

// escapedName is plainName with the k escaped.
func escapedName(i int) string { return fmt.Sprintf(`"\u006b%d"`, i) }
