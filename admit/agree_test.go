package admit_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/corpus"
	"github.com/kvhints/hintcheck/internal/reference"
)

// The core against the reference, a second implementation of the same rules
// that shares no code with it. Where they differ, at least one is wrong.

// disagreement says how the two differ about a text, or nothing.
func disagreement(raw []byte, b bounds, d admit.Decision, trust admit.Trust) string {
	v := reference.Judge(raw, b.reference(), trust == admit.Trusted)
	if d.Outcome.String() != v.Outcome || d.Reason.String() != v.Reason || d.Offset != v.Offset {
		return fmt.Sprintf("core %s, %s at %d; reference %s, %s at %d", d.Outcome, d.Reason, d.Offset, v.Outcome, v.Reason, v.Offset)
	}
	if x := admit.Explain(raw, d); x.Pointer != v.Pointer || x.HasPointer != v.HasPointer {
		return fmt.Sprintf("%s at %d: pointer of the core %q (%v), of the reference %q (%v)", d.Reason, d.Offset, x.Pointer, x.HasPointer, v.Pointer, v.HasPointer)
	}
	s := d.Snapshot
	if s.IsZero() != (v.Outcome == reference.Ignored) {
		return "a snapshot comes just with an admitted envelope"
	}
	switch {
	case s.IsZero():
		return ""
	case !bytes.Equal(s.MessagePack(), v.MessagePack):
		return fmt.Sprintf("MessagePack of the core %x, of the reference %x", s.MessagePack(), v.MessagePack)
	case !bytes.Equal(s.JSON(), raw):
		return "the snapshot's JSON is not the text"
	case s.Version() != v.Version || s.MessageID() != v.MessageID || s.NumActions() != len(v.Actions):
		return fmt.Sprintf("core %q %q, %d actions; reference %q %q, %d actions", s.Version(), s.MessageID(), s.NumActions(), v.Version, v.MessageID, len(v.Actions))
	}
	for i, want := range v.Actions {
		if got := s.Action(i); got != (admit.Action{ID: want.ID, Type: want.Type, Version: want.Version, Payload: string(want.Payload)}) {
			return fmt.Sprintf("action %d of the core %q, of the reference %q", i, got, want)
		}
	}
	return ""
}

// comparison judges texts with both and counts the reasons.
type comparison struct {
	t      *testing.T
	counts map[admit.Reason]int
	total  int
	failed int
	// Authorities are kept, so that their scratch is used again as in a server.
	authorities map[string]*admit.Authority
}

func compareBoth(t *testing.T) *comparison {
	return &comparison{t: t, counts: map[admit.Reason]int{}, authorities: map[string]*admit.Authority{}}
}

func (c *comparison) authority(b bounds) *admit.Authority {
	key := fmt.Sprint(b)
	a := c.authorities[key]
	if a == nil {
		a = admit.NewAuthority(b.limits(c.t))
		c.authorities[key] = a
	}
	return a
}

// check judges a text with both. It prints the first few disagreements, each cut
// down to a small text that they still disagree about.
func (c *comparison) check(raw []byte, b bounds, trust admit.Trust) admit.Decision {
	a := c.authority(b)
	d := a.Admit(raw, trust)
	c.counts[d.Reason]++
	c.total++
	if disagreement(raw, b, d, trust) != "" {
		if c.failed++; c.failed > 5 {
			c.t.FailNow()
		}
		small := shrink(raw, func(raw []byte) bool {
			return disagreement(raw, b, a.Admit(raw, trust), trust) != ""
		})
		c.t.Errorf("%q\nwithin %v, %s: %s", small, b, trust, disagreement(small, b, a.Admit(small, trust), trust))
	}
	return d
}

// shrink takes parts out of a text as long as it stays bad.
func shrink(raw []byte, bad func([]byte) bool) []byte {
	for size := len(raw) / 2; size > 0; size /= 2 {
		for i := 0; i+size <= len(raw); {
			less := append(bytes.Clone(raw[:i]), raw[i+size:]...)
			if bad(less) {
				raw = less
			} else {
				i += size
			}
		}
	}
	return raw
}

// floor fails the test if a reason was too rare to say anything about it.
func (c *comparison) floor(perMille int, reasons ...admit.Reason) {
	c.t.Helper()
	for _, r := range reasons {
		if 1000*c.counts[r] < perMille*c.total {
			c.t.Errorf("test health: %s decided %d of %d texts, want at least %d in a thousand", r, c.counts[r], c.total, perMille)
		}
	}
	c.t.Logf("%d texts: %v", c.total, c.counts)
}

// reachable are all reasons but not_encodable, which no text has.
func reachable() []admit.Reason {
	var list []admit.Reason
	for _, r := range admit.Reasons() {
		if r != admit.NotEncodable {
			list = append(list, r)
		}
	}
	return list
}

func corpusTexts(tb testing.TB) [][]byte {
	tb.Helper()
	envelopes, err := corpus.Envelopes()
	if err != nil {
		tb.Fatal(err)
	}
	var texts [][]byte
	for _, e := range envelopes {
		texts = append(texts, e.Raw)
	}
	return texts
}

// TestAgreeOnRows: the rows of the tables, which were derived by hand, within
// many limits.
func TestAgreeOnRows(t *testing.T) {
	c := compareBoth(t)
	for _, row := range ruleRows {
		for _, depth := range []int{1, 2, 4, 32, 1000} {
			for _, size := range []int{1, len(row.text) - 1, len(row.text), 65536} {
				c.check([]byte(row.text), bounds{max(size, 1), depth, standard.versions}, trusted)
				c.check([]byte(row.text), bounds{max(size, 1), depth, standard.versions}, untrusted)
			}
		}
	}
}

// TestAgreeOnCorpus: real envelopes, whole and cut at each byte.
func TestAgreeOnCorpus(t *testing.T) {
	c := compareBoth(t)
	for _, raw := range corpusTexts(t) {
		for _, b := range []bounds{standard, asDeep(4), asDeep(1), asDeep(1000), atMost(200)} {
			c.check(raw, b, trusted)
			c.check(raw, b, untrusted)
		}
		for i := range min(len(raw), 1000) {
			c.check(raw[:i], standard, trusted)
		}
	}
}

// TestAgreeOnMutants: real envelopes with a few bytes changed.
func TestAgreeOnMutants(t *testing.T) {
	n := effort(200_000)
	c := compareBoth(t)
	texts := corpusTexts(t)
	for i, raw := range texts {
		texts[i] = raw[:min(len(raw), 600)] // more of the same would only cost time
	}
	r := rand.New(rand.NewPCG(2, 1))
	many := []bounds{standard, standard, standard, asDeep(1000), asDeep(4), asDeep(2), asDeep(1), atMost(220)}
	for range n {
		raw := mutate(r, texts[r.IntN(len(texts))])
		c.check(raw, many[r.IntN(len(many))], trusted)
	}
	c.floor(1, admit.Oversized, admit.MalformedJSON, admit.InvalidUTF8, admit.LoneSurrogate, admit.TooDeep, admit.IntegerOutOfRange, admit.NotAnObject, admit.UnsupportedVersion, admit.InvalidEnvelope, admit.NoFault)
}

// mutate changes a text in one to three places.
func mutate(r *rand.Rand, raw []byte) []byte {
	pieces := []string{
		`"`, `\`, `{`, `}`, `[`, `]`, `,`, `:`, ` `, "\n", "0", "-", ".", "e", "E5", "9", "\x00", "\x80", "\xff", "\xc3\xa9", "\xed\xa0\x80", "\xf0\x9f\x98\x80",
		`\ud800`, `\udc00`, `\u0061`, `null`, `true`, `1e999`, `18446744073709551616`, `-9223372036854775809`, `[[`, `{"a":`, `"a":1,`, `{}`, `"0.2"`, `""`,
	}
	raw = bytes.Clone(raw)
	for range 1 + r.IntN(3) {
		i := r.IntN(len(raw) + 1)
		piece := pieces[r.IntN(len(pieces))]
		switch r.IntN(6) {
		case 0: // put in
			raw = append(raw[:i:i], append([]byte(piece), raw[i:]...)...)
		case 1: // put over
			raw = append(raw[:i:i], append([]byte(piece), raw[min(i+len(piece), len(raw)):]...)...)
		case 2: // take out
			raw = append(raw[:i:i], raw[min(i+1+r.IntN(8), len(raw)):]...)
		case 3: // repeat a part
			j := min(i+r.IntN(40), len(raw))
			raw = append(raw[:j:j], raw[i:]...)
		case 4: // flip a bit
			if i < len(raw) {
				raw[i] ^= 1 << r.IntN(8)
			}
		case 5: // a whole value in place of a value that starts here
			if k := bytes.IndexByte(raw[i:], ':'); k >= 0 {
				at := i + k + 1
				end := bytes.IndexAny(raw[at:], ",}]")
				if end >= 0 {
					raw = append(raw[:at:at], append([]byte(piece), raw[at+end:]...)...)
				}
			}
		}
	}
	return raw
}
