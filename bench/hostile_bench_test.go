package bench_test

import (
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/bench"
	"github.com/kvhints/hintcheck/bench/report"
	"github.com/kvhints/hintcheck/limits"
)

const hostileSize = 64 << 10

// BenchmarkHostile times how long each takes to accept or to refuse the hostile
// set. Pairs that do not end within any patience are in report.LeftOut.
func BenchmarkHostile(b *testing.B) {
	for _, d := range bench.HostileDocs() {
		for _, c := range bench.Checkers() {
			if report.LeftOut(c.Name, d.Name) != "" {
				continue
			}
			runHostile(b, c.Name+"/"+d.Name, d.Build(hostileSize), c.New())
			if c.Name == report.Ours {
				runHostile(b, c.Name+"/"+d.Name+report.Doubled, d.Build(2*hostileSize), c.New())
			}
		}
	}
}

// BenchmarkHostileAdmit puts the hostile set into the payload of an envelope.
func BenchmarkHostileAdmit(b *testing.B) {
	lim, err := limits.New(limits.MaxBytes(2 * hostileSize))
	if err != nil {
		b.Fatal(err)
	}
	for _, d := range bench.HostileDocs() {
		a := admit.NewAuthority(lim)
		admits := func(text []byte) bool { return a.Admit(text, admit.Trusted).Outcome == admit.Admitted }
		runHostile(b, report.Ours+"/"+d.Name, bench.InEnvelope(d.Build, hostileSize), admits)
		runHostile(b, report.Ours+"/"+d.Name+report.Doubled, bench.InEnvelope(d.Build, 2*hostileSize), admits)
	}
}

func runHostile(b *testing.B, name, text string, judge func([]byte) bool) {
	raw := []byte(text)
	b.Run(name, func(b *testing.B) {
		judge(raw) // scratch grows here
		b.SetBytes(int64(len(raw)))
		b.ReportAllocs()
		stop := cpu(b)
		for b.Loop() {
			judge(raw)
		}
		stop()
	})
}
