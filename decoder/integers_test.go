package decoder_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/decoder"
)

// integers are literals of digits of every length up to 22, with and without a
// sign, around the bounds and with a leading zero.
func integers() []string {
	list := []string{
		"18446744073709551614", "18446744073709551615", "18446744073709551616", "18446744073709551610", "18446739999999999999",
		"18446740000000000000", "18446750000000000000", "28446744073709551615", "9223372036854775807", "9223372036854775808", "9223372036854775809",
	}
	for n := range 22 {
		list = append(list, "1"+strings.Repeat("0", n), strings.Repeat("9", n+1), "0"+strings.Repeat("1", n), strings.Repeat("8", n)+"0", strings.Repeat("9", n)+"5")
	}
	for _, s := range list {
		list = append(list, "-"+s)
	}
	return list
}

// judgeInteger says by RFC 8259 section 6 and strconv what is wrong with a
// literal of digits that stands at offset at.
func judgeInteger(literal string, at int) decoder.Offence {
	digits := strings.TrimPrefix(literal, "-")
	if len(digits) > 1 && digits[0] == '0' {
		return decoder.Offence{Reason: malformed, Offset: at + len(literal) - len(digits) + 1} // the 0 was complete
	}
	_, err := strconv.ParseUint(literal, 10, 64)
	if digits != literal {
		_, err = strconv.ParseInt(literal, 10, 64)
	}
	if err != nil {
		return decoder.Offence{Reason: bigInt, Offset: at}
	}
	return decoder.Offence{}
}

// TestIntegersOfEveryLength puts each literal where a reader of many bytes at a
// time may take it and where it may not: first, in a row, last, in an object, with
// little and with much text behind.
func TestIntegersOfEveryLength(t *testing.T) {
	type place struct{ before, after string }
	var places []place
	for _, before := range []string{"", "[", "[7,", "[7, ", "[1234567890123456789,", `{"a":`, `{"a":[`, `[{"a":1},`} {
		closing := ""
		for _, c := range before {
			switch c {
			case '[':
				closing = "]" + closing
			case '{':
				closing = "}" + closing
			case '}':
				closing = closing[1:]
			}
		}
		places = append(places, place{before, closing})
		for _, space := range []string{" ", strings.Repeat(" ", 30)} {
			places = append(places, place{before, space + closing}, place{before, closing + space})
		}
		if strings.HasPrefix(closing, "]") {
			for _, more := range []string{",7", ",7 ", ", 7", ",-7", `,"` + strings.Repeat("7", 30) + `"`, strings.Repeat(",7", 15), ",12345678901234567890,7", ",null"} {
				places = append(places, place{before, more + closing})
			}
		}
	}
	s := decoder.NewScanner(standard(t))
	for _, literal := range integers() {
		for _, p := range places {
			text := []byte(p.before + literal + p.after)
			want := judgeInteger(literal, len(p.before))
			s.Reset(standard(t))
			if got := s.Scan(text, true); got != want {
				t.Errorf("%s: %v at %d, want %v at %d", text, got.Reason, got.Offset, want.Reason, want.Offset)
			}
			if want.Reason != none {
				continue
			}
			// Between the other numbers the literal is there as it stands.
			x := s.Index(text)
			var got []string
			for i := range x.Len() {
				if k := x.Kind(i); k == decoder.Integer && x.Offset(i) == len(p.before) {
					got = append(got, string(x.Raw(i)))
				}
			}
			if diff := cmp.Diff([]string{literal}, got); diff != "" {
				t.Errorf("%s: the token (-want +got):\n%s", text, diff)
			}
		}
	}
}

// TestIntegersThatGoOn: what follows digits decides what they are.
func TestIntegersThatGoOn(t *testing.T) {
	for _, literal := range integers() {
		whole := judgeInteger(literal, 1)
		for _, r := range []struct {
			after  string
			float  bool
			at     int // of the byte that no valid text has there, behind the literal
			reason string
		}{
			{".5,7]", true, -1, "a fraction: no integer, and finite"},
			{"e1,7]", true, -1, "an exponent: no integer, and finite"},
			{"E-1]", true, -1, "likewise"},
			{".,7]", true, 1, "a digit follows a point"},
			{"e,7]", true, 1, "a digit or a sign follows an e"},
			{"x,7]", false, 0, "the number was complete, and is judged first"},
			{" 7]", false, 1, "a second value without a comma"},
			{",]", false, 1, "a value follows a comma"},
			{",", false, 1, "the text ends behind the comma"},
		} {
			for _, padding := range []string{"", strings.Repeat(" ", 30)} {
				text := "[" + literal + r.after + padding
				want := whole
				if r.float && want.Reason == bigInt {
					want = decoder.Offence{}
				}
				if want.Reason == none && r.at >= 0 {
					want = decoder.Offence{Reason: malformed, Offset: 1 + len(literal) + r.at}
				}
				if r.after == "," && want.Reason == malformed && whole.Reason == none {
					want.Offset = len(text)
				}
				if got := decoder.NewScanner(standard(t)).Scan([]byte(text), true); got != want {
					t.Errorf("%s: %v at %d, want %v at %d: %s", text, got.Reason, got.Offset, want.Reason, want.Offset, r.reason)
				}
			}
		}
	}
}

// TestLongIntegers: which elements of an array the quick way takes. What it leaves is
// read by the grammar, so that nothing but time depends on it; but nearly all of an
// envelope are block hashes, and they are to be read this way.
func TestLongIntegers(t *testing.T) {
	const behind = ",1234567" // so that 25 bytes are there
	for _, r := range []struct {
		text           string
		elements, next int
		reason         string
	}{
		{"12345678901234567" + behind, 1, 18, "17 digits"},
		{"123456789012345678" + behind, 1, 19, "18 digits"},
		{"1234567890123456789" + behind, 1, 20, "19 digits"},
		{"9999999999999999999" + behind, 1, 20, "19 digits are always in range"},
		{"12345678901234567890" + behind, 1, 21, "20 digits"},
		{"18446739999999999999" + behind, 1, 21, "in range by its first seven digits"},
		{"18446740000000000000" + behind, 0, 0, "in range, but its first seven digits are those of the bound"},
		{"18446744073709551616" + behind, 0, 0, "out of range"},
		{"20000000000000000000" + behind, 0, 0, "out of range"},
		{"123456789012345678901" + behind, 0, 0, "21 digits"},
		{"123456789012345678901234567890" + behind, 0, 0, "30 digits"},
		{"01234567890123456789" + behind, 0, 0, "a leading zero"},
		{"123456789012345" + behind + ",1", 0, 0, "15 digits"},
		{"12345678901234567]" + behind, 0, 0, "the last element"},
		{"12345678901234567 " + behind, 0, 0, "no comma"},
		{"12345678901234567.5" + behind, 0, 0, "a fraction"},
		{"12345678901234567890,1234", 1, 21, "exactly 25 bytes"},
		{"12345678901234567890,123", 0, 0, "24 bytes"},
		{"12345678901234567890,123456789012345678,12345678901234567" + behind, 3, 58, "one after the other"},
		{"12345678901234567890,7,12345678901234567" + behind, 1, 21, "up to one that is short"},
	} {
		if elements, next := decoder.LongIntegers(r.text); elements != r.elements || next != r.next {
			t.Errorf("%s: %d elements up to %d, want %d and %d: %s", r.text, elements, next, r.elements, r.next, r.reason)
		}
	}
}
