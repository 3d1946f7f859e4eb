package openai

import (
	"fmt"
	"io"
	"log/slog"
	"strconv"

	"github.com/kvhints/hintcheck/decoder"
)

// longestModel is how many bytes of a model's name a print shows, quotes included.
const longestModel = 64

// String returns the model, quoted and cut, sizes and counts; nothing of the hint
// and nothing else of the body.
func (r request) String() string {
	if r.c == nil {
		return "openai.Request(none)"
	}
	c := r.c
	return "openai." + c.kind + "(model " + decoder.Quote(c.fields.model, longestModel) +
		", stream " + strconv.FormatBool(c.fields.stream) + ", n " + strconv.Itoa(c.fields.n) +
		", " + strconv.FormatInt(c.size, 10) + " bytes, " + c.hint.String() + ")"
}

// GoString returns what String returns.
func (r request) GoString() string { return r.String() }

// Format writes what String returns, whatever the verb and flags.
func (r request) Format(f fmt.State, _ rune) {
	io.WriteString(f, r.String()) // a failing State has nobody to tell
}

// LogValue returns a group of what String shows.
func (r request) LogValue() slog.Value {
	if r.c == nil {
		return slog.StringValue(r.String())
	}
	c := r.c
	return slog.GroupValue(
		slog.String("model", decoder.Quote(c.fields.model, longestModel)), slog.Bool("stream", c.fields.stream), slog.Int("n", c.fields.n),
		slog.Int64("bytes", c.size), slog.Attr{Key: member, Value: c.hint.LogValue()},
	)
}
