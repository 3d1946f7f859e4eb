package main

func duplicates() group {
	// dup is an object as x with a repeated name whose quote is at offset.
	dup := func(name, object string, offset int, step, why string, flags ...string) row {
		return row{name: name, in: inX(object), want: ignores(duplicate, xAt+offset, "/x"+step), why: why, flags: flags}
	}
	distinct := func(name, object, form, why string, flags ...string) row {
		return row{name: name, in: inX(object), want: admitsX(form), why: why, flags: flags}
	}
	const same, escaped, different, known = "DuplicateName", "EscapedDuplicate", "DistinctNames", "DuplicateKnown"
	return group{
		name:  "duplicates",
		about: "Names that repeat in one object, in any spelling, and names that only look alike.",
		first: 7001,
		cases: []row{
			dup("neighbours", `{"a":1,"a":2}`, 7, "/a", "The opening quote of the repeated name.", same),
			dup("same-value", `{"a":1,"a":1}`, 7, "/a", "Equal values do not make it right.", same),
			dup("not-neighbours", `{"a":1,"b":2,"a":3}`, 13, "/a", "Every earlier name counts, not only the last.", same),
			dup("last-of-many", `{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0,"a":1}`, 61, "/a", "The first of eleven names repeats.", same),
			dup("second-of-two-duplicates", `{"a":1,"b":2,"b":3,"a":4}`, 13, "/b", "The repetition that is met first decides.", same),
			dup("three-times", `{"a":1,"a":2,"a":3}`, 7, "/a", "The second occurrence decides, not the third.", same),
			dup("empty-name", `{"":1,"":2}`, 6, "/", "The empty name is a name; its pointer step is empty.", same),
			dup("after-nested-object", `{"a":{"b":1},"a":2}`, 13, "/a", "An object in between does not make the outer names forgotten.", same),
			dup("after-nested-same-name", `{"a":{"a":1},"a":2}`, 13, "/a", "The inner name is of another object; the outer repetition counts.", same),
			dup("in-nested-object", `{"a":{"b":1,"b":2}}`, 12, "/a/b", "Every level is judged.", same),
			dup("in-array", `[{"a":1},{"a":1,"a":2}]`, 16, "/1/a", "Objects in arrays are judged.", same),
			dup("long-name", `{"`+repeat("k", 100)+`":1,"`+repeat("k", 100)+`":2}`, 106, "/"+repeat("k", 100), "Long names are compared to their end.", same),
			dup("non-ascii", `{"é":1,"é":2}`, 8, "/é", "Names are compared as characters; offsets count bytes.", same),
			dup("slash-and-tilde", `{"a/b~c":1,"a/b~c":2}`, 11, "/a~1b~0c", "A pointer escapes ~ and /.", same, "PointerEscape"),
			{name: "many-names", in: inXOf(join(text("{"), counted(`"`, 4, `":0,`, 4000), text(`"0000":1}`))), want: ignores(duplicate, xAt+1+4000*9, "/x/0000"), flags: []string{same}, why: "The first of 4,000 names repeats at the very end."},
			{name: "many-names-neighbours", in: inXOf(join(text("{"), counted(`"`, 4, `":0,`, 4000), text(`"3999":1}`))), want: ignores(duplicate, xAt+1+4000*9, "/x/3999"), flags: []string{same}, why: "The last of 4,000 names repeats."},
			dup("at-name-end-of-text-follows", `{"a":1,"a"`, 7, "/a", "The name is complete, so it is judged before the brace that stands where a colon should.", same, "Precedence"),

			dup("escaped-second", `{"a":1,"\u0061":2}`, 7, "/a", "Names are compared after unescaping.", escaped),
			dup("escaped-first", `{"\u0061":1,"a":2}`, 12, "/a", "Names are compared after unescaping, in either order.", escaped),
			dup("escaped-both-ways", `{"\u006b":1,"\u006B":2}`, 12, "/k", "Two spellings of one escape.", escaped),
			dup("escaped-slash", `{"a\/b":1,"a/b":2}`, 10, "/a~1b", "An escaped slash is a slash.", escaped, "PointerEscape"),
			dup("short-and-long-escape", `{"\n":1,"\u000a":2}`, 8, "/\n", "A newline spelt in two ways; the pointer holds it unescaped.", escaped),
			dup("escaped-quote", `{"\"":1,"\u0022":2}`, 8, "/\"", "A quote spelt in two ways.", escaped),
			dup("escaped-pair", `{"\ud83d\ude00":1,"😀":2}`, 18, "/😀", "A surrogate pair and the character's bytes are one name.", escaped),
			dup("escaped-nul", `{"\u0000":1,"\u0000":2}`, 12, "/\x00", "NUL in names is compared like any character.", escaped),
			dup("escaped-two-bytes", `{"\u00e9":1,"é":2}`, 12, "/é", "An escape and the character's bytes are one name.", escaped),

			value(distinct("case", `{"a":1,"A":2}`, "\x82\xa1a\x01\xa1A\x02", "Names are compared exactly; case matters.", different)),
			value(distinct("normalisation", "{\"\u00e9\":1,\"e\u0301\":2}", "\x82\xa2\xc3\xa9\x01\xa3e\xcc\x81\x02", "Composed and decomposed letters are different names.", different)),
			value(distinct("space", `{"a":1,"a ":2}`, "\x82\xa1a\x01\xa2a \x02", "Names are not trimmed.", different)),
			value(distinct("nul-suffix", `{"a":1,"a\u0000":2}`, "\x82\xa1a\x01\xa2a\x00\x02", "Names do not end at NUL.", different)),
			value(distinct("different-objects", `[{"a":1},{"a":1}]`, "\x92\x81\xa1a\x01\x81\xa1a\x01", "Each object has its own names.", different)),
			value(distinct("different-levels", `{"a":{"a":{"a":1}}}`, "\x81\xa1a\x81\xa1a\x81\xa1a\x01", "Each level has its own names.", different)),
			distinct("escaped-backslash-is-no-escape", `{"a":1,"\\u0061":2}`, "\x82\xa1a\x01\xa6\\u0061\x02", "An escaped backslash and u0061 are six characters.", different, "EscapedDuplicate"),
			value(distinct("names-and-strings", `{"a":"b","b":"a"}`, "\x82\xa1a\xa1b\xa1b\xa1a", "A string value is no name.", different)),
			value(distinct("prefixes", `{"":0,"a":1,"aa":2,"aaa":3}`, "\x84\xa0\x00\xa1a\x01\xa2aa\x02\xa3aaa\x03", "A prefix is another name.", different)),
			value(distinct("number-like", `{"1":1,"1.0":2,"01":3}`, "\x83\xa11\x01\xa31.0\x02\xa201\x03", "Names are text, not numbers.", different)),
			{name: "many-distinct-names", in: inXOf(join(text("{"), counted(`"`, 4, `":0,`, 7000), text(`"7000":0}`))), want: admitsXOf(join(text("\xde\x1b\x59"), counted("\xa4", 4, "\x00", 7000), text("\xa47000\x00"))), flags: []string{different}, why: "7,001 names of one length and no repetition; the check must not cost quadratic time."},

			{name: "version-twice", in: text(`{"protocol_version":"0.1","protocol_version":"0.1","message_id":"m","actions":[]}`), want: ignores(duplicate, 26, "/protocol_version"), flags: []string{known}, why: "Two equal versions are still two."},
			{name: "version-twice-different", in: text(`{"protocol_version":"9","protocol_version":"0.1","message_id":"m","actions":[]}`), want: ignores(duplicate, 24, "/protocol_version"), class: "R", flags: []string{known}, why: "Which one wins differs between parsers, so neither does; the version is not judged."},
			{name: "version-twice-escaped", in: text(`{"protocol_version":"0.1","protocol\u005fversion":"9","message_id":"m","actions":[]}`), want: ignores(duplicate, 26, "/protocol_version"), flags: []string{known, escaped}, why: "An escape hides the second version from a search of the bytes."},
			{name: "actions-twice", in: text(`{"protocol_version":"0.1","message_id":"m","actions":[],"actions":[` + goodAction + `]}`), want: ignores(duplicate, 56, "/actions"), flags: []string{known}, why: "One reader would see no action, another one."},
			{name: "payload-twice", in: inActions(`{"action_id":"i","action_type":"t","action_version":"v","payload":{},"payload":{"a":1}}`), want: ignores(duplicate, actionsAt+69, "/actions/0/payload"), flags: []string{known}, why: "Two payloads of one action."},
			{name: "action-id-twice", in: inActions(`{"action_id":"i","action_id":"j","action_type":"t","action_version":"v","payload":{}}`), want: ignores(duplicate, actionsAt+17, "/actions/0/action_id"), flags: []string{known}, why: "Two ids of one action; two actions with one id would be admitted."},
			{name: "in-payload", in: inPayload(`{"h":[1],"h":[2]}`), want: ignores(duplicate, payloadAt+9, "/actions/0/payload/h"), flags: []string{known}, why: "Payloads are judged although they are opaque."},
		},
	}
}
