package fuzz_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/internal/reference"
	"github.com/kvhints/hintcheck/limits"
)

// model is the state that commands_test.go drives: what was done, and nothing of
// how the decoder keeps it.
type model struct {
	rules     rules
	script    string // where bytes to feed are taken from
	fed       string // since the last reset
	finished  int    // how often
	explained bool
	came      rules // before the last reset
	inside    bool  // the last reset came inside a text
}

func (m model) String() string { return fmt.Sprintf("model(%s, script %q)", m.rules, m.script) }

// open reports whether more bytes may be fed.
func (m model) open() bool { return m.finished == 0 && !m.explained }

func (m model) shown() string {
	if len(m.fed) > 300 {
		return fmt.Sprintf("...%q", m.fed[len(m.fed)-300:])
	}
	return fmt.Sprintf("%q", m.fed)
}

// rules are a profile to read with.
type rules uint8

const (
	strictRules rules = iota
	shallowStrict
	bodyRules
	shallowBody
	numRules
)

func (r rules) String() string {
	return []string{"strict", "shallow", "body", "shallow body"}[r]
}

func (r rules) strict() bool  { return r <= shallowStrict }
func (r rules) maxDepth() int { return []int{32, 2, 1 << 30, 3}[r] }
func (r rules) maxBytes() int { return []int{3000, 64, 1 << 30, 1 << 30}[r] }

func (r rules) profile() decoder.Profile {
	switch r {
	case bodyRules:
		return decoder.Body(0)
	case shallowBody:
		return decoder.Body(r.maxDepth())
	}
	lim, err := limits.New(limits.MaxBytes(r.maxBytes()), limits.MaxDepth(r.maxDepth()))
	if err != nil {
		panic(err)
	}
	return decoder.Strict(lim)
}

// final is what a scanner has to say of the bytes fed if they are all.
func (m model) final() decoder.Offence {
	if !m.rules.strict() {
		return bodyOffence(m.fed, m.rules.maxDepth())
	}
	o, _ := m.refer()
	return o
}

// pointer is the pointer of that.
func (m model) pointer() string {
	_, pointer := m.refer()
	return pointer
}

// refer asks the reference about rule 4 alone.
func (m model) refer() (decoder.Offence, string) {
	if m.fed == "" {
		return decoder.Offence{Reason: decoder.MalformedJSON}, "" // no value, and not yet absent
	}
	v := reference.Judge([]byte(m.fed), reference.Limits{MaxBytes: 1 << 24, MaxDepth: m.rules.maxDepth()}, true)
	for r := decoder.MalformedJSON; r <= decoder.NumberOutOfRange; r++ {
		if r.String() == v.Reason {
			return decoder.Offence{Reason: r, Offset: v.Offset}, v.Pointer
		}
	}
	return decoder.Offence{}, ""
}

// certain is what a scanner has to say of the bytes fed if more may come: nothing
// about the end of the text, nor about a number that may go on at it.
func (m model) certain() decoder.Offence {
	o := m.final()
	inNumber := o.Reason == decoder.IntegerOutOfRange || o.Reason == decoder.NumberOutOfRange
	switch {
	case o.Reason == decoder.MalformedJSON && o.Offset == len(m.fed),
		inNumber && strings.Trim(m.fed[o.Offset:], "0123456789+-.eE") == "":
		return decoder.Offence{}
	}
	return o
}

// bodyOffence finds the first offence against grammar, UTF-8 and depth with
// encoding/json and unicode/utf8. The NUL behind the text is an error wherever
// the text ends, so that encoding/json always says where it stopped.
func bodyOffence(text string, maxDepth int) decoder.Offence {
	var syntax *json.SyntaxError
	if err := json.Unmarshal([]byte(text+"\x00"), new(json.RawMessage)); !errors.As(err, &syntax) {
		panic(fmt.Sprintf("encoding/json accepts a NUL: %v", err))
	}
	stop := int(syntax.Offset) - 1
	o := decoder.Offence{Reason: decoder.MalformedJSON, Offset: stop}
	if stop == len(text) && json.Valid([]byte(text)) {
		o = decoder.Offence{}
	}
	// Inside strings encoding/json takes any byte. A sequence that is cut by the
	// end of the text could still go on.
	for i := 0; i < stop; {
		r, n := utf8.DecodeRuneInString(text[i:stop])
		if r == utf8.RuneError && n == 1 {
			if cut := stop == len(text) && !utf8.FullRuneInString(text[i:]); !cut {
				o = decoder.Offence{Reason: decoder.InvalidUTF8, Offset: i}
				stop = i
			}
			break
		}
		i += n
	}
	if i := tooDeep(text[:stop], maxDepth); i >= 0 {
		o = decoder.Offence{Reason: decoder.TooDeep, Offset: i}
	}
	return o
}

// tooDeep returns the offset of the first bracket that opens one level more than
// there may be, in a text that is good so far, or -1.
func tooDeep(text string, maxDepth int) int {
	depth, inside := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case inside:
		case c == '[' || c == '{':
			if depth++; depth > maxDepth {
				return i
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return -1
}
