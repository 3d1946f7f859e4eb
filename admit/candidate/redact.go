package candidate

import (
	"fmt"
	"strconv"
)

// What a print shows: counts only, with every verb. The methods of a value do not
// run inside a caller's unexported field, where package fmt looks through fields
// itself; there it finds the pointers of a cell and prints an address.

// cell is what a value of this package points to. It holds only a pointer, so
// that package fmt, which follows one, does not get to the text.
type cell[T any] struct{ b *T }

func newCell[T any](b *T) *cell[T] { return &cell[T]{b} }

// String returns counts, such as "candidate.Set(2 candidates, 1 ignored)".
func (s Set) String() string {
	return "candidate.Set(" + strconv.Itoa(s.Len()) + " candidates, " + strconv.Itoa(s.Counts().Total()) + " ignored)"
}

// String returns the position of the action, such as "candidate.Candidate(action 1)".
func (c Candidate) String() string {
	return "candidate.Candidate(action " + strconv.Itoa(c.Index()) + ")"
}

// String returns the position and how many hashes there are, such as
// "candidate.Binding(action 1, 3 hashes)".
func (b Binding) String() string {
	return "candidate.Binding(action " + strconv.Itoa(b.Candidate().Index()) + ", " + strconv.Itoa(b.NumHashes()) + " hashes)"
}

// String returns how many hashes there are, such as "candidate.Fetch(3 hashes)".
func (f Fetch) String() string {
	return "candidate.Fetch(" + strconv.Itoa(len(f.body().hashes)) + " hashes)"
}

// GoString returns what String returns.
func (s Set) GoString() string { return s.String() }

// GoString returns what String returns.
func (c Candidate) GoString() string { return c.String() }

// GoString returns what String returns.
func (b Binding) GoString() string { return b.String() }

// GoString returns what String returns.
func (f Fetch) GoString() string { return f.String() }

// Format writes what String returns, whatever the verb and flags.
func (s Set) Format(f fmt.State, _ rune) { f.Write([]byte(s.String())) }

// Format writes what String returns, whatever the verb and flags.
func (c Candidate) Format(f fmt.State, _ rune) { f.Write([]byte(c.String())) }

// Format writes what String returns, whatever the verb and flags.
func (b Binding) Format(f fmt.State, _ rune) { f.Write([]byte(b.String())) }

// Format writes what String returns, whatever the verb and flags.
func (f Fetch) Format(s fmt.State, _ rune) { s.Write([]byte(f.String())) }
