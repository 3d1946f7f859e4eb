package fuzz_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/fuzz/tree"
)

// tails generates what may follow: bytes that mean something in JSON, and others.
func tails() gopter.Gen {
	parts := []string{
		"", " ", "\n", `"`, `\`, `\"`, "\\u", `\udc00`, `\ude00"`, "]", "}", "]]]]", "}}}}", ",", ":", "[", "{", `{"a":1}`, `"a":`,
		"0", "1", "e1", ".5", "-", "e", "null", "ull", "\x00", "\x80", "\xbf\xbf", "\xff", "é", "\xe2\x82", "x", "/",
	}
	shrink := func(v any) gopter.Shrink {
		list := []string{}
		if s := v.(tail); len(s) > 0 {
			list = []string{"", string(s[:len(s)/2]), string(s[len(s)/2:]), string(s[:len(s)-1])}
			list = slices.DeleteFunc(list, func(t string) bool { return len(t) == len(s) })
		}
		return func() (any, bool) {
			if len(list) == 0 {
				return nil, false
			}
			next := list[0]
			list = list[1:]
			return tail(next), true
		}
	}
	return func(p *gopter.GenParameters) *gopter.GenResult {
		var s tail
		for range p.Rng.Intn(6) {
			s += tail(parts[p.Rng.Intn(len(parts))])
		}
		return gopter.NewGenResult(s, shrink)
	}
}

type tail string

func (t tail) String() string { return fmt.Sprintf("tail%q", string(t)) }

// TestCertainOffencesStay: a rule 4 offence that is certain at a byte of the text
// keeps its reason, offset and pointer whatever follows, size aside. The writer
// says from where on it is certain; the decoder must say so there, and what it
// says earlier must stay too.
func TestCertainOffencesStay(t *testing.T) {
	var kinds []tree.OffenceKind
	for _, k := range tree.OffenceKinds() {
		if k.Rule4() && k != tree.CutShort { // only the end of the text makes those
			kinds = append(kinds, k)
		}
	}
	certain := map[string]int{}
	const n = 1500
	holds(t, n, func(s tree.Sample, more tail, at int) (fault string) {
		defer caught(&fault)
		text := s.Write()
		want := claimOf(text.Want)
		whole := text.Bytes
		follow := func(n int) string {
			text.Bytes = append(whole[:n:n], more...)
			_, core := decide(text)
			_, slow := refer(text)
			if core != want || slow != want {
				return fmt.Sprintf("after %d bytes and the tail the core says %s, the reference %s; want %s", n, core, slow, want)
			}
			return ""
		}

		scanner := decoder.NewScanner(decoder.Strict(boundsOf(text)))
		for n := range len(whole) + 1 {
			o := scanner.Scan(whole[:n], false)
			if o.Reason == decoder.None {
				if text.Want.Certain > 0 && n >= text.Want.Certain {
					return fmt.Sprintf("the decoder says nothing of the first %d bytes; want %s", n, want)
				}
				continue
			}
			if o.Reason.String() != want.Reason || o.Offset != want.Offset {
				return fmt.Sprintf("the decoder says %v of the first %d bytes; want %s", o, n, want)
			}
			certain[want.Reason]++
			if fault := follow(n); fault != "" {
				return fault
			}
			break
		}
		if c := text.Want.Certain; c > 0 {
			return follow(c + at%(len(whole)-c+1))
		}
		return ""
	}, tree.Offenders(kinds...), tails(), gen.IntRange(0, 1<<16))
	for _, k := range kinds {
		healthy(t, n, "before the end certain was "+k.Reason(), certain[k.Reason()], 20)
	}
}
