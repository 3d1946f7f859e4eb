package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/golden"
)

// The files are what the tables say: nobody edits them by hand.
func TestFilesAreGenerated(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run([]string{"-check", "-dir", filepath.Join("..", "..", "golden")}, &out, &errs); code != 0 {
		t.Fatalf("exit %d\n%s", code, errs.String())
	}
}

// one is a group of the rows given, with ids from 1.
func one(rows ...row) []group {
	return []group{{name: "g", about: "An example of a group.", first: 1, cases: rows}}
}

func good() row {
	return row{name: "good", in: inX("7"), want: admitsX("\x07"), why: "Seven is one byte.", flags: []string{"IntegerWidth"}}
}

func TestBuildRefuses(t *testing.T) {
	if _, err := build(one(good())); err != nil {
		t.Fatalf("the good row: %v", err)
	}
	for _, tt := range []struct {
		change func(*row)
		part   string // of the error
		reason string
	}{
		{func(r *row) { r.want = ignores(invalid, 0, "") }, "by hand invalid_envelope", "another reason"},
		{func(r *row) { r.in = inX("tx"); r.want = ignores(malformed, xAt, "/x") }, "by hand", "another offset"},
		{func(r *row) { r.in = inX("tx"); r.want = ignores(malformed, xAt+1, "") }, "by hand", "another pointer"},
		{func(r *row) { r.want = admitsX("\x08") }, "MessagePack by the reference", "another form"},
		{func(r *row) { r.flags = []string{"Nonsense"} }, "no note", "a flag without a note"},
		{func(r *row) { r.limits = "nonsense" }, "no limits", "limits that there are not"},
		{func(r *row) { r.trust = "untrusted" }, "by hand", "trust is part of the case"},
		{func(r *row) { r.why = "" }, "no why", "a verdict without a reason"},
		{func(r *row) { r.why = " " }, "no why", "a blank is no reason"},
		{func(r *row) { r.in = rep("aa", 1<<24) }, "bytes, more than", "a text beyond all limits"},
	} {
		r := good()
		tt.change(&r)
		if _, err := build(one(r)); err == nil || !strings.Contains(err.Error(), tt.part) || !strings.Contains(err.Error(), "g 1 good") {
			t.Errorf("%s: error %v, want one of case 1 with %q", tt.reason, err, tt.part)
		}
	}
}

func TestBuildRefusesARowTwice(t *testing.T) {
	for _, tt := range []struct {
		change func(first, second *row)
		part   string // of the error; empty: both are built
		reason string
	}{
		{func(_, b *row) { b.in, b.want = inX("8"), admitsX("\x08") }, "case 1 has the name good already", "another text under the same name"},
		{func(_, b *row) { b.name = "again" }, "case 1 good has the same bytes, limits and trust already", "another name for the same case"},
		{func(_, b *row) { b.name, b.in = "again", join(text(xHead), text("7"), text(xTail)) }, "same bytes", "another recipe for the same bytes"},
		{func(_, b *row) { b.name, b.limits = "again", "largest" }, "", "other limits make another case"},
		{func(_, b *row) { b.name, b.trust, b.want = "again", "untrusted", untrusted() }, "", "another trust makes another case"},
		{func(a, b *row) { a.supersededBy, b.name = 2, "again" }, "", "what supersedes a withdrawn case may have its text"},
		{func(a, _ *row) { a.supersededBy = 2 }, "the name good", "a withdrawn case keeps its name"},
	} {
		first, second := good(), good()
		tt.change(&first, &second)
		_, err := build(one(first, second))
		switch {
		case tt.part == "" && err != nil:
			t.Errorf("%s: %v", tt.reason, err)
		case tt.part != "" && (err == nil || !strings.Contains(err.Error(), tt.part) || !strings.Contains(err.Error(), "g 2 ")):
			t.Errorf("%s: error %v, want one of case 2 with %q", tt.reason, err, tt.part)
		}
	}
	apart := []group{one(good())[0], {name: "h", about: "Another group.", first: 1001, cases: []row{good()}}}
	if _, err := build(apart); err != nil {
		t.Errorf("two groups may have the same text: %v", err)
	}
}

// A refused row leaves the files as they were.
func TestGenerateRefusesBeforeWriting(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, golden.Dir), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := generate(one(good(), good()), dir, false, io.Discard); err == nil {
		t.Error("a row was taken twice")
	}
	if entries, err := os.ReadDir(filepath.Join(dir, golden.Dir)); err != nil || len(entries) > 0 {
		t.Errorf("%d files were written, %v", len(entries), err)
	}
}

func TestEveryLimitSetIsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, g := range groups() {
		for _, r := range g.cases {
			used[or(r.limits, "default")] = true
		}
	}
	for name := range limitSets {
		if !used[name] {
			t.Errorf("no case has limits %s", name)
		}
	}
}

func TestCompareFormAsksVmihailenco(t *testing.T) {
	if err := compareForm(nil, []byte("[1]"), []byte{0x91, 0x01}); err != nil {
		t.Errorf("the right form: %v", err)
	}
	if err := compareForm(nil, []byte("[1]"), []byte{0x91, 0x02}); err == nil {
		t.Error("another form was taken, though vmihailenco/msgpack writes the right one")
	}
}

func TestOnlyAdds(t *testing.T) {
	files := func(rows ...row) []golden.File {
		f, err := build(one(rows...))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	other := good()
	other.name, other.in, other.want = "other", inX("8"), admitsX("\x08")
	reworded := good()
	reworded.why = "Seven takes one byte."
	changed := good()
	changed.in, changed.want = inX("8"), admitsX("\x08")
	limited := good()
	limited.limits = "largest"
	withdrawn := good()
	withdrawn.supersededBy = 2
	for _, tt := range []struct {
		before, after []golden.File
		refused       bool
		reason        string
	}{
		{nil, files(good()), false, "the first cases"},
		{files(good()), files(good(), other), false, "a case is added"},
		{files(good()), files(reworded), false, "words may be improved"},
		{files(good()), files(withdrawn, other), false, "a case is withdrawn"},
		{files(good(), other), files(good()), true, "a case is gone"},
		{files(good()), files(other, good()), true, "a case was put in the middle"},
		{files(good()), files(changed), true, "another text under the same id"},
		{files(good()), files(limited), true, "other limits under the same id"},
		{files(withdrawn, other), files(good(), other), true, "a withdrawn case comes back"},
	} {
		err := onlyAdds(tt.before, tt.after)
		if (err != nil) != tt.refused {
			t.Errorf("%s: %v", tt.reason, err)
		}
		if err != nil && !strings.Contains(err.Error(), "git checkout HEAD -- golden/v0") {
			t.Errorf("%s: the error does not say how to take back what was never committed: %v", tt.reason, err)
		}
	}
}

// What is rendered loads as what was built.
func TestRenderLoads(t *testing.T) {
	tables := []group{trust(), precedence(), msgpack()}
	files, err := build(tables)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, golden.Dir), 0o755); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := generate(tables, dir, false, &out); err != nil {
		t.Fatal(err)
	}
	loaded, err := golden.LoadFS(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(files, loaded); diff != "" {
		t.Errorf("(-built +loaded)\n%.2000s", diff)
	}

	if err := generate(tables, dir, true, &out); err != nil {
		t.Errorf("check right after writing: %v", err)
	}
	path := filepath.Join(dir, golden.Dir, "trust.json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, text, reason string }{
		{path, strings.Replace(string(data), "No bytes are absent.", "No bytes are absent!", 1), "an edit by hand"},
		{filepath.Join(dir, golden.Dir, "stray.json"), string(data), "a second file of the same cases"},
	} {
		if err := os.WriteFile(tt.name, []byte(tt.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := generate(tables, dir, true, &out); err == nil {
			t.Errorf("%s passes the check", tt.reason)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if code := run([]string{"-nonsense"}, &out, &out); code != 2 {
		t.Errorf("an unknown flag exits %d, want 2", code)
	}
}
