package ingress

import "sync"

const (
	// smallRoom is how much room for a body a scan keeps between the requests of a
	// middleware, and gets by a declared length alone: thousands of bodies that have
	// just begun hold no more than this each, whatever came before them.
	smallRoom = 16 << 10
	// smallNotes is how much memory for what was found in a body it keeps.
	smallNotes = 4 << 10
	roomSizes  = 9 // 32 KiB to 8 MiB
)

// rooms keep the memory of large bodies that are gone, by its size, for bodies that
// have become as large: none of it is with a body that has only begun, which is
// charged by its bytes. nil keeps nothing. They are safe for concurrent use.
type rooms struct{ kept [roomSizes]sync.Pool } // of *[]byte with smallRoom<<(i+1) bytes

// take returns no bytes with room for n or, so that it can be kept later, up to twice
// as many.
func (r *rooms) take(n int) []byte {
	for i := 0; r != nil && n > smallRoom && i < roomSizes; i++ {
		if size := smallRoom << (i + 1); n <= size {
			if room, ok := r.kept[i].Get().(*[]byte); ok {
				return (*room)[:0]
			}
			return make([]byte, 0, size)
		}
	}
	return make([]byte, 0, n)
}

// keep keeps room that nobody has a view of any more, if take made it.
func (r *rooms) keep(room []byte) {
	for i := 0; r != nil && i < roomSizes; i++ {
		if cap(room) == smallRoom<<(i+1) {
			r.kept[i].Put(&room)
		}
	}
}
