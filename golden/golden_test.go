package golden_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/golden"
)

func load(t *testing.T) []golden.File {
	t.Helper()
	files, err := golden.Load()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Every file says what the format asks of it.
func TestFiles(t *testing.T) {
	atLeast := map[string]int{
		"integers": 60, "nesting": 40, "size": 30, "strings": 40, "duplicates": 30,
		"envelope": 50, "precedence": 30, "msgpack": 40,
		"numbers": 30, "surrogates": 30, "grammar": 40, "trust": 15,
	}
	for _, f := range load(t) {
		if len(f.Cases) < atLeast[f.Group] || atLeast[f.Group] == 0 {
			t.Errorf("%s has %d cases, want at least %d", f.Group, len(f.Cases), atLeast[f.Group])
		}
		delete(atLeast, f.Group)
		if f.Count != len(f.Cases) {
			t.Errorf("%s: count %d, and %d cases", f.Group, f.Count, len(f.Cases))
		}
		if !isSentence(f.About) {
			t.Errorf("%s: about %q is no sentence", f.Group, f.About)
		}
		usedLimits, usedFlags := map[string]bool{}, map[string]bool{}
		for _, c := range f.Cases {
			usedLimits[c.Limits] = true
			for _, flag := range c.Flags {
				usedFlags[flag] = true
				if _, ok := f.Notes[flag]; !ok {
					t.Errorf("case %d: flag %s has no note", c.ID, flag)
				}
			}
		}
		for name, l := range f.Limits {
			if !usedLimits[name] {
				t.Errorf("%s: no case has limits %s", f.Group, name)
			}
			if l.MaxBytes < 1 || l.MaxBytes > 16<<20 || l.MaxDepth < 1 || l.MaxDepth > 1000 || !slices.Equal(l.Versions, []string{"0.1"}) {
				t.Errorf("%s: limits %s are %+v", f.Group, name, l)
			}
		}
		for flag, note := range f.Notes {
			if !usedFlags[flag] {
				t.Errorf("%s: no case has flag %s", f.Group, flag)
			}
			if !isSentence(note.Why) || !isSentence(note.Bug) {
				t.Errorf("%s: the note of %s is not two sentences: %q, %q", f.Group, flag, note.Why, note.Bug)
			}
		}
	}
	for group := range atLeast {
		t.Errorf("there is no group %s", group)
	}
}

// Every case is complete and says one thing.
func TestCases(t *testing.T) {
	classes := []string{golden.ClassOutcome, golden.ClassWireOutcome, golden.ClassReason, golden.ClassOffset}
	lastID := 0
	byID := map[int]golden.Case{}
	reasons, classCount := map[string]int{}, map[string]int{}
	for _, f := range load(t) {
		names := map[string]bool{}
		for _, c := range f.Cases {
			if c.ID <= lastID {
				t.Errorf("%s %d: ids do not rise", f.Group, c.ID)
			}
			lastID = c.ID
			byID[c.ID] = c
			if c.Name == "" || names[c.Name] {
				t.Errorf("%s %d: name %q is empty or used twice", f.Group, c.ID, c.Name)
			}
			names[c.Name] = true
			if !isSentence(c.Why) {
				t.Errorf("case %d: why %q is no sentence", c.ID, c.Why)
			}
			if !slices.Contains(classes, c.Class) || c.Level != golden.LevelWire && c.Level != golden.LevelValue {
				t.Errorf("case %d: class %q, level %q", c.ID, c.Class, c.Level)
			}
			if c.Level == golden.LevelWire && c.Class == golden.ClassOutcome {
				t.Errorf("case %d: engines that see no bytes cannot run it", c.ID)
			}
			if c.Trust != "trusted" && c.Trust != "untrusted" {
				t.Errorf("case %d: trust %q", c.ID, c.Trust)
			}
			checkExpect(t, c)
			reasons[c.Expect.Reason]++
			classCount[c.Class]++
		}
	}
	for _, reason := range []string{
		"admitted", "absent", "untrusted", "oversized", "malformed_json", "invalid_utf8", "lone_surrogate", "duplicate_member",
		"too_deep", "integer_out_of_range", "number_out_of_range", "not_an_object", "unsupported_version", "invalid_envelope",
	} {
		if reasons[reason] < 5 {
			t.Errorf("only %d cases with %s", reasons[reason], reason)
		}
		delete(reasons, reason)
	}
	if len(reasons) > 0 {
		t.Errorf("unknown reasons: %v", reasons)
	}
	for _, class := range classes {
		if classCount[class] < 20 {
			t.Errorf("only %d cases of class %s", classCount[class], class)
		}
	}
	for _, c := range byID {
		if by, ok := byID[c.SupersededBy]; c.SupersededBy != 0 && (!ok || by.SupersededBy != 0) {
			t.Errorf("case %d is superseded by %d, which is not there or withdrawn itself", c.ID, c.SupersededBy)
		}
	}
}

func checkExpect(t *testing.T, c golden.Case) {
	t.Helper()
	raw, err := c.Input.Bytes()
	if err != nil {
		t.Errorf("case %d: %v", c.ID, err)
	}
	e := c.Expect
	switch {
	case e.Outcome == "admitted":
		if e.Reason != "admitted" || e.Offset != nil || e.Pointer != nil || e.MessagePack == nil {
			t.Errorf("case %d: admitted with %+v", c.ID, e)
		}
		return
	case e.Outcome != "ignored" || e.Reason == "admitted" || e.MessagePack != nil:
		t.Errorf("case %d: %+v", c.ID, e)
	}
	switch e.Reason {
	case "absent", "untrusted":
		if e.Offset != nil || e.Pointer != nil {
			t.Errorf("case %d: %s stands nowhere", c.ID, e.Reason)
		}
	case "oversized":
		if e.Offset == nil || e.Pointer != nil {
			t.Errorf("case %d: oversized stands at the limit and has no pointer", c.ID)
		}
	default:
		if e.Offset == nil || *e.Offset > len(raw) || e.Pointer == nil {
			t.Errorf("case %d: %s needs an offset within the text and a pointer", c.ID, e.Reason)
		}
	}
}

// isSentence asks for a few words, a capital or a digit or a name first, and a
// full stop.
func isSentence(s string) bool {
	return len(strings.Fields(s)) >= 3 && strings.HasSuffix(s, ".") && strings.TrimSpace(s) == s
}

// The schema's identity is what the files name, and its reasons are the ones
// that the files may use. tools/schemacheck validates the files against it.
func TestSchemaIsTheOneNamed(t *testing.T) {
	data, err := os.ReadFile("v0/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		ID string `json:"$id"`
	}
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	for _, f := range load(t) {
		if f.Schema != schema.ID || f.Schema == "" {
			t.Errorf("%s names schema %q; the schema is %q", f.Group, f.Schema, schema.ID)
		}
	}
}

func TestBytes(t *testing.T) {
	empty, odd := "", "abc"
	for _, tt := range []struct {
		in     golden.Input
		want   string
		fails  bool
		reason string
	}{
		{golden.Input{Hex: &empty}, "", false, "no bytes"},
		{golden.Input{Repeat: []golden.Part{{Hex: "6162", N: 2}, {Hex: "63", N: 1}}}, "ababc", false, "parts one after another"},
		{golden.Input{Repeat: []golden.Part{{Hex: "22", N: 11, Digits: 2, Tail: "2c"}}}, `"00,"01,"02,"03,"04,"05,"06,"07,"08,"09,"10,`, false, "counted parts"},
		{golden.Input{}, "", true, "neither hex nor repeat"},
		{golden.Input{Hex: &odd}, "", true, "half a byte"},
		{golden.Input{Hex: &empty, Repeat: []golden.Part{{Hex: "61", N: 1}}}, "", true, "both"},
		{golden.Input{Repeat: []golden.Part{{Hex: "zz", N: 1}}}, "", true, "no hex"},
		{golden.Input{Repeat: []golden.Part{{Hex: "61", N: 1, Digits: 1, Tail: "z"}}}, "", true, "no hex in the tail"},
		{golden.Input{Repeat: []golden.Part{{Hex: "61", N: 0}}}, "", true, "no repetitions"},
		{golden.Input{Repeat: []golden.Part{{Hex: "61", N: 1, Tail: "62"}}}, "", true, "a tail without digits"},
		{golden.Input{Repeat: []golden.Part{{Hex: "6161", N: 16 << 20}}}, "", true, "larger than any text of interest"},
		{golden.Input{Repeat: []golden.Part{{Hex: strings.Repeat("61", 1<<16), N: 16 << 20}}}, "", true, "2^40 bytes"},
		{golden.Input{Repeat: []golden.Part{{Hex: strings.Repeat("61", 1<<16+1), N: 1}}}, "", true, "a long part"},
	} {
		got, err := tt.in.Bytes()
		if (err != nil) != tt.fails || string(got) != tt.want {
			t.Errorf("%.100v: %.60q, %v\nwhy: %s", tt.in, got, err, tt.reason)
		}
	}
}

func TestMessagePackMatches(t *testing.T) {
	for _, n := range []int{1, 512, 513, 100_000} {
		form := bytes.Repeat([]byte{0x01}, n)
		m := golden.NewMessagePack(form)
		if (m.Hex != "") != (n <= 512) || (m.SHA256 != "") != (n > 512) {
			t.Errorf("%d bytes are described as %.80v", n, *m)
		}
		if !m.Matches(form) {
			t.Errorf("%d bytes do not match their own description", n)
		}
		form[n-1] = 0x02
		if m.Matches(form) || m.Matches(form[:n-1]) {
			t.Errorf("%d bytes: another form matches", n)
		}
	}
	// SHA-256 of 513 bytes 0x01, as sha256sum prints it.
	const digest = "d76036ad13c8a84b7614234d455f5f66b29cd8d8780c75256f2e8a50799838e8"
	if got := golden.NewMessagePack(bytes.Repeat([]byte{0x01}, 513)).SHA256; got != digest {
		t.Errorf("digest %s, want %s", got, digest)
	}
}
