package fuzz_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/leanovate/gopter"

	"github.com/kvhints/hintcheck/fuzz/tree"
	"github.com/kvhints/hintcheck/internal/reference"
)

// TestGeneratorHealth classifies samples of the fixed seed by what the reference
// says of them, and fails when a reason is starved: below 1 in 100 of the mixture.
// Of the admitted ones it asks that every MessagePack family and the boundary
// values have been through; fuzz/tree asks the same of all samples. The table is
// printed with -v.
func TestGeneratorHealth(t *testing.T) {
	const n = 6000
	reasons := map[string]int{}
	admitted := map[string]int{}
	kinds := map[string]int{}
	p := gopter.DefaultTestParametersWithSeed(propertySeed)
	params := &gopter.GenParameters{MaxSize: p.MaxSize, Rng: p.Rng}
	mixture := tree.Anything()
	for range n {
		v, ok := mixture(params).Retrieve()
		if !ok {
			t.Fatal("the mixture drew nothing")
		}
		s := v.(tree.Sample)
		judged, _ := refer(s.Write())
		reasons[judged.Reason]++
		kinds[s.Recipe.Offence.Kind.String()]++
		if judged.Outcome == reference.Admitted {
			classifyAdmitted(s.Root, admitted)
		}
	}

	// Every reason but not_encodable, which rules 4 to 7 make unreachable.
	for _, reason := range []string{
		reference.Absent, reference.Untrusted, reference.Oversized,
		reference.MalformedJSON, reference.InvalidUTF8, reference.LoneSurrogate, reference.DuplicateMember, reference.TooDeep,
		reference.IntegerOutOfRange, reference.NumberOutOfRange,
		reference.NotAnObject, reference.UnsupportedVersion, reference.InvalidEnvelope, reference.Admitted,
	} {
		share := float64(reasons[reason]) / n * 100
		t.Logf("%6.2f %%  %s", share, reason)
		if share < 1 {
			t.Errorf("%s is starved: %d of %d samples", reason, reasons[reason], n)
		}
		delete(reasons, reason)
	}
	if len(reasons) > 0 {
		t.Errorf("reasons that are not in the list: %v", reasons)
	}
	for _, k := range append(tree.OffenceKinds(), tree.NoOffence) {
		t.Logf("%6d  %s", kinds[k.String()], k)
		if kinds[k.String()] < n/100 {
			t.Errorf("%s is starved: %d of %d samples", k, kinds[k.String()], n)
		}
	}
	for _, class := range slices.Concat(messagePackFamilies, boundariesOfAdmitted()) {
		t.Logf("%6d  %s", admitted[class], class)
		if admitted[class] == 0 {
			t.Errorf("no admitted sample has %s", class)
		}
	}
}

// messagePackFamilies are the formats of the MessagePack specification that a form
// can have; array 32 and map 32 take 65,536 entries, which no sample has.
var messagePackFamilies = []string{
	"positive fixint", "negative fixint", "uint 8", "uint 16", "uint 32", "uint 64", "int 8", "int 16", "int 32", "int 64", "float 64",
	"fixstr", "str 8", "str 16", "str 32", "fixarray", "array 16", "fixmap", "map 16", "nil", "false", "true",
}

func family(head byte) string {
	names := map[byte]string{
		0xc0: "nil", 0xc2: "false", 0xc3: "true", 0xcb: "float 64",
		0xcc: "uint 8", 0xcd: "uint 16", 0xce: "uint 32", 0xcf: "uint 64", 0xd0: "int 8", 0xd1: "int 16", 0xd2: "int 32", 0xd3: "int 64",
		0xd9: "str 8", 0xda: "str 16", 0xdb: "str 32", 0xdc: "array 16", 0xde: "map 16",
	}
	switch {
	case head < 0x80:
		return "positive fixint"
	case head < 0x90:
		return "fixmap"
	case head < 0xa0:
		return "fixarray"
	case head < 0xc0:
		return "fixstr"
	case head >= 0xe0:
		return "negative fixint"
	}
	return names[head]
}

func boundariesOfAdmitted() []string {
	var list []string
	for _, text := range []string{
		"0", "-0", "-32", "-33", "127", "128", "-128", "-129", "255", "256", "-32768", "-32769", "65535", "65536",
		"-2147483648", "-2147483649", "4294967295", "4294967296", "9007199254740991", "9007199254740993",
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615",
		"-0.0", "5e-324", "1.7976931348623158e308", "1e-400", "2.4703282292062327e-324",
	} {
		list = append(list, "the number "+text)
	}
	for _, length := range []int{0, 1, 31, 32, 255, 256, 65535, 65536} {
		list = append(list, fmt.Sprintf("a string of %d bytes", length))
	}
	for _, count := range []int{0, 15, 16, 17} {
		list = append(list, fmt.Sprintf("%d elements", count), fmt.Sprintf("%d members", count))
	}
	return append(list, "32 levels", "an empty name")
}

func classifyAdmitted(root *tree.Node, admitted map[string]int) {
	admitted[fmt.Sprintf("%d levels", root.Depth())]++
	for n := range root.All() {
		admitted[family(headOf(n))]++
		switch n.Kind {
		case tree.Integer, tree.Float:
			admitted["the number "+n.Text]++
		case tree.String:
			admitted[fmt.Sprintf("a string of %d bytes", len(n.Text))]++
		case tree.Array:
			admitted[fmt.Sprintf("%d elements", len(n.Items))]++
		case tree.Object:
			admitted[fmt.Sprintf("%d members", len(n.Members))]++
			if n.Member("") != nil {
				admitted["an empty name"]++
			}
		}
	}
}

// headOf is the first byte of a value's MessagePack form: of a container, of one
// with so many nulls.
func headOf(n *tree.Node) byte {
	hollow := *n
	hollow.Items = make([]*tree.Node, len(n.Items))
	for i := range hollow.Items {
		hollow.Items[i] = tree.NullNode()
	}
	hollow.Members = make([]tree.Member, len(n.Members))
	for i := range hollow.Members {
		hollow.Members[i].Value = tree.NullNode()
	}
	return packed(&hollow)[0]
}
