package tree_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/fuzz/tree"
)

// The writer is held to encoding/json, which shares no code with it or with the
// readers that are tested with it.

// TestTextMeansTheTree reads spelled values back.
func TestTextMeansTheTree(t *testing.T) {
	for _, s := range append(draw(t, tree.Values(), 1, 1500), draw(t, tree.Envelopes(), 1, 500)...) {
		s.Recipe.Order = 0 // the order of the tree
		text := s.Write()
		d := json.NewDecoder(bytes.NewReader(text.Bytes))
		d.UseNumber()
		if fault := compare(s.Root, d); fault != "" {
			t.Fatalf("%s: %s", s, fault)
		}
		if d.More() {
			t.Fatalf("%s: more than one value", s)
		}
	}
}

// compare reads one value from d and says how it differs from n.
func compare(n *tree.Node, d *json.Decoder) string {
	token, err := d.Token()
	if err != nil {
		return err.Error()
	}
	want := map[tree.Kind]json.Token{
		tree.Null: nil, tree.False: false, tree.True: true, tree.Array: json.Delim('['), tree.Object: json.Delim('{'),
	}
	switch n.Kind {
	case tree.String:
		if token != n.Text {
			return "another string"
		}
		return ""
	case tree.Integer, tree.Float:
		spelt, ok := token.(json.Number)
		if !ok {
			return "no number"
		}
		a, okA := new(big.Rat).SetString(spelt.String())
		b, okB := new(big.Rat).SetString(n.Text)
		if !okA || !okB || a.Cmp(b) != 0 {
			return "another number: " + spelt.String()
		}
		if bytes.ContainsAny([]byte(spelt), ".eE") != (n.Kind == tree.Float) {
			return "a number of the other kind: " + spelt.String()
		}
		if n.Kind == tree.Float && spelt[0] == '-' != (n.Text[0] == '-') {
			return "another sign: " + spelt.String() // of zeros
		}
		return ""
	default:
		if token != want[n.Kind] {
			return "another kind"
		}
	}
	for _, item := range n.Items {
		if fault := compare(item, d); fault != "" {
			return fault
		}
	}
	for _, m := range n.Members {
		if fault := compare(tree.Str(m.Name), d); fault != "" {
			return "name: " + fault
		}
		if fault := compare(m.Value, d); fault != "" {
			return fault
		}
	}
	if n.Kind == tree.Array || n.Kind == tree.Object {
		if token, err = d.Token(); err != nil || token != json.Delim(']') && token != json.Delim('}') {
			return "not closed"
		}
	}
	return ""
}

// TestMalformedOffsets compares claims of malformed_json with the offset of
// encoding/json's SyntaxError, which counts the bytes read up to and including
// the wrong one. The NUL behind the text is wrong wherever the text ends, so that
// one that ends too early is wrong at its length.
func TestMalformedOffsets(t *testing.T) {
	kinds := []tree.OffenceKind{tree.StrayByte, tree.BadScalar, tree.BadCharacter, tree.CutShort}
	for _, s := range draw(t, tree.Offenders(kinds...), 1, 3000) {
		text := s.Write()
		var v json.RawMessage
		err := json.Unmarshal(append(bytes.Clone(text.Bytes), 0), &v)
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) {
			t.Fatalf("%s: encoding/json says %v", s, err)
		}
		if offset := int(syntax.Offset) - 1; offset != text.Want.Offset {
			t.Fatalf("%s: encoding/json stops at %d: %v", s, offset, err)
		}
	}
}

// TestOtherOffencesAreGoodGrammar: those that encoding/json does not know stand in
// texts that it reads.
func TestOtherOffencesAreGoodGrammar(t *testing.T) {
	malformed := []tree.OffenceKind{tree.Blank, tree.StrayByte, tree.BadScalar, tree.BadCharacter, tree.CutShort}
	for _, kind := range tree.OffenceKinds() {
		if slices.Contains(malformed, kind) {
			continue
		}
		for _, s := range draw(t, tree.Offenders(kind), 1, 100) {
			if !json.Valid(s.Write().Bytes) {
				t.Fatalf("%s: encoding/json does not read it", s)
			}
		}
	}
}

// TestSamplesAreDeterministic: a seed gives the same samples, and a sample the
// same text.
func TestSamplesAreDeterministic(t *testing.T) {
	a, b := draw(t, tree.Anything(), 7, 300), draw(t, tree.Anything(), 7, 300)
	for i := range a {
		if x, y := a[i].String(), b[i].String(); x != y {
			t.Fatalf("sample %d of one seed is %s and %s", i, x, y)
		}
		if x, y := a[i].Write().Bytes, a[i].Write().Bytes; !bytes.Equal(x, y) {
			t.Fatalf("sample %d is written as %q and %q", i, x, y)
		}
	}
	if c := draw(t, tree.Anything(), 8, 300); slices.EqualFunc(a, c, func(x, y tree.Sample) bool { return x.String() == y.String() }) {
		t.Error("two seeds give the same samples")
	}
}

// TestNumbersOutOfRange: what is claimed to be out of range is so for strconv, and
// the last number that is not is so not.
func TestNumbersOutOfRange(t *testing.T) {
	for form := range 100 { // more than there are forms
		for _, kind := range []tree.OffenceKind{tree.HugeInteger, tree.InfiniteFloat} {
			s := tree.Sample{Root: tree.NullNode(), Recipe: tree.Recipe{Offence: tree.Offence{Kind: kind, Form: form}}}
			text := string(s.Write().Bytes)
			_, unsigned := strconv.ParseUint(text, 10, 64)
			_, signed := strconv.ParseInt(text, 10, 64)
			_, float := strconv.ParseFloat(text, 64)
			if kind == tree.HugeInteger && (unsigned == nil || signed == nil || strings.ContainsAny(text, ".eE")) {
				t.Errorf("%s is in range, or no integer", text)
			}
			if kind == tree.InfiniteFloat && (!errors.Is(float, strconv.ErrRange) || !strings.ContainsAny(text, ".eE")) {
				t.Errorf("%s is finite, or an integer", text)
			}
		}
	}
	for _, s := range draw(t, tree.Values(), 5, 1000) {
		for n := range s.Root.All() {
			if _, err := strconv.ParseFloat(n.Text, 64); n.Kind == tree.Float && err != nil {
				t.Fatalf("%s is drawn as a good number: %v", n.Text, err)
			}
		}
	}
}
