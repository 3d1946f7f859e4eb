package ingress

// packLevel is an array or a map that a reader is inside of.
type packLevel struct {
	rest  uint64 // elements, or names of members, that are still to come
	isMap bool
}

// packLevels keeps the levels around the innermost one. A level is written as a
// number in groups of 7 bits, the lowest group last, bit 7 of a group telling that
// one before it belongs to the same level: so that a level takes no more bytes than
// the head that opened it, and 32 MiB of nested arrays no more than 32 MiB.
type packLevels []byte

// push keeps a level. It must be one that a head could open.
func (s *packLevels) push(l packLevel) {
	n := l.rest << 1
	if l.isMap {
		n |= 1
	}
	groups := 0 // above the lowest
	for n>>(7*groups) > 0x7f {
		groups++
	}
	for i := groups; i >= 0; i-- {
		group := byte(n>>(7*i)) & 0x7f
		if i < groups {
			group |= 0x80
		}
		*s = append(*s, group)
	}
}

// pop returns the level that was kept last. There must be one.
func (s *packLevels) pop() packLevel {
	var n uint64
	at := len(*s)
	for shift, more := 0, true; more; shift += 7 {
		at--
		group := (*s)[at]
		n |= uint64(group&0x7f) << shift
		more = group&0x80 != 0
	}
	*s = (*s)[:at]
	return packLevel{rest: n >> 1, isMap: n&1 != 0}
}
