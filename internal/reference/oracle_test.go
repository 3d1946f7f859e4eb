package reference_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kvhints/hintcheck/internal/reference"
)

// seeds are texts from which the random ones are bred: every token there is,
// and every kind of offence, close together.
var seeds = []string{
	envelope,
	`{"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"i","action_type":"t","action_version":"v","payload":{"a":[1,-2,3.5e-7]}}]}`,
	`[true,false,null,0,-0,1.5,-1e+9,"",{},[],"a\n\u0041\ud83d\ude00é"]`,
	`{"a":{"a":[{"b":1,"c":2}]},"\u0062":18446744073709551615,"/~":-9223372036854775808}`,
	`["\ud800","\udc00\ud800\u0041"]`,
	"[\"\xe2\x82\xac\xf0\x9f\x98\x80\",\"\xed\xa0\x80\"]",
	`[1e999,18446744073709551616]`,
	` null `,
	`12.5`,
}

// breed changes a few bytes of a seed.
func breed(random *rand.Rand) []byte {
	const alphabet = "{}[]:,\"\\u/ \t\n0123456789-+.eEabdfnrtlsx\x00\x1f\x7f\x80\xbf\xc3\xe2\xed\xf0\xff"
	text := []byte(seeds[random.IntN(len(seeds))])
	for range random.IntN(4) {
		at := random.IntN(len(text))
		c := alphabet[random.IntN(len(alphabet))]
		switch random.IntN(4) {
		case 0:
			text[at] = c
		case 1:
			text = slices.Insert(text, at, c)
		case 2:
			text = slices.Delete(text, at, at+1)
		case 3: // repeat a stretch, which makes duplicate names and odd brackets
			end := min(len(text), at+1+random.IntN(12))
			text = slices.Insert(text, at, slices.Clone(text[at:end])...)
		}
		if len(text) == 0 {
			return text
		}
	}
	return text
}

// encoding/json knows RFC 8259's grammar and nothing else of rule 4, so it
// agrees wherever the grammar alone decides.
func TestGrammarAgreesWithEncodingJSON(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	count := map[bool]int{}
	for range 60_000 {
		text := breed(random)
		if len(text) == 0 {
			continue
		}
		v := reference.Judge(text, standard, true)
		valid := json.Valid(text)
		switch v.Reason {
		case badUTF8, lone, duplicate, tooDeep, bigInt, bigNumber:
			continue // met first; the grammar may or may not be broken later
		case malformed:
			if valid {
				t.Fatalf("%q: malformed_json at %d, and encoding/json takes it", text, v.Offset)
			}
		default:
			if !valid {
				t.Fatalf("%q: %s, and encoding/json says it is not valid", text, v.Reason)
			}
		}
		count[valid]++
	}
	if count[true] < 3_000 || count[false] < 3_000 {
		t.Errorf("the texts are one-sided: %v", count)
	}
}

// A rule 4 offence certain at a byte of the text keeps its reason, offset and
// pointer whatever follows.
func TestOffencesDoNotDependOnWhatFollows(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	reasons := map[string]int{}
	for range 60_000 {
		text := breed(random)
		before := reference.Judge(text, standard, true)
		switch before.Reason {
		case badUTF8, lone, duplicate, tooDeep:
		case malformed:
			if before.Offset == len(text) {
				continue // the end decided
			}
		case bigInt, bigNumber:
			if strings.Trim(string(text[before.Offset:]), "+-.0123456789eE") == "" {
				continue // the end of the text completed the number
			}
		default:
			continue
		}
		after := reference.Judge(append(slices.Clone(text), breed(random)...), standard, true)
		if diff := cmp.Diff(before, after); diff != "" {
			t.Fatalf("%q: what follows changed the verdict (-before +after)\n%s", text, diff)
		}
		reasons[before.Reason]++
	}
	for _, reason := range []string{malformed, badUTF8, lone, duplicate, bigInt, bigNumber} {
		if reasons[reason] < 30 {
			t.Errorf("only %d texts with %s", reasons[reason], reason)
		}
	}
}

// Every proper prefix of a good object ends too early, at its length.
func TestPrefixesEndTooEarly(t *testing.T) {
	for _, text := range seeds[:2] {
		for n := 1; n < len(text); n++ {
			v := reference.Judge([]byte(text[:n]), standard, true)
			if v.Reason != malformed || v.Offset != n {
				t.Errorf("%q: %s at %d, want malformed_json at %d", text[:n], v.Reason, v.Offset, n)
			}
		}
	}
}

// The pointer of an offence never depends on how a text is spaced.
func TestSpacingMovesOffsetsOnly(t *testing.T) {
	spaces := []byte(" \t\r\n")
	random := rand.New(rand.NewPCG(5, 6))
	for range 30_000 {
		text := breed(random)
		before := reference.Judge(text, standard, true)
		pad := make([]byte, 1+random.IntN(5))
		for i := range pad {
			pad[i] = spaces[random.IntN(len(spaces))]
		}
		if len(text) == 0 {
			continue // absent would become malformed_json
		}
		after := reference.Judge(append(pad, text...), standard, true)
		if before.Offset >= 0 {
			before.Offset += len(pad)
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Fatalf("%q: spaces before it changed the verdict (-before +after)\n%s", text, diff)
		}
	}
}
