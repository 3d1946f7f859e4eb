package decoder_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/kvhints/hintcheck/decoder"
)

// document is a text of about a given size that is written to cost as much as
// it can; normal is what a gateway really sends.
type document struct {
	name  string
	want  decoder.Reason // under Strict with the default depth
	build func(size int) string
}

const normal = "normal"

func documents() []document {
	units := func(before, unit, after string) func(int) string {
		return func(size int) string { return repeat(size, before, unit, after) }
	}
	nest := func(open, inside, shut string) string { // 31 levels, inside one more
		return strings.Repeat(open, 31) + inside + strings.Repeat(shut, 31)
	}
	return []document{
		{normal, none, envelope},

		{"open_arrays", tooDeep, units("", "[", "")},
		{"open_objects", tooDeep, units("", `{"a":`, "")},
		{"nested_arrays", none, units("[0", ","+nest("[", "", "]"), "]")},
		{"nested_objects", none, units("[0", ","+nest(`{"a":`, "0", "}"), "]")},
		{"empty_arrays", none, units("[0", ",[]", "]")},
		{"empty_objects", none, units("[0", ",{}", "]")},
		{"small_objects", none, units("[0", `,{"a":1}`, "]")},
		{"ones", none, units("[1", ",1", "]")},
		{"literals", none, units("[1", ",null,true,false", "]")},

		{"long_integer", bigInt, units("[", "1", "]")},
		{"long_fraction", none, units("[0.1", "7", "]")},
		{"long_tie", bigNumber, units("["+tie+".", "0", "]")},
		{"long_zeros", none, units("[0.0", "0", "1]")},
		{"long_exponent", none, units("[0e1", "7", "]")},
		{"long_whole_taken_back", none, units("[1", "0", "e-999999999]")},
		{"floats", none, units("[1", ",0.12345678901234567", "]")},
		{"integers_of_20_digits", none, units("[1", ",18446744073709551615", "]")},
		{"near_overflow", none, units("[1", ","+tie[:200]+"e100", "]")},

		{"unicode_escapes", none, units(`["`, `\u0041`, `"]`)},
		{"surrogate_pairs", none, units(`["`, `\ud83d\ude00`, `"]`)},
		{"short_escapes", none, units(`["`, `\\`, `"]`)},
		{"escapes_and_letters", none, units(`["`, `a\n`, `"]`)},
		{"empty_strings", none, units(`[""`, `,""`, `]`)},
		{"cjk", none, units(`["`, "漢字", `"]`)},
		{"cjk_strings", none, units(`["漢"`, `,"漢"`, `]`)},
		{"latin", none, units(`["`, "aé", `"]`)},
		{"four_byte_characters", none, units(`["`, "😀", `"]`)},

		{"names_distinct", none, object(func(i int) string { return fmt.Sprintf("%c%x", 'k'+i%3, i) })},
		{"names_of_two_letters", none, object(func(i int) string { return strconv.FormatInt(int64(i), 36) })},
		{"names_long_prefix", none, object(func(i int) string { return strings.Repeat("p", 56) + fmt.Sprintf("%08x", i) })},
		{"names_long_suffix", none, object(func(i int) string { return fmt.Sprintf("%08x", i) + strings.Repeat("s", 56) })},
		{"names_same_8_bytes", none, object(func(i int) string { return "abcdefgh" + fmt.Sprintf("%05x", i) })},
		{"names_escaped", none, object(func(i int) string { return fmt.Sprintf(`\u006b%05x`, i) })},
		{"names_escaped_at_the_end", none, object(func(i int) string { return fmt.Sprintf(`abcdefgh%05x\u006b`, i) })},
		{"objects_of_32_same_8_bytes", none, objects(32, "abcdefgh%02x")},
		{"objects_of_33_same_8_bytes", none, objects(33, "abcdefgh%02x")},
		{"objects_of_32_letters", none, objects(32, "%c")},
		{"objects_of_33_letters", none, objects(33, "%c")},
		{"objects_of_32_long_prefix", none, objects(32, strings.Repeat("p", 100)+"%c")},
		{"objects_of_32_escaped", none, objects(32, `\u006babcdefg%c`)},
		{"objects_of_32_all_escaped", none, objects(32, strings.Repeat(`\u006b`, 8)+`%c`)},
		{"object_of_32_huge_names", none, func(size int) string {
			return hugeNames(32, size)
		}},
		{"object_of_33_huge_names", none, func(size int) string {
			return hugeNames(33, size)
		}},

		{"whitespace", none, units("[", " ", "]")},
		{"whitespace_between", none, units("[1", " , 1", "]")},
		{"line_feeds", none, units("[1", "\n,\n1", "]")},
	}
}

// object returns a builder of one object with as many members as fit.
func object(name func(i int) string) func(int) string {
	return func(size int) string {
		var b strings.Builder
		b.WriteString(`{"":0`)
		for i := 0; b.Len() < size-80; i++ {
			fmt.Fprintf(&b, `,"%s":0`, name(i))
		}
		b.WriteByte('}')
		return b.String()
	}
}

// objects returns a builder of an array of objects with n members each.
func objects(n int, format string) func(int) string {
	var b strings.Builder
	b.WriteString(",{")
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"`+format+`":0`, 'a'+i)
	}
	b.WriteByte('}')
	return func(size int) string { return repeat(size, "[0", b.String(), "]") }
}

// hugeNames is one object of n names that fill size and differ at the end only.
func hugeNames(n, size int) string {
	prefix := strings.Repeat("p", size/n-7)
	return "{" + members(n, func(i int) string { return `"` + prefix + string(rune('a'+i)) + `"` }) + "}"
}

// envelope is a kv.fetch envelope with as many random block hashes as fit.
func envelope(size int) string {
	random := rand.New(rand.NewPCG(64, 0))
	var b strings.Builder
	b.WriteString(`{"protocol_version":"0.1","message_id":"8a6e0804-2bd0-4672-b79d-d97027f9071a","actions":[` +
		`{"action_id":"a1","action_type":"kv.fetch","action_version":"1.0","payload":{"endpoint":"tcp://10.0.0.7:5557","block_hashes":[1`)
	for b.Len() < size-30 {
		b.WriteByte(',')
		b.WriteString(strconv.FormatUint(random.Uint64(), 10))
	}
	b.WriteString(`]}}]}`)
	return b.String()
}
