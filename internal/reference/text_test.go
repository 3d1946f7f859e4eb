package reference_test

import (
	"testing"

	"github.com/kvhints/hintcheck/internal/reference"
)

const (
	malformed = reference.MalformedJSON
	badUTF8   = reference.InvalidUTF8
	lone      = reference.LoneSurrogate
	duplicate = reference.DuplicateMember
	tooDeep   = reference.TooDeep
	bigInt    = reference.IntegerOutOfRange
	bigNumber = reference.NumberOutOfRange
	notObject = reference.NotAnObject
)

// A text that passes rule 4 and is no object is not_an_object, so that row of
// a table says "rule 4 has nothing to say".

func TestStructure(t *testing.T) {
	checkRows(t, standard, []row{
		{" ", malformed, 1, "", "only whitespace: ends too early"},
		{"\t\n\r ", malformed, 4, "", "only whitespace: ends too early"},
		{"\xef\xbb\xbf{}", malformed, 0, "", "a byte order mark is no JSON"},
		{"\xff\xfe{\x00}\x00", malformed, 0, "", "UTF-16 is no UTF-8"},
		{"{\x00}\x00", malformed, 1, "", "NUL is not whitespace"},
		{"x", malformed, 0, "", "begins no value"},
		{"NaN", malformed, 0, "", "not JSON"},
		{"Infinity", malformed, 0, "", "not JSON"},
		{"[NaN]", malformed, 1, "", "N begins no value, so none is being read"},
		{"[nan]", malformed, 2, "/0", "n begins null; a is wrong inside it"},
		{"//\n{}", malformed, 0, "", "no comments"},
		{"{/**/}", malformed, 1, "", "no comments"},
		{"{}{}", malformed, 2, "", "one value only"},
		{"{}x", malformed, 2, "", "trailing byte"},
		{"{} \x00", malformed, 3, "", "NUL is not whitespace"},
		{"{}\xef\xbb\xbf", malformed, 2, "", "outside strings every byte >= 0x80 is malformed"},
		{"[]", notObject, 0, "", "well formed"},
		{" \n[]", notObject, 2, "", "the first byte of the value"},
		{"true", notObject, 0, "", "well formed"},
		{"false ", notObject, 0, "", "well formed"},
		{`"a"`, notObject, 0, "", "well formed"},
		{"tru", malformed, 3, "", "ends inside a literal"},
		{"trux", malformed, 3, "", "wrong inside a literal"},
		{"truee", malformed, 4, "", "the literal was complete"},
		{"[tru", malformed, 4, "/0", "the value being read is the literal"},
		{"[tru]", malformed, 4, "/0", "the bracket comes inside the literal"},
		{"[nullx]", malformed, 5, "", "the literal was complete, so the byte stands between values"},
		{"[True]", malformed, 1, "", "T begins no value"},
		{"[", malformed, 1, "", "ends in the array"},
		{"[1", malformed, 2, "/0", "ends inside a number, which might go on"},
		{"[1 ", malformed, 3, "", "ends between values"},
		{"[1,", malformed, 3, "", "ends between values"},
		{"[1,]", malformed, 3, "", "a bracket begins no value"},
		{"[,1]", malformed, 1, "", "a comma begins no value"},
		{"[1 2]", malformed, 3, "", "no comma"},
		{"[1}", malformed, 2, "", "the wrong bracket"},
		{"[[1]", malformed, 4, "", "ends in the outer array"},
		{"[[1", malformed, 3, "/0/0", "ends inside the inner number"},
		{"[[1}", malformed, 3, "/0", "the innermost open container is the inner array"},
		{"[[]x", malformed, 3, "", "the inner array is closed"},
		{"[\x80]", malformed, 1, "", "outside strings every byte >= 0x80 is malformed"},
		{"[1\x80]", malformed, 2, "", "also after a number"},
		{"[\f1]", malformed, 1, "", "a form feed is not whitespace"},
		{"]", malformed, 0, "", "nothing is open"},
		{"{", malformed, 1, "", "ends in the object"},
		{"{]", malformed, 1, "", "the wrong bracket"},
		{"{1:2}", malformed, 1, "", "names are strings"},
		{"{a:1}", malformed, 1, "", "names are quoted"},
		{"{'a':1}", malformed, 1, "", "with double quotes"},
		{"{,}", malformed, 1, "", "a comma begins no name"},
		{`{"a"`, malformed, 4, "", "ends after a name: no value has begun"},
		{`{"a"}`, malformed, 4, "", "a colon is missing"},
		{`{"a" 1}`, malformed, 5, "", "a colon is missing"},
		{`{"a":`, malformed, 5, "", "ends before the value's first byte"},
		{`{"a":}`, malformed, 5, "", "a brace begins no value"},
		{`{"a"::1}`, malformed, 5, "", "a colon begins no value"},
		{`{"a":1`, malformed, 6, "/a", "ends inside a number"},
		{`{"a":1,}`, malformed, 7, "", "a brace begins no name"},
		{`{"a":1,,"b":2}`, malformed, 7, "", "a comma begins no name"},
		{`{"a":1 "b":2}`, malformed, 7, "", "no comma"},
		{`{"a":1]`, malformed, 6, "", "the wrong bracket"},
		{`{"a":[1,{"b":x}]}`, malformed, 13, "/a/1", "x begins no value: the innermost open container"},
		{`{"a":[1,{"b":tx}]}`, malformed, 14, "/a/1/b", "t begins one"},
		{`{"a":[1,{"b":true]}]}`, malformed, 17, "/a/1", "true was complete"},
		{`{"a/b~":{"":[0,0,tx`, malformed, 18, "/a~1b~0//2", "a pointer escapes / and ~, and an empty name is a step"},
		{`{"\u0061":tx`, malformed, 11, "/a", "a pointer holds names unescaped"},
		{`{"~1":{"/0":tx`, malformed, 13, "/~01/~10", "the two escapes do not run into each other"},
	})
}

func TestNesting(t *testing.T) {
	limits := reference.Limits{MaxBytes: 1000, MaxDepth: 2, Versions: []string{"0.1"}}
	checkRows(t, limits, []row{
		{"[[]]", notObject, 0, "", "two levels are allowed"},
		{"[[],[],[[]]]", tooDeep, 8, "/2/0", "the bracket on the third level; pointer of the value it begins"},
		{"[{}]", notObject, 0, "", "objects count like arrays"},
		{"[{\"a\":1}]", notObject, 0, "", "a scalar on the third level opens nothing"},
		{"[[[", tooDeep, 2, "/0/0", "met before the text ends too early"},
		{"[[{", tooDeep, 2, "/0/0", "objects count like arrays"},
		{`{"a":{"b":{}}}`, tooDeep, 10, "/a/b", "the brace on the third level"},
		{`{"a":{"b":[x`, tooDeep, 10, "/a/b", "met before the malformed byte"},
		{`{"a":x,"b":[[`, malformed, 5, "", "the malformed byte is met first"},
		{"[[\"[[[\"]]", notObject, 0, "", "brackets in strings open nothing"},
		{"[[]", malformed, 3, "", "ends too early"},
		{"[[ [", tooDeep, 3, "/0/0", "whitespace does not matter"},
	})
	checkRows(t, reference.Limits{MaxBytes: 1000, MaxDepth: 1}, []row{
		{"{}", reference.InvalidEnvelope, 0, "/protocol_version", "the envelope is level 1"},
		{`{"a":[]}`, tooDeep, 5, "/a", "level 2 is too deep"},
	})
}

func TestDuplicates(t *testing.T) {
	checkRows(t, standard, []row{
		{`[{"a":1,"a":2}]`, duplicate, 8, "/0/a", "the opening quote of the repeated name"},
		{`[{"a":1,"b":2,"a":3}]`, duplicate, 14, "/0/a", "not only neighbours"},
		{`[{"a":1,"\u0061":2}]`, duplicate, 8, "/0/a", "names are compared after unescaping"},
		{`[{"\u0061":1,"a":2}]`, duplicate, 13, "/0/a", "in both directions"},
		{`[{"/":1,"\/":2}]`, duplicate, 8, "/0/~1", "a slash may be escaped"},
		{`[{"\ud83d\ude00":1,"😀":2}]`, duplicate, 19, "/0/😀", "a surrogate pair is one character"},
		{`[{"":1,"":2}]`, duplicate, 7, "/0/", "the empty name is a name"},
		{`[{"a":1,"A":2}]`, notObject, 0, "", "case matters"},
		{`[{"é":1,"e\u0301":2}]`, notObject, 0, "", "no normalisation"},
		{`[{"a":1},{"a":1}]`, notObject, 0, "", "different objects"},
		{`[{"a":{"a":{"a":1}}}]`, notObject, 0, "", "different levels"},
		{`[{"a":{"b":1,"b":2}}]`, duplicate, 13, "/0/a/b", "at every level"},
		{`[{"a":[{"b":1,"b":2}]}]`, duplicate, 14, "/0/a/0/b", "at every level"},
		{`[{"b":{"a":1},"a":2,"b":3}]`, duplicate, 20, "/0/b", "the outer names are not forgotten inside"},
		{`{"a":1,"a"`, duplicate, 7, "/a", "judged when the name is complete"},
		{`{"a":1,"a"x`, duplicate, 7, "/a", "before the byte after it"},
		{`{"a":1,"a`, malformed, 9, "", "the text ends inside the name"},
		{"{\"a\":1,\"a\xff\":2}", badUTF8, 9, "", "met before the name is complete; in a name: the container"},
		{`{"a":1,"a\ud800":2}`, lone, 9, "", "met before the name is complete"},
		{`{"a":1,"a\x":2}`, malformed, 10, "", "met before the name is complete"},
		{`{"a":1,"a":99999999999999999999}`, duplicate, 7, "/a", "met before the number"},
		{`{"a":99999999999999999999,"a":1}`, bigInt, 5, "/a", "the number is met first"},
	})
}
