package tree

import (
	"iter"
	"slices"
)

// Kind is the kind of a Node. The set is closed.
type Kind uint8

const (
	Null Kind = iota
	False
	True
	Integer // a number without fraction and exponent
	Float   // any other number
	String
	Array
	Object
)

// Node is a JSON value. A node is never changed after it is made, so that trees
// may share parts.
type Node struct {
	Kind    Kind
	Text    string   // Integer and Float: the number; String: its characters, in UTF-8
	Items   []*Node  // Array
	Members []Member // Object, in order, with distinct names
}

// Member is a member of an Object.
type Member struct {
	Name  string
	Value *Node
}

// NullNode, TrueNode and FalseNode return the literals.
func NullNode() *Node  { return &Node{Kind: Null} }
func TrueNode() *Node  { return &Node{Kind: True} }
func FalseNode() *Node { return &Node{Kind: False} }

// Int returns an integer. The text is digits, with a minus sign or without.
func Int(text string) *Node { return &Node{Kind: Integer, Text: text} }

// Num returns a number with a fraction or an exponent, spelled as JSON has it.
func Num(text string) *Node { return &Node{Kind: Float, Text: text} }

// Str returns a string of the characters, which must be UTF-8.
func Str(characters string) *Node { return &Node{Kind: String, Text: characters} }

// Arr returns an array.
func Arr(items ...*Node) *Node { return &Node{Kind: Array, Items: items} }

// Obj returns an object. The names must be distinct.
func Obj(members ...Member) *Node { return &Node{Kind: Object, Members: members} }

// Member returns the value of the member called name, or nil.
func (n *Node) Member(name string) *Node {
	if i := n.memberIndex(name); i >= 0 {
		return n.Members[i].Value
	}
	return nil
}

func (n *Node) memberIndex(name string) int {
	return slices.IndexFunc(n.Members, func(m Member) bool { return m.Name == name })
}

// Depth returns the nesting in open arrays and objects: 0 for a scalar.
func (n *Node) Depth() int {
	deepest := 0
	for child := range n.Children() {
		deepest = max(deepest, child.Depth())
	}
	if n.Kind == Array || n.Kind == Object {
		deepest++
	}
	return deepest
}

// Children returns the elements of an array or the values of an object.
func (n *Node) Children() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for _, item := range n.Items {
			if !yield(item) {
				return
			}
		}
		for _, m := range n.Members {
			if !yield(m.Value) {
				return
			}
		}
	}
}

// All returns the node and all below it, in the order of the text.
func (n *Node) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) { n.visit(yield) }
}

func (n *Node) visit(yield func(*Node) bool) bool {
	if !yield(n) {
		return false
	}
	for child := range n.Children() {
		if !child.visit(yield) {
			return false
		}
	}
	return true
}

// withItem returns the array with another element i, or without it for nil.
func (n *Node) withItem(i int, item *Node) *Node {
	items := slices.Clone(n.Items)
	if item == nil {
		items = slices.Delete(items, i, i+1)
	} else {
		items[i] = item
	}
	return &Node{Kind: Array, Items: items}
}

// withMember returns the object with another member i, or without it if its
// value is nil.
func (n *Node) withMember(i int, m Member) *Node {
	members := slices.Clone(n.Members)
	if m.Value == nil {
		members = slices.Delete(members, i, i+1)
	} else {
		members[i] = m
	}
	return &Node{Kind: Object, Members: members}
}

// with returns the object with another value for the member called name, or
// without that member for nil.
func (n *Node) with(name string, value *Node) *Node {
	return n.withMember(n.memberIndex(name), Member{name, value})
}
