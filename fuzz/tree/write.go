package tree

import "slices"

// Write writes the sample. The same sample always gives the same text.
func (s Sample) Write() Text {
	r := s.Recipe
	text := Text{MaxBytes: RoomyMaxBytes, MaxDepth: r.MaxDepth, Trusted: true}
	if text.MaxDepth == 0 {
		text.MaxDepth = DefaultMaxDepth
	}
	root := reorder(s.Root, r.Order)
	if root.Depth() > text.MaxDepth {
		// The value is an offence already: it is written as it is, unclaimed.
		text.Bytes = newWriter(r, text.MaxDepth).text(root)
		return text
	}
	kind := r.Offence.Kind
	w := newWriter(r, text.MaxDepth)
	switch {
	case kind == NoOffence:
		text.Bytes = w.text(root)
		if Valid(root) {
			text.Want = &Want{Reason: kind.Reason(), Offset: -1}
		}
	case kind == Blank:
		if r.Offence.Form%4 != 0 {
			text.Bytes = w.text(NullNode())
		}
		text.Want = &Want{Reason: kind.Reason(), Offset: -1}
	case root.Kind == Null && !kind.Rule4():
		text.Bytes = w.text(root) // absent comes before them
	case kind == Distrusted:
		text.Bytes, text.Trusted = w.text(root), false
		text.Want = &Want{Reason: kind.Reason(), Offset: -1}
	case kind == TooLong:
		text.Bytes = w.text(root)
		if n := len(text.Bytes); n > 1 {
			text.MaxBytes = n - 1 - r.Offence.Form%(n-1)
			text.Want = &Want{Reason: kind.Reason(), Offset: text.MaxBytes}
		}
	case kind == CutShort:
		text.Bytes = w.text(root)
		w.cut(root, r.Offence.Place)
		text.Bytes, text.Want = w.out, w.want
	case kind.Rule4():
		text.Bytes, text.Want = writeRule4(root, r, text.MaxDepth)
	default:
		text.Bytes, text.Want = writeShape(root, r, text.MaxDepth)
	}
	return text
}

// writeRule4 writes the value once to count the places for the offence, and
// again with the offence in one of them.
func writeRule4(root *Node, r Recipe, maxDepth int) ([]byte, *Want) {
	count := newWriter(r, maxDepth)
	count.kind = r.Offence.Kind
	plain := count.text(root)
	if count.seen == 0 {
		return plain, nil
	}
	w := newWriter(r, maxDepth)
	w.kind, w.target = r.Offence.Kind, r.Offence.Place%count.seen
	out := w.text(root)
	if w.want.Certain > len(out) {
		w.want.Certain = 0 // nothing follows that could settle it
	}
	return out, w.want
}

// writer writes one text.
type writer struct {
	out      []byte
	choices  choices
	maxDepth int

	kind   OffenceKind // what to build in
	form   int         // which form of it
	target int         // in which of its places; -1 only counts them
	seen   int         // places so far
	want   *Want       // set when it is built in

	open    *place // of the innermost open container
	level   int    // open containers
	watched *Node  // whose offset is asked for
	at      int    // the offset of it
	marks   []mark
	end     int // of the root value
}

// mark says which pointer a text has that ends at offset or later, up to the next
// mark.
type mark struct {
	offset int
	place  *place
}

func newWriter(r Recipe, maxDepth int) *writer {
	return &writer{choices: choices{list: r.Choices}, maxDepth: maxDepth, form: r.Offence.Form, target: -1}
}

func (w *writer) text(root *Node) []byte {
	w.gap(beforeRoot)
	w.value(root, nil)
	w.end = len(w.out)
	w.gap(afterRoot)
	return w.out
}

// hit reports whether this place is the one for an offence of the kind.
func (w *writer) hit(kind OffenceKind) bool {
	if w.kind != kind {
		return false
	}
	w.seen++
	return w.seen-1 == w.target
}

// offend claims the offence at offset in p, certain from the first certain bytes
// on.
func (w *writer) offend(offset int, p *place, certain int) {
	w.want = &Want{Reason: w.kind.Reason(), Offset: offset, Pointer: p.pointer(), HasPointer: true, Certain: certain}
}

func (w *writer) mark(offset int, p *place) { w.marks = append(w.marks, mark{offset, p}) }

func (w *writer) gap(g gap) {
	w.out = w.choices.space(w.out)
	if w.hit(StrayByte) {
		w.offend(len(w.out), w.open, len(w.out)+1)
		w.out = append(w.out, stray(g, w.form)...)
		w.out = w.choices.space(w.out)
	}
}

func (w *writer) value(n *Node, p *place) {
	if n == w.watched {
		w.at = len(w.out)
	}
	if w.replaced(p) {
		return
	}
	start := len(w.out)
	switch n.Kind {
	case Array:
		w.array(n, p)
		return
	case Object:
		w.object(n, p)
		return
	case Null:
		w.out = append(w.out, "null"...)
	case False:
		w.out = append(w.out, "false"...)
	case True:
		w.out = append(w.out, "true"...)
	case String:
		w.quoted(n.Text, p)
	case Integer:
		w.out = append(w.out, respellInteger(n.Text, &w.choices)...)
	case Float:
		w.out = append(w.out, respellFloat(n.Text, &w.choices)...)
	}
	w.mark(start+1, p)
	end := len(w.out)
	if n.Kind == Integer || n.Kind == Float {
		end++ // at its end it is still being read
	}
	w.mark(end, w.open)
}

// replaced writes an offence in the place of a value.
func (w *writer) replaced(p *place) bool {
	start := len(w.out)
	switch {
	case w.hit(BadScalar):
		bad := badScalars[w.form%len(badScalars)]
		at := w.open
		if bad.reading {
			at = p
		}
		w.offend(start+bad.at, at, start+bad.at+1)
		w.out = append(w.out, bad.text...)
	case w.hit(HugeInteger):
		w.out = append(w.out, hugeIntegers[w.form%len(hugeIntegers)]...)
		w.offend(start, p, len(w.out)+1)
	case w.hit(InfiniteFloat):
		w.out = append(w.out, infiniteFloats[w.form%len(infiniteFloats)]...)
		w.offend(start, p, len(w.out)+1)
	case w.hit(TooNested):
		w.nest(p)
	default:
		return false
	}
	return true
}

// nest opens one container more than there may be.
func (w *writer) nest(p *place) {
	names := []string{"", "a", "~1", "é"}
	var closing []byte
	for level := w.level + 1; level <= w.maxDepth+1; level++ {
		if level == w.maxDepth+1 {
			w.offend(len(w.out), p, len(w.out)+1)
		}
		if w.form>>(level%16)&1 == 0 {
			w.out = append(w.out, '[')
			closing = append(closing, ']')
			p = p.element(0)
		} else {
			name := names[level%len(names)]
			w.out = append(w.out, `{"`+name+`":`...)
			closing = append(closing, '}')
			p = p.member(name)
		}
		w.out = w.choices.space(w.out)
	}
	slices.Reverse(closing)
	w.out = append(append(w.out, '0'), closing...)
}

// begin and finish write the brackets of a container.
func (w *writer) begin(bracket byte, p *place) (around *place) {
	around, w.open = w.open, p
	w.level++
	w.out = append(w.out, bracket)
	w.mark(len(w.out), p)
	return around
}

func (w *writer) finish(bracket byte, around *place) {
	w.out = append(w.out, bracket)
	w.level--
	w.open = around
	w.mark(len(w.out), around)
}

func (w *writer) array(n *Node, p *place) {
	around := w.begin('[', p)
	w.gap(firstElement)
	for i, item := range n.Items {
		if i > 0 {
			w.out = append(w.out, ',')
			w.gap(nextElement)
		}
		w.value(item, p.element(i))
		w.gap(afterElement)
	}
	w.finish(']', around)
}

func (w *writer) object(n *Node, p *place) {
	members, repeated := n.Members, -1
	if len(members) > 0 && w.hit(RepeatedName) {
		members, repeated = repeatName(members, w.form)
	}
	around := w.begin('{', p)
	w.gap(firstName)
	for i, m := range members {
		if i > 0 {
			w.out = append(w.out, ',')
			w.gap(nextName)
		}
		quote := len(w.out)
		w.quoted(m.Name, p)
		if i == repeated {
			w.offend(quote, p.member(m.Name), len(w.out))
		}
		w.gap(beforeColon)
		w.out = append(w.out, ':')
		w.gap(memberValue)
		w.value(m.Value, p.member(m.Name))
		w.gap(afterMember)
	}
	w.finish('}', around)
}

// repeatName puts a member with the name of an earlier one somewhere behind it.
func repeatName(members []Member, form int) ([]Member, int) {
	first := form % len(members)
	at := first + 1 + form/len(members)%(len(members)-first)
	return slices.Insert(slices.Clone(members), at, Member{members[first].Name, NullNode()}), at
}

// quoted writes a string or name. p is the value being read: the string itself,
// or for a name the object around it.
func (w *writer) quoted(characters string, p *place) {
	w.out = append(w.out, '"')
	runes := []rune(characters)
	bad, at := w.badPart(len(runes))
	for i, r := range runes {
		if i == at {
			w.bad(bad, p)
		}
		w.out = w.choices.character(w.out, r)
	}
	if at == len(runes) {
		w.bad(bad, p)
	}
	w.out = append(w.out, '"')
}

// badPart returns what to build into a string of n characters and in front of
// which of them, or -1.
func (w *writer) badPart(n int) (badPart, int) {
	var list []badPart
	switch {
	case w.hit(BadCharacter):
		list = badCharacters
	case w.hit(BadUTF8):
		list = badUTF8
	case w.hit(HalfPair):
		list = halfPairs
	default:
		return badPart{}, -1
	}
	return list[w.form%len(list)], w.form / len(list) % (n + 1)
}

func (w *writer) bad(b badPart, p *place) {
	at := len(w.out) + b.at
	w.out = append(w.out, b.text...)
	certain := at + 1
	if w.kind != BadCharacter {
		certain = len(w.out) + b.settled
	}
	w.offend(at, p, certain)
}

// cut ends the text inside the root value, or in the whitespace before it. A
// number at the top is left alone: a part of it may be a number.
func (w *writer) cut(root *Node, place int) {
	if root.Kind == Integer || root.Kind == Float || w.end < 2 {
		return
	}
	w.kind = CutShort
	n := 1 + place%(w.end-1)
	p := w.open
	for _, m := range w.marks {
		if m.offset > n {
			break
		}
		p = m.place
	}
	w.out = w.out[:n]
	w.offend(n, p, 0)
}
