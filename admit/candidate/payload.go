package candidate

import (
	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

// payloadReader reads the payloads of fetches, one at a time.
type payloadReader struct {
	scanner *decoder.Scanner
	profile decoder.Profile
	text    []byte // of the payload being read
	room    []byte // for an endpoint written with escapes
	hashes  []Hash // of the list being judged
}

// fetchPayload is a payload that was read: the index is valid until the next.
type fetchPayload struct {
	index    decoder.Index
	list     int // position of block_hashes
	endpoint endpoint
}

// read checks everything of a payload that does not depend on a family. Members
// that it does not know are left alone.
func (r *payloadReader) read(payload string) (fetchPayload, Reason) {
	x := r.index(payload)
	if x.Len() == 0 || x.Kind(0) != decoder.Object {
		return fetchPayload{}, BadPayload // admission has seen to it that this cannot be
	}
	source := x.Member(0, "source_control_endpoint")
	list := x.Member(0, "block_hashes")
	if source < 0 || x.Kind(source) != decoder.String || list < 0 || x.Kind(list) != decoder.Array {
		return fetchPayload{}, BadPayload
	}
	if mode := x.Member(0, "mode"); mode >= 0 && (x.Kind(mode) != decoder.String || !x.Is(mode, "copy")) {
		return fetchPayload{}, UnsupportedMode
	}
	if x.Member(0, "no_retain") >= 0 {
		return fetchPayload{}, NoRetain
	}
	r.room = x.AppendText(r.room[:0], source)
	e, want := parseEndpoint(string(r.room))
	if want != "" {
		return fetchPayload{}, BadEndpoint
	}
	return fetchPayload{x, list, e}, none
}

// index returns the tokens of a payload, an empty Index if it is not JSON. The
// depth and size of what admission let through are no question here.
func (r *payloadReader) index(payload string) decoder.Index {
	if r.scanner == nil {
		widest, _ := limits.New(limits.MaxBytes(limits.LargestMaxBytes), limits.MaxDepth(limits.LargestMaxDepth))
		r.profile = decoder.Strict(widest)
		r.scanner = decoder.NewScanner(r.profile)
	}
	r.scanner.Reset(r.profile)
	r.text = append(r.text[:0], payload...)
	r.scanner.Scan(r.text, true)
	return r.scanner.Index(r.text)
}
