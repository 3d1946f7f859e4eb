package bench

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Workload is a named set of valid envelopes of about one size. A benchmark
// takes the documents in turn: a single one of 64 KiB is learnt by heart by the
// branch predictor, which then flatters every parser, some of them twofold.
type Workload struct {
	Name string
	Docs [][]byte
}

// documents is how many documents a workload has.
const documents = 32

// Workloads returns the workloads, the same bytes on every machine:
//
//   - E1: 1 KiB, kv.fetch with 40 block hashes, random over all of u64
//   - E64: 64 KiB, the same with about 3,100 of them
//   - S64: 64 KiB, strings: seven in eight a hash of 64 hex digits, one in eight
//     text with escapes or characters outside ASCII
//   - D64: 64 KiB of mixed members down to level 11: objects, arrays, numbers,
//     text, short names, in shuffled order and not all present
//   - R64: 64 KiB, kv.retain with as many directives as fit
func Workloads() []Workload {
	workloads := []Workload{
		{Name: "E1"}, {Name: "E64"}, {Name: "S64"}, {Name: "D64"}, {Name: "R64"},
	}
	for seed := range uint64(documents) {
		for i, build := range []func(r *rand.Rand) string{
			func(r *rand.Rand) string { return fetch(r, 40, 2<<10) },
			func(r *rand.Rand) string { return fetch(r, 1<<20, 64<<10) },
			stringHashes,
			mixed,
			retain,
		} {
			r := rand.New(rand.NewPCG(uint64(i), seed))
			workloads[i].Docs = append(workloads[i].Docs, []byte(build(r)))
		}
	}
	return workloads
}

// Bytes returns the mean size of the documents.
func (w Workload) Bytes() int64 {
	n := 0
	for _, d := range w.Docs {
		n += len(d)
	}
	return int64(n / len(w.Docs))
}

// envelope puts one action around the members of its payload.
func envelope(r *rand.Rand, action, payload string) string {
	return fmt.Sprintf(`{"protocol_version":"0.1","message_id":"%08x-%04x-4%03x-a%03x-%012x",`+
		`"actions":[{"action_id":"a1","action_type":"%s","action_version":"1.0","payload":{%s}}]}`,
		r.Uint32(), r.Uint32N(1<<16), r.Uint32N(1<<12), r.Uint32N(1<<12), r.Uint64N(1<<48), action, payload)
}

// around is the size of an envelope without its payload, at most.
const around = 180

// list returns at most n elements that fit into size bytes, with commas.
func list(n, size int, element func() string) string {
	var b strings.Builder
	for i := 0; i < n; i++ {
		e := element()
		if b.Len()+1+len(e) > size {
			break
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(e)
	}
	return b.String()
}

func fetch(r *rand.Rand, hashes, size int) string {
	return envelope(r, "kv.fetch", `"endpoint":"tcp://10.0.0.7:5557","block_hashes":[`+
		list(hashes, size-around-60, func() string { return strconv.FormatUint(r.Uint64(), 10) })+`]`)
}

func stringHashes(r *rand.Rand) string {
	return envelope(r, "kv.fetch", `"endpoint":"tcp://10.0.0.7:5557","block_hashes":[`+
		list(1<<20, 64<<10-around-60, func() string {
			if r.IntN(8) == 0 {
				return text(r, 4+r.IntN(8))
			}
			return fmt.Sprintf(`"%016x%016x%016x%016x"`, r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64())
		})+`]`)
}

// text is a JSON string of n words, among them one with an escape or with
// characters outside ASCII.
func text(r *rand.Rand, n int) string {
	plain := [...]string{"the", "prefix", "of", "this", "session", "is", "held", "for", "another", "turn", "worker", "reads"}
	special := [...]string{`line\nbreak`, `a \"quoted\" word`, `back\\slash`, `caf\u00e9`, `\ud83d\ude00`, `tab\t`,
		"café", "Grüße", "漢字", "мир", "naïve", "😀"}
	words := make([]string, n)
	for i := range words {
		words[i] = plain[r.IntN(len(plain))]
	}
	words[r.IntN(n)] = special[r.IntN(len(special))]
	return `"` + strings.Join(words, " ") + `"`
}

func retain(r *rand.Rand) string {
	start := 0
	return envelope(r, "kv.retain", fmt.Sprintf(`"scope":"conv-%d","directives":[`, r.IntN(1000))+
		list(1<<20, 64<<10-around-40, func() string {
			from := start
			start += 16 << r.IntN(4)
			d := fmt.Sprintf(`{"start":%d,"end":%d,"priority":%d`, from, start, r.IntN(101))
			switch r.IntN(4) {
			case 0:
				d += fmt.Sprintf(`,"duration":%d.%d`, 1+r.IntN(600), r.IntN(10))
			case 1:
				d += `,"duration":null`
			}
			return d + `}`
		})+`]`)
}

// mixed nests as deep as level 11: the envelope is level 1, an item level 6.
func mixed(r *rand.Rand) string {
	return envelope(r, "kv.layout", `"items":[`+
		list(1<<20, 64<<10-around-20, func() string { return item(r, 4) })+`]`)
}

// item is an object with some of its members, in any order. It nests levels
// more levels.
func item(r *rand.Rand, levels int) string {
	var members []string
	add := func(oneIn int, name string, value func() string) {
		if r.IntN(oneIn) == 0 {
			members = append(members, `"`+name+`":`+value())
		}
	}
	keep := func(name string, value func() string) {
		if r.IntN(8) != 0 {
			members = append(members, `"`+name+`":`+value())
		}
	}
	keep("id", func() string { return strconv.Itoa(r.IntN(100000)) })
	keep("ok", func() string { return [...]string{"true", "false", "null"}[r.IntN(3)] })
	keep("w", func() string { return strconv.FormatFloat(r.NormFloat64()*1000, 'g', 3+r.IntN(15), 64) })
	keep("tier", func() string { return [...]string{`"g1"`, `"g2"`, `"g3"`, `"disk"`}[r.IntN(4)] })
	add(2, "size", func() string { return strconv.FormatInt(r.Int64()>>r.IntN(64), 10) })
	add(2, "name", func() string { return fmt.Sprintf(`"layer-%d/rank-%d"`, r.IntN(80), r.IntN(8)) })
	add(6, "note", func() string { return text(r, 2+r.IntN(8)) })
	add(3, "xs", func() string {
		return "[" + list(1+r.IntN(6), 1<<10, func() string { return strconv.Itoa(r.IntN(2000) - 1000) }) + "]"
	})
	if levels > 0 {
		add(2, "sub", func() string { return item(r, levels-1) })
	}
	if levels > 1 {
		add(3, "parts", func() string {
			return "[" + list(1+r.IntN(3), 1<<12, func() string { return item(r, levels-2) }) + "]"
		})
	}
	r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + strings.Join(members, ",") + "}"
}
