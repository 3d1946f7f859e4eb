package decoder_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

func finish(s *decoder.Stream) verdict {
	return read(s.Scanner(), s.Bytes(), s.Finish())
}

// TestStreamEqualsWhole sends every row through Write and through ReadFrom, by
// readers of every habit that io.Reader allows.
func TestStreamEqualsWhole(t *testing.T) {
	ways := []struct {
		name string
		feed func(s *decoder.Stream, text string) error
	}{
		{"write", func(s *decoder.Stream, text string) error { return write(s, text, len(text)+1) }},
		{"write 1", func(s *decoder.Stream, text string) error { return write(s, text, 1) }},
		{"write 7", func(s *decoder.Stream, text string) error { return write(s, text, 7) }},
		{"reader", func(s *decoder.Stream, text string) error { return readFrom(s, text, strings.NewReader(text)) }},
		{"one byte", func(s *decoder.Stream, text string) error {
			return readFrom(s, text, iotest.OneByteReader(strings.NewReader(text)))
		}},
		{"half", func(s *decoder.Stream, text string) error {
			return readFrom(s, text, iotest.HalfReader(strings.NewReader(text)))
		}},
		{"data with EOF", func(s *decoder.Stream, text string) error {
			return readFrom(s, text, iotest.DataErrReader(strings.NewReader(text)))
		}},
		{"reads that give nothing", func(s *decoder.Stream, text string) error {
			return readFrom(s, text, &idle{r: iotest.OneByteReader(strings.NewReader(text)), times: 99})
		}},
		{"a reader that uses its buffer", func(s *decoder.Stream, text string) error {
			return readFrom(s, text, scribbler{strings.NewReader(text)})
		}},
		{"write, then read", func(s *decoder.Stream, text string) error {
			half := len(text) / 2
			if err := write(s, text[:half], 3); err != nil {
				return err
			}
			return readFrom(s, text[half:], strings.NewReader(text[half:]))
		}},
		{"a reader that fails and one that goes on", func(s *decoder.Stream, text string) error {
			half := len(text) / 2
			broken := errors.New("broken")
			n, err := s.ReadFrom(io.MultiReader(strings.NewReader(text[:half]), iotest.ErrReader(broken)))
			if n != int64(half) || err != broken {
				return errors.New("the reader's error did not come back after its bytes")
			}
			return readFrom(s, text[half:], strings.NewReader(text[half:]))
		}},
	}
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			s := decoder.NewStream(decoder.Profile{})
			for _, tab := range tables() {
				p := strict(t, tab.depth)
				for _, r := range tab.rows {
					text, _ := r.split(t)
					if raceDetector && len(text) > 2000 {
						continue
					}
					want := whole(decoder.NewScanner(p), text)
					s.Reset(p)
					if err := way.feed(s, text); err != nil {
						t.Fatalf("%.80q: %v", text, err)
					}
					if s.Over() || string(s.Bytes()) != text {
						t.Fatalf("%.80q: over %v, kept %.80q", text, s.Over(), s.Bytes())
					}
					if got := finish(s); !got.equal(want) {
						t.Errorf("%.80q: %v, whole %v", text, got, want)
					}
				}
			}
		})
	}
}

func write(s *decoder.Stream, text string, size int) error {
	for len(text) > 0 {
		n := min(size, len(text))
		chunk := []byte(text[:n])
		if k, err := s.Write(chunk); k != n || err != nil {
			return errors.New("Write did not take all")
		}
		clear(chunk) // the stream keeps a copy
		text = text[n:]
	}
	return nil
}

func readFrom(s *decoder.Stream, text string, r io.Reader) error {
	n, err := s.ReadFrom(r)
	if err == nil && n != int64(len(text)) {
		return errors.New("ReadFrom did not count all bytes")
	}
	return err
}

// idle gives nothing, times reads in a row, before each real read.
type idle struct {
	r     io.Reader
	times int
	left  int
}

func (r *idle) Read(p []byte) (int, error) {
	if r.left > 0 {
		r.left--
		return 0, nil
	}
	r.left = r.times
	return r.r.Read(p)
}

// scribbler writes beyond what it returns, as io.Reader allows.
type scribbler struct{ r io.Reader }

func (r scribbler) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '#'
	}
	return r.r.Read(p[:(len(p)+2)/3])
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestReadFromErrors: an error is one of the reader, and the text so far stays.
func TestReadFromErrors(t *testing.T) {
	broken := errors.New("broken")
	once := func(text string, err error) io.Reader {
		done := false
		return readerFunc(func(p []byte) (int, error) {
			if done {
				return 0, errors.New("read again after an error")
			}
			done = true
			return copy(p, text), err
		})
	}
	tests := []struct {
		reader io.Reader
		n      int64
		err    error
		kept   string
		reason string
	}{
		{strings.NewReader(""), 0, nil, "", "the end is no error"},
		{once("", io.EOF), 0, nil, "", "the end is no error"},
		{once("[1", io.EOF), 2, nil, "[1", "bytes with the end count"},
		{once("[1", broken), 2, broken, "[1", "bytes with an error count"},
		{once("", broken), 0, broken, "", "an error alone"},
		{once("[1", io.ErrUnexpectedEOF), 2, io.ErrUnexpectedEOF, "[1", "not the end"},
		{&idle{r: strings.NewReader("[1"), times: 1 << 30, left: 1 << 30}, 0, io.ErrNoProgress, "", "a reader that never gives anything"},
	}
	for _, tt := range tests {
		s := decoder.NewStream(standard(t))
		n, err := s.ReadFrom(tt.reader)
		if n != tt.n || err != tt.err || string(s.Bytes()) != tt.kept {
			t.Errorf("%d bytes, error %v, kept %q; want %d, %v, %q: %s", n, err, s.Bytes(), tt.n, tt.err, tt.kept, tt.reason)
		}
	}
	for _, claim := range []int{-1, math.MaxInt} {
		s := decoder.NewStream(standard(t))
		claims := readerFunc(func([]byte) (int, error) { return claim, nil })
		if n, err := s.ReadFrom(claims); n != 0 || err == nil {
			t.Errorf("a reader that says it gave %d bytes: %d, %v; want an error", claim, n, err)
		}
	}
}

// TestReadFromPatience: 100 reads in a row may give nothing, before the first
// byte, between bytes and before the end; one more is no progress.
func TestReadFromPatience(t *testing.T) {
	for _, tt := range []struct {
		times int
		n     int64
		err   error
	}{
		{100, 2, nil},
		{101, 0, io.ErrNoProgress},
	} {
		s := decoder.NewStream(standard(t))
		r := &idle{r: iotest.OneByteReader(strings.NewReader("[]")), times: tt.times, left: tt.times}
		if n, err := s.ReadFrom(r); n != tt.n || err != tt.err {
			t.Errorf("%d idle reads before each: %d bytes, %v; want %d, %v", tt.times, n, err, tt.n, tt.err)
		}
		// Before the end only, behind a text that came at once or after 100 of them.
		for _, left := range []int{0, 100} {
			s.Reset(standard(t))
			r = &idle{r: strings.NewReader("[]"), times: tt.times, left: left}
			if n, err := s.ReadFrom(r); n != 2 || err != tt.err {
				t.Errorf("%d idle reads before the end: %d bytes, %v; want 2, %v", tt.times, n, err, tt.err)
			}
		}
	}
}

// TestStreamOversized: more than MaxBytes bytes are oversized at MaxBytes,
// whatever they are and however they come, and are not kept or read on.
func TestStreamOversized(t *testing.T) {
	lim, err := limits.New(limits.MaxBytes(8))
	if err != nil {
		t.Fatal(err)
	}
	oversized := decoder.Offence{Reason: decoder.Oversized, Offset: 8}
	tests := []struct {
		text   string
		want   decoder.Offence
		reason string
	}{
		{"[1,2,3] ", decoder.Offence{}, "8 bytes are within 8"},
		{"[1,2,3]  ", oversized, "whitespace counts"},
		{"xxxxxxxx", decoder.Offence{Reason: malformed, Offset: 0}, "8 bytes are read"},
		{"xxxxxxxxx", oversized, "the size comes first, whatever the bytes"},
		{"[1]xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", oversized, "far too many"},
	}
	for _, tt := range tests {
		ways := map[string]func(s *decoder.Stream) error{
			"write":   func(s *decoder.Stream) error { return write(s, tt.text, 100) },
			"write 1": func(s *decoder.Stream) error { return write(s, tt.text, 1) },
			"write 5": func(s *decoder.Stream) error { return write(s, tt.text, 5) },
			"reader":  func(s *decoder.Stream) error { _, err := s.ReadFrom(strings.NewReader(tt.text)); return err },
			"one byte": func(s *decoder.Stream) error {
				_, err := s.ReadFrom(iotest.OneByteReader(strings.NewReader(tt.text)))
				return err
			},
		}
		for name, feed := range ways {
			s := decoder.NewStream(decoder.Strict(lim))
			if err := feed(s); err != nil {
				t.Fatal(err)
			}
			if got := s.Finish(); got != tt.want {
				t.Errorf("%q by %s: %v, want %v: %s", tt.text, name, got, tt.want, tt.reason)
			}
			if over := tt.want == oversized; s.Over() != over {
				t.Errorf("%q by %s: over %v", tt.text, name, s.Over())
			}
			if len(s.Bytes()) > 8 {
				t.Errorf("%q by %s: kept %d bytes", tt.text, name, len(s.Bytes()))
			}
			// More of it changes nothing.
			if tt.want == oversized {
				if err := write(s, "]", 1); err != nil {
					t.Fatal(err)
				}
				if n, err := s.ReadFrom(strings.NewReader("]")); n != 0 || err != nil {
					t.Errorf("read on after too many bytes: %d, %v", n, err)
				}
				if s.Finish() != oversized {
					t.Errorf("%q by %s: no longer oversized", tt.text, name)
				}
			}
			// And nothing of it is left after Reset.
			s.Reset(decoder.Strict(lim))
			if err := write(s, "[1]", 1); err != nil {
				t.Fatal(err)
			}
			if got := s.Finish(); got.Reason != none {
				t.Errorf("after %q and Reset: %v", tt.text, got)
			}
		}
	}
}

// TestReadFromStopsAtTheLimit: what follows the first byte too many is not read.
func TestReadFromStopsAtTheLimit(t *testing.T) {
	lim, err := limits.New(limits.MaxBytes(1000))
	if err != nil {
		t.Fatal(err)
	}
	endless := readerFunc(func(p []byte) (int, error) {
		for i := range p {
			p[i] = ' '
		}
		return len(p), nil
	})
	s := decoder.NewStream(decoder.Strict(lim))
	if n, err := s.ReadFrom(endless); n != 1001 || err != nil {
		t.Errorf("read %d bytes, error %v; want 1001: one byte too many tells", n, err)
	}
	if got, want := s.Finish(), (decoder.Offence{Reason: decoder.Oversized, Offset: 1000}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestUnread: bytes that nobody may look at are collected and bounded only, and
// are never good.
func TestUnread(t *testing.T) {
	lim, err := limits.New(limits.MaxBytes(4))
	if err != nil {
		t.Fatal(err)
	}
	s := decoder.NewStream(decoder.Unread(lim))
	if _, err := s.ReadFrom(strings.NewReader("\xffx[[")); err != nil {
		t.Fatal(err)
	}
	if got := s.Finish(); got != (decoder.Offence{Reason: decoder.MalformedJSON}) || string(s.Bytes()) != "\xffx[[" {
		t.Errorf("%v, kept %q: nothing may be judged good", got, s.Bytes())
	}
	if x := s.Scanner().Index(s.Bytes()); x.Len() != 0 {
		t.Errorf("%d tokens of bytes that were not read", x.Len())
	}
	if err := write(s, "]", 1); err != nil {
		t.Fatal(err)
	}
	if got := s.Finish(); got != (decoder.Offence{Reason: decoder.Oversized, Offset: 4}) {
		t.Errorf("%v, want oversized at 4", got)
	}
}

// TestZeroProfile: a profile that nobody made takes nothing.
func TestZeroProfile(t *testing.T) {
	s := decoder.NewStream(decoder.Profile{})
	if err := write(s, "1", 1); err != nil {
		t.Fatal(err)
	}
	if got := s.Finish(); got != (decoder.Offence{Reason: decoder.Oversized}) {
		t.Errorf("%v, want oversized at 0", got)
	}
	for _, text := range []string{"[]", "{}"} {
		want := decoder.Offence{Reason: tooDeep}
		if got := decoder.NewScanner(decoder.Profile{}).Scan([]byte(text), true); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if err := decoder.Check(nil, limits.Limits{}); err == nil {
		t.Error("no bytes are no JSON text")
	}
	if err := decoder.Check([]byte("1"), limits.Limits{}); err == nil {
		t.Error("the zero limits take nothing")
	}
}

// TestStreamErrors: Error says what Finish said.
func TestStreamErrors(t *testing.T) {
	lim, err := limits.New(limits.MaxBytes(16))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		text string
		want *decoder.Error
	}{
		{`{"a":[1,2]}`, nil},
		{`{"a":[1,-x]}`, &decoder.Error{Reason: malformed, Offset: 9, Pointer: "/a/1", Want: "want one RFC 8259 value and nothing else"}},
		{strings.Repeat(" ", 17), &decoder.Error{Reason: decoder.Oversized, Offset: 16, Want: "want at most 16 bytes"}},
	}
	for _, tt := range tests {
		s := decoder.NewStream(decoder.Strict(lim))
		if _, err := s.ReadFrom(bytes.NewReader([]byte(tt.text))); err != nil {
			t.Fatal(err)
		}
		s.Finish()
		for name, got := range map[string]error{"Stream": s.Error(), "Check": decoder.Check([]byte(tt.text), lim)} {
			if tt.want == nil {
				if got != nil {
					t.Errorf("%s %q: %v", name, tt.text, got)
				}
				continue
			}
			var e *decoder.Error
			if !errors.As(got, &e) {
				t.Errorf("%s %q: %v, want an *Error", name, tt.text, got)
				continue
			}
			if diff := cmp.Diff(tt.want, e); diff != "" {
				t.Errorf("%s %q (-want +got):\n%s", name, tt.text, diff)
			}
		}
	}
}

// TestMoreAfterFinish: a text that was good when it was called complete is not
// good for ever, and one with nothing but whitespace added still is.
func TestMoreAfterFinish(t *testing.T) {
	tests := []struct {
		reason string
		more   string
		want   decoder.Offence
	}{
		{"nothing came", "", decoder.Offence{}},
		{"whitespace may stand after the value", " \n", decoder.Offence{}},
		{"a second value may not", "{}", decoder.Offence{Reason: decoder.MalformedJSON, Offset: 2}},
		{"nor anything else", " x", decoder.Offence{Reason: decoder.MalformedJSON, Offset: 3}},
	}
	for _, tt := range tests {
		s := decoder.NewStream(standard(t))
		if err := write(s, "{}", 1); err != nil {
			t.Fatal(err)
		}
		if got := s.Finish(); got.Reason != none {
			t.Fatal(got)
		}
		if err := write(s, tt.more, 1); err != nil {
			t.Fatal(err)
		}
		if got := s.Finish(); got != tt.want {
			t.Errorf("%v, want %v: %s", got, tt.want, tt.reason)
		}
		if x := s.Scanner().Index(s.Bytes()); (x.Len() > 0) != (tt.want.Reason == none) {
			t.Errorf("%d tokens: %s", x.Len(), tt.reason)
		}
	}
}

// TestReadFromAtEveryLimit: whatever MaxBytes is beside what the buffer happens to
// hold, as many bytes are taken, and of a longer text one more is read and no other.
func TestReadFromAtEveryLimit(t *testing.T) {
	for most := 1; most <= 1100; most++ {
		lim, err := limits.New(limits.MaxBytes(most))
		if err != nil {
			t.Fatal(err)
		}
		for more := range 3 {
			text := strings.Repeat(" ", most-1+more) + "1"
			want, read := decoder.Offence{}, most
			if more > 0 {
				want, read = decoder.Offence{Reason: decoder.Oversized, Offset: most}, most+1
			}
			s := decoder.NewStream(decoder.Strict(lim))
			n, err := s.ReadFrom(strings.NewReader(text))
			if got := s.Finish(); err != nil || n != int64(read) || got != want {
				t.Errorf("%d bytes within %d: read %d, %v, %v; want %d and %v", len(text), most, n, err, got, read, want)
			}
		}
	}
}
