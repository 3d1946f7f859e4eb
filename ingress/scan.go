package ingress

import (
	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/decoder"
)

// Scan reads one request body as it comes and knows, once it is complete, which
// of its members carry hints. Make one with [NewScan]; it is not safe for
// concurrent use. Its memory is used again after [Scan.Reset].
type Scan struct {
	policy  Policy
	scanner *decoder.Scanner
	buf     []byte
	fault   *BodyError
}

// NewScan returns a scan for one body. size is its Content-Length, or -1 if that
// is not known; at most 1 MiB is set aside by it before a byte has come.
func NewScan(p Policy, size int64) *Scan {
	s := &Scan{scanner: decoder.NewScanner(decoder.Profile{})}
	s.Reset(p, size)
	return s
}

// Reset makes the scan ready for another body, keeping its memory.
func (s *Scan) Reset(p Policy, size int64) {
	s.policy, s.buf, s.fault = p, s.buf[:0], nil
}

// Write takes the next bytes of the body and scans them.
func (s *Scan) Write(chunk []byte) (int, error) {
	s.buf = append(s.buf, chunk...)
	return len(chunk), nil
}

// Finish says that the body is complete.
func (s *Scan) Finish() error {
	if s.fault == nil {
		s.fault = &BodyError{Cause: UnreadableBody, Want: "a scanner: this one reads nothing yet"}
	}
	return s.fault
}

// Hint returns the bytes of the one member that would be judged, or nil.
func (s *Scan) Hint() []byte { return nil }

// Decide judges the request's hint and says what becomes of the body.
func (s *Scan) Decide(trust admit.Trust) Decision { return refusal(UnreadableBody, 0, trust) }
