package report

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// Figure is what one benchmark gave: of several runs the least of each number.
type Figure struct {
	Nanoseconds float64 // for one operation
	Bytes       float64 // of input in one operation; 0 where it was not said
	Allocs      float64 // blocks in one operation; -1 where it was not said
}

// Figures has the figures by name, such as BenchmarkCheck/sonic/E64.
type Figures map[string]Figure

// Clock is the unit of the time that is read.
type Clock string

// The clocks.
const (
	Wall Clock = "ns/op"     // what go test measures
	CPU  Clock = "cpu-ns/op" // processor time, where a benchmark gives it; else Wall
)

// line is one result: name, count, then pairs of number and unit.
var line = regexp.MustCompile(`^(Benchmark\S+?)(?:-\d+)?\s+\d+\s+(.*)$`)

// Add reads the output of one run of go test -bench into f.
func (f Figures) Add(r io.Reader, clock Clock) error {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		m := line.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		got := Figure{Nanoseconds: -1, Allocs: -1}
		fields := strings.Fields(m[2])
		speed, wall := 0.0, 0.0
		for i := 0; i+1 < len(fields); i += 2 {
			n, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				return fmt.Errorf("%s: %w", m[1], err)
			}
			if fields[i+1] == string(Wall) {
				wall = n
			}
			switch fields[i+1] {
			case string(clock):
				got.Nanoseconds = n
			case "MB/s":
				speed = n
			case "allocs/op":
				got.Allocs = n
			}
		}
		if wall <= 0 {
			return fmt.Errorf("%s has no %s", m[1], Wall)
		}
		if got.Nanoseconds < 0 {
			got.Nanoseconds = wall
		}
		got.Bytes = speed * wall / 1e3
		if old, again := f[m[1]]; again {
			got.Nanoseconds = min(got.Nanoseconds, old.Nanoseconds)
			got.Allocs = min(got.Allocs, old.Allocs)
			got.Bytes = max(got.Bytes, old.Bytes)
		}
		f[m[1]] = got
	}
	return lines.Err()
}

// perByte is nanoseconds for a byte of input.
func (f Figure) perByte() float64 { return f.Nanoseconds / f.Bytes }
