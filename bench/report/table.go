package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// table lines up cells; the first error of the writer is kept.
type table struct {
	out  io.Writer
	tabs *tabwriter.Writer
	f    Figures
	err  error
}

func (t *table) title(format string, args ...any) {
	t.flush()
	_, err := fmt.Fprintf(t.out, "\n"+format+"\n", args...)
	t.keep(err)
	t.tabs = tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
}

func (t *table) row(cells ...string) {
	_, err := fmt.Fprintln(t.tabs, "  "+strings.TrimRight(strings.Join(cells, "\t"), "\t"))
	t.keep(err)
}

func (t *table) flush() {
	if t.tabs != nil {
		t.keep(t.tabs.Flush())
	}
}

func (t *table) keep(err error) {
	if t.err == nil {
		t.err = err
	}
}

// Write prints the ratios of f with the targets beside them, and what each peer
// skips; sections without any figure are left out. It returns how many targets
// are met, missed and without figures.
func Write(out io.Writer, f Figures) (met, missed, unknown int, err error) {
	t := &table{out: out, f: f}
	t.floor()
	t.check()
	t.admit()
	t.hostile()
	t.body()
	t.parallel()
	t.skips()
	t.title("Targets missed")
	var without []string // kinds of benchmarks with targets but no figures
	for _, target := range Targets() {
		value, ok, have := target.Measure(f)
		name := strings.TrimPrefix(target.Row, "Benchmark")
		switch {
		case !have:
			unknown++
			family, _, _ := strings.Cut(name, "/")
			without = append(without, family)
		case !ok:
			missed++
			t.row(name, ratio(value), target.String())
		default:
			met++
		}
	}
	without = slices.Compact(slices.Sorted(slices.Values(without)))
	t.row(fmt.Sprintf("%d met, %d missed, %d not measured %v", met, missed, unknown, without))
	t.flush()
	return met, missed, unknown, t.err
}

// verdict is the value of the targets of kind of row against base, each with
// what was promised.
func (t *table) verdict(kind Kind, row, base string) string {
	for _, target := range Targets() {
		if target.Kind != kind || target.Row != row || target.Base != base {
			continue
		}
		value, met, ok := target.Measure(t.f)
		sign, word := "<=", "ok"
		if kind == Faster {
			sign = ">="
		}
		if !met {
			word = "MISSED"
		}
		if !ok {
			return "not measured"
		}
		return fmt.Sprintf("%s  %s%s %s", ratio(value), sign, limit(target.Limit), word)
	}
	return ""
}

// has reports whether there is a figure whose name begins so.
func (t *table) has(prefix string) bool {
	for name := range t.f {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func (t *table) floor() {
	if !t.has("BenchmarkFloor/") {
		return
	}
	t.title("Floor: what the machine does")
	t.row("", "E1", "E64", "S64", "D64", "R64")
	for _, name := range []string{"memcpy", "utf8valid", "bytesum"} {
		cells := []string{name}
		for _, w := range workloads {
			cells = append(cells, t.time("BenchmarkFloor/"+name+"/"+w)+" "+t.speed("BenchmarkFloor/"+name+"/"+w))
		}
		t.row(cells...)
	}
}

func (t *table) check() {
	for _, w := range workloads {
		ours := "BenchmarkCheck/" + Ours + "/" + w
		if !t.has(ours) {
			continue
		}
		t.title("Check %s: %.0f bytes", w, t.f[ours].Bytes)
		t.row("", "time", "speed", "allocs", "hintcheck takes", "target", "skips")
		for _, p := range Peers() {
			name := "BenchmarkCheck/" + p.Name + "/" + w
			target := t.verdict(Time, ours, name)
			if p.Name == Ours {
				target = "allocs " + t.verdict(Blocks, ours, "")
			}
			t.row(p.Name, t.time(name), t.speed(name), t.allocs(name), t.ratio(ours, name), target, skipped(p))
		}
	}
}

func (t *table) admit() {
	for _, w := range workloads {
		ours := "BenchmarkAdmit/" + Ours + "/" + w
		if !t.has(ours) {
			continue
		}
		t.title("Admit %s: %.0f bytes; check, shape, MessagePack, read back, freeze", w, t.f[ours].Bytes)
		t.row("", "time", "speed", "allocs", "hintcheck is", "target", "not read back", "hintcheck is", "skips")
		for _, p := range Admitters() {
			name := "BenchmarkAdmit/" + p.Name + "/" + w
			if p.Name == Ours {
				t.row(p.Name, t.time(name), t.speed(name), t.allocs(name), "", "allocs "+t.verdict(Blocks, name, ""), "", "", skipped(p))
				continue
			}
			t.row(p.Name, t.time(name), t.speed(name), t.allocs(name), t.faster(ours, name), t.verdict(Faster, ours, name),
				t.time("BenchmarkAdmit/"+p.Name+Unread+"/"+w), t.faster(ours, "BenchmarkAdmit/"+p.Name+Unread+"/"+w), skipped(p))
		}
		ignored := "BenchmarkIgnored/" + Ours + "/" + w
		t.row("ignored at the end", t.time(ignored), t.speed(ignored), t.allocs(ignored), "", "allocs "+t.verdict(Blocks, ignored, ""))
	}
}

func (t *table) body() {
	for _, b := range bodies {
		at := func(name string) string { return "BenchmarkBody/" + name + "/" + b }
		if !t.has(at("whole")) {
			continue
		}
		t.title("Body profile, %s: %.0f bytes", b, t.f[at("whole")].Bytes)
		t.row("", "time", "speed", "target")
		for _, row := range []struct{ name, base, of string }{
			{"memcpy", "", ""},
			{"bytesum", "", ""},
			{"whole", "bytesum", " of bytesum"},
			{"chunk4096", "whole", " of whole"},
			{"chunk64", "whole", " of whole"},
			{"chunk1", "chunk1" + Halved, " of half the bytes"},
		} {
			target := t.verdict(Time, at(row.name), at(row.base)) + t.verdict(PerByte, at(row.name), at(row.base))
			copied := t.verdict(PerByte, at(row.name), "BenchmarkFloor/memcpy/E64")
			if copied != "" {
				copied += " of memcpy"
			}
			if target != "" {
				target += row.of
			}
			t.row(row.name, t.time(at(row.name)), t.speed(at(row.name)), target, copied)
		}
	}
}

func (t *table) parallel() {
	if !t.has("BenchmarkParallel/") {
		return
	}
	t.title("Two goroutines, one Authority: work done in the time, against one goroutine (wall clock)")
	for _, work := range parallel {
		one, two := "BenchmarkParallel/"+work.name+"/one", "BenchmarkParallel/"+work.name+"/two"
		target := t.verdict(Faster, two, one)
		if target == "" {
			target = t.faster(two, one)
		}
		t.row(work.name, t.time(one), t.time(two), target)
	}
}

func (t *table) hostile() {
	if !t.has("BenchmarkHostile") {
		return
	}
	t.title("Hostile, 64 KiB: hintcheck for each byte against Floor/bytesum, and 128 KiB against 64")
	t.row("", "Check", "x bytesum", "doubled", "Admit", "x bytesum", "doubled")
	floor := "BenchmarkFloor/bytesum/E64"
	for _, d := range hostile {
		cells := []string{d.name}
		for _, kind := range []string{"Hostile/", "HostileAdmit/"} {
			name := "Benchmark" + kind + Ours + "/" + d.name
			cells = append(cells, t.time(name), t.verdict(PerByte, name, floor), t.verdict(Time, name+Doubled, name))
		}
		t.row(cells...)
	}
	t.title("Hostile, 64 KiB: time to accept or refuse (peers skip rules, see below)")
	cells := []string{""}
	for _, p := range Peers() {
		cells = append(cells, p.Name)
	}
	t.row(cells...)
	for _, d := range hostile {
		cells := []string{d.name}
		for _, p := range Peers() {
			if LeftOut(p.Name, d.name) != "" {
				cells = append(cells, "left out")
				continue
			}
			cells = append(cells, t.time("BenchmarkHostile/"+p.Name+"/"+d.name))
		}
		t.row(cells...)
	}
	for _, l := range leftOut {
		t.row(fmt.Sprintf("left out: %s on %s: %s", l.peer, l.document, l.why))
	}
}

func (t *table) skips() {
	t.title("What each skips (every row is held to what the peer does by TestSkips)")
	for _, p := range append(Peers(), Admitters()[1:]...) {
		t.row(p.Name, p.Uses, skipped(p), p.Note)
	}
}

func skipped(p Peer) string {
	if len(p.Skips) == 0 {
		return "nothing"
	}
	var names []string
	for _, r := range p.Skips {
		names = append(names, string(r))
	}
	return strings.Join(names, ", ")
}

func (t *table) time(name string) string {
	f, ok := t.f[name]
	switch ns := f.Nanoseconds; {
	case !ok:
		return "-"
	case ns < 1e3:
		return fmt.Sprintf("%.1f ns", ns)
	case ns < 1e6:
		return fmt.Sprintf("%.2f us", ns/1e3)
	default:
		return fmt.Sprintf("%.2f ms", ns/1e6)
	}
}

func (t *table) speed(name string) string {
	f, ok := t.f[name]
	if !ok || f.Bytes == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f GB/s", f.Bytes/f.Nanoseconds)
}

func (t *table) allocs(name string) string {
	f, ok := t.f[name]
	if !ok || f.Allocs < 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", f.Allocs)
}

// ratio is the time of ours for each nanosecond of the other.
func (t *table) ratio(ours, other string) string {
	a, have := t.f[ours]
	b, also := t.f[other]
	if !have || !also {
		return "-"
	}
	return ratio(a.Nanoseconds/b.Nanoseconds) + " of it"
}

// faster is how many times faster ours is than the other.
func (t *table) faster(ours, other string) string {
	a, have := t.f[ours]
	b, also := t.f[other]
	if !have || !also {
		return "-"
	}
	return ratio(b.Nanoseconds/a.Nanoseconds) + " times faster"
}

func limit(x float64) string { return fmt.Sprintf("%.3g", x) }

func ratio(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}
