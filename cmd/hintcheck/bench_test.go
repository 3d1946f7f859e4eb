package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"testing"
)

// envelopeOf returns an envelope with one kv.fetch action of n block hashes of
// 19 digits.
func envelopeOf(n int) string {
	hashes := strings.TrimSuffix(strings.Repeat("1844674407370955161,", n), ",")
	return `{"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"a","action_type":"kv.fetch",` +
		`"action_version":"1.0","payload":{"block_hashes":[` + hashes + `]}}]}`
}

// BenchmarkLines judges case lines; an operation is a line, and MB/s are of the
// input.
func BenchmarkLines(b *testing.B) {
	small, large := envelopeOf(40), envelopeOf(3200)
	asHex := func(envelope, more string) string {
		return `{"id":1234,"hex":"` + hex.EncodeToString([]byte(envelope)) + `"` + more + `}` + "\n"
	}
	for _, bm := range []struct{ name, line string }{
		{"Hex1KiB", asHex(small, "")},
		{"Hex64KiB", asHex(large, "")},
		{"JSON1KiB", fmt.Sprintf("{\"id\":1234,\"json\":%q}\n", small)},
		{"Chunks1KiB", asHex(small, `,"chunks":[2,3,7]`)},
		{"Ignored1KiB", asHex(strings.Replace(small, `"payload"`, `"pay"`, 1), "")},
		{"Malformed1KiB", asHex(small+"x", "")},
		{"Untrusted1KiB", asHex(small, `,"trust":"untrusted"`)},
		{"Unreadable", "{\"id\":1234,\"hex\":\"0\"}\n"},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(bm.line)))
			b.ReportAllocs()
			Command{Stdin: &repeated{text: []byte(bm.line), n: b.N}, Stdout: io.Discard, Stderr: io.Discard}.Main([]string{"admit", "--lines"})
		})
	}
}

// repeated is a reader of n copies of a text.
type repeated struct {
	text []byte
	at   int
	n    int
}

func (r *repeated) Read(p []byte) (int, error) {
	done := 0
	for r.n > 0 && done < len(p) {
		k := copy(p[done:], r.text[r.at:])
		done += k
		if r.at += k; r.at == len(r.text) {
			r.at = 0
			r.n--
		}
	}
	if done == 0 {
		return 0, io.EOF
	}
	return done, nil
}

// BenchmarkFile judges one envelope of 64 KiB as a file.
func BenchmarkFile(b *testing.B) {
	envelope := []byte(envelopeOf(3200))
	b.SetBytes(int64(len(envelope)))
	b.ReportAllocs()
	for b.Loop() {
		Command{Stdin: bytes.NewReader(envelope), Stdout: io.Discard, Stderr: io.Discard}.Main([]string{"admit"})
	}
}
