package ingress_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/ingress"
)

// edited returns what goes upstream of an untrusted body after the changes.
func edited(t testing.TB, body string, change func(*ingress.Edit)) (string, error) {
	t.Helper()
	s := ingress.NewScan(policyOf(t, "worker"), -1)
	s.Write([]byte(body))
	s.Decide(untrusted)
	e := s.Edit()
	change(e)
	segments, length, err := e.Segments()
	text := joined(segments)
	if int64(len(text)) != length || err != nil && segments != nil {
		t.Errorf("%s: %d bytes, length %d, %v", body, len(text), length, err)
	}
	return text, err
}

func TestEdit(t *testing.T) {
	remove := func(names ...string) func(*ingress.Edit) {
		return func(e *ingress.Edit) {
			for _, name := range names {
				e.Remove(name)
			}
		}
	}
	set := func(pairs ...string) func(*ingress.Edit) {
		return func(e *ingress.Edit) {
			for i := 0; i < len(pairs); i += 2 {
				e.Set(pairs[i], []byte(pairs[i+1]))
			}
		}
	}
	for _, row := range []struct {
		body   string
		change func(*ingress.Edit)
		want   string
		reason string
	}{
		{`{"a":1,"b":2,"c":3}`, remove("b"), `{"a":1,"c":3}`, "up to the next name"},
		{`{"a":1,"b":2,"c":3}`, remove("c"), `{"a":1,"b":2}`, "from the comma"},
		{`{"a":1,"b":2,"c":3}`, remove("a", "b", "c"), `{}`, "all of them"},
		{`{"a":1,"b":2,"a":3}`, remove("a"), `{"b":2}`, "every one of the name"},
		{`{"a":1,"\u0062":2}`, remove("b"), `{"a":1}`, "the name after unescaping"},
		{`{"a":1,"B":2}`, remove("b"), `{"a":1,"B":2}`, "exactly the name"},
		{`{"a":1,"x":{"b":2}}`, remove("b"), `{"a":1,"x":{"b":2}}`, "of the root only"},
		{`{"a":1,"b":2,"kv_hints":3}`, remove("b"), `{"a":1}`, "one run with what Decide cut"},
		{`{"kv_hints":3,"b":2,"a":1}`, remove("b"), `{"a":1}`, "the same at the start"},
		{`{"a":1,"nvext":{"kv_hints":2,"x":1},"b":3}`, remove("nvext"), `{"a":1,"b":3}`, "what was cut inside goes with it"},
		{`{"a" : 1 , "b" : 2 }`, set("a", `[3]`), `{"a" : [3] , "b" : 2 }`, "the value alone is replaced"},
		{`{"a" : "\"" , "b" : 2 }`, set("b", `null`, "a", `{}`), `{"a" : {} , "b" : null }`, "in whatever order the calls come"},
		{`{"a":1}`, set("b", `2`), `{"a":1,"b":2}`, "appended"},
		{`{ }`, set("b", `2`, "c", `3`), `{ "b":2,"c":3}`, "into an empty object"},
		{`{"a":1 }`, set("b", `2`), `{"a":1 ,"b":2}`, "before the bracket"},
		{`{"kv_hints":1}`, set("b", `2`), `{"b":2}`, "nothing was left, so there is no comma"},
		{`{"a":1,"kv_hints":1}`, set("b", `2`), `{"a":1,"b":2}`, "behind what was cut"},
		{`{"a":1}`, set("quote\"\\\n\u00e9", `2`), `{"a":1,"quote\"\\\u000aé":2}`, "a name that needs escapes"},
		{`{"a":1,"b":2,"a":3}`, set("a", `4`), `{"b":2,"a":4}`, "the last one's value, and the others go"},
		{`{"a":1,"a":2,"a":3}`, set("a", `4`), `{"a":4}`, "two that follow each other"},
		{`{"x":1,"kv_hints":9}`, set("kv_hints", good), `{"x":1,"kv_hints":` + good + `}`, "what was cut is not there; a router sets its own"},
		{`{"kv_hints":9,"x":1,"KV_HINTS":8}`, set("kv_hints", good), `{"x":1,"kv_hints":` + good + `}`, "no spelling of a client's stays"},
		{`{"nvext":{"a":1,"kv_hints":2},"b":3}`, set("nvext", `{"c":4}`), `{"nvext":{"c":4},"b":3}`, "what was cut inside the old value goes with it"},
		{`{"nvext":{"kv_hints":2},"params":{"kv_hints":1}}`, set("nvext", `0`), `{"nvext":0,"params":{}}`, "and what was cut elsewhere is cut"},
		{`{"a":1,"\ud83d\ude00":2}`, set("\U0001f600", `3`), `{"a":1,"\ud83d\ude00":3}`, "a surrogate pair is one character"},
		{`{"a":1}`, set("\x1f ", `2`), `{"a":1,"\u001f ":2}`, "the last control character"},
		{`{"a":1,"\ud83dxxde00":2}`, remove("\U0001f600"), `{"a":1,"\ud83dxxde00":2}`, "half a pair and six other characters"},
		{`{"a":1,"\ud83d\nde00":2}`, remove("\U0001f600"), `{"a":1,"\ud83d\nde00":2}`, "half a pair and another escape"},
		{`{"a":1,"\ud83d":2}`, remove("\ufffd"), `{"a":1,"\ud83d":2}`, "half of one is no replacement character"},
		{`{"a":1,"\"\\\/\b\f\n\r\t\u00e9":2}`, remove("\"\\/\b\f\n\r\té"), `{"a":1}`, "every escape"},
		{`{"a":1}`, func(e *ingress.Edit) { e.Remove("a").Set("a", []byte("2")) }, `{"a":2}`, "the last call holds: set"},
		{`{"a":1,"b":1}`, func(e *ingress.Edit) { e.Set("a", []byte("2")).Remove("a") }, `{"b":1}`, "the last call holds: removed"},
		{`{"a":1}`, func(e *ingress.Edit) { e.Set("c", []byte("2")).Set("c", []byte("3")) }, `{"a":1,"c":3}`, "the last call holds: set again"},
		{`{"a":1}`, remove("", "b"), `{"a":1}`, "there is none"},
		{` { "a" : 1 } `, func(*ingress.Edit) {}, ` { "a" : 1 } `, "nothing is asked"},
	} {
		if got, err := edited(t, row.body, row.change); err != nil || got != row.want {
			t.Errorf("%s: %s, %v, want %s: %s", row.body, got, err, row.want, row.reason)
		}
	}
}

func TestEditRefuses(t *testing.T) {
	for _, row := range []struct {
		body        string
		name, value string
		want        error
		reason      string
	}{
		{``, "a", `1`, ingress.ErrNoObject, "no body has no members"},
		{`{}`, "a", ``, ingress.ErrBadMember, "no value"},
		{`{}`, "a", `1,"kv_hints":2`, ingress.ErrBadMember, "a value and more"},
		{`{}`, "a", `{"b":}`, ingress.ErrBadMember, "no JSON"},
		{`{}`, "a", "\"\xff\"", ingress.ErrBadMember, "no UTF-8"},
		{`{}`, "\xff", `1`, ingress.ErrBadMember, "a name that is no UTF-8"},
	} {
		got, err := edited(t, row.body, func(e *ingress.Edit) { e.Set(row.name, []byte(row.value)) })
		if !errors.Is(err, row.want) || got != "" {
			t.Errorf("%s, %q: %q: %q, %v: %s", row.body, row.name, row.value, got, err, row.reason)
		}
	}
	if got, err := edited(t, ``, func(*ingress.Edit) {}); got != "" || err != nil {
		t.Errorf("no body: %q, %v", got, err)
	}
	var fault *ingress.BodyError
	if _, err := edited(t, `{`, func(*ingress.Edit) {}); !errors.As(err, &fault) {
		t.Errorf("a refused body: %v", err)
	}
}

// TestEditsAreApart: two legs of one request do not see each other's changes, and
// an edit can be asked twice.
func TestEditsAreApart(t *testing.T) {
	s := ingress.NewScan(policyOf(t, "worker"), -1)
	s.Write([]byte(`{"a":1,"kv_hints":2,"stream":true}`))
	s.Decide(untrusted)
	prefill := s.Edit().Set("stream", []byte(`false`)).Set("max_tokens", []byte(`1`))
	decode := s.Edit().Remove("a")
	for range 2 {
		for e, want := range map[*ingress.Edit]string{
			prefill:  `{"a":1,"stream":false,"max_tokens":1}`,
			decode:   `{"stream":true}`,
			s.Edit(): `{"a":1,"stream":true}`,
		} {
			segments, _, err := e.Segments()
			if got := joined(segments); err != nil || got != want {
				t.Errorf("%s, %v, want %s", got, err, want)
			}
		}
	}
}

// TestEditInReport: a proxy's own members are set whatever the mode is.
func TestEditInReport(t *testing.T) {
	s := ingress.NewScan(policyOf(t, "edge", ingress.Report(true)), -1)
	s.Write([]byte(`{"a":1,"kv_hints":2}`))
	s.Decide(untrusted)
	segments, _, err := s.Edit().Remove("a").Set("b", []byte(`3`)).Segments()
	if got := joined(segments); err != nil || got != `{"kv_hints":2,"b":3}` {
		t.Errorf("%s, %v", got, err)
	}
	for _, body := range []string{`{"a":x}`, `{"a":1}x`} {
		s = ingress.NewScan(policyOf(t, "edge", ingress.Report(true)), -1)
		s.Write([]byte(body))
		s.Decide(untrusted)
		if _, _, err := s.Edit().Remove("a").Segments(); !errors.Is(err, ingress.ErrNoObject) {
			t.Errorf("%s, which is unreadable, was edited: %v", body, err)
		}
	}
}

// kept is a member that is left, with the bytes of its value.
type kept struct{ Name, Value string }

// change is one call of Edit, as the list of members sees it.
func change(list []kept, name, value string, set bool) []kept {
	last := -1
	for i, k := range list {
		if k.Name == name {
			last = i
		}
	}
	var after []kept
	for i, k := range list {
		switch {
		case k.Name != name:
			after = append(after, k)
		case set && i == last:
			after = append(after, kept{name, value})
		}
	}
	if set && last < 0 {
		after = append(after, kept{name, value})
	}
	return after
}

// members returns the members of the root as the oracle's tree has them.
func members(body []byte) []kept {
	var list []kept
	root, ok := parse(body)
	if !ok {
		return nil
	}
	for _, m := range root.members {
		list = append(list, kept{m.name, string(body[m.value.start:m.value.end])})
	}
	return list
}

// TestEditAgreesWithTree: random edits of random bodies, against the same calls on
// the list of members that the oracle's tree has after the cut.
func TestEditAgreesWithTree(t *testing.T) {
	names := []string{"a", "nvext", "kv_hints", "model", "", `\`, "metadata", "kv_hints\x00", "new", "requests", "kv_hintsx"}
	for n := range 4000 {
		r := rand.New(rand.NewPCG(5, uint64(n)))
		body := randomBody(r)
		clean := oracle("worker", body, untrusted)
		if clean.disposition == "refused" {
			continue
		}
		want := members(clean.upstream)
		var calls []string
		got, err := edited(t, string(body), func(e *ingress.Edit) {
			for range 1 + r.IntN(4) {
				name := names[r.IntN(len(names))]
				value := []string{`"v"`, `[1, 2]`, `{"kv":{}}`}[r.IntN(3)]
				set := r.IntN(2) == 0
				if slices.Contains(calls, name) {
					continue
				}
				calls = append(calls, name)
				if set {
					e.Set(name, []byte(value))
				} else {
					e.Remove(name)
				}
				want = change(want, name, value, set)
			}
		})
		if diff := cmp.Diff(want, members([]byte(got))); err != nil || diff != "" {
			t.Fatalf("%.1000s\nbecame %.1000s, %v, -want +got:\n%s", body, got, err, diff)
		}
	}
}
