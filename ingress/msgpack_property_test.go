package ingress_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
	"github.com/kvhints/hintcheck/internal/reference/peer"
)

// heldPack are the laws that every MessagePack body keeps:
//
//   - the scanner reads what the oracle reads, and writes what it writes;
//   - it says the same however the body is cut into chunks;
//   - what goes upstream holds nothing more to cut;
//   - the tally counts once for a body that is not refused, and else not at all;
//   - memory is bounded by the bytes that came.
func heldPack(t testing.TB, body []byte, chunk int, trust admit.Trust) packResult {
	t.Helper()
	p := packPolicy(t)
	s := ingress.NewMsgpackScan(p, -1)
	err := writePack(s, body, 0)
	got := finishPack(t, s, err, trust)
	if held, most := s.Held(), 24*len(body)+4096; held > most {
		t.Fatalf("%d bytes are held for a body of %d: % .400x", held, len(body), body)
	}
	if diff := cmp.Diff(got, runPack(t, packPolicy(t), body, trust, chunk), cmpPack); diff != "" {
		t.Fatalf("% .400x in chunks of %d\n%s", body, chunk, diff)
	}
	tally, d := p.Authority().Tally(), got.Decision
	root, unread := parsePack(body)
	if len(body) == 0 {
		root, unread = &packNode{raw: body}, nil
	}
	switch {
	case (unread != nil) != (d.Cause == ingress.UnreadableBody):
		t.Fatalf("% .400x: %v, and the oracle says %v", body, err, unread)
	case unread != nil:
		if tally.Total() != 0 {
			t.Fatalf("% .400x: refused, with %d counts", body, tally.Total())
		}
		return got
	}
	v := judgePack(root, d.Admission.Outcome == admit.Admitted)
	if v.repeated != (d.Cause == ingress.DuplicateHandoff) && d.Cause != ingress.InvalidHandoff {
		t.Fatalf("% .400x: %v, and the oracle has a handoff twice: %v", body, d, v.repeated)
	}
	if d.Disposition == ingress.Refused {
		return got
	}
	if tally.Total() != 1 || tally.Count(d.Admission.Reason) != 1 {
		t.Fatalf("% .400x: %d counts", body, tally.Total())
	}
	if want := v.reason(trust, d.Admission.Reason); d.Admission.Reason != want {
		t.Fatalf("% .400x: %v, want %v", body, d.Admission.Reason, want)
	}
	if (d.Disposition == ingress.Forwarded) != bytes.Equal(body, got.Out) || !bytes.Equal(got.Out, v.upstream) {
		t.Fatalf("% .400x: %v as\n% .400x, want\n% .400x", body, d.Disposition, got.Out, v.upstream)
	}
	if again := runPack(t, packPolicy(t), got.Out, trust, 0); again.Decision.Disposition != ingress.Forwarded || !bytes.Equal(again.Out, got.Out) {
		t.Fatalf("% .400x goes upstream as\n% .400x and then %v", body, got.Out, again.Decision)
	}
	return got
}

// TestMsgpackAgreesWithJSON: a body in JSON and the same body in MessagePack, as
// encoding/json reads it and vmihailenco/msgpack writes it, have one fate, and what
// goes upstream of the one is what goes upstream of the other.
func TestMsgpackAgreesWithJSON(t *testing.T) {
	rounds := 6_000
	if testing.Short() {
		rounds = 1_000
	}
	seen := map[string]int{}
	for n := range rounds {
		r := rand.New(rand.NewPCG(31, uint64(n)))
		text := randomBody(r)
		if bytes.Contains(text, []byte(`\ud83d`)) {
			continue // half of a surrogate pair: MessagePack has no such name
		}
		body, err := peer.MessagePack(text)
		if err != nil {
			t.Fatal(err)
		}
		trust := admit.Trust(r.IntN(2))
		got := heldPack(t, body, 1+r.IntN(9), trust)
		want := scanned(t, policyOf(t, "worker"), text, len(text), trust)
		if a, b := got.Decision, want.decision; a.Disposition != b.Disposition || a.Cause != b.Cause || a.Status != b.Status || a.Admission.Reason != b.Admission.Reason || a.Trust != b.Trust {
			t.Fatalf("%s, %s\nis %+v in MessagePack and %+v in JSON", trust, text, a, b)
		}
		seen[got.Decision.Disposition.String()+" "+got.Decision.Admission.Reason.String()]++
		if got.Decision.Disposition == ingress.Refused {
			continue
		}
		upstream, err := peer.MessagePack(want.upstream)
		if err != nil || !bytes.Equal(upstream, got.Out) {
			t.Fatalf("%s, %s\ngoes upstream as % x\nwant the form of %s, % x, %v", trust, text, got.Out, want.upstream, upstream, err)
		}
	}
	for _, want := range []string{
		"forwarded absent", "forwarded admitted", "stripped absent", "stripped untrusted", "stripped admitted",
		"stripped duplicate_member", "stripped not_an_object", "stripped unsupported_version", "refused absent",
	} {
		if seen[want] < rounds/1000 {
			t.Errorf("only %d bodies are %s: the generator misses them (%v)", seen[want], want, seen)
		}
	}
}

// packWriter writes a body at random, with heads of any width, and beside it the body
// as it has to go upstream when nobody is trusted.
type packWriter struct {
	r          *rand.Rand
	body, want []byte
	out        bool // what is written now goes upstream
}

func (w *packWriter) raw(b ...byte) {
	w.body = append(w.body, b...)
	if w.out {
		w.want = append(w.want, b...)
	}
}

// head returns a head for n of something: its short form from fixed on up to most,
// or one of the wide forms.
func (w *packWriter) head(n int, fixed byte, most int, wide ...byte) []byte {
	width := w.r.IntN(len(wide) + 1)
	if width == 0 && n <= most {
		return []byte{fixed | byte(n)}
	}
	width = max(width-1, 0)
	for {
		first := wide[width]
		switch bytes := packSizes[first].bytes; {
		case bytes == 1 && n < 1<<8:
			return []byte{first, byte(n)}
		case bytes == 2 && n < 1<<16:
			return binary.BigEndian.AppendUint16([]byte{first}, uint16(n))
		case bytes == 4:
			return binary.BigEndian.AppendUint32([]byte{first}, uint32(n))
		}
		width++
	}
}

func (w *packWriter) str(text string) {
	w.raw(w.head(len(text), 0xa0, 31, 0xd9, 0xda, 0xdb)...)
	w.raw([]byte(text)...)
}

var (
	packCarriers = []string{"kv_hints", "KV_Hints", "kvhint", "router-hint", "kv_hint\u017f"}
	packPlain    = []string{"a", "", "model", "kv_hintsx", "metadata", "hint", "ключ"}
	packInPlace  = []string{"nvext", "NVEXT", "extra_args", "Sampling-Params", "requests", "params"}
)

// object writes a map. place says that a carrier in it counts.
func (w *packWriter) object(depth int, place bool) {
	n := w.r.IntN(6)
	if w.r.IntN(20) == 0 {
		n = 14 + w.r.IntN(20)
	}
	kinds := make([]int, n)
	gone := 0
	for i := range kinds {
		kinds[i] = w.r.IntN(3)
		if kinds[i] == 0 && place {
			gone++
		}
	}
	head := w.head(n, 0x80, 15, 0xde, 0xdf)
	w.body = append(w.body, head...)
	if w.out { // the same head with another count
		switch w.want = append(w.want, head...); len(head) {
		case 1:
			w.want[len(w.want)-1] -= byte(gone)
		case 3:
			binary.BigEndian.PutUint16(w.want[len(w.want)-2:], uint16(n-gone))
		case 5:
			binary.BigEndian.PutUint32(w.want[len(w.want)-4:], uint32(n-gone))
		}
	}
	for _, kind := range kinds {
		switch kind {
		case 0:
			before := w.out
			w.out = w.out && !place
			w.str(packCarriers[w.r.IntN(len(packCarriers))])
			w.value(depth+1, false)
			w.out = before
		case 1:
			w.str(packPlain[w.r.IntN(len(packPlain))])
			w.value(depth+1, false)
		case 2:
			w.str(packInPlace[w.r.IntN(len(packInPlace))])
			w.value(depth+1, place)
		}
	}
}

func (w *packWriter) value(depth int, place bool) {
	switch k := w.r.IntN(10); {
	case k < 3 && depth < 6:
		w.object(depth, place)
	case k < 5 && depth < 6:
		n := w.r.IntN(4)
		w.raw(w.head(n, 0x90, 15, 0xdc, 0xdd)...)
		for range n {
			w.value(depth+1, place)
		}
	case k < 6:
		w.str(strings.Repeat("é", w.r.IntN(40)))
	case k < 7:
		n := w.r.IntN(9)
		w.raw(w.head(n, 0, -1, 0xc4, 0xc5, 0xc6)...)
		for range n {
			w.raw(byte(w.r.Uint32()))
		}
	default:
		first := []byte{0xc0, 0xc2, 0xc3, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xd0, 0xd1, 0xd2, 0xd3, 0x00, 0x7f, 0xe0, 0xff}[w.r.IntN(17)]
		w.raw(first)
		for range packSizes[first].bytes {
			w.raw(byte(w.r.Uint32()))
		}
	}
}

func randomPack(seed uint64) *packWriter {
	w := &packWriter{r: rand.New(rand.NewPCG(41, seed)), out: true}
	w.object(0, true)
	return w
}

// TestMsgpackTrees: of random bodies with heads of any width goes upstream what the
// generator knows to be the tree without its carriers.
func TestMsgpackTrees(t *testing.T) {
	rounds := 2_000
	if testing.Short() {
		rounds = 300
	}
	stripped := 0
	for n := range rounds {
		w := randomPack(uint64(n))
		got := heldPack(t, w.body, 1+w.r.IntN(9), admit.Untrusted)
		if !bytes.Equal(got.Out, w.want) {
			t.Fatalf("% .400x goes upstream as\n% .400x, want\n% .400x", w.body, got.Out, w.want)
		}
		if !bytes.Equal(w.body, w.want) {
			stripped++
		}
		heldPack(t, w.body, 1+w.r.IntN(9), admit.Trusted)
		if len(w.body) > 1 { // and what is left of it when a byte is changed
			broken := bytes.Clone(w.body)
			broken[w.r.IntN(len(broken))] = byte(w.r.Uint32())
			heldPack(t, broken, 1+w.r.IntN(9), admit.Trust(w.r.IntN(2)))
		}
	}
	if stripped < rounds/2 {
		t.Errorf("only %d of %d bodies hold carriers", stripped, rounds)
	}
}

func FuzzMsgpackScan(f *testing.F) {
	for _, row := range packBodies {
		if body := packed(f, row.hex); len(body) < 1000 {
			f.Add(body, uint16(1), false)
		}
	}
	for n := range 50 {
		f.Add(randomPack(uint64(n)).body, uint16(n), n%2 == 0)
		if body, err := peer.MessagePack(randomBody(rand.New(rand.NewPCG(3, uint64(n))))); err == nil {
			f.Add(body, uint16(n), n%2 != 0)
		}
	}
	f.Add(packed(f, `82 'kv_hints' `+packHint+`'nvext' 81 'kv_hint' c0`), uint16(2), true)
	f.Add(packed(f, `82 'bootstrap_room' 01 'bootstrap_room' 02`), uint16(2), true)
	f.Add(packed(f, `81 'kv_hints' dd00ffffff`), uint16(2), true)
	f.Fuzz(func(t *testing.T, body []byte, chunk uint16, isTrusted bool) {
		if len(body) > 1<<14 {
			return // the oracle takes the square of the depth
		}
		trust := admit.Untrusted
		if isTrusted {
			trust = admit.Trusted
		}
		heldPack(t, body, int(chunk), trust)
	})
}
