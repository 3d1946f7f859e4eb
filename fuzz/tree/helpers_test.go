package tree_test

import (
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"github.com/kvhints/hintcheck/fuzz/tree"
)

// draw returns the first n samples of a generator. The seed is fixed.
func draw(t *testing.T, g gopter.Gen, seed int64, n int) []tree.Sample {
	t.Helper()
	p := gopter.DefaultTestParametersWithSeed(seed)
	params := &gopter.GenParameters{MaxSize: p.MaxSize, Rng: p.Rng}
	list := make([]tree.Sample, n)
	for i := range list {
		v, ok := g(params).Retrieve()
		if !ok {
			t.Fatal("the generator drew a sample that its own sieve refuses")
		}
		list[i] = v.(tree.Sample)
	}
	return list
}

// shrunk lets gopter find a sample with a planted fault and shrink it, and
// returns the smallest one it came to.
func shrunk(t *testing.T, g gopter.Gen, seed int64, fault func(tree.Sample) bool) tree.Sample {
	t.Helper()
	p := gopter.DefaultTestParametersWithSeed(seed)
	p.MinSuccessfulTests = 20_000
	result := prop.ForAll(func(s tree.Sample) bool { return !fault(s) }, g).Check(p)
	if result.Status != gopter.TestFailed {
		t.Fatalf("seed %d: the planted fault was not found: %s", seed, result.Status)
	}
	return result.Args[0].Arg.(tree.Sample)
}

// bytesOf is the text of a value in the plain spelling.
func bytesOf(n *tree.Node) string {
	return string(tree.Sample{Root: n}.Write().Bytes)
}
