package tree

// OffenceKind is a way to break exactly one rule. The set is closed.
type OffenceKind uint8

const (
	NoOffence OffenceKind = iota

	Blank      // absent: no bytes, or null
	Distrusted // untrusted
	TooLong    // oversized

	StrayByte     // malformed_json: bytes between two tokens that cannot be there
	BadScalar     // malformed_json: in the place of a value what is none
	BadCharacter  // malformed_json: in a string or name
	CutShort      // malformed_json: the text ends too early
	BadUTF8       // invalid_utf8
	HalfPair      // lone_surrogate
	RepeatedName  // duplicate_member
	TooNested     // too_deep
	HugeInteger   // integer_out_of_range
	InfiniteFloat // number_out_of_range

	NoObject     // not_an_object
	OtherVersion // unsupported_version
	BadShape     // invalid_envelope

	numOffenceKinds
)

// offenceKinds say how each kind is called, and the reason that it gives.
var offenceKinds = [numOffenceKinds]struct{ name, reason string }{
	NoOffence:     {"no_offence", "admitted"},
	Blank:         {"blank", "absent"},
	Distrusted:    {"distrusted", "untrusted"},
	TooLong:       {"too_long", "oversized"},
	StrayByte:     {"stray_byte", "malformed_json"},
	BadScalar:     {"bad_scalar", "malformed_json"},
	BadCharacter:  {"bad_character", "malformed_json"},
	CutShort:      {"cut_short", "malformed_json"},
	BadUTF8:       {"bad_utf8", "invalid_utf8"},
	HalfPair:      {"half_pair", "lone_surrogate"},
	RepeatedName:  {"repeated_name", "duplicate_member"},
	TooNested:     {"too_nested", "too_deep"},
	HugeInteger:   {"huge_integer", "integer_out_of_range"},
	InfiniteFloat: {"infinite_float", "number_out_of_range"},
	NoObject:      {"no_object", "not_an_object"},
	OtherVersion:  {"other_version", "unsupported_version"},
	BadShape:      {"bad_shape", "invalid_envelope"},
}

// String returns the name of the kind, such as stray_byte.
func (k OffenceKind) String() string { return offenceKinds[k].name }

// Reason returns the reason that the kind gives.
func (k OffenceKind) Reason() string { return offenceKinds[k].reason }

// AnyValue reports whether the kind can be built into every value; the others
// need a valid envelope.
func (k OffenceKind) AnyValue() bool { return k < NoObject && k != NoOffence }

// Rule4 reports whether the kind breaks a rule about the text itself.
func (k OffenceKind) Rule4() bool { return StrayByte <= k && k <= InfiniteFloat }

// OffenceKinds returns all kinds but NoOffence.
func OffenceKinds() []OffenceKind {
	var list []OffenceKind
	for k := NoOffence + 1; k < numOffenceKinds; k++ {
		list = append(list, k)
	}
	return list
}

// gap is a place between two tokens, named for what the grammar has there.
type gap uint8

const (
	beforeRoot gap = iota
	afterRoot
	firstElement // or the closing bracket
	nextElement
	afterElement // a comma or the closing bracket
	firstName    // or the closing brace
	nextName
	beforeColon
	memberValue
	afterMember // a comma or the closing brace
)

// stray returns bytes that no valid text has in a gap: an even form some that
// JSON has elsewhere, an odd one some that fit no gap at all. None could go on
// with a number or literal in front of the gap. Only their first byte is judged.
func stray(g gap, form int) string {
	list := straysOf[g]
	if form%2 == 1 {
		list = straysAnywhere
	}
	return list[form/2%len(list)]
}

var (
	straysAnywhere = []string{
		"\x00", "\v", "\f", "\b", "\x7f", "\x1b", "\ufeff", "\xff", "\xc3\xa9", "\u00a0", "\u2028",
		"x", "'", "#", ";", "=", "/**/", "//\n", "\\", "(", "`", "$", "_", "NaN",
	}
	straysOf = [][]string{
		beforeRoot:   {",", ":", "]", "}"},
		afterRoot:    {",", ":", "]", "}", "{", "[", `"`, "null", "[]"},
		firstElement: {",", ":", "}"},
		nextElement:  {",", ":", "}", "]"},
		afterElement: {":", "}", "{", "[", `"`, "null"},
		firstName:    {",", ":", "]", "{", "[", "1", "-", "null", "true", "a:"},
		nextName:     {",", ":", "]", "}", "{", "[", "1", "null"},
		beforeColon:  {",", "]", "}", "{", "[", `"`, "1", "="},
		memberValue:  {",", ":", "]", "}"},
		afterMember:  {":", "]", "{", "[", `"`, "null"},
	}
)

// badScalars stand in the place of a value. The offence is the byte at at; if at
// is the length, it is whatever follows. reading says that a value is being read
// there; else it is complete, or has not begun.
var badScalars = []struct {
	text    string
	at      int
	reading bool
}{
	{"tru", 3, true}, {"nul", 3, true}, {"f", 1, true}, {"fals", 4, true}, {"tRue", 1, true}, {"nan", 1, true},
	{"truth", 3, true}, {"True", 0, false}, {"truee", 4, false}, {"nulls", 4, false},
	{"NaN", 0, false}, {"Infinity", 0, false}, {"-Infinity", 1, true}, {"undefined", 0, false},
	{"-", 1, true}, {"1.", 2, true}, {"1e", 2, true}, {"1E+", 3, true}, {"1.5e-", 5, true},
	{"--1", 1, true}, {"-x", 1, true}, {"1.x", 2, true}, {"1.e5", 2, true}, {"0.-1", 2, true}, {"1e+x", 3, true},
	{"+1", 0, false}, {".5", 0, false}, {"01", 1, false}, {"-01", 2, false}, {"00", 1, false},
	{"0x10", 1, false}, {"1_000", 1, false}, {"1.5.2", 3, false}, {"1e5e", 3, false}, {"1e5.0", 3, false}, {"12a", 2, false},
	{"'a'", 0, false}, {"\u201ca\u201d", 0, false}, {"a", 0, false}, {"-\xff", 1, true}, {"1\xff", 1, false},
}

// badPart is a part of a string that breaks a rule at its byte at. settled is how
// many bytes behind it a reader may need to be certain.
type badPart struct {
	text    string
	at      int
	settled int
}

var badCharacters = []badPart{
	{"\x00", 0, 0}, {"\n", 0, 0}, {"\t", 0, 0}, {"\r", 0, 0}, {"\x1b[31m", 0, 0}, {"\x1f", 0, 0},
	{`\x41`, 1, 0}, {`\'`, 1, 0}, {`\0`, 1, 0}, {`\a`, 1, 0}, {`\ `, 1, 0}, {`\B`, 1, 0}, {`\U0041`, 1, 0}, {"\\\n", 1, 0}, {"\\\x00", 1, 0},
	{`\u{41}`, 2, 0}, {`\uG041`, 2, 0}, {`\u0g41`, 3, 0}, {`\u12G4`, 4, 0}, {`\u004 `, 5, 0}, {`\u-123`, 2, 0}, {`\u+041`, 2, 0}, {`\ud80:`, 5, 0},
	{`\ud800\u12G4`, 10, 0}, {`\uD800\ux`, 8, 0}, {`\udbff\udc0z`, 11, 0},
	{"\\\xc3\xa9", 1, 0}, {"\\\xff", 1, 0}, {"\\u\xc3\xa9", 2, 0}, {"\\u00\xe2\x82\xac", 4, 0}, {"\\ud800\\u\xff", 8, 0},
}

var badUTF8 = []badPart{
	{"\xff", 0, 1}, {"\xfe", 0, 1}, {"\x80", 0, 1}, {"\xbf", 0, 1}, {"\xc0\xaf", 0, 1}, {"\xc1\x81", 0, 1}, {"\xe0\x9f\xbf", 0, 1}, {"\xf0\x8f\xbf\xbf", 0, 1},
	{"\xed\xa0\x80", 0, 1}, {"\xed\xbf\xbf", 0, 1}, {"\xf4\x90\x80\x80", 0, 1}, {"\xf5\x80\x80\x80", 0, 1}, {"\xf8\x88\x80\x80\x80", 0, 1},
	{"\xc3", 0, 1}, {"\xe2\x82", 0, 1}, {"\xf0\x9f\x98", 0, 1}, {"\xe2(\xa1", 0, 1}, {"\xf0\x9f(", 0, 1}, {"é\x80", 2, 1}, {"😀\xbf", 4, 1},
}

// halfPairs go wrong at a backslash. Up to one whole escape behind a high one
// decides, and what the writer puts behind a part is never a low one.
var halfPairs = []badPart{
	{`\ud800`, 0, 6}, {`\uDBFF`, 0, 6}, {`\udc00`, 0, 0}, {`\uDFFF`, 0, 0}, {`\udBfF`, 0, 6}, {`\uDeAd`, 0, 0},
	{`\ud800\ud800`, 0, 6}, {`\ud800\u0041`, 0, 0}, {`\udbff\ue000`, 0, 0}, {`\ud800\n`, 0, 0}, {`\ud800\"`, 0, 0}, {`\ud800x`, 0, 0}, {`\ud800😀`, 0, 0},
	{`\udc00\ud800`, 0, 0}, {`\uD83D\uD83D\uDE00`, 0, 0}, {`\ud83d\ude00\ude00`, 12, 0}, {`\ud83d\ude00\ud83d`, 12, 6},
}

// hugeIntegers lie outside -2^63 .. 2^64-1, infiniteFloats are at least 2^1024 -
// 2^970 away from zero, where float64 rounds to infinity.
var (
	hugeIntegers = []string{
		"18446744073709551616", "18446744073709551617", "-9223372036854775809", "-9223372036854775810", "-18446744073709551616",
		"20000000000000000000", "99999999999999999999", "184467440737095516150", "-10000000000000000000",
		"340282366920938463463374607431768211456", "1" + zeros400, "-1" + zeros400,
	}
	infiniteFloats = []string{
		"1e309", "-1e309", "1E+400", "1.7976931348623159e308", "-1.7976931348623159e308", "17976931348623159e292", "0.1e310",
		"1e99999", "-1e9999999999", "1e9223372036854775808", "123456789e301", "1" + zeros400 + ".0", "1" + zeros400 + "e0", "0.0001e9999",
		// 2^1024 - 2^970, the half way that ties to even, and so to infinity.
		"179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792.0",
	}
)

const (
	zeros100 = "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
	zeros400 = zeros100 + zeros100 + zeros100 + zeros100
)
