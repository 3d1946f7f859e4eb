package main

import (
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFind(t *testing.T) {
	const head = "package p\n\n"
	for _, row := range []struct {
		reason string
		src    string
		want   []string
	}{
		{"a sum and a product, each their counterpart; what binds closer stays so", "func f(a, b int) int { return a + b*a }", []string{
			"arithmetic-base `f`: `func f(a, b int) int { return a + b*a }` becomes `func f(a, b int) int { return a - b*a }`",
			"arithmetic-base `f`: `func f(a, b int) int { return a + b*a }` becomes `func f(a, b int) int { return a + b/a }`",
		}},
		{"a remainder becomes a product", "var x = 7 % 3", []string{"arithmetic-base `package level`: `var x = 7 % 3` becomes `var x = 7 * 3`"}},
		{"an order has a boundary and a negation, by its method's name", "func (t *T) f() bool {\n\treturn t.n <= 3 // why\n}", []string{
			"conditionals-boundary `T.f`: `return t.n <= 3` becomes `return t.n < 3`",
			"conditionals-negation `T.f`: `return t.n <= 3` becomes `return t.n > 3`",
		}},
		{"equality has no boundary", "func f(a int) bool { return a == 1 }", []string{
			"conditionals-negation `f`: `func f(a int) bool { return a == 1 }` becomes `func f(a int) bool { return a != 1 }`",
		}},
		{"a sign is one mutant, a difference another", "var x = -1 - y", []string{
			"arithmetic-base `package level`: `var x = -1 - y` becomes `var x = -1 + y`",
			"invert-negatives `package level`: `var x = -1 - y` becomes `var x = +1 - y`",
		}},
		{"code with a backtick stands between two", "var x = len(`y`) > 1", []string{
			"conditionals-boundary `package level`: `` var x = len(`y`) > 1 `` becomes `` var x = len(`y`) >= 1 ``",
			"conditionals-negation `package level`: `` var x = len(`y`) > 1 `` becomes `` var x = len(`y`) <= 1 ``",
		}},
		{"up becomes down", "func f() {\n\tx++\n}", []string{"increment-decrement `f`: `x++` becomes `x--`"}},
		{"gremlins leaves bits, logic, assignments and branches alone by default", "func f() {\n\tfor {\n\t\tx += 1 & 2 << 3\n\t\tif a && !b {\n\t\t\tbreak\n\t\t}\n\t}\n}", nil},
		{"a text joined with another has no difference, but it can be empty or not", "func f(s string) bool { return s + \"x\" == \"\" }", []string{
			"conditionals-negation `f`: `func f(s string) bool { return s + \"x\" == \"\" }` becomes `func f(s string) bool { return s + \"x\" != \"\" }`",
		}},
		{"an operator in a text is no operator", "var x = \"a + b\" // a - b", nil},
	} {
		found, err := find("p.go", []byte(head+row.src))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range found {
			got = append(got, m.operator+" "+m.String())
			if text := string(m.source([]byte(head + row.src))); len(strings.Split(text, "\n")) != len(strings.Split(head+row.src, "\n")) || !strings.HasPrefix(text, head) {
				t.Errorf("%s: the mutant is %q", row.reason, text)
			}
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
	if _, err := find("p.go", []byte("package")); err == nil {
		t.Error("a file that does not parse has no mutants to speak of, want an error")
	}
}

func TestSample(t *testing.T) {
	all := make([]mutant, 100)
	for i := range all {
		all[i].pos = token.Position{Offset: i}
	}
	offsets := func(ms []mutant) []int {
		var out []int
		for _, m := range ms {
			out = append(out, m.pos.Offset)
		}
		return out
	}
	one := offsets(sampleOf(all, 10, 1))
	if len(one) != 10 {
		t.Errorf("%d of 10", len(one))
	}
	for i := 1; i < len(one); i++ {
		if one[i-1] >= one[i] {
			t.Errorf("%v: twice the same, or out of order", one)
		}
	}
	if diff := cmp.Diff(one, offsets(sampleOf(all, 10, 1))); diff != "" {
		t.Errorf("one seed, two samples: %s", diff)
	}
	if cmp.Equal(one, offsets(sampleOf(all, 10, 2))) {
		t.Error("two seeds, one sample")
	}
	for _, n := range []int{0, 100, 101} {
		if got := len(sampleOf(all, n, 1)); got != 100 {
			t.Errorf("sample %d of 100: %d, want all", n, got)
		}
	}
}
