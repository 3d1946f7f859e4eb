package ingress_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/kvhints/hintcheck/ingress"
)

func encoded(t testing.TB, name, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	var err error
	switch name {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "deflate":
		w = zlib.NewWriter(&b)
	case "raw deflate":
		w, err = flate.NewWriter(&b, 6)
	case "zstd":
		w, err = zstd.NewWriter(&b)
	default:
		t.Fatalf("no encoder for %s", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

// zstdRaw returns a zstd frame of one block that is not compressed, with the
// descriptor and what follows it up to the block (RFC 8878 section 3.1.1.1).
func zstdRaw(text string, head ...byte) []byte {
	frame := append([]byte{0x28, 0xb5, 0x2f, 0xfd}, head...)
	block := uint32(len(text))<<3 | 1
	return append(append(frame, byte(block), byte(block>>8), byte(block>>16)), text...)
}

func TestEncodings(t *testing.T) {
	bomb := `{"prompt":"` + strings.Repeat("a", 8<<20) + `"}`
	large := strings.Repeat(`{"role":"user","content":"words that come again and again, as in prompts"},`, 500)
	large = `{"kv_hints":` + good + `,"messages":[` + large + `0]}`
	cut := `{` + strings.TrimPrefix(large, `{"kv_hints":`+good+`,`)
	skippable := append([]byte{0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0}, "skip"...)
	window := func(b byte) []byte { return zstdRaw(withHint, 0x00, b) }
	single := binary.LittleEndian.AppendUint32([]byte{0xa0}, 8<<20+1)
	for _, row := range []struct {
		name, coding string
		body         []byte
		upstream     string
		cause        ingress.Cause
		reason       string
	}{
		{"gzip", "gzip", encoded(t, "gzip", withHint), withoutHint, 0, "RFC 1952"},
		{"capitals", "GZip", encoded(t, "gzip", withHint), withoutHint, 0, "RFC 9110 section 8.4.1: codings know no case"},
		{"nothing to cut", "gzip", encoded(t, "gzip", withoutHint), withoutHint, 0, "it goes on as what was read"},
		{"deflate", "deflate", encoded(t, "deflate", withHint), withoutHint, 0, "RFC 9110 section 8.4.1.2: the format of zlib"},
		{"zstd", "zstd", encoded(t, "zstd", withHint), withoutHint, 0, "RFC 8878"},
		{"large gzip", "gzip", encoded(t, "gzip", large), cut, 0, "more than one read of the decoder"},
		{"large deflate", "deflate", encoded(t, "deflate", large), cut, 0, "the same"},
		{"large zstd", "zstd", encoded(t, "zstd", large), cut, 0, "the same"},
		{"identity", "identity", []byte(withHint), withoutHint, 0, "no coding"},
		{"no name", "", []byte(withHint), withoutHint, 0, "no coding"},
		{"zstd, 8 MiB window", "zstd", window(13 << 3), withoutHint, 0, "1 << (10 + 13): the largest"},
		{"zstd, a window above", "zstd", window(13<<3 | 1), "", ingress.UnsupportedEncoding, "an eighth more than RFC 9659 allows"},
		{"zstd, the largest window", "zstd", window(0xff), "", ingress.UnsupportedEncoding, "3.75 TiB"},
		{"zstd, one segment above", "zstd", zstdRaw(withHint, single...), "", ingress.UnsupportedEncoding, "the size is the window then"},
		{"zstd, a dictionary", "zstd", zstdRaw(withHint, 0x01, 13<<3, 7), "", ingress.UnsupportedEncoding, "one that nobody has"},
		{"zstd, reserved bit", "zstd", zstdRaw(withHint, 0x08, 13<<3), "", ingress.UnreadableBody, "RFC 8878: must be zero"},
		{"zstd, two frames", "zstd", append(encoded(t, "zstd", withoutHint), encoded(t, "zstd", withHint)...), "", ingress.UnreadableBody, "one frame: some stop after it"},
		{"zstd, skippable first", "zstd", append(skippable, encoded(t, "zstd", withHint)...), "", ingress.UnreadableBody, "one frame"},
		{"zstd, skippable last", "zstd", append(encoded(t, "zstd", withHint), skippable...), "", ingress.UnreadableBody, "one frame"},
		{"zstd, a byte behind", "zstd", append(encoded(t, "zstd", withHint), 0), "", ingress.UnreadableBody, "one frame"},
		{"gzip, two members", "gzip", append(encoded(t, "gzip", withoutHint), encoded(t, "gzip", withHint)...), "", ingress.UnreadableBody, "some read the first one only"},
		{"gzip, an object in two members", "gzip", append(encoded(t, "gzip", withHint[:20]), encoded(t, "gzip", withHint[20:])...), "", ingress.UnreadableBody, "together they would be one"},
		{"gzip, a byte behind", "gzip", append(encoded(t, "gzip", withHint), 0), "", ingress.UnreadableBody, "not of the format"},
		{"deflate, a byte behind", "deflate", append(encoded(t, "deflate", withHint), 0), "", ingress.UnreadableBody, "not of the format"},
		{"deflate without zlib", "deflate", encoded(t, "raw deflate", withHint), "", ingress.UnreadableBody, "RFC 9110 has the format of zlib"},
		{"JSON that says gzip", "gzip", []byte(withHint), "", ingress.UnreadableBody, "a server that ignores the header would read it"},
		{"JSON that says deflate", "deflate", []byte(withHint), "", ingress.UnreadableBody, "the same"},
		{"JSON that says zstd", "zstd", []byte(withHint), "", ingress.UnreadableBody, "the same"},
		{"gzip that says nothing", "", encoded(t, "gzip", withHint), "", ingress.UnreadableBody, "not JSON"},
		{"gzip that says zstd", "zstd", encoded(t, "gzip", withHint), "", ingress.UnreadableBody, "another format"},
		{"gzip in gzip", "gzip", encoded(t, "gzip", string(encoded(t, "gzip", withHint))), "", ingress.UnreadableBody, "one coding was undone, and this is no JSON"},
		{"gzip of nothing", "gzip", encoded(t, "gzip", ""), "", ingress.UnreadableBody, "bytes came, and they are no object"},
		{"gzip of no JSON", "gzip", encoded(t, "gzip", `{"a":NaN}`), "", ingress.UnreadableBody, "as without the coding"},
		{"gzip bomb", "gzip", encoded(t, "gzip", bomb), "", ingress.BodyTooLarge, "a thousandfold"},
		{"deflate bomb", "deflate", encoded(t, "deflate", bomb), "", ingress.BodyTooLarge, "the same"},
		{"zstd bomb", "zstd", encoded(t, "zstd", bomb), "", ingress.BodyTooLarge, "the same"},
		{"x-gzip", "x-gzip", encoded(t, "gzip", withHint), "", ingress.UnsupportedEncoding, "an alias"},
		{"br", "br", []byte(withHint), "", ingress.UnsupportedEncoding, "not read"},
		{"two", "identity, gzip", encoded(t, "gzip", withHint), "", ingress.UnsupportedEncoding, "stacked"},
		{"the name of two", "gzip,", encoded(t, "gzip", withHint), "", ingress.UnsupportedEncoding, "an empty element"},
		{"parameters", "gzip;q=1", encoded(t, "gzip", withHint), "", ingress.UnsupportedEncoding, "a coding has none"},
	} {
		t.Run(row.name, func(t *testing.T) {
			g := newGateway(t, ingress.Config{Policy: policyOf(t, "worker")})
			response, _ := g.raw(t, post(string(row.body), "Content-Encoding: "+row.coding, "Content-Digest: sha-256=:x:"))
			event, got := g.one(t)
			if event.Decision.Cause != row.cause || response.StatusCode != max(row.cause.Status(), 200) && row.cause != 0 {
				t.Fatalf("status %d, %v at %d, want %v: %s", response.StatusCode, event.Decision.Cause, event.Decision.Offset, row.cause, row.reason)
			}
			if row.cause != 0 {
				if got != nil {
					t.Fatalf("refused, and forwarded %q: %s", got.body, row.reason)
				}
				return
			}
			if got == nil || string(got.body) != row.upstream {
				t.Fatalf("upstream %+v, want %.200q: %s", got, row.upstream, row.reason)
			}
			if event.Bytes != int64(len(row.body)) {
				t.Errorf("%d bytes observed, %d came", event.Bytes, len(row.body))
			}
			checkFraming(t, row.name, *got)
			g.settled(t)
		})
	}
}

// TestEncodedHeadersTwice: two headers of one name are two codings.
func TestEncodedHeadersTwice(t *testing.T) {
	g := newGateway(t, ingress.Config{Policy: policyOf(t, "edge")})
	g.raw(t, post(withHint, "Content-Encoding: identity", "Content-Encoding: identity"))
	if event, got := g.one(t); event.Decision.Cause != ingress.UnsupportedEncoding || got != nil {
		t.Errorf("%v, upstream %v", event.Decision.Cause, got)
	}
}

// TestBrokenEncodings: a body that ends anywhere before its end, or has any one byte
// wrong, is refused or is what it was; never what it was not.
func TestBrokenEncodings(t *testing.T) {
	for _, coding := range []string{"gzip", "deflate", "zstd"} {
		o := new(watcher)
		h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge"), Observer: o})(o)
		whole := encoded(t, coding, withHint)
		send := func(body []byte) *arrived {
			serve(h, "POST", "/v1/completions", string(body), setHeader("Content-Encoding", coding))
			event, got := o.one(t)
			if got == nil && event.Decision.Disposition != ingress.Refused {
				t.Fatalf("%s: nothing upstream, and %v", coding, event.Decision.Disposition)
			}
			return got
		}
		for n := 1; n < len(whole); n++ {
			if got := send(whole[:n]); got != nil {
				t.Errorf("%s: the first %d of %d bytes went upstream as %q", coding, n, len(whole), got.body)
			}
		}
		for n := range whole {
			for bit := range 8 {
				wrong := bytes.Clone(whole)
				wrong[n] ^= 1 << bit
				if got := send(wrong); got != nil && strings.Contains(string(got.body), "kv_hints") {
					t.Errorf("%s: byte %d, bit %d wrong: a hint went upstream in %q", coding, n, bit, got.body)
				}
			}
		}
		if got := send(whole); got == nil || string(got.body) != withoutHint {
			t.Errorf("%s: after all of that the right one went upstream as %v", coding, got)
		}
		if o.inFlight != 0 {
			t.Errorf("%s: %d bytes are still charged", coding, o.inFlight)
		}
	}
}

// TestLabelsOfMsgpack: by its header or type a worker reads MessagePack, with a coding
// too; an edge refuses it, and what says so without being it.
func TestLabelsOfMsgpack(t *testing.T) {
	pack := packed(t, "82 'model' 'm' 'kv_hints' 81 'a' 01")
	left := packed(t, "81 'model' 'm'")
	for _, row := range []struct {
		name, role, header, value string
		body                      []byte
		upstream                  []byte
		cause                     ingress.Cause
		reason                    string
	}{
		{"header", "worker", "X-Trtllm-Msgpack", "1", pack, left, 0, "as TensorRT-LLM's orchestrator sends it"},
		{"type", "worker", "Content-Type", "application/msgpack", pack, left, 0, "by its type"},
		{"type, capitals", "worker", "Content-Type", "Application/MsgPack; v=1", pack, left, 0, "types know no case"},
		{"header 0", "worker", "X-Trtllm-Msgpack", "0", pack, nil, ingress.UnreadableBody, "the worker reads JSON then"},
		{"no label", "worker", "X-Other", "1", pack, nil, ingress.UnreadableBody, "it is no JSON"},
		{"JSON", "worker", "X-Trtllm-Msgpack", "1", []byte(withHint), nil, ingress.UnreadableBody, "it is no MessagePack map"},
		{"edge, header", "edge", "X-Trtllm-Msgpack", "1", pack, nil, ingress.UnsupportedMediaType, "clients send JSON"},
		{"edge, type", "edge", "Content-Type", "application/msgpack", pack, nil, ingress.UnsupportedMediaType, "the same"},
		{"edge, JSON", "edge", "X-Trtllm-Msgpack", "1", []byte(withHint), nil, ingress.UnsupportedMediaType, "the label says what it is"},
		{"edge, no body", "edge", "X-Trtllm-Msgpack", "1", nil, nil, 0, "no body bytes: forwarded"},
	} {
		for _, coding := range []string{"", "gzip", "zstd"} {
			o := new(watcher)
			h := middlewareOf(t, ingress.Config{Policy: policyOf(t, row.role), Observer: o})(o)
			body := string(row.body)
			if coding != "" && body != "" {
				body = string(encoded(t, coding, body))
			}
			serve(h, "POST", "/v1/completions", body, setHeader(row.header, row.value, "Content-Encoding", coding))
			event, got := o.one(t)
			if event.Decision.Cause != row.cause || (got == nil) != (row.cause != 0) || got != nil && !bytes.Equal(got.body, row.upstream) {
				t.Errorf("%s, %q: %v, upstream %+v, want %v: %s", row.name, coding, event.Decision.Cause, got, row.cause, row.reason)
			}
		}
	}
}
