package ingress

import (
	"bytes"
	"cmp"
	"errors"
	"net"
	"slices"
	"unicode/utf8"

	"github.com/kvhints/hintcheck/decoder"
)

// Edit is what goes upstream of a scanned body: the body without what Decide cut,
// and with root members removed and set. Several edits of one scan do not touch
// each other, so that each leg of a request has its own.
//
// Names are compared after unescaping, exactly. What was cut is not there any
// more: Set puts a member of that name at the end. Of several calls for one name
// the last holds.
type Edit struct {
	scan    *Scan
	changes []change
}

// change is what becomes of the root members of one name.
type change struct {
	name string
	set  bool
	raw  []byte // of set: the value
	at   int    // the member that gets the value, a position in walk.root, or absent
}

const absent = -1

// Faults of a caller of Edit.
var (
	// ErrUndecided: Edit was called before Decide.
	ErrUndecided = errors.New("ingress: nothing goes upstream before Decide")
	// ErrNoObject: there is no body, or one of a report that is no object, to set a
	// member in or to remove it from.
	ErrNoObject = errors.New("ingress: the body is no object: it has no members to set or remove")
	// ErrBadMember: Set was given a name that is not UTF-8, or what is not one JSON
	// value in UTF-8.
	ErrBadMember = errors.New("ingress: Set takes a name in UTF-8 and one JSON value")
)

// Edit returns an edit of the body. Call it after Decide.
func (s *Scan) Edit() *Edit { return &Edit{scan: s} }

// Remove removes every root member of this name, the admitted hint too.
func (e *Edit) Remove(name string) *Edit {
	e.changes = with(e.changes, change{name: name})
	return e
}

// Set makes value, a JSON text, the value of the root member of this name. If
// there is one, its value is replaced where it stands; of several the last one's,
// and the others are removed; if there is none, the member is appended. value is
// not scanned for carriers: it is the caller's own, and what the caller has from
// elsewhere it scans first.
func (e *Edit) Set(name string, value []byte) *Edit {
	e.changes = with(e.changes, change{name: name, set: true, raw: value})
	return e
}

// Segments returns the bytes that go upstream and how many they are. They are
// views of the body, valid until the Reset of its Scan. The error is the
// [*BodyError] of a refused body, ErrUndecided, ErrNoObject or ErrBadMember; on
// error nothing may go upstream.
//
// Under a policy that reports, the body goes as it came, a refused one too unless
// it is too large; what Remove and Set say is done to a body that is an object.
func (e *Edit) Segments() (net.Buffers, int64, error) {
	s := e.scan
	if err := s.editable(e.changes, s.walk.rootEnd != 0); err != nil {
		return nil, 0, err
	}
	for _, c := range e.changes {
		if !c.valid() {
			return nil, 0, ErrBadMember
		}
	}
	segments, size := assemble(s.body, e.patches())
	return segments, size, nil
}

// valid reports whether what is set is a member.
func (c *change) valid() bool {
	if !c.set {
		return true
	}
	return utf8.ValidString(c.name) && decoder.NewScanner(decoder.Body(0)).Scan(c.raw, true).Reason == decoder.None
}

// patches returns what is done to the body, in the order of its bytes.
func (e *Edit) patches() []patch {
	s := e.scan
	gone := make([]member, 0, len(s.walk.carriers))
	if !s.policy.report {
		for i, carrier := range s.walk.carriers {
			if i != s.keep {
				gone = append(gone, carrier)
			}
		}
	}
	if len(e.changes) == 0 {
		return appendCuts(make([]patch, 0, len(gone)), s.body, gone)
	}
	gone, changed := e.changeRoot(gone)
	patches := appendCuts(nil, s.body, gone)
	for _, c := range changed {
		if c.at != absent {
			m := s.rootMember(c.at)
			// What is cut inside of the old value goes with it.
			patches = slices.DeleteFunc(patches, func(p patch) bool { return int(m.value) <= p.from && p.to <= int(m.end) })
			patches = append(patches, patch{int(m.value), int(m.end), c.raw})
		}
	}
	slices.SortFunc(patches, func(a, b patch) int { return cmp.Compare(a.from, b.from) })
	return append(patches, e.appended(gone, changed)...)
}

// changeRoot finds the root members that the changes are about. It returns all
// members that go, with carriers, and the changes that set something.
func (e *Edit) changeRoot(carriers []member) (gone []member, sets []change) {
	s := e.scan
	changes := slices.Clone(e.changes)
	for i := range changes {
		changes[i].at = absent
	}
	gone = slices.Clone(carriers)
	var name []byte
	cut := 0 // of carriers
	for i, m := range s.walk.root {
		for cut < len(carriers) && carriers[cut].name < m.name {
			cut++
		}
		if cut < len(carriers) && carriers[cut].name == m.name {
			continue
		}
		raw := s.body[m.name+1 : m.nameEnd-1]
		if bytes.IndexByte(raw, '\\') >= 0 {
			name = decoder.AppendUnescaped(name[:0], raw)
			raw = name
		}
		for c := range changes {
			if string(raw) != changes[c].name {
				continue
			}
			if !changes[c].set {
				gone = append(gone, s.rootMember(i))
			} else {
				if changes[c].at != absent {
					gone = append(gone, s.rootMember(changes[c].at))
				}
				changes[c].at = i
			}
			break
		}
	}
	slices.SortFunc(gone, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	return outside(gone), slices.DeleteFunc(changes, func(c change) bool { return !c.set })
}

// rootMember returns member i of the root.
func (s *Scan) rootMember(i int) member {
	m := s.walk.root[i]
	colon := decoder.SkipSpace(s.body, int(m.nameEnd))
	end, next := int(s.walk.rootEnd), uint32(0)
	if i+1 < len(s.walk.root) {
		next = s.walk.root[i+1].name
		end = lastOther(s.body, int(next)) // the comma
	}
	return member{
		name: m.name, value: uint32(decoder.SkipSpace(s.body, colon+1)),
		end: uint32(lastOther(s.body, end) + 1), next: next,
	}
}

// appended returns the patch that puts what is set and not there at the end of
// the root, or none.
func (e *Edit) appended(gone []member, sets []change) []patch {
	s := e.scan
	end := s.walk.rootEnd
	left := len(s.walk.root)
	for _, m := range gone {
		if _, ok := slices.BinarySearchFunc(s.walk.root, m.name, func(r rootMember, name uint32) int { return cmp.Compare(r.name, name) }); ok {
			left--
		}
	}
	var with []byte
	for _, c := range sets {
		if c.at == absent {
			if left > 0 {
				with = append(with, ',')
			}
			with = decoder.AppendQuoted(with, c.name)
			with = append(append(with, ':'), c.raw...)
			left++
		}
	}
	if with == nil {
		return nil
	}
	return []patch{{int(end), int(end), with}}
}

// assemble returns the body with the patches, which are in the order of its bytes
// and do not overlap.
func assemble(body []byte, patches []patch) (segments net.Buffers, size int64) {
	segments = make(net.Buffers, 0, 2*len(patches)+1)
	at := 0
	add := func(part []byte) {
		if len(part) > 0 {
			segments = append(segments, part)
			size += int64(len(part))
		}
	}
	for _, p := range patches {
		add(body[at:p.from])
		add(p.with)
		at = p.to
	}
	add(body[at:])
	return segments, size
}
