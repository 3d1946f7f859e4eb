package admit

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/kvhints/hintcheck/decoder"
)

// slack is how many bytes behind the form may be written over: an integer is written
// as eight bytes and a short string as sixteen, and then cut.
const slack = 16

// encode writes the MessagePack form of the indexed text to s.pack in one pass
// over its tokens, reads each value back as soon as it is written, and reports
// whether all are the same.
//
// The values that make up most envelopes are written and read back in place: short
// strings, small numbers, block hashes, small containers. That takes half the time of
// the calls below, put and readPackValue, which do for every value.
func (s *scratch) encode(x decoder.Index, text []byte) bool {
	size := largestPack(len(text)) + 1 + slack
	form, at := slices.Grow(s.pack[:0], size)[:size], 0
	tokens, damage := x.Tokens(), s.damage
	for i := 0; i < len(tokens); i++ {
		kind, from, to := tokens[i].Span()
		length := to - from
		switch kind {
		case decoder.String, decoder.Name:
			if tokens[i].Escaped() {
				break
			}
			if length > 16 || from+16 > len(text) {
				end := putText(form, at, text, from, to)
				if damage != nil {
					damage(form[:end], at)
				}
				if readPackString(form[:end], at, text[from:to]) != end {
					return false
				}
				at = end
				continue
			}
			w, characters := (*[17]byte)(form[at:at+17:at+17]), (*[16]byte)(text[from:from+16:from+16])
			w[0] = packFixStr | byte(length)
			*(*[16]byte)(w[1:]) = *characters
			if damage != nil {
				damage(form[:at+1+length], at)
			}
			if !isShort(w, characters, length) {
				return false
			}
			at += 1 + length
			continue

		case decoder.Integer:
			if length > 16 {
				n, end := s.encodeLong(tokens[i:], text, form, at)
				if end < 0 {
					return false
				}
				if n > 0 {
					i, at = i+n-1, end
					continue
				}
			}
			if length > 8 || text[from] == '-' || to < 8 || from+8 > len(text) {
				break
			}
			w := (*[9]byte)(form[at : at+9 : at+9])
			size := putSmall(w, readFew(word(text, to-8), length))
			if damage != nil {
				damage(form[:at+size], at)
			}
			if !isSmall(w, size, sumEight(word(text, from), length)) {
				return false
			}
			at += size
			continue

		case decoder.Array, decoder.Object:
			n, fix := tokens.Count(i), byte(packFixArr)
			if kind == decoder.Object {
				fix = packFixMap
			}
			if n >= 16 {
				break
			}
			form[at] = fix | byte(n)
			if damage != nil {
				damage(form[:at+1], at)
			}
			if form[at]&0xf0 != fix || int(form[at]&0x0f) != n {
				return false
			}
			at++
			continue

		case decoder.End:
			continue // nothing is written: a count in the head says where a container ends
		}

		end := s.put(form, at, x, i, text)
		if end < 0 {
			return false
		}
		if damage != nil {
			damage(form[:end], at)
		}
		if s.readPackValue(form[:end], at, x, i, text) != end {
			return false
		}
		at = end
	}
	s.pack = form[:at]
	return true
}

// put writes the value of the token at position i of x at form[at:] and returns where
// it ends, or -1 if there is no form for it.
func (s *scratch) put(form []byte, at int, x decoder.Index, i int, text []byte) int {
	kind, from, to := x.Span(i)
	switch kind {
	case decoder.Null:
		return putByte(form, at, packNil)
	case decoder.False:
		return putByte(form, at, packFalse)
	case decoder.True:
		return putByte(form, at, packTrue)
	case decoder.Integer:
		return putInteger(form, at, text, from, to)
	case decoder.Float:
		number := readFloat(text, from, to)
		if math.IsInf(number, 0) {
			return -1
		}
		s.float = math.Float64bits(number)
		return putFloat(form, at, s.float)
	case decoder.Array:
		return putCount(form, at, packFixArr, packArray16, x.Count(i))
	case decoder.Object:
		return putCount(form, at, packFixMap, packMap16, x.Count(i))
	}
	if x.Escaped(i) {
		return putUnescaped(form, at, text[from:to])
	}
	return putText(form, at, text, from, to)
}

// encodeLong is encode for integers of 17 to 20 digits, as many as follow each other
// at the start of tokens: nearly all block hashes are such, and most of the text. It
// returns how many there were and where the form then ends, or -1 if one of them did
// not read back the same.
func (s *scratch) encodeLong(tokens []decoder.Token, text, form []byte, at int) (n, end int) {
	for damage := s.damage; n < len(tokens); n++ {
		kind, from, to := tokens[n].Span()
		length := to - from
		if kind != decoder.Integer || length <= 16 || text[from] == '-' || to < 24 || from+24 > len(text) {
			break
		}
		digits := (*[24]byte)(text[to-24 : to : to])
		w := (*[9]byte)(form[at : at+9 : at+9])
		w[0] = packUint8 + 3
		binary.BigEndian.PutUint64(w[1:], readFour(binary.LittleEndian.Uint32(digits[4:]), length-16)*1e16+
			readEight(binary.LittleEndian.Uint64(digits[8:]))*1e8+
			readEight(binary.LittleEndian.Uint64(digits[16:])))
		if damage != nil {
			damage(form[:at+9], at)
		}
		want, ok := sumLong((*[24]byte)(text[from:from+24:from+24]), length)
		if !ok || w[0] != 0xcf || binary.BigEndian.Uint64(w[1:]) != want {
			return n, -1
		}
		at += 9
	}
	return n, at
}

// putSmall writes a number of at most 8 digits and returns how many bytes it takes.
func putSmall(w *[9]byte, n uint64) (size int) {
	if n < 1<<7 {
		w[0] = byte(n)
		return 1
	}
	wide := widths[(bits.Len64(n)-1)>>3&7]
	w[0] = packUint8 + wide
	binary.BigEndian.PutUint64(w[1:], n<<((64-8<<wide)&63))
	return 1 + 1<<wide
}

// isSmall reports whether the first size bytes of w are the number n, which has at most
// 8 digits.
func isSmall(w *[9]byte, size int, n uint64) bool {
	if w[0] < 0x80 {
		return size == 1 && uint64(w[0]) == n
	}
	wide := w[0] - 0xcc
	return wide < 3 && size == 1+1<<wide && binary.BigEndian.Uint64(w[1:])>>(64-8<<wide) == n
}

// isShort reports whether w is a str of the first n of 16 characters. It compares all
// of them as two words and leaves out those that do not count.
func isShort(w *[17]byte, characters *[16]byte, n int) bool {
	first := binary.LittleEndian.Uint64(w[1:]) ^ binary.LittleEndian.Uint64(characters[0:])
	last := binary.LittleEndian.Uint64(w[9:]) ^ binary.LittleEndian.Uint64(characters[8:])
	return int(w[0]) == 0xa0+n && first<<(64-8*min(n, 8))|last<<(128-8*max(n, 8)) == 0
}
