package fuzz_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/kvhints/hintcheck/fuzz"
	"github.com/kvhints/hintcheck/internal/reference"
)

// TestSeeds reads every zip back as a target would, and asks the reference, so
// that seeds which nobody can read do not pass for seeds.
func TestSeeds(t *testing.T) {
	const (
		least = 600 // seeds of a law: there were 672 when this was written
		share = 30  // percent of them that are admitted under their own settings
		few   = 3   // of each other reason that golden cases have
	)
	// The other laws have the seeds of Admission.
	for _, law := range []string{"Admission", "Construction"} {
		for _, wire := range fuzz.Wires() {
			var z bytes.Buffer
			if err := fuzz.WriteSeeds(&z, law, wire); err != nil {
				t.Fatal(err)
			}
			archive, err := zip.NewReader(bytes.NewReader(z.Bytes()), int64(z.Len()))
			if err != nil {
				t.Fatal(err)
			}
			reasons := map[string]int{}
			for _, f := range archive.File {
				data, err := wire.Decode(unzipped(t, f))
				if err != nil {
					t.Fatalf("%s, %s: %v", law, wire, err)
				}
				if len(data) > fuzz.LargestSeed {
					t.Errorf("%s, %s: a seed of %d bytes", law, wire, len(data))
				}
				in := fuzz.Parse(data)
				reasons[reference.Judge(in.Text, reference.Limits{MaxBytes: in.MaxBytes, MaxDepth: in.MaxDepth, Versions: in.Versions}, in.Trusted).Reason]++
			}
			n := len(archive.File)
			if n < least || 100*reasons[reference.Admitted] < share*n {
				t.Errorf("%s, %s: %d seeds, %d of them admitted; want at least %d, and %d %%", law, wire, n, reasons[reference.Admitted], least, share)
			}
			for _, r := range []string{
				reference.Absent, reference.Untrusted, reference.Oversized, reference.MalformedJSON, reference.InvalidUTF8, reference.LoneSurrogate, reference.DuplicateMember,
				reference.TooDeep, reference.IntegerOutOfRange, reference.NumberOutOfRange, reference.NotAnObject, reference.UnsupportedVersion, reference.InvalidEnvelope,
			} {
				if reasons[r] < few {
					t.Errorf("%s, %s: %d seeds are %s, want at least %d", law, wire, reasons[r], r, few)
				}
			}
			if t.Failed() {
				t.Fatal(reasons)
			}
		}
	}
}

func unzipped(t *testing.T, f *zip.File) []byte {
	t.Helper()
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil || r.Close() != nil {
		t.Fatal(err)
	}
	return data
}

// TestSeedsKeepTheLaws tries every law on the seeds of Construction, which has all
// that the others have: golden cases and corpus.
func TestSeedsKeepTheLaws(t *testing.T) {
	seeds, err := fuzz.Seeds("Construction")
	if err != nil {
		t.Fatal(err)
	}
	for _, law := range fuzz.Laws() {
		for _, s := range seeds {
			if err := law.Check(s); err != nil {
				t.Errorf("%s: %v", law.Name, err)
			}
		}
	}
}

// The forms were measured with the builders: v1 reads a length before a lone
// []byte, v2 takes the first byte away.
func TestWires(t *testing.T) {
	for _, row := range []struct {
		wire   fuzz.Wire
		want   string
		reason string
	}{
		{fuzz.WireRaw, "{}", "as it is"},
		{fuzz.WireV1, "\x00\x00\x00\x02{}", "four bytes, big-endian"},
		{fuzz.WireV2, " {}", "a byte to drop; a space, so that raw readers find JSON too"},
	} {
		if got := row.wire.Encode([]byte("{}")); string(got) != row.want {
			t.Errorf("%s: %q, want %q: %s", row.wire, got, row.want, row.reason)
		}
	}
	for _, bad := range []struct {
		wire fuzz.Wire
		file string
	}{{fuzz.WireV1, "{}"}, {fuzz.WireV1, "\x00\x00\x00\x03{}"}, {fuzz.WireV2, ""}, {"v3", "{}"}} {
		if got, err := bad.wire.Decode([]byte(bad.file)); err == nil {
			t.Errorf("%s: %q gives %q, want an error", bad.wire, bad.file, got)
		}
	}
	if err := fuzz.WriteSeeds(io.Discard, "Admission", "v3"); err == nil {
		t.Error("seeds in an unknown form")
	}
}

// TestInput holds Parse to its documentation, and Data to being its reverse.
func TestInput(t *testing.T) {
	standard := fuzz.Input{Text: []byte("{}"), Trusted: true, Versions: []string{"0.1"}, MaxDepth: 32, MaxBytes: 65536, Plan: []int{1}}
	change := func(f func(*fuzz.Input)) fuzz.Input {
		in := standard
		f(&in)
		return in
	}
	for _, row := range []struct {
		data    string
		want    fuzz.Input
		reverse bool
		reason  string
	}{
		{"{}", standard, true, "text alone"},
		{"{}\x00", standard, false, "settings that say nothing"},
		{"{\x00}\x00", change(func(in *fuzz.Input) { in.Text = []byte("{\x00}") }), true, "the last NUL ends the text"},
		{"{}\x00\x02\x01\x01\x01", change(func(in *fuzz.Input) { in.Trusted = false }), true, "bit 0"},
		{"{}\x00\x05\x01\x01\x01", change(func(in *fuzz.Input) { in.Versions = []string{"0.2"} }), true, "bits 1 and 2: the set with number 2"},
		{"{}\x00\x01\x04\x01\x01", change(func(in *fuzz.Input) { in.MaxDepth = 3 }), true, "one less than the byte"},
		{"{}\x00\x01\xff\x01\x01", change(func(in *fuzz.Input) { in.MaxDepth = 254 }), true, "the deepest"},
		{"{}\x00\x01\x01\x02\x03", change(func(in *fuzz.Input) { in.MaxBytes = 257 }), true, "255*1 + 2"},
		{"{}\x00\x01\x01\xff\xff", change(func(in *fuzz.Input) { in.MaxBytes = 65024 }), true, "the largest"},
		{"{}\x00\x01\x01\x01\x01\x03\x01\xff", change(func(in *fuzz.Input) { in.Plan = []int{2, 0, 254} }), true, "sizes of chunks"},
		{"{}\x00\x01\x01\x01\x01\x01\x01", standard, false, "empty chunks alone would never end"},
	} {
		got := fuzz.Parse([]byte(row.data))
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", row.want) || string(got.Text) != string(row.want.Text) {
			t.Errorf("%q is %+v, want %+v: %s", row.data, got, row.want, row.reason)
		}
		if data, ok := row.want.Data(); row.reverse && (!ok || string(data) != row.data) {
			t.Errorf("%+v becomes %q, want %q: %s", row.want, data, row.data, row.reason)
		}
	}
	for _, in := range []fuzz.Input{
		change(func(in *fuzz.Input) { in.MaxDepth = 255 }),
		change(func(in *fuzz.Input) { in.MaxBytes = 65025 }),
		change(func(in *fuzz.Input) { in.Versions = []string{"7"} }),
		change(func(in *fuzz.Input) { in.Plan = []int{255} }),
		change(func(in *fuzz.Input) { in.Plan = make([]int, fuzz.LargestPlan+1) }),
	} {
		if data, ok := in.Data(); ok {
			t.Errorf("%+v becomes %q, want no form", in, data)
		}
	}
}
