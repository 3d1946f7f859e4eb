// Package golden holds the cases that say what a right admission is, as data
// for engines in any language, and reads them for Go.
//
//	files, err := golden.Load()
//	for _, f := range files {
//		for _, c := range f.Cases {
//			raw, err := c.Input.Bytes()
//			limits := f.Limits[c.Limits]
//			// judge raw under limits and c.Trust, compare with c.Expect
//		}
//	}
//
// README.md describes the format and v0/schema.json fixes it. The files are
// written by internal/casegen, never by hand. The package imports nothing else
// of this module, so that every implementation can be measured against it.
package golden

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

//go:embed v0/*.json
var files embed.FS

// Dir is the folder of the current format inside the package's folder.
const Dir = "v0"

// Format is the value of every file's "format" member.
const Format = 0

// Conformance classes, from the weakest claim of an engine to the strongest.
// An engine that claims a class runs the cases of that class and of those
// before it.
const (
	ClassOutcome     = "V" // outcome, also of a parsed object
	ClassWireOutcome = "W" // outcome, of bytes
	ClassReason      = "R" // reason too
	ClassOffset      = "O" // offset and pointer too
)

// Levels of a case.
const (
	LevelWire  = "wire"  // the bytes matter
	LevelValue = "value" // also true of the object that a lossless parser makes of the bytes
)

// File is one group of cases.
type File struct {
	Schema string            `json:"$schema"`
	Format int               `json:"format"`
	Group  string            `json:"group"`
	About  string            `json:"about"`
	Count  int               `json:"count"`
	Limits map[string]Limits `json:"limits"` // the named limits of the cases
	Notes  map[string]Note   `json:"notes"`  // what the flags of the cases mean
	Cases  []Case            `json:"cases"`  // by rising id
}

// Limits are one set of bounds.
type Limits struct {
	MaxBytes int      `json:"max_bytes"`
	MaxDepth int      `json:"max_depth"`
	Versions []string `json:"versions"`
}

// Note explains a flag.
type Note struct {
	Why   string   `json:"why"`             // what the cases with this flag are about
	Bug   string   `json:"bug"`             // the class of bug that they find
	Links []string `json:"links,omitempty"` // public sources
}

// Case is one text and what admission says of it.
type Case struct {
	ID           int      `json:"id"` // unique over all files and never reused
	Name         string   `json:"name"`
	Why          string   `json:"why"` // why this outcome is right
	Level        string   `json:"level"`
	Class        string   `json:"class"` // the weakest claim that the case tests
	Flags        []string `json:"flags"`
	Limits       string   `json:"limits"` // a name in the file's limits
	Trust        string   `json:"trust"`  // "trusted" or "untrusted"
	Input        Input    `json:"input"`
	Expect       Expect   `json:"expect"`
	SupersededBy int      `json:"superseded_by,omitempty"` // set: withdrawn, do not run
}

// Input is a text: Hex, or the parts of Repeat one after another.
type Input struct {
	Hex    *string `json:"hex,omitempty"`
	Repeat []Part  `json:"repeat,omitempty"`
}

// Part stands for N repetitions of the bytes Hex. If Digits is set, each
// repetition is Hex, the number of the repetition from 0 in that many decimal
// digits, and Tail.
type Part struct {
	Hex    string `json:"hex"`
	N      int    `json:"n"`
	Digits int    `json:"digits,omitempty"`
	Tail   string `json:"tail,omitempty"`
}

// Expect is the right verdict. Offset and Pointer are nil where there is none;
// MessagePack is set for admitted texts.
type Expect struct {
	Outcome     string       `json:"outcome"`
	Reason      string       `json:"reason"`
	Offset      *int         `json:"offset,omitempty"`
	Pointer     *string      `json:"pointer,omitempty"`
	MessagePack *MessagePack `json:"msgpack,omitempty"`
}

// MessagePack is a MessagePack form: the bytes in Hex up to 512, else Length
// and SHA256.
type MessagePack struct {
	Hex    string `json:"hex,omitempty"`
	Length int    `json:"length,omitempty"`
	SHA256 string `json:"sha256,omitempty"` // lower-case hex
}

// Load reads all groups, in the order of their ids. It fails on anything that
// is not of this format, which in a released package does not happen.
func Load() ([]File, error) {
	return LoadFS(files)
}

// LoadFS is Load for the folder v0 of another file system.
func LoadFS(fsys fs.FS) ([]File, error) {
	names, err := fs.Glob(fsys, Dir+"/*.json")
	if err != nil {
		return nil, fmt.Errorf("golden: %w", err)
	}
	var groups []File
	for _, name := range names {
		if name == Dir+"/schema.json" {
			continue
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("golden: %w", err)
		}
		group, err := parse(data)
		if err != nil {
			return nil, fmt.Errorf("golden: %s: %w", name, err)
		}
		groups = append(groups, group)
	}
	sortByID(groups)
	return groups, nil
}

func parse(data []byte) (File, error) {
	var f File
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return File{}, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return File{}, errors.New("more than one JSON value")
	}
	if f.Format != Format {
		return File{}, fmt.Errorf("format %d, want %d", f.Format, Format)
	}
	for _, c := range f.Cases {
		if err := c.check(f); err != nil {
			return File{}, fmt.Errorf("case %d: %w", c.ID, err)
		}
	}
	return f, nil
}
