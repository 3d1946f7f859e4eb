// Package corpus holds envelopes in the shapes of public projects, and what
// admission says of each under default limits when the caller is trusted.
//
//	list, err := corpus.Envelopes()
//	if err != nil { ... }
//	for _, e := range list {
//		// judge e.Raw, compare with e.Want
//	}
//
// The shapes come from the tests, code and documentation of public projects, or
// are derived from what their code does; ids, addresses and numbers are ours. The
// expectations were derived by hand from the rules, not from what the code answers.
// The package imports nothing else of this module, so that every implementation can
// be measured against it.
package corpus

import (
	"embed"
	"encoding/json"
	"fmt"
)

// NoOffset is the [Want.Offset] of a judgement that points at no byte.
const NoOffset = -1

//go:embed index.json envelopes
var files embed.FS

// Envelope is one file of the corpus.
type Envelope struct {
	// Name is the file name under envelopes/ without ".json".
	Name string
	// Source names the public project that the shape comes from.
	Source string
	// Note says what that project's consumers make of it.
	Note string
	// Want is what admission answers.
	Want Want
	// Raw is the file, byte for byte. The caller owns it.
	Raw []byte
}

// Want is the expected judgement, in the words of docs/admission.md.
type Want struct {
	// Outcome is "admitted" or "ignored".
	Outcome string
	// Reason is one of the closed list of reasons.
	Reason string
	// Offset is the byte of Raw that decided, or NoOffset.
	Offset int
	// Pointer is the JSON Pointer of the value that decided. It is "" both
	// for the root and for none; HasPointer tells them apart.
	Pointer string
	// HasPointer reports whether the judgement points at a value.
	HasPointer bool
}

// index mirrors index.json.
type index struct {
	Format    int `json:"format"`
	Envelopes []struct {
		File   string `json:"file"`
		Name   string `json:"name"`
		Source string `json:"source"`
		Note   string `json:"note"`
		Expect struct {
			Outcome string  `json:"outcome"`
			Reason  string  `json:"reason"`
			Offset  *int    `json:"offset"`
			Pointer *string `json:"pointer"`
		} `json:"expect"`
	} `json:"envelopes"`
}

// Envelopes returns every envelope in the order of index.json. It fails only
// when the embedded files do not fit together, which the package's own tests
// exclude for a released version.
func Envelopes() ([]Envelope, error) {
	text, err := files.ReadFile("index.json")
	if err != nil {
		return nil, fmt.Errorf("corpus: %w", err)
	}
	var idx index
	if err := json.Unmarshal(text, &idx); err != nil {
		return nil, fmt.Errorf("corpus: index.json: %w", err)
	}
	if idx.Format != 1 {
		return nil, fmt.Errorf("corpus: index.json has format %d, want 1", idx.Format)
	}
	list := make([]Envelope, 0, len(idx.Envelopes))
	for _, row := range idx.Envelopes {
		raw, err := files.ReadFile("envelopes/" + row.File)
		if err != nil {
			return nil, fmt.Errorf("corpus: index.json names %q: %w", row.File, err)
		}
		e := Envelope{
			Name:   row.Name,
			Source: row.Source,
			Note:   row.Note,
			Raw:    raw,
			Want:   Want{Outcome: row.Expect.Outcome, Reason: row.Expect.Reason, Offset: NoOffset},
		}
		if row.Expect.Offset != nil {
			e.Want.Offset = *row.Expect.Offset
		}
		if row.Expect.Pointer != nil {
			e.Want.Pointer, e.Want.HasPointer = *row.Expect.Pointer, true
		}
		list = append(list, e)
	}
	return list, nil
}
