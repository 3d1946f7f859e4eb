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
