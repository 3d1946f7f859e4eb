package ingress

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/kvhints/hintcheck/admit"
)

// exchange is one request on its way through the middleware.
type exchange struct {
	m    *middleware
	w    http.ResponseWriter
	r    *http.Request
	hold hold

	kind   bodyKind
	coding coding
	cause  Cause // why the request is refused whatever its body is

	scan  scanner // that has read the body, or nil
	raw   *buffer // the body as it came, where no scan reads it as it comes
	plain *buffer // an opaque body without its coding

	timed    timedBody
	received int64
	notes    int  // bytes charged for what the scan noted
	complete bool // the body was read to its end
	scanning time.Duration

	decision Decision
	body     upstreamBody
	changed  bool // the body that goes upstream is not what came
}

// scanner is a Scan or a MsgpackScan.
type scanner interface {
	io.Writer
	Finish() error
	Hint() []byte
	Decide(admit.Trust) Decision
	noted() int
	shed()
}

// errOverloaded: the budget is used up.
var errOverloaded = errors.New("ingress: the budget of body bytes in flight is used up")

// decide reads the body and makes the one decision.
func (x *exchange) decide() {
	m, r := x.m, x.r
	x.complete = !hasBody(r)
	if !x.complete {
		x.timed = newTimedBody(x.w, r, m.stall)
		defer func() {
			if x.complete {
				x.timed.stop()
			} else {
				x.timed.abandon()
			}
		}()
	}
	x.cause = m.requestFault(r)
	if x.cause != NoCause && m.policy.enforced(x.cause) {
		x.refuse(x.cause, nil)
		return
	}
	x.kind, x.coding = m.policy.kindOf(r), codingOf(r)
	if err := x.read(); err != nil {
		x.refuse(causeOf(err), err)
		return
	}
	x.complete = true
	started := time.Now()
	x.judge()
	x.scanning += time.Since(started)
}

// causeOf returns why a body that was not read to its end is refused.
func causeOf(err error) Cause {
	var fault *BodyError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &fault):
		return fault.Cause
	case errors.Is(err, errOverloaded):
		return Overloaded
	case errors.Is(err, errStalled):
		return Stalled
	case errors.Is(err, errRatio), errors.As(err, &tooLarge): // a limit of a handler around this one
		return BodyTooLarge
	}
	return BadFraming // it ended before its length, or its chunks are not right
}

// refuse decides that the request is refused for cause. err may tell where.
func (x *exchange) refuse(cause Cause, err error) {
	offset := admit.NoOffset
	var fault *BodyError
	if errors.As(err, &fault) {
		offset = fault.Offset
	}
	if cause == UnreadableBody && x.kind != packBody && !saysJSON(x.r) {
		cause = UnsupportedMediaType
	}
	x.decision = refusal(cause, offset, x.trust(nil))
}

// trust says whether the sender may give hints.
func (x *exchange) trust(hint []byte) admit.Trust {
	return x.m.trust.Judge(x.r, hint, x.m.now())
}

// refuses reports whether the request is answered here. One whose body did not come
// to its end is, in any mode: there is nothing whole to forward.
func (x *exchange) refuses() bool {
	return x.decision.Disposition == Refused && (!x.complete || x.m.policy.enforced(x.decision.Cause))
}

// judge decides about a body that came to its end.
func (x *exchange) judge() {
	switch {
	case x.cause != NoCause: // and the mode is report
		x.refuse(x.cause, nil)
	case x.received == 0:
		var none findings
		x.decision, _ = none.decide(x.m.policy.settings(), x.trust(nil), nil)
		return
	case x.coding != identity:
		if err := x.unzip(); err != nil {
			x.refuse(causeOf(err), err)
			break
		}
		if x.kind == opaqueBody {
			x.judgeOpaque(x.plain.bytes)
			break
		}
		x.judgeScan()
	case x.kind == opaqueBody:
		x.judgeOpaque(x.raw.bytes)
	default:
		x.judgeScan()
	}
	if x.m.policy.Reports() && x.raw != nil { // as it came
		x.body.segments, x.changed = net.Buffers{x.raw.bytes}, false
		x.body.length = int64(len(x.raw.bytes))
	}
}

// unzip undoes the content coding of the body.
func (x *exchange) unzip() error {
	var to io.Writer
	if x.kind == opaqueBody {
		x.plain = &buffer{most: x.m.policy.MaxBodyBytes()}
		to = x.plain
	} else {
		x.scan = x.newScan(-1)
		to = x.scan
	}
	large := x.m.largeRoom()
	defer x.m.large.Put(large)
	n, err := x.m.unzips.decode(x.coding, x.raw.bytes, large[:], &x.hold, charging{x, to})
	if err != nil {
		return err
	}
	if n == 0 {
		return badCoding(0, "a body that is not empty")
	}
	x.changed = true
	if !x.m.policy.Reports() {
		x.hold.give(int64(len(x.raw.bytes)))
		x.raw = nil
	}
	return nil
}

// judgeScan decides about a body that a scan has read.
func (x *exchange) judgeScan() {
	if err := x.scan.Finish(); err != nil && causeOf(err) == UnreadableBody {
		x.refuse(UnreadableBody, err)
	} else {
		x.decision = x.scan.Decide(x.trust(x.scan.Hint()))
	}
	x.changed = x.changed || x.decision.Disposition != Forwarded && !x.m.policy.Reports()
	x.setBody()
}

// setBody takes what goes upstream from the scan, if anything does.
func (x *exchange) setBody() {
	if x.refuses() {
		return
	}
	// What reports goes as it came, a refused body too.
	x.scan.Decide(x.decision.Trust)
	var err error
	switch s := x.scan.(type) {
	case *Scan:
		x.body.segments, x.body.length, err = s.Edit().Segments()
	case *MsgpackScan:
		x.body.segments, x.body.length, err = s.Edit().Segments()
	}
	if err != nil { // of a body too large only, which was refused
		x.refuse(causeOf(err), err)
	}
}

// request returns the request that goes upstream.
func (x *exchange) request() *http.Request {
	out := x.r.WithContext(context.WithValue(x.r.Context(), decisionKey{}, &x.decision))
	out.Header = x.r.Header.Clone()
	if out.Header == nil {
		out.Header = make(http.Header)
	}
	deleteHeaders(out.Header, x.m.policy.deletesHeader)
	frame(out, &x.body, x.changed)
	return out
}

// writer returns what the handler answers to.
func (x *exchange) writer() http.ResponseWriter {
	if _, asks := upgradeOf(x.r); asks || x.m.policy.Reports() {
		return x.w
	}
	return &plainWriter{ResponseWriter: x.w, request: x.r}
}

// release lets go of all that the request holds. No reader of its body gets a byte
// after it.
func (x *exchange) release() {
	x.body.end()
	if x.scan != nil {
		x.scan.shed()
	}
	switch s := x.scan.(type) {
	case *Scan:
		x.m.scans.Put(s)
	case *MsgpackScan:
		x.m.packs.Put(s)
	}
	x.scan, x.raw, x.plain = nil, nil, nil
	x.hold.release()
}
