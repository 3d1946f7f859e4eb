package main

import (
	"go/token"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRewrite(t *testing.T) {
	const head = "package p\n\n"
	for _, row := range []struct {
		reason, src, want string
	}{
		{"a sum", "func f(a, b int) int { return a + b }", "func f(a, b int) int { return mutantAdd(1, a, b) }"},
		{"sums in sums, in calls and in function literals", "func f(a int) int { return g(a-1, func() { a++ }) % 2 }", "func f(a int) int { return mutantRem(1, g(mutantSub(2, a, 1), func() { mutantInc(3, &a) }), 2) }"},
		{"a sign", "func f(a int) int { return -a }", "func f(a int) int { return mutantNeg(1, a) }"},
		{
			"a comparison: whichever of the three it is, its operands are evaluated once", "func f(a int) bool { return a < g() }",
			"func f(a int) bool { return (mutantOn == 1 && (a <= g()) || mutantOn == 2 && (a >= g()) || mutantOn != 1 && mutantOn != 2 && (a < g())) }",
		},
		{"what is no mutant stays", "func f(a, b bool) bool { return a && !b }", "func f(a, b bool) bool { return a && !b }"},
		{"over two lines: left to be built on its own, since lines must stay", "func f(a int) int {\n\treturn a +\n\t\t1*a\n}", "func f(a int) int {\n\treturn a +\n\t\tmutantMul(2, 1, a)\n}"},
	} {
		src := []byte(head + row.src)
		found, err := find("p.go", src)
		if err != nil {
			t.Fatal(err)
		}
		s := &switched{numbers: map[string]int{}}
		for i, m := range found {
			s.numbers[key(m)] = i + 1
		}
		got, err := s.rewrite("p.go", src)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(head+row.want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
		s.numbers = nil
		if got, err := s.rewrite("p.go", src); err != nil || string(got) != string(src) {
			t.Errorf("%s: without mutants %q, error %v; want the source", row.reason, got, err)
		}
	}
}

func TestDrop(t *testing.T) {
	at := func(file string, line int) mutant {
		return mutant{file: "/m/" + file, pos: token.Position{Offset: line, Line: line}, to: token.ADD}
	}
	mutants := []mutant{at("p.go", 3), at("p.go", 4), at("q.go", 3)}
	s := &switched{numbers: map[string]int{key(mutants[0]): 1, key(mutants[1]): 2, key(mutants[2]): 3}}
	if !s.drop("# example.org/m\nsomewhere/p.go:3:7: is not constant\n", mutants) {
		t.Error("a line with a mutant was named, want true")
	}
	if diff := cmp.Diff(map[string]int{key(mutants[1]): 2, key(mutants[2]): 3}, s.numbers); diff != "" {
		t.Errorf("the mutant of p.go:3 alone goes (-want +got):\n%s", diff)
	}
	if s.drop("somewhere/p.go:3:7: is not constant\n", mutants) {
		t.Error("nothing left on that line, want false: to build again would not end")
	}
}
