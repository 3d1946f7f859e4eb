package candidate_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit/candidate"
)

func TestHashForms(t *testing.T) {
	const (
		num = candidate.Number
		hex = candidate.Hex16
		dec = candidate.Decimal
		pre = candidate.HexPrefixed
	)
	all := []candidate.Form{num, hex, dec, pre}
	one := func(v uint64, f candidate.Form) []candidate.Hash { return []candidate.Hash{{Value: v, Form: f}} }
	const bad, ambiguous = "bad_hashes", "ambiguous_hash"
	for _, row := range []struct {
		hashes string
		forms  []candidate.Form
		want   []candidate.Hash
		ignore string
		reason string
	}{
		{`[0]`, all, one(0, num), "", "the least"},
		{`[-0]`, all, one(0, num), "", "-0 is the integer 0"},
		{`[18446744073709551615]`, all, one(1<<64-1, num), "", "the largest"},
		{`[9007199254740993]`, all, one(9007199254740993, num), "", "2^53+1, which a double cannot hold"},
		{`[-1]`, all, nil, bad, "negative: SGLang masks it, KVCR raises"},
		{`[-9223372036854775808]`, all, nil, bad, "negative"},
		{`[1.0]`, all, nil, bad, "a fraction is no integer"},
		{`[1e2]`, all, nil, bad, "nor is an exponent"},
		{`[true]`, all, nil, bad, "a boolean, which is an int to a careless Python reader"},
		{`[null]`, all, nil, bad, "SGLang would end the list there"},
		{`[[1]]`, all, nil, bad, "a list"},
		{`[{"h":1}]`, all, nil, bad, "an object"},
		{`[]`, all, nil, bad, "KVCR raises for no hashes"},
		{`[1]`, []candidate.Form{hex, dec, pre}, nil, bad, "the family reads no numbers"},
		{`["1"]`, []candidate.Form{num, hex, pre}, nil, bad, "nor this one decimal strings"},
		{`[1,2,null]`, all, nil, bad, "no prefix of a bad list is taken"},

		{`["000000000000162e"]`, all, one(0x162e, hex), "", "hex only, for the e"},
		{`["000000000000162E"]`, all, one(0x162e, hex), "", "in either case"},
		{`["FEDC99887766ABCD"]`, all, one(0xfedc99887766abcd, hex), "", "the top bit is set: no sign in a u64"},
		{`["\u003000000000000162e"]`, all, one(0x162e, hex), "", "an escape in the string is resolved first"},
		{`["0000000000001234"]`, []candidate.Form{hex}, one(0x1234, hex), "", "to SGLang this is hex"},
		{`["0000000000001234"]`, []candidate.Form{dec}, one(1234, dec), "", "to the vLLM overlay decimal"},
		{`["0000000000001234"]`, []candidate.Form{dec, hex}, nil, ambiguous, "to a family that reads both neither"},
		{`["9999999999999999"]`, []candidate.Form{hex, dec}, nil, ambiguous, "both are numbers, and different ones"},
		{`["0000000000000000"]`, []candidate.Form{dec, hex}, one(0, hex), "", "both read 0: nothing to confuse"},
		{`["0000000000000009"]`, []candidate.Form{dec, hex}, one(9, hex), "", "both read 9"},
		{`["0000000000000010"]`, []candidate.Form{dec, hex}, nil, ambiguous, "10 and 16"},
		{`[7,"0000000000001234",null]`, []candidate.Form{num, dec, hex}, nil, ambiguous, "the first element that is not good counts"},
		{`[7,null,"0000000000001234"]`, []candidate.Form{num, dec, hex}, nil, bad, "likewise"},
		{`["00000000000162e"]`, []candidate.Form{hex}, nil, bad, "15 digits"},
		{`["000000000000162e0"]`, []candidate.Form{hex}, nil, bad, "17 digits; SGLang would cut it to another hash"},
		{`["0x0000000000162e"]`, []candidate.Form{hex, dec}, nil, bad, "a prefix of Go and Python"},
		{`["000000000000_62e"]`, []candidate.Form{hex, dec}, nil, bad, "an underscore of Go and Python"},
		{`["+00000000000162e"]`, []candidate.Form{hex, dec}, nil, bad, "a sign"},

		{`["0"]`, all, one(0, dec), "", "decimal"},
		{`["18446744073709551615"]`, all, one(1<<64-1, dec), "", "the largest, 20 digits"},
		{`["18446744073709551616"]`, all, nil, bad, "2^64 is 0 to who masks it"},
		{`["00000000000000001234"]`, all, one(1234, dec), "", "20 digits with leading zeros"},
		{`["000000000000000001234"]`, all, nil, bad, "21 digits"},
		{`["-1"]`, all, nil, bad, "a sign"},
		{`[""]`, all, nil, bad, "nothing"},
		{`[" 1"]`, all, nil, bad, "a space, which Python's int skips"},
		{`["１"]`, all, nil, bad, "a fullwidth digit, which Python's int reads"},

		{`["hex:000000000000162e"]`, all, one(0x162e, pre), "", "prefixed"},
		{`["hex:0000000000001234"]`, all, one(0x1234, pre), "", "the prefix says it"},
		{`["HEX:0000000000001234"]`, all, nil, bad, "the prefix is in lower case"},
		{`["hex:1234"]`, all, nil, bad, "two bytes are not the eight of a u64"},
		{`["hex:"]`, all, nil, bad, "no bytes"},
		{`["hex:00000000000012345"]`, all, nil, bad, "17 digits"},
		{`["hex:000000000000123g"]`, all, nil, bad, "no hex digit"},
		{`["hex:0000000000001234"]`, []candidate.Form{num, hex, dec}, nil, bad, "the family does not read the prefix"},
	} {
		f := numbers
		f.Forms = row.forms
		s := candidate.Collect(envelope(t, payload("tcp://192.0.2.1:80", row.hashes)), families(t, f), candidate.BaseModel())
		if row.ignore != "" {
			if diff := cmp.Diff(map[string]int{row.ignore: 1}, counted(s)); diff != "" || s.Len() != 0 {
				t.Errorf("%s in %v: %s\n%s", row.hashes, row.forms, row.reason, diff)
			}
			continue
		}
		if s.Len() != 1 {
			t.Errorf("%s in %v: ignored as %v: %s", row.hashes, row.forms, counted(s), row.reason)
			continue
		}
		b, ok := s.At(0).Bind(f.Name)
		if diff := cmp.Diff(row.want, b.Hashes()); diff != "" || !ok {
			t.Errorf("%s in %v: %s\n%s", row.hashes, row.forms, row.reason, diff)
		}
	}
}

// TestFamiliesReadOneStringDifferently: the hashes belong to the binding.
func TestFamiliesReadOneStringDifferently(t *testing.T) {
	overlay, sglang := numbers, numbers
	overlay.Name, overlay.Forms = "overlay", []candidate.Form{candidate.Decimal}
	sglang.Name, sglang.Forms = "sglang", []candidate.Form{candidate.Hex16}
	s := candidate.Collect(envelope(t, payload("tcp://192.0.2.1:80", `["0000000000001234"]`)), families(t, sglang, numbers, overlay), candidate.BaseModel())
	if diff := cmp.Diff([]string{"overlay", "sglang"}, s.At(0).Families()); diff != "" {
		t.Fatal(diff)
	}
	for name, want := range map[string]candidate.Hash{
		"overlay": {Value: 1234, Form: candidate.Decimal},
		"sglang":  {Value: 0x1234, Form: candidate.Hex16},
	} {
		b, _ := s.At(0).Bind(name)
		if diff := cmp.Diff([]candidate.Hash{want}, b.Hashes()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if _, ok := s.At(0).Bind("numbers"); ok {
		t.Error("a family that reads no strings was bound to one")
	}
}

// TestHashesAreTheCallers: what a caller does to its copy changes nothing.
func TestHashesAreTheCallers(t *testing.T) {
	b := bound(t, "tcp://192.0.2.1:80")
	b.Hashes()[0].Value = 99
	if got := b.Hashes()[0].Value; got != 1 {
		t.Errorf("hash is %d after a caller changed its copy, want 1", got)
	}
}
