package ingress

import (
	"hash/maphash"

	"github.com/kvhints/hintcheck/admit"
)

// MsgpackScan is [Scan] for a MessagePack body, as the orchestrator of TensorRT-LLM
// sends it to a worker (header X-TRTLLM-Msgpack: 1). Make one with [NewMsgpackScan];
// it is not safe for concurrent use. Its memory is used again after Reset.
//
// A body is read if it is one map and nothing behind it. Everywhere in it names are
// strs, strs are UTF-8, and there is no ext (so no timestamp) and no 0xc1. Else it is
// UnreadableBody, at the first byte of the name or value that is wrong, of the bad
// UTF-8 sequence, of what stands behind the map, or of the head of a length that a
// body within MaxBodyBytes could not hold. A body that ends too early is
// UnreadableBody at its length. Heads longer than they need be, NaN, infinities and
// bins are read, as the decoder of the worker reads them (msgspec, untyped).
//
// Carriers, the one decision and what is cut are those of Scan. The hint is judged
// as JSON text, and offsets of its admission are those in that text, which has no
// whitespace: 32-bit floats are widened, NaN and infinities are
// admit.NumberOutOfRange where they stand, a bin is admit.MalformedJSON. An admitted
// hint stays in the body as the bytes it came in. Handoffs are checked as JSON too:
// a fault is told at the first byte of the handoff's value, and a bin is one.
//
// Write, Finish, Decide and Edit are called in this order. Their cost is linear in
// the bytes. Beside the body a MsgpackScan keeps 20 bytes for each carrier, 40 for
// each handoff, 4 for each open map in which a carrier can be, one byte for each byte
// of the heads of the open arrays and maps, so at most as many as the body has; while
// it finishes the JSON text of one handoff, at most about twice MaxBodyBytes, and
// while it decides that of the hint, at most about twice the Authority's MaxBytes.
type MsgpackScan struct {
	reading
	walk packWalk
}

// NewMsgpackScan returns a scan of one body. size is its Content-Length, or -1 if
// that is not known; at most 1 MiB is set aside by it before a byte has come. Only a
// policy of the role Worker reads MessagePack: under another one a body is
// UnsupportedMediaType.
func NewMsgpackScan(p Policy, size int64) *MsgpackScan {
	s := &MsgpackScan{walk: packWalk{seed: maphash.MakeSeed()}}
	s.Reset(p, size)
	return s
}

// Reset makes the scan ready for another body, as NewMsgpackScan does, and keeps its
// memory for it. What Hint and Edit gave of the body before is no longer valid.
func (s *MsgpackScan) Reset(p Policy, size int64) {
	next, kept := s.restart(p.settings(), size, s.held())
	if !kept {
		s.walk = packWalk{seed: s.walk.seed}
	}
	s.walk.reset(next.policy)
	*s = MsgpackScan{reading: next, walk: s.walk}
	if role := s.policy.role; role != Worker && role != NoRole {
		s.fault = &BodyError{Cause: UnsupportedMediaType, Want: "JSON: only a worker reads MessagePack"}
	}
}

// Write takes the next bytes of the body, keeps a copy of them and scans them. An
// error is the [*BodyError] that Finish would return: it is certain already, and
// no more need be read. Under a policy that reports, only a body that is too
// large is an error here, as any other goes upstream.
func (s *MsgpackScan) Write(chunk []byte) (int, error) {
	if s.stopped() {
		return 0, s.fault
	}
	taken := s.fits(chunk)
	s.grow(len(taken))
	s.body = append(s.body, taken...)
	if s.fault == nil {
		s.fault = s.walk.take(s.body)
	}
	return s.wrote(len(taken), len(chunk))
}

// Finish says that the body is complete. It returns nil, or the [*BodyError] that
// refuses the body: one that cannot be read or is too large, or has handoff members
// that are not right. No bytes at all are no body, and fine.
func (s *MsgpackScan) Finish() error {
	if !s.finished {
		s.finished = true
		if s.fault == nil && len(s.body) > 0 && !s.walk.cursor.ended {
			s.fault = &BodyError{Cause: UnreadableBody, Offset: len(s.body), Want: "the rest of the map"}
		}
		if s.fault == nil {
			s.walk.unknown, s.fault = s.walk.checkHandoffs(s.policy, s)
		}
	}
	return s.err()
}

// Hint returns the bytes of the one member that would be judged if its sender is
// trusted, as MessagePack: a view of the body that is valid until Reset, or nil. It
// is for whoever verifies an attestation over them. Call it after Finish.
func (s *MsgpackScan) Hint() []byte { return s.hint(&s.walk.findings) }

// Decide judges the request's hint and says what becomes of the body. The first
// call decides and counts once at the policy's authority, or not at all for a
// refused body; later ones return the same Decision whatever trust is.
func (s *MsgpackScan) Decide(trust admit.Trust) Decision {
	s.Finish()
	return s.decide(&s.walk.findings, trust, func() []byte {
		hint := s.walk.carriers[s.walk.match]
		return appendPackJSON(nil, s.body, hint, nil, s.policy.authority.Limits().MaxBytes())
	})
}

// noted returns about how many bytes of memory the members that were found take, to
// judge them and to cut them out too.
func (s *MsgpackScan) noted() int { return s.walk.noted() }

// shed gives back, once nobody has a view of the body any more, what the next body may
// have no use for.
func (s *MsgpackScan) shed() {
	s.reading.shed()
	if s.walk.held() > smallNotes {
		s.walk = packWalk{seed: s.walk.seed}
	}
}

// held returns how many bytes of memory the scan holds for this body.
func (s *MsgpackScan) held() int { return cap(s.body) + s.walk.held() }
