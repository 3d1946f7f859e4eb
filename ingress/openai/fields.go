package openai

import (
	"strconv"
	"unicode/utf8"

	"github.com/kvhints/hintcheck/decoder"
)

// fields are what is read of a body.
type fields struct {
	model  string
	stream bool
	n      int
	hints  int // root members kv_hints
}

// Bounds of what is read.
const (
	largestModel = 4096      // bytes of a model's name: some are paths
	largestN     = 1<<31 - 1 // choices; the worker has a lower bound of its own
)

// FieldError says which member that a gateway reads is wrong. Its text is one line
// without a byte of the body.
type FieldError struct {
	Field  string // model, stream or n
	Offset int    // in what goes upstream: of the value, or of the second name
	Want   string // what was expected
}

func (e *FieldError) Error() string {
	return "openai: " + e.Field + " at offset " + strconv.Itoa(e.Offset) + ": want " + e.Want
}

// scanStep is how many bytes are scanned before their tokens are looked at, so that
// the room for tokens stays small.
const scanStep = 2 << 10

// readFields reads a body that an ingress scan has let through. Readers disagree
// about a member that is there twice, and who routes by one of them must not be of
// another opinion than the worker.
func readFields(body []byte, hasN bool) (fields, error) {
	r := reader{fields: fields{n: 1}, body: body, hasN: hasN}
	s := decoder.NewScanner(decoder.Body(0).WithTokens())
	for n, final := 0, false; !final; {
		n = min(n+scanStep, len(body))
		final = n == len(body)
		if o := s.Scan(body[:n], final); o.Reason != decoder.None {
			return fields{}, &FieldError{Field: "body", Offset: o.Offset, Want: "one RFC 8259 object in UTF-8"}
		}
		tokens := s.Take(body[:n])
		for i := range tokens.Len() {
			if err := r.take(tokens, i); err != nil {
				return fields{}, err
			}
		}
	}
	return r.fields, nil
}

// reader goes through the tokens of a body.
type reader struct {
	fields
	body  []byte
	hasN  bool
	depth int
	next  field // of the value that comes next in the root
	seen  [numFields]bool
}

type field uint8

const (
	other field = iota
	model
	stream
	choices
	hint

	numFields = iota
)

var fieldNames = [numFields]string{model: "model", stream: "stream", choices: "n", hint: member}

func (r *reader) take(x decoder.Index, i int) error {
	kind := x.Kind(i)
	switch kind {
	case decoder.End:
		r.depth--
		return nil
	case decoder.Name:
		if r.depth == 1 {
			return r.name(x, i)
		}
		return nil
	}
	next := other
	if r.depth == 1 {
		next = r.next
	}
	if r.depth == 0 && kind != decoder.Object {
		return &FieldError{Field: "body", Offset: x.Offset(i), Want: "one RFC 8259 object in UTF-8"}
	}
	if kind == decoder.Array || kind == decoder.Object {
		r.depth++
	}
	switch {
	case next == other || next == hint || kind == decoder.Null:
		return nil
	case next == model:
		return r.readModel(x, i)
	case next == stream:
		if kind != decoder.True && kind != decoder.False {
			return wrong(next, x, i, "true, false or null")
		}
		r.stream = kind == decoder.True
	case next == choices:
		return r.readN(x, i)
	}
	return nil
}

func (r *reader) name(x decoder.Index, i int) error {
	r.next = other
	for f := model; f < numFields; f++ {
		if x.Is(i, fieldNames[f]) {
			r.next = f
		}
	}
	switch {
	case r.next == other || r.next == choices && !r.hasN:
		r.next = other
	case r.next == hint:
		r.hints++
	case r.seen[r.next]:
		return wrong(r.next, x, i, "one member of a name")
	}
	r.seen[r.next] = true
	return nil
}

func (r *reader) readModel(x decoder.Index, i int) error {
	const want = "a string of at most 4096 bytes without half a surrogate pair, or null"
	if x.Kind(i) != decoder.String || x.TextLen(i) > largestModel {
		return wrong(model, x, i, want)
	}
	r.model = string(x.Text(nil, i))
	if !utf8.ValidString(r.model) {
		return wrong(model, x, i, want)
	}
	return nil
}

func (r *reader) readN(x decoder.Index, i int) error {
	_, start, end := x.Span(i)
	n, err := strconv.Atoi(string(r.body[start:end]))
	if x.Kind(i) != decoder.Integer || err != nil || n < 1 || n > largestN {
		return wrong(choices, x, i, "an integer 1 to 2147483647 or null")
	}
	r.n = n
	return nil
}

func wrong(f field, x decoder.Index, i int, want string) error {
	return &FieldError{Field: fieldNames[f], Offset: x.Offset(i), Want: want}
}
