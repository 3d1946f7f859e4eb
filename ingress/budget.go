package ingress

import (
	"math"
	"runtime/debug"
	"strconv"
	"sync/atomic"
)

// Budget bounds the bytes of bodies that are in memory at a time, over all requests
// and middlewares that share it. A body is charged as its bytes arrive: as they
// came, and once more as they are after a content coding. So is what is noted of a
// body of more than a few hundred members, carriers or handoffs, which can be ten
// times its bytes. It is safe for concurrent use. Make one with [NewBudget]; the zero
// Budget has room for no body at all.
//
// The memory behind a charge can be about twice as much, since a body that grows
// doubles its room, or four times while a body of a declared length comes; what each
// connection needs besides, about 40 KiB, is bounded by the number of connections that
// the server takes.
type Budget struct {
	limit int64
	used  atomic.Int64
}

// largestDefaultBudget is the default where much memory or no limit is set.
const largestDefaultBudget = 1 << 30

// NewBudget returns a budget of at least 1 byte, or a [*PolicyError].
func NewBudget(bytes int64) (*Budget, error) {
	if bytes < 1 {
		return nil, &PolicyError{Option: "NewBudget", Got: strconv.FormatInt(bytes, 10), Want: "1 byte or more"}
	}
	return &Budget{limit: bytes}, nil
}

// DefaultBudgetBytes returns the smaller of 1 GiB and a quarter of the memory limit
// of the process (GOMEMLIMIT, or runtime/debug.SetMemoryLimit), as it is now.
func DefaultBudgetBytes() int64 {
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		return largestDefaultBudget
	}
	return min(limit/4, largestDefaultBudget)
}

// Limit returns the size of the budget in bytes.
func (b *Budget) Limit() int64 { return b.limit }

// InUse returns how many bytes are charged now.
func (b *Budget) InUse() int64 { return b.used.Load() }

// take charges n bytes if they are left.
func (b *Budget) take(n int64) bool {
	for {
		used := b.used.Load()
		if n > b.limit-used {
			return false
		}
		if b.used.CompareAndSwap(used, used+n) {
			return true
		}
	}
}

// hold is what one request has of the budget.
type hold struct {
	budget   *Budget
	observer Observer
	bytes    int64
}

// take charges n bytes more, or reports that the budget is used up.
func (h *hold) take(n int64) bool {
	if !h.budget.take(n) {
		return false
	}
	h.bytes += n
	h.observer.InFlight(n)
	return true
}

// give gives n of the bytes back.
func (h *hold) give(n int64) {
	if n > 0 {
		h.bytes -= n
		h.budget.used.Add(-n)
		h.observer.InFlight(-n)
	}
}

// release gives all of it back. A second call has nothing to give.
func (h *hold) release() { h.give(h.bytes) }
