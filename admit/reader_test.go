package admit_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/kvhints/hintcheck/admit"
)

var errBroken = errors.New("the connection broke")

// meter counts what is asked of a reader, and fails the test when it is asked
// for more bytes than there may be.
type meter struct {
	t     *testing.T
	r     io.Reader
	given int
	most  int // bytes that may be asked for
}

func (m *meter) Read(p []byte) (int, error) {
	if m.given+len(p) > m.most {
		m.t.Errorf("asked for %d bytes after %d, want at most %d in all", len(p), m.given, m.most)
	}
	n, err := m.r.Read(p)
	m.given += n
	return n, err
}

// readers are ways in which bytes come.
var readers = map[string]func(string) io.Reader{
	"whole":            func(s string) io.Reader { return strings.NewReader(s) },
	"one byte":         func(s string) io.Reader { return iotest.OneByteReader(strings.NewReader(s)) },
	"half":             func(s string) io.Reader { return iotest.HalfReader(strings.NewReader(s)) },
	"end with data":    func(s string) io.Reader { return iotest.DataErrReader(strings.NewReader(s)) },
	"one byte and end": func(s string) io.Reader { return iotest.DataErrReader(iotest.OneByteReader(strings.NewReader(s))) },
	"nothing between":  func(s string) io.Reader { return &stuttering{r: strings.NewReader(s)} },
}

// stuttering gives nothing, and no error, each second time.
type stuttering struct {
	r    io.Reader
	idle bool
}

func (s *stuttering) Read(p []byte) (int, error) {
	if s.idle = !s.idle; s.idle {
		return 0, nil
	}
	return s.r.Read(p[:min(len(p), 3)])
}

// TestReaderEqualsWhole: for every row of the tables, every reader and several
// limits, AdmitReader says what Admit says, counts it once and asks for no byte
// more than it needs to know that there are too many.
func TestReaderEqualsWhole(t *testing.T) {
	texts := []string{}
	for _, row := range ruleRows {
		if len(row.text) < 2000 {
			texts = append(texts, row.text)
		}
	}
	for _, raw := range corpusTexts(t) {
		if len(raw) < 1000 {
			texts = append(texts, string(raw))
		}
	}
	for _, b := range []bounds{standard, atMost(1), atMost(54), atMost(55), atMost(56), atMost(57), atMost(512), asDeep(2)} {
		for _, trust := range []admit.Trust{trusted, untrusted} {
			whole, read := admit.NewAuthority(b.limits(t)), admit.NewAuthority(b.limits(t))
			for _, text := range texts {
				want := whole.Admit([]byte(text), trust)
				for name, reader := range readers {
					calls := read.Tally().Total()
					got, err := read.AdmitReader(&meter{t: t, r: reader(text), most: b.bytes + 1}, trust)
					if err != nil || got.Outcome != want.Outcome || got.Reason != want.Reason || got.Offset != want.Offset || !got.Snapshot.Equal(want.Snapshot) {
						t.Fatalf("%q by reader %q within %v: %v %v, want %v", text, name, b, got, err, want)
					}
					if !bytes.Equal(got.Snapshot.MessagePack(), want.Snapshot.MessagePack()) {
						t.Fatalf("%q by reader %q: another MessagePack form", text, name)
					}
					if read.Tally().Total() != calls+1 {
						t.Fatalf("%q by reader %q was not counted once", text, name)
					}
				}
			}
			for reason, n := range whole.Tally().All() {
				if got := read.Tally().Count(reason); got != n*uint64(len(readers)) {
					t.Errorf("within %v, %s: %s counted %d times, want %d", b, trust, reason, got, n*uint64(len(readers)))
				}
			}
		}
	}
}

// TestReaderErrors: an error is no verdict, also when one is certain already. It
// comes back as it is and nothing is counted.
func TestReaderErrors(t *testing.T) {
	padded := smallest + strings.Repeat(" ", 100-len(smallest))
	for _, row := range []struct{ name, text string }{
		{"at once", ""},
		{"null", "null"},
		{"in the middle", smallest[:30]},
		{"after a whole envelope", smallest},
		{"after a certain offence", `{"a":tx` + smallest},
		{"after bad UTF-8", "{\"\xff\xff"},
		{"just before MaxBytes", padded[:99]},
		{"at MaxBytes", padded},
		{"with the byte after MaxBytes", padded + " "},
	} {
		for _, trust := range []admit.Trust{trusted, untrusted} {
			for name, r := range map[string]io.Reader{
				"behind": io.MultiReader(strings.NewReader(row.text), iotest.ErrReader(errBroken)),
				"with":   &failing{text: row.text},
				"bytes":  iotest.OneByteReader(io.MultiReader(strings.NewReader(row.text), iotest.ErrReader(errBroken))),
			} {
				if len(row.text) > 100 && name != "with" {
					continue // the byte too many ends the reading before the error is met
				}
				a := admit.NewAuthority(atMost(100).limits(t))
				d, err := a.AdmitReader(r, trust)
				if err != errBroken {
					t.Errorf("%s, error %s the data, %s: error %v, want that of the reader", row.name, name, trust, err)
				}
				if d != (admit.Decision{}) || a.Tally().Total() != 0 {
					t.Errorf("%s, error %s the data, %s: %v, %d counted; want nothing", row.name, name, trust, d, a.Tally().Total())
				}
			}
		}
	}
}

// failing gives its text and its error in one call.
type failing struct{ text string }

func (f *failing) Read(p []byte) (int, error) {
	n := copy(p, f.text)
	f.text = f.text[n:]
	if f.text == "" {
		return n, errBroken
	}
	return n, nil
}

// endless never ends.
type endless string

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e[i%len(e)]
	}
	return len(p), nil
}

// TestEndlessReaders: they are read to MaxBytes+1 and not further, whatever they
// give and whoever sends it.
func TestEndlessReaders(t *testing.T) {
	for _, b := range []bounds{atMost(1), atMost(100), standard, atMost(2 << 20)} {
		for _, text := range []string{" ", "[", "x", "\xff", "1", `"`} {
			for _, trust := range []admit.Trust{trusted, untrusted} {
				a := admit.NewAuthority(b.limits(t))
				m := &meter{t: t, r: endless(text), most: b.bytes + 1}
				d, err := a.AdmitReader(m, trust)
				want := admit.Decision{Reason: admit.Oversized, Offset: b.bytes}
				if trust != trusted {
					want = admit.Decision{Reason: admit.NotTrusted, Offset: admit.NoOffset}
				}
				if err != nil || d != want || m.given != b.bytes+1 {
					t.Errorf("endless %q within %d bytes, %s: %v %v after %d bytes, want %v after one byte too many", text, b.bytes, trust, d, err, m.given, want)
				}
			}
		}
	}
}

// TestNothingWithoutEnd: a reader that gives neither bytes nor an error does not
// hold the caller for ever.
func TestNothingWithoutEnd(t *testing.T) {
	a := admit.NewAuthority(standard.limits(t))
	d, err := a.AdmitReader(idle{}, trusted)
	if err != io.ErrNoProgress || d != (admit.Decision{}) || a.Tally().Total() != 0 {
		t.Errorf("%v %v, %d counted; want io.ErrNoProgress and nothing", d, err, a.Tally().Total())
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// liar says that it gave more than there was room for.
type liar int

func (l liar) Read(p []byte) (int, error) { return int(l) * (len(p) + 1), nil }

// TestBrokenContract: a reader that lies about its bytes is an error, no panic.
func TestBrokenContract(t *testing.T) {
	for _, l := range []liar{1, -1} {
		a := admit.NewAuthority(standard.limits(t))
		if d, err := a.AdmitReader(l, trusted); err == nil || d != (admit.Decision{}) || a.Tally().Total() != 0 {
			t.Errorf("%v %v, %d counted; want an error and nothing", d, err, a.Tally().Total())
		}
	}
}

// TestZeroAuthorityReads: the zero Authority takes one byte to see that there is
// one too many.
func TestZeroAuthorityReads(t *testing.T) {
	var a admit.Authority
	for text, want := range map[string]admit.Reason{"": admit.Absent, "null": admit.Oversized, smallest: admit.Oversized} {
		d, err := a.AdmitReader(&meter{t: t, r: strings.NewReader(text), most: 1}, trusted)
		if err != nil || d.Reason != want {
			t.Errorf("%q: %v %v, want %s", text, d, err, want)
		}
	}
}
