package decoder_test

import (
	"strings"

	"github.com/kvhints/hintcheck/limits"
)

// depthRows hold under a limit of two open arrays and objects.
func depthRows() []row {
	return []row{
		{"[[]]", none, "", "two levels"},
		{"[{}]", none, "", "objects count like arrays"},
		{`{"a":[]}`, none, "", "arrays count like objects"},
		{`{"a":{}}`, none, "", "two levels of objects"},
		{`[{"a":1}]`, none, "", "a scalar on the third level opens nothing"},
		{`["[[[{{{"]`, none, "", "brackets in strings open nothing"},
		{"[[],[],[],[]]", none, "", "closed ones do not count"},
		{"[[§[]]]", tooDeep, "/0/0", "the bracket on the third level; the value that it begins"},
		{"[[],[],[§[]]]", tooDeep, "/2/0", "after closed ones"},
		{"[[1,2,§[]]]", tooDeep, "/0/2", "not the first element"},
		{"[[§[", tooDeep, "/0/0", "met before the text ends too early"},
		{"[[§{", tooDeep, "/0/0", "objects count like arrays"},
		{"[[ §[", tooDeep, "/0/0", "whitespace does not matter"},
		{"[[§[x", tooDeep, "/0/0", "met before the malformed byte"},
		{`{"a":{"b":§{}}}`, tooDeep, "/a/b", "the brace on the third level"},
		{`{"a":{"b":§[]}}`, tooDeep, "/a/b", "the bracket on the third level"},
		{`[{"b":§{}}]`, tooDeep, "/0/b", "mixed"},
		{`{"a":[§{}]}`, tooDeep, "/a/0", "mixed"},
		{`{"a":1,"b":{"c":2,"\u0064":§[]}}`, tooDeep, "/b/d", "the last name, unescaped"},
		{`{"a":§x,"b":[[`, malformed, "", "the malformed byte is met first"},
		{`[[99999999999999999999§`, malformed, "/0/0", "ends on the second level"},
		{"[[]§", malformed, "", "ends too early"},
		{"[[§", malformed, "/0", "the limit itself is not too deep"},
		{`{"a":{"b":1,§"b":[[]]}}`, duplicate, "/a/b", "the name is met first"},
		{`{"a":{"b":§[[]],"b":1}}`, tooDeep, "/a/b", "the bracket is met first"},
	}
}

// deepestRows hold under the largest limit.
func deepestRows() []row {
	const n = limits.LargestMaxDepth
	nest := func(open, inside, shut string, n int) string {
		return strings.Repeat(open, n) + inside + strings.Repeat(shut, n)
	}
	return []row{
		{nest("[", "", "]", n), none, "", "1,000 arrays"},
		{nest("[", here+"[]", "]", n), tooDeep, strings.Repeat("/0", n), "1,001 arrays"},
		{nest("[", here+"{}", "]", n), tooDeep, strings.Repeat("/0", n), "the last an object"},
		{strings.Repeat("[", n) + here + strings.Repeat("[", n), tooDeep, strings.Repeat("/0", n), "never closed"},
		{nest(`{"a":`, "0", "}", n), none, "", "1,000 objects"},
		{nest(`{"a":`, here+"{}", "}", n), tooDeep, strings.Repeat("/a", n), "1,001 objects"},
		{nest(`[{"a":`, "1", "}]", n/2), none, "", "1,000 of both"},
		{nest(`[{"a":`, here+"[]", "}]", n/2), tooDeep, strings.Repeat("/0/a", n/2), "1,001 of both"},
		{nest("[", here+"x", "]", n), malformed, strings.Repeat("/0", n-1), "malformed at the deepest level: the innermost container"},
		{nest("[", "-"+here+"x", "]", n), malformed, strings.Repeat("/0", n), "malformed in a value at the deepest level"},
		{nest("[", "", "]", n-1) + here + "]", malformed, "", "one bracket too many"},
		{nest("[", "", "]", n)[:2*n-1] + here, malformed, "", "one bracket missing"},
		{strings.Repeat("[", 64) + strings.Repeat("]", 63) + here + "}", malformed, "", "64 levels: the outermost is an array"},
		{strings.Repeat(`{"a":[`, 40) + strings.Repeat("]}", 39) + "]" + here + "]", malformed, "", "80 levels: the outermost is an object"},
		{strings.Repeat(`{"a":[`, 40) + here + "}", malformed, strings.Repeat("/a/0", 39) + "/a", "80 levels: the innermost is an array"},
	}
}
