package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Hostile is a text that is written to cost as much as it can.
type Hostile struct {
	Name  string
	Valid bool // by the rules of admission, with the default depth
	Build func(size int) string
}

// HostileDocs returns the hostile set. Build takes about the size in bytes.
func HostileDocs() []Hostile {
	units := func(before, unit, after string) func(int) string {
		return func(size int) string {
			return before + strings.Repeat(unit, (size-len(before)-len(after))/len(unit)) + after
		}
	}
	names := func(name func(i int) string) func(int) string {
		return func(size int) string {
			var b strings.Builder
			b.WriteString(`{"":0`)
			for i := 0; ; i++ {
				member := fmt.Sprintf(`,"%s":0`, name(i))
				if b.Len()+len(member)+1 > size {
					break
				}
				b.WriteString(member)
			}
			return b.String() + "}"
		}
	}
	return []Hostile{
		// Never closed, or closed again, far below any bound on depth.
		{"open_arrays", false, units("", "[", "")},
		{"closed_arrays", false, func(size int) string {
			return strings.Repeat("[", size/2) + strings.Repeat("]", size/2)
		}},
		{"open_objects", false, units("", `{"a":`, "")},
		// As deep as an envelope leaves room for, over and over.
		{"nested_arrays", true, units("[0", ","+strings.Repeat("[", 24)+strings.Repeat("]", 24), "]")},
		{"nested_objects", true, units("[0", ","+strings.Repeat(`{"a":`, 24)+"0"+strings.Repeat("}", 24), "]")},
		{"empty_arrays", true, units("[0", ",[]", "]")},
		{"ones", true, units("[1", ",1", "]")},
		{"long_integer", false, units("[", "1", "]")},
		{"long_number", true, units("[0.1", "7", "]")},
		// strconv.ParseFloat takes its slow way for each of them.
		{"subnormal_numbers", true, units("[1", ",1e-310", "]")},
		{"numbers_near_ties", true, units("[1", ",1.0000000000000001269e+300", "]")},
		{"unicode_escapes", true, units(`["`, `\u0041`, `"]`)},
		{"cjk", true, units(`["`, "漢字", `"]`)},
		// 7,700 in 64 KiB, one to five digits of base 36.
		{"names_distinct", true, names(func(i int) string { return fmt.Sprintf("%c%x", 'k'+i%3, i) })},
		{"names_long_prefix", true, names(func(i int) string { return strings.Repeat("p", 56) + fmt.Sprintf("%08x", i) })},
		{"names_long_suffix", true, names(func(i int) string { return fmt.Sprintf("%08x", i) + strings.Repeat("s", 56) })},
		// Same length, same first eight and last eight bytes.
		{"names_same_ends", true, names(func(i int) string { return fmt.Sprintf("aaaaaaaa%05xzzzzzzzz", i) })},
		// Same length, same hash: FNV-1a of 32 bits, and 31 times and add as in
		// Java. They cost dearly who hashes names without a secret key.
		{"names_collide_fnv", true, names(alike(fnvPairs()))},
		{"names_collide_31", true, names(alike(slices.Repeat([][2]string{{"Aa", "BB"}}, 13)))},
	}
}

// InEnvelope puts a text into the payload of an envelope of that size: build is
// asked for the bytes that are left.
func InEnvelope(build func(size int) string, size int) string {
	r := rand.New(rand.NewPCG(0, 0))
	frame := envelope(r, "kv.fetch", `"x":`)
	at := strings.LastIndex(frame, `"x":`) + len(`"x":`)
	return frame[:at] + build(size-len(frame)) + frame[at:]
}

// alike returns names that take one of each pair in turn: 2 to the number of
// pairs of them, each pair read as a binary digit.
func alike(pairs [][2]string) func(i int) string {
	return func(i int) string {
		var b strings.Builder
		for n, pair := range pairs {
			b.WriteString(pair[i>>n&1])
		}
		return b.String()
	}
}

// fnvPairs are texts that FNV-1a of 32 bits does not tell apart after any choice
// of the pairs before: of some 100,000 texts two are alike in 32 bits, most
// likely, and each pair found like that doubles the names of one hash (A. Joux,
// Multicollisions in iterated hash functions, 2004).
func fnvPairs() [][2]string {
	return [][2]string{
		{"1d18d", "d7038"}, {"4a0f5", "bec20"}, {"198eb", "52938"}, {"19f8a", "89aa0"},
		{"0789b", "489c8"}, {"289db", "67828"}, {"19f8a", "89aa0"}, {"0789b", "489c8"},
		{"289db", "67828"}, {"19f8a", "89aa0"}, {"0789b", "489c8"}, {"289db", "67828"},
	}
}
