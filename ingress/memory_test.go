package ingress_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kvhints/hintcheck/ingress"
)

// TestMemory: how much room a Scan holds while a body comes and after it.
func TestMemory(t *testing.T) {
	p := policyOf(t, "edge")
	s := ingress.NewScan(p, 30<<20)
	if s.Held() > 1<<20 {
		t.Errorf("%d bytes held for a declared length alone", s.Held())
	}
	s.Write([]byte(`{"a":"`))
	chunk := []byte(strings.Repeat("x", 1<<20))
	for n := range 20 {
		s.Write(chunk)
		if come := (n + 1) << 20; s.Held() > 4*come+64<<10 {
			t.Errorf("%d bytes held for %d", s.Held(), come)
		}
	}
	s.Reset(p, -1)
	if s.Held() > 8<<20 {
		t.Errorf("%d bytes kept after a large body", s.Held())
	}
	s.Write([]byte(`{"a":"`))
	for range 3 {
		s.Write(chunk)
	}
	s.Reset(p, -1)
	if s.Held() < 3<<20 {
		t.Errorf("%d bytes kept after a body that filled its room", s.Held())
	}
	s.Write([]byte("{}"))
	s.Reset(p, -1)
	if s.Held() > 1<<20 {
		t.Errorf("%d bytes kept after a small body", s.Held())
	}
	members := strings.Repeat(`"":1,`, 1<<20)
	s.Write([]byte("{" + members))
	if s.Held() > 5*len(members) {
		t.Errorf("%d bytes held for %d bytes of small members", s.Held(), len(members))
	}
}

// TestHostileShapes: bodies that are made to be slow. Work that grows with the
// square of what they repeat would take minutes, a step for each byte milliseconds.
func TestHostileShapes(t *testing.T) {
	for name, body := range map[string]string{
		"carriers":         "{" + strings.Repeat(`"kv_hint":1,`, 50_000) + `"a":1}`,
		"carriers apart":   "{" + strings.Repeat(`"kv_hint":1,"a":1,`, 50_000) + `"a":1}`,
		"nested":           strings.Repeat(`{"nvext":`, 50_000) + "1" + strings.Repeat("}", 50_000),
		"nested handoffs":  strings.Repeat(`{"kv_transfer_params":`, 30_000) + "null" + strings.Repeat("}", 30_000),
		"arrays in place":  `{"requests":` + strings.Repeat("[", 500_000) + strings.Repeat("]", 500_000) + `}`,
		"a long name":      `{"` + strings.Repeat("_", 500_000) + `":1,"` + strings.Repeat(`\u005f`, 100_000) + `":1}`,
		"long whitespace":  "{" + strings.Repeat(" ", 500_000) + `"kv_hints":1` + strings.Repeat(" ", 500_000) + "}",
		"bootstrap":        "{" + bootstraps(30_000) + `"a":1}`,
		"repeated handoff": "{" + strings.Repeat(`"bootstrap_room":1,`, 30_000) + `"a":1}`,
	} {
		start := time.Now()
		scanned(t, policyOf(t, "worker"), []byte(body), 32<<10, untrusted)
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s: %d bytes took %v", name, len(body), took)
		}
	}
}

func bootstraps(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"bootstrap_%d":null,`, i)
	}
	return b.String()
}
