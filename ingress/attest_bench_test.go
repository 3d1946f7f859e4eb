package ingress_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/kvhints/hintcheck/ingress"
)

// BenchmarkVerify: what one request costs with two live keys, signed by the second.
func BenchmarkVerify(b *testing.B) {
	keys := []ingress.Key{newKey(b, "old", 'o'), newKey(b, "new", 'n')}
	for _, size := range []int{0, 4 << 10, 64 << 10} {
		b.Run(fmt.Sprintf("envelope=%d", size), func(b *testing.B) {
			a := order()
			a.Envelope = bytes.Repeat([]byte{' '}, size)
			header := sign(b, keys[1], a, orderTime)
			b.ReportAllocs()
			for b.Loop() {
				if ingress.Verify(keys, header, a, orderTime) != ingress.TrustVerified {
					b.Fatal("does not verify")
				}
			}
		})
	}
}
