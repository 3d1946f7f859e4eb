package admit

import (
	"encoding/binary"
	"strings"

	"github.com/kvhints/hintcheck/decoder"
)

// body is a frozen envelope. All of its bytes stand in one immutable string:
//
//	JSON as received | MessagePack form | ids unescaped | action table
//
// The JSON and the MessagePack form are what travels. The ids
// and versions are those that were written with escapes, so that every accessor can
// return a view. Both are nearly always empty. The table has actionSize bytes for
// each action.
type body struct {
	cell
	frozen    string
	json      int  // bytes of JSON
	pack      span // MessagePack
	table     int  // offset of the action table
	version   span
	messageID span
	compact   int
	depth     int
}

// cell is what a Snapshot points to. It holds only a pointer, so that package
// fmt, which looks through unexported fields, prints an address and no text.
type cell struct{ b *body }

// span is a part of the frozen string.
type span struct{ start, end uint32 }

// actionSize is the size of an action in the table: the spans of its id, type,
// version and payload, each two little-endian 32-bit offsets.
const actionSize = 4 * 8

// freeze makes the snapshot of an envelope whose text and shape are checked. It
// reports false if the MessagePack form, read back, is not the same value. It
// allocates the two blocks of a snapshot and nothing else: the body and its
// string.
func (s *scratch) freeze(raw []byte, x decoder.Index) (Snapshot, bool) {
	if !s.encode(x, raw) {
		return Snapshot{}, false
	}
	b := &body{json: len(raw), pack: span{uint32(len(raw)), uint32(len(raw) + len(s.pack))}}
	b.cell.b = b
	scanner := s.stream.Scanner()
	b.compact, b.depth = len(raw)-scanner.Space(), scanner.Depth()

	s.tail = s.tail[:0]
	b.version = s.freezeText(x, s.parts.version, b)
	b.messageID = s.freezeText(x, s.parts.messageID, b)
	s.table = s.table[:0]
	for _, a := range s.actions {
		payload := x.Raw(a.payload)
		start := uint32(x.Offset(a.payload))
		for _, part := range [...]span{
			s.freezeText(x, a.id, b),
			s.freezeText(x, a.kind, b),
			s.freezeText(x, a.version, b),
			{start, start + uint32(len(payload))},
		} {
			s.table = binary.LittleEndian.AppendUint32(s.table, part.start)
			s.table = binary.LittleEndian.AppendUint32(s.table, part.end)
		}
	}
	b.table = int(b.pack.end) + len(s.tail)

	var frozen strings.Builder
	frozen.Grow(b.table + len(s.table))
	frozen.Write(raw)
	frozen.Write(s.pack)
	frozen.Write(s.tail)
	frozen.Write(s.table)
	b.frozen = frozen.String()
	return Snapshot{&b.cell}, true
}

// freezeText returns where the characters of the String at position i will stand
// in the frozen string: in the JSON itself, or unescaped behind the MessagePack
// form.
func (s *scratch) freezeText(x decoder.Index, i int, b *body) span {
	if !x.Escaped(i) {
		start := uint32(x.Offset(i) + 1)
		return span{start, start + uint32(x.TextLen(i))}
	}
	start := b.pack.end + uint32(len(s.tail))
	s.tail = x.AppendText(s.tail, i)
	return span{start, start + uint32(x.TextLen(i))}
}

// text returns a part of the frozen string.
func (b *body) text(s span) string { return b.frozen[s.start:s.end] }

// part returns the part with number n of action i: its id, type, version or
// payload.
func (b *body) part(i, n int) string {
	at := b.table + i*actionSize + n*8
	return b.text(span{littleEndian(b.frozen[at:]), littleEndian(b.frozen[at+4:])})
}

func (b *body) numActions() int { return (len(b.frozen) - b.table) / actionSize }

func littleEndian(s string) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
