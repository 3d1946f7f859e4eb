package ingress

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kvhints/hintcheck/decoder"
)

// HandoffReport is what [CheckHandoff] found in a handoff that is right.
type HandoffReport struct {
	// Unknown counts the members of its objects that are not known. They were
	// passed unchecked. Hint carriers are none of them.
	Unknown int
}

// HandoffError says what is wrong with a handoff. Its text is one line of at most
// 256 bytes with everything from the client escaped. Only this package makes one.
type HandoffError struct {
	// Cause is InvalidHandoff for a value of a wrong type or out of range,
	// DuplicateHandoff for a known field or a handoff that its object has twice, UnreadableBody
	// for what is not one RFC 8259 value in UTF-8, or BodyTooLarge.
	Cause Cause
	// Offset is a byte of the handoff's value, from 0: the first one of the value
	// that is wrong, the opening quote of the second name, or what the decoder says.
	Offset int
	// Pointer is the JSON Pointer (RFC 6901) of the value or member within the
	// handoff's value; empty for that itself and for an unreadable text.
	Pointer string
	// Want says what was expected, with the limit where one was passed.
	Want string
}

func (e *HandoffError) Error() string {
	return e.Cause.String() + " at offset " + strconv.Itoa(e.Offset) + ", pointer " +
		decoder.Quote(e.Pointer, 96) + ": want " + e.Want
}

// largestHandoffDepth bounds the nesting of what is looked at in a handoff: its own
// known objects and arrays, and handoffs in handoffs. What nobody looks at may be
// deeper.
const largestHandoffDepth = 64

// CheckHandoff checks the value, a JSON text, of the handoff member called name:
// disaggregated_params (TensorRT-LLM, SGLang), kv_transfer_params and
// ec_transfer_params (vLLM and what is plugged into it), or a bootstrap_* of the
// root (SGLang). The name is compared as package doc says; it is a fault of the
// caller, told as InvalidHandoff, to ask for another one.
//
// Known fields are held to their type and range, at every level that is known;
// null is no value where the field may be left out by null. A known field may not
// be there twice, names compared after unescaping. Unknown fields pass whatever
// they hold and are counted. A handoff that stands in a handoff is checked with it.
// Hints pass and never change the verdict, whatever they hold: they are for
// admission to judge.
//
// The error is nil or a [*HandoffError], the first one in the order of the bytes.
// The cost is linear in the bytes; beside them it keeps about 24 KiB.
func CheckHandoff(name string, value []byte) (HandoffReport, error) {
	names, err := newVocabulary(DefaultCarriers(), DefaultContainers())
	if err != nil {
		return HandoffReport{}, err // never: the defaults are names
	}
	report, fault := checkHandoff(&names, []byte(name), value)
	if fault != nil {
		return HandoffReport{}, fault
	}
	return report, nil
}

// checkHandoff does it with the names of a policy; name is not escaped.
func checkHandoff(names *vocabulary, name, value []byte) (HandoffReport, *HandoffError) {
	if len(value) > LargestMaxBodyBytes {
		return HandoffReport{}, &HandoffError{Cause: BodyTooLarge, Offset: LargestMaxBodyBytes, Want: "at most 268435456 bytes"}
	}
	folded := appendFoldedUpTo(nil, name, names.longest)
	w := handoffWalk{names: names, text: value}
	var known bool
	if w.next, known = rootRule(folded); !known {
		if !isBootstrap(folded) {
			return HandoffReport{}, &HandoffError{Cause: InvalidHandoff, Want: "the name of a handoff member"}
		}
		w.report.Unknown++
	}
	s := decoder.NewScanner(decoder.Body(0).WithTokens())
	for n, final := 0, false; !final; {
		n = min(n+window, len(value))
		final = n == len(value)
		o := s.Scan(value[:n], final)
		tokens := s.Take(value[:n])
		count := tokens.Len()
		if o.Reason == decoder.InvalidUTF8 {
			count = before(tokens, o.Offset)
		}
		for i := range count {
			if fault := w.take(tokens, i); fault != nil {
				return HandoffReport{}, fault
			}
		}
		if o.Reason != decoder.None {
			return HandoffReport{}, &HandoffError{Cause: UnreadableBody, Offset: o.Offset, Want: "one RFC 8259 value in UTF-8"}
		}
	}
	return w.report, nil
}

// handoffWalk goes through the tokens of one handoff as they come.
type handoffWalk struct {
	names  *vocabulary
	text   []byte
	report HandoffReport

	frames  []handoffFrame // what is open and looked at, from the value itself on
	skipped int            // open arrays and objects that nobody looks at, inside of those

	next handoffRule // of the value that comes next, or is being read
	null bool        // which may be null too

	path    []byte // JSON Pointer of the last name read, or of the innermost frame
	scratch []byte // a text unescaped
	folded  []byte
}

// handoffFrame is an open array or object that is looked at.
type handoffFrame struct {
	rule     handoffRule
	array    bool
	in       handoffObject // of an object; inAny: a container
	seen     uint64        // of an object: bit n is set if it has had its field n
	handoffs uint16        // of an object: those of the three handoffs that it has had
	count    int           // of an array: elements so far
	at       int           // the bracket
	path     int           // bytes of its pointer
}

// take goes on by the token at i.
func (w *handoffWalk) take(x decoder.Index, i int) *HandoffError {
	kind, start, end := x.Span(i)
	if w.skipped > 0 {
		switch kind {
		case decoder.Array, decoder.Object:
			w.skipped++
		case decoder.End:
			w.skipped--
		}
		return nil
	}
	switch kind {
	case decoder.Name:
		return w.name(start, end, x.Escaped(i))
	case decoder.End:
		return w.close()
	case decoder.String:
		return w.value(kind, start-1, end+1, x.Escaped(i))
	}
	return w.value(kind, start, end, false)
}

// name reads the name text[start:end] of a member of the innermost frame.
func (w *handoffWalk) name(start, end int, escaped bool) *HandoffError {
	name := w.text[start:end]
	if escaped {
		w.scratch = decoder.AppendUnescaped(w.scratch[:0], name)
		name = w.scratch
	}
	f := &w.frames[len(w.frames)-1]
	w.next, w.null = takesAnything, false
	w.folded = appendFoldedUpTo(w.folded[:0], name, w.names.longest)
	class := w.names.classOf(w.folded)
	if class&carrierName != 0 {
		return nil
	}
	w.path = decoder.AppendPointerName(append(w.path[:f.path], '/'), name)
	if known, bit, ok := fieldOf(f.in, name); ok {
		if f.seen>>bit&1 != 0 {
			return w.fault(DuplicateHandoff, start-1, "one field of a name")
		}
		f.seen |= 1 << bit
		w.next, w.null = known.rule, known.null
		return nil
	}
	unknown := f.in != inAny
	switch {
	case class&handoffName != 0 && f.in.isPlace():
		w.next, _ = rootRule(w.folded)
		bit := uint16(1) << (w.next - takesDisaggregated)
		if f.handoffs&bit != 0 {
			return w.fault(DuplicateHandoff, start-1, "one handoff member of a name")
		}
		f.handoffs |= bit
		unknown = false
	case class&containerName != 0 && f.in.isPlace():
		w.next = takesContainer
	case handoffOthers[f.in] != takesAnything:
		w.next, unknown = handoffOthers[f.in], false
	}
	if unknown {
		w.report.Unknown++
	}
	return nil
}

// fieldOf returns what is known of a field, and which of its object's it is.
func fieldOf(in handoffObject, name []byte) (known handoffField, bit int, ok bool) {
	for i := range handoffFields {
		if handoffFields[i].in != in {
			continue
		}
		if handoffFields[i].name == string(name) {
			return handoffFields[i], bit, true
		}
		bit++
	}
	return handoffField{}, 0, false
}

// value judges the value text[start:end], or the one whose bracket is at start.
func (w *handoffWalk) value(kind decoder.Kind, start, end int, escaped bool) *HandoffError {
	if len(w.frames) > 0 {
		if f := &w.frames[len(w.frames)-1]; f.array {
			list := handoffRules[f.rule]
			w.next, w.null = list.elements, false
			f.count++
			if list.count > 0 && f.count > list.count {
				return w.fault(InvalidHandoff, start, list.want)
			}
		}
	}
	v := handoffRules[w.next]
	switch {
	case kind == decoder.Null && w.null:
		return nil
	case v.kinds>>kind&1 == 0 && v.lenient:
		w.report.Unknown++
		w.next, v = takesAnything, handoffRules[takesAnything]
	case v.kinds>>kind&1 == 0:
		return w.wrong(start)
	}
	switch kind {
	case decoder.Array:
		return w.open(start, v, v.elements == takesAnything && v.count == 0)
	case decoder.Object:
		return w.open(start, v, v.object == inAny && w.next != takesContainer)
	case decoder.Integer, decoder.Float:
		if !v.takesNumber(w.text[start:end]) {
			return w.wrong(start)
		}
	case decoder.String:
		text := w.text[start+1 : end-1]
		if escaped && len(text) <= longestEscape*max(v.bytes, longestWord) {
			w.scratch = decoder.AppendUnescaped(w.scratch[:0], text)
			text = w.scratch
		}
		if !v.takesText(text) {
			return w.wrong(start)
		}
	}
	return nil
}

// open enters the array or object whose bracket is at start, or goes past it.
func (w *handoffWalk) open(start int, v handoffValue, skip bool) *HandoffError {
	if skip {
		w.skipped = 1
		return nil
	}
	if len(w.frames) == largestHandoffDepth {
		return w.fault(InvalidHandoff, start, "at most 64 levels of known objects and arrays")
	}
	w.path = w.pointer()
	w.frames = append(w.frames, handoffFrame{
		rule: w.next, array: w.text[start] == '[', in: v.object, at: start, path: len(w.path),
	})
	return nil
}

// close leaves the innermost frame.
func (w *handoffWalk) close() *HandoffError {
	f := w.frames[len(w.frames)-1]
	w.frames = w.frames[:len(w.frames)-1]
	if list := handoffRules[f.rule]; f.array && list.exact && f.count < list.count {
		return &HandoffError{Cause: InvalidHandoff, Offset: f.at, Pointer: pointerText(w.path[:f.path]), Want: list.want}
	}
	return nil
}

// wrong is the fault of a value that its rule does not take.
func (w *handoffWalk) wrong(start int) *HandoffError {
	want := handoffRules[w.next].want
	if w.null {
		want += " or null"
	}
	return w.fault(InvalidHandoff, start, want)
}

func (w *handoffWalk) fault(cause Cause, at int, want string) *HandoffError {
	return &HandoffError{Cause: cause, Offset: at, Pointer: pointerText(w.pointer()), Want: want}
}

// pointer returns the pointer of the value that is being read, which is where that
// of the last name is kept.
func (w *handoffWalk) pointer() []byte {
	if len(w.frames) == 0 {
		return nil
	}
	f := w.frames[len(w.frames)-1]
	if !f.array {
		return w.path
	}
	w.path = append(w.path[:f.path], '/')
	return strconv.AppendInt(w.path, int64(f.count-1), 10)
}

// pointerText is the pointer with U+FFFD for what is no character.
func pointerText(pointer []byte) string { return strings.ToValidUTF8(string(pointer), "\uFFFD") }

const (
	longestEscape = 6  // bytes of a JSON text for one byte of its characters
	longestWord   = 32 // bytes of a text that is one of a few words or an integer
)

// takesText judges the characters of a string, or its bytes with escapes if they
// are too many to be right.
func (v handoffValue) takesText(text []byte) bool {
	switch {
	case v.types:
		if len(text) > longestWord {
			return false
		}
		for _, word := range [...]string{"context_only", "generation_only", "context_and_generation"} {
			if strings.EqualFold(word, string(text)) {
				return true
			}
		}
		return false
	case v.decimal && v.bytes == 0:
		return isDigits(text) && v.takesNumber(text)
	case v.bytes > 0:
		return len(text) <= v.bytes && utf8.Valid(text)
	}
	return true
}

// isDigits reports whether text is an integer as JSON writes it, and not negative.
func isDigits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(text) > 0 && (text[0] != '0' || len(text) == 1)
}

// takesNumber judges a number of JSON.
func (v handoffValue) takesNumber(text []byte) bool {
	switch {
	case v.kinds == isAny:
		return true
	case v.kinds&isFloat != 0:
		return decoder.IsFinite(text)
	}
	negative := text[0] == '-'
	if negative {
		text = text[1:]
	}
	if len(text) > longestWord {
		return false
	}
	n, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil {
		return false
	}
	if negative && n > 0 {
		return v.least < 0 && n <= uint64(-v.least)
	}
	return n <= v.most && (v.least <= 0 || n >= uint64(v.least))
}
