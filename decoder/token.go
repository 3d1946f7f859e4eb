package decoder

// Kind is the kind of a token in an [Index].
type Kind uint8

const (
	Null Kind = iota
	False
	True
	Integer // a number without fraction and exponent
	Float   // any other number
	String
	Name   // the name of a member; the token after it starts the value
	Array  // '['
	Object // '{'
	End    // the bracket that closes an Array or Object
)

// Token is one entry of the flat list of tokens of a checked text, in text
// order. It holds its kind, the offset of its first byte (below
// limits.LargestMaxBytes) and one number more: for scalars and names the length,
// for Array and Object the position in the list of their End, for End the count
// of values or members that it closes.
type Token uint64

const (
	tokenKindShift   = 60
	tokenOffsetShift = 32
	tokenEscaped     = 1 << 31 // of a String or Name: it holds an escape
	tokenNumber      = tokenEscaped - 1
)

func makeToken(k Kind, offset, number int) Token {
	return Token(k)<<tokenKindShift | Token(offset)<<tokenOffsetShift | Token(number)
}

func (t Token) kind() Kind { return Kind(t >> tokenKindShift) }

// Span returns the kind of the token, where it starts and, of a scalar, where it ends,
// as offsets in the text; of a String or Name, those of what stands between the quotes.
func (t Token) Span() (k Kind, start, end int) {
	k, start = t.kind(), t.offset()
	if k == String || k == Name {
		start++
	}
	return k, start, start + t.number()
}

// Escaped reports whether a String or Name holds an escape.
func (t Token) Escaped() bool { return t&tokenEscaped != 0 }

func (t Token) offset() int { return int(t >> tokenOffsetShift & (1<<28 - 1)) }
func (t Token) number() int { return int(t & tokenNumber) }

// Index is the flat list of tokens of one checked text: the text and the list,
// neither copied. It is valid as long as both are left alone, so until the
// [Scanner] that made it is used again. Positions run from 0, the whole value,
// to Len()-1. The accessors do not allocate unless they say so. They have a pointer
// for their receiver so that where they are inlined six words are not copied.
type Index struct {
	text   []byte
	tokens []Token
}

// Len returns the number of tokens.
func (x *Index) Len() int { return len(x.tokens) }

// Kind returns the kind of the token at position i.
func (x *Index) Kind(i int) Kind { return x.tokens[i].kind() }

// Offset returns the offset in the text of the first byte of the token at i.
func (x *Index) Offset(i int) int { return x.tokens[i].offset() }

// Next returns the position after the value at i: the next member's name, the
// next element or the End of the container around it. After a Name it is the
// member's value.
func (x *Index) Next(i int) int {
	if k := x.Kind(i); k == Array || k == Object {
		return x.tokens[i].number() + 1
	}
	return i + 1
}

// Count returns the number of values of the Array, or of members of the Object,
// at position i.
func (x *Index) Count(i int) int { return Tokens(x.tokens).Count(i) }

// Tokens is the list of an [Index], which is not to be changed.
type Tokens []Token

// Count is [Index.Count].
func (l Tokens) Count(i int) int { return l[l[i].number()].number() }

// Tokens returns the list itself: the fast way to go through many tokens.
func (x *Index) Tokens() Tokens { return x.tokens }

// Span is [Token.Span] of the token at position i.
func (x *Index) Span(i int) (k Kind, start, end int) { return x.tokens[i].Span() }

// Raw returns the bytes of the value or name at i as they stand in the text,
// quotes and brackets included.
func (x *Index) Raw(i int) []byte {
	t := x.tokens[i]
	from := t.offset()
	switch t.kind() {
	case Array, Object:
		return x.text[from : x.tokens[t.number()].offset()+1]
	case String, Name:
		return x.text[from : from+t.number()+2]
	}
	return x.text[from : from+t.number()]
}

// inner returns what stands between the quotes of the String or Name t.
func (x *Index) inner(t Token) []byte {
	from := t.offset() + 1
	return x.text[from : from+t.number()]
}

// Text returns the characters of the String or Name at i: a view of the text if
// it holds no escape, else dst with the unescaped characters appended.
func (x *Index) Text(dst []byte, i int) []byte {
	t := x.tokens[i]
	if !t.Escaped() {
		return x.inner(t)
	}
	return AppendUnescaped(dst, x.inner(t))
}

// AppendText appends the characters of the String or Name at i to dst.
func (x *Index) AppendText(dst []byte, i int) []byte {
	t := x.tokens[i]
	if !t.Escaped() {
		return append(dst, x.inner(t)...)
	}
	return AppendUnescaped(dst, x.inner(t))
}

// TextLen returns how many bytes AppendText appends.
func (x *Index) TextLen(i int) int {
	t := x.tokens[i]
	if !t.Escaped() {
		return t.number()
	}
	return unescapedLen(x.inner(t))
}

// Escaped reports whether the String or Name at i holds an escape.
func (x *Index) Escaped(i int) bool { return x.tokens[i].Escaped() }

// Is reports whether the String or Name at i stands for want, escapes resolved.
func (x *Index) Is(i int, want string) bool {
	t := x.tokens[i]
	if !t.Escaped() {
		return string(x.inner(t)) == want
	}
	return unescapesTo(x.inner(t), want)
}

// Member returns the position of the value of the member called name in the
// Object at i, or -1. It costs one step for each member.
func (x *Index) Member(i int, name string) int {
	for at := i + 1; x.Kind(at) == Name; at = x.Next(at + 1) {
		if x.Is(at, name) {
			return at + 1
		}
	}
	return -1
}
