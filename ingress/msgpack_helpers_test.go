package ingress_test

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

// packed turns hex into bytes. Spaces are left out, and what stands in quotes is a
// fixstr, its head included: 81 'a' 01 is 81a16101.
func packed(t testing.TB, text string) []byte {
	t.Helper()
	var out []byte
	for i, part := range strings.Split(text, "'") {
		if i%2 == 1 {
			if len(part) > 31 {
				t.Fatalf("%q is too long for a fixstr", part)
			}
			out = append(append(out, 0xa0|byte(len(part))), part...)
			continue
		}
		b, err := hex.DecodeString(strings.ReplaceAll(part, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b...)
	}
	return out
}

// packHint is an envelope that admission admits, written by hand.
const packHint = `83 'protocol_version' '0.1' 'message_id' 'm' 'actions' 90`

// packHintJSON is its JSON text.
const packHintJSON = `{"protocol_version":"0.1","message_id":"m","actions":[]}`

func packPolicy(t testing.TB, options ...ingress.Option) ingress.Policy {
	t.Helper()
	p, err := ingress.NewPolicy(ingress.Worker, options...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// packResult is what became of a body.
type packResult struct {
	Decision ingress.Decision
	Hint     string // JSON of the snapshot
	Out      []byte // what goes upstream
}

// cmpPack compares results, of whose snapshots only the text counts.
var cmpPack = cmp.Options{
	cmp.Comparer(bytes.Equal), // nil is empty
	cmp.Comparer(func(a, b admit.Snapshot) bool { return a.Equal(b) }),
}

// runPack scans a body in chunks of n bytes, all at once if n is 0.
func runPack(t testing.TB, p ingress.Policy, body []byte, trust admit.Trust, n int) packResult {
	t.Helper()
	s := ingress.NewMsgpackScan(p, -1)
	return finishPack(t, s, writePack(s, body, n), trust)
}

func writePack(s *ingress.MsgpackScan, body []byte, n int) error {
	if n == 0 {
		n = len(body)
	}
	for len(body) > 0 {
		n = min(n, len(body))
		if _, err := s.Write(body[:n]); err != nil {
			return err
		}
		body = body[n:]
	}
	return s.Finish()
}

func finishPack(t testing.TB, s *ingress.MsgpackScan, failed error, trust admit.Trust) packResult {
	t.Helper()
	r := packResult{Decision: s.Decide(trust)}
	if h := r.Decision.Admission.Snapshot; !h.IsZero() {
		r.Hint = string(h.JSON())
		r.Decision.Admission.Snapshot = admit.Snapshot{} // compared as text
	}
	segments, size, err := s.Edit().Segments()
	if (err != nil) != (failed != nil) || (failed != nil) != (r.Decision.Disposition == ingress.Refused) {
		t.Fatalf("Finish: %v, Segments: %v, disposition: %v", failed, err, r.Decision.Disposition)
	}
	r.Out = bytes.Join(segments, nil)
	if int64(len(r.Out)) != size {
		t.Fatalf("%d bytes in segments, %d told", len(r.Out), size)
	}
	return r
}
