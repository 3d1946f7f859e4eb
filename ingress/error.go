package ingress

import (
	"strconv"

	"github.com/kvhints/hintcheck/decoder"
)

// BodyError says why a body is refused. Its text is one line without a byte of
// the body. Only this package makes one.
type BodyError struct {
	Cause  Cause
	Offset int    // of the byte of the body that it is about, from 0
	Want   string // what was expected, with the limit where one was passed
}

func (e *BodyError) Error() string {
	return e.Cause.String() + " at offset " + strconv.Itoa(e.Offset) + ": want " + e.Want
}

// PolicyError says which setting of a policy was wrong and what it takes.
type PolicyError struct {
	Option string // the option's function, such as MaxBodyBytes
	Got    string
	Want   string
}

func (e *PolicyError) Error() string {
	return "ingress." + e.Option + ": got " + decoder.Quote(e.Got, 64) + ", want " + e.Want
}
