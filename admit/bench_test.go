package admit_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/admit"
)

// BenchmarkAdmit admits envelopes of about 1 and 64 KiB: E1 and E64 hold block
// hashes as u64, S64 hashes as strings of 64 hex digits, D64 objects in objects
// with floats and text, R64 32 of these in turn, so that no branch predictor
// knows them by heart.
func BenchmarkAdmit(b *testing.B) {
	var rotated [][]byte
	for seed := range uint64(32) {
		rotated = append(rotated, []byte(mixed(64<<10, seed)))
	}
	for _, bm := range []struct {
		name string
		raw  [][]byte
	}{
		{"E1", [][]byte{[]byte(sized(1<<10, u64))}},
		{"E64", [][]byte{[]byte(sized(64<<10, u64))}},
		{"S64", [][]byte{[]byte(sized(64<<10, func(r *rand.Rand) string {
			return `"` + strings.Repeat(fmt.Sprintf("%016x", r.Uint64()), 4) + `"`
		}))}},
		{"D64", rotated[:1]},
		{"R64", rotated},
	} {
		b.Run(bm.name, func(b *testing.B) {
			a := admit.NewAuthority(standard.limits(b))
			size := 0
			for _, raw := range bm.raw {
				size += len(raw)
			}
			b.SetBytes(int64(size / len(bm.raw)))
			b.ReportAllocs()
			for i := range b.N {
				if a.Admit(bm.raw[i%len(bm.raw)], trusted).Outcome != admit.Admitted {
					b.Fatal("ignored")
				}
			}
		})
	}
}

// BenchmarkIgnored ignores envelopes for one reason each, most of them at the
// last byte that can decide.
func BenchmarkIgnored(b *testing.B) {
	e64 := sized(64<<10, u64)
	for _, bm := range []struct {
		name, text string
		trust      admit.Trust
		want       admit.Reason
	}{
		{"absent", "null", trusted, admit.Absent},
		{"untrusted", e64, untrusted, admit.NotTrusted},
		{"oversized", e64 + " ", trusted, admit.Oversized},
		{"malformed_json", strings.TrimRight(e64, " }"), trusted, admit.MalformedJSON},
		{"invalid_utf8", withExtra(`"` + strings.Repeat("x", 65000) + "\xff\""), trusted, admit.InvalidUTF8},
		{"lone_surrogate", withExtra(`"` + strings.Repeat("x", 65000) + `\udc00"`), trusted, admit.LoneSurrogate},
		{"duplicate_member", strings.TrimSuffix(names(6000), "}") + `,"00000":0}`, trusted, admit.DuplicateMember},
		{"too_deep", withExtra("[" + strings.Repeat("[],", 21000) + strings.Repeat("[", 33)), trusted, admit.TooDeep},
		{"integer_out_of_range", withExtra(`[` + strings.Repeat("1,", 32000) + `18446744073709551616]`), trusted, admit.IntegerOutOfRange},
		{"number_out_of_range", withExtra(`[` + strings.Repeat("1,", 32000) + `1e999]`), trusted, admit.NumberOutOfRange},
		{"not_an_object", "[" + sized(65000, u64) + "]", trusted, admit.NotAnObject},
		{"unsupported_version", strings.Replace(e64, `"0.1"`, `"0.2"`, 1), trusted, admit.UnsupportedVersion},
		{"invalid_envelope", strings.Replace(e64, `"m"`, `"" `, 1), trusted, admit.InvalidEnvelope},
	} {
		b.Run(bm.name, func(b *testing.B) {
			a := admit.NewAuthority(standard.limits(b))
			raw := []byte(bm.text)
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for range b.N {
				if got := a.Admit(raw, bm.trust).Reason; got != bm.want {
					b.Fatalf("%s, want %s", got, bm.want)
				}
			}
		})
	}
}
