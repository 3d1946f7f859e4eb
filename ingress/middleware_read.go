package ingress

import (
	"io"
	"net/http"
	"time"

	"github.com/kvhints/hintcheck/admit"
)

const (
	// A body is read in small steps at first, so that thousands of clients that send
	// little hold little, and in large ones once it is known to be large.
	smallRead, largeRead = 4 << 10, 32 << 10
	manyBytes            = 64 << 10
	// freeNotes is how much memory for what is found in a body is not charged: that of
	// a few hundred members, which every request has.
	freeNotes = 4 << 10
)

// hasBody reports whether r may have body bytes. A length of 0 does not say so: a
// handler around this one can have changed the body and not the length.
func hasBody(r *http.Request) bool { return r.Body != nil && r.Body != http.NoBody }

// read reads the body into what takes it. An error is that of the client's bytes,
// of the taker, errOverloaded or errStalled.
func (x *exchange) read() error {
	r := x.r
	if x.complete {
		return nil
	}
	if r.ContentLength > int64(x.m.policy.MaxBodyBytes()) {
		return tooLarge(x.m.policy.settings())
	}
	small, _ := x.m.small.Get().(*[smallRead]byte)
	if small == nil {
		small = new([smallRead]byte)
	}
	defer x.m.small.Put(small)
	room := small[:]
	var to io.Writer
	for {
		n, err := x.timed.Read(room)
		if n > 0 {
			if to == nil {
				taker := x.taker()
				if taker == nil {
					return &BodyError{Cause: x.cause, Offset: admit.NoOffset, Want: "another request"}
				}
				to = charging{x, taker}
			}
			x.received += int64(n)
			started := time.Now()
			_, err := to.Write(room[:n])
			x.scanning += time.Since(started)
			if err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if x.received >= manyBytes && len(room) == smallRead {
			large := x.m.largeRoom()
			defer x.m.large.Put(large)
			room = large[:]
		}
	}
}

func (m *middleware) largeRoom() *[largeRead]byte {
	if large, ok := m.large.Get().(*[largeRead]byte); ok {
		return large
	}
	return new([largeRead]byte)
}

// charging charges a body as it is written, and what the scan notes of it.
type charging struct {
	x  *exchange
	to io.Writer
}

func (c charging) Write(chunk []byte) (int, error) {
	if !c.x.hold.take(int64(len(chunk))) {
		return 0, errOverloaded
	}
	n, err := c.to.Write(chunk)
	if err == nil && !c.x.takeNotes() {
		err = errOverloaded
	}
	return n, err
}

// takeNotes charges what the scan has noted since it was last charged. Requests are
// made in which that takes many times the memory of the body.
func (x *exchange) takeNotes() bool {
	if x.scan == nil {
		return true
	}
	more := x.scan.noted() - freeNotes - x.notes
	if more <= 0 {
		return true
	}
	x.notes += more
	return x.hold.take(int64(more))
}

// taker returns what the body is written to as it comes, or nil if the request is
// refused now that it has a body.
func (x *exchange) taker() io.Writer {
	policy := x.m.policy
	switch {
	case x.cause != NoCause: // reported only
	case x.coding == unknownCoding:
		x.cause = UnsupportedEncoding
	case x.kind == packBody && policy.Role() != Worker:
		x.cause = UnsupportedMediaType
	}
	if x.cause != NoCause && policy.enforced(x.cause) {
		return nil
	}
	if x.cause == NoCause && x.coding == identity && x.kind != opaqueBody {
		x.scan = x.newScan(x.r.ContentLength)
		return x.scan
	}
	x.raw = &buffer{most: policy.MaxBodyBytes()}
	return x.raw
}

// newScan returns a scan for a body of size bytes, or -1.
func (x *exchange) newScan(size int64) scanner {
	m := x.m
	ahead := min(size, smallRoom)
	if x.kind == packBody {
		s, ok := m.packs.Get().(*MsgpackScan)
		if ok {
			s.Reset(m.policy, ahead)
		} else {
			s = NewMsgpackScan(m.policy, ahead)
		}
		s.rooms, s.declared = &m.rooms, size
		return s
	}
	s, ok := m.scans.Get().(*Scan)
	if ok {
		s.Reset(m.policy, ahead)
	} else {
		s = NewScan(m.policy, ahead)
	}
	s.rooms, s.declared = &m.rooms, size
	return s
}

// buffer keeps a body of at most most bytes.
type buffer struct {
	bytes []byte
	most  int
}

func (b *buffer) Write(chunk []byte) (int, error) {
	if len(chunk) > b.most-len(b.bytes) {
		return 0, &BodyError{Cause: BodyTooLarge, Offset: b.most, Want: "a body within the limit"}
	}
	b.bytes = append(b.bytes, chunk...)
	return len(chunk), nil
}
