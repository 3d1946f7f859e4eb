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
				b.ReportAllocs()
				inTurn(b, w.Bytes(), w.Docs, func(doc []byte) bool { _, ok := admit(doc); return ok })
			})
		}
	}
}

// BenchmarkIgnored ignores each workload at its last byte, which is missing.
func BenchmarkIgnored(b *testing.B) {
	for _, w := range bench.Workloads() {
		b.Run(report.Ours+"/"+w.Name, func(b *testing.B) {
			a := admit.NewAuthority(limits.Default())
			b.ReportAllocs()
			inTurn(b, w.Bytes()-1, w.Docs, func(doc []byte) bool {
				return a.Admit(doc[:len(doc)-1], admit.Trusted).Reason == admit.MalformedJSON
			})
		})
	}
}
