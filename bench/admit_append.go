package bench

import (
	"encoding/binary"
	"math"
	"strings"
)

// packer appends MessagePack and follows the shape of an envelope on the way:
// what somebody writes by hand who wants neither a tree nor reflection.
type packer struct {
	out   []byte
	open  []level
	want  shape
	named bool // a name was the last thing
}

// level is an open array or object.
type level struct {
	head   int // where its header of three bytes is
	count  int
	object bool
}

// shape is what has been seen of an envelope; the name says of what.
type shape struct {
	member           string // last name at the level of the envelope or of an action
	envelope, action int    // bits of the members seen
	wrong, inActions bool
}

func (p *packer) reset() {
	p.out, p.open, p.want = p.out[:0], p.open[:0], shape{}
}

// wantsName reports whether a string that comes now is a name.
func (p *packer) wantsName() bool {
	n := len(p.open)
	return n > 0 && p.open[n-1].object && !p.named
}

// The required members of the envelope and of an action.
var (
	envelopeMembers = [...]string{"protocol_version", "message_id", "actions"}
	actionMembers   = [...]string{"action_id", "action_type", "action_version", "payload"}
)

// value counts a value in its array and holds it to the shape. kind is one of
// the bytes of jsontext.Kind: " for a string, { and [, 0 for a number, n, t, f.
func (p *packer) value(kind byte, nonEmpty bool) {
	p.named = false
	s := &p.want
	switch depth := len(p.open); {
	case depth == 0:
		s.wrong = kind != '{'
	case depth == 1:
		switch s.member {
		case "protocol_version", "message_id":
			s.wrong = s.wrong || kind != '"' || !nonEmpty
		case "actions":
			s.wrong = s.wrong || kind != '['
		}
		s.inActions = s.member == "actions"
	case depth == 2 && s.inActions:
		s.wrong = s.wrong || kind != '{'
		s.action = 0
	case depth == 3 && s.inActions:
		switch s.member {
		case "action_id", "action_type", "action_version":
			s.wrong = s.wrong || kind != '"' || !nonEmpty
		case "payload":
			s.wrong = s.wrong || kind != '{'
		}
	}
	if n := len(p.open); n > 0 && !p.open[n-1].object {
		p.open[n-1].count++
	}
}

func (p *packer) name(text []byte) {
	top := &p.open[len(p.open)-1]
	top.count++
	p.named = true
	s := &p.want
	switch depth := len(p.open); {
	case depth == 1:
		s.member = ""
		for i, m := range envelopeMembers {
			if string(text) == m {
				s.member, s.envelope = m, s.envelope|1<<i
			}
		}
	case depth == 3 && s.inActions:
		s.member = ""
		for i, m := range actionMembers {
			if string(text) == m {
				s.member, s.action = m, s.action|1<<i
			}
		}
	}
	p.appendString(text)
}

func (p *packer) begin(object bool) {
	kind, head := byte('['), byte(0xdc) // array 16
	if object {
		kind, head = '{', 0xde // map 16
	}
	p.value(kind, true)
	p.open = append(p.open, level{len(p.out), 0, object})
	p.out = append(p.out, head, 0, 0)
}

// end closes a container; false if it has more members than the header holds.
func (p *packer) end() bool {
	top := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	switch depth := len(p.open); {
	case depth == 0:
		p.want.wrong = p.want.wrong || p.want.envelope != 1<<len(envelopeMembers)-1
	case depth == 2 && p.want.inActions:
		p.want.wrong = p.want.wrong || p.want.action != 1<<len(actionMembers)-1
	}
	binary.BigEndian.PutUint16(p.out[top.head+1:], uint16(top.count))
	return top.count <= math.MaxUint16
}

func (p *packer) text(text []byte) {
	p.value('"', len(text) > 0)
	if len(p.open) == 1 && p.want.member == "protocol_version" && string(text) != "0.1" {
		p.want.wrong = true
	}
	p.appendString(text)
}

func (p *packer) appendString(text []byte) {
	switch n := len(text); {
	case n < 32:
		p.out = append(p.out, 0xa0|byte(n))
	case n <= math.MaxUint8:
		p.out = append(p.out, 0xd9, byte(n))
	case n <= math.MaxUint16:
		p.out = append(p.out, 0xda, byte(n>>8), byte(n))
	default:
		p.out = binary.BigEndian.AppendUint32(append(p.out, 0xdb), uint32(n))
	}
	p.out = append(p.out, text...)
}

func (p *packer) literal(kind byte) {
	p.value(kind, true)
	p.out = append(p.out, [...]byte{0xc0, 0xc2, 0xc3}[strings.IndexByte("nft", kind)])
}

func (p *packer) unsigned(n uint64) {
	p.value('0', true)
	switch {
	case n < 128:
		p.out = append(p.out, byte(n))
	case n <= math.MaxUint8:
		p.out = append(p.out, 0xcc, byte(n))
	case n <= math.MaxUint16:
		p.out = append(p.out, 0xcd, byte(n>>8), byte(n))
	case n <= math.MaxUint32:
		p.out = binary.BigEndian.AppendUint32(append(p.out, 0xce), uint32(n))
	default:
		p.out = binary.BigEndian.AppendUint64(append(p.out, 0xcf), n)
	}
}

func (p *packer) signed(n int64) {
	if n >= 0 {
		p.unsigned(uint64(n))
		return
	}
	p.value('0', true)
	switch {
	case n >= -32:
		p.out = append(p.out, byte(n))
	case n >= math.MinInt8:
		p.out = append(p.out, 0xd0, byte(n))
	case n >= math.MinInt16:
		p.out = append(p.out, 0xd1, byte(n>>8), byte(n))
	case n >= math.MinInt32:
		p.out = binary.BigEndian.AppendUint32(append(p.out, 0xd2), uint32(n))
	default:
		p.out = binary.BigEndian.AppendUint64(append(p.out, 0xd3), uint64(n))
	}
}

func (p *packer) float(f float64) {
	p.value('0', true)
	p.out = binary.BigEndian.AppendUint64(append(p.out, 0xcb), math.Float64bits(f))
}

// frozen ends a text: has it the shape, and does it read back?
func (p *packer) frozen(text []byte, readBack bool) (Frozen, bool) {
	if p.want.wrong || len(p.open) > 0 || readBack && !wellFormed(p.out) {
		return nil, false
	}
	return freeze(text, p.out)
}

// wellFormed reads back what a packer wrote: one value and nothing after it. It
// compares no value with the text, so it is less than hintcheck does.
func wellFormed(b []byte) bool {
	for left := 1; left > 0; left-- {
		if len(b) == 0 {
			return false
		}
		c, size := b[0], 1
		switch {
		case c < 0x80, c >= 0xe0, c == 0xc0, c == 0xc2, c == 0xc3:
		case c&0xe0 == 0xa0:
			size += int(c & 31)
		case c == 0xcc, c == 0xd0:
			size = 2
		case c == 0xcd, c == 0xd1:
			size = 3
		case c == 0xce, c == 0xd2:
			size = 5
		case c == 0xcf, c == 0xd3, c == 0xcb:
			size = 9
		case c == 0xd9 && len(b) > 1:
			size = 2 + int(b[1])
		case c == 0xda && len(b) > 2:
			size = 3 + int(binary.BigEndian.Uint16(b[1:]))
		case c == 0xdb && len(b) > 4:
			size = 5 + int(binary.BigEndian.Uint32(b[1:]))
		case c == 0xdc && len(b) > 2:
			left += int(binary.BigEndian.Uint16(b[1:]))
			size = 3
		case c == 0xde && len(b) > 2:
			left += 2 * int(binary.BigEndian.Uint16(b[1:]))
			size = 3
		default:
			return false
		}
		if size > len(b) {
			return false
		}
		b = b[size:]
	}
	return len(b) == 0
}
