package admit

import (
	"fmt"
	"log/slog"
)

// LogValue returns a group of sizes and counts.
func (s Snapshot) LogValue() slog.Value {
	if s.IsZero() {
		return slog.StringValue(s.String())
	}
	return slog.GroupValue(slog.Int("actions", s.NumActions()), slog.Int("bytes", s.Size()))
}

// ReplaceAttr is for [slog.HandlerOptions]. A handler that writes JSON turns a
// struct into JSON with all that is in it, a Snapshot in one of its fields
// included: that is serialization, and serialization gives the whole text.
// ReplaceAttr makes such a handler print every value of a foreign type as
// package fmt does with %+v, where a Snapshot shows sizes and counts only.
// Errors, levels and source positions stay as they are.
func ReplaceAttr(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() != slog.KindAny {
		return a
	}
	switch v := a.Value.Any().(type) {
	case nil, error, slog.Level, *slog.Source:
		return a
	default:
		return slog.String(a.Key, fmt.Sprintf("%+v", v))
	}
}
