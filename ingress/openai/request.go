package openai

import (
	"errors"
	"net"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

// member is the root member that carries the hint.
const member = ingress.DefaultAdmittedPath

// Faults of a caller, told by errors.Is.
var (
	// ErrNoRequest: the request is the zero value of its type.
	ErrNoRequest = errors.New("openai: the zero request has no body")
	// ErrHintElsewhere: the policy admits hints at another path than root kv_hints.
	ErrHintElsewhere = errors.New("openai: the policy's admitted path is not the root member kv_hints")
	// ErrDecode: a request is decoded by nothing but its constructor.
	ErrDecode = errors.New("openai: a request is not decoded: scan the body and make it of the scan")
)

// CompletionRequest is the body of POST /v1/completions. It is an immutable value
// that uses the scan it was made of; make one with [NewCompletion].
type CompletionRequest struct{ request }

// ChatCompletionRequest is the body of POST /v1/chat/completions. It is an
// immutable value that uses the scan it was made of; make one with
// [NewChatCompletion].
type ChatCompletionRequest struct{ request }

// ResponsesRequest is the body of POST /v1/responses, which has one choice. It is
// an immutable value that uses the scan it was made of; make one with
// [NewResponses].
type ResponsesRequest struct{ request }

// NewCompletion decides about a complete body and reads what goes upstream of it.
// The policy's admitted path has to be the root member kv_hints, as it is by
// default. trust is passed to [ingress.Scan.Decide], which counts the hint; if it
// has been called before, its decision holds.
//
// The error is the [*ingress.BodyError] of a refused body, a [*FieldError] for a
// model, stream or n of a wrong type or there twice, or one of this package's.
// Members that are missing or null have their defaults. The cost is linear in the
// bytes; they are copied only if something was cut.
//
// The scan must not be Reset while the request or what Segments gave is in use.
func NewCompletion(scan *ingress.Scan, trust admit.Trust) (CompletionRequest, error) {
	r, err := newRequest(scan, trust, "CompletionRequest", true)
	return CompletionRequest{r}, err
}

// NewChatCompletion is [NewCompletion] for a chat completion.
func NewChatCompletion(scan *ingress.Scan, trust admit.Trust) (ChatCompletionRequest, error) {
	r, err := newRequest(scan, trust, "ChatCompletionRequest", true)
	return ChatCompletionRequest{r}, err
}

// NewResponses is [NewCompletion] for a response. A member n means nothing to it.
func NewResponses(scan *ingress.Scan, trust admit.Trust) (ResponsesRequest, error) {
	r, err := newRequest(scan, trust, "ResponsesRequest", false)
	return ResponsesRequest{r}, err
}

// N returns how many choices are asked for, 1 if the body does not say. Children
// share the hint by value.
func (r CompletionRequest) N() int { return r.fields().n }

// N returns how many choices are asked for, 1 if the body does not say. Children
// share the hint by value.
func (r ChatCompletionRequest) N() int { return r.fields().n }

// WithKVHints returns the request with another hint in place of its own, or with
// none if hint is the zero Snapshot: for the leg of a request that has no use of it.
func (r CompletionRequest) WithKVHints(hint admit.Snapshot) CompletionRequest {
	return CompletionRequest{r.with(hint)}
}

// WithKVHints returns the request with another hint in place of its own, or with
// none if hint is the zero Snapshot: for the leg of a request that has no use of it.
func (r ChatCompletionRequest) WithKVHints(hint admit.Snapshot) ChatCompletionRequest {
	return ChatCompletionRequest{r.with(hint)}
}

// WithKVHints returns the request with another hint in place of its own, or with
// none if hint is the zero Snapshot: for the leg of a request that has no use of it.
func (r ResponsesRequest) WithKVHints(hint admit.Snapshot) ResponsesRequest {
	return ResponsesRequest{r.with(hint)}
}

// request is what the three have in common. It holds one pointer, so that package
// fmt prints an address where it can call no method.
type request struct{ c *cell }

// cell is nobody's to write once newRequest or with has returned it.
type cell struct {
	kind     string
	scan     *ingress.Scan
	decision ingress.Decision
	fields   fields
	size     int64 // of what goes upstream
	hint     admit.Snapshot
}

func newRequest(scan *ingress.Scan, trust admit.Trust, kind string, hasN bool) (request, error) {
	decision := scan.Decide(trust)
	parts, size, err := scan.Edit().Segments()
	if err != nil {
		return request{}, err
	}
	c := cell{kind: kind, scan: scan, decision: decision}
	if c.fields, err = readFields(joined(parts, size), hasN); err != nil {
		return request{}, err
	}
	if decision.Disposition != ingress.Withheld {
		c.hint = decision.Admission.Snapshot
	}
	if !c.hint.IsZero() && c.fields.hints != 1 {
		return request{}, ErrHintElsewhere
	}
	_, c.size, err = request{&c}.Segments()
	return request{&c}, err
}

// joined returns the parts in one piece, which is a view of the body if there is
// just one.
func joined(parts net.Buffers, size int64) []byte {
	if len(parts) == 1 {
		return parts[0]
	}
	text := make([]byte, 0, size)
	for _, part := range parts {
		text = append(text, part...)
	}
	return text
}

func (r request) with(hint admit.Snapshot) request {
	if r.c == nil {
		return r
	}
	c := *r.c
	c.hint = hint
	_, c.size, _ = request{&c}.Segments() // it was read before, and a hint is a value
	return request{&c}
}

func (r request) fields() fields {
	if r.c == nil {
		return fields{n: 1}
	}
	return r.c.fields
}

// IsZero reports whether there is no body.
func (r request) IsZero() bool { return r.c == nil }

// Model returns the model that is asked for, empty if the body does not say. It is
// the client's text: quote it before it goes into a log, and make it no label.
func (r request) Model() string { return r.fields().model }

// Stream reports whether the reply is asked for as a stream.
func (r request) Stream() bool { return r.fields().stream }

// KVHints returns the admitted hint that goes upstream, or the zero Snapshot.
func (r request) KVHints() admit.Snapshot {
	if r.c == nil {
		return admit.Snapshot{}
	}
	return r.c.hint
}

// Decision returns what became of the body.
func (r request) Decision() ingress.Decision {
	if r.c == nil {
		return ingress.Refuse(ingress.UnreadableBody, admit.Untrusted)
	}
	return r.c.decision
}

// Segments returns what goes upstream and its length: the body without what was
// cut, kv_hints being the hint's exact JSON or not there. The segments are views of
// the scan's body and of the hint.
func (r request) Segments() (net.Buffers, int64, error) {
	if r.c == nil {
		return nil, 0, ErrNoRequest
	}
	edit := r.c.scan.Edit()
	if r.c.hint.IsZero() {
		edit.Remove(member)
	} else {
		edit.Set(member, r.c.hint.JSON())
	}
	return edit.Segments()
}

// AppendJSON appends the bytes of Segments to dst, which is returned as it is on
// error.
func (r request) AppendJSON(dst []byte) ([]byte, error) {
	parts, _, err := r.Segments()
	if err != nil {
		return dst, err
	}
	for _, part := range parts {
		dst = append(dst, part...)
	}
	return dst, nil
}

// MarshalJSON returns the bytes of Segments in one piece of its own.
func (r request) MarshalJSON() ([]byte, error) {
	if r.c == nil {
		return nil, ErrNoRequest
	}
	return r.AppendJSON(make([]byte, 0, r.c.size))
}

// UnmarshalJSON returns ErrDecode: what it would read has not been scanned.
func (r *request) UnmarshalJSON([]byte) error { return ErrDecode }
