package fuzz_test

import (
	"os"
	"sync"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/internal/reference"
	"github.com/kvhints/hintcheck/limits"
)

// prefixes put the decoder in each of its states, and admission before each of
// its rules.
var prefixes = []string{
	// Before, between and after values.
	"", " ", "[", "[1,", "[1", "[1 ", "[]", "{", `{"a"`, `{"a" `, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":[1]`, "{}", "1 ",
	// In a literal.
	"t", "[fals", "nul", `{"a":nu`,
	// In a number: each state, and at the ends of the range.
	"[-", "[0", "[-0", "[1.", "[1.5", "[1e", "[1e+", "[1e-5", "1", "[1844674407370955161", "[-922337203685477580", "[1.7976931348623157e30",
	// In a string, a name, an escape, a surrogate pair, a UTF-8 sequence.
	`"a`, `["`, `{"`, `{"a":1,"a`, `["\`, `["\u`, `["\u00`, `["\u006`, `["\ud`, `["\ud80`, `["\ud800`, `["\ud800\`, `["\ud800\u`, `["\ud800\ud`, `["\ud800\udc0`,
	"[\"\xe0", "[\"\xed", "[\"\xf0\x90", "[\"\xf4\x8f\xbf", "{\"\xc2",
	// At the limits of depth and size.
	"[[", `{"a":{`, `{"a":1 `, "       ", "null   ",
	// Envelopes that lack a little.
	`{"protocol_version":"0.`, `{"protocol_version":"0.1","message_id":"m","actions":[`, `{"protocol_version":"0.1","message_id":"m","actions":[]`,
	`{"protocol_version":"0.1","message_id":"`, `{"protocol_version":"0.1","message_id":"m","actions":[{}`,
}

// interesting are the second and third bytes of a suffix; the first is any byte.
const interesting = "{}[]\",:\\u019.-e \nd\x80\xbf\xff"

// TestExhaustive compares the core with the reference on every prefix with every
// suffix of up to two bytes, or three with HINTCHECK_EXHAUSTIVE=1, within three
// sets of limits. Every reason has to occur but not_encodable, which no text has.
func TestExhaustive(t *testing.T) {
	length := longestSuffix
	if os.Getenv("HINTCHECK_EXHAUSTIVE") == "1" {
		length = 3
	}
	sets := []reference.Limits{
		{MaxBytes: limits.DefaultMaxBytes, MaxDepth: limits.DefaultMaxDepth, Versions: []string{limits.DefaultVersion}},
		{MaxBytes: limits.DefaultMaxBytes, MaxDepth: 2, Versions: []string{limits.DefaultVersion}},
		{MaxBytes: 8, MaxDepth: limits.DefaultMaxDepth, Versions: []string{limits.DefaultVersion}},
	}
	var (
		mutex  sync.Mutex
		total  int
		counts = map[string]int{}
		jobs   = make(chan string)
		wait   sync.WaitGroup
	)
	for range 2 {
		wait.Go(func() {
			for prefix := range jobs {
				n, reasons := 0, map[string]int{}
				eachSuffix(length, func(suffix []byte) {
					text := append([]byte(prefix), suffix...)
					for _, set := range sets {
						for _, trusted := range []bool{true, false} {
							if !trusted && len(suffix) > 1 {
								continue // nothing is read
							}
							n++
							reasons[compareWithReference(t, text, set, trusted)]++
						}
					}
				})
				mutex.Lock()
				total += n
				for reason, k := range reasons {
					counts[reason] += k
				}
				mutex.Unlock()
			}
		})
	}
	for _, prefix := range prefixes {
		jobs <- prefix
	}
	close(jobs)
	wait.Wait()
	t.Logf("%d comparisons of %d prefixes, by reason: %v", total, len(prefixes), counts)
	for _, r := range admit.Reasons() {
		if counts[r.String()] == 0 && r != admit.NotEncodable && length > 1 {
			t.Errorf("%v never occurred", r)
		}
	}
	if counts[admit.NotEncodable.String()] != 0 {
		t.Errorf("not_encodable occurred %d times", counts[admit.NotEncodable.String()])
	}
}

// eachSuffix calls f with every suffix of up to length bytes. f must not keep it.
func eachSuffix(length int, f func([]byte)) {
	f(nil)
	suffix := make([]byte, 0, length)
	var longer func(choices int, choice func(int) byte)
	longer = func(choices int, choice func(int) byte) {
		for i := range choices {
			suffix = append(suffix, choice(i))
			f(suffix)
			if len(suffix) < length {
				longer(len(interesting), func(i int) byte { return interesting[i] })
			}
			suffix = suffix[:len(suffix)-1]
		}
	}
	longer(256, func(i int) byte { return byte(i) })
}

// compareWithReference compares all that both say of text and returns the reason.
func compareWithReference(t *testing.T, text []byte, set reference.Limits, trusted bool) string {
	lim, err := limits.New(limits.MaxBytes(set.MaxBytes), limits.MaxDepth(set.MaxDepth), limits.Versions(set.Versions...))
	if err != nil {
		t.Error(err)
		return ""
	}
	trust := admit.Untrusted
	if trusted {
		trust = admit.Trusted
	}
	d := admit.Decide(text, lim, trust)
	x := admit.Explain(text, d)
	v := reference.Judge(text, set, trusted)
	if d.Outcome.String() != v.Outcome || d.Reason.String() != v.Reason || d.Offset != v.Offset ||
		x.Pointer != v.Pointer || x.HasPointer != v.HasPointer || string(d.Snapshot.MessagePack()) != string(v.MessagePack) {
		t.Errorf("%q, %d bytes, %d levels, %v: core %v at %d in %q (%v), reference %s at %d in %q (%v)",
			text, set.MaxBytes, set.MaxDepth, trust, d.Reason, d.Offset, x.Pointer, x.HasPointer, v.Reason, v.Offset, v.Pointer, v.HasPointer)
	}
	return d.Reason.String()
}
