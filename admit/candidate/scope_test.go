package candidate_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit/candidate"
)

func TestScope(t *testing.T) {
	const lora, salt, images, embeds = candidate.LoRA, candidate.CacheSalt, candidate.Multimodal, candidate.PromptEmbeddings
	base := candidate.BaseModel()
	for _, row := range []struct {
		covers []candidate.Use
		scope  candidate.Scope
		want   bool
		reason string
	}{
		{nil, candidate.Scope{}, false, "nobody has said what the request uses"},
		{nil, candidate.Scope{}.With(lora), false, "a use does not say that there is nothing else"},
		{[]candidate.Use{lora, salt, images, embeds}, candidate.Scope{}, false, "however much the hashes cover"},
		{nil, base, true, "the base model alone"},
		{nil, base.With(), true, "with nothing added"},
		{nil, base.With(lora), false, "an adapter, and the hashes do not tell adapters apart"},
		{nil, base.With(salt), false, "a salt"},
		{nil, base.With(images), false, "images"},
		{nil, base.With(embeds), false, "embeddings"},
		{[]candidate.Use{lora}, base.With(lora), true, "covered"},
		{[]candidate.Use{lora}, base, true, "covering more than is used does no harm"},
		{[]candidate.Use{lora}, base.With(lora, salt), false, "one of two is not covered"},
		{[]candidate.Use{lora, salt}, base.With(lora).With(salt), true, "both are"},
		{[]candidate.Use{salt, lora, lora}, base.With(lora, lora, salt), true, "uses are a set"},
		{[]candidate.Use{lora, salt, images, embeds}, base.With(lora, salt, images, embeds), true, "all of them"},
		{[]candidate.Use{lora, salt, images, embeds}, base.With(candidate.Use(4)), false, "a use that is not in the set is covered by nobody"},
		{[]candidate.Use{lora, salt, images, embeds}, base.With(candidate.Use(255)), false, "likewise"},
	} {
		f := numbers
		f.Covers = row.covers
		s := candidate.Collect(envelope(t, payload(peer, "[1]")), families(t, f), row.scope)
		want := map[string]int{}
		if !row.want {
			want["scope_not_covered"] = 1
		}
		if diff := cmp.Diff(want, counted(s)); diff != "" || (s.Len() == 1) != row.want {
			t.Errorf("covers %v, scope %v: %s\n%s", row.covers, row.scope, row.reason, diff)
		}
	}
}

// TestScopeIsAskedOfEachFamily: one family covers the adapter, the other does not.
func TestScopeIsAskedOfEachFamily(t *testing.T) {
	adapters := numbers
	adapters.Name, adapters.Covers = "adapters", []candidate.Use{candidate.LoRA}
	list := families(t, numbers, adapters)
	hint := envelope(t, payload(peer, "[1]"))
	for _, row := range []struct {
		scope candidate.Scope
		want  []string
	}{
		{candidate.BaseModel(), []string{"adapters", "numbers"}},
		{candidate.BaseModel().With(candidate.LoRA), []string{"adapters"}},
	} {
		c := candidate.Collect(hint, list, row.scope).At(0)
		if diff := cmp.Diff(row.want, c.Families()); diff != "" {
			t.Error(diff)
		}
		if _, ok := c.Bind("numbers"); ok != (len(row.want) == 2) {
			t.Errorf("a family that does not cover the request was bound: %v", ok)
		}
	}
}

// TestScopeComesBeforeThePayload: what is not covered is not looked at.
func TestScopeComesBeforeThePayload(t *testing.T) {
	s := candidate.Collect(envelope(t, `{}`), families(t, numbers), candidate.Scope{})
	if diff := cmp.Diff(map[string]int{"scope_not_covered": 1}, counted(s)); diff != "" {
		t.Error(diff)
	}
}

// TestWithLeavesItsReceiver: a Scope is a value.
func TestWithLeavesItsReceiver(t *testing.T) {
	base := candidate.BaseModel()
	base.With(candidate.LoRA)
	if base != candidate.BaseModel() {
		t.Error("With changed its receiver")
	}
}

func TestNewFamilies(t *testing.T) {
	change := func(f func(*candidate.Family)) []candidate.Family {
		g := numbers
		f(&g)
		return []candidate.Family{g}
	}
	many := func(n int) []candidate.Family {
		var list []candidate.Family
		for i := range n {
			f := numbers
			f.Name = fmt.Sprint("family ", i)
			list = append(list, f)
		}
		return list
	}
	kinds := func(n int) []candidate.Kind {
		var list []candidate.Kind
		for i := range n {
			list = append(list, candidate.Kind{Type: "kv.fetch", Version: fmt.Sprint(i)})
		}
		return list
	}
	for _, row := range []struct {
		list   []candidate.Family
		where  string // "" if the list is good
		reason string
	}{
		{nil, "", "no families support nothing"},
		{many(16), "", "as many as there may be"},
		{many(17), "families", "one more"},
		{change(func(f *candidate.Family) { f.Name = strings.Repeat("n", 64) }), "", "the longest name"},
		{change(func(f *candidate.Family) { f.Name = strings.Repeat("n", 65) }), "families[0].Name", "one more"},
		{change(func(f *candidate.Family) { f.Name = "" }), "families[0].Name", "a family has a name to bind by"},
		{change(func(f *candidate.Family) { f.Name = "\xff" }), "families[0].Name", "names end up in logs of the caller"},
		{[]candidate.Family{numbers, numbers}, "families[1].Name", "which of them would Bind take?"},
		{change(func(f *candidate.Family) { f.Kinds = nil }), "families[0].Kinds", "it supports nothing"},
		{change(func(f *candidate.Family) { f.Kinds = kinds(candidate.LargestKinds) }), "", "as many as there may be"},
		{change(func(f *candidate.Family) { f.Kinds = kinds(candidate.LargestKinds + 1) }), "families[0].Kinds", "one more"},
		{change(func(f *candidate.Family) { f.Kinds = []candidate.Kind{{Type: "kv.fetch"}} }), "families[0].Kinds", "admission lets no empty version through"},
		{change(func(f *candidate.Family) { f.Kinds = []candidate.Kind{{Version: "1.0"}} }), "families[0].Kinds", "nor an empty type"},
		{change(func(f *candidate.Family) { f.Kinds = []candidate.Kind{fetchKind, fetchKind} }), "families[0].Kinds", "one kind twice is a slip"},
		{change(func(f *candidate.Family) { f.Forms = nil }), "families[0].Forms", "it reads no hash"},
		{change(func(f *candidate.Family) { f.Forms = []candidate.Form{4} }), "families[0].Forms", "no form"},
		{change(func(f *candidate.Family) { f.Forms = []candidate.Form{candidate.Number, candidate.Number} }), "", "forms are a set"},
		{change(func(f *candidate.Family) { f.Covers = []candidate.Use{4} }), "families[0].Covers", "no use"},
	} {
		got, err := candidate.NewFamilies(row.list...)
		var bad *candidate.Error
		switch {
		case row.where == "" && err != nil:
			t.Errorf("%v: %s", err, row.reason)
		case row.where != "" && (!errors.As(err, &bad) || bad.Where != row.where):
			t.Errorf("%v, want an error at %s: %s", err, row.where, row.reason)
		case row.where != "" && candidate.Collect(envelope(t, payload(peer, "[1]")), got, candidate.BaseModel()).Len() != 0:
			t.Errorf("a list that was refused supports something: %s", row.reason)
		}
	}
}

// TestFamiliesAreCopied: what a caller does to its list later changes nothing.
func TestFamiliesAreCopied(t *testing.T) {
	f := numbers
	f.Kinds = []candidate.Kind{fetchKind}
	list := []candidate.Family{f}
	checked := families(t, list...)
	list[0].Name, f.Kinds[0].Type = "other", "kv.other"
	if got := candidate.Collect(envelope(t, payload(peer, "[1]")), checked, candidate.BaseModel()); got.Len() != 1 {
		t.Errorf("ignored as %v after the caller changed its list", counted(got))
	}
}
