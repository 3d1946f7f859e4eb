package bench_test

import (
	"syscall"
	"testing"
	"time"
)

// cpu measures the processor time of what runs between its call and the call of
// what it returns, and reports it beside the wall clock: a busy neighbour on the
// machine adds to the one and hardly to the other.
//
//	stop := cpu(b)
//	for b.Loop() { ... }
//	stop()
func cpu(b *testing.B) (stop func()) {
	begin := processorTime(b)
	return func() {
		b.ReportMetric(float64(processorTime(b)-begin)/float64(b.N), "cpu-ns/op")
	}
}

// processorTime is that of the whole process, the garbage collector included.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
