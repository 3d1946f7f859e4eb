package admit_test

import (
	"bytes"
	"testing"
	"testing/iotest"

	"github.com/kvhints/hintcheck/admit"
)

// FuzzAdmitAgainstReference holds the core to the reference for any text, size,
// depth and trust: outcome, reason, offset, pointer, MessagePack form, ids,
// versions and actions.
func FuzzAdmitAgainstReference(f *testing.F) {
	for _, text := range []string{
		smallest,
		withActions(`{"action_id":"\u0069","action_type":"kv.fetch","action_version":"1.0","payload":{"h":[18446744073709551615,-0,1.5e-3,"\ud83d\ude00é"]}}`, goodAction),
		`{"protocol_version":"0.2","a":{"b":1,"\u0062":[[[2]]]}}`,
		" null\n",
		"[\"\xc3\xa9\xff\",1e999]",
	} {
		f.Add([]byte(text), uint32(65536), uint16(32), true)
	}
	f.Add([]byte(withExtra("[[[]]]")), uint32(60), uint16(4), false)
	f.Fuzz(func(t *testing.T, raw []byte, size uint32, depth uint16, trust bool) {
		b := bounds{1 + int(size%(1<<20)), 1 + int(depth%1000), standard.versions}
		who := untrusted
		if trust {
			who = trusted
		}
		d := admit.Decide(raw, b.limits(t), who)
		if how := disagreement(raw, b, d, who); how != "" {
			t.Fatalf("%q\nwithin %v, %s: %s", raw, b, who, how)
		}
		checkLine(t, "the explanation", admit.Explain(raw, d).Text)
		a := admit.NewAuthority(b.limits(t))
		again := a.Admit(raw, who)
		read, err := a.AdmitReader(iotest.OneByteReader(bytes.NewReader(raw)), who)
		for _, other := range []admit.Decision{again, read} {
			if err != nil || other.Reason != d.Reason || other.Offset != d.Offset || !other.Snapshot.Equal(d.Snapshot) {
				t.Fatalf("%q: Decide %v, Admit %v, AdmitReader %v %v", raw, d, again, read, err)
			}
		}
	})
}
