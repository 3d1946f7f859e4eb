package candidate

import (
	"slices"
	"strconv"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/limits"
)

// Fetch is a kv.fetch that a producer is about to send: a checked endpoint and
// block hashes. Make one with [NewFetch]. It is immutable, and prints as little as
// what consumers get.
type Fetch struct{ c *cell[fetchBody] }

type fetchBody struct {
	endpoint string
	hashes   []uint64
	lim      limits.Limits
}

func (f Fetch) body() *fetchBody {
	if f.c == nil {
		return &fetchBody{}
	}
	return f.c.b
}

// NewFetch checks an endpoint by the grammar that consumers read it with, and
// takes the hashes, at least one, hash i that of block i of the request. How many
// of them fit within lim depends on the envelope around: [Fetch.AddTo] says it.
// The error is an [*Error] and holds nothing of the endpoint.
func NewFetch(endpoint string, hashes []uint64, lim limits.Limits) (Fetch, error) {
	if _, want := parseEndpoint(endpoint); want != "" {
		return Fetch{}, &Error{"endpoint", want}
	}
	if len(hashes) == 0 {
		return Fetch{}, &Error{"hashes", "want at least one"}
	}
	most := lim.MaxBytes() / len("0,") // more than that many cannot fit
	hashes = slices.Clone(hashes[:min(len(hashes), most+1)])
	return Fetch{newCell(&fetchBody{endpoint, hashes, lim})}, nil
}

// AddTo returns e with a kv.fetch action added behind its actions, and how many
// hashes the action has: the longest prefix with which the whole envelope freezes
// within the limits of the fetch. A fetch of a prefix is right as it stands: it
// names the first blocks of the request. What is passed in is not changed.
//
// The hashes are written as numbers. The error is an [*admit.EnvelopeError] of an
// envelope that would not freeze even without hashes, or an [*Error] if not one
// hash fits or the envelope has MaxActions actions already: consumers ignore all
// of one that has more.
//
//	fetch, err := candidate.NewFetch("tcp://kv-7.example:24100", hashes, lim)
//	envelope, kept, err := fetch.AddTo(admit.Envelope{Version: "0.1", MessageID: id}, "fetch-0")
//	snapshot, err := envelope.Freeze(lim)
func (f Fetch) AddTo(e admit.Envelope, actionID string) (admit.Envelope, int, error) {
	b := f.body()
	if len(b.hashes) == 0 {
		return admit.Envelope{}, 0, &Error{"fetch", "want one of NewFetch"}
	}
	if len(e.Actions) >= MaxActions {
		return admit.Envelope{}, 0, &Error{"actions", "want fewer than 64"}
	}
	action := admit.Action{ID: actionID, Type: TypeFetch, Version: VersionFetch, Payload: b.payload(0)}
	e.Actions = append(slices.Clip(e.Actions), action)
	bare, err := e.Freeze(b.lim) // as long as any but for the hashes
	if err != nil {
		return admit.Envelope{}, 0, err
	}
	kept := b.fitting(b.lim.MaxBytes() - bare.Size())
	if kept == 0 {
		return admit.Envelope{}, 0, &Error{"hashes", "want room for one in MaxBytes"}
	}
	e.Actions[len(e.Actions)-1].Payload = b.payload(kept)
	return e, kept, nil
}

// fitting returns how many hashes take at most room bytes with the commas between.
func (b *fetchBody) fitting(room int) int {
	for i, h := range b.hashes {
		var digits [20]byte
		room -= len(strconv.AppendUint(digits[:0], h, 10))
		if i > 0 {
			room--
		}
		if room < 0 {
			return i
		}
	}
	return len(b.hashes)
}

// payload writes the payload with the first n hashes. An endpoint of the grammar
// has no character that JSON escapes.
func (b *fetchBody) payload(n int) string {
	p := append([]byte(`{"source_control_endpoint":"`), b.endpoint...)
	p = append(p, `","block_hashes":[`...)
	for i, h := range b.hashes[:n] {
		if i > 0 {
			p = append(p, ',')
		}
		p = strconv.AppendUint(p, h, 10)
	}
	return string(append(p, "]}"...))
}
