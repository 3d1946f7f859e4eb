package tree_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/fuzz/tree"
)

// TestOffences writes offences into small values. Texts and claims were worked
// out by hand from the rules of docs/admission.md.
func TestOffences(t *testing.T) {
	// [1,{"a":2}]: 9 gaps, 4 values, 1 name.
	list := tree.Arr(tree.Int("1"), tree.Obj(tree.Member{Name: "a", Value: tree.Int("2")}))
	text := tree.Obj(tree.Member{Name: "~", Value: tree.Str("é")})
	envelope := tree.Envelope("m", tree.Action("i", "t", "v", tree.Obj()))
	for _, row := range []struct {
		root    *tree.Node
		offence tree.Offence
		depth   int
		bytes   string
		offset  int
		pointer string
		certain int
		reason  string // why the claim is right
	}{
		{list, tree.Offence{Kind: tree.StrayByte, Form: 1}, 0, "\x00[1,{\"a\":2}]", 0, "", 1, "NUL cannot start a text"},
		{list, tree.Offence{Kind: tree.StrayByte, Place: 1, Form: 0}, 0, `[,1,{"a":2}]`, 1, "", 2, "a list does not start with a comma; nothing is being read in it"},
		{list, tree.Offence{Kind: tree.StrayByte, Place: 6, Form: 6}, 0, `[1,{"a":}2}]`, 8, "/1", 9, "a value has to follow the colon"},
		{list, tree.Offence{Kind: tree.StrayByte, Place: 9, Form: 14}, 0, `[1,{"a":2}]null`, 11, "", 12, "a second value"},
		{list, tree.Offence{Kind: tree.BadScalar, Place: 3, Form: 1}, 0, `[1,{"a":nul}]`, 11, "/1/a", 12, "the brace comes while null is being read"},
		{list, tree.Offence{Kind: tree.BadScalar, Place: 1, Form: 27}, 0, `[01,{"a":2}]`, 2, "", 3, "0 is complete, so the digit stands between values"},
		{list, tree.Offence{Kind: tree.HugeInteger, Place: 3}, 0, `[1,{"a":18446744073709551616}]`, 8, "/1/a", 29, "2^64; the byte behind it ends it"},
		{list, tree.Offence{Kind: tree.HugeInteger}, 0, `18446744073709551616`, 0, "", 0, "at the top the end of the text ends it"},
		{list, tree.Offence{Kind: tree.InfiniteFloat, Place: 2, Form: 1}, 0, `[1,-1e309]`, 3, "/1", 10, "beyond float64"},
		{list, tree.Offence{Kind: tree.RepeatedName}, 0, `[1,{"a":2,"a":null}]`, 10, "/1/a", 13, "the opening quote of the second one; its closing quote settles it"},
		{list, tree.Offence{Kind: tree.TooNested, Place: 1}, 2, `[[[0]],{"a":2}]`, 2, "/0/0", 3, "the third bracket of two"},
		{list, tree.Offence{Kind: tree.TooNested, Place: 0, Form: 0xffff}, 2, `{"a":{"~1":{"é":0}}}`, 11, "/a/~01", 12, "objects too, and the names are escaped for RFC 6901"},
		{list, tree.Offence{Kind: tree.CutShort, Place: 0}, 0, `[`, 1, "", 0, "inside the list"},
		{list, tree.Offence{Kind: tree.CutShort, Place: 1}, 0, `[1`, 2, "/0", 0, "the number may go on, so it is being read"},
		{list, tree.Offence{Kind: tree.CutShort, Place: 5}, 0, `[1,{"a`, 6, "/1", 0, "in a name it is the object"},
		{list, tree.Offence{Kind: tree.CutShort, Place: 8}, 0, `[1,{"a":2`, 9, "/1/a", 0, "a number again"},
		{list, tree.Offence{Kind: tree.CutShort, Place: 9}, 0, `[1,{"a":2}`, 10, "", 0, "the object is closed, the list is not"},
		{text, tree.Offence{Kind: tree.BadCharacter, Place: 0, Form: 1}, 0, "{\"\n~\":\"é\"}", 2, "", 3, "a raw line feed in a name"},
		{text, tree.Offence{Kind: tree.BadCharacter, Place: 1, Form: 18}, 0, `{"~":"\u12G4é"}`, 10, "/~0", 11, "the bad digit, in the value"},
		{text, tree.Offence{Kind: tree.BadUTF8, Place: 1, Form: 20 + 13}, 0, "{\"~\":\"é\xc3\"}", 8, "/~0", 10, "the sequence is judged before the quote that ended it, and the quote settles it"},
		{text, tree.Offence{Kind: tree.HalfPair, Place: 1, Form: 0}, 0, `{"~":"\ud800é"}`, 6, "/~0", 0, "the claim is careful: another escape could have followed up to the end"},
		{text, tree.Offence{Kind: tree.HalfPair, Place: 1, Form: 15}, 0, `{"~":"\ud83d\ude00\ude00é"}`, 18, "/~0", 24, "the third escape is low without a high one"},
		{envelope, tree.Offence{Kind: tree.NoObject}, 0, `[]`, 0, "", 0, "the value's first byte"},
		{envelope, tree.Offence{Kind: tree.OtherVersion, Form: 1}, 0, `{"protocol_version":"0.2","message_id":"m","actions":[{"action_id":"i","action_type":"t","action_version":"v","payload":{}}]}`, 20, "/protocol_version", 0, "the value"},
		{envelope, tree.Offence{Kind: tree.BadShape, Place: 1, Form: 0}, 0, `{"protocol_version":"0.1","actions":[{"action_id":"i","action_type":"t","action_version":"v","payload":{}}]}`, 0, "/message_id", 0, "missing: the object that lacks it"},
		{envelope, tree.Offence{Kind: tree.BadShape, Place: 7, Form: 1}, 0, `{"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"i","action_type":"t","action_version":"v","payload":null}]}`, 120, "/actions/0/payload", 0, "wrong kind: the value"},
		{envelope, tree.Offence{Kind: tree.BadShape, Place: 4, Form: 0}, 0, `{"protocol_version":"0.1","message_id":"m","actions":[{"action_type":"t","action_version":"v","payload":{}}]}`, 54, "/actions/0/action_id", 0, "missing: the action that lacks it"},
	} {
		s := tree.Sample{Root: row.root, Recipe: tree.Recipe{Offence: row.offence, MaxDepth: row.depth}}
		got := s.Write()
		if string(got.Bytes) != row.bytes {
			t.Errorf("%s: wrote %q, want %q", s.Recipe, got.Bytes, row.bytes)
			continue
		}
		want := &tree.Want{Reason: row.offence.Kind.Reason(), Offset: row.offset, Pointer: row.pointer, HasPointer: true, Certain: row.certain}
		if diff := cmp.Diff(want, got.Want); diff != "" {
			t.Errorf("%q: %s; claim (-want +got):\n%s", got.Bytes, row.reason, diff)
		}
	}
}

// TestOffencesWithoutPlace: where an offence cannot be, nothing is claimed.
func TestOffencesWithoutPlace(t *testing.T) {
	for _, row := range []struct {
		root   *tree.Node
		kind   tree.OffenceKind
		reason string
	}{
		{tree.Int("12"), tree.CutShort, "1 is a number too"},
		{tree.Int("1"), tree.BadUTF8, "no string"},
		{tree.Arr(tree.Obj()), tree.RepeatedName, "no name"},
		{tree.NullNode(), tree.Distrusted, "null is absent before anything else"},
		{tree.NullNode(), tree.TooLong, "likewise"},
		{tree.Int("1"), tree.TooLong, "no limit is below one byte"},
		{tree.Obj(), tree.BadShape, "it is no envelope, so more than one thing would be wrong"},
	} {
		s := tree.Sample{Root: row.root, Recipe: tree.Recipe{Offence: tree.Offence{Kind: row.kind}}}
		if got := s.Write(); got.Want != nil {
			t.Errorf("%s claims %s; want no claim: %s", s, got.Want, row.reason)
		}
	}
}

// TestSpellings shows what choices do to one value: byte 1 always takes the first
// way that is not plain.
func TestSpellings(t *testing.T) {
	root := tree.Arr(tree.Str("é\n\"😀/"), tree.Num("-12.50"), tree.Int("0"))
	for choices, want := range map[string]string{
		"":     `["é\n\"😀/",-12.50,0]`,
		"\x00": `["é\n\"😀/",-12.50,0]`,
		"\x01": ` [ "é\n\"😀\/" , -1.2500E+01 , -0 ] `, // one zero more, one digit in front, E, +, one zero: -12500 * 10^-3
		"\x02": "\n[\n\"\\u00e9\\u000a\\u0022\\ud83d\\ude00\\u002f\"\n,\n-12.50\n,\n0\n]\n",
		"\x04": "\r\n[\r\n\"\\u00E9\\u000A\\u0022\\uD83D\\ude00\\u002F\"\r\n,\r\n-12.50\r\n,\r\n0\r\n]\r\n",
	} {
		s := tree.Sample{Root: root, Recipe: tree.Recipe{Choices: []byte(choices)}}
		if got := string(s.Write().Bytes); got != want {
			t.Errorf("choices %q give %q, want %q", choices, got, want)
		}
	}
}
