package ingress_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

// held are the laws that every body keeps, in one role and with one trust:
//
//   - the scanner says what the oracle says;
//   - it says the same however the body is cut into chunks;
//   - what goes upstream holds nothing more to cut: scanned again it is forwarded
//     as it is;
//   - the tally counts once for a body that is not refused, and else not at all.
func held(t testing.TB, role string, body []byte, size int, trust admit.Trust) {
	t.Helper()
	p := policyOf(t, role)
	whole := scanned(t, p, body, len(body)+1, trust)
	want := oracle(role, body, trust)
	got := verdict{whole.decision.Disposition.String(), whole.decision.Cause.String(), whole.decision.Admission.Reason.String(), whole.upstream}
	refused := want.disposition == "refused"
	if refused {
		got.reason = ""
		if tally := p.Authority().Tally(); tally.Total() != 0 {
			t.Fatalf("%s: a refused body counts %d times\n%.2000q", role, tally.Total(), body)
		}
	} else if tally := p.Authority().Tally(); tally.Total() != 1 || tally.Count(whole.decision.Admission.Reason) != 1 {
		t.Fatalf("%s: %d counts\n%.2000q", role, tally.Total(), body)
	}
	if want.cause == "unreadable_body" && got.cause == "handoff_not_allowed" {
		got.cause = want.cause // it came first
	}
	if got.String() != want.String() {
		t.Fatalf("%s, %s\n%.2000q\n got %v\nwant %v", role, trust, body, got, want)
	}
	chunked := scanned(t, p, body, size, trust)
	if diff := cmp.Diff(whole, chunked, cmp.AllowUnexported(outcome{})); diff != "" {
		t.Fatalf("%s, %s, chunks of %d\n%.2000q\n-whole +chunked:\n%s", role, trust, size, body, diff)
	}
	if refused {
		return
	}
	again := scanned(t, p, whole.upstream, len(body)+1, trust)
	if again.decision.Disposition != ingress.Forwarded || !bytes.Equal(again.upstream, whole.upstream) {
		t.Fatalf("%s, %s\n%.2000q\nforwarded as\n%.2000q\nand then %s as\n%.2000q", role, trust, body, whole.upstream, again.decision.Disposition, again.upstream)
	}
}

// TestScanAgreesWithOracle holds the laws for bodies made at random of what
// matters, and for such bodies with a byte changed.
func TestScanAgreesWithOracle(t *testing.T) {
	rounds := 6_000
	if testing.Short() {
		rounds = 1_000
	}
	seen := map[string]int{}
	for n := range rounds {
		r := rand.New(rand.NewPCG(11, uint64(n)))
		body := randomBody(r)
		if n%3 == 0 && len(body) > 0 {
			body = disturbed(r, body)
		}
		for _, role := range []string{"edge", "worker"} {
			trust := admit.Trust(r.IntN(2))
			held(t, role, body, 1+r.IntN(9), trust)
			v := oracle(role, body, trust)
			seen[v.disposition+" "+v.cause+" "+v.reason]++
		}
	}
	for _, want := range []string{
		"forwarded none absent", "forwarded none admitted", "stripped none absent", "stripped none untrusted", "stripped none admitted",
		"stripped none duplicate_member", "stripped none not_an_object", "refused handoff_not_allowed ", "refused duplicate_handoff ", "refused invalid_handoff ", "refused unreadable_body ",
	} {
		if seen[want] < rounds/1000 {
			t.Errorf("only %d bodies are %s: the generator misses them (%v)", seen[want], want, seen)
		}
	}
}

func FuzzIngressScan(f *testing.F) {
	for _, c := range cases(f) {
		f.Add(c.Body.bytes(), uint16(5), byte(0))
		f.Add(c.Body.bytes(), uint16(1), byte(3))
	}
	for n := range 50 {
		f.Add(randomBody(rand.New(rand.NewPCG(3, uint64(n)))), uint16(n), byte(n))
	}
	f.Fuzz(func(t *testing.T, body []byte, size uint16, how byte) {
		role := "edge"
		if how&1 != 0 {
			role = "worker"
		}
		if bytes.Count(body, []byte("["))+bytes.Count(body, []byte("{")) >= 10_000 {
			return // deeper than encoding/json goes
		}
		held(t, role, body, int(size)+1, admit.Trust(how>>1&1))
	})
}

// namesThatMatter are spelled in ways that a reader may take for one another.
var namesThatMatter = [...]string{
	`kv_hints`, `kv_hints`, `kv\u005fhints`, `KV_HINTS`, `kv-hint`, "kv_hint\u017f", "\u212av_hints", `\u212aV_HINTS`, `routerHint`, `kv_hintsx`, `kv_hints\u0000`, `\ud83dkv_hints`, `kv_hints\ud83d\\`,
	`nvext`, `extra_args`, `EXTRA-BODY`, `sampling\u005fparams`, `requests`, `params`, `vllm_xargs`, `requests`, `nvext`,
	`kv_transfer_params`, `disaggregated_params`, `bootstrap_room`, `bootstrapHost`, `bootstrap`, `ec\u005ftransfer_params`,
	`model`, `metadata`, ``, `\\`, `\"`, `messages`, `a`, `prompt`,
}

func randomBody(r *rand.Rand) []byte {
	var b bytes.Buffer
	space(r, &b)
	randomObject(r, &b, 0, r.IntN(2) == 0)
	space(r, &b)
	return b.Bytes()
}

func space(r *rand.Rand, b *bytes.Buffer) {
	for r.IntN(5) == 0 {
		b.WriteByte(" \t\r\n"[r.IntN(4)])
	}
}

func randomObject(r *rand.Rand, b *bytes.Buffer, depth int, handoffs bool) {
	b.WriteByte('{')
	space(r, b)
	for i := range r.IntN(6 - min(depth, 3)) {
		if i > 0 {
			b.WriteByte(',')
			space(r, b)
		}
		name := namesThatMatter[r.IntN(len(namesThatMatter))]
		if lower := strings.ToLower(name); !handoffs && (strings.Contains(lower, "transfer") || strings.Contains(lower, "disagg") || strings.Contains(lower, "bootstrap")) {
			name = "n"
		}
		b.WriteString(`"` + name + `"`)
		space(r, b)
		b.WriteByte(':')
		space(r, b)
		if isHandoff(name, true) && r.IntN(3) > 0 {
			b.WriteString("null") // most values are no handoff's
		} else {
			randomValue(r, b, depth+1, handoffs)
		}
		space(r, b)
	}
	b.WriteByte('}')
}

func randomValue(r *rand.Rand, b *bytes.Buffer, depth int, handoffs bool) {
	switch k := r.IntN(12); {
	case k < 4 && depth < 7:
		randomObject(r, b, depth, handoffs)
	case k == 4 && depth < 7:
		b.WriteByte('[')
		space(r, b)
		for i := range r.IntN(4) {
			if i > 0 {
				b.WriteByte(',')
			}
			randomValue(r, b, depth+1, handoffs)
			space(r, b)
		}
		b.WriteByte(']')
	case k < 8:
		b.WriteString([]string{good, `null`, `{"protocol_version":"0.2"}`, `"é,}\"kv_hints\":"`}[r.IntN(4)])
	default:
		fmt.Fprint(b, []any{`null`, `true`, `-0.5e3`, 17, `"x"`, `""`, `"\\"`, `false`}[r.IntN(8)])
	}
}

// disturbed returns body with one byte changed, left out or put in.
func disturbed(r *rand.Rand, body []byte) []byte {
	const bytesThatMatter = "{}[],:\"\\ 0-n\x00\xff\xc3\xe2"
	at, c := r.IntN(len(body)), bytesThatMatter[r.IntN(len(bytesThatMatter))]
	switch r.IntN(3) {
	case 0:
		return append(append(bytes.Clone(body[:at]), c), body[at+1:]...)
	case 1:
		return append(bytes.Clone(body[:at]), body[at+1:]...)
	}
	return append(append(bytes.Clone(body[:at]), c), body[at:]...)
}
