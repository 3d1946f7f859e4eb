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

// LogValue returns a group: outcome, reason, offset where there is one, and of an
// admitted envelope what LogValue of its Snapshot says. Without it a handler that
// writes JSON would serialize the Snapshot.
func (d Decision) LogValue() slog.Value {
	attrs := []slog.Attr{slog.String("outcome", d.Outcome.String()), slog.String("reason", d.Reason.String())}
	if d.Offset >= 0 {
		attrs = append(attrs, slog.Int("offset", d.Offset))
	}
	if !d.Snapshot.IsZero() {
		attrs = append(attrs, d.Snapshot.LogValue().Group()...)
	}
	return slog.GroupValue(attrs...)
}

// ReplaceAttr is for [slog.HandlerOptions]. A handler that writes JSON turns a
// struct into JSON with all that is in it, a Snapshot in one of its fields
// included: that is serialization, and serialization gives the whole text.
// ReplaceAttr makes such a handler print every value of a foreign type as
// package fmt does with %+v, where a Snapshot shows sizes and counts only.
// Levels and source positions stay as they are, and so do errors but those that
// turn themselves into JSON: of them it prints what Error returns.
func ReplaceAttr(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() != slog.KindAny {
		return a
	}
	switch v := a.Value.Any().(type) {
	case nil, slog.Level, *slog.Source:
		return a
	case error:
		if _, ok := v.(interface{ MarshalJSON() ([]byte, error) }); ok {
			return slog.String(a.Key, fmt.Sprintf("%v", v)) // fmt survives a nil pointer
		}
		return a
	default:
		return slog.String(a.Key, fmt.Sprintf("%+v", v))
	}
}
