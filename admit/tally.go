package admit

import (
	"iter"
	"sync/atomic"
)

// tally counts decisions by reason. It is safe for concurrent use.
type tally struct{ counts [numReasons]atomic.Uint64 }

func (t *tally) count(r Reason) { t.counts[r].Add(1) }

// Tally is how many envelopes were decided by each reason at one moment. Counts
// of calls that run at that moment may be in or not.
type Tally struct{ counts [numReasons]uint64 }

func (t *tally) read() Tally {
	var now Tally
	for i := range t.counts {
		now.counts[i] = t.counts[i].Load()
	}
	return now
}

// Count returns how many envelopes reason r decided.
func (t Tally) Count(r Reason) uint64 {
	if r < numReasons {
		return t.counts[r]
	}
	return 0
}

// All returns every reason in the order of judgement with its count, zeros
// included, so that each has its metric from the start.
func (t Tally) All() iter.Seq2[Reason, uint64] {
	return func(yield func(Reason, uint64) bool) {
		for i, n := range t.counts {
			if !yield(Reason(i), n) {
				return
			}
		}
	}
}

// Total returns how many envelopes were decided: the sum over the reasons.
func (t Tally) Total() uint64 {
	var sum uint64
	for _, n := range t.counts {
		sum += n
	}
	return sum
}

// Outcome returns how many envelopes had the outcome o.
func (t Tally) Outcome(o Outcome) uint64 {
	if o == Admitted {
		return t.counts[NoFault]
	}
	return t.Total() - t.counts[NoFault]
}
