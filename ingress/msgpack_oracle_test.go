package ingress_test

import (
	"encoding/binary"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/kvhints/hintcheck/admit"
)

// This file is a second implementation of what the scanner does with MessagePack,
// short, recursive and from the text of the rules: a tree of values that is written
// again without the carriers. It shares with that of JSON how names are compared.

// packNode is one value. Only arrays and maps have parts.
type packNode struct {
	head  byte     // the first byte
	raw   []byte   // the whole value, for a value without parts
	names [][]byte // of a map: the strs as they came
	texts []string // and their characters
	parts []*packNode
}

var errPack = errors.New("not a value of a body")

// parsePack returns the tree of a body that has nothing behind it.
func parsePack(body []byte) (*packNode, error) {
	root, rest, err := parsePackValue(body)
	if err != nil || len(rest) > 0 || root.texts == nil {
		return nil, errPack
	}
	return root, nil
}

// packSizes is, for a first byte from 0xc0 on, how many bytes of number or length
// follow, and what they count: n for nothing, b bytes, s text, a elements, m members,
// x for what is refused.
var packSizes = map[byte]struct {
	bytes int
	what  byte
}{
	0xc0: {0, 'n'}, 0xc1: {0, 'x'}, 0xc2: {0, 'n'}, 0xc3: {0, 'n'}, 0xc4: {1, 'b'}, 0xc5: {2, 'b'}, 0xc6: {4, 'b'},
	0xc7: {0, 'x'}, 0xc8: {0, 'x'}, 0xc9: {0, 'x'}, 0xca: {4, 'n'}, 0xcb: {8, 'n'}, 0xcc: {1, 'n'}, 0xcd: {2, 'n'},
	0xce: {4, 'n'}, 0xcf: {8, 'n'}, 0xd0: {1, 'n'}, 0xd1: {2, 'n'}, 0xd2: {4, 'n'}, 0xd3: {8, 'n'},
	0xd4: {0, 'x'}, 0xd5: {0, 'x'}, 0xd6: {0, 'x'}, 0xd7: {0, 'x'}, 0xd8: {0, 'x'}, 0xd9: {1, 's'}, 0xda: {2, 's'},
	0xdb: {4, 's'}, 0xdc: {2, 'a'}, 0xdd: {4, 'a'}, 0xde: {2, 'm'}, 0xdf: {4, 'm'},
}

func parsePackValue(b []byte) (*packNode, []byte, error) {
	if len(b) == 0 {
		return nil, nil, errPack
	}
	n := &packNode{head: b[0]}
	count, width, what := 0, 1, byte('n')
	switch c := b[0]; {
	case c < 0x80 || c >= 0xe0:
	case c < 0x90:
		count, what = int(c&15), 'm'
	case c < 0xa0:
		count, what = int(c&15), 'a'
	case c < 0xc0:
		count, what = int(c&31), 's'
	default:
		size := packSizes[c]
		if width, what = 1+size.bytes, size.what; len(b) < width || what == 'x' {
			return nil, nil, errPack
		}
		if what != 'n' {
			count = int(binary.BigEndian.Uint64(append(make([]byte, 8-size.bytes), b[1:width]...)))
		}
	}
	rest := b[width:]
	switch what {
	case 'n', 'b', 's':
		if what == 'n' {
			count = 0
		}
		if count > len(rest) || what == 's' && !utf8.Valid(rest[:count]) {
			return nil, nil, errPack
		}
		n.raw = b[:width+count]
		return n, rest[count:], nil
	}
	if what == 'm' {
		n.texts = []string{}
	}
	for range count {
		if what == 'm' {
			name, after, err := parsePackValue(rest)
			if err != nil || !name.isStr() {
				return nil, nil, errPack
			}
			n.names = append(n.names, name.raw)
			n.texts = append(n.texts, name.text())
			rest = after
		}
		part, after, err := parsePackValue(rest)
		if err != nil {
			return nil, nil, errPack
		}
		n.parts = append(n.parts, part)
		rest = after
	}
	return n, rest, nil
}

func (n *packNode) isStr() bool {
	return n.head >= 0xa0 && n.head < 0xc0 || packSizes[n.head].what == 's'
}

func (n *packNode) text() string {
	if n.head < 0xc0 {
		return string(n.raw[1:])
	}
	return string(n.raw[1+packSizes[n.head].bytes:])
}

// packVerdict is what has to become of a body that can be read.
type packVerdict struct {
	carriers, live, matches int
	repeated                bool // two handoff members of one name in one map
	upstream                []byte
}

// judgePack writes the body again. keep says that the member kv_hints of the root
// stays.
func judgePack(root *packNode, keep bool) (v packVerdict) {
	v.upstream = v.append(nil, root, true, true, keep)
	return v
}

func (v *packVerdict) append(out []byte, n *packNode, root, place, keep bool) []byte {
	if n.raw != nil {
		return append(out, n.raw...)
	}
	var parts []byte
	count := len(n.parts)
	for i, part := range n.parts {
		inside := place
		if n.texts != nil {
			name := n.texts[i]
			match := root && name == "kv_hints"
			switch {
			case !place:
			case isOneOf(name, "kv_hints", "kv_hint", "router_hint"):
				v.carriers++
				if part.head != 0xc0 {
					v.live++
				}
				if match {
					v.matches++
				}
				if !match || !keep {
					count--
					continue
				}
				inside = false
			case isHandoff(name, root):
				for _, other := range n.texts[:i] {
					v.repeated = v.repeated || isOneOf(other, name)
				}
				fallthrough
			default:
				inside = slices.ContainsFunc(packContainers, func(c string) bool { return isOneOf(name, c) })
			}
			parts = append(parts, n.names[i]...)
		}
		parts = v.append(parts, part, false, inside, false)
	}
	switch {
	case n.head < 0xc0:
		out = append(out, n.head&0xf0|byte(count))
	case packSizes[n.head].bytes == 2:
		out = binary.BigEndian.AppendUint16(append(out, n.head), uint16(count))
	default:
		out = binary.BigEndian.AppendUint32(append(out, n.head), uint32(count))
	}
	return append(out, parts...)
}

var packContainers = []string{
	"kv_transfer_params", "ec_transfer_params", "extra_args", "extra_body", "vllm_xargs", "nvext",
	"sampling_params", "disagg_prefill_resp", "disaggregated_params", "requests", "params",
}

// reason is the admission's, as far as it does not depend on the hint.
func (v packVerdict) reason(trust admit.Trust, hint admit.Reason) admit.Reason {
	switch {
	case trust != admit.Trusted && v.live > 0:
		return admit.NotTrusted
	case trust != admit.Trusted || v.matches == 0:
		return admit.Absent
	case v.matches > 1:
		return admit.DuplicateMember
	}
	return hint
}
