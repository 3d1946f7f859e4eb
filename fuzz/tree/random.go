package tree

import (
	"math/rand"
	"strconv"
	"strings"
)

// random draws values. All of it follows from the source.
type random struct{ *rand.Rand }

func (r random) oneIn(n int) bool { return r.Intn(n) == 0 }

// weighted returns an index with a probability proportional to its weight.
func (r random) weighted(weights ...int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	n := r.Intn(total)
	for i, w := range weights {
		if n -= w; n < 0 {
			return i
		}
	}
	return len(weights) - 1
}

func one[T any](r random, list []T) T { return list[r.Intn(len(list))] }

// recipe draws a spelling: one in four is plain.
func (r random) recipe(kind OffenceKind) Recipe {
	recipe := Recipe{Offence: Offence{Kind: kind}}
	if kind != NoOffence {
		recipe.Offence.Place, recipe.Offence.Form = r.Intn(1<<16), r.Intn(1<<16)
	}
	if r.oneIn(4) {
		return recipe
	}
	recipe.Choices = make([]byte, one(r, []int{0, 1, 2, 3, 7, 16, 61}))
	often := 1 + r.Intn(8)
	for i := range recipe.Choices {
		if r.Intn(8) < often {
			recipe.Choices[i] = byte(r.Intn(256))
		}
	}
	if r.oneIn(2) {
		recipe.Order = 1 + uint64(r.Intn(1<<16))
	}
	return recipe
}

// offender draws a sample with an offence, which may have no place in it.
func (r random) offender(kind OffenceKind) Sample {
	s := Sample{Recipe: r.recipe(kind)}
	if kind.AnyValue() && r.oneIn(3) {
		s.Root = r.value(4)
	} else {
		s.Root = r.envelope()
	}
	if kind == TooNested && r.oneIn(2) {
		s.Recipe.MaxDepth = one(r, []int{1, 2, 3, 4, 8, 31, 33, 1000})
	}
	return s
}

// anyValue draws a value, some of them nested up to one level more or less than
// may be.
func (r random) anyValue() *Node {
	if r.oneIn(10) {
		return r.chain(DefaultMaxDepth - 1 + r.Intn(3))
	}
	return r.value(4)
}

// value draws a value of at most so many levels.
func (r random) value(levels int) *Node {
	if levels == 0 || r.oneIn(2) {
		return r.scalar()
	}
	n := r.count()
	if n > 4 {
		levels = 1 // wide ones are flat
	}
	if r.oneIn(2) {
		return r.object(n, levels)
	}
	items := make([]*Node, n)
	for i := range items {
		items[i] = r.value(levels - 1)
	}
	return Arr(items...)
}

// count draws how many elements or members a container has.
func (r random) count() int {
	if r.oneIn(6) {
		return one(r, boundaryCounts)
	}
	return r.Intn(4)
}

func (r random) object(n, levels int) *Node {
	var members []Member
	names := r.names(n)
	for _, name := range names {
		members = append(members, Member{name, r.value(levels - 1)})
	}
	return Obj(members...)
}

// names draws n distinct names.
func (r random) names(n int) []string {
	if r.oneIn(4) {
		return similarNames(n, r.oneIn(2))
	}
	var list []string
	seen := map[string]bool{}
	for len(list) < n {
		name := r.name()
		if seen[name] {
			name += strconv.Itoa(len(list))
		}
		if !seen[name] {
			seen[name] = true
			list = append(list, name)
		}
	}
	return list
}

func (r random) name() string {
	switch r.weighted(4, 4, 1, 1) {
	case 0:
		return one(r, []string{"a", "b", "mode", "copy", "block_hashes", "source_control_endpoint", "payload", "actions", "action_id", "message_id", "protocol_version"})
	case 1:
		return r.characters(r.Intn(4))
	case 2:
		return one(r, []string{"~", "/", "~1", "~0", "a/b", "0", "-", "\x00"})
	}
	return ""
}

func (r random) scalar() *Node {
	switch r.weighted(2, 3, 3, 4) {
	case 0:
		return one(r, []*Node{NullNode(), TrueNode(), FalseNode()})
	case 1:
		return Int(r.integer())
	case 2:
		return Num(r.float())
	}
	return Str(r.str())
}

func (r random) integer() string {
	switch r.weighted(6, 2, 2) {
	case 0:
		return one(r, boundaryIntegers)
	case 1:
		return strconv.FormatUint(r.Uint64()>>r.Intn(64), 10)
	}
	return strconv.FormatInt(-int64(r.Uint64()>>(1+r.Intn(63))), 10)
}

func (r random) float() string {
	if r.oneIn(2) {
		return one(r, boundaryFloats)
	}
	text := strconv.Itoa(r.Intn(2000)-1000) + "." + strconv.FormatUint(r.Uint64()>>r.Intn(64), 10)
	if r.oneIn(2) {
		text += "e" + strconv.Itoa(r.Intn(600)-320)
	}
	return text
}

func (r random) str() string {
	switch r.weighted(300, 60, 1) {
	case 0:
		return r.characters(r.Intn(6))
	case 1:
		return r.filled(one(r, boundaryLengths))
	}
	return r.filled(one(r, boundaryLongLengths))
}

// characters draws n characters, most of them special.
func (r random) characters(n int) string {
	var b strings.Builder
	for range n {
		if r.oneIn(3) {
			b.WriteByte(byte(' ' + r.Intn(95)))
		} else {
			b.WriteString(one(r, boundaryCharacters))
		}
	}
	return b.String()
}

// filled draws a string of n bytes, some with a special character at its end.
func (r random) filled(n int) string {
	tail := ""
	if r.oneIn(2) {
		tail = one(r, boundaryCharacters)
	}
	if len(tail) > n {
		tail = ""
	}
	return strings.Repeat("x", n-len(tail)) + tail
}

// chain draws a value nested exactly so many levels.
func (r random) chain(levels int) *Node {
	n := one(r, []*Node{Arr(), Obj()})
	for range levels - 1 {
		if r.oneIn(2) {
			n = Arr(n)
		} else {
			n = Obj(Member{r.characters(r.Intn(2)), n})
		}
	}
	return n
}
