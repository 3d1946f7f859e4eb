package openai_test

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
	"text/template"
	"time"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress/openai"
)

// leaks says which part of the secret stands in out, in any form that a format
// gives to strings or bytes.
func leaks(out, format string) string {
	const part = "ZQJW"
	forms := []string{part, strings.ToLower(part), fmt.Sprintf("%x", part), fmt.Sprintf("%X", part), fmt.Sprintf("%d", []byte(part)), "0x5a, 0x51, 0x4a, 0x57", "WlFKV"}
	if format != "" && !strings.ContainsAny(format, "Tp.") { // a type, an address or a cut form is none of the text
		forms = append(forms, fmt.Sprintf(format, part), fmt.Sprintf(format, []byte(part)), fmt.Sprintf(format, []rune(part)))
	}
	for _, form := range forms {
		if form = strings.Trim(form, `[]" `); strings.Contains(out, form) {
			return form
		}
	}
	return ""
}

type (
	exported struct{ R openai.CompletionRequest }
	hidden   struct{ r openai.CompletionRequest }
	embedded struct{ openai.CompletionRequest }
	pair     struct {
		a hidden
		b *hidden
	}
)

const hinted = `{"model":"m","stream":true,"kv_hints":` + hint + `,"prompt":"` + secret + `"}`

// holders are the ways in which programs hold a request when they print.
func holders(t testing.TB) map[string]any {
	r, err := openai.NewCompletion(scanOf(t, hinted), admit.Trusted)
	if err != nil || r.KVHints().IsZero() {
		t.Fatal(err)
	}
	chat, err := openai.NewChatCompletion(scanOf(t, hinted), admit.Trusted)
	if err != nil {
		t.Fatal(err)
	}
	response, err := openai.NewResponses(scanOf(t, hinted), admit.Trusted)
	if err != nil {
		t.Fatal(err)
	}
	h := hidden{r}
	return map[string]any{
		"completion": r, "chat": chat, "response": response, "pointer": &r, "other hint": chat.WithKVHints(r.KVHints()),
		"exported field": exported{r}, "pointer to exported": &exported{r}, "unexported field": h, "pointer to unexported": &h,
		"embedded": embedded{r}, "pointer to embedded": &embedded{r}, "nested": pair{h, &h},
		"slice": []openai.CompletionRequest{r}, "hidden slice": []hidden{h}, "any": []any{r, h}, "map": map[string]any{"k": r, "h": h},
		"map key": map[openai.CompletionRequest]int{r: 1}, "error": fmt.Errorf("at %v, %+v, %#v", r, h, &h), "decision": struct{ d any }{r.Decision()},
	}
}

func TestNoVerbPrintsAHint(t *testing.T) {
	if leaks(fmt.Sprintf("%x", []byte(hinted)), "%x") == "" || leaks(fmt.Sprintf("%+v", []string{hinted}), "%v") == "" {
		t.Fatal("test health: the secret is not found where it is printed")
	}
	for name, holder := range holders(t) {
		for _, verb := range "vTtbcdoOqxXUeEfFgGspw" {
			for _, flags := range []string{"", "+", "#", " ", "0", "-", "#+", "# ", "+-# 0", "40", ".2"} {
				format := "%" + flags + string(verb)
				for _, out := range []string{fmt.Sprintf(format, holder), fmt.Errorf("a "+format, holder).Error()} {
					if form := leaks(out, format); form != "" {
						t.Errorf("%s with %s prints %q: %q", name, format, form, out)
					}
				}
			}
		}
		var page bytes.Buffer
		if err := template.Must(template.New("").Parse(`{{.}} {{printf "%q %x" . .}}`)).Execute(&page, holder); err != nil {
			t.Fatal(err)
		}
		for _, out := range []string{fmt.Sprint(holder), fmt.Sprintln(holder, holder), page.String()} {
			if form := leaks(out, "%v"); form != "" {
				t.Errorf("%s prints %q: %q", name, form, out)
			}
		}
	}
}

// TestWhatAPrintShows: the model, quoted and cut, sizes and counts.
func TestWhatAPrintShows(t *testing.T) {
	size := fmt.Sprint(len(hinted))
	n := fmt.Sprint(len(exact))
	want := `openai.CompletionRequest(model "m", stream true, n 1, ` + size + ` bytes, admit.Snapshot(1 actions, ` + n + ` bytes))`
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%.1s", "%300v"} {
		if got := fmt.Sprintf(format, holders(t)["completion"]); got != want {
			t.Errorf("%s:\n got %s\nwant %s", format, got, want)
		}
	}
	body := `{"model":"\u001b[31m\u202e\n` + strings.Repeat("m", 100) + `"}`
	r, err := openai.NewResponses(scanOf(t, body), admit.Untrusted)
	if err != nil {
		t.Fatal(err)
	}
	// A Quote of 64 bytes: two quotes, 16 bytes of escapes, 43 letters and three dots.
	want = `openai.ResponsesRequest(model "\x1b[31m\u202e\n` + strings.Repeat("m", 43) + `"..., stream false, n 1, ` + fmt.Sprint(len(body)) + ` bytes, admit.Snapshot(none))`
	if got := r.String(); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func logged(t *testing.T, newHandler func(io.Writer, *slog.HandlerOptions) slog.Handler, replace func([]string, slog.Attr) slog.Attr, v any) string {
	t.Helper()
	var out bytes.Buffer
	record := slog.NewRecord(time.Time{}, slog.LevelInfo, "m", 0)
	record.Add("r", v, slog.Group("g", "r", v))
	if err := newHandler(&out, &slog.HandlerOptions{ReplaceAttr: replace}).Handle(context.Background(), record); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func textHandler(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewTextHandler(w, o) }
func jsonHandler(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewJSONHandler(w, o) }

// TestLogs: no log has a hint; a JSON log of a foreign struct needs
// admit.ReplaceAttr for that, as documented there.
func TestLogs(t *testing.T) {
	all := holders(t)
	for name, holder := range all {
		outs := []string{
			logged(t, textHandler, nil, holder), logged(t, textHandler, admit.ReplaceAttr, holder), logged(t, jsonHandler, admit.ReplaceAttr, holder),
		}
		switch holder.(type) {
		case openai.CompletionRequest, *openai.CompletionRequest, openai.ChatCompletionRequest, openai.ResponsesRequest, embedded, *embedded:
			outs = append(outs, logged(t, jsonHandler, nil, holder)) // a LogValuer
		}
		for _, out := range outs {
			if form := leaks(out, ""); form != "" {
				t.Errorf("%s: %q in %s", name, form, out)
			}
		}
	}
	if leaks(logged(t, jsonHandler, nil, all["exported field"]), "") == "" {
		t.Error("test health: a JSON handler serializes a foreign struct")
	}
	got := logged(t, textHandler, nil, all["completion"])
	if want := fmt.Sprintf(`r.model="\"m\"" r.stream=true r.n=1 r.bytes=%d r.kv_hints.actions=1 r.kv_hints.bytes=%d g.r.model=`, len(hinted), len(exact)); !strings.Contains(got, want) {
		t.Errorf("got %s\nwant in it %s", got, want)
	}
}

// TestErrorsPrintNothing: the errors of a constructor hold no byte of the body.
func TestErrorsPrintNothing(t *testing.T) {
	for _, body := range []string{
		`{"model":["` + secret + `"],"kv_hints":` + hint + `}`, `{"kv_hints":` + hint + `,"` + secret + `"`, `{"n":"` + secret + `"}`,
	} {
		_, err := openai.NewCompletion(scanOf(t, body), admit.Trusted)
		for _, format := range []string{"%v", "%+v", "%#v", "%q"} {
			if out := fmt.Sprintf(format, err); err == nil || leaks(out, "") != "" {
				t.Errorf("%s: %s", format, out)
			}
		}
	}
}

// TestEncodingJSON: serialization has the hint; encoding/json compacts it.
func TestEncodingJSON(t *testing.T) {
	for _, name := range []string{"completion", "chat", "response"} {
		out, err := json.Marshal(map[string]any{"r": holders(t)[name]})
		var want bytes.Buffer
		if err := json.Compact(&want, []byte(`{"r":`+hinted+`}`)); err != nil {
			t.Fatal(err)
		}
		if err != nil || string(out) != want.String() {
			t.Errorf("%s: %v\n got %s\nwant %s", name, err, out, want.String())
		}
	}
	if _, err := json.Marshal(openai.CompletionRequest{}); !errors.Is(err, openai.ErrNoRequest) {
		t.Error(err)
	}
}
