package admit_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/kvhints/hintcheck/admit"
)

// TestAgreeOnGenerated: generated envelopes, a good part of them broken in one
// place, within many limits.
func TestAgreeOnGenerated(t *testing.T) {
	n := effort(36_000)
	c := compareBoth(t)
	r := rand.New(rand.NewPCG(2, 2))
	g := generator{r}
	for range n {
		v := g.envelope()
		switch r.IntN(5) {
		case 0, 1, 2:
			g.breakValue(v)
		case 3:
			g.breakShape(v)
		}
		raw := speller{g, []int{0, 2, 8}[r.IntN(3)], []int{0, 2, 8}[r.IntN(3)]}.value(nil, v)
		if g.oneIn(50) {
			raw = []byte(g.pick("null", " null\n", "", "\tnull"))
		}
		b := standard
		switch r.IntN(8) {
		case 0:
			b.depth = []int{1, 2, 4, 1000}[r.IntN(4)]
		case 1:
			b.bytes = max(1, len(raw)+r.IntN(3)-1) // one less, exact, one more
		case 2:
			b.versions = []string{"0.2", "０.１", "0.1"}
		}
		trust := trusted
		if g.oneIn(20) {
			trust = untrusted
		}
		c.check(raw, b, trust)
	}
	c.floor(5, reachable()...)
}

// TestSpellingChangesNothing: whitespace and escapes never change the outcome,
// nor what consumers get.
func TestSpellingChangesNothing(t *testing.T) {
	n := effort(10_000)
	r := rand.New(rand.NewPCG(2, 3))
	g := generator{r}
	lim := standard.limits(t)
	admittedTexts := 0
	for range n {
		v := g.envelope()
		switch r.IntN(4) {
		case 0:
			g.breakValue(v)
		case 1:
			g.breakShape(v)
		}
		plain := speller{generator: g}.value(nil, v)
		other := speller{g, 2, 2}.value(nil, v)
		a, b := admit.Decide(plain, lim, trusted), admit.Decide(other, lim, trusted)
		if len(plain) == 0 {
			continue // the break took the whole value: no bytes are absent, spaces are malformed
		}
		if a.Outcome != b.Outcome || a.Reason != b.Reason {
			t.Fatalf("%s for %s but %s for %s", a.Reason, short(plain), b.Reason, short(other))
		}
		if a.Outcome == admit.Ignored {
			continue
		}
		admittedTexts++
		if !bytes.Equal(a.Snapshot.MessagePack(), b.Snapshot.MessagePack()) {
			t.Fatalf("%s and %s have different MessagePack forms", short(plain), short(other))
		}
		for i, x := range a.Snapshot.Actions() {
			y := b.Snapshot.Action(i)
			if x.ID != y.ID || x.Type != y.Type || x.Version != y.Version {
				t.Fatalf("action %d is %q for %s but %q for %s", i, x, short(plain), y, short(other))
			}
		}
		if a.Snapshot.Depth() != b.Snapshot.Depth() {
			t.Fatalf("depths %d and %d of one value", a.Snapshot.Depth(), b.Snapshot.Depth())
		}
	}
	if admittedTexts < n/4 {
		t.Errorf("test health: %d of %d texts were admitted, want a quarter", admittedTexts, n)
	}
}

// TestTighterNeverAdmitsMore: tightening a limit never turns ignored into
// admitted, and widening one changes only what that limit had decided.
func TestTighterNeverAdmitsMore(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 4))
	g := generator{r}
	tight := 0
	for range 3_000 {
		raw := speller{g, 4, 0}.value(nil, g.envelope())
		wide := admit.Decide(raw, standard.limits(t), trusted)
		b := bounds{max(1, r.IntN(2*len(raw))), 1 + r.IntN(8), standard.versions}
		d := admit.Decide(raw, b.limits(t), trusted)
		if d.Outcome == admit.Admitted && wide.Outcome != admit.Admitted {
			t.Fatalf("%s is admitted within %v and not within %v", short(raw), b, standard)
		}
		if d.Reason != wide.Reason {
			tight++
			if d.Reason != admit.Oversized && d.Reason != admit.TooDeep {
				t.Fatalf("%s: %s within %v, but %s within %v", short(raw), d.Reason, b, wide.Reason, standard)
			}
		}
	}
	if tight < 300 {
		t.Errorf("test health: the tighter limit decided %d times, want 300", tight)
	}
}

// TestCertainStaysCertain: an offence against rule 4 that is certain at a byte
// of the text keeps its reason and offset whatever follows. A space behind the
// text makes certain what its end had left open, such as a number's range.
func TestCertainStaysCertain(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 5))
	g := generator{r}
	lim := standard.limits(t)
	texts := corpusTexts(t)
	certain := 0
	for range 5_000 {
		raw := mutate(r, texts[r.IntN(len(texts))])
		raw = append(raw[:min(len(raw), 2000)], ' ')
		d := admit.Decide(raw, lim, trusted)
		if d.Reason < admit.MalformedJSON || d.Reason > admit.NumberOutOfRange || d.Offset == len(raw) {
			continue
		}
		certain++
		for range 5 {
			more := append(raw[:len(raw):len(raw)], g.pick("", "]", "}", `"`, "0", "\xff", `\udc00"`, smallest, "\x00", "e5", ":", "[[[[")...)
			more = append(more, mutate(r, raw)...)
			if got := admit.Decide(more, lim, trusted); got != d {
				t.Fatalf("%s: %s at %d; continued as %q: %s at %d", short(raw), d.Reason, d.Offset, more[len(raw):], got.Reason, got.Offset)
			}
		}
	}
	if certain < 1_000 {
		t.Errorf("test health: %d offences were certain, want 1,000", certain)
	}
}
