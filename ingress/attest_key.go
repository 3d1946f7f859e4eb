package ingress

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"strconv"
)

const (
	// MinKeyBytes is the least length of a secret, that of the output of SHA-256
	// (RFC 2104 section 3).
	MinKeyBytes = 32
	// largestKeyID is the greatest length of a key's id in bytes.
	largestKeyID = 64
)

// Key is a secret that a router and an ingress share, and its public id. No print,
// log or encoding of a Key, or of what holds one, shows the secret. Make one with
// [NewKey]; the zero Key signs and verifies nothing.
type Key struct{ c *keyCell }

// keyCell holds only a pointer, so that fmt prints an address where it may not call
// methods: in unexported fields of others, and for verbs that fit no pointer.
type keyCell struct{ k *keyParts }

type keyParts struct {
	id     string
	secret []byte
}

// NewKey returns the key with the id, 1 to 64 ASCII letters, digits, '-' and '_',
// and the secret, at least MinKeyBytes bytes from a random source, which it copies.
// An error is a [*PolicyError] and shows neither: an id that is wrong may well be
// a secret in the wrong place.
func NewKey(id string, secret []byte) (Key, error) {
	if !isKeyID(id) {
		return Key{}, &PolicyError{
			Option: "NewKey", Got: "an id of " + strconv.Itoa(len(id)) + " bytes",
			Want: "an id of 1 to 64 ASCII letters, digits, '-' and '_'",
		}
	}
	if len(secret) < MinKeyBytes {
		return Key{}, &PolicyError{
			Option: "NewKey", Got: "a secret of " + strconv.Itoa(len(secret)) + " bytes",
			Want: "at least " + strconv.Itoa(MinKeyBytes) + " bytes",
		}
	}
	return Key{&keyCell{&keyParts{id, bytes.Clone(secret)}}}, nil
}

// ID returns the id, "" of the zero Key.
func (k Key) ID() string {
	if k.c == nil {
		return ""
	}
	return k.c.k.id
}

// secret returns the secret, which is not to be kept or changed.
func (k Key) secret() []byte { return k.c.k.secret }

// String returns the id, such as "ingress.Key(router-2)".
func (k Key) String() string {
	if k.c == nil {
		return "ingress.Key(none)"
	}
	return "ingress.Key(" + k.ID() + ")"
}

// GoString returns what String returns.
func (k Key) GoString() string { return k.String() }

// Format writes what String returns, whatever the verb and flags.
func (k Key) Format(f fmt.State, _ rune) {
	io.WriteString(f, k.String()) // a failing State has nobody to tell
}

// LogValue returns what String returns.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.String()) }

func isKeyID(id string) bool {
	if len(id) < 1 || len(id) > largestKeyID {
		return false
	}
	for i := range len(id) {
		if !isLetterOrDigit(id[i]) && id[i] != '-' && id[i] != '_' {
			return false
		}
	}
	return true
}
