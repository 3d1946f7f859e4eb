package fuzz_test

import (
	"bytes"
	"fmt"
	"math/big"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/limits"
)

// admitValue admits an envelope with value as one value of its payload and returns
// the decision and the value's MessagePack form.
func admitValue(value string) (admit.Decision, []byte) {
	const head = `{"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"a","action_type":"b","action_version":"c","payload":{"x":`
	d := admit.Decide([]byte(head+value+"}}]}"), limits.Default(), admit.Trusted)
	null := admit.Decide([]byte(head+"null}}]}"), limits.Default(), admit.Trusted).Snapshot.MessagePack()
	form, _ := bytes.CutPrefix(d.Snapshot.MessagePack(), null[:len(null)-1]) // the value stands last
	return d, form
}

// TestIntegersAtWidths: every integer within 2 of a width boundary of MessagePack,
// of 2^53 and of the range, both signs, as vmihailenco/msgpack writes it.
func TestIntegersAtWidths(t *testing.T) {
	least, most := big.NewInt(limits.MinInteger), new(big.Int).SetUint64(limits.MaxInteger)
	n := 0
	for _, power := range []uint{0, 5, 7, 8, 15, 16, 31, 32, 53, 63, 64} {
		for _, sign := range []int64{1, -1} {
			for near := int64(-2); near <= 2; near++ {
				i := new(big.Int).Lsh(big.NewInt(sign), power)
				i.Add(i, big.NewInt(near))
				n++
				d, form := admitValue(i.String())
				if i.Cmp(least) < 0 || i.Cmp(most) > 0 {
					if d.Reason != admit.IntegerOutOfRange {
						t.Errorf("%v: %v, want integer_out_of_range", i, d.Reason)
					}
					continue
				}
				var want bytes.Buffer
				encoder := msgpack.NewEncoder(&want)
				var err error
				if i.Sign() < 0 {
					err = encoder.EncodeInt(i.Int64())
				} else {
					err = encoder.EncodeUint(i.Uint64())
				}
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(form, want.Bytes()) {
					t.Errorf("%v, %v: % x, want % x", i, d.Reason, form, want.Bytes())
				}
			}
		}
	}
	if n != 11*2*5 {
		t.Errorf("%d integers", n)
	}
}

// TestUTF8Pairs: every byte from 0x80 on with every byte after it, and with the
// bytes after those that complete a sequence or spoil it, against unicode/utf8.
func TestUTF8Pairs(t *testing.T) {
	tails := []string{"", "\x80", "\xbf", "\x80\x80", "\xbf\xbf", "\x7f", "\xc2\x80", "\x80a"}
	wrong := 0
	for lead := 0x80; lead <= 0xff; lead++ {
		for next := range 256 {
			if next < ' ' || next == '"' || next == '\\' {
				continue // not plain; the exhaustive test has them
			}
			for _, tail := range tails {
				s := string([]byte{byte(lead), byte(next)}) + tail
				d, form := admitValue(`"` + s + `"`)
				if !utf8.ValidString(s) {
					wrong++
					if d.Reason != admit.InvalidUTF8 {
						t.Errorf("%q: %v, want invalid_utf8", s, d.Reason)
					}
					continue
				}
				if want := append([]byte{0xa0 | byte(len(s))}, s...); !bytes.Equal(form, want) {
					t.Errorf("%q, %v: % x, want % x", s, d.Reason, form, want)
				}
			}
		}
	}
	if wrong == 0 {
		t.Error("no sequence was wrong")
	}
}

// TestEscapePairs: every class of code unit before every other, and alone, before
// other characters, against unicode/utf16.
func TestEscapePairs(t *testing.T) {
	units := []uint16{0, 'A', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xd801, 0xdbff, 0xdc00, 0xdc01, 0xdfff, 0xe000, 0xfffd, 0xffff}
	check := func(text string, of ...uint16) {
		lone := false
		for i := 0; i < len(of); i++ {
			switch r := rune(of[i]); {
			case !utf16.IsSurrogate(r):
			case i+1 < len(of) && utf16.DecodeRune(r, rune(of[i+1])) != utf8.RuneError:
				i++
			default:
				lone = true
			}
		}
		d, form := admitValue(`"` + text + `"`)
		if lone {
			if d.Reason != admit.LoneSurrogate {
				t.Errorf("%s: %v, want lone_surrogate", text, d.Reason)
			}
			return
		}
		s := string(utf16.Decode(of))
		if want := append([]byte{0xa0 | byte(len(s))}, s...); !bytes.Equal(form, want) {
			t.Errorf("%s, %v: % x, want % x", text, d.Reason, form, want)
		}
	}
	for _, a := range units {
		check(fmt.Sprintf(`\u%04x`, a), a)
		check(fmt.Sprintf(`\u%04Xz`, a), a, 'z')
		check(fmt.Sprintf(`\u%04x\n`, a), a, '\n')
		for _, b := range units {
			check(fmt.Sprintf(`\u%04x\u%04X`, a, b), a, b)
			check(fmt.Sprintf(`\u%04xz\u%04x`, a, b), a, 'z', b)
			for _, c := range units {
				check(fmt.Sprintf(`\u%04x\u%04x\u%04x`, a, b, c), a, b, c)
			}
		}
	}
}
