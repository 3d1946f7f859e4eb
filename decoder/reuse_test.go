package decoder_test

import (
	"math/rand/v2"
	"testing"

	"github.com/kvhints/hintcheck/decoder"
)

// TestResetForgets: a scanner that has read another text, to its end or half of
// it, under the same profile or another, judges the next as a new one does.
func TestResetForgets(t *testing.T) {
	type job struct {
		text    string
		profile decoder.Profile
		want    verdict
	}
	var jobs []job
	for _, tab := range tables() {
		p := strict(t, tab.depth)
		for _, r := range tab.rows {
			text, _ := r.split(t)
			for _, p := range []decoder.Profile{p, decoder.Body(0), decoder.Body(3)} {
				jobs = append(jobs, job{text, p, whole(decoder.NewScanner(p), text)})
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	s := decoder.NewScanner(standard(t))
	for range 3 {
		random.Shuffle(len(jobs), func(i, j int) { jobs[i], jobs[j] = jobs[j], jobs[i] })
		for i, j := range jobs {
			before := jobs[(i+1)%len(jobs)]
			s.Reset(before.profile)
			s.Scan([]byte(before.text[:random.IntN(len(before.text)+1)]), random.IntN(2) == 0)
			s.Reset(j.profile)
			if got := whole(s, j.text); !got.equal(j.want) {
				t.Fatalf("%.80q after %.80q: %v, with a new scanner %v", j.text, before.text, got, j.want)
			}
		}
	}
}

// TestPointerCanBeAskedAgain: asking for the pointer changes neither it nor the
// offence.
func TestPointerCanBeAskedAgain(t *testing.T) {
	for _, text := range []string{`{"a":[1,-x`, "{\"a\":[1,\"\xff\"]}", `{"a":1,"a":2}`, `[[[1 `} {
		s := decoder.NewScanner(standard(t))
		p := []byte(text)
		want := s.Scan(p, true)
		first := string(s.AppendPointer(nil, p))
		if second := string(s.AppendPointer([]byte("before:"), p)); second != "before:"+first {
			t.Errorf("%q: pointer %q, then %q", text, first, second)
		}
		if got := s.Scan(p, true); got != want {
			t.Errorf("%q: %v, then %v", text, want, got)
		}
	}
}
