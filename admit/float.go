package admit

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
)

// float is a number that is no integer: where it stands in the JSON text, and
// where the eight bytes of its float64 stand in the MessagePack form.
type float struct{ start, end, pack int }

// longNumber is the length in bytes up to which strconv.ParseFloat is right about
// every number. Behind the 800th digit it forgets to count where the point is, and
// of an exponent it reads five digits (golang/go#42436): 1, 900 zeros and e-900
// would be 1e-101.
const longNumber = 800

// respellFloats writes the long numbers among the floats to s.spelled in a form
// that strconv reads rightly, and notes that they stand there: behind json, which
// s.spelled follows.
func (s *scratch) respellFloats(json []byte) {
	s.spelled = s.spelled[:0]
	for i, f := range s.floats {
		if f.end-f.start > longNumber {
			from := len(s.spelled)
			s.spelled = appendRespelled(s.spelled, json[f.start:f.end])
			s.floats[i].start, s.floats[i].end = len(json)+from, len(json)+len(s.spelled)
		}
	}
}

// fillFloats writes the float64s that encode left out, reads each back and reports
// whether all are the same. text is the JSON and the respelled numbers behind it, as
// a string: strconv reads only strings, and a copy for each number would be an
// allocation for each number.
func (s *scratch) fillFloats(text string) bool {
	for _, f := range s.floats {
		// The decoder has shown the number to be well formed and finite.
		number, _ := strconv.ParseFloat(text[f.start:f.end], 64)
		bits := math.Float64bits(number)
		binary.BigEndian.PutUint64(s.pack[f.pack:f.pack+8], bits)
		if s.damage != nil {
			s.damage(s.pack[:f.pack+8], f.pack)
		}
		if readPackFloat(s.pack, f.pack-1, bits) != f.pack+8 {
			return false
		}
	}
	return true
}

// appendRespelled writes a long number as 0.ddd times a power of ten, the first d
// not 0, where neither the point nor the exponent is too long for strconv. A number
// without an exponent stays as it is: the largest finite one has 309 digits before
// the point.
func appendRespelled(dst, number []byte) []byte {
	e := bytes.LastIndexAny(number, "eE")
	if e == -1 {
		return append(dst, number...)
	}
	digits, power := number[:e], readPower(number[e+1:])
	if digits[0] == '-' {
		digits, dst = digits[1:], append(dst, '-')
	}
	whole, fraction, _ := bytes.Cut(digits, []byte{'.'})
	power += len(whole)
	if whole = bytes.TrimLeft(whole, "0"); len(whole) == 0 { // then it was one 0
		power -= 1 + len(fraction)
		fraction = bytes.TrimLeft(fraction, "0")
		power += len(fraction)
	}
	dst = append(append(append(dst, "0."...), whole...), fraction...)
	return strconv.AppendInt(append(dst, 'e'), int64(power), 10)
}

// readPower reads an exponent, at most so large that no digits make up for it:
// limits.LargestMaxBytes is 1<<24.
func readPower(text []byte) int {
	const enough = 1 << 27
	negative := text[0] == '-'
	n := 0
	for _, c := range bytes.TrimLeft(text, "+-") {
		n = min(10*n+int(c-'0'), enough)
	}
	if negative {
		return -n
	}
	return n
}
