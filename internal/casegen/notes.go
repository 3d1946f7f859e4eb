package main

import "github.com/kvhints/hintcheck/golden"

// Public sources that several notes point to.
const (
	rfc8259  = "https://www.rfc-editor.org/rfc/rfc8259"
	rfc7493  = "https://www.rfc-editor.org/rfc/rfc7493"
	rfc3629  = "https://www.rfc-editor.org/rfc/rfc3629"
	rfc6901  = "https://www.rfc-editor.org/rfc/rfc6901"
	msgspec  = "https://github.com/msgpack/msgpack/blob/master/spec.md"
	jsonTest = "https://github.com/nst/JSONTestSuite"
)

// notes explain the flags of the cases.
var notes = map[string]golden.Note{
	// integers and numbers
	"NegativeZero":  {Why: "Zero with a minus sign, as an integer and as a float.", Bug: "The sign of -0.0 is lost, or -0 is refused or written as a float.", Links: []string{rfc8259 + "#section-6"}},
	"Beyond53Bits":  {Why: "Integers around 2^53, where float64 stops holding every integer.", Bug: "Integers take a detour over floats and come out changed.", Links: []string{rfc7493 + "#section-2.2"}},
	"SignedEdge":    {Why: "Integers around -2^63 and 2^63.", Bug: "The unsigned half above 2^63 is refused, or -2^63 overflows when it is negated.", Links: []string{msgspec}},
	"UnsignedEdge":  {Why: "Integers around 2^64 and -2^64.", Bug: "Integers wrap around, or become floats, or fail only when they are encoded.", Links: []string{msgspec, "https://github.com/vllm-project/vllm/pull/55606"}},
	"DigitCount":    {Why: "Integers that are decided by their number of digits.", Bug: "Digits are compared as text although their numbers differ, or 20 digits are taken for too many."},
	"LongDigits":    {Why: "Integers of very many digits.", Bug: "Conversion takes quadratic time or raises an error of its own before the range is judged.", Links: []string{"https://nvd.nist.gov/vuln/detail/CVE-2020-10735"}},
	"LeadingZero":   {Why: "Numbers that begin with a zero too many.", Bug: "Zeros are skipped or read as octal, as the number parsers of programming languages do.", Links: []string{rfc8259 + "#section-6"}},
	"Sign":          {Why: "Signs where RFC 8259 has none.", Bug: "The number parser of a programming language is used without a check of the grammar.", Links: []string{rfc8259 + "#section-6"}},
	"Spelling":      {Why: "Numbers as programming languages spell them.", Bug: "The number parser of a programming language is used without a check of the grammar.", Links: []string{rfc8259 + "#section-6"}},
	"WholeFloat":    {Why: "Numbers with a fraction of zero.", Bug: "Whole floats are turned into integers, or integer bounds are applied to floats."},
	"Exponent":      {Why: "Numbers with an exponent, which makes them no integers.", Bug: "Whole numbers with an exponent are turned into integers."},
	"EveryDepth":    {Why: "The same integer in every place that a value can have.", Bug: "Only known members, or only some levels, are judged."},
	"FloatOverflow": {Why: "Numbers around the largest float64, and the tie above it.", Bug: "Infinity gets in, or a number is refused that rounds down.", Links: []string{rfc8259 + "#section-6"}},
	"HugeExponent":  {Why: "Exponents that fit no machine integer.", Bug: "Exponents wrap around or are cut, so that 0 becomes infinite or the other way round.", Links: []string{"https://github.com/golang/go/issues/42436"}},
	"LongMantissa":  {Why: "Numbers of hundreds to tens of thousands of digits.", Bug: "Digits beyond some number are dropped together with their weight, or a tie is decided too early.", Links: []string{"https://github.com/golang/go/issues/42436"}},
	"Underflow":     {Why: "Numbers too small for float64: they round to zero.", Bug: "Underflow is reported as an error of range."},
	"Rounding":      {Why: "Numbers whose nearest float64 is hard to find.", Bug: "The last bit is wrong, or the search does not end.", Links: []string{"https://bugs.php.net/bug.php?id=53632"}},

	// nesting and size
	"DepthEdge":         {Why: "The deepest level allowed and the next.", Bug: "The level is counted from 0, or objects or scalars are counted differently from arrays."},
	"UnknownMember":     {Why: "Nesting inside members that nobody knows.", Bug: "Members that are skipped are skipped without limits."},
	"Unclosed":          {Why: "Brackets that are never closed, or closed by the wrong one.", Bug: "The stack overflows, or time is quadratic in the depth.", Links: []string{"https://github.com/valyala/fastjson/issues/64"}},
	"BracketsInStrings": {Why: "Brackets as characters of strings.", Bug: "Depth is found by counting bytes."},
	"SizeEdge":          {Why: "Exactly the allowed size and one byte more.", Bug: "Off by one, or whitespace is not counted."},
	"NullPadding":       {Why: "null and whitespace around the limit.", Bug: "A text beyond the limit is searched for null, or whitespace is taken for null."},
	"MultiByteEdge":     {Why: "Characters of several bytes around the limit.", Bug: "Characters or UTF-16 units are counted instead of bytes, or a cut character is reported instead of the size."},
	"OversizedWhatever": {Why: "Oversized texts of bytes that would be wrong for another reason.", Bug: "Bytes are parsed before the size is checked."},

	// strings
	"UTF8Edge":       {Why: "The ends of the ranges of UTF-8.", Bug: "Good characters at an end of a range are refused.", Links: []string{rfc3629 + "#section-4"}},
	"InvalidUTF8":    {Why: "Bytes that are no UTF-8.", Bug: "They are replaced or passed on, so that two readers see different strings.", Links: []string{rfc3629 + "#section-4", rfc8259 + "#section-8.1"}},
	"Overlong":       {Why: "Characters spelt with more bytes than they need.", Bug: "A filter sees other characters than the reader behind it.", Links: []string{rfc3629 + "#section-10"}},
	"SurrogateBytes": {Why: "Surrogates spelt in bytes.", Bug: "CESU-8 is taken for UTF-8.", Links: []string{rfc3629 + "#section-3"}},
	"LoneSurrogate":  {Why: "Escaped surrogates that are no pair. At value level only for parsers that keep them, as Python's does.", Bug: "The string cannot be encoded later, or becomes another one.", Links: []string{rfc8259 + "#section-8.2", rfc7493 + "#section-2.1"}},
	"Pair":           {Why: "Escaped surrogates that are a pair, and their neighbours.", Bug: "Pairs are taken for two characters, or neighbours for surrogates.", Links: []string{rfc8259 + "#section-7"}},
	"Escape":         {Why: "Escapes, right and wrong.", Bug: "The escapes of programming languages are accepted.", Links: []string{rfc8259 + "#section-7"}},
	"RawControl":     {Why: "Control characters, and what only looks like one.", Bug: "Raw control characters are accepted, or others refused.", Links: []string{rfc8259 + "#section-7"}},

	// names
	"DuplicateName":    {Why: "A name repeated in one object.", Bug: "One reader takes the first and another the last, and each believes it has checked the value.", Links: []string{rfc8259 + "#section-4", "https://nvd.nist.gov/vuln/detail/CVE-2017-12635"}},
	"EscapedDuplicate": {Why: "A name repeated in another spelling.", Bug: "Names are compared before they are unescaped.", Links: []string{rfc8259 + "#section-8.3"}},
	"DistinctNames":    {Why: "Names that only look alike.", Bug: "Names are folded, trimmed or normalised before they are compared.", Links: []string{rfc8259 + "#section-8.3"}},
	"DuplicateKnown":   {Why: "Members of the envelope repeated.", Bug: "Repetition is checked in payloads only, or in the envelope only."},

	// grammar
	"Whitespace": {Why: "Whitespace, and what other programs take for it.", Bug: "isspace, trim or a byte order mark decides.", Links: []string{rfc8259 + "#section-2", rfc8259 + "#section-8.1"}},
	"Literal":    {Why: "true, false and null, and misspellings.", Bug: "A letter decides for the whole literal.", Links: []string{rfc8259 + "#section-3", jsonTest}},
	"Dialect":    {Why: "What JSON5, JavaScript and Python allow.", Bug: "A lenient parser admits what a strict reader refuses.", Links: []string{jsonTest}},
	"Structure":  {Why: "Commas, colons and brackets in wrong places.", Bug: "Punctuation is skipped instead of checked.", Links: []string{rfc8259 + "#section-2", jsonTest}},
	"Trailing":   {Why: "Bytes behind the value.", Bug: "Reading stops at the end of the first value.", Links: []string{rfc8259 + "#section-2"}},

	// trust and envelope
	"Absent":        {Why: "No bytes and null, and what is neither.", Bug: "An absent hint is counted as a bad one, or the other way round."},
	"Untrusted":     {Why: "Texts from somebody who is not trusted.", Bug: "Bytes are parsed before trust is decided."},
	"Version":       {Why: "The protocol version.", Bug: "Versions are read as numbers, trimmed or compared by prefix."},
	"MissingMember": {Why: "A required member is not there.", Bug: "A default takes its place."},
	"WrongType":     {Why: "A member has a value of another type.", Bug: "Values are converted."},
	"EmptyString":   {Why: "Strings that are empty or nearly so.", Bug: "Strings are trimmed, or emptiness is not checked."},
	"ExtraMember":   {Why: "Members that nobody knows.", Bug: "They are refused or dropped."},
	"NotAnObject":   {Why: "Values that are no object.", Bug: "A list of envelopes is taken apart, or JSON inside a string is read."},
	"Admitted":      {Why: "Envelopes as they should be, in unusual shapes.", Bug: "More is asked of an envelope than the rules do."},

	// precedence, offsets and pointers
	"Precedence":           {Why: "Several faults, of which the order of judgement picks one.", Bug: "Checks run in passes, so that a later fault is reported."},
	"JudgedBeforeTheEnder": {Why: "A token is judged before the byte that ended it.", Bug: "The byte behind a bad token is reported instead of the token."},
	"EndOfText":            {Why: "Texts that end inside a token or just behind it.", Bug: "What the end leaves open is judged as if it were complete, so that chunks change the verdict."},
	"OffsetInBytes":        {Why: "Offsets behind text where bytes and characters differ.", Bug: "Characters or unescaped bytes are counted."},
	"Pointer":              {Why: "Which value the pointer names.", Bug: "The pointer names the container or the value by chance.", Links: []string{rfc6901}},
	"PointerEscape":        {Why: "Names with ~ and / in a pointer.", Bug: "~ and / are not escaped, or in the wrong order.", Links: []string{rfc6901 + "#section-3"}},

	// MessagePack
	"IntegerWidth": {Why: "The first and the last integer of every width.", Bug: "A wider form than needed, or a signed one from 0 up.", Links: []string{msgspec}},
	"StringWidth":  {Why: "The shortest and the longest string of every width.", Bug: "A wider head than needed, or characters are counted.", Links: []string{msgspec}},
	"ArrayWidth":   {Why: "The shortest and the longest array of every width.", Bug: "A wider head than needed, or an 8-bit head that does not exist.", Links: []string{msgspec}},
	"MapWidth":     {Why: "The shortest and the longest map of every width.", Bug: "A wider head than needed, or an 8-bit head that does not exist.", Links: []string{msgspec}},
	"FloatBits":    {Why: "Floats with special bits.", Bug: "Floats are shortened to float 32 or to integers, or subnormals are flushed to zero.", Links: []string{msgspec}},
	"FormOrder":    {Why: "Order, spelling and types of the form.", Bug: "Members are sorted, or strings are written as bin.", Links: []string{msgspec}},
}
