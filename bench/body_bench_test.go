package bench_test

import (
	"testing"

	"github.com/kvhints/hintcheck/bench"
	"github.com/kvhints/hintcheck/bench/report"
	"github.com/kvhints/hintcheck/decoder"
)

// BenchmarkBody scans request bodies by the Body profile, whole and as they
// arrive in chunks, and measures what the machine can do with the same bytes.
func BenchmarkBody(b *testing.B) {
	for _, body := range bench.Bodies() {
		run := func(name string, text []byte, f func(text []byte)) {
			b.Run(name+"/"+body.Name, func(b *testing.B) {
				f(text)
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				stop := cpu(b)
				for b.Loop() {
					f(text)
				}
				stop()
			})
		}
		profile := decoder.Body(0)
		s := decoder.NewScanner(profile)
		scan := func(chunk int) func(text []byte) {
			return func(text []byte) {
				s.Reset(profile)
				if scanChunks(s, text, chunk) != decoder.None {
					b.Fatal("the body is refused")
				}
			}
		}
		to := make([]byte, len(body.Text))
		sum := uint64(0)
		run("memcpy", body.Text, func(text []byte) { copy(to, text) })
		run("bytesum", body.Text, func(text []byte) { sum += byteSum(text) })
		run("whole", body.Text, scan(len(body.Text)))
		run("chunk4096", body.Text, scan(4096))
		run("chunk64", body.Text, scan(64))
		run("chunk1", body.Text, scan(1))
		run("chunk1"+report.Halved, body.Half, scan(1))
		if sum == 1 {
			b.Log(sum) // so that nobody can leave the sum out
		}
	}
}

// scanChunks lets the scanner see the text grow by a chunk at a time.
func scanChunks(s *decoder.Scanner, text []byte, chunk int) decoder.Reason {
	for n := chunk; n < len(text); n += chunk {
		if o := s.Scan(text[:n], false); o.Reason != decoder.None {
			return o.Reason
		}
	}
	return s.Scan(text, true).Reason
}
