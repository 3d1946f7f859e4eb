// Command process measures whole processes on the same lines: hintcheck admit --lines,
// jq -c . and Python with msgspec, each from a file to nothing.
//
//	go -C cmd/hintcheck build -o /tmp/hintcheck      # in the root
//	go -C bench run ./cmd/process -hintcheck /tmp/hintcheck -python venv/bin/python
//
// The lines are case lines with an envelope of about 1 KiB each, from a fixed seed.
// jq reads every line and writes it again, with the envelope as the string that it is
// there; Python decodes every line and the envelope in it and encodes that as
// MessagePack, line by line, as a server would. Neither judges: see
// "What each skips" in the README.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/kvhints/hintcheck/bench"
)

//go:embed lines.py
var linesPy string

func main() {
	log.SetFlags(0)
	size := flag.Int64("size", 1<<30, "bytes of case lines")
	rounds := flag.Int("rounds", 3, "rounds; the least time counts")
	hintcheck := flag.String("hintcheck", "hintcheck", "the command to measure")
	python := flag.String("python", "python3", "a Python with msgspec")
	flag.Parse()
	if err := run(*size, *rounds, *hintcheck, *python); err != nil {
		log.Fatal(err)
	}
}

// program is a process to measure: its name in the table and its arguments.
type program struct {
	name string
	args []string
	use  usage // the least of the rounds, of memory the most
}

// usage is what one run of a program took.
type usage struct {
	wall, cpu time.Duration
	peak      int64 // bytes resident at most
}

func run(size int64, rounds int, hintcheck, python string) error {
	file, err := os.CreateTemp("", "cases-*.jsonl")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	lines, written, err := writeLines(file, size)
	if err != nil {
		return err
	}
	programs := []program{
		{name: "hintcheck admit --lines", args: []string{hintcheck, "admit", "--lines", file.Name()}},
		{name: "jq -c .", args: []string{"jq", "-c", ".", file.Name()}},
		{name: "python msgspec", args: []string{python, "-c", linesPy, file.Name()}},
	}
	for range rounds {
		for i := range programs {
			u, err := measure(programs[i].args)
			if err != nil {
				return fmt.Errorf("%s: %w", programs[i].name, err)
			}
			programs[i].use = least(programs[i].use, u)
		}
	}
	fmt.Printf("%d lines, %d bytes, the least of %d interleaved rounds\n\n", lines, written, rounds)
	fmt.Printf("%-24s %8s %8s %8s %10s\n", "", "seconds", "cpu", "MB/s", "peak MiB")
	for _, p := range programs {
		fmt.Printf("%-24s %8.2f %8.2f %8.1f %10.1f\n", p.name, p.use.wall.Seconds(), p.use.cpu.Seconds(),
			float64(written)/1e6/p.use.wall.Seconds(), float64(p.use.peak)/(1<<20))
	}
	return nil
}

// writeLines writes case lines until size bytes are there.
func writeLines(file *os.File, size int64) (lines int, written int64, err error) {
	envelopes := bench.Workloads()[0]
	out := bufio.NewWriterSize(file, 1<<20)
	var line []byte
	for written < size {
		line = append(strconv.AppendInt(append(line[:0], `{"id":`...), int64(lines), 10), `,"trust":"trusted","json":`...)
		envelope, err := json.Marshal(string(envelopes.Docs[lines%len(envelopes.Docs)]))
		if err != nil {
			return 0, 0, err
		}
		line = append(append(line, envelope...), '}', '\n')
		n, err := out.Write(line)
		if err != nil {
			return 0, 0, err
		}
		lines++
		written += int64(n)
	}
	return lines, written, out.Flush()
}

// measure runs a program with its answers thrown away.
func measure(args []string) (usage, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stderr = os.Stderr
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return usage{}, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for u := (usage{}); ; {
		select {
		case <-tick.C:
			u.peak = max(u.peak, peakOf(cmd.Process.Pid))
		case err := <-ended:
			u.wall = time.Since(begin)
			u.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			return u, err
		}
	}
}

// peakOf returns the most memory that a process has had resident so far, in bytes, or
// 0. Linux says it in /proc; what wait4 says has the parent's in it, up to exec.
func peakOf(pid int) int64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // it may have ended
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kilobytes int64
	fmt.Sscan(after, &kilobytes)
	return kilobytes << 10
}

func least(a, b usage) usage {
	if a.wall == 0 {
		return b
	}
	return usage{min(a.wall, b.wall), min(a.cpu, b.cpu), max(a.peak, b.peak)}
}
