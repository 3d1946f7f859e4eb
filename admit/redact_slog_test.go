package admit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/kvhints/hintcheck/admit"
)

// logged is the line that a handler of package log/slog writes for a record
// without time, of level INFO and message m.
func logged(t *testing.T, newHandler func(io.Writer, *slog.HandlerOptions) slog.Handler, replace func([]string, slog.Attr) slog.Attr, attrs ...any) string {
	t.Helper()
	var out bytes.Buffer
	h := newHandler(&out, &slog.HandlerOptions{ReplaceAttr: replace})
	record := slog.NewRecord(time.Time{}, slog.LevelInfo, "m", 0)
	record.Add(attrs...)
	if err := h.Handle(context.Background(), record); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(out.String())
}

func textHandler(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewTextHandler(w, o) }
func jsonHandler(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewJSONHandler(w, o) }

// TestLogShowsCounts: what a log says of a snapshot, with and without
// ReplaceAttr.
func TestLogShowsCounts(t *testing.T) {
	s := mustAdmit(t, secretEnvelope)
	n := len(secretEnvelope)
	decision := admit.Decision{Outcome: admit.Admitted, Reason: admit.NoFault, Offset: admit.NoOffset, Snapshot: s}
	for _, row := range []struct {
		name           string
		attr           any
		asText, asJSON string
	}{
		{"snapshot", slog.Any("k", s), fmt.Sprintf("k.actions=1 k.bytes=%d", n), fmt.Sprintf(`"k":{"actions":1,"bytes":%d}`, n)},
		{"pointer", slog.Any("k", &s), fmt.Sprintf("k.actions=1 k.bytes=%d", n), fmt.Sprintf(`"k":{"actions":1,"bytes":%d}`, n)},
		{"in a group", slog.Group("g", "k", s), fmt.Sprintf("g.k.actions=1 g.k.bytes=%d", n), fmt.Sprintf(`"g":{"k":{"actions":1,"bytes":%d}}`, n)},
		{"as a LogValuer", slog.Any("k", slog.LogValuer(s)), fmt.Sprintf("k.actions=1 k.bytes=%d", n), fmt.Sprintf(`"k":{"actions":1,"bytes":%d}`, n)},
		{"embedded", slog.Any("k", embedded{s}), fmt.Sprintf("k.actions=1 k.bytes=%d", n), fmt.Sprintf(`"k":{"actions":1,"bytes":%d}`, n)},
		{"none", slog.Any("k", admit.Snapshot{}), `k=admit.Snapshot(none)`, `"k":"admit.Snapshot(none)"`},
		{"decision", slog.Any("k", decision), fmt.Sprintf("k.outcome=admitted k.reason=admitted k.actions=1 k.bytes=%d", n), fmt.Sprintf(`"k":{"outcome":"admitted","reason":"admitted","actions":1,"bytes":%d}`, n)},
		{"ignored", slog.Any("k", admit.Decision{Reason: admit.TooDeep, Offset: 7}), "k.outcome=ignored k.reason=too_deep k.offset=7", `"k":{"outcome":"ignored","reason":"too_deep","offset":7}`},
		{"ignored for its first byte", slog.Any("k", admit.Decision{Reason: admit.NotAnObject, Offset: 0}), "k.outcome=ignored k.reason=not_an_object k.offset=0", `"k":{"outcome":"ignored","reason":"not_an_object","offset":0}`},
		{"absent", slog.Any("k", admit.Decision{Offset: admit.NoOffset}), "k.outcome=ignored k.reason=absent", `"k":{"outcome":"ignored","reason":"absent"}`},
		{"as a string", slog.String("k", s.String()), fmt.Sprintf(`k="admit.Snapshot(1 actions, %d bytes)"`, n), fmt.Sprintf(`"k":"admit.Snapshot(1 actions, %d bytes)"`, n)},
	} {
		for _, replace := range []func([]string, slog.Attr) slog.Attr{nil, admit.ReplaceAttr} {
			if got, want := logged(t, textHandler, replace, row.attr), "level=INFO msg=m "+row.asText; got != want {
				t.Errorf("%s as text:\n got %s\nwant %s", row.name, got, want)
			}
			if got, want := logged(t, jsonHandler, replace, row.attr), `{"level":"INFO","msg":"m",`+row.asJSON+"}"; got != want {
				t.Errorf("%s as JSON:\n got %s\nwant %s", row.name, got, want)
			}
		}
	}
}

// TestLogWith: attributes that a logger keeps are logged no other way.
func TestLogWith(t *testing.T) {
	s := mustAdmit(t, secretEnvelope)
	for _, h := range []func(io.Writer, *slog.HandlerOptions) slog.Handler{textHandler, jsonHandler} {
		var out bytes.Buffer
		log := slog.New(h(&out, nil)).With("a", s).WithGroup("g").With("b", s)
		log.Error("m", "c", s, "d", []any{"x", 1})
		if form := leaks(out.String(), ""); form != "" {
			t.Errorf("the log has %q of the envelope: %s", form, out.String())
		}
	}
}

// marshalError is an error that says all it holds when it is turned into JSON.
type marshalError struct{ Hint admit.Snapshot }

func (e marshalError) Error() string                { return "bad hint" }
func (e marshalError) MarshalJSON() ([]byte, error) { return json.Marshal(e.Hint) }

// TestForeignStructs: a JSON handler given a foreign struct that holds a
// snapshot serializes it, as documented; ReplaceAttr prevents that. A text
// handler prints.
func TestForeignStructs(t *testing.T) {
	s := mustAdmit(t, secretEnvelope)
	foreign := map[string]any{
		"struct":             exported{s},
		"pointer":            &exported{s},
		"slice":              []admit.Snapshot{s},
		"map":                map[string]any{"hint": s},
		"any":                []any{exported{s}},
		"error with JSON":    marshalError{s},
		"wrapped with JSON":  &marshalError{s},
		"struct of decision": struct{ D admit.Decision }{admit.Decision{Snapshot: s}},
	}
	for name, v := range foreign {
		if got := logged(t, jsonHandler, nil, "k", v); leaks(got, "") == "" {
			t.Errorf("%s: a JSON handler was said to serialize it, and wrote %s", name, got)
		}
		for _, got := range []string{
			logged(t, jsonHandler, admit.ReplaceAttr, "k", v),
			logged(t, jsonHandler, admit.ReplaceAttr, slog.Group("g", slog.Group("h", "k", v))),
			logged(t, textHandler, admit.ReplaceAttr, "k", v),
			logged(t, textHandler, nil, "k", v),
		} {
			if form := leaks(got, ""); form != "" {
				t.Errorf("%s: the log has %q of the envelope: %s", name, form, got)
			}
		}
	}
	for name, v := range holders(s) {
		for _, got := range []string{logged(t, jsonHandler, admit.ReplaceAttr, "k", v), logged(t, textHandler, admit.ReplaceAttr, "k", v), logged(t, textHandler, nil, "k", v)} {
			if form := leaks(got, ""); form != "" {
				t.Errorf("%s: the log has %q of the envelope: %s", name, form, got)
			}
		}
	}
}

// TestReplaceAttrLeavesTheRest: values that slog knows are logged as without it.
func TestReplaceAttrLeavesTheRest(t *testing.T) {
	var nobody error
	for _, row := range []struct {
		name string
		attr slog.Attr
	}{
		{"string", slog.String("k", "a b")},
		{"integer", slog.Int("k", -7)},
		{"unsigned", slog.Uint64("k", 1<<64-1)},
		{"float", slog.Float64("k", 1.5)},
		{"boolean", slog.Bool("k", true)},
		{"time", slog.Time("k", time.Unix(1, 2).UTC())},
		{"duration", slog.Duration("k", time.Minute)},
		{"group", slog.Group("k", "a", 1, "b", "c")},
		{"error", slog.Any("k", errors.New("wrong"))},
		{"wrapped error", slog.Any("k", fmt.Errorf("at %w", io.EOF))},
		{"no error", slog.Any("k", nobody)},
		{"level", slog.Any("k", slog.LevelWarn)},
		{"nil", slog.Any("k", nil)},
	} {
		for _, h := range []func(io.Writer, *slog.HandlerOptions) slog.Handler{textHandler, jsonHandler} {
			if with, without := logged(t, h, admit.ReplaceAttr, row.attr), logged(t, h, nil, row.attr); with != without {
				t.Errorf("%s:\n   with %s\nwithout %s", row.name, with, without)
			}
		}
	}
	var nilError *marshalError
	if got, want := logged(t, jsonHandler, admit.ReplaceAttr, "k", nilError), `{"level":"INFO","msg":"m","k":"<nil>"}`; got != want {
		t.Errorf("a nil pointer that is an error:\n got %s\nwant %s", got, want)
	}
	got := logged(t, jsonHandler, admit.ReplaceAttr, "k", struct{ A, b int }{1, 2})
	if want := `{"level":"INFO","msg":"m","k":"{A:1 b:2}"}`; got != want {
		t.Errorf("a foreign struct:\n got %s\nwant %s", got, want)
	}
}

// TestReplaceAttrKeepsSource: the attributes that slog itself adds stay.
func TestReplaceAttrKeepsSource(t *testing.T) {
	var out bytes.Buffer
	slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{AddSource: true, ReplaceAttr: admit.ReplaceAttr})).Warn("m")
	var line struct {
		Time   time.Time
		Level  slog.Level
		Source *slog.Source
	}
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatalf("%s: %v", out.String(), err)
	}
	if line.Time.IsZero() || line.Level != slog.LevelWarn || line.Source == nil || !strings.HasSuffix(line.Source.File, "redact_slog_test.go") {
		t.Errorf("time, level or source is not what slog writes: %s", out.String())
	}
}
