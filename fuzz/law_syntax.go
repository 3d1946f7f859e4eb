package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"slices"

	"github.com/kvhints/hintcheck/decoder"
)

// Syntax: the Body and the Strict profile find in a text what encoding/json finds,
// at the same byte, but for the differences below; and what Strict takes has the
// tokens of encoding/json.
func Syntax(data []byte) error {
	if len(data) > LargestInput {
		return nil
	}
	in := Parse(data)
	theirs := standardLibrary(in.Text)
	body := decoder.NewScanner(decoder.Body(0)).Scan(in.Text, true)
	if err := explained(bodyDifferences(), in.Text, body, theirs); err != nil {
		return fmt.Errorf("profile Body: %w\n%s", err, in)
	}
	s := decoder.NewScanner(decoder.Strict(in.limits()))
	strict := s.Scan(in.Text, true)
	if err := explained(strictDifferences(in.MaxDepth), in.Text, strict, theirs); err != nil {
		return fmt.Errorf("profile Strict: %w\n%s", err, in)
	}
	if strict.Reason != decoder.None {
		return nil
	}
	if err := sameTokens(s.Index(in.Text), in.Text); err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	return nil
}

// bodyDifferences are those between encoding/json and the Body profile.
func bodyDifferences() []difference {
	return append([]difference{
		stricter(decoder.InvalidUTF8, "RFC 8259 8.1 asks for UTF-8; encoding/json takes any bytes in strings and makes U+FFFD of them", brokenUTF8),
		{"encoding/json stops at 10,000 levels", "it reads by recursion; Body keeps one bit a level", func(text []byte, ours, theirs decoder.Offence) bool {
			return theirs.Reason == decoder.TooDeep && bytes.Count(text[:theirs.Offset], []byte("["))+bytes.Count(text[:theirs.Offset], []byte("{")) >= 10_000 &&
				(ours.Reason == decoder.None || ours.Offset >= theirs.Offset)
		}},
	}, pointing()...)
}

// strictDifferences are those between encoding/json and the Strict profile.
func strictDifferences(maxDepth int) []difference {
	return append([]difference{
		stricter(decoder.InvalidUTF8, "as for Body", brokenUTF8),
		stricter(decoder.LoneSurrogate, "RFC 8259 8.2 calls it unpredictable; encoding/json makes U+FFFD of it", loneSurrogate),
		stricter(decoder.DuplicateMember, "RFC 8259 4 wants names unique; encoding/json takes the last", repeatedName),
		stricter(decoder.TooDeep, "MaxDepth is ours", deepBracket(maxDepth)),
		stricter(decoder.IntegerOutOfRange, "MessagePack ends at -2^63 and 2^64-1; encoding/json checks the syntax only", wideInteger),
		stricter(decoder.NumberOutOfRange, "as for integers; float64 ends at about 1.8e308", wideNumber),
	}, pointing()...)
}

// sameTokens compares an index with the tokens of encoding/json.
func sameTokens(x decoder.Index, text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	for i := 0; ; i++ {
		token, err := d.Token()
		if err == io.EOF && i == x.Len() {
			return nil
		}
		if err != nil || i == x.Len() {
			return fmt.Errorf("token %d of %d: encoding/json has %v, %v", i, x.Len(), token, err)
		}
		kinds, same := []decoder.Kind{decoder.Null}, true
		switch token := token.(type) {
		case json.Delim:
			kinds = map[json.Delim][]decoder.Kind{'[': {decoder.Array}, '{': {decoder.Object}, ']': {decoder.End}, '}': {decoder.End}}[token]
		case bool:
			kinds = []decoder.Kind{decoder.False}
			if token {
				kinds[0] = decoder.True
			}
		case string:
			kinds = []decoder.Kind{decoder.String, decoder.Name}
			same = slices.Contains(kinds, x.Kind(i)) && string(x.Text(nil, i)) == token && x.Is(i, token) && x.TextLen(i) == len(token)
		case json.Number:
			kinds[0] = decoder.Float
			if _, whole := new(big.Int).SetString(token.String(), 10); whole {
				kinds[0] = decoder.Integer
			}
			same = string(x.Raw(i)) == token.String()
		}
		if !same || !slices.Contains(kinds, x.Kind(i)) {
			return fmt.Errorf("token %d is of kind %d, %q; encoding/json has %v", i, x.Kind(i), x.Raw(i), token)
		}
	}
}

// standardLibrary returns what encoding/json finds first in a text: MalformedJSON,
// TooDeep at its own bound, or nothing.
func standardLibrary(text []byte) decoder.Offence {
	var whole json.RawMessage
	err := json.Unmarshal(text, &whole)
	if err == nil {
		return decoder.Offence{}
	}
	return offenceOf(err, text)
}
