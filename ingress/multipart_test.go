package ingress_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/ingress"
)

const formPath = "/v1/audio/transcriptions"

// formPolicy takes forms on one route, and bytes of any kind on another.
func formPolicy(t testing.TB, role string) ingress.Policy {
	return policyOf(t, role, ingress.Opaque(
		ingress.OpaqueRoute{Method: "POST", Path: formPath, MediaType: "multipart/form-data"},
		ingress.OpaqueRoute{Method: "POST", Path: "/raw", MediaType: "application/octet-stream"},
	))
}

// form returns a body with these parts: what stands behind form-data in the
// Content-Disposition, and the content, in turn.
func form(parts ...string) string {
	var b strings.Builder
	for i := 0; i < len(parts); i += 2 {
		b.WriteString("--B\r\nContent-Disposition: form-data; " + parts[i] + "\r\n\r\n" + parts[i+1] + "\r\n")
	}
	return b.String() + "--B--\r\n"
}

func TestForms(t *testing.T) {
	const typ = "multipart/form-data; boundary=B"
	plain := form(`name="model"`, "m", `name="file"; filename="kv_hints"`, "\x00\xff\r\n{}")
	for _, row := range []struct {
		name, contentType, body string
		upstream                string // "=" for the same
		cause                   ingress.Cause
		reason                  string
	}{
		{"plain", typ, plain, "=", 0, "no part of a carrier's name; a file may be called so"},
		{"first", typ, form(`name="kv_hints"`, "{}", `name="model"`, "m"), form(`name="model"`, "m"), 0, "the rest stays, byte for byte"},
		{"middle", typ, form(`name="a"`, "1", `name=kv_hints`, "{}", `name="b"`, "2"), form(`name="a"`, "1", `name="b"`, "2"), 0, "without quotes too"},
		{"last", typ, form(`name="a"`, "1", `name="KV-Hints"; filename="x"`, "{}"), form(`name="a"`, "1"), 0, "folded, and as a file"},
		{"two", typ, form(`name="kv_hint"`, "1", `name="a"`, "1", `name="router_hint"`, "{}"), form(`name="a"`, "1"), 0, "each of them"},
		{"all", typ, form(`name="kv_hints"`, "1"), "--B--\r\n", 0, "an empty form stays"},
		{"brackets", typ, form(`name="extra_body[kv_hints]"`, "1", `name="a"`, "1"), form(`name="a"`, "1"), 0, "forms spell members so"},
		{"dots", typ, form(`name="nvext.kv_hints"`, "1", `name="a"`, "1"), form(`name="a"`, "1"), 0, "or so"},
		{"escaped", typ, form(`name="kv%5Fhints"`, "1", `name="a"`, "1"), form(`name="a"`, "1"), 0, "some undo the escape"},
		{"backslash", typ, form(`name="kv\_hints"`, "1", `name="a"`, "1"), form(`name="a"`, "1"), 0, "some take it away"},
		{"no CRLF behind the last", typ, strings.TrimSuffix(plain, "\r\n"), "=", 0, "RFC 2046: none is needed"},
		{"handoff", typ, form(`name="kv_transfer_params"`, "{}"), "", ingress.HandoffNotAllowed, "the edge refuses one in any form"},
		{"bootstrap", typ, form(`name="bootstrap_room"`, "1"), "", ingress.HandoffNotAllowed, "the same"},
		{"preamble", typ, "hello\r\n" + plain, "", ingress.UnreadableBody, "some read it, some do not"},
		{"epilogue", typ, plain + "--B\r\n", "", ingress.UnreadableBody, "the same"},
		{"line feeds", typ, strings.ReplaceAll(plain, "\r\n", "\n"), "", ingress.UnreadableBody, "some read lines that end so"},
		{"a delimiter after a line feed", typ, form(`name="a"`, "1\n--B\nContent-Disposition: form-data; name=\"kv_hints\"\n\n{}"), "", ingress.UnreadableBody, "some find a part there"},
		{"a delimiter in a value", typ, form(`name="a"`, "x--B"), "", ingress.UnreadableBody, "RFC 2046: it must not be there"},
		{"a longer boundary", typ, form(`name="a"`, "1\r\n--BB\r\nx"), "", ingress.UnreadableBody, "some compare the beginning"},
		{"padding", typ, strings.Replace(plain, "--B\r\n", "--B \r\n", 1), "", ingress.UnreadableBody, "some allow for it"},
		{"folded header", typ, form("name=\"a\";\r\n name=\"kv_hints\"", "1"), "", ingress.UnreadableBody, "some unfold it"},
		{"two names", typ, form(`name="a"; name="kv_hints"`, "1"), "", ingress.UnreadableBody, "first or last?"},
		{"extended name", typ, form(`name="a"; name*=UTF-8''kv_hints`, "1"), "", ingress.UnreadableBody, "some prefer it"},
		{"split name", typ, form(`name*0="kv_"; name*1="hints"`, "1"), "", ingress.UnreadableBody, "some put it together"},
		{"encoded word", typ, form(`name="=?utf-8?q?kv=5Fhints?="`, "1"), "", ingress.UnreadableBody, "some decode it"},
		{"no name", typ, form(`filename="a"`, "1"), "", ingress.UnreadableBody, "a form's part has one"},
		{"two dispositions", typ, "--B\r\nContent-Disposition: form-data; name=\"a\"\r\ncontent-disposition: form-data; name=\"kv_hints\"\r\n\r\n1\r\n--B--\r\n", "", ingress.UnreadableBody, "first or last?"},
		{"a space before the colon", typ, "--B\r\nContent-Disposition : form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n", "", ingress.UnreadableBody, "some take it for another header"},
		{"no blank line", typ, "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n--B--\r\n", "", ingress.UnreadableBody, "where does the content begin?"},
		{"cut off", typ, plain[:len(plain)-8], "", ingress.UnreadableBody, "no end"},
		{"another boundary", "multipart/form-data; boundary=C", plain, "", ingress.UnreadableBody, "not this one"},
		{"no boundary", "multipart/form-data", plain, "", ingress.UnreadableBody, "no grammar without one"},
		{"split boundary", `multipart/form-data; boundary*0=B`, plain, "", ingress.UnreadableBody, "some put it together"},
		{"two boundaries", "multipart/form-data; boundary=B; boundary=C", plain, "", ingress.UnreadableBody, "the type cannot be read, so it is no entry"},
		{"another type", "multipart/mixed; boundary=B", plain, "", ingress.UnsupportedMediaType, "not an entry"},
		{"JSON", typ, withHint, withoutHint, 0, "a reader that does not look at the type finds it"},
		{"JSON with a handoff", typ, `{"kv_transfer_params":{}}`, "", ingress.HandoffNotAllowed, "the same"},
		{"a thousand parts", typ, form(slices.Repeat([]string{`name="a"`, ""}, 1000)...), "=", 0, "the limit"},
		{"one more", typ, form(slices.Repeat([]string{`name="a"`, ""}, 1001)...), "", ingress.BodyTooLarge, "each costs more memory than its bytes"},
		{"a large head", typ, form("name=\"a\"\r\nX: "+strings.Repeat("x", 8<<10), ""), "", ingress.UnreadableBody, "no part needs so many headers"},
		{"empty", typ, "", "=", 0, "no body bytes: forwarded"},
	} {
		for _, coding := range []string{"", "gzip"} {
			g := watcher{}
			b := budgetOf(t, 64<<20)
			h := middlewareOf(t, ingress.Config{Policy: formPolicy(t, "edge"), Observer: &g, Budget: b})(&g)
			body := row.body
			if coding != "" && body != "" {
				body = string(encoded(t, coding, body))
			}
			serve(h, "POST", formPath, body, setHeader("Content-Type", row.contentType, "Content-Encoding", coding))
			event, got := g.one(t)
			want := row.upstream
			if want == "=" {
				want = row.body
			}
			if event.Decision.Cause != row.cause && !(row.cause == ingress.UnreadableBody && event.Decision.Cause == ingress.UnsupportedMediaType) {
				t.Errorf("%s, %q: %v, want %v: %s", row.name, coding, event.Decision.Cause, row.cause, row.reason)
				continue
			}
			if (got == nil) != (row.cause != 0) || got != nil && string(got.body) != want {
				t.Errorf("%s, %q: upstream %+v, want %q: %s", row.name, coding, got, want, row.reason)
			}
			if stripped := event.Decision.Disposition == ingress.Stripped; row.cause == 0 && stripped != (want != row.body) {
				t.Errorf("%s, %q: %v", row.name, coding, event.Decision.Disposition)
			}
			if b.InUse() != 0 {
				t.Errorf("%s: %d bytes are still charged", row.name, b.InUse())
			}
		}
	}
}

// TestFormOfAnotherWriter: what the standard library writes is read, and what is
// left of it is what the library reads.
func TestFormOfAnotherWriter(t *testing.T) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	w.WriteField("model", "whisper")
	w.WriteField("kv_hints", good)
	file, _ := w.CreateFormFile("file", `a "quoted" name.wav`)
	file.Write(bytes.Repeat([]byte{0, 255, '\r', '\n', '-', '-'}, 20_000))
	w.Close()
	o := new(watcher)
	h := middlewareOf(t, ingress.Config{Policy: formPolicy(t, "worker"), Observer: o})(o)
	serve(h, "POST", formPath, b.String(), setHeader("Content-Type", w.FormDataContentType()))
	_, got := o.one(t)
	if got == nil {
		t.Fatal("refused")
	}
	read, err := multipart.NewReader(bytes.NewReader(got.body), w.Boundary()).ReadForm(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	if len(read.Value) != 1 || read.Value["model"][0] != "whisper" || len(read.File) != 1 || read.File["file"][0].Size != 120_000 {
		t.Errorf("%+v", read)
	}
}

// TestOpaqueRoutes: an entry is one method, path and type, and no more.
func TestOpaqueRoutes(t *testing.T) {
	const bytes = "\x00\x01not JSON"
	for _, row := range []struct {
		method, path string
		types        []string
		body         string
		goes         bool
		reason       string
	}{
		{"POST", "/raw", []string{"application/octet-stream"}, bytes, true, "the entry"},
		{"POST", "/raw", []string{"Application/Octet-Stream; x=1"}, bytes, true, "types know no case, parameters are none of it"},
		{"POST", "/%72aw", []string{"application/octet-stream"}, bytes, true, "the decoded path"},
		{"PUT", "/raw", []string{"application/octet-stream"}, bytes, false, "another method"},
		{"POST", "/raw/", []string{"application/octet-stream"}, bytes, false, "another path"},
		{"POST", "/Raw", []string{"application/octet-stream"}, bytes, false, "another path"},
		{"POST", "/raw", []string{"application/json"}, bytes, false, "another type"},
		{"POST", "/raw", nil, bytes, false, "no type"},
		{"POST", "/raw", []string{"application/octet-stream", "application/json"}, bytes, false, "two types"},
		{"POST", "/raw", []string{"application/octet-stream"}, "{not JSON", true, "it need not be"},
	} {
		o := new(watcher)
		h := middlewareOf(t, ingress.Config{Policy: formPolicy(t, "edge"), Observer: o})(o)
		serve(h, row.method, row.path, row.body, func(r *http.Request) { r.Header["Content-Type"] = row.types })
		event, got := o.one(t)
		if (got != nil) != row.goes || got != nil && string(got.body) != row.body {
			t.Errorf("%s %s %q: %v, upstream %+v: %s", row.method, row.path, row.types, event.Decision.Cause, got, row.reason)
		}
	}
}
