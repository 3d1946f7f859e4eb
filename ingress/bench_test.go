package ingress_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/ingress"
)

// benchBodies are request bodies of the shapes that cost differently: prompts are
// few long strings, token ids many short numbers.
func benchBodies() []struct {
	name string
	body []byte
} {
	const hint = `,"kv_hints":` + good + `}`
	words := func(n int) string { return strings.Repeat("Once upon a time there was a cache. ", n/36) }
	turns := func(n int) string {
		turn := `{"role":"user","content":"` + words(1000) + `\n"},`
		return strings.TrimSuffix(strings.Repeat(turn, n/len(turn)), ",")
	}
	ids := func(n int) string {
		var b bytes.Buffer
		for i := range n {
			fmt.Fprintf(&b, "%d,", i*7919%128_256)
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	return []struct {
		name string
		body []byte
	}{
		{"chat 4 KiB", []byte(`{"model":"m","messages":[` + turns(4<<10) + `]` + hint)},
		{"chat 220 KiB", []byte(`{"model":"m","messages":[` + turns(220<<10) + `]` + hint)},
		{"text 4 MiB", []byte(`{"model":"m","prompt":"` + words(4<<20) + `"` + hint)},
		{"131072 token ids", []byte(`{"model":"m","prompt":[` + ids(131_072) + `]` + hint)},
	}
}

// BenchmarkScan is one body in chunks of 32 KiB, as a server reads it, from the
// first byte to the segments that go upstream.
func BenchmarkScan(b *testing.B) {
	p := policyOf(b, "worker")
	for _, shape := range benchBodies() {
		b.Run(shape.name, func(b *testing.B) {
			s := ingress.NewScan(p, int64(len(shape.body)))
			b.SetBytes(int64(len(shape.body)))
			b.ReportAllocs()
			for b.Loop() {
				s.Reset(p, int64(len(shape.body)))
				writeAll(s, shape.body, 32<<10)
				if s.Finish() != nil || s.Decide(untrusted).Disposition != ingress.Stripped {
					b.Fatal("not stripped")
				}
				if _, _, err := s.Edit().Segments(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDecoder is the floor under BenchmarkScan: the same bodies, copied in the
// same chunks and read by the decoder for their tokens, which nobody looks at.
func BenchmarkDecoder(b *testing.B) {
	profile := decoder.Body(0).WithTokens()
	for _, shape := range benchBodies() {
		b.Run(shape.name, func(b *testing.B) {
			s := decoder.NewScanner(profile)
			var body []byte
			b.SetBytes(int64(len(shape.body)))
			for b.Loop() {
				s.Reset(profile)
				body = body[:0]
				for rest := shape.body; len(rest) > 0; {
					n := min(32<<10, len(rest))
					body = append(body, rest[:n]...)
					for at := len(body) - n; at < len(body); at += 4096 {
						s.Take(body[:at])
						s.Scan(body[:min(at+4096, len(body))], false)
					}
					rest = rest[n:]
				}
				if s.Scan(body, true).Reason != decoder.None {
					b.Fatal("unreadable")
				}
			}
		})
	}
}

func writeAll(s *ingress.Scan, body []byte, size int) {
	for len(body) > 0 {
		n := min(size, len(body))
		if _, err := s.Write(body[:n]); err != nil {
			return
		}
		body = body[n:]
	}
}
