package decoder_test

import (
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

// BenchmarkHostile reports ns/byte of every document, whole and in chunks, at
// 64 and at 128 KiB. Documents that are ignored early cost next to nothing.
func BenchmarkHostile(b *testing.B) {
	p := standard(b)
	for _, d := range documents() {
		b.Run(d.name, func(b *testing.B) {
			for _, chunk := range []struct {
				name string
				size int
			}{{"whole", sizeTwo}, {"chunk64", 64}, {"chunk1", 1}} {
				b.Run(chunk.name, func(b *testing.B) {
					for _, size := range []struct {
						name string
						n    int
					}{{"64KiB", sizeOne}, {"128KiB", sizeTwo}} {
						text := []byte(d.build(size.n))
						b.Run(size.name, func(b *testing.B) {
							s := decoder.NewScanner(p)
							b.ReportAllocs()
							b.SetBytes(int64(len(text)))
							for b.Loop() {
								s.Reset(p)
								scanChunks(s, text, chunk.size)
							}
							b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)), "ns/byte")
						})
					}
				})
			}
		})
	}
}
