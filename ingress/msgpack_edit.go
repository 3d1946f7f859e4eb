package ingress

import (
	"cmp"
	"encoding/binary"
	"errors"
	"net"
	"slices"
	"unicode/utf8"
)

// ErrBadMsgpackMember: Set of a MessagePack body was given a name that is not UTF-8,
// or what is not one value such as a body may have.
var ErrBadMsgpackMember = errors.New("ingress: Set takes a name in UTF-8 and one MessagePack value without ext and with strs for names")

// MsgpackEdit is what goes upstream of a scanned MessagePack body, as [Edit] is of a
// JSON body.
type MsgpackEdit struct {
	scan    *MsgpackScan
	changes []change
}

// Edit returns an edit of the body. Call it after Decide.
func (s *MsgpackScan) Edit() *MsgpackEdit { return &MsgpackEdit{scan: s} }

// Remove removes every root member of this name, the admitted hint too.
func (e *MsgpackEdit) Remove(name string) *MsgpackEdit {
	e.changes = with(e.changes, change{name: name})
	return e
}

// Set makes value, the bytes of one MessagePack value, the value of the root member
// of this name, in the place that [Edit.Set] says. value is not scanned for carriers.
func (e *MsgpackEdit) Set(name string, value []byte) *MsgpackEdit {
	e.changes = with(e.changes, change{name: name, set: true, raw: value})
	return e
}

// Segments returns the bytes that go upstream and how many they are. They are views
// of the body, valid until the Reset of its scan, and what was set. The heads of maps
// keep their width: only members that go and counts differ from the body as it came.
// Just the root's head gets wider, if members that were set need it.
//
// The error is the [*BodyError] of a refused body, ErrUndecided, ErrNoObject or
// ErrBadMsgpackMember; on error nothing may go upstream. Under a policy that reports
// it is as with [Edit.Segments]. The cost is that of the cuts; with Remove and Set,
// that of the body.
func (e *MsgpackEdit) Segments() (net.Buffers, int64, error) {
	s := e.scan
	if err := s.editable(e.changes, len(s.body) > 0); err != nil {
		return nil, 0, err
	}
	for _, c := range e.changes {
		if c.set && !(utf8.ValidString(c.name) && isPackValue(c.raw)) {
			return nil, 0, ErrBadMsgpackMember
		}
	}
	segments, size := assemble(s.body, e.patches())
	return segments, size, nil
}

// patches returns what is done to the body, in the order of its bytes.
func (e *MsgpackEdit) patches() []patch {
	s := e.scan
	var patches []patch
	var heads []uint32 // of the maps that lose a member, once for each
	if !s.policy.report {
		for i, m := range s.walk.carriers {
			if i != s.keep {
				patches = append(patches, patch{from: int(m.name), to: int(m.end)})
				heads = append(heads, s.walk.heads[i])
			}
		}
	}
	var added []byte
	more := 0
	if len(e.changes) > 0 {
		changed, removed, absent := e.changeRoot()
		patches = append(patches, changed...)
		more = len(absent) - removed
		for _, c := range absent {
			added = append(appendPackName(added, c.name), c.raw...)
		}
	}
	patches = append(patches, s.counts(heads, more)...)
	// A cut or a count can be inside of a value that goes.
	slices.SortFunc(patches, func(a, b patch) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	end := 0
	patches = slices.DeleteFunc(patches, func(p patch) bool {
		inside := p.from < end
		end = max(end, p.to)
		return inside
	})
	if added != nil {
		patches = append(patches, patch{len(s.body), len(s.body), added})
	}
	return patches
}

// counts returns the patches of the heads of maps whose members become fewer: by one
// for each time that their head is in the list. more members come to the root.
func (s *MsgpackScan) counts(heads []uint32, more int) (patches []patch) {
	slices.Sort(heads)
	root := more
	for len(heads) > 0 {
		at := heads[0]
		n := 1
		for n < len(heads) && heads[n] == at {
			n++
		}
		heads = heads[n:]
		if at == 0 {
			root -= n
			continue
		}
		patches = append(patches, s.count(int(at), -n))
	}
	if root != 0 {
		patches = append(patches, s.count(0, root))
	}
	return patches
}

// count returns the patch of the head at at for a map of more members.
func (s *MsgpackScan) count(at, more int) patch {
	head, _ := readPackHead(s.body[at:])
	return patch{at, at + head.width, appendPackCount(nil, s.body[at], int(head.number)+more)}
}

// changeRoot goes through the members of the root that are not cut. It returns what
// is done to those that the changes are about, how many are removed, and which
// changes set a member that is not there.
func (e *MsgpackEdit) changeRoot() (patches []patch, removed int, absent []change) {
	s := e.scan
	found := make([]member, len(e.changes)) // the last member of each name; its end is 0 if there is none
	remove := func(m member) {
		patches = append(patches, patch{from: int(m.name), to: int(m.end)})
		removed++
	}
	s.eachRootMember(func(m member) {
		i := slices.IndexFunc(e.changes, func(c change) bool { return c.name == string(packText(s.body[m.name:])) })
		if i < 0 || s.cuts(m) {
			return
		}
		if !e.changes[i].set {
			remove(m)
			return
		}
		if found[i].end > 0 {
			remove(found[i])
		}
		found[i] = m
	})
	for i, c := range e.changes {
		switch m := found[i]; {
		case c.set && m.end > 0:
			patches = append(patches, patch{int(m.value), int(m.end), c.raw})
		case c.set:
			absent = append(absent, c)
		}
	}
	return patches, removed, absent
}

// cuts reports whether a member of the root is a carrier that is cut.
func (s *MsgpackScan) cuts(m member) bool {
	i, found := slices.BinarySearchFunc(s.walk.carriers, m.name, func(c member, name uint32) int { return cmp.Compare(c.name, name) })
	return found && i != s.keep && !s.policy.report
}

// eachRootMember calls do with each member of the root of a body that was read.
func (s *MsgpackScan) eachRootMember(do func(member)) {
	c := packCursor{limit: len(s.body)}
	var m member
	for {
		switch step := c.next(s.body); {
		case step == packMore, step == packBad, step == packEnd:
			return
		case c.depth != 1:
		case step == packName:
			m = member{name: uint32(c.start), value: uint32(c.at)}
		case step == packPlain, step == packClose:
			m.end = uint32(c.at)
			do(m)
		}
	}
}

// isPackValue reports whether text is one value such as a body may have.
func isPackValue(text []byte) bool {
	c := packCursor{limit: len(text)}
	for {
		switch c.next(text) {
		case packEnd:
			return c.at == len(text)
		case packMore, packBad:
			return false
		}
	}
}

// appendPackName writes a str.
func appendPackName(dst []byte, name string) []byte {
	switch n := len(name); {
	case n < 1<<5:
		dst = append(dst, 0xa0|byte(n))
	case n < 1<<8:
		dst = append(dst, 0xd9, byte(n))
	case n < 1<<16:
		dst = binary.BigEndian.AppendUint16(append(dst, 0xda), uint16(n))
	default:
		dst = binary.BigEndian.AppendUint32(append(dst, 0xdb), uint32(n))
	}
	return append(dst, name...)
}

// appendPackCount writes the head of a map of n members, as wide as the head that
// starts with first, or wider if n does not fit.
func appendPackCount(dst []byte, first byte, n int) []byte {
	switch {
	case first == 0xdf || n >= 1<<16:
		return binary.BigEndian.AppendUint32(append(dst, 0xdf), uint32(n))
	case first == 0xde || n >= 1<<4:
		return binary.BigEndian.AppendUint16(append(dst, 0xde), uint16(n))
	}
	return append(dst, 0x80|byte(n))
}
