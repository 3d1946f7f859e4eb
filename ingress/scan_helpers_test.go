package ingress_test

import (
	"bytes"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

const (
	untrusted = admit.Untrusted
	trusted   = admit.Trusted
)

// good is an envelope that admission takes.
const good = `{"protocol_version":"0.1","message_id":"m1","actions":[]}`

// policyOf returns the policy of a role, each time with its own authority.
func policyOf(t testing.TB, role string, options ...ingress.Option) ingress.Policy {
	t.Helper()
	roles := map[string]ingress.Role{"edge": ingress.Edge, "worker": ingress.Worker}
	p, err := ingress.NewPolicy(roles[role], options...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// outcome is all that can be seen of one scan.
type outcome struct {
	err      error // of Finish
	decision ingress.Decision
	upstream []byte
}

// scanned writes body in chunks of size bytes and returns what became of it.
func scanned(t testing.TB, p ingress.Policy, body []byte, size int, trust admit.Trust) outcome {
	t.Helper()
	s := ingress.NewScan(p, -1)
	return finished(t, s, body, size, trust)
}

func finished(t testing.TB, s *ingress.Scan, body []byte, size int, trust admit.Trust) outcome {
	t.Helper()
	var early error
	for rest := body; len(rest) > 0 && early == nil; {
		n := min(size, len(rest))
		var taken int
		taken, early = s.Write(rest[:n])
		if early == nil && taken != n {
			t.Fatalf("%d of %d bytes taken without an error", taken, n)
		}
		rest = rest[n:]
	}
	got := outcome{err: s.Finish()}
	if early != nil && early != got.err {
		t.Fatalf("Write says %v, Finish %v", early, got.err)
	}
	got.decision = s.Decide(trust)
	segments, length, err := s.Edit().Segments()
	got.upstream = bytes.Join(segments, nil)
	if err == nil && int64(len(got.upstream)) != length {
		t.Fatalf("the segments have %d bytes and say %d", len(got.upstream), length)
	}
	if refused := got.decision.Disposition == ingress.Refused; err != nil && !refused || err != nil && len(segments) > 0 {
		t.Fatalf("%s: segments %d, error %v", got.decision.Disposition, len(segments), err)
	}
	return got
}

func joined(segments [][]byte) string { return string(bytes.Join(segments, nil)) }
