// Package limits holds the numbers that bound admission: how many bytes an
// envelope may have, how deep it may nest, which protocol versions are read and
// which integers exist in every encoding downstream.
//
//	lim, err := limits.New(limits.MaxBytes(32<<10), limits.Versions("0.1"))
//	if err != nil {
//		return err // a *limits.Error: which option, what it got, what it takes
//	}
//	authority := admit.NewAuthority(lim)
//
// A Limits is an immutable value: it is validated once, by [New], and is then
// safe to copy and to share between goroutines. The zero Limits admits nothing:
// under it every envelope that is not absent is oversized.
package limits

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// Bounds of the size of an envelope, in bytes as received, insignificant
// whitespace included.
const (
	// DefaultMaxBytes is TensorRT-LLM's documented limit for a kv_hints field.
	// It holds about 3,200 block hashes written as decimal u64.
	DefaultMaxBytes = 64 << 10
	// LargestMaxBytes is the most that MaxBytes may be set to. It keeps every
	// offset of an admitted text within 25 bits (decoder's tokens rely on it).
	LargestMaxBytes = 16 << 20
)

// Bounds of nesting, in open arrays and objects; the envelope itself is level 1.
const (
	// DefaultMaxDepth keeps a payload inside protobuf's default of 100 nested
	// messages when a gRPC hop turns it into google.protobuf.Struct, where one
	// JSON object level costs about three messages: measured, 33 to 35 pass.
	DefaultMaxDepth = 32
	// LargestMaxDepth is the most that MaxDepth may be set to. rmp-serde and
	// msgpack-python, the strictest MessagePack readers known to carry hints,
	// stop at 1,000 to 1,024 levels.
	LargestMaxDepth = 1000
)

// Bounds of integers: what MessagePack can carry (the msgpack specification's
// int and uint families), and so what msgspec, rmp-serde and orjson accept.
// A number without fraction and exponent that lies outside kills an encoder
// deep in the engine.
const (
	MinInteger int64  = -1 << 63
	MaxInteger uint64 = 1<<64 - 1
)

// DefaultVersion is the protocol_version that TensorRT-LLM, vLLM, SGLang and
// Dynamo write today.
const DefaultVersion = "0.1"

// Bounds of the list of versions. Versions are matched in turn, so the list is
// short, and a version is a label, so it is short too.
const (
	LargestVersions      = 16 // entries
	LargestVersionLength = 64 // bytes
)

// Limits bounds what is admitted. Make one with [New] or [Default]; the zero
// value admits nothing. A Limits must not be compared with ==; the compiler
// refuses it.
type Limits struct {
	maxBytes int
	maxDepth int
	versions []string
}

// Default returns the limits that New returns without options.
func Default() Limits {
	return Limits{
		maxBytes: DefaultMaxBytes,
		maxDepth: DefaultMaxDepth,
		versions: []string{DefaultVersion},
	}
}

// New returns the default limits changed by the options, or an [*Error] that
// names the first option out of its range. On error the Limits returned is the
// zero value, which admits nothing.
func New(options ...Option) (Limits, error) {
	l := Default()
	for _, option := range options {
		if option == nil {
			return Limits{}, &Error{Option: "Option", Got: "nil", Want: "an option of this package"}
		}
		if err := option(&l); err != nil {
			return Limits{}, err
		}
	}
	return l, nil
}

// MaxBytes returns the largest admitted size in bytes, as received.
func (l Limits) MaxBytes() int { return l.maxBytes }

// MaxDepth returns the deepest admitted nesting; the envelope is level 1.
func (l Limits) MaxDepth() int { return l.maxDepth }

// Versions returns a copy of the protocol versions that are read.
func (l Limits) Versions() []string { return slices.Clone(l.versions) }

// ReadsVersion reports whether version is one of the protocol versions that are
// read. The comparison is exact; it costs at most LargestVersions comparisons
// and does not allocate.
func (l Limits) ReadsVersion(version []byte) bool {
	for _, v := range l.versions {
		if string(version) == v {
			return true
		}
	}
	return false
}

// Option changes one limit. Options are applied in order; the last one of a
// kind holds.
type Option func(*Limits) error

// MaxBytes sets the largest admitted size: 1 to LargestMaxBytes bytes.
func MaxBytes(n int) Option {
	return func(l *Limits) error {
		if n < 1 || n > LargestMaxBytes {
			return &Error{Option: "MaxBytes", Got: strconv.Itoa(n), Want: "1 to 16777216 bytes"}
		}
		l.maxBytes = n
		return nil
	}
}

// MaxDepth sets the deepest admitted nesting: 1 to LargestMaxDepth levels.
func MaxDepth(n int) Option {
	return func(l *Limits) error {
		if n < 1 || n > LargestMaxDepth {
			return &Error{Option: "MaxDepth", Got: strconv.Itoa(n), Want: "1 to 1000 levels"}
		}
		l.maxDepth = n
		return nil
	}
}

// Versions sets the protocol versions that are read: 1 to LargestVersions
// distinct, non-empty UTF-8 strings of at most LargestVersionLength bytes.
func Versions(versions ...string) Option {
	versions = slices.Clone(versions)
	return func(l *Limits) error {
		if len(versions) < 1 || len(versions) > LargestVersions {
			return &Error{Option: "Versions", Got: strconv.Itoa(len(versions)) + " versions", Want: "1 to 16 versions"}
		}
		for i, v := range versions {
			switch {
			case v == "" || len(v) > LargestVersionLength || !utf8.ValidString(v):
				return &Error{Option: "Versions", Got: quoteShort(v), Want: "a UTF-8 string of 1 to 64 bytes"}
			case slices.Contains(versions[:i], v):
				return &Error{Option: "Versions", Got: quoteShort(v) + " twice", Want: "distinct versions"}
			}
		}
		l.versions = versions
		return nil
	}
}

// Error says which option was refused. It is the fault of whoever configures
// the program, never of a client.
type Error struct {
	Option string // the option's name, such as MaxBytes
	Got    string // the value it was given, escaped and cut
	Want   string // what it takes
}

func (e *Error) Error() string {
	return "limits: " + e.Option + " is " + e.Got + ", want " + e.Want
}

// quoteShort escapes s for an error line and cuts it, since a version may come
// from a configuration file.
func quoteShort(s string) string {
	const most = 32
	if len(s) > most {
		return strconv.QuoteToASCII(s[:most]) + " and more"
	}
	return strconv.QuoteToASCII(s)
}
