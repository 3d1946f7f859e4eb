package admit

import (
	"sync"

	"github.com/kvhints/hintcheck/decoder"
)

// scratch is the memory that judging one envelope needs and that outlives it
// only to be used again. Nothing of it gets into a Snapshot.
type scratch struct {
	stream  *decoder.Stream
	parts   parts
	actions []actionParts
	pack    []byte // the MessagePack form
	float   uint64 // bits of the float64 that was read last
	tail    []byte // ids unescaped and
	table   []byte // the action table, as freeze writes them
	text    []byte // one unescaped string, for the verifier

	// nil but in the test that shows what the verifier is for: it is given the form
	// and where the bytes begin that were just written
	damage func(form []byte, at int)
}

func newScratch() *scratch {
	return &scratch{stream: decoder.NewStream(decoder.Profile{})}
}

// largestKept is the size of an envelope, in bytes, above which its scratch is
// left to the garbage collector: one large envelope must not hold its memory for
// as long as small ones keep coming.
const largestKept = 1 << 20

// scratchPool lends scratch. The zero value is ready; it is safe for concurrent
// use.
type scratchPool struct{ pool sync.Pool }

func (p *scratchPool) get() *scratch {
	if s, ok := p.pool.Get().(*scratch); ok {
		return s
	}
	return newScratch()
}

// put takes back the scratch of an envelope of size bytes.
func (p *scratchPool) put(s *scratch, size int) {
	if size <= largestKept {
		p.pool.Put(s)
	}
}
