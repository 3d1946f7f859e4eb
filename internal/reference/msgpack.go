package reference

import (
	"encoding/binary"
	"math"
	"strconv"
)

// appendMessagePack writes the MessagePack form: members as received, every
// integer and every length in the fewest bytes, float64 for other numbers.
// The heads are those of github.com/msgpack/msgpack/blob/master/spec.md.
func appendMessagePack(b []byte, v *value) []byte {
	switch v.kind {
	case kindNull:
		b = append(b, 0xC0)
	case kindBool:
		if v.raw[0] == 't' {
			b = append(b, 0xC3)
		} else {
			b = append(b, 0xC2)
		}
	case kindInteger:
		b = appendInteger(b, string(v.raw))
	case kindFloat:
		bits := math.Float64bits(toFloat(string(v.raw)))
		b = binary.BigEndian.AppendUint64(append(b, 0xCB), bits)
	case kindString:
		b = appendText(b, v.text)
	case kindArray:
		b = appendHead(b, len(v.items), 0x90, 15, 0, 0xDC, 0xDD)
		for _, item := range v.items {
			b = appendMessagePack(b, item)
		}
	case kindObject:
		b = appendHead(b, len(v.members), 0x80, 15, 0, 0xDE, 0xDF)
		for _, m := range v.members {
			b = appendMessagePack(appendText(b, m.name), m.value)
		}
	}
	return b
}

func appendText(b []byte, text string) []byte {
	return append(appendHead(b, len(text), 0xA0, 31, 0xD9, 0xDA, 0xDB), text...)
}

// appendHead writes the head of a string, array or map of n bytes, elements or
// members. Up to fixMax it fits in the fix byte; code8 is 0 where the format
// has no 8-bit head.
func appendHead(b []byte, n int, fix byte, fixMax int, code8, code16, code32 byte) []byte {
	switch {
	case n <= fixMax:
		return append(b, fix|byte(n))
	case n <= math.MaxUint8 && code8 != 0:
		return append(b, code8, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(b, code16), uint16(n))
	default:
		return binary.BigEndian.AppendUint32(append(b, code32), uint32(n))
	}
}

// appendInteger writes an integer literal that is in range: an unsigned form
// from 0 up (so for -0 too), a signed form below.
func appendInteger(b []byte, literal string) []byte {
	if u, err := strconv.ParseUint(literal, 10, 64); err == nil {
		switch {
		case u <= 0x7F:
			return append(b, byte(u))
		case u <= math.MaxUint8:
			return append(b, 0xCC, byte(u))
		case u <= math.MaxUint16:
			return binary.BigEndian.AppendUint16(append(b, 0xCD), uint16(u))
		case u <= math.MaxUint32:
			return binary.BigEndian.AppendUint32(append(b, 0xCE), uint32(u))
		default:
			return binary.BigEndian.AppendUint64(append(b, 0xCF), u)
		}
	}
	i, err := strconv.ParseInt(literal, 10, 64)
	if err != nil {
		panic("reference: integer " + literal + " passed rule 4 and is out of range")
	}
	switch {
	case i == 0: // -0
		return append(b, 0)
	case i >= -32:
		return append(b, byte(i))
	case i >= math.MinInt8:
		return append(b, 0xD0, byte(i))
	case i >= math.MinInt16:
		return binary.BigEndian.AppendUint16(append(b, 0xD1), uint16(i))
	case i >= math.MinInt32:
		return binary.BigEndian.AppendUint32(append(b, 0xD2), uint32(i))
	default:
		return binary.BigEndian.AppendUint64(append(b, 0xD3), uint64(i))
	}
}
