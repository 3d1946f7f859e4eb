package admit_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
)

// content is what the accessors of a snapshot say.
type content struct {
	Version, MessageID string
	Actions            []admit.Action
	Depth              int
}

func contentOf(s admit.Snapshot) content {
	c := content{Version: s.Version(), MessageID: s.MessageID(), Depth: s.Depth()}
	for i, a := range s.Actions() {
		if i != len(c.Actions) || a != s.Action(i) {
			panic("Actions and Action differ")
		}
		c.Actions = append(c.Actions, a)
	}
	return c
}

func TestAccessors(t *testing.T) {
	for _, row := range []struct {
		name   string
		text   string
		want   content
		reason string
	}{
		{"smallest", smallest, content{"0.1", "m", nil, 2}, "the envelope and its actions are two levels"},
		{
			"two actions, spaces",
			"\n{ \"protocol_version\" : \"0.1\" , \"message_id\":\"id-1\",\"actions\":[ {\"action_id\":\"a\",\"action_type\":\"kv.fetch\",\"action_version\":\"1.0\",\"payload\": { \"h\" : [ 1 ] } } ,\n" +
				"{\"payload\":{},\"action_version\":\"2\",\"action_type\":\"kv.retain\",\"action_id\":\"b\"}] } ",
			content{"0.1", "id-1", []admit.Action{
				{ID: "a", Type: "kv.fetch", Version: "1.0", Payload: `{ "h" : [ 1 ] }`},
				{ID: "b", Type: "kv.retain", Version: "2", Payload: `{}`},
			}, 5},
			"the order of the producer; payloads as received, without the space around",
		},
		{
			"escapes",
			`{"\u0070rotocol_version":"\u0030.1","message_id":"\u00e9\ud83d\ude00\"\n","actions":[{"action_\u0069d":"\/","action_type":"\u006bv","action_version":"\\","payload":{"\u0061":"\u0062"}}]}`,
			content{"0.1", "é😀\"\n", []admit.Action{{ID: "/", Type: "kv", Version: `\`, Payload: `{"\u0061":"\u0062"}`}}, 4},
			"ids and versions unescaped, payloads as received",
		},
		{
			"extra members",
			`{"a":{"actions":[1]},"protocol_version":"0.1","b":"message_id","message_id":"m","c":[{"message_id":"no"}],"actions":[{"x":{"action_id":"no"},"action_id":"i","action_type":"t","y":[[[]]],"action_version":"v","payload":{"payload":{}},"z":null}],"d":1}`,
			content{"0.1", "m", []admit.Action{{ID: "i", Type: "t", Version: "v", Payload: `{"payload":{}}`}}, 6},
			"members of the same names elsewhere are not the envelope's; y is the deepest: 1, 2, 3 and its own three",
		},
		{
			"one id by escapes among many",
			withActions(goodAction, `{"action_id":"\u0041","action_type":"t","action_version":"v","payload":{}}`, goodAction),
			content{"0.1", "m", []admit.Action{{"i", "t", "v", "{}"}, {"A", "t", "v", "{}"}, {"i", "t", "v", "{}"}}, 4},
			"what stands behind an escaped id is found too",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := mustAdmit(t, row.text)
			if diff := cmp.Diff(row.want, contentOf(s)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", row.reason, diff)
			}
			if s.NumActions() != len(row.want.Actions) {
				t.Errorf("NumActions is %d, want %d", s.NumActions(), len(row.want.Actions))
			}
			checkSizes(t, s, row.text)
		})
	}
}

// checkSizes holds sizes, texts and digest to those of other people's code.
func checkSizes(t *testing.T, s admit.Snapshot, text string) {
	t.Helper()
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(text)); err != nil {
		t.Fatal(err)
	}
	pack := s.MessagePack()
	for _, row := range []struct {
		name string
		same bool
	}{
		{"JSON", string(s.JSON()) == text},
		{"AppendJSON", string(s.AppendJSON([]byte("before "))) == "before "+text},
		{"AppendMessagePack", string(s.AppendMessagePack([]byte("before "))) == "before "+string(pack)},
		{"Size", s.Size() == len(text)},
		{"CompactSize", s.CompactSize() == compact.Len()},
		{"MessagePackSize", s.MessagePackSize() == len(pack)},
		{"SHA256", s.SHA256() == sha256.Sum256([]byte(text))},
		{"IsZero", !s.IsZero()},
	} {
		if !row.same {
			t.Errorf("%s of %s is wrong", row.name, short([]byte(text)))
		}
	}
}

// TestSnapshotProperties: sizes, digest, and that admitting a snapshot's bytes
// again gives an equal one.
func TestSnapshotProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	g := generator{r}
	for range effort(3_000) {
		text := string(speller{g, 4, 4}.value(nil, g.envelope()))
		s := mustAdmit(t, text)
		checkSizes(t, s, text)
		again := mustAdmit(t, string(s.JSON()))
		if !s.Equal(again) || !bytes.Equal(s.MessagePack(), again.MessagePack()) {
			t.Fatalf("%s: admitted again it is another", short([]byte(text)))
		}
		if diff := cmp.Diff(contentOf(s), contentOf(again)); diff != "" {
			t.Fatalf("%s: admitted again it has other content:\n%s", short([]byte(text)), diff)
		}
	}
}

// TestSnapshotIsFrozen: neither the bytes it was made of nor what it gave out
// have a way back into it, and the next envelope has none either.
func TestSnapshotIsFrozen(t *testing.T) {
	text := withActions(goodAction, `{"action_id":"\u0041","action_type":"t","action_version":"v","payload":{"f":1.5}}`)
	raw := []byte(text)
	authority := admit.NewAuthority(standard.limits(t))
	s := authority.Admit(raw, trusted).Snapshot
	want, wantPack := contentOf(s), string(s.MessagePack())
	spoil := func(b []byte) {
		for i := range b {
			b[i] = 0xee
		}
	}
	spoil(raw)
	spoil(s.JSON())
	spoil(s.MessagePack())
	spoil(s.AppendJSON(make([]byte, 0, 1)))
	spoil(s.AppendMessagePack(make([]byte, 0, 10_000)))
	for _, marshal := range []func() ([]byte, error){s.MarshalJSON, s.MarshalMsgpack, s.MarshalCBOR} {
		b, err := marshal()
		if err != nil {
			t.Fatal(err)
		}
		spoil(b)
	}
	other := strings.ReplaceAll(text, `"t"`, `"U"`)
	authority.Admit([]byte(other), trusted) // in the same scratch
	if string(s.JSON()) != text || string(s.MessagePack()) != wantPack {
		t.Error("the snapshot's bytes have changed")
	}
	if diff := cmp.Diff(want, contentOf(s)); diff != "" {
		t.Errorf("the snapshot's content has changed:\n%s", diff)
	}
}

func TestEqual(t *testing.T) {
	a, b := mustAdmit(t, smallest), mustAdmit(t, smallest)
	copied := a
	for _, row := range []struct {
		name   string
		x, y   admit.Snapshot
		want   bool
		reason string
	}{
		{"itself", a, a, true, ""},
		{"a copy", a, copied, true, "copies share the frozen bytes"},
		{"admitted twice", a, b, true, "the same text"},
		{"another spelling", a, mustAdmit(t, smallest+" "), false, "byte for byte"},
		{"another of one length", a, mustAdmit(t, strings.Replace(smallest, `"m"`, `"n"`, 1)), false, "byte for byte"},
		{"zero and zero", admit.Snapshot{}, admit.Snapshot{}, true, "none and none"},
		{"zero and one", admit.Snapshot{}, a, false, "none and some"},
	} {
		if row.x.Equal(row.y) != row.want || row.y.Equal(row.x) != row.want {
			t.Errorf("%s: want %v both ways: %s", row.name, row.want, row.reason)
		}
	}
}

// TestZeroSnapshot: it is no envelope, and asking it is no mistake.
func TestZeroSnapshot(t *testing.T) {
	var s admit.Snapshot
	if !s.IsZero() {
		t.Error("the zero Snapshot is not zero")
	}
	if diff := cmp.Diff(content{}, contentOf(s)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if n := s.Size() + s.CompactSize() + s.MessagePackSize() + s.NumActions() + len(s.JSON()) + len(s.MessagePack()) + len(s.AppendJSON(nil)) + len(s.AppendMessagePack(nil)); n != 0 {
		t.Errorf("sizes add up to %d, want 0", n)
	}
	if s.SHA256() != sha256.Sum256(nil) {
		t.Error("the digest is not that of no bytes")
	}
	for _, got := range []string{s.String(), s.GoString()} {
		if got != "admit.Snapshot(none)" {
			t.Errorf("it prints as %q", got)
		}
	}
}

// TestActionsStops: a consumer may leave the loop early.
func TestActionsStops(t *testing.T) {
	seen := 0
	for i := range mustAdmit(t, withActions(goodAction, goodAction, goodAction)).Actions() {
		seen++
		if i == 1 {
			break
		}
	}
	if seen != 2 {
		t.Errorf("the loop ran %d times, want 2", seen)
	}
}

// TestActionOutOfRange: an index that is not there is the caller's mistake and
// panics, as with a slice; it never gives some other bytes.
func TestActionOutOfRange(t *testing.T) {
	// Ids that would read as offsets if they were taken for a part of the table.
	escaped := mustAdmit(t, withActions(strings.Repeat(`{"action_id":"\u0000\u0000\u0000\u0000","action_type":"\u0041\u0000\u0000\u0000","action_version":"v","payload":{}},`, 40)+goodAction))
	for _, s := range []admit.Snapshot{{}, mustAdmit(t, smallest), mustAdmit(t, withActions(goodAction)), escaped} {
		for _, i := range []int{-100, -3, -2, -1, s.NumActions(), s.NumActions() + 1, 1 << 30, -1 << 31} {
			func() {
				defer func() {
					// By its own words: bounds of the frozen text may let it pass.
					if got, want := recover(), fmt.Sprintf("admit: Snapshot has no action %d", i); got != want {
						t.Errorf("action %d of %d: panic %v, want %s", i, s.NumActions(), got, want)
					}
				}()
				t.Logf("%q", s.Action(i))
			}()
		}
	}
}

// TestMaximalEnvelope: the largest envelope that limits allow, with as many
// actions as fit.
func TestMaximalEnvelope(t *testing.T) {
	size := effort(16 << 20)
	n := (size - len(before) - len(after)) / (len(goodAction) + 1)
	text := before + strings.Repeat(goodAction+",", n-1) + goodAction + after
	s := mustAdmit(t, text)
	if s.NumActions() != n {
		t.Fatalf("%d actions, want %d", s.NumActions(), n)
	}
	want := admit.Action{ID: "i", Type: "t", Version: "v", Payload: "{}"}
	for i, a := range s.Actions() {
		if a != want {
			t.Fatalf("action %d is %v, want %v", i, a, want)
		}
	}
}
