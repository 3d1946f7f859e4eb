package ingress_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

// BenchmarkMsgpackScan reads a body, decides and asks what goes upstream: of a prompt
// as text, and of one as token ids, which is the most values for the bytes.
func BenchmarkMsgpackScan(b *testing.B) {
	p := packPolicy(b)
	for _, size := range []int{4 << 10, 220 << 10, 4 << 20} {
		tokens := []byte{0xdd, byte(size / 3 >> 24), byte(size / 3 >> 16), byte(size / 3 >> 8), byte(size / 3)}
		for _, row := range []struct {
			name   string
			prompt []byte
		}{
			{"text", append([]byte{0xdb, byte(size >> 24), byte(size >> 16), byte(size >> 8), byte(size)}, bytes.Repeat([]byte{'x'}, size)...)},
			{"tokens", append(tokens, bytes.Repeat([]byte{0xcd, 0x12, 0x34}, size/3)...)},
		} {
			body := append(packed(b, `83 'model' 'm' 'kv_hints' `+packHint+`'prompt'`), row.prompt...)
			b.Run(fmt.Sprintf("%s/%d", row.name, size), func(b *testing.B) {
				s := ingress.NewMsgpackScan(p, int64(len(body)))
				b.SetBytes(int64(len(body)))
				b.ReportAllocs()
				for b.Loop() {
					s.Reset(p, int64(len(body)))
					if err := writePack(s, body, 32<<10); err != nil {
						b.Fatal(err)
					}
					s.Decide(admit.Untrusted)
					if _, _, err := s.Edit().Segments(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
