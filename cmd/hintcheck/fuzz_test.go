package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/limits"
)

// FuzzCaseLine reads any line. What is taken for a case must be one to
// encoding/json too, with the same members; the answer must be one line of JSON
// and printable, ASCII but for the id, which must have the value it came with.
func FuzzCaseLine(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"hex":"7b7D"}`,
		`{"id":"\u0041\"","json":"{\"\\ud83d\\ude00\":1e5,\"a\":-x}","max_bytes":64,"max_depth":4,"trust":"trusted","chunks":[1,2]}`,
		"{\"id\":{\"\u202e\u200d\x7f\u009b\u2028\U000e0001é\":\r[1,\r\t\"\\\\\x7f\"]},\"hex\":\"\"}",
		" \t\r",
		``,
		` { "note" : [ { "id" : "}" } ] , "id" : { "a" : [ ] } , "json" : "\ud83d\ude00\/" } `,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.IndexByte(line, '\n') >= 0 {
			return // that is two
		}
		j := caseJudge{cases: newCaseReader(limits.Default(), admit.Trusted), authorities: map[bounds]*admit.Authority{}}
		j.answerLine(line, 1)
		var a answer
		if body, ended := strings.CutSuffix(string(j.answer), "}\n"); !ended || json.Unmarshal(j.answer, &struct{}{}) != nil {
			t.Fatalf("%q is answered %q", line, j.answer)
		} else if j.badLines > 0 {
			id, text, found := strings.Cut(body, `,"error":"`)
			if !found || id != `{"id":null` || strings.Trim(text, printableASCII) != "" {
				t.Fatalf("%q is refused with %q", line, j.answer)
			}
			return
		}
		c, err := j.cases.read(line)
		if err != nil {
			t.Fatalf("%q is a case and then is none: %v", line, err)
		}
		// Behind the id a quote inside a string is escaped, so this is the member.
		at := bytes.LastIndex(j.answer, []byte(`,"outcome":"`))
		id, ours := bytes.CutPrefix(j.answer[:max(at, 0)], []byte(`{"id":`))
		rest := j.answer[max(at, 0):]
		if err := json.Unmarshal(append([]byte(`{"id":0`), rest...), &a); err != nil || !ours || strings.Trim(string(rest), printableASCII+"\n") != "" {
			t.Fatalf("%q is answered %q: %v", line, j.answer, err)
		}
		checkID(t, c.id, id)
		compareCase(t, line, c)
	})
}

// printableASCII is what an answer is made of, its id aside.
var printableASCII = func() string {
	var all []byte
	for c := byte(' '); c <= '~'; c++ {
		all = append(all, c)
	}
	return string(all)
}()

// checkID holds the answered id to what is promised of it: every character
// prints, and it has the value of the one that came, by encoding/json.
func checkID(t *testing.T, came, answered []byte) {
	for _, r := range string(answered) {
		if r != '\t' && !unicode.IsPrint(r) {
			t.Fatalf("id %q is answered %q, with %U in it", came, answered, r)
		}
	}
	value := func(text []byte) (v any, err error) {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		err = d.Decode(&v)
		return v, err
	}
	want, err := value(came)
	if err != nil {
		return // 10,000 levels are the limit of encoding/json
	}
	if got, err := value(answered); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("id %q is answered %q: %v", came, answered, err)
	}
}

// compareCase reads the line with encoding/json and compares.
func compareCase(t *testing.T, line []byte, c hintCase) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil {
		if !strings.Contains(err.Error(), "exceeded max depth") {
			t.Fatalf("%q is no JSON to encoding/json: %v", line, err)
		}
		return // 10,000 levels are its own limit
	}
	member := func(name string, value any) bool {
		raw, there := members[name]
		if there && json.Unmarshal(raw, value) != nil {
			t.Fatalf("%q: encoding/json cannot read %s", line, name)
		}
		return there
	}
	if !bytes.Equal(members["id"], c.id) {
		t.Fatalf("%q: id %q, want %q", line, c.id, members["id"])
	}
	var text string
	if member("hex", &text) {
		raw, err := hex.DecodeString(text)
		if err != nil {
			t.Fatalf("%q: hex that is none", line)
		}
		text = string(raw)
	} else if !member("json", &text) {
		t.Fatalf("%q: an envelope out of nothing", line)
	}
	want := bounds{limits.DefaultMaxBytes, limits.DefaultMaxDepth}
	trust := "trusted"
	var chunks []uint32
	member("max_bytes", &want.maxBytes)
	member("max_depth", &want.maxDepth)
	member("trust", &trust)
	member("chunks", &chunks)
	if string(c.text) != text || c.bounds != want || c.trust.String() != trust || !slices.Equal(c.chunks, chunks) {
		t.Fatalf("%q is read as %q, %v, %v, %v", line, c.text, c.bounds, c.trust, c.chunks)
	}
}
