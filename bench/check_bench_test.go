package bench_test

import (
	"testing"
	"unicode/utf8"

	"github.com/kvhints/hintcheck/bench"
)

// The workload is the outer loop everywhere: what is compared with each other
// runs next to each other.

// inTurn gives the documents, of so many bytes each, to f, one after the other and
// again from the first. f must take each; its scratch grows before the clock runs.
func inTurn(b *testing.B, bytes int64, docs [][]byte, f func(text []byte) bool) {
	for i, doc := range docs {
		if !f(doc) {
			b.Fatalf("document %d is not what it should be", i)
		}
	}
	b.SetBytes(bytes)
	i := 0
	stop := cpu(b)
	for b.Loop() {
		f(docs[i])
		i = (i + 1) % len(docs)
	}
	stop()
}

func BenchmarkCheck(b *testing.B) {
	for _, w := range bench.Workloads() {
		for _, c := range bench.Checkers() {
			b.Run(c.Name+"/"+w.Name, func(b *testing.B) {
				b.ReportAllocs()
				inTurn(b, w.Bytes(), w.Docs, c.New())
			})
		}
	}
}

// BenchmarkFloor is what the machine can do: copy the bytes, check that they are
// UTF-8, visit each. For the first and the last one document is as good as many.
func BenchmarkFloor(b *testing.B) {
	for _, w := range bench.Workloads() {
		run := func(name string, docs [][]byte, f func(text []byte)) {
			b.Run(name+"/"+w.Name, func(b *testing.B) {
				inTurn(b, w.Bytes(), docs, func(text []byte) bool { f(text); return true })
			})
		}
		to := make([]byte, 65<<10)
		run("memcpy", w.Docs[:1], func(text []byte) { copy(to, text) })
		run("utf8valid", w.Docs, func(text []byte) {
			if !utf8.Valid(text) {
				b.Fatal("not UTF-8")
			}
		})
		sum := uint64(0)
		run("bytesum", w.Docs[:1], func(text []byte) { sum += byteSum(text) })
		if sum == 0 {
			b.Log("no sum: the benchmark was left out")
		}
	}
}

// byteSum visits every byte once. The compiler does not vectorize it.
func byteSum(text []byte) uint64 {
	sum := uint64(0)
	for _, c := range text {
		sum += uint64(c)
	}
	return sum
}
