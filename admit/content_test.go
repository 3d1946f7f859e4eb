package admit_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Envelopes of a given size and content, for tests of cost.

// sized is an envelope of one action whose payload has as many of these values
// as fit into size bytes.
func sized(size int, value func(*rand.Rand) string) string {
	r := rand.New(rand.NewPCG(8, 1))
	head := before + `{"action_id":"fetch-1","action_type":"kv.fetch","action_version":"1.0","payload":{"block_hashes":[0`
	tail := `]}}` + after
	var b strings.Builder
	b.WriteString(head)
	for {
		v := value(r)
		if b.Len()+1+len(v)+len(tail) > size {
			break
		}
		b.WriteString("," + v)
	}
	text := b.String() + tail
	return text + strings.Repeat(" ", max(0, size-len(text)))
}

func u64(r *rand.Rand) string       { return fmt.Sprint(r.Uint64() | 1<<63) }
func hexString(r *rand.Rand) string { return fmt.Sprintf(`"%016x%016x"`, r.Uint64(), r.Uint64()) }
func shortFloat(r *rand.Rand) string {
	return fmt.Sprintf("%.3f", r.Float64()*100)
}
func longFloat(r *rand.Rand) string {
	return fmt.Sprintf("%d.%d%d", r.Uint64(), r.Uint64(), r.Uint64())
}

// actions are as many actions as fit, with ids that may be escaped.
func actions(size int, id string) string {
	action := strings.Replace(goodAction, `"i"`, `"`+id+`"`, 1)
	n := max(1, (size-len(before)-len(after)+1)/(len(action)+1))
	text := before + many(n, action, ",") + after
	return text + strings.Repeat(" ", max(0, size-len(text)))
}

// contents are envelopes of one size with different content.
func contents(size int) map[string]string {
	return map[string]string{
		"u64 hashes":   sized(size, u64),
		"hex strings":  sized(size, hexString),
		"short floats": sized(size, shortFloat),
		"long floats":  sized(size, longFloat),
		"very long float": sized(size, func(*rand.Rand) string {
			return "0." + strings.Repeat("1234567890", (size-300)/10)
		}),
		"very long float with an exponent": sized(size, func(*rand.Rand) string {
			return "-0." + strings.Repeat("1234567890", (size-300)/10) + "e-7"
		}),
		"many actions":    actions(size, "id-1"),
		"escaped ids":     actions(size, `\u0069\ud83d\ude00`),
		"escaped strings": sized(size, func(*rand.Rand) string { return `"\u00e9\n\ud83d\ude00"` }),
		"many names":      sized(size, func(r *rand.Rand) string { return fmt.Sprintf(`{"%x":1,"\u0061":2}`, r.Uint64()) }),
		"many members":    strings.Replace(sized(size, func(*rand.Rand) string { return "1" }), `[0,1`, `[`+names(size/40)+`,1`, 1),
		"spaces":          smallest + strings.Repeat(" ", size-len(smallest)),
	}
}

// mixed is an envelope of at most size bytes whose payload has objects in
// objects, floats, booleans and text.
func mixed(size int, seed uint64) string {
	r := rand.New(rand.NewPCG(8, seed))
	var value func(levels int) string
	value = func(levels int) string {
		switch n := r.IntN(8); {
		case levels > 0 && n < 3:
			var members []string
			for i := range 1 + r.IntN(5) {
				members = append(members, fmt.Sprintf(`"%s%d":%s`, []string{"a", "name", "block_size", "x_"}[r.IntN(4)], i, value(levels-1)))
			}
			return "{" + strings.Join(members, ",") + "}"
		case levels > 0 && n == 3:
			return "[" + value(levels-1) + "," + value(levels-1) + "]"
		case n == 4:
			return []string{"true", "false", "null"}[r.IntN(3)]
		case n == 5:
			return fmt.Sprintf("%g", r.NormFloat64()*1000)
		case n == 6:
			return []string{`"short"`, `"a text of some words"`, `"caf\u00e9 \n"`, `"漢字 and more"`}[r.IntN(4)]
		}
		return fmt.Sprint(r.Int64() >> r.IntN(63))
	}
	var b strings.Builder
	for misses := 0; misses < 5; {
		v := value(8)
		if b.Len()+len(v) > size-200 {
			misses++
			continue
		}
		b.WriteString("," + v)
	}
	return withPayload(`{"mixed":[0` + b.String() + `]}`)
}
