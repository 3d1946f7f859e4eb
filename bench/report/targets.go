package report

import "fmt"

// Target is a promise about figures of one run.
type Target struct {
	Row   string  // the benchmark that it is about
	Base  string  // the benchmark that it is compared with, or ""
	Kind  Kind    // how
	Limit float64 // the ratio or count that is promised
}

// Kind is how a target compares.
type Kind uint8

// The kinds.
const (
	Time    Kind = iota // time of Row over time of Base: at most Limit
	Faster              // time of Base over time of Row: at least Limit
	PerByte             // as Time, for each byte of input: at most Limit
	Blocks              // allocations in one operation of Row: at most Limit
)

// Measure returns the ratio or the count, and whether the target is met. ok is
// false if a figure is missing.
func (t Target) Measure(f Figures) (value float64, met, ok bool) {
	row, ok := f[t.Row]
	base, have := f[t.Base]
	if !ok || !have && t.Base != "" {
		return 0, false, false
	}
	switch t.Kind {
	case Time:
		value = row.Nanoseconds / base.Nanoseconds
	case Faster:
		value = base.Nanoseconds / row.Nanoseconds
		return value, value >= t.Limit, true
	case PerByte:
		value = row.perByte() / base.perByte()
	case Blocks:
		value = row.Allocs
		return value, value >= 0 && value <= t.Limit, value >= 0
	}
	return value, value <= t.Limit, true
}

// String says what is promised.
func (t Target) String() string {
	switch t.Kind {
	case Faster:
		return fmt.Sprintf("at least %g times faster than %s", t.Limit, t.Base)
	case PerByte:
		return fmt.Sprintf("for each byte at most %.3g of %s", t.Limit, t.Base)
	case Blocks:
		return fmt.Sprintf("at most %g allocations", t.Limit)
	}
	return fmt.Sprintf("at most %.3g of %s", t.Limit, t.Base)
}

// Targets returns what has to hold of the figures of one run.
func Targets() []Target {
	var targets []Target
	add := func(kind Kind, limit float64, row, base string) {
		targets = append(targets, Target{"Benchmark" + row, base, kind, limit})
		if base != "" {
			targets[len(targets)-1].Base = "Benchmark" + base
		}
	}
	for _, t := range []struct {
		peer, workload string
		limit          float64
	}{
		{"sonic", "E64", 0.55}, {"jsontext", "E64", 0.32},
		{"sonic", "S64", 2.2}, {"jsontext", "S64", 0.55},
		{"sonic", "D64", 1.15}, {"jsontext", "D64", 0.6},
		{"sonic", "E1", 0.6},
	} {
		add(Time, t.limit, "Check/"+Ours+"/"+t.workload, "Check/"+t.peer+"/"+t.workload)
	}
	for _, t := range []struct {
		peer, workload string
		times          float64
	}{
		{"encoding_json+vmihailenco", "E64", 25}, {"jsontext+append", "E64", 4},
		{"encoding_json+vmihailenco", "S64", 20}, {"jsontext+append", "S64", 4},
		{"encoding_json+vmihailenco", "D64", 15}, {"jsontext+append", "D64", 2.5},
		{"encoding_json+vmihailenco", "E1", 20},
	} {
		add(Faster, t.times, "Admit/"+Ours+"/"+t.workload, "Admit/"+t.peer+"/"+t.workload)
	}
	for _, w := range workloads {
		add(Blocks, 0, "Check/"+Ours+"/"+w, "")
		add(Blocks, 2, "Admit/"+Ours+"/"+w, "")
		add(Blocks, 0, "Ignored/"+Ours+"/"+w, "")
	}

	// Thousands of names need a table of names, the rest does not.
	for _, d := range hostile {
		check, admit := "Hostile/"+Ours+"/"+d.name, "HostileAdmit/"+Ours+"/"+d.name
		limit := 11.0
		if d.names {
			limit = 16
		}
		add(PerByte, limit, check, "Floor/bytesum/E64")
		add(PerByte, 25, admit, "Floor/bytesum/E64")
		add(Time, 2.2, check+Doubled, check)
		add(Time, 2.2, admit+Doubled, admit)
		add(Blocks, 0, check, "")
		add(Blocks, 2, admit, "")
	}

	for _, b := range bodies {
		add(Time, 1.2, "Body/chunk4096/"+b, "Body/whole/"+b)
		add(Time, 3, "Body/chunk64/"+b, "Body/whole/"+b)
		add(Time, 2.2, "Body/chunk1/"+b, "Body/chunk1"+Halved+"/"+b)
	}
	// 1.5 GB/s where memcpy runs at 80 GB/s and one visit a byte at 3.5 GB/s,
	// so that the machine drops out; token ids a third of that.
	for _, t := range []struct {
		body string
		part float64
	}{{"text", 1}, {"tokens", 3}} {
		add(PerByte, t.part*80/1.5, "Body/whole/"+t.body, "Floor/memcpy/E64")
		add(PerByte, t.part*3.5/1.5, "Body/whole/"+t.body, "Body/bytesum/"+t.body)
	}

	for _, work := range parallel {
		if work.promised {
			add(Faster, 1.85, "Parallel/"+work.name+"/two", "Parallel/"+work.name+"/one")
		}
	}
	return targets
}

// Doubled is the end of the name of a hostile document of twice the bytes.
const Doubled = "_doubled"

// workloads are those of package bench, in its order; a test compares.
var workloads = []string{"E1", "E64", "S64", "D64", "R64"}

// hostile are the hostile documents of package bench, in its order; a test
// compares. The ones with thousands of names are marked.
var hostile = []struct {
	name  string
	names bool
}{
	{"open_arrays", false}, {"closed_arrays", false}, {"open_objects", false},
	{"nested_arrays", false}, {"nested_objects", false}, {"empty_arrays", false}, {"ones", false},
	{"long_integer", false}, {"long_number", false}, {"unicode_escapes", false}, {"cjk", false},
	{"names_distinct", true}, {"names_long_prefix", false}, {"names_long_suffix", false},
	{"names_same_ends", true}, {"names_collide_fnv", false}, {"names_collide_31", true},
}

// Halved is the end of the name of a body of half the bytes.
const Halved = "_halved"

// bodies are the request bodies of package bench; a test compares.
var bodies = []string{"text", "tokens"}

// parallel are the kinds of work that two goroutines share. Admission allocates,
// so what it gains depends on the garbage collector: it is shown, not promised.
var parallel = []struct {
	name     string
	promised bool
}{
	{"check_E1", true}, {"ignored_E1", true}, {"admitted_E1", false},
	{"check_E64", true}, {"ignored_E64", true}, {"admitted_E64", false},
}
