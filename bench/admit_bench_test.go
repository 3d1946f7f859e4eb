package bench_test

import (
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/bench"
	"github.com/kvhints/hintcheck/bench/report"
	"github.com/kvhints/hintcheck/limits"
)

// BenchmarkAdmit: check, shape, MessagePack, read back, freeze.
func BenchmarkAdmit(b *testing.B) {
	for _, w := range bench.Workloads() {
		for _, a := range bench.Admitters() {
			b.Run(a.Name+"/"+w.Name, func(b *testing.B) {
				admit := a.New()
				for i, doc := range w.Docs { // scratch grows here
					if _, ok := admit(doc); !ok {
						b.Fatalf("document %d is refused", i)
					}
				}
				b.SetBytes(w.Bytes())
				b.ReportAllocs()
				i := 0
				stop := cpu(b)
				for b.Loop() {
					admit(w.Docs[i])
					i = (i + 1) % len(w.Docs)
				}
				stop()
			})
		}
	}
}

// BenchmarkIgnored ignores each workload at its last byte, which is missing.
func BenchmarkIgnored(b *testing.B) {
	for _, w := range bench.Workloads() {
		b.Run(report.Ours+"/"+w.Name, func(b *testing.B) {
			a := admit.NewAuthority(limits.Default())
			ignore := func(doc []byte) {
				if a.Admit(doc[:len(doc)-1], admit.Trusted).Reason != admit.MalformedJSON {
					b.Fatal("not ignored for its last byte")
				}
			}
			for _, doc := range w.Docs {
				ignore(doc)
			}
			b.SetBytes(w.Bytes() - 1)
			b.ReportAllocs()
			i := 0
			stop := cpu(b)
			for b.Loop() {
				ignore(w.Docs[i])
				i = (i + 1) % len(w.Docs)
			}
			stop()
		})
	}
}
