package bench_test

import (
	"bytes"
	"hash/fnv"
	"strings"
	"testing"
	"unicode"

	stdjson "encoding/json"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/bench"
	"github.com/kvhints/hintcheck/limits"
)

// TestWorkloads: every document is an envelope of about the size that the name
// says, that is admitted under the default limits, and that is unlike the others.
func TestWorkloads(t *testing.T) {
	kib := map[string]int{"E1": 1, "E64": 64, "S64": 64, "D64": 64, "R64": 64}
	for _, w := range bench.Workloads() {
		t.Run(w.Name, func(t *testing.T) {
			if len(w.Docs) != 32 {
				t.Errorf("%d documents, want 32", len(w.Docs))
			}
			most := kib[w.Name]<<10 + 50
			seen := map[string]bool{}
			for i, doc := range w.Docs {
				if len(doc) > most || len(doc) < most*90/100 {
					t.Errorf("document %d has %d bytes, want a little under %d", i, len(doc), most)
				}
				if !stdjson.Valid(doc) {
					t.Errorf("document %d is not JSON", i)
				}
				d := admit.Decide(doc, limits.Default(), admit.Trusted)
				if d.Outcome != admit.Admitted {
					t.Errorf("document %d: %s", i, admit.Explain(doc, d).Text)
				}
				if seen[string(doc)] {
					t.Errorf("document %d is there twice", i)
				}
				seen[string(doc)] = true
			}
		})
	}
}

// TestWorkloadsAreAsNamed counts what makes each workload what it is.
func TestWorkloadsAreAsNamed(t *testing.T) {
	depth := 0
	for _, w := range bench.Workloads() {
		for i, doc := range w.Docs {
			d := admit.Decide(doc, limits.Default(), admit.Trusted)
			var v struct {
				Actions []struct {
					Payload struct {
						Hashes     []stdjson.RawMessage `json:"block_hashes"`
						Directives []stdjson.RawMessage `json:"directives"`
					} `json:"payload"`
				} `json:"actions"`
			}
			if err := stdjson.Unmarshal(doc, &v); err != nil {
				t.Fatal(err)
			}
			payload := v.Actions[0].Payload
			switch w.Name {
			case "E1":
				if n := len(payload.Hashes); n != 40 {
					t.Errorf("E1 document %d has %d hashes, want 40", i, n)
				}
			case "E64":
				if n := len(payload.Hashes); n < 3000 {
					t.Errorf("E64 document %d has %d hashes, want 64 KiB of 20 digits each, at least 3000", i, n)
				}
			case "S64":
				texts, foreign := 0, 0
				for _, h := range payload.Hashes {
					if len(h) != 66 {
						texts++
					}
				}
				for _, r := range string(doc) {
					if r > unicode.MaxASCII {
						foreign++
					}
				}
				if n := len(payload.Hashes); texts < n/12 || texts > n/5 {
					t.Errorf("S64 document %d has %d texts among %d strings, want about one in eight", i, texts, n)
				}
				if foreign < 50 || bytes.Count(doc, []byte{'\\'}) < 50 {
					t.Errorf("S64 document %d has %d characters outside ASCII and %d backslashes, want both", i, foreign, bytes.Count(doc, []byte{'\\'}))
				}
			case "D64":
				depth = max(depth, d.Snapshot.Depth())
			case "R64":
				if n := len(payload.Directives); n < 1000 {
					t.Errorf("R64 document %d has %d directives, want 64 KiB of about 50 bytes each", i, n)
				}
			}
		}
	}
	if depth != 11 {
		t.Errorf("D64 nests down to level %d, want 11", depth)
	}
}

// TestHostileDocs: each has the size that was asked for, and the documents that
// are called valid are admitted in an envelope, so that nothing ends early.
func TestHostileDocs(t *testing.T) {
	for _, size := range []int{hostileSize, 2 * hostileSize} {
		lim, err := limits.New(limits.MaxBytes(size))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range bench.HostileDocs() {
			if n := len(d.Build(size)); n > size || n < size-200 {
				t.Errorf("%s of %d bytes has %d", d.Name, size, n)
			}
			raw := []byte(bench.InEnvelope(d.Build, size))
			if got := admit.Decide(raw, lim, admit.Trusted); (got.Outcome == admit.Admitted) != d.Valid {
				t.Errorf("%s of %d bytes is %s (%s), want valid %v", d.Name, size, got.Outcome, got.Reason, d.Valid)
			}
		}
	}
}

// TestNamesCollide computes the hashes that the names are chosen to share.
func TestNamesCollide(t *testing.T) {
	hashes := map[string]func(string) uint32{
		"names_collide_fnv": func(s string) uint32 {
			h := fnv.New32a()
			h.Write([]byte(s))
			return h.Sum32()
		},
		"names_collide_31": func(s string) uint32 {
			h := uint32(0)
			for _, c := range []byte(s) {
				h = 31*h + uint32(c)
			}
			return h
		},
	}
	for _, d := range bench.HostileDocs() {
		hash := hashes[d.Name]
		if hash == nil {
			continue
		}
		members := strings.Split(d.Build(2*hostileSize), `,"`)[1:]
		if len(members) < 1000 {
			t.Errorf("%s has %d names, want thousands", d.Name, len(members))
		}
		want := uint32(0)
		for i, m := range members {
			name, _, _ := strings.Cut(m, `"`)
			if i == 0 {
				want = hash(name)
			}
			if got := hash(name); got != want {
				t.Fatalf("%s: name %d, %q, hashes to %#x, the first to %#x", d.Name, i, name, got, want)
			}
		}
		delete(hashes, d.Name)
	}
	if len(hashes) > 0 {
		t.Errorf("documents missing: %v", hashes)
	}
}
