package tree

import (
	"fmt"
	"strconv"
)

// Sample is a value and how it is to be written.
type Sample struct {
	Root   *Node
	Recipe Recipe
}

// Recipe says how a value is spelled as bytes. The zero Recipe is the plain
// spelling: no whitespace, no needless escape, numbers and members as they stand.
type Recipe struct {
	// Choices are the decisions of the spelling, taken in turn, again and again:
	// at each place of whitespace, each character and each number one byte or
	// more. A zero byte is always the plain way.
	Choices []byte
	// Order is the seed of a shuffle of the members of every object; 0 leaves
	// them as they are.
	Order uint64
	// Offence is what is to be wrong.
	Offence Offence
	// MaxDepth is the limit to judge the text with; 0 stands for DefaultMaxDepth.
	MaxDepth int
}

// Limits that texts are judged with unless the recipe says otherwise.
const (
	DefaultMaxDepth = 32
	RoomyMaxBytes   = 1 << 20 // holds every generated text
	Version         = "0.1"   // the one protocol version
)

// Offence is one thing to build into the text.
type Offence struct {
	Kind  OffenceKind
	Place int // which of the places where it can be, modulo their number
	Form  int // which of its forms, modulo their number
}

// Text is a written sample.
type Text struct {
	Bytes    []byte
	MaxBytes int
	MaxDepth int
	Trusted  bool
	// Want is what admission has to say, or nil where the writer makes no claim:
	// the offence has no place in this value, or there is none and the value is
	// not a valid envelope within MaxDepth.
	Want *Want
}

// Want is a claim about a text.
type Want struct {
	Reason     string // a reason of docs/admission.md, or "admitted"
	Offset     int    // -1 for none
	Pointer    string // RFC 6901
	HasPointer bool   // tells the empty pointer from none
	// Certain is how many bytes of the text settle a rule 4 offence, whatever
	// follows them; 0 if only the end of the text does.
	Certain int
}

// String prints what a person needs to see: the recipe and the bytes, quoted.
func (s Sample) String() string { return s.Recipe.String() + " " + s.Write().String() }

func (r Recipe) String() string {
	line := "recipe{"
	if len(r.Choices) > 0 {
		line += fmt.Sprintf(" choices=%q", r.Choices)
	}
	if r.Order != 0 {
		line += fmt.Sprintf(" order=%d", r.Order)
	}
	if o := r.Offence; o.Kind != NoOffence {
		line += fmt.Sprintf(" offence=%s place=%d form=%d", o.Kind, o.Place, o.Form)
	}
	if r.MaxDepth != 0 {
		line += fmt.Sprintf(" max_depth=%d", r.MaxDepth)
	}
	return line + " }"
}

func (t Text) String() string {
	const most = 1500 // bytes: more than shrunk samples have
	line := "text{"
	if t.MaxBytes != RoomyMaxBytes {
		line += fmt.Sprintf(" max_bytes=%d", t.MaxBytes)
	}
	if !t.Trusted {
		line += " untrusted"
	}
	if t.Want != nil {
		line += " want=" + t.Want.String()
	}
	if len(t.Bytes) > most {
		return line + fmt.Sprintf(" bytes=%q and %d bytes more }", t.Bytes[:most], len(t.Bytes)-most)
	}
	return line + fmt.Sprintf(" bytes=%q }", t.Bytes)
}

func (w Want) String() string {
	line := w.Reason
	if w.Offset >= 0 {
		line += "@" + strconv.Itoa(w.Offset)
	}
	if w.HasPointer {
		line += fmt.Sprintf(" in %q", w.Pointer)
	}
	return line
}
