package main

func size() group {
	const edge, null, multi, whatever = "SizeEdge", "NullPadding", "MultiByteEdge", "OversizedWhatever"
	id := func(messageID string) recipe {
		return text(`{"protocol_version":"0.1","message_id":"` + messageID + `","actions":[]}`) // 55 bytes and the id
	}
	// An x that is a string of n bytes makes an envelope of n+63.
	str := func(inside recipe) recipe { return inXOf(join(text(`"`), inside, text(`"`))) }
	letters := func(n int) recipe { return str(rep("a", n)) }
	return group{
		name:  "size",
		about: "Texts of exactly the allowed size and of one byte more; padding, null and characters of several bytes.",
		first: 4001,
		cases: []row{
			{name: "exactly", in: text(envelope), limits: "bytes-56", want: admits(), flags: []string{edge}, why: "56 bytes are within 56."},
			{name: "one-byte-less-allowed", in: text(envelope), limits: "bytes-55", want: oversized(55), flags: []string{edge}, why: "56 bytes are more than 55."},
			{name: "trailing-space", in: text(envelope + " "), limits: "bytes-56", want: oversized(56), flags: []string{edge}, why: "Whitespace counts, behind the value too."},
			{name: "leading-space", in: text(" " + envelope), limits: "bytes-56", want: oversized(56), flags: []string{edge}, why: "Whitespace counts, before the value too."},
			{name: "trailing-newline", in: text(envelope + "\n"), limits: "bytes-56", want: oversized(56), flags: []string{edge}, why: "The newline that many tools append counts."},
			{name: "inner-space", in: text(`{ ` + envelope[1:]), limits: "bytes-56", want: oversized(56), flags: []string{edge}, why: "Whitespace between tokens counts."},
			{name: "trailing-spaces-to-64", in: join(text(envelope), rep(" ", 8)), limits: "bytes-64", want: admits(), flags: []string{edge}, why: "56 bytes and 8 spaces are within 64."},
			{name: "trailing-spaces-to-65", in: join(text(envelope), rep(" ", 9)), limits: "bytes-64", want: oversized(64), flags: []string{edge}, why: "56 bytes and 9 spaces are more than 64, though the value alone would fit."},
			{name: "leading-spaces-to-64", in: join(rep(" ", 8), text(envelope)), limits: "bytes-64", want: admits(), flags: []string{edge}, why: "8 spaces and 56 bytes are within 64."},
			{name: "leading-spaces-to-65", in: join(rep("\t", 9), text(envelope)), limits: "bytes-64", want: oversized(64), flags: []string{edge}, why: "9 tabs and 56 bytes are more than 64."},
			{name: "default-exactly", in: letters(65473), want: admitsXOf(join(text("\xda\xff\xc1"), rep("a", 65473))), flags: []string{edge}, why: "65,536 bytes are within the default."},
			{name: "default-one-more", in: letters(65474), want: oversized(65536), flags: []string{edge}, why: "65,537 bytes are more than the default."},
			{name: "default-padded-exactly", in: join(text(envelope), rep(" ", 65480)), want: admits(), flags: []string{edge}, why: "A small envelope may be padded up to the limit."},
			{name: "default-padded-one-more", in: join(text(envelope), rep("\n", 65481)), want: oversized(65536), flags: []string{edge}, why: "And not beyond."},
			{name: "largest-exactly", in: letters(16<<20 - 63), limits: "largest-32", want: admitsXOf(join(text("\xdb\x00\xff\xff\xc1"), rep("a", 16<<20-63))), flags: []string{edge}, why: "16 MiB are within the largest limit there is."},
			{name: "largest-one-more", in: letters(16<<20 - 62), limits: "largest-32", want: oversized(16 << 20), flags: []string{edge}, why: "16 MiB and one byte are more."},
			{name: "one-byte-scalar", in: text("1"), limits: "bytes-1", want: ignores(notAnObject, 0, ""), class: "R", flags: []string{edge}, why: "One byte is within the smallest limit there is, and read."},
			{name: "one-byte-malformed", in: text("{"), limits: "bytes-1", want: ignores(malformed, 1, ""), class: "R", flags: []string{edge}, why: "One byte is within the limit; the text ends too early."},
			{name: "two-bytes", in: text("{}"), limits: "bytes-1", want: oversized(1), class: "R", flags: []string{edge}, why: "Two bytes are more than one, whatever they are."},
			{name: "no-bytes", in: recipe{}, limits: "bytes-1", want: absent(), class: "R", flags: []string{edge}, why: "No bytes are within any limit and absent."},
			{name: "form-larger-than-limit", in: inXOf(join(text("["), rep("0e0,", 15999), text("0e0]"))), want: admitsXOf(join(text("\xdc\x3e\x80"), rep("\xcb\x00\x00\x00\x00\x00\x00\x00\x00", 16000))), flags: []string{edge}, why: "The limit is on the bytes received; the MessagePack form of 144 KB is not measured by it."},

			{name: "null-exactly", in: text("null"), limits: "bytes-4", want: absent(), class: "R", flags: []string{null}, why: "null is within 4 bytes."},
			{name: "null-one-byte-less-allowed", in: text("null"), limits: "bytes-3", want: oversized(3), class: "R", flags: []string{null}, why: "null is no longer absent when it is not within the limit."},
			{name: "null-leading-space", in: text(" null"), limits: "bytes-4", want: oversized(4), class: "R", flags: []string{null}, why: "null with whitespace is absent only within the limit."},
			{name: "null-padded-exactly", in: join(text("null"), rep(" ", 65532)), want: absent(), class: "R", flags: []string{null}, why: "null and 65,532 spaces are within the default."},
			{name: "null-padded-one-more", in: join(text("null"), rep(" ", 65533)), want: oversized(65536), class: "R", flags: []string{null}, why: "null and 65,533 spaces are not; the text is not searched for null."},
			{name: "null-behind-padding-exactly", in: join(rep("\r\n", 32766), text("null")), want: absent(), class: "R", flags: []string{null}, why: "Null behind 65,532 bytes of line ends is absent."},
			{name: "null-behind-padding-one-more", in: join(rep(" ", 65533), text("null")), want: oversized(65536), class: "R", flags: []string{null}, why: "The last letter of null is beyond the limit."},
			{name: "null-beyond-limit-untrusted", in: join(rep(" ", 65533), text("null")), trust: "untrusted", want: untrusted(), class: "R", flags: []string{null}, why: "Beyond the limit it is not known to be null, and rule 2 comes before rule 3."},
			{name: "whitespace-exactly", in: rep(" ", 65536), want: ignores(malformed, 65536, ""), class: "R", flags: []string{null}, why: "Only whitespace is a text that ends too early, not null."},
			{name: "whitespace-one-more", in: rep(" ", 65537), want: oversized(65536), class: "R", flags: []string{null}, why: "One space more is oversized."},

			{name: "two-byte-characters-exactly", in: id("ééééa"), limits: "bytes-64", want: admits(), flags: []string{multi}, why: "55 bytes and an id of 5 characters in 9 bytes are 64."},
			{name: "two-byte-characters-one-more", in: id("ééééé"), limits: "bytes-64", want: oversized(64), flags: []string{multi}, why: "55 bytes and 5 characters in 10 bytes are 65: bytes count, not characters."},
			{name: "two-byte-characters-default", in: str(join(rep("é", 32736), text("a"))), want: admitsXOf(join(text("\xda\xff\xc1"), rep("é", 32736), text("a"))), flags: []string{multi}, why: "32,737 characters in 65,473 bytes make 65,536 with the envelope."},
			{name: "two-byte-characters-default-one-more", in: str(rep("é", 32737)), want: oversized(65536), flags: []string{multi}, why: "32,800 characters are 65,537 bytes."},
			{name: "three-byte-characters-default", in: str(join(rep("漢", 21824), text("a"))), want: admitsXOf(join(text("\xda\xff\xc1"), rep("漢", 21824), text("a"))), flags: []string{multi}, why: "21,825 characters in 65,473 bytes make 65,536 with the envelope."},
			{name: "three-byte-characters-default-more", in: str(rep("漢", 21825)), want: oversized(65536), flags: []string{multi}, why: "21,888 characters are 65,538 bytes."},
			{name: "four-byte-characters-default", in: str(join(rep("😀", 16368), text("a"))), want: admitsXOf(join(text("\xda\xff\xc1"), rep("😀", 16368), text("a"))), flags: []string{multi}, why: "16,369 characters in 65,473 bytes make 65,536 with the envelope."},
			{name: "four-byte-characters-default-more", in: str(rep("😀", 16369)), want: oversized(65536), flags: []string{multi}, why: "16,432 characters are 65,539 bytes, and 32,801 UTF-16 units."},
			{name: "limit-inside-a-character", in: inX(`"a€"`), limits: "bytes-64", want: oversized(64), class: "R", flags: []string{multi}, why: "The limit falls behind the second byte of a character; the offset is the limit all the same."},
			{name: "text-ends-inside-a-character-at-limit", in: text(xHead + "\"a\xe2\x82"), limits: "bytes-64", want: ignores(malformed, 64, "/x"), class: "R", flags: []string{multi}, why: "64 bytes are within the limit, and the text ends inside a sequence."},
			{name: "text-ends-inside-an-escape-at-limit", in: text(xHead + `"\u0`), limits: "bytes-64", want: ignores(malformed, 64, "/x"), class: "R", flags: []string{multi}, why: "64 bytes are within the limit, and the text ends inside an escape."},
			{name: "escapes-count-as-spelt", in: str(rep(`\u0061`, 10912)), want: admitsXOf(join(text("\xda\x2a\xa0"), rep("a", 10912))), flags: []string{multi}, why: "10,912 letters spelt with 6 bytes each are 65,535 bytes."},
			{name: "escapes-count-as-spelt-more", in: str(rep(`\u0061`, 10913)), want: oversized(65536), flags: []string{multi}, why: "10,913 escaped letters are 65,541 bytes, though they stand for few."},

			{name: "oversized-bad-bytes", in: rep("\xff", 65537), want: oversized(65536), class: "R", flags: []string{whatever}, why: "Oversized is decided before any byte is read."},
			{name: "oversized-nul", in: rep("\x00", 65537), want: oversized(65536), class: "R", flags: []string{whatever}, why: "Oversized is decided before any byte is read."},
			{name: "oversized-brackets", in: rep("[", 65537), want: oversized(65536), class: "R", flags: []string{whatever}, why: "Oversized comes before too deep, though the 33rd byte is too deep."},
			{name: "oversized-digits", in: rep("9", 65537), want: oversized(65536), class: "R", flags: []string{whatever}, why: "Oversized comes before the range of a number."},
			{name: "oversized-unsupported-version", in: join(text(`{"protocol_version":"9"}`), rep(" ", 65537-24)), want: oversized(65536), class: "R", flags: []string{whatever}, why: "Oversized comes before the version."},
			{name: "oversized-second-value", in: join(text(envelope), rep("x", 65481)), want: oversized(65536), class: "R", flags: []string{whatever}, why: "Oversized comes before the trailing bytes are found to be malformed."},
			{name: "oversized-untrusted", in: rep("\xff", 65537), trust: "untrusted", want: untrusted(), class: "R", flags: []string{whatever}, why: "Trust comes before size."},
		},
	}
}
