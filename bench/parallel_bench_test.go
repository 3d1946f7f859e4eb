package bench_test

import (
	"runtime"
	"sync"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/bench"
	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

// BenchmarkParallel does the same work in one goroutine and in two at a time,
// who share one Authority. It needs two processors to say anything, and gives
// the wall clock only: processor time does not show who waits.
func BenchmarkParallel(b *testing.B) {
	if runtime.NumCPU() < 2 || runtime.GOMAXPROCS(0) < 2 {
		b.Log("BenchmarkParallel is left out: it needs two processors")
		return
	}
	workloads := bench.Workloads()
	for _, w := range workloads[:2] {
		a := admit.NewAuthority(limits.Default())
		run := func(name string, each func() func(doc []byte)) {
			for _, n := range []struct {
				name       string
				goroutines int
			}{{"one", 1}, {"two", 2}} {
				b.Run(name+"_"+w.Name+"/"+n.name, func(b *testing.B) {
					b.SetBytes(w.Bytes())
					together(b, n.goroutines, w.Docs, each)
				})
			}
		}
		run("check", func() func([]byte) {
			profile := decoder.Strict(a.Limits())
			s := decoder.NewScanner(profile)
			return func(doc []byte) {
				s.Reset(profile)
				s.Scan(doc, true)
			}
		})
		run("ignored", func() func([]byte) {
			return func(doc []byte) { a.Admit(doc[:len(doc)-1], admit.Trusted) }
		})
		run("admitted", func() func([]byte) {
			return func(doc []byte) { a.Admit(doc, admit.Trusted) }
		})
	}
}

// together does b.N operations, shared out to n goroutines.
func together(b *testing.B, n int, docs [][]byte, each func() func([]byte)) {
	work := make([]func([]byte), n)
	for i := range work {
		work[i] = each()
		for _, doc := range docs { // scratch grows here
			work[i](doc)
		}
	}
	var group sync.WaitGroup
	b.ResetTimer()
	for i := range n {
		share := b.N / n
		if i < b.N%n {
			share++
		}
		group.Go(func() {
			for k := range share {
				work[i](docs[(k+16*i)%len(docs)])
			}
		})
	}
	group.Wait()
}
