package fuzz_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/fuzz/tree"
)

// plan says how a text is cut: sizes taken in turn, again and again.
type plan []int

func (p plan) String() string { return fmt.Sprintf("plan%v", []int(p)) }

// next cuts the next chunk off rest; i is its number.
func (p plan) next(i int, rest []byte) (chunk, after []byte) {
	n := 1
	if len(p) > 0 {
		n = min(p[i%len(p)], len(rest))
	}
	return rest[:n], rest[n:]
}

// plans generates plans: often single bytes, some empty chunks, some long ones.
func plans() gopter.Gen {
	shrink := func(v any) gopter.Shrink {
		p := v.(plan)
		var list []plan
		if len(p) > 1 {
			list = append(list, plan{1})
			for i := 1; i < len(p); i++ { // the first one is not empty
				list = append(list, append(p[:i:i], p[i+1:]...))
			}
		}
		return func() (any, bool) {
			if len(list) == 0 {
				return nil, false
			}
			next := list[0]
			list = list[1:]
			return next, true
		}
	}
	return func(params *gopter.GenParameters) *gopter.GenResult {
		sizes := []int{1, 1, 1, 2, 3, 5, 8, 64, 700, 5000}
		p := make(plan, 1+params.Rng.Intn(5))
		for i := range p {
			if i > 0 && params.Rng.Intn(6) == 0 {
				continue // an empty chunk
			}
			p[i] = sizes[params.Rng.Intn(len(sizes))]
		}
		return gopter.NewGenResult(p, shrink)
	}
}

// offence is what a Scanner or Stream says, with the pointer.
func offence(o decoder.Offence, err error) verdict {
	v := verdict{Reason: o.Reason.String(), Offset: o.Offset}
	var e *decoder.Error
	if errors.As(err, &e) {
		v.Pointer, v.HasPointer = e.Pointer, true
		if e.Reason != o.Reason || e.Offset != o.Offset {
			v.Reason += " but Error says " + e.Error()
		}
	}
	return v
}

// TestChunksChangeNothing: a text gives one verdict, whether it comes whole, as
// a growing prefix, in written chunks or from a reader. A verdict that comes
// before the end is the one at the end.
func TestChunksChangeNothing(t *testing.T) {
	holds(t, 1500, func(s tree.Sample, p plan, exact bool) (fault string) {
		defer caught(&fault)
		text := s.Write()
		if exact { // not one byte of room
			text.MaxBytes = max(1, min(text.MaxBytes, len(text.Bytes)))
		}
		lim := boundsOf(text)
		profile := decoder.Strict(lim)
		whole := decoder.NewScanner(profile)
		want := offence(whole.Scan(text.Bytes, true), whole.Error(text.Bytes))

		growing := decoder.NewScanner(profile)
		early := decoder.Offence{}
		fed := 0
		for i, rest := 0, text.Bytes; len(rest) > 0; i++ {
			_, rest = p.next(i, rest)
			fed = len(text.Bytes) - len(rest)
			prefix := text.Bytes[:fed]
			if fed < 4096 { // a copy, so that nothing of an earlier call can be used
				prefix = bytes.Clone(prefix)
			}
			if o := growing.Scan(prefix, false); early.Reason == decoder.None {
				early = o
			} else if o != early {
				return fmt.Sprintf("the prefix of %d bytes gives %v, a shorter one gave %v", fed, o, early)
			}
		}
		if got := offence(growing.Scan(text.Bytes, true), growing.Error(text.Bytes)); got != want {
			return fmt.Sprintf("growing, %s; whole, %s", got, want)
		}
		if early.Reason != decoder.None && (early.Reason.String() != want.Reason || early.Offset != want.Offset) {
			return fmt.Sprintf("%v before the end, %s at the end", early, want)
		}

		if len(text.Bytes) > text.MaxBytes {
			want = verdict{"oversized", text.MaxBytes, "", true}
		}
		written, read := decoder.NewStream(profile), decoder.NewStream(profile)
		for i, rest := 0, text.Bytes; len(rest) > 0; i++ {
			var chunk []byte
			chunk, rest = p.next(i, rest)
			chunk = bytes.Clone(chunk)
			if n, err := written.Write(chunk); n != len(chunk) || err != nil {
				return fmt.Sprintf("Write gives %d, %v", n, err)
			}
			clear(chunk)
		}
		if got := offence(written.Finish(), written.Error()); got != want {
			return fmt.Sprintf("written, %s; whole, %s", got, want)
		}
		if _, err := read.ReadFrom(&chunked{rest: text.Bytes, plan: p}); err != nil {
			return err.Error()
		}
		if got := offence(read.Finish(), read.Error()); got != want {
			return fmt.Sprintf("read, %s; whole, %s", got, want)
		}
		if read.Over() != written.Over() || !read.Over() && !bytes.Equal(read.Bytes(), text.Bytes) {
			return "the streams hold something else"
		}

		_, core := decide(text)
		d, err := admit.NewAuthority(lim).AdmitReader(&chunked{rest: text.Bytes, plan: p}, trustOf(text))
		if got := verdictOf(text.Bytes, d); err != nil || got != core {
			return fmt.Sprintf("AdmitReader says %s, %v; Decide says %s", got, err, core)
		}
		return ""
	}, tree.Anything(), plans(), gen.Bool())
}

// chunked is a reader that gives what a plan says, and then ends, or fails with
// err if it is set; with data, the end comes along with the last bytes.
type chunked struct {
	rest  []byte
	plan  plan
	calls int
	err   error
	data  bool
	given int
	ended bool // it has said that it ends or fails
}

func (c *chunked) Read(p []byte) (int, error) {
	end := c.err
	if end == nil {
		end = io.EOF
	}
	if len(c.rest) == 0 {
		c.ended = true
		return 0, end
	}
	chunk, _ := c.plan.next(c.calls, c.rest)
	c.calls++
	n := copy(p, chunk)
	c.rest = c.rest[n:]
	c.given += n
	if len(c.rest) == 0 && c.data {
		c.ended = true
		return n, end
	}
	return n, nil
}

// TestReaderErrorIsNoVerdict: a reader that fails gives its error, no decision
// and no count, and the authority goes on as before. It is asked for at most one
// byte more than there may be.
func TestReaderErrorIsNoVerdict(t *testing.T) {
	cause := errors.New("the line went dead")
	failed, done := 0, 0
	const n = 1500
	holds(t, n, func(s tree.Sample, p plan, at int, data bool) (fault string) {
		defer caught(&fault)
		text := s.Write()
		authority := admit.NewAuthority(boundsOf(text))
		r := &chunked{rest: text.Bytes[:at%(len(text.Bytes)+1)], plan: p, err: cause, data: data}
		d, err := authority.AdmitReader(r, trustOf(text))
		if r.given > text.MaxBytes+1 {
			return fmt.Sprintf("%d bytes were read, the limit is %d", r.given, text.MaxBytes)
		}
		if r.ended {
			failed++
			if !errors.Is(err, cause) || d != (admit.Decision{}) || authority.Tally().Total() != 0 {
				return fmt.Sprintf("the reader failed, but %v, %v and a tally of %d", d.Reason, err, authority.Tally().Total())
			}
		} else {
			done++
			if err != nil || r.given <= text.MaxBytes {
				return fmt.Sprintf("the reader was given up after %d bytes: %v, %v", r.given, d.Reason, err)
			}
		}
		d, err = authority.AdmitReader(&chunked{rest: text.Bytes, plan: p, data: data}, trustOf(text))
		if _, want := decide(text); err != nil || verdictOf(text.Bytes, d) != want {
			return fmt.Sprintf("afterwards %s, %v; want %s", verdictOf(text.Bytes, d), err, want)
		}
		return ""
	}, tree.Anything(), plans(), gen.IntRange(0, 1<<12), gen.Bool())
	healthy(t, n, "the reader failed", failed, 500)
	healthy(t, n, "the reader was given up", done, 5)
}
