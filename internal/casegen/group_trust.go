package main

func trust() group {
	return group{
		name:  "trust",
		about: "Absent and untrusted texts: nothing is parsed of either.",
		first: 9001,
		cases: []row{
			{name: "no-bytes", in: recipe{}, want: absent(), class: "R", flags: []string{"Absent"}, why: "No bytes are absent."},
			{name: "no-bytes-untrusted", in: recipe{}, trust: "untrusted", want: absent(), class: "R", flags: []string{"Absent"}, why: "Rule 1 comes before rule 2: nobody sent a hint."},
			value(row{name: "null", in: text("null"), want: absent(), class: "R", flags: []string{"Absent"}, why: "null is how a client says that there is no hint."}),
			value(row{name: "null-untrusted", in: text("null"), trust: "untrusted", want: absent(), class: "R", flags: []string{"Absent"}, why: "Rule 1 comes before rule 2."}),
			{name: "null-with-whitespace", in: text(" \t\r\nnull\n"), want: absent(), class: "R", flags: []string{"Absent"}, why: "JSON whitespace may surround it."},
			{name: "null-with-no-break-space", in: text("\u00a0null"), want: ignores(malformed, 0, ""), class: "R", flags: []string{"Absent"}, why: "Other whitespace may not."},
			{name: "null-with-form-feed", in: text("null\f"), want: ignores(malformed, 4, ""), class: "R", flags: []string{"Absent"}, why: "Other whitespace may not."},
			{name: "null-with-byte-order-mark", in: text("\ufeffnull"), want: ignores(malformed, 0, ""), class: "R", flags: []string{"Absent"}, why: "A byte order mark is no whitespace."},
			{name: "null-twice", in: text("null null"), want: ignores(malformed, 5, ""), class: "R", flags: []string{"Absent"}, why: "A text is one value."},
			{name: "null-cut", in: text("nul"), want: ignores(malformed, 3, ""), class: "R", flags: []string{"Absent"}, why: "The text ends too early."},
			{name: "null-capital", in: text("NULL"), want: ignores(malformed, 0, ""), class: "R", flags: []string{"Absent"}, why: "Literals are lower case."},
			value(row{name: "null-in-a-string", in: text(`"null"`), want: ignores(notAnObject, 0, ""), class: "R", flags: []string{"Absent"}, why: "A string is not null."}),
			{name: "null-in-a-list", in: text("[null]"), want: ignores(notAnObject, 0, ""), class: "R", flags: []string{"Absent"}, why: "A list of null is not null."},
			{name: "one-space", in: text(" "), want: ignores(malformed, 1, ""), class: "R", flags: []string{"Absent"}, why: "Only whitespace is a text that ends too early."},
			value(row{name: "good-untrusted", in: text(envelope), trust: "untrusted", want: untrusted(), flags: []string{"Untrusted"}, why: "A good envelope from somebody who is not trusted."}),
			{name: "malformed-untrusted", in: text("{"), trust: "untrusted", want: untrusted(), class: "R", flags: []string{"Untrusted"}, why: "Untrusted bytes are not parsed."},
			{name: "bad-utf8-untrusted", in: text("\xff"), trust: "untrusted", want: untrusted(), class: "R", flags: []string{"Untrusted"}, why: "Untrusted bytes are not parsed."},
			{name: "whitespace-untrusted", in: text("  "), trust: "untrusted", want: untrusted(), class: "R", flags: []string{"Untrusted"}, why: "Whitespace is bytes and not null."},
			value(row{name: "unknown-version-untrusted", in: text(`{"protocol_version":"9"}`), trust: "untrusted", want: untrusted(), class: "R", flags: []string{"Untrusted"}, why: "Trust comes before the version."}),
			{name: "deep-untrusted", in: rep("[", 65536), trust: "untrusted", want: untrusted(), class: "R", flags: []string{"Untrusted"}, why: "Untrusted bytes are not parsed."},
		},
	}
}
