package bench_test

import (
	"bytes"
	stdjson "encoding/json"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/kvhints/hintcheck/bench"
)

// TestAdmittersAgree: what each makes of a workload decodes to the value that
// encoding/json reads from the text, and the text is kept as it came.
func TestAdmittersAgree(t *testing.T) {
	for _, w := range bench.Workloads() {
		for i, doc := range w.Docs[:4] {
			want := value(t, doc)
			for _, a := range bench.Admitters() {
				got, ok := a.New()(doc)
				if !ok {
					t.Errorf("%s refuses %s, document %d", a.Name, w.Name, i)
					continue
				}
				if !bytes.Equal(got.JSON(), doc) {
					t.Errorf("%s keeps another text of %s, document %d", a.Name, w.Name, i)
				}
				if !bench.Same(want, unpack(t, got.MessagePack())) {
					t.Errorf("%s makes another value of %s, document %d", a.Name, w.Name, i)
				}
			}
		}
	}
}

// TestSame: the comparison that the others rest on can say no.
func TestSame(t *testing.T) {
	for _, row := range []struct {
		a, b   any
		want   bool
		reason string
	}{
		{uint64(5), int64(5), true, "five is five, however wide"},
		{int64(5), uint64(5), true, "either way round"},
		{uint64(1<<64 - 1), int64(-1), false, "the bits alone are no number"},
		{int64(-1), uint64(1<<64 - 1), false, "either way round"},
		{uint64(5), float64(5), false, "an integer is no float"},
		{float64(0.1), float64(0.1), true, "one float"},
		{"5", uint64(5), false, "text is no number"},
		{nil, nil, true, "null"},
		{nil, false, false, "null is not false"},
		{[]any{uint64(1), "x"}, []any{int64(1), "x"}, true, "element by element"},
		{[]any{uint64(1)}, []any{uint64(1), nil}, false, "one more"},
		{[]any{uint64(1), uint64(2)}, []any{uint64(2), uint64(1)}, false, "the order counts in arrays"},
		{map[string]any{"a": uint64(1), "b": nil}, map[string]any{"b": nil, "a": int64(1)}, true, "and not in objects"},
		{map[string]any{"a": nil}, map[string]any{"b": nil}, false, "another name"},
		{map[string]any{"a": nil}, map[string]any{"a": nil, "b": nil}, false, "one more"},
		{map[string]any{}, []any{}, false, "an object is no array"},
	} {
		if got := bench.Same(row.a, row.b); got != row.want {
			t.Errorf("%v and %v are the same: %v, want %v: %s", row.a, row.b, got, row.want, row.reason)
		}
	}
}

// TestFrozen: what is kept shares nothing with the text or with what comes next.
func TestFrozen(t *testing.T) {
	docs := bench.Workloads()[0].Docs
	for _, a := range bench.Admitters() {
		admit := a.New()
		text := bytes.Clone(docs[0])
		kept, ok := admit(text)
		if !ok {
			t.Fatalf("%s refuses E1", a.Name)
		}
		pack := kept.MessagePack()
		clear(text)
		if _, ok := admit(docs[1]); !ok {
			t.Fatalf("%s refuses E1", a.Name)
		}
		if !bytes.Equal(kept.JSON(), docs[0]) || !bytes.Equal(kept.MessagePack(), pack) {
			t.Errorf("%s: what was kept has changed", a.Name)
		}
	}
}

// TestAdmittersLookAtTheShape: none of them gets off lightly.
func TestAdmittersLookAtTheShape(t *testing.T) {
	const action = `{"action_id":"a","action_type":"t","action_version":"1","payload":{}}`
	envelope := func(version, id, actions string) string {
		return `{"protocol_version":` + version + `,"message_id":` + id + `,"actions":` + actions + `}`
	}
	for _, row := range []struct {
		text   string
		want   bool
		reason string
	}{
		{envelope(`"0.1"`, `"m"`, `[`+action+`]`), true, "an envelope"},
		{envelope(`"0.1"`, `"m"`, `[]`), true, "no action is as good as one"},
		{`{"x":[{"action_id":""}],` + envelope(`"0.1"`, `"m"`, `[]`)[1:], true, "extra members may look like anything"},
		{envelope(`"0.1"`, `"m"`, `[{"x":{"payload":[]},`+action[1:]+`]`), true, "extra members of an action too"},
		{envelope(`"0.1"`, `"m"`, `[`+action[:len(action)-2]+`"payload":1}}]`), true, "and what is in a payload"},
		{envelope(`"0.1"`, `"m"`, `[`+action+`]`) + `1`, false, "something follows"},
		{`[` + envelope(`"0.1"`, `"m"`, `[]`) + `]`, false, "not an object"},
		{envelope(`"0.2"`, `"m"`, `[]`), false, "another version"},
		{envelope(`0.1`, `"m"`, `[]`), false, "a version that is no string"},
		{envelope(`"0.1"`, `""`, `[]`), false, "an empty message id"},
		{envelope(`"0.1"`, `"m"`, `{}`), false, "actions that are no array"},
		{envelope(`"0.1"`, `"m"`, `[1]`), false, "an action that is no object"},
		{`{"protocol_version":"0.1","message_id":"m"}`, false, "no actions"},
		{envelope(`"0.1"`, `"m"`, `[`+action+`,{"action_id":"a","action_type":"t","action_version":"1"}]`), false, "no payload"},
		{envelope(`"0.1"`, `"m"`, `[{"action_id":"","action_type":"t","action_version":"1","payload":{}}]`), false, "an empty action id"},
		{envelope(`"0.1"`, `"m"`, `[{"action_id":"a","action_type":"t","action_version":"1","payload":[]}]`), false, "a payload that is no object"},
		{envelope(`"0.1"`, `"m"`, `[{"n":18446744073709551616,`+action[1:]+`]`), false, "2^64 is no integer that MessagePack has"},
		{envelope(`"0.1"`, `"m"`, `[{"n":-9223372036854775809,`+action[1:]+`]`), false, "nor is -2^63-1"},
		{envelope(`"0.1"`, `"m"`, `[{"n":[18446744073709551615,-9223372036854775808,1e300,-0,184467440737095516160.0],`+action[1:]+`]`), true, "the ends of the ranges"},
	} {
		for _, a := range bench.Admitters() {
			got, ok := a.New()([]byte(row.text))
			if ok != row.want {
				t.Errorf("%s admits %s: %v, want %v: %s", a.Name, row.text, ok, row.want, row.reason)
				continue
			}
			if ok && !bench.Same(value(t, []byte(row.text)), unpack(t, got.MessagePack())) {
				t.Errorf("%s makes another value of %s", a.Name, row.text)
			}
		}
	}
}

// value is what encoding/json reads.
func value(t *testing.T, text []byte) any {
	t.Helper()
	d := stdjson.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	v, ok := bench.Numbers(v)
	if !ok {
		t.Fatal("a number is out of range")
	}
	return v
}

// unpack decodes what an encoder of this test wrote; the library that does it
// is not for bytes from elsewhere.
func unpack(t *testing.T, pack []byte) any {
	t.Helper()
	rest := bytes.NewReader(pack)
	d := msgpack.NewDecoder(rest)
	d.UseLooseInterfaceDecoding(true)
	v, err := d.DecodeInterfaceLoose()
	if err != nil {
		t.Fatal(err)
	}
	if rest.Len() > 0 {
		t.Fatalf("%d bytes follow the value", rest.Len())
	}
	return v
}
