package main

import "github.com/kvhints/hintcheck/golden"

func precedence() group {
	const order, ended, end, bytes, point = "Precedence", "JudgedBeforeTheEnder", "EndOfText", "OffsetInBytes", "Pointer"
	// first is a text with several offences, of which one is met first.
	first := func(name, s, reason string, offset int, pointer, why string, flags ...string) row {
		return row{name: name, in: text(s), want: ignores(reason, offset, pointer), class: golden.ClassReason, why: why, flags: flags}
	}
	// where is a text whose reason is plain and whose offset or pointer is not.
	where := func(name, s, reason string, offset int, pointer, why string, flags ...string) row {
		return row{name: name, in: text(s), want: ignores(reason, offset, pointer), class: golden.ClassOffset, why: why, flags: flags}
	}
	return group{
		name:  "precedence",
		about: "Texts with more than one fault, and where exactly the one that decides is.",
		first: 11001,
		cases: []row{
			first("malformed-before-bad-utf8", "[x,\"\xff\"]", malformed, 1, "", "The malformed byte is met first.", order),
			first("bad-utf8-before-malformed", "[\"\xff\",x]", badUTF8, 2, "/0", "The bad byte is met first.", order),
			first("lone-before-bad-utf8", "[\"\\ud800\xff\"]", lone, 2, "/0", "The escape is complete and judged before the bad byte.", order, ended),
			first("bad-utf8-before-lone", "[\"\xff\\ud800\"]", badUTF8, 2, "/0", "The bad byte is met first.", order),
			first("duplicate-before-lone", `[{"a":1,"a":"\ud800"}]`, duplicate, 8, "/0/a", "The name is complete before its value is read.", order),
			first("lone-before-duplicate", `[{"a":"\ud800","a":1}]`, lone, 7, "/0/a", "The value comes before the repeated name.", order),
			first("duplicate-before-integer", `[{"a":1,"a":18446744073709551616}]`, duplicate, 8, "/0/a", "The name is complete before its value is read.", order),
			first("integer-before-duplicate", `[{"a":18446744073709551616,"a":1}]`, bigInteger, 6, "/0/a", "The number comes before the repeated name.", order),
			first("integer-before-number", `[18446744073709551616,1e999]`, bigInteger, 1, "/0", "The integer comes first.", order),
			first("number-before-integer", `[1e999,18446744073709551616]`, bigNumber, 1, "/0", "The float comes first.", order),
			first("deep-before-duplicate", repeat("[", 33)+`{"a":1,"a":2}`, tooDeep, 32, zeros(32), "The bracket is met long before the names.", order),
			first("duplicate-before-deep", `{"a":1,"a":`+repeat("[", 40), duplicate, 7, "/a", "The name is met before the brackets.", order),
			first("malformed-before-deep", `[x,`+repeat("[", 40), malformed, 1, "", "The malformed byte is met before the brackets.", order),
			first("bad-utf8-inside-repeated-name", "[{\"a\":1,\"a\xff\":2}]", badUTF8, 10, "/0", "The bad byte is met before the name is complete.", order),
			first("bad-utf8-inside-name-that-would-repeat", "[{\"a\xff\":1,\"a\xff\":2}]", badUTF8, 4, "/0", "The first occurrence has the bad byte already.", order),
			first("bad-escape-inside-repeated-name", `[{"a":1,"\x61":2}]`, malformed, 10, "/0", "The bad escape is met before the name is complete.", order),
			first("duplicate-before-missing-colon", `[{"a":1,"a" 2}]`, duplicate, 8, "/0/a", "The name is judged before the byte behind it.", order, ended),
			first("duplicate-before-closing-brace", `[{"a":1,"a"}]`, duplicate, 8, "/0/a", "The name is judged before the byte behind it.", order, ended),

			first("integer-before-the-letter-behind-it", "[18446744073709551616x]", bigInteger, 1, "/0", "The number is complete and judged before the byte that ended it.", ended),
			first("integer-before-the-high-byte-behind-it", "[18446744073709551616\xff]", bigInteger, 1, "/0", "The number is complete and judged before the byte that ended it.", ended),
			first("integer-with-point-is-none", "[18446744073709551616.x]", malformed, 22, "/0", "With a point it is no integer, and it is not complete.", ended),
			first("integer-with-exponent-is-none", "[18446744073709551616e]", malformed, 22, "/0", "With an e it is no integer, and it is not complete.", ended),
			first("number-before-the-letter-behind-it", "[1e999x]", bigNumber, 1, "/0", "The number is complete and judged before the byte that ended it.", ended),
			first("number-before-the-point-behind-it", "[1e999.5]", bigNumber, 1, "/0", "After an exponent a point is no part of the number.", ended),
			first("good-number-before-the-letter", "[12x]", malformed, 3, "", "12 is complete and in range; the letter stands between values.", ended),

			first("integer-at-end-of-text", "18446744073709551616", bigInteger, 0, "", "At the top level the end of the text completes a number.", end),
			first("number-at-end-of-text", "1e999", bigNumber, 0, "", "At the top level the end of the text completes a number.", end),
			first("good-integer-at-end-of-text", "18446744073709551615", notAnObject, 0, "", "A complete number that is in range and no object.", end),
			first("minus-at-end-of-text", "-", malformed, 1, "", "A sign alone is not complete.", end),
			first("point-at-end-of-text", "1.", malformed, 2, "", "A digit is missing, also of a number that would be in range.", end),
			first("exponent-at-end-of-text", "18446744073709551616e", malformed, 21, "", "A digit is missing; a range is judged of complete numbers only.", end),
			first("integer-at-end-in-array", "[18446744073709551616", malformed, 21, "/0", "Inside an array the text has ended too early, whatever the number.", end),
			first("number-at-end-in-object", `{"a":1e999`, malformed, 10, "/a", "Inside an object the text has ended too early, whatever the number.", end),
			first("integer-and-space-at-end-in-array", "[18446744073709551616 ", bigInteger, 1, "/0", "The space completed the number before the text ended.", end, ended),
			first("duplicate-at-end", `{"a":1,"a"`, duplicate, 7, "/a", "The name is complete.", end),
			first("name-cut-at-end", `{"a":1,"a`, malformed, 9, "", "The name is not complete; in a name the pointer is the object's.", end),

			first("rule-4-before-rule-5", "[1,]", malformed, 3, "", "A malformed list is malformed, not a list.", order),
			first("rule-4-before-rule-6", `{"protocol_version":"9"} x`, malformed, 25, "", "Trailing bytes come before the version.", order),
			first("rule-4-before-rule-6-utf8", "{\"protocol_version\":\"9\",\"a\":\"\xff\"}", badUTF8, 29, "/a", "A bad byte behind the version comes before it.", order),
			first("rule-4-before-rule-7", `{"a":1e999}`, bigNumber, 5, "/a", "The range comes before the missing version.", order),
			first("rule-4-before-rule-7-end", `{"protocol_version":7`, malformed, 21, "/protocol_version", "The end of the text comes before the wrong value.", order),
			value(first("rule-6-before-rule-7", `{"actions":7,"message_id":"","protocol_version":"9"}`, unsupported, 48, "/protocol_version", "Nothing else of an unknown version is interpreted.", order)),
			value(first("rule-7-order-not-byte-order", `{"actions":7,"message_id":"","protocol_version":"0.1"}`, invalid, 26, "/message_id", "message_id is looked at before actions, which stand before it.", order)),
			value(first("rule-7-missing-before-wrong", `{"actions":7,"protocol_version":"0.1"}`, invalid, 0, "/message_id", "A missing message_id comes before wrong actions.", order)),
			value(first("rule-7-actions-in-their-order", `{"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"i"},7]}`, invalid, 54, "/actions/0/action_type", "The first action's fault comes before the second's.", order)),
			value(first("rule-7-members-of-an-action", actionsHead+`{"payload":7,"action_version":"","action_type":0,"action_id":"i"}`+actionsTail, invalid, actionsAt+47, "/actions/0/action_type", "action_type is looked at before action_version and payload.", order)),

			where("offset-behind-spaces", "\n\n  [1,\t 18446744073709551616]", bigInteger, 9, "/1", "Offsets count from the first byte received.", bytes),
			where("offset-behind-multi-byte-text", `{"é漢😀":1,"x":tx}`, malformed, 20, "/x", "Offsets count bytes: the name before is 9 bytes and 3 characters.", bytes),
			where("offset-behind-escapes", `{"a":"\u0061\ud83d\ude00","x":tx}`, malformed, 31, "/x", "Offsets count bytes as received, not what escapes stand for.", bytes),
			where("wrong-value-behind-spaces", `{"protocol_version":"0.1","message_id": `+"\n"+`7,"actions":[]}`, invalid, 41, "/message_id", "The value's first byte.", bytes),
			where("missing-in-second-action", actionsHead+goodAction+" , {}"+actionsTail, invalid, actionsAt+72, "/actions/1/action_id", "The first byte of the object that lacks it.", bytes),

			where("pointer-two-digit-index", "[0,1,2,3,4,5,6,7,8,9,10,tx]", malformed, 25, "/11", "Indices are decimal and count from 0.", point),
			where("pointer-slash-tilde", `{"a/b":{"c~d":{"~1":tx}}}`, malformed, 21, "/a~1b/c~0d/~01", "~ is written ~0 and / is written ~1.", point, "PointerEscape"),
			where("pointer-empty-name", `{"":{"":tx}}`, malformed, 9, "//", "An empty name is an empty step.", point),
			where("pointer-unescaped-name", `{"\u0061\n\"":tx}`, malformed, 15, "/a\n\"", "A pointer holds names unescaped.", point),
			where("pointer-unicode-name", `{"é😀":tx}`, malformed, 11, "/é😀", "A pointer is Unicode text.", point),
			where("pointer-numeric-name", `{"0":[{"1":tx}]}`, malformed, 12, "/0/0/1", "Names of digits and indices look alike in a pointer.", point),
			where("pointer-no-value-begun", `{"a":{"b":x}}`, malformed, 10, "/a", "x begins no value, so the innermost open container.", point),
			where("pointer-value-begun", `{"a":{"b":tx}}`, malformed, 11, "/a/b", "t begins a value, which is being read.", point),
			where("pointer-value-complete", `{"a":{"b":truex}}`, malformed, 14, "/a", "true is complete, so the innermost open container.", point),
			where("pointer-container-closed", `{"a":{"b":1}x}`, malformed, 12, "", "The inner object is closed, so the outer one.", point),
			where("pointer-number-incomplete", `{"a":[-x]}`, malformed, 7, "/a/0", "After a sign the number is being read.", point),
			where("pointer-number-complete", `{"a":[01]}`, malformed, 7, "/a", "0 is complete, so the innermost open container.", point),
			where("pointer-in-string", `{"a":["b`+"\n"+`"]}`, malformed, 8, "/a/0", "The string is being read.", point),
			where("pointer-in-name", `{"a":{"b`+"\n"+`":1}}`, malformed, 8, "/a", "In a name it is the object.", point),
			where("pointer-after-top-level", "[1] x", malformed, 4, "", "Nothing is open: the empty pointer.", point),
		},
	}
}
