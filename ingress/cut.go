package ingress

import "slices"

// patch replaces body[from:to] by with; a cut has nothing instead.
type patch struct {
	from, to int
	with     []byte
}

// appendCuts appends what has to go for the members gone, which are in the order
// of the bytes and stand outside of each other.
//
// A run of members that follow each other in one object goes from the first one's
// opening quote up to the opening quote of the next name that stays. If none
// follows, it goes from the comma before the run, or its opening quote if there is
// none, through the last value's last byte. Every other byte stays.
func appendCuts(cuts []patch, body []byte, gone []member) []patch {
	for i := 0; i < len(gone); i++ {
		from := int(gone[i].name)
		for i+1 < len(gone) && gone[i].next == gone[i+1].name {
			i++
		}
		last := gone[i]
		if last.next != 0 {
			cuts = append(cuts, patch{from: from, to: int(last.next)})
			continue
		}
		if at := lastOther(body, from); body[at] == ',' {
			from = at
		}
		cuts = append(cuts, patch{from: from, to: int(last.end)})
	}
	return cuts
}

// lastOther returns the offset of the last byte before end that is no JSON
// whitespace. Before the end of a member there is always one.
func lastOther(body []byte, end int) int {
	for end--; ; end-- {
		switch body[end] {
		case ' ', '\t', '\n', '\r':
		default:
			return end
		}
	}
}

// outside drops the members that stand inside one before them. Both are in the
// order of the bytes.
func outside(list []member) []member {
	end := uint32(0)
	return slices.DeleteFunc(list, func(m member) bool {
		if m.name < end {
			return true
		}
		end = m.end
		return false
	})
}
