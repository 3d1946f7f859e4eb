package main

import "strings"

// deep is an envelope whose x holds open n times, then inner, then closed.
func deep(open string, n int, inner, closed string) recipe {
	return inXOf(join(rep(open, n), text(inner), rep(closed, n)))
}

func nesting() group {
	steps := func(step string, n int) string { return strings.Repeat(step, n) }
	const edge, inside, unclosed, inText = "DepthEdge", "UnknownMember", "Unclosed", "BracketsInStrings"
	return group{
		name:  "nesting",
		about: "Arrays and objects at the deepest level allowed and one below it, and texts that never close.",
		first: 3001,
		cases: []row{
			value(row{name: "arrays-to-32", in: deep("[", 31, "", "]"), want: admitsXOf(join(rep("\x91", 30), text("\x90"))), flags: []string{edge}, why: "The envelope is level 1, so 31 arrays in it reach level 32."}),
			value(row{name: "arrays-to-33", in: deep("[", 32, "", "]"), want: ignores(tooDeep, xAt+31, "/x"+zeros(31)), flags: []string{edge}, why: "The 32nd array in the envelope is on level 33."}),
			value(row{name: "scalar-below-32", in: deep("[", 31, "1", "]"), want: admitsXOf(join(rep("\x91", 31), text("\x01"))), flags: []string{edge}, why: "A scalar opens no level."}),
			value(row{name: "objects-to-32", in: deep(`{"a":`, 30, "{}", "}"), want: admitsXOf(join(rep("\x81\xa1a", 30), text("\x80"))), flags: []string{edge}, why: "Objects count like arrays."}),
			value(row{name: "objects-to-33", in: deep(`{"a":`, 31, "{}", "}"), want: ignores(tooDeep, xAt+31*5, "/x"+steps("/a", 31)), flags: []string{edge}, why: "The 32nd object in the envelope is on level 33."}),
			value(row{name: "arrays-of-objects-to-32", in: deep(`[{"a":`, 15, "[]", "}]"), want: admitsXOf(join(rep("\x91\x81\xa1a", 15), text("\x90"))), flags: []string{edge}, why: "Arrays and objects count together: 30 in turn and one array."}),
			value(row{name: "arrays-of-objects-to-33-array", in: deep(`[{"a":`, 15, "[[]]", "}]"), want: ignores(tooDeep, xAt+15*6+1, "/x"+steps("/0/a", 15)+"/0"), flags: []string{edge}, why: "30 in turn, one array, and a second one on level 33."}),
			value(row{name: "arrays-of-objects-to-33-object", in: deep(`[{"a":`, 15, "[{}]", "}]"), want: ignores(tooDeep, xAt+15*6+1, "/x"+steps("/0/a", 15)+"/0"), flags: []string{edge}, why: "An object on level 33 is as deep as an array."}),
			value(row{name: "objects-of-arrays-to-33", in: deep(`{"a":[`, 16, "", "]}"), want: ignores(tooDeep, xAt+15*6+5, "/x"+steps("/a/0", 15)+"/a"), flags: []string{edge}, why: "The 16th array is the 32nd container in the envelope."}),
			value(row{name: "second-branch-too-deep", in: inXOf(join(text("["), rep("[", 30), rep("]", 30), text(","), rep("[", 31), rep("]", 31), text("]"))), want: ignores(tooDeep, xAt+1+60+1+30, "/x/1"+zeros(30)), flags: []string{edge}, why: "Levels closed by the first branch are free again; the second goes one further."}),
			value(row{name: "two-branches-to-32", in: inXOf(join(text("["), rep("[", 30), rep("]", 30), text(","), rep("[", 30), rep("]", 30), text("]"))), want: admitsXOf(join(text("\x92"), rep("\x91", 29), text("\x90"), rep("\x91", 29), text("\x90"))), flags: []string{edge}, why: "Depth is what is open at once, not what was opened."}),
			value(row{name: "wide-arrays", in: inXOf(join(text("["), rep("[],", 5000), text("[]]"))), want: admitsXOf(join(text("\xdc\x13\x89"), rep("\x90", 5001))), flags: []string{edge}, why: "5,001 arrays side by side are two levels."}),
			value(row{name: "wide-objects", in: inXOf(join(text("["), rep(`{"a":{}},`, 2000), text("{}]"))), want: admitsXOf(join(text("\xdc\x07\xd1"), rep("\x81\xa1a\x80", 2000), text("\x80"))), flags: []string{edge}, why: "2,000 objects side by side are three levels."}),

			value(row{name: "depth-1-actions", in: text(envelope), limits: "depth-1", want: ignores(tooDeep, 53, "/actions"), flags: []string{edge}, why: "The envelope is level 1 and its actions are level 2."}),
			value(row{name: "depth-1-flat", in: text(`{"protocol_version":"0.1","message_id":"m"}`), limits: "depth-1", want: ignores(invalid, 0, "/actions"), class: "R", flags: []string{edge}, why: "A flat object is within depth 1, so its missing actions are what decides."}),
			value(row{name: "depth-2-no-actions", in: text(envelope), limits: "depth-2", want: admits(), flags: []string{edge}, why: "Empty actions are level 2."}),
			value(row{name: "depth-2-action", in: inActions(goodAction), limits: "depth-2", want: ignores(tooDeep, actionsAt, "/actions/0"), flags: []string{edge}, why: "An action is level 3."}),
			value(row{name: "depth-2-scalar-in-actions", in: inActions("1"), limits: "depth-2", want: ignores(invalid, actionsAt, "/actions/0"), class: "R", flags: []string{edge}, why: "A scalar opens no level, so it is a wrong action and not too deep."}),
			value(row{name: "depth-3-payload", in: inActions(goodAction), limits: "depth-3", want: ignores(tooDeep, actionsAt+66, "/actions/0/payload"), flags: []string{edge}, why: "A payload is level 4."}),
			value(row{name: "depth-4-empty-payload", in: inActions(goodAction), limits: "depth-4", want: admits(), flags: []string{edge}, why: "An empty payload ends on level 4."}),
			value(row{name: "depth-4-hashes", in: inPayload(`{"block_hashes":[1]}`), limits: "depth-4", want: ignores(tooDeep, payloadAt+16, "/actions/0/payload/block_hashes"), flags: []string{edge}, why: "A list in a payload is level 5."}),
			value(row{name: "depth-5-hashes", in: inPayload(`{"block_hashes":[1]}`), limits: "depth-5", want: admitsAs(text(payloadForm + "\x81\xacblock_hashes\x91\x01")), flags: []string{edge}, why: "A list in a payload ends on level 5."}),

			value(row{name: "payload-to-32", in: inPayload(`{"a":` + steps("[", 28) + steps("]", 28) + `}`), want: admitsAs(join(text(payloadForm+"\x81\xa1a"), rep("\x91", 27), text("\x90"))), flags: []string{edge}, why: "A payload is level 4, so 28 arrays in it reach level 32."}),
			value(row{name: "payload-to-33", in: inPayload(`{"a":` + steps("[", 29) + steps("]", 29) + `}`), want: ignores(tooDeep, payloadAt+5+28, "/actions/0/payload/a"+zeros(28)), flags: []string{edge}, why: "The 29th array in a payload is on level 33."}),
			value(row{name: "unknown-first-member-to-33", in: join(text(`{"u":`), rep("[", 32), rep("]", 32), text(`,`+envelope[1:])), want: ignores(tooDeep, 5+31, "/u"+zeros(31)), flags: []string{edge, inside}, why: "A member that nobody knows is judged like any other, also before the version."}),
			value(row{name: "unknown-member-of-action-to-32", in: inActions(`{"u":` + steps("[", 29) + steps("]", 29) + `,"action_id":"i","action_type":"t","action_version":"v","payload":{}}`), want: admits(), flags: []string{edge, inside}, why: "An action is level 3, so 29 arrays in it reach level 32."}),
			value(row{name: "unknown-member-of-action-to-33", in: inActions(`{"u":` + steps("[", 30) + steps("]", 30) + `,"action_id":"i","action_type":"t","action_version":"v","payload":{}}`), want: ignores(tooDeep, actionsAt+5+29, "/actions/0/u"+zeros(29)), flags: []string{edge, inside}, why: "The 30th array in an action is on level 33."}),
			value(row{name: "unknown-version-too-deep", in: join(text(`{"protocol_version":"9","u":`), rep("[", 32), rep("]", 32), text("}")), want: ignores(tooDeep, 28+31, "/u"+zeros(31)), class: "R", flags: []string{edge, inside}, why: "Rule 4 is judged before the version is."}),
			value(row{name: "actions-too-deep", in: inActions(steps("[", 31) + steps("]", 31)), want: ignores(tooDeep, actionsAt+30, "/actions"+zeros(31)), class: "R", flags: []string{edge}, why: "Rule 4 is judged before the envelope: too deep, not a wrong action."}),
			value(row{name: "list-of-envelopes-to-33", in: join(text("["), inX(steps("[", 31)+steps("]", 31)), text("]")), want: ignores(tooDeep, 1+xAt+30, "/0/x"+zeros(30)), class: "R", flags: []string{edge}, why: "In a list the envelope is level 2, and rule 4 is judged before rule 5."}),

			row{name: "top-level-arrays-32", in: join(rep("[", 32), rep("]", 32)), want: ignores(notAnObject, 0, ""), class: "R", flags: []string{edge}, why: "32 levels are allowed; what is wrong is that it is no object."},
			row{name: "top-level-arrays-33", in: join(rep("[", 33), rep("]", 33)), want: ignores(tooDeep, 32, zeros(32)), class: "R", flags: []string{edge}, why: "The 33rd bracket is too deep, before the array is found to be no object."},
			row{name: "spaces-between-brackets", in: inXOf(join(rep("[ \n", 32), rep(" ]", 32))), want: ignores(tooDeep, xAt+31*3, "/x"+zeros(31)), class: "O", flags: []string{edge}, why: "Whitespace opens no level and counts in offsets."},

			row{name: "unclosed-32", in: rep("[", 32), want: ignores(malformed, 32, zeros(31)), class: "R", flags: []string{unclosed}, why: "32 open arrays are allowed; the text ends too early in the innermost one."},
			row{name: "unclosed-33", in: rep("[", 33), want: ignores(tooDeep, 32, zeros(32)), class: "R", flags: []string{unclosed}, why: "The 33rd bracket is met before the end of the text."},
			row{name: "unclosed-65536", in: rep("[", 65536), want: ignores(tooDeep, 32, zeros(32)), class: "R", flags: []string{unclosed}, why: "However many follow, the 33rd bracket decides; no stack may overflow."},
			row{name: "unclosed-objects", in: rep(`{"a":`, 13107), want: ignores(tooDeep, 32*5, steps("/a", 32)), class: "R", flags: []string{unclosed}, why: "The 33rd brace decides."},
			row{name: "unclosed-mixed", in: rep(`[{"a":`, 1000), want: ignores(tooDeep, 16*6, steps("/0/a", 16)), class: "R", flags: []string{unclosed}, why: "After 16 pairs the next bracket is the 33rd."},
			row{name: "unclosed-in-x-to-32", in: join(text(xHead), rep("[", 31)), want: ignores(malformed, xAt+31, "/x"+zeros(30)), class: "R", flags: []string{unclosed}, why: "Within the depth, so the end of the text is what is wrong."},
			row{name: "unclosed-in-x-to-33", in: join(text(xHead), rep("[", 32)), want: ignores(tooDeep, xAt+31, "/x"+zeros(31)), class: "R", flags: []string{unclosed}, why: "The bracket that is too deep is met before the end."},
			row{name: "one-bracket-missing", in: join(text(xHead), rep("[", 31), rep("]", 30), text("}")), want: ignores(malformed, xAt+61, "/x"), flags: []string{unclosed}, why: "The brace meets the outermost array, still open."},
			row{name: "one-bracket-too-many", in: inXOf(join(rep("[", 31), rep("]", 32))), want: ignores(malformed, xAt+62, ""), flags: []string{unclosed}, why: "The last bracket closes nothing in the envelope."},
			row{name: "wrong-bracket-on-32", in: inXOf(join(rep("[", 31), text("}"), rep("]", 30))), want: ignores(malformed, xAt+31, "/x"+zeros(30)), flags: []string{unclosed}, why: "A brace does not close an array."},
			row{name: "wrong-brace-on-32", in: inXOf(join(rep(`{"a":`, 31), text("]"))), want: ignores(malformed, xAt+31*5, "/x"+steps("/a", 30)), flags: []string{unclosed}, why: "A bracket begins no value and closes no object."},

			value(row{name: "brackets-in-a-string", in: inX(`"` + steps("[", 100) + `"`), want: admitsXOf(join(text("\xd9\x64"), rep("[", 100))), flags: []string{inText}, why: "Brackets in a string open nothing."}),
			value(row{name: "brackets-in-a-name", in: inX(`{"` + steps("{", 100) + `":0}`), want: admitsXOf(join(text("\x81\xd9\x64"), rep("{", 100), text("\x00"))), flags: []string{inText}, why: "Braces in a name open nothing."}),
			row{name: "brackets-after-an-escaped-quote", in: inX(`"\"` + steps("[", 40) + `"`), want: admitsXOf(join(text("\xd9\x29\""), rep("[", 40))), flags: []string{inText}, why: "An escaped quote does not end the string."},
			row{name: "brackets-after-an-escaped-backslash", in: inXOf(join(text(`["\\",`), rep("[", 31), rep("]", 31), text("]"))), want: ignores(tooDeep, xAt+6+30, "/x/1"+zeros(30)), flags: []string{inText}, why: "The backslash is escaped, so the quote after it ends the string and the brackets count."},
			row{name: "escaped-brackets", in: inXOf(join(text(`"`), rep(`\u005b`, 40), text(`"`))), want: admitsXOf(join(text("\xd9\x28"), rep("[", 40))), flags: []string{inText}, why: "An escaped bracket is a character of the string."},

			value(row{name: "largest-arrays-to-1000", in: deep("[", 999, "", "]"), limits: "largest", want: admitsXOf(join(rep("\x91", 998), text("\x90"))), flags: []string{edge}, why: "At the largest depth there is, 999 arrays in the envelope reach level 1,000."}),
			value(row{name: "largest-arrays-to-1001", in: deep("[", 1000, "", "]"), limits: "largest", want: ignores(tooDeep, xAt+999, "/x"+zeros(999)), flags: []string{edge}, why: "The 1,000th array in the envelope is on level 1,001."}),
			row{name: "largest-unclosed-16-mib", in: rep("[", 16<<20), limits: "largest", want: ignores(tooDeep, 1000, zeros(1000)), class: "R", flags: []string{unclosed}, why: "16 MiB of brackets are decided by the 1,001st."},
		},
	}
}
