package tree

// Valid reports whether the value keeps rules 5 to 7 of admission; depth aside.
func Valid(n *Node) bool {
	if n.Kind != Object || !isString(n.Member("protocol_version"), Version) || !isText(n.Member("message_id")) {
		return false
	}
	actions := n.Member("actions")
	if actions == nil || actions.Kind != Array {
		return false
	}
	for _, a := range actions.Items {
		if a.Kind != Object || !isText(a.Member("action_id")) || !isText(a.Member("action_type")) || !isText(a.Member("action_version")) {
			return false
		}
		if payload := a.Member("payload"); payload == nil || payload.Kind != Object {
			return false
		}
	}
	return true
}

func isString(n *Node, text string) bool { return n != nil && n.Kind == String && n.Text == text }
func isText(n *Node) bool                { return n != nil && n.Kind == String && n.Text != "" }

// writeShape changes one thing of a valid envelope, so that it breaks one of the
// rules 5 to 7, and claims where.
func writeShape(root *Node, r Recipe, maxDepth int) ([]byte, *Want) {
	w := newWriter(r, maxDepth)
	if !Valid(root) {
		return w.text(root), nil
	}
	w.kind = r.Offence.Kind
	var f fault
	switch w.kind {
	case NoObject:
		others := []*Node{Arr(), Arr(root), Str(""), Str("null"), Int("0"), Num("0.0"), TrueNode(), FalseNode(), Arr(NullNode())}
		f.root = others[r.Offence.Form%len(others)]
		f.at = f.root
	case OtherVersion:
		others := []string{"", "0.2", "0.1 ", " 0.1", "0.10", "0", "1.0", "v0.1", "0.1\x00", "０.１", "0,1", "0.1\n"}
		f.at = Str(others[r.Offence.Form%len(others)])
		f.root = root.with("protocol_version", f.at)
		f.place = f.place.member("protocol_version")
	case BadShape:
		faults := shapeFaults(root)
		f = faults[r.Offence.Place%len(faults)](r.Offence.Form)
	}
	if f.root.Depth() > maxDepth {
		return w.text(root), nil // a list around the envelope is a level more
	}
	w.watched = f.at
	w.text(f.root)
	w.offend(w.at, f.place, 0)
	return w.out, w.want
}

// fault is an envelope with one thing wrong: a value, or an object that lacks a
// member.
type fault struct {
	root  *Node
	at    *Node // whose first byte is the offset
	place *place
}

// shapeFaults are the places where rule 7 can be broken. Each makes one of the
// forms of its fault.
func shapeFaults(root *Node) []func(form int) fault {
	var list []func(form int) fault
	// add lists the faults of one member of an object. back rebuilds the
	// envelope around the changed object.
	add := func(object *Node, at *place, back func(*Node) *Node, name string, others []*Node) {
		list = append(list, func(form int) fault {
			p := at.member(name)
			i := form % (len(others) + 1)
			if i == 0 {
				lacking := object.with(name, nil)
				return fault{back(lacking), lacking, p}
			}
			value := *others[i-1] // a node of its own, to be found by its address
			return fault{back(object.with(name, &value)), &value, p}
		})
	}
	same := func(n *Node) *Node { return n }
	for _, name := range []string{"protocol_version", "message_id"} {
		others := notStrings
		if name == "message_id" {
			others = notTexts
		}
		add(root, nil, same, name, others)
	}
	add(root, nil, same, "actions", notArrays)

	var top *place
	actions := root.Member("actions")
	for i, action := range actions.Items {
		at := top.member("actions").element(i)
		back := func(n *Node) *Node { return root.with("actions", actions.withItem(i, n)) }
		list = append(list, func(form int) fault {
			value := *notObjects[form%len(notObjects)]
			return fault{back(&value), &value, at}
		})
		for _, name := range []string{"action_id", "action_type", "action_version"} {
			add(action, at, back, name, notTexts)
		}
		add(action, at, back, "payload", notObjects)
	}
	return list
}

var (
	literals   = []*Node{NullNode(), TrueNode(), FalseNode(), Int("0"), Num("0.1")}
	notStrings = append(literals[:len(literals):len(literals)], Arr(), Obj(), Arr(Str(Version)))
	notTexts   = append(notStrings[:len(notStrings):len(notStrings)], Str(""))
	notArrays  = append(literals[:len(literals):len(literals)], Obj(), Str("[]"), Str(""))
	notObjects = append(literals[:len(literals):len(literals)], Arr(), Str("{}"), Str(""), Arr(Obj()))
)
