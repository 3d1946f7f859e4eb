package bench

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// Body is a request body of an inference server.
type Body struct {
	Name string
	Text []byte
	Half []byte // the same of half the size
}

// Bodies returns the bodies, the same bytes on every machine:
//
//   - text: 220 KiB of chat, words with line breaks, quotes and some characters
//     outside ASCII
//   - tokens: 131,072 token ids below 128,000
func Bodies() []Body {
	return []Body{
		{"text", chat(220 << 10), chat(110 << 10)},
		{"tokens", tokens(131072), tokens(131072 / 2)},
	}
}

func chat(size int) []byte {
	r := rand.New(rand.NewPCG(220, 0))
	var b strings.Builder
	b.WriteString(`{"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"`)
	for b.Len() < size-100 {
		sentence := text(r, 9+r.IntN(12))
		b.WriteString(sentence[1 : len(sentence)-1])
		b.WriteString([...]string{". ", ". ", ", ", `.\n`}[r.IntN(4)])
	}
	b.WriteString(`"}],"stream":true,"max_tokens":256,"temperature":0.7}`)
	return []byte(b.String())
}

func tokens(n int) []byte {
	r := rand.New(rand.NewPCG(131072, 0))
	return []byte(`{"model":"m","prompt":[` +
		list(n, 1<<30, func() string { return strconv.Itoa(r.IntN(128000)) }) +
		`],"stream":true,"max_tokens":256,"temperature":0.7}`)
}
