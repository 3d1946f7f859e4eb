package ingress

import (
	"bytes"
	"math"
	"strconv"
)

// appendPackJSON writes the JSON text of the value of a member of a body that a
// packCursor has read, without whitespace. It writes more than most bytes only when
// the text has more than that, and then at most about 2*most of them: enough for the
// admission of it to be oversized.
//
// The text has the value that an untyped decoder gives, so that the bytes of an
// admitted hint and its text are the same to whoever reads them:
//   - integers in digits, whatever width they came in;
//   - float32 and float64 in the shortest form that reads back as the same float64,
//     always with a point or an exponent, so that they stay floats;
//   - text with only the escapes that RFC 8259 asks for;
//   - NaN and the infinities as 1e999 or -1e999, which no float64 holds, so that
//     admission finds number_out_of_range where they stand;
//   - a bin as the word bin, so that admission finds malformed_json there: JSON has
//     no such value.
//
// Members keep their order and repeated names stay, for admission to find. null
// stands for the values of hints, members in the value in the order of the bytes.
func appendPackJSON(dst, body []byte, value member, hints []member, most int) []byte {
	body = body[:value.end]
	c := packCursor{limit: len(body), at: int(value.value)}
	comma := false // a value stands before, in the same array or map
	for len(dst) <= most {
		isMap := c.level.isMap // of the level that a packClose leaves
		step := c.next(body)
		switch step {
		case packName, packPlain, packOpen:
			if comma {
				dst = append(dst, ',')
			}
		}
		switch step {
		case packName:
			dst = append(appendPackString(dst, c.text(body), most), ':')
			if len(hints) > 0 && int(hints[0].name) == c.start {
				dst = append(dst, "null"...)
				c.skip(int(hints[0].end))
				step, hints = packPlain, hints[1:]
			}
		case packPlain:
			dst = appendPackPlain(dst, c.head, c.text(body), most)
		case packOpen:
			dst = append(dst, bracket(c.level.isMap, '[', '{'))
		case packClose:
			dst = append(dst, bracket(isMap, ']', '}'))
		default: // the end
			return dst
		}
		comma = step == packPlain || step == packClose
	}
	return dst
}

func bracket(isMap bool, array, object byte) byte {
	if isMap {
		return object
	}
	return array
}

// appendPackPlain writes a value that is neither an array nor a map.
func appendPackPlain(dst []byte, head packHead, text []byte, most int) []byte {
	switch head.kind {
	case packNil:
		return append(dst, "null"...)
	case packFalse:
		return append(dst, "false"...)
	case packTrue:
		return append(dst, "true"...)
	case packUint:
		return strconv.AppendUint(dst, head.number, 10)
	case packInt:
		return strconv.AppendInt(dst, int64(head.number), 10)
	case packFloat32:
		return appendPackFloat(dst, float64(math.Float32frombits(uint32(head.number))))
	case packFloat64:
		return appendPackFloat(dst, math.Float64frombits(head.number))
	case packStr:
		return appendPackString(dst, text, most)
	}
	return append(dst, "bin"...)
}

func appendPackFloat(dst []byte, f float64) []byte {
	switch {
	case math.IsNaN(f), math.IsInf(f, 1):
		return append(dst, "1e999"...)
	case math.IsInf(f, -1):
		return append(dst, "-1e999"...)
	}
	format := byte('f')
	if size := math.Abs(f); size >= 1e21 || size != 0 && size < 1e-6 {
		format = 'e'
	}
	from := len(dst)
	dst = strconv.AppendFloat(dst, f, format, -1, 64)
	if format == 'f' && bytes.IndexByte(dst[from:], '.') < 0 {
		dst = append(dst, ".0"...) // else it would be an integer
	}
	return dst
}

// appendPackString writes text, which is UTF-8, in quotes.
func appendPackString(dst, text []byte, most int) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	if room := max(0, most+1-len(dst)); room < len(text) { // then it has more than most bytes anyway
		text = text[:room]
	}
	from := 0 // of the text that was not written yet
	for i, c := range text {
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, text[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, `\b`...)
		case '\f':
			dst = append(dst, `\f`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, `\u00`...)
			dst = append(dst, hex[c>>4], hex[c&15])
		}
		if len(dst) > most {
			return dst
		}
	}
	return append(append(dst, text[from:]...), '"')
}
