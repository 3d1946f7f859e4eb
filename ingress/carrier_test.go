package ingress_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/kvhints/hintcheck/ingress"
)

// TestEveryFold: of all characters, just those that the standard library folds to
// a letter of a carrier's name make the carrier.
func TestEveryFold(t *testing.T) {
	p := policyOf(t, "edge", ingress.Carriers("kv_hints", "ßtraße", "\u03c9mega"))
	for _, name := range []string{"kvhints", "ßtraße", "ωmega"} {
		for r := rune(1); r <= unicode.MaxRune; r++ {
			if 0xd800 <= r && r < 0xe000 {
				continue
			}
			first, _ := strings.CutPrefix(name, string([]rune(name)[0]))
			spelled := string(r) + first
			if got, want := p.IsCarrier(spelled), strings.EqualFold(spelled, name); got != want && r != '_' && r != '-' {
				t.Errorf("U+%04X in front of %s: carrier %v, the same with folding %v", r, first, got, want)
			}
		}
	}
}

// TestEverySeparator: the separators are dropped wherever they stand, and nothing
// else is.
func TestEverySeparator(t *testing.T) {
	p := policyOf(t, "edge")
	for c := range 128 {
		for at := range len("kvhints") + 1 {
			name := "kvhints"[:at] + string(rune(c)) + "kvhints"[at:]
			if got, want := p.IsCarrier(name), c == '_' || c == '-'; got != want {
				t.Errorf("%q: carrier %v", name, got)
			}
		}
	}
}

// TestLongerNames: a name that starts as one that matters, or is cut short of one,
// is another, also where it is longer than all names that matter.
func TestLongerNames(t *testing.T) {
	for _, name := range append(append(ingress.DefaultCarriers(), ingress.DefaultContainers()...), "disaggregated_params", "bootstra") {
		for _, other := range []string{name + "x", name + "1", name + "_x", "x" + name, name[:len(name)-1] + "\u00e9", name + name} {
			body := `{"` + other + `":{"kv_hints":1}}`
			if got := scanned(t, policyOf(t, "edge"), []byte(body), 3, untrusted); string(got.upstream) != body {
				t.Errorf("%s: %v, forwarded %s", body, got.err, got.upstream)
			}
		}
	}
}

// TestEscapesOfNames: a name spelled with escapes at random is what encoding/json
// reads, so the same member is removed.
func TestEscapesOfNames(t *testing.T) {
	characters := []rune("kv_hints-KSé\u017f\u212a\U0001f600\"\\/\b\f\n\r\t\x00\u2028")
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var b strings.Builder
		for range r.IntN(6) {
			c := characters[r.IntN(len(characters))]
			switch {
			case r.IntN(3) > 0 && c >= ' ' && c != '"' && c != '\\':
				b.WriteRune(c)
			case c < 0x10000:
				b.WriteString(escaped(r, c))
			default:
				b.WriteString(escaped(r, 0xd800+(c-0x10000)>>10) + escaped(r, 0xdc00+(c-0x10000)&0x3ff))
			}
		}
		spelled := `"` + b.String() + `"`
		var name string
		if err := json.Unmarshal([]byte(spelled), &name); err != nil {
			t.Fatal(spelled, err)
		}
		got, err := edited(t, `{"xx":1,`+spelled+`:2}`, func(e *ingress.Edit) { e.Remove(name) })
		if err != nil || got != `{"xx":1}` {
			t.Errorf("%s is %q: %s, %v", spelled, name, got, err)
		}
	}
}

func escaped(r *rand.Rand, c rune) string {
	const lower, upper = "0123456789abcdef", "0123456789ABCDEF"
	out := []byte(`\u0000`)
	for i := range 4 {
		digit := c >> (4 * (3 - i)) & 15
		out[2+i] = lower[digit]
		if r.IntN(2) == 0 {
			out[2+i] = upper[digit]
		}
	}
	return string(out)
}
