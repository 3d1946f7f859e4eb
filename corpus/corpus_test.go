package corpus_test

import (
	"bytes"
	"encoding/json"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/corpus"
)

func load(t *testing.T) []corpus.Envelope {
	t.Helper()
	list, err := corpus.Envelopes()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestIndexMatchesFiles reads the folder, not the embed, so that a file that
// nobody listed is seen.
func TestIndexMatchesFiles(t *testing.T) {
	onDisk, err := os.ReadDir("envelopes")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, f := range onDisk {
		want = append(want, f.Name())
	}
	seen := map[string]bool{}
	for _, e := range load(t) {
		if seen[e.Name] {
			t.Errorf("index.json lists %q twice", e.Name)
		}
		seen[e.Name] = true
		raw, err := os.ReadFile("envelopes/" + e.Name + ".json")
		if err != nil {
			t.Errorf("index.json lists %q: %v", e.Name, err)
			continue
		}
		if !bytes.Equal(raw, e.Raw) {
			t.Errorf("%s: the embedded bytes differ from the file", e.Name)
		}
	}
	for _, name := range want {
		if !seen[strings.TrimSuffix(name, ".json")] {
			t.Errorf("envelopes/%s is not in index.json", name)
		}
	}
	if len(seen) != len(want) {
		t.Errorf("index.json lists %d envelopes, the folder has %d files", len(seen), len(want))
	}
	const known = 47 // shapes collected for the first version; only added to
	if len(want) < known {
		t.Errorf("the folder has %d envelopes, want at least %d", len(want), known)
	}
}

// reasons are those of docs/admission.md that an envelope can meet under
// default limits and trust, and whether each points at a byte and a value.
var reasons = map[string]bool{
	"admitted":            false,
	"not_an_object":       true,
	"too_deep":            true,
	"unsupported_version": true,
	"invalid_envelope":    true,
}

func TestEntriesAreComplete(t *testing.T) {
	compact := regexp.MustCompile(`^[^\n]*$`)
	var oneLine, pretty int
	byReason := map[string]int{}
	for _, e := range load(t) {
		if len(e.Source) < 8 || len(e.Note) < 20 {
			t.Errorf("%s: source %q and note %q have to say something", e.Name, e.Source, e.Note)
		}
		points, known := reasons[e.Want.Reason]
		if !known {
			t.Errorf("%s: reason %q is not one of the closed list", e.Name, e.Want.Reason)
		}
		if (e.Want.Outcome == "admitted") != (e.Want.Reason == "admitted") || (e.Want.Outcome != "admitted" && e.Want.Outcome != "ignored") {
			t.Errorf("%s: outcome %q does not go with reason %q", e.Name, e.Want.Outcome, e.Want.Reason)
		}
		if points != e.Want.HasPointer || points != (e.Want.Offset != corpus.NoOffset) {
			t.Errorf("%s: reason %q with offset %d and pointer present %v", e.Name, e.Want.Reason, e.Want.Offset, e.Want.HasPointer)
		}
		if e.Want.Offset >= len(e.Raw) {
			t.Errorf("%s: offset %d lies outside %d bytes", e.Name, e.Want.Offset, len(e.Raw))
		}
		if !json.Valid(e.Raw) {
			t.Errorf("%s: not JSON; hostile bytes belong to golden", e.Name)
		}
		byReason[e.Want.Reason]++
		if compact.Match(e.Raw) {
			oneLine++
		} else {
			pretty++
		}
	}
	for reason := range reasons {
		if byReason[reason] == 0 {
			t.Errorf("no envelope shows the reason %q", reason)
		}
	}
	if oneLine == 0 || pretty == 0 {
		t.Errorf("%d one-line and %d pretty envelopes: both spellings travel, both are wanted", oneLine, pretty)
	}
}

// TestOffsetPointsAtPointer finds the value that each pointer names with the
// standard library, so that an offset and its pointer cannot drift apart.
// depth-130-objects is found the same way: encoding/json has no such limit.
func TestOffsetPointsAtPointer(t *testing.T) {
	for _, e := range load(t) {
		if !e.Want.HasPointer {
			continue
		}
		at, found := locate(t, e.Raw, e.Want.Pointer)
		if !found {
			// A missing member is reported at the object that lacks it.
			parent := e.Want.Pointer[:strings.LastIndexByte(e.Want.Pointer, '/')]
			if at, found = locate(t, e.Raw, parent); !found {
				t.Errorf("%s: neither %q nor %q is in the text", e.Name, e.Want.Pointer, parent)
				continue
			}
		}
		if at != e.Want.Offset {
			t.Errorf("%s: offset %d, but %q begins at %d", e.Name, e.Want.Offset, e.Want.Pointer, at)
		}
	}
}

// locate returns the offset of the first byte of the value at pointer. Member
// names of the corpus have no "~" and no index above 9, so that no unescaping
// is needed.
func locate(t *testing.T, raw []byte, pointer string) (int, bool) {
	t.Helper()
	rest := raw
	base := 0
	for _, token := range strings.Split(pointer, "/")[1:] {
		dec := json.NewDecoder(bytes.NewReader(rest))
		if _, err := dec.Token(); err != nil {
			t.Fatal(err)
		}
		isObject := rest[0] == '{'
		next, found := 0, false
		for i := 0; dec.More(); i++ {
			name := string(rune('0' + i))
			if isObject {
				tok, err := dec.Token()
				if err != nil {
					t.Fatal(err)
				}
				name = tok.(string)
			}
			var value json.RawMessage
			if err := dec.Decode(&value); err != nil {
				t.Fatal(err)
			}
			if name == token {
				next, found = int(dec.InputOffset())-len(value), true
				break
			}
		}
		if !found {
			return 0, false
		}
		base += next
		rest = rest[next:]
	}
	return base, true
}

// TestAddressesAreForDocumentation keeps real machines out of the corpus. The
// wildcard and metadata addresses are the point of their files.
func TestAddressesAreForDocumentation(t *testing.T) {
	documentation := []netip.Prefix{
		netip.MustParsePrefix("192.0.2.0/24"),    // RFC 5737
		netip.MustParsePrefix("198.51.100.0/24"), // RFC 5737
		netip.MustParsePrefix("203.0.113.0/24"),  // RFC 5737
		netip.MustParsePrefix("2001:db8::/32"),   // RFC 3849
	}
	meant := map[string]string{
		"sglang-fetch-wildcard-host":    "0.0.0.0",
		"attack-fetch-metadata-address": "169.254.169.254",
	}
	address := regexp.MustCompile(`\b\d+\.\d+\.\d+\.\d+\b|\[[0-9a-f:]+:[0-9a-f:]*\]`)
	found := map[string]string{}
	for _, e := range load(t) {
		for _, text := range address.FindAllString(string(e.Raw), -1) {
			addr, err := netip.ParseAddr(strings.Trim(text, "[]"))
			if err != nil {
				t.Errorf("%s: %q: %v", e.Name, text, err)
				continue
			}
			ok := false
			for _, p := range documentation {
				ok = ok || p.Contains(addr)
			}
			if !ok {
				found[e.Name] = addr.String()
			}
		}
	}
	if diff := cmp.Diff(meant, found); diff != "" {
		t.Errorf("addresses outside the documentation ranges (-meant +found):\n%s", diff)
	}
}
