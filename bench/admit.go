package bench

import (
	"bytes"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/bench/report"
	"github.com/kvhints/hintcheck/limits"
)

// Admitter is one way to make of the text of an envelope what downstream needs:
// check it, find that it has the shape of an envelope, turn it into MessagePack,
// read that back, and freeze both.
type Admitter struct {
	Name string // as in report.Admitters
	// New returns the function that does it. It may keep scratch, so it is for
	// one goroutine; what it returns shares no memory with text or scratch.
	New func() func(text []byte) (Frozen, bool)
}

// Frozen is an envelope that is kept.
type Frozen interface {
	JSON() []byte
	MessagePack() []byte
}

// Admitters returns hintcheck and the routes that are built from peers. Each is
// there a second time without the reading back, which nobody has to do who
// trusts the encoder.
func Admitters() []Admitter {
	all := []Admitter{{"hintcheck", func() func([]byte) (Frozen, bool) {
		a := admit.NewAuthority(limits.Default())
		return func(text []byte) (Frozen, bool) {
			d := a.Admit(text, admit.Trusted)
			return d.Snapshot, d.Outcome == admit.Admitted
		}
	}}}
	for _, route := range []struct {
		name string
		new  func(readBack bool) func(text []byte) (Frozen, bool)
	}{
		{"encoding_json+vmihailenco", stdTree},
		{"sonic+vmihailenco", sonicTree},
		{"jsontext+append", jsontextAppend},
		{"fastjson+append", fastjsonAppend},
	} {
		all = append(all,
			Admitter{route.name, func() func([]byte) (Frozen, bool) { return route.new(true) }},
			Admitter{route.name + report.Unread, func() func([]byte) (Frozen, bool) { return route.new(false) }})
	}
	return all
}

// pair is what a peer freezes.
type pair struct{ json, pack []byte }

func (p *pair) JSON() []byte        { return bytes.Clone(p.json) }
func (p *pair) MessagePack() []byte { return bytes.Clone(p.pack) }

func freeze(text, pack []byte) (Frozen, bool) {
	return &pair{bytes.Clone(text), bytes.Clone(pack)}, true
}
