package main

import (
	"encoding/hex"
	"strings"

	"github.com/kvhints/hintcheck/golden"
	"github.com/kvhints/hintcheck/internal/reference"
)

// group is one file of cases.
type group struct {
	name  string
	about string
	first int // id of the first case; each further one has the next id
	cases []row
}

// row is one case as it is written down by hand.
type row struct {
	name   string
	in     recipe
	want   want
	why    string
	level  string   // default: golden.LevelWire
	class  string   // default: the weakest that the level allows
	flags  []string // names in notes
	limits string   // a name in limitSets; default: "default"
	trust  string   // default: "trusted"

	supersededBy int
}

// value marks a row as also true of a parsed object.
func value(r row) row {
	r.level = golden.LevelValue
	return r
}

// The named limits. Versions are the same everywhere.
var limitSets = map[string]golden.Limits{
	"default":    {MaxBytes: 65536, MaxDepth: 32},
	"largest":    {MaxBytes: 16 << 20, MaxDepth: 1000},
	"largest-32": {MaxBytes: 16 << 20, MaxDepth: 32},
	"bytes-1":    {MaxBytes: 1, MaxDepth: 32},
	"bytes-3":    {MaxBytes: 3, MaxDepth: 32},
	"bytes-4":    {MaxBytes: 4, MaxDepth: 32},
	"bytes-55":   {MaxBytes: 55, MaxDepth: 32},
	"bytes-56":   {MaxBytes: 56, MaxDepth: 32},
	"bytes-64":   {MaxBytes: 64, MaxDepth: 32},
	"depth-1":    {MaxBytes: 65536, MaxDepth: 1},
	"depth-2":    {MaxBytes: 65536, MaxDepth: 2},
	"depth-3":    {MaxBytes: 65536, MaxDepth: 3},
	"depth-4":    {MaxBytes: 65536, MaxDepth: 4},
	"depth-5":    {MaxBytes: 65536, MaxDepth: 5},
}

var versions = []string{"0.1"}

// want is a hand-written verdict.
type want struct {
	reason     string
	offset     int // -1: none
	pointer    string
	hasPointer bool
	form       recipe // the MessagePack form; nil: not worked out by hand
}

// admits expects the text to be admitted.
func admits() want { return want{reason: reference.Admitted, offset: -1} }

// admitsAs expects the text to be admitted with the form given.
func admitsAs(form recipe) want {
	return want{reason: reference.Admitted, offset: -1, form: form}
}

// ignores expects an offence at an offset, with a pointer.
func ignores(reason string, offset int, pointer string) want {
	return want{reason: reason, offset: offset, pointer: pointer, hasPointer: true}
}

// absent and untrusted stand at no byte, oversized at the limit.
func absent() want    { return want{reason: reference.Absent, offset: -1} }
func untrusted() want { return want{reason: reference.Untrusted, offset: -1} }
func oversized(maxBytes int) want {
	return want{reason: reference.Oversized, offset: maxBytes}
}

// Short names for the reasons of rules 4 to 7.
const (
	malformed   = reference.MalformedJSON
	badUTF8     = reference.InvalidUTF8
	lone        = reference.LoneSurrogate
	duplicate   = reference.DuplicateMember
	tooDeep     = reference.TooDeep
	bigInteger  = reference.IntegerOutOfRange
	bigNumber   = reference.NumberOutOfRange
	notAnObject = reference.NotAnObject
	unsupported = reference.UnsupportedVersion
	invalid     = reference.InvalidEnvelope
)

// recipe is a text or a form as a list of parts.
type recipe []golden.Part

// text is a recipe for the bytes of s.
func text(s string) recipe { return rep(s, 1) }

// rep is a recipe for s n times.
func rep(s string, n int) recipe {
	if s == "" || n == 0 {
		return recipe{}
	}
	return recipe{{Hex: hexOf(s), N: n}}
}

// counted is a recipe for head, 0, tail, head, 1, tail and so on to n-1, each
// number in so many decimal digits.
func counted(head string, digits int, tail string, n int) recipe {
	return recipe{{Hex: hexOf(head), Digits: digits, Tail: hexOf(tail), N: n}}
}

// join puts recipes one after another.
func join(parts ...recipe) recipe {
	all := recipe{}
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// The texts that most cases are built on, and the offsets that they give to
// what is put into them. The offsets are counted by hand; the reference's
// agreement is their check.
const (
	envelope = `{"protocol_version":"0.1","message_id":"m","actions":[]}` // 56 bytes

	xHead = `{"protocol_version":"0.1","message_id":"m","actions":[],"x":`
	xTail = `}`
	xAt   = 60 // offset of the value of x

	payloadHead = `{"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"i","action_type":"t","action_version":"v","payload":`
	payloadTail = `}]}`
	payloadAt   = 120 // offset of the payload

	actionsHead = `{"protocol_version":"0.1","message_id":"m","actions":[`
	actionsTail = `]}`
	actionsAt   = 54 // offset of the first action

	goodAction = `{"action_id":"i","action_type":"t","action_version":"v","payload":{}}` // 69 bytes
)

// inX is an envelope whose extra member x, on level 2, has the given value.
func inX(v string) recipe { return text(xHead + v + xTail) }

// inXOf is inX for a value that is a recipe.
func inXOf(v recipe) recipe { return join(text(xHead), v, text(xTail)) }

// inPayload is an envelope of one action with the given payload, on level 4.
func inPayload(v string) recipe { return text(payloadHead + v + payloadTail) }

// inActions is an envelope with the given elements of actions, on level 3.
func inActions(v string) recipe { return text(actionsHead + v + actionsTail) }

// The forms of those texts up to the value put in: each name and string is
// short, so its head is one byte, 0xA0 and its length.
const (
	xForm       = "\x84\xb0protocol_version\xa30.1\xaamessage_id\xa1m\xa7actions\x90\xa1x"
	payloadForm = "\x83\xb0protocol_version\xa30.1\xaamessage_id\xa1m\xa7actions\x91" +
		"\x84\xa9action_id\xa1i\xabaction_type\xa1t\xaeaction_version\xa1v\xa7payload"
)

// admitsX expects inX to be admitted, and the value to have the form given.
func admitsX(form string) want { return admitsAs(text(xForm + form)) }

// admitsXOf is admitsX for a form that is a recipe.
func admitsXOf(form recipe) want { return admitsAs(join(text(xForm), form)) }

// admitsPayload expects inPayload to be admitted, and the payload to have the
// form given.
func admitsPayload(form string) want { return admitsAs(text(payloadForm + form)) }

// zeros is the pointer of the innermost of n nested arrays, each the first
// element of the one around it.
func zeros(n int) string { return strings.Repeat("/0", n) }

// unhex is the bytes of a form written in hex, as the MessagePack
// specification shows forms.
func unhex(form string) string {
	b, err := hex.DecodeString(form)
	if err != nil {
		panic("casegen: a table has bad hex: " + form)
	}
	return string(b)
}
