package ingress_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
)

// TestMsgpackEdit: root members removed and set, beside what is cut.
func TestMsgpackEdit(t *testing.T) {
	fifteen := strings.Repeat(`'n' 01`, 15)
	for _, row := range []struct {
		name, body string
		trust      admit.Trust
		edit       func(e *ingress.MsgpackEdit)
		want       string
		reason     string
	}{
		{"remove", `83 'a' 01 'b' 9102 'c' 03`, untrusted, func(e *ingress.MsgpackEdit) { e.Remove("b") }, `82 'a' 01 'c' 03`, ""},
		{"remove all of a name", `83 'a' 01 'b' 02 'a' 80`, untrusted, func(e *ingress.MsgpackEdit) { e.Remove("a") }, `81 'b' 02`, ""},
		{"remove what is not there", `81 'a' 01`, untrusted, func(e *ingress.MsgpackEdit) { e.Remove("A").Remove("x") }, `81 'a' 01`, "names are exact"},
		{"root members alone", `81 'a' 81 'b' 01`, untrusted, func(e *ingress.MsgpackEdit) { e.Remove("b") }, `81 'a' 81 'b' 01`, ""},
		{"remove a name with another head", `81 d90161 01`, untrusted, func(e *ingress.MsgpackEdit) { e.Remove("a") }, `80`, ""},
		{"set in place", `83 'a' 01 'b' 9102 'c' 03`, untrusted, func(e *ingress.MsgpackEdit) { e.Set("b", packed(t, `80`)) }, `83 'a' 01 'b' 80 'c' 03`, ""},
		{"set one of two", `83 'a' 01 'b' 02 'a' 03`, untrusted, func(e *ingress.MsgpackEdit) { e.Set("a", packed(t, `09`)) }, `82 'b' 02 'a' 09`, "the last one's place"},
		{"set a new one", `81 'a' 01`, untrusted, func(e *ingress.MsgpackEdit) { e.Set("b", packed(t, `91c0`)) }, `82 'a' 01 'b' 91c0`, ""},
		{"set in no members", `80`, untrusted, func(e *ingress.MsgpackEdit) { e.Set("", packed(t, `c0`)) }, `81 a0 c0`, ""},
		{"set two", `80`, untrusted, func(e *ingress.MsgpackEdit) { e.Set("a", packed(t, `01`)).Set("b", packed(t, `02`)) }, `82 'a' 01 'b' 02`, "in the order of the calls"},
		{"set twice", `80`, untrusted, func(e *ingress.MsgpackEdit) { e.Set("a", packed(t, `01`)).Set("a", packed(t, `02`)) }, `81 'a' 02`, "the last call holds"},
		{"set and remove", `81 'a' 01`, untrusted, func(e *ingress.MsgpackEdit) { e.Set("a", packed(t, `01`)).Remove("a") }, `80`, ""},
		{"set a long name", `80`, untrusted, func(e *ingress.MsgpackEdit) { e.Set(strings.Repeat("x", 32), packed(t, `01`)) }, `81 d920` + strings.Repeat("78", 32) + `01`, "str 8 from 32 bytes on"},
		{"set a longer name", `80`, untrusted, func(e *ingress.MsgpackEdit) { e.Set(strings.Repeat("x", 256), packed(t, `01`)) }, `81 da0100` + strings.Repeat("78", 256) + `01`, "str 16 from 256"},
		{"set the longest name", `80`, untrusted, func(e *ingress.MsgpackEdit) { e.Set(strings.Repeat("x", 65536), packed(t, `01`)) }, `81 db00010000` + strings.Repeat("78", 65536) + `01`, "str 32 from 65,536"},
		{"a sixteenth member", `8f` + fifteen, untrusted, func(e *ingress.MsgpackEdit) { e.Set("b", packed(t, `02`)) }, `de0010` + fifteen + `'b' 02`, "no fixmap holds 16"},
		{"a sixteenth for one that goes", `8f` + strings.TrimSuffix(fifteen, `'n' 01`) + `'kv_hint' 01`, untrusted, func(e *ingress.MsgpackEdit) { e.Set("b", packed(t, `02`)) }, `8f` + strings.TrimSuffix(fifteen, `'n' 01`) + `'b' 02`, "15 again"},
		{"65,536 members", `deffff` + strings.Repeat(`a0c0`, 65535), untrusted, func(e *ingress.MsgpackEdit) { e.Set("b", packed(t, `02`)) }, `df00010000` + strings.Repeat(`a0c0`, 65535) + `'b' 02`, "no map 16 holds them"},
		{"a wide head stays wide", `df00000001 'a' 01`, untrusted, func(e *ingress.MsgpackEdit) { e.Remove("a") }, `df00000000`, ""},

		{"remove beside a cut", `83 'kv_hints' 80 'a' 01 'b' 02`, untrusted, func(e *ingress.MsgpackEdit) { e.Remove("a") }, `81 'b' 02`, ""},
		{"remove what is cut", `82 'kv_hints' 80 'a' 01`, untrusted, func(e *ingress.MsgpackEdit) { e.Remove("kv_hints") }, `81 'a' 01`, "it counts once"},
		{"set what is cut", `82 'kv_hints' 80 'a' 01`, untrusted, func(e *ingress.MsgpackEdit) { e.Set("kv_hints", packed(t, `81 'x' c0`)) }, `82 'a' 01 'kv_hints' 81 'x' c0`, "the old one is not there any more"},
		{"remove an admitted hint", `82 'kv_hints' ` + packHint + `'a' 01`, trusted, func(e *ingress.MsgpackEdit) { e.Remove("kv_hints") }, `81 'a' 01`, "for a leg that does not get it"},
		{"keep an admitted hint", `83 'kv_hints' ` + packHint + `'a' 01 'kv_hint' 02`, trusted, func(e *ingress.MsgpackEdit) { e.Set("a", packed(t, `c0`)) }, `82 'kv_hints' ` + packHint + `'a' c0`, ""},
		{"remove what a cut is in", `82 'nvext' 82 'kv_hints' 80 'b' 02 'a' 01`, untrusted, func(e *ingress.MsgpackEdit) { e.Remove("nvext") }, `81 'a' 01`, ""},
		{"set what a cut is in", `82 'nvext' 82 'kv_hints' 80 'b' 02 'a' 01`, untrusted, func(e *ingress.MsgpackEdit) { e.Set("nvext", packed(t, `90`)) }, `82 'nvext' 90 'a' 01`, "the count of the old value starts where the value does"},
		{"remove beside a cut inside", `82 'nvext' 82 'kv_hints' 80 'b' 02 'a' 01`, untrusted, func(e *ingress.MsgpackEdit) { e.Remove("a") }, `81 'nvext' 81 'b' 02`, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			body := packed(t, row.body)
			s := ingress.NewMsgpackScan(packPolicy(t), -1)
			if err := writePack(s, body, 0); err != nil {
				t.Fatal(err)
			}
			before := s.Decide(row.trust)
			plain, _, err := s.Edit().Segments()
			if err != nil {
				t.Fatal(err)
			}
			first := bytes.Join(plain, nil)
			e := s.Edit()
			row.edit(e)
			for range 2 { // asked again it is the same
				segments, size, err := e.Segments()
				if got := bytes.Join(segments, nil); err != nil || !bytes.Equal(got, packed(t, row.want)) || size != int64(len(got)) {
					t.Fatalf("% .60x (%d bytes), %v, want % .60x: %s", got, size, err, packed(t, row.want), row.reason)
				}
			}
			plain, _, err = s.Edit().Segments()
			if got := bytes.Join(plain, nil); err != nil || !bytes.Equal(got, first) || s.Decide(row.trust).Disposition != before.Disposition {
				t.Errorf("another edit gives % .60x after this one, and % .60x before", got, first)
			}
		})
	}
}

// TestMsgpackEditErrors: what is asked wrongly gives no bytes.
func TestMsgpackEditErrors(t *testing.T) {
	for _, row := range []struct {
		name, body string
		decide     bool
		edit       func(e *ingress.MsgpackEdit)
		want       error
	}{
		{"before Decide", `80`, false, func(*ingress.MsgpackEdit) {}, ingress.ErrUndecided},
		{"no body to set in", ``, true, func(e *ingress.MsgpackEdit) { e.Set("a", packed(t, `c0`)) }, ingress.ErrNoObject},
		{"no body to remove from", ``, true, func(e *ingress.MsgpackEdit) { e.Remove("a") }, ingress.ErrNoObject},
		{"no value", `80`, true, func(e *ingress.MsgpackEdit) { e.Set("a", nil) }, ingress.ErrBadMsgpackMember},
		{"two values", `80`, true, func(e *ingress.MsgpackEdit) { e.Set("a", packed(t, `c0c0`)) }, ingress.ErrBadMsgpackMember},
		{"a cut value", `80`, true, func(e *ingress.MsgpackEdit) { e.Set("a", packed(t, `9201`)) }, ingress.ErrBadMsgpackMember},
		{"an ext", `80`, true, func(e *ingress.MsgpackEdit) { e.Set("a", packed(t, `d40100`)) }, ingress.ErrBadMsgpackMember},
		{"a name of no str inside", `80`, true, func(e *ingress.MsgpackEdit) { e.Set("a", packed(t, `810101`)) }, ingress.ErrBadMsgpackMember},
		{"a count past the end", `80`, true, func(e *ingress.MsgpackEdit) { e.Set("a", packed(t, `ddffffffff`)) }, ingress.ErrBadMsgpackMember},
		{"JSON", `80`, true, func(e *ingress.MsgpackEdit) { e.Set("a", []byte(`{"a":1}`)) }, ingress.ErrBadMsgpackMember},
		{"a name of no UTF-8", `80`, true, func(e *ingress.MsgpackEdit) { e.Set("\xff", packed(t, `c0`)) }, ingress.ErrBadMsgpackMember},
	} {
		s := ingress.NewMsgpackScan(packPolicy(t), -1)
		if err := writePack(s, packed(t, row.body), 0); err != nil {
			t.Fatal(err)
		}
		if row.decide {
			s.Decide(untrusted)
		}
		e := s.Edit()
		row.edit(e)
		if segments, size, err := e.Segments(); !errors.Is(err, row.want) || segments != nil || size != 0 {
			t.Errorf("%s: %d bytes, %v, want %v", row.name, size, err, row.want)
		}
	}
}

// TestMsgpackReset: a scan that was used for one body knows nothing of it in the next.
func TestMsgpackReset(t *testing.T) {
	bodies := []string{
		`83 'kv_hints' 80 'nvext' 81 'kv_hints' 80 'kv_transfer_params' 81 'a' 01`,
		`81 'a'`, `81 'nvext' 9191`, `c1`, `80`, `82 'kv_hints' 80 'kv_hints' 80`, ``,
		`82 'bootstrap_a' 01 'bootstrap_a' 01`, `81 'kv_hints' ` + packHint, `81 'kv_transfer_params' 81`,
	}
	s := ingress.NewMsgpackScan(packPolicy(t), -1)
	for range 3 {
		for _, text := range bodies {
			body := packed(t, text)
			s.Reset(packPolicy(t), int64(len(body)))
			got := finishPack(t, s, writePack(s, body, 0), trusted)
			want := runPack(t, packPolicy(t), body, trusted, 0)
			if got.Decision != want.Decision || got.Hint != want.Hint || !bytes.Equal(got.Out, want.Out) {
				t.Errorf("%s: %+v, and alone %+v", text, got, want)
			}
		}
	}
	big := append(packed(t, `81 'a' db00400000`), make([]byte, 1<<22)...)
	s.Reset(packPolicy(t), -1)
	if err := writePack(s, big, 0); err != nil || s.Held() < 1<<22 {
		t.Fatalf("%d bytes held, %v", s.Held(), err)
	}
	s.Reset(packPolicy(t), -1)
	if err := writePack(s, packed(t, `80`), 0); err != nil {
		t.Fatal(err)
	}
	s.Reset(packPolicy(t), -1)
	if s.Held() > 1<<20 {
		t.Errorf("%d bytes are kept after a small body", s.Held())
	}
	s.Reset(packPolicy(t), 1<<24)
	if s.Held() < 1<<20 || s.Held() > 5<<18 {
		t.Errorf("%d bytes are set aside for a body that says it has 16 MiB", s.Held())
	}
}
