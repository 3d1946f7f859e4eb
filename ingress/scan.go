package ingress

import (
	"hash/maphash"
	"strconv"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/decoder"
)

// Scan reads one request body as it comes and knows, once it is complete, which
// of its members carry hints. Make one with [NewScan]; it is not safe for
// concurrent use. Its memory is used again after [Scan.Reset].
//
// Write, Finish, Decide and Edit are called in this order. The cost of Write and
// Finish is linear in the bytes. Beside the body a Scan keeps 8 bytes for each
// member of the root, 16 for each carrier, one bit for each open level and about
// 20 KiB.
type Scan struct {
	reading
	scanner *decoder.Scanner
	walk    walk
	scanned int // bytes that the walk has seen
}

const (
	// window is how many bytes are scanned before their tokens are looked at: few
	// enough that the room for the tokens, 8 bytes each, stays small in each of
	// thousands of bodies in flight.
	window = 2 << 10
	// largestAhead is how much memory a body gets by its declared length alone.
	largestAhead = 1 << 20
	// smallKept is how much room for a body a Scan keeps for the next one whatever
	// came, largestKept how much if the last body filled a quarter of it: large
	// rooms are kept only for as long as large bodies come.
	smallKept, largestKept = 1 << 20, 8 << 20

	wantObject = "one RFC 8259 object in UTF-8 and nothing else"
)

// NewScan returns a scan of one body. size is its Content-Length, or -1 if that
// is not known; at most 1 MiB is set aside by it before a byte has come.
func NewScan(p Policy, size int64) *Scan {
	s := &Scan{walk: walk{seed: maphash.MakeSeed()}}
	s.Reset(p, size)
	return s
}

// Reset makes the scan ready for another body, as NewScan does, and keeps its
// memory for it. What Hint and Edit gave of the body before is no longer valid.
func (s *Scan) Reset(p Policy, size int64) {
	next, kept := s.restart(p.settings(), size, s.held())
	if s.scanner == nil || !kept {
		s.scanner, s.walk = decoder.NewScanner(decoder.Profile{}), walk{seed: s.walk.seed}
	}
	s.scanner.Reset(decoder.Body(next.policy.maxDepth).WithTokens())
	s.walk.reset()
	*s = Scan{reading: next, scanner: s.scanner, walk: s.walk}
}

// Write takes the next bytes of the body, keeps a copy of them and scans them. An
// error is the [*BodyError] that Finish would return: it is certain already, and
// no more need be read. Under a policy that reports, only a body that is too
// large is an error here, as any other goes upstream.
func (s *Scan) Write(chunk []byte) (int, error) {
	if s.stopped() {
		return 0, s.fault
	}
	taken := s.fits(chunk)
	s.grow(len(taken))
	s.body = append(s.body, taken...)
	for s.fault == nil && s.scanned < len(s.body) {
		s.scan(min(s.scanned+window, len(s.body)), false)
	}
	return s.wrote(len(taken), len(chunk))
}

// scan reads on to the end of body[:to].
func (s *Scan) scan(to int, final bool) {
	body := s.body[:to]
	o := s.scanner.Scan(body, final)
	tokens := s.scanner.Take(body)
	n := tokens.Len()
	if o.Reason == decoder.InvalidUTF8 {
		n = before(tokens, o.Offset)
	}
	s.scanned = to
	s.fault = s.walk.take(s.policy, body, tokens, n)
	if s.fault == nil && o.Reason != decoder.None {
		s.fault = unreadable(o, s.policy)
	}
}

// before returns how many of the tokens end before offset: UTF-8 is checked behind
// the grammar, which has gone on since.
func before(tokens decoder.Index, offset int) int {
	n := tokens.Len()
	for ; n > 0; n-- {
		kind, start, end := tokens.Span(n - 1)
		if kind == decoder.Array || kind == decoder.Object || kind == decoder.End {
			end = start
		}
		if end <= offset {
			break
		}
	}
	return n
}

// Finish says that the body is complete. It returns nil, or the [*BodyError] that
// refuses the body: one that is not an RFC 8259 object in UTF-8 or is too large,
// and by the role one with handoff members that may not be or are not right. No
// bytes at all are no body, and fine.
func (s *Scan) Finish() error {
	if !s.finished {
		s.finished = true
		if s.fault == nil && len(s.body) > 0 {
			s.scan(len(s.body), true)
		}
		if s.fault == nil {
			s.walk.unknown, s.fault = s.walk.checkHandoffs(s.policy, s)
		}
	}
	return s.err()
}

// Hint returns the bytes of the one member that would be judged if its sender is
// trusted: a view of the body that is valid until Reset, or nil. It is for whoever
// verifies an attestation over them. Call it after Finish.
func (s *Scan) Hint() []byte { return s.hint(&s.walk.findings) }

// Decide judges the request's hint and says what becomes of the body. The first
// call decides and counts once at the policy's authority, or not at all for a
// refused body; later ones return the same Decision whatever trust is.
func (s *Scan) Decide(trust admit.Trust) Decision {
	s.Finish()
	return s.decide(&s.walk.findings, trust, s.Hint)
}

// noted returns about how many bytes of memory the members that were found take, to
// judge them and to cut them out too.
func (s *Scan) noted() int { return s.walk.noted() }

// shed gives back, once nobody has a view of the body any more, what the next body may
// have no use for.
func (s *Scan) shed() {
	s.reading.shed()
	if s.walk.held() > smallNotes {
		s.walk = walk{seed: s.walk.seed}
	}
	if s.scanner.Depth() > 8*smallNotes { // a bit for each level
		s.scanner = decoder.NewScanner(decoder.Profile{})
	}
}

// held returns how many bytes of memory the scan holds for this body.
func (s *Scan) held() int {
	return cap(s.body) + 8*min(s.scanned, window) + s.walk.held()
}

func tooLarge(p *settings) *BodyError {
	return &BodyError{Cause: BodyTooLarge, Offset: p.maxBytes, Want: "at most " + strconv.Itoa(p.maxBytes) + " bytes"}
}

// unreadable tells what the decoder found.
func unreadable(o decoder.Offence, p *settings) *BodyError {
	want := wantObject
	switch o.Reason {
	case decoder.InvalidUTF8:
		want = "UTF-8"
	case decoder.TooDeep:
		want = "at most " + strconv.Itoa(p.maxDepth) + " open arrays and objects"
	}
	return &BodyError{Cause: UnreadableBody, Offset: o.Offset, Want: want}
}
