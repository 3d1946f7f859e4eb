package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Building a test binary takes longer than to find most mutants out. So there is
// one binary that holds all mutants that can be told apart when it runs, and an
// environment variable that says which one it is. It runs the tests of the tiers
// and those that take no longer than this. A mutant that they do not notice is
// built on its own, and all tests run. So is one that cannot be switched: a
// constant, for one.
const switchedQuick = time.Second

const variable = "HINTCHECK_MUTANT"

// switched is a test binary that is whichever mutant the variable says.
type switched struct {
	binary  string
	numbers map[string]int // of the mutants in it, by key
	steps   []step
}

func key(m mutant) string { return fmt.Sprint(m.file, m.pos.Offset, m.to) }

// helpers join the package, under a name that sorts behind its files.
const helpers = `package %s

import (
	"os"
	"strconv"
)

var mutantOn = func() int { n, _ := strconv.Atoi(os.Getenv("` + variable + `")); return n }()

type mutantInteger interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type mutantNumber interface{ mutantInteger | ~float32 | ~float64 }

func mutantAdd[T mutantNumber](n int, x, y T) T { if mutantOn == n { return x - y }; return x + y }
func mutantSub[T mutantNumber](n int, x, y T) T { if mutantOn == n { return x + y }; return x - y }
func mutantMul[T mutantNumber](n int, x, y T) T { if mutantOn == n { return x / y }; return x * y }
func mutantQuo[T mutantNumber](n int, x, y T) T { if mutantOn == n { return x * y }; return x / y }
func mutantRem[T mutantInteger](n int, x, y T) T { if mutantOn == n { return x * y }; return x %% y }
func mutantNeg[T mutantNumber](n int, x T) T { if mutantOn == n { return +x }; return -x }
func mutantInc[T mutantNumber](n int, x *T) { if mutantOn == n { *x-- } else { *x++ } }
func mutantDec[T mutantNumber](n int, x *T) { if mutantOn == n { *x++ } else { *x-- } }
`

var helperOf = map[token.Token]string{
	token.ADD: "mutantAdd", token.SUB: "mutantSub", token.MUL: "mutantMul", token.QUO: "mutantQuo", token.REM: "mutantRem",
	token.INC: "mutantInc", token.DEC: "mutantDec",
}

// newSwitched builds the binary, nil if there is nothing to switch. all are the steps
// of the unchanged tests.
func newSwitched(ctx context.Context, p goPackage, sources map[string][]byte, mutants []mutant, scratch string, all []step) (*switched, error) {
	s := &switched{binary: filepath.Join(scratch, "switched.test"), numbers: map[string]int{}}
	for i, m := range mutants {
		s.numbers[key(m)] = i + 1
	}
	for len(s.numbers) > 0 {
		complaints, err := s.build(ctx, p, sources, scratch)
		if err != nil {
			return nil, err
		}
		if complaints == "" {
			err := s.plan(ctx, p, all)
			return s, err
		}
		// What the compiler does not take is left out, by its line.
		if !s.drop(complaints, mutants) {
			return nil, fmt.Errorf("cannot build with switches:\n%s", complaints)
		}
	}
	return nil, nil
}

// build returns what the compiler complains of.
func (s *switched) build(ctx context.Context, p goPackage, sources map[string][]byte, scratch string) (string, error) {
	replace := map[string]string{}
	write := func(original string, text []byte) error {
		file := filepath.Join(scratch, "switched", filepath.Base(original))
		replace[original] = file
		return cmp.Or(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, text, 0o600))
	}
	for file, src := range sources {
		text, err := s.rewrite(file, src)
		if err == nil {
			err = write(file, text)
		}
		if err != nil {
			return "", err
		}
	}
	if err := write(filepath.Join(p.Dir, "zz_mutants.go"), fmt.Appendf(nil, helpers, p.Name)); err != nil {
		return "", err
	}
	overlay := filepath.Join(scratch, "switched.json")
	text, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err := cmp.Or(err, os.WriteFile(overlay, text, 0o600)); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "go", "test", "-c", "-gcflags=-e", "-overlay", overlay, "-o", s.binary, p.ImportPath)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(out), nil
	}
	return "", err
}

var complaint = regexp.MustCompile(`(?m)(\w+\.go):(\d+):\d+: `)

// drop forgets the mutants of the lines that the compiler names, and reports
// whether there were any.
func (s *switched) drop(complaints string, mutants []mutant) bool {
	before := len(s.numbers)
	for _, c := range complaint.FindAllStringSubmatch(complaints, -1) {
		for _, m := range mutants {
			if filepath.Base(m.file) == c[1] && strconv.Itoa(m.pos.Line) == c[2] {
				delete(s.numbers, key(m))
			}
		}
	}
	return len(s.numbers) < before
}

// slow reports whether a step is one test that takes too long to run switched.
func slow(s step) bool { return len(s.tests) == 1 && s.takes > switchedQuick }

// plan finds the tests that pass and are quick with no mutant switched on, among
// those that are quick unchanged. One that fails just since there are switches does
// not run here.
func (s *switched) plan(ctx context.Context, p goPackage, all []step) error {
	var quick step
	for _, one := range all {
		if !slow(one) {
			quick.tests = append(quick.tests, one.tests...)
		}
	}
	if len(quick.tests) == 0 {
		return nil
	}
	cmd := exec.CommandContext(ctx, s.binary, "-test.v", "-test.run", quick.pattern())
	cmd.Dir = p.Dir
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	steps, err := plan(string(out))
	s.steps = slices.DeleteFunc(steps, slow)
	return err
}

// try runs the quick tests with the mutant switched on. It returns lived for a
// mutant that is to be built on its own.
func (s *switched) try(ctx context.Context, m mutant, dir string) (outcome, error) {
	if s == nil || s.numbers[key(m)] == 0 {
		return lived, nil
	}
	return try(ctx, s.binary, dir, s.steps, variable+"="+strconv.Itoa(s.numbers[key(m)]))
}

// rewrite puts the switches into a file. Lines stay where they are.
func (s *switched) rewrite(file string, src []byte) ([]byte, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	// The number of the mutant that makes to of the token at pos, 0 for none.
	number := func(pos token.Pos, to token.Token) int {
		return s.numbers[key(mutant{file: file, pos: set.Position(pos), to: to})]
	}
	var render func(ast.Node) string
	// inside returns the source from one position to another with the switches
	// of the nodes there.
	inside := func(root ast.Node, from, to token.Pos) string {
		var out strings.Builder
		ast.Inspect(root, func(n ast.Node) bool {
			if n == nil || n == root || n.Pos() < from {
				return true
			}
			if text := render(n); text != "" {
				out.Write(src[set.Position(from).Offset:set.Position(n.Pos()).Offset])
				out.WriteString(text)
				from = n.End()
				return false
			}
			return true
		})
		out.Write(src[set.Position(from).Offset:set.Position(to).Offset])
		return out.String()
	}
	operand := func(n ast.Node) string {
		if text := render(n); text != "" {
			return text
		}
		return inside(n, n.Pos(), n.End())
	}
	// render returns the text with switches for a node that has its own, else "".
	render = func(n ast.Node) string {
		tok, pos, _ := operatorOf(n)
		if tok == token.ILLEGAL || set.Position(n.Pos()).Line != set.Position(n.End()).Line {
			return ""
		}
		to := map[int]token.Token{}
		var numbers []int
		for _, op := range operators {
			if t, ok := op.from[tok]; ok {
				if i := number(pos, t); i > 0 && to[i] == 0 {
					to[i] = t
					numbers = append(numbers, i)
				}
			}
		}
		if len(numbers) == 0 {
			return ""
		}
		switch n := n.(type) {
		case *ast.IncDecStmt:
			return fmt.Sprintf("%s(%d, &%s)", helperOf[tok], numbers[0], operand(n.X))
		case *ast.UnaryExpr:
			return fmt.Sprintf("mutantNeg(%d, %s)", numbers[0], operand(n.X))
		case *ast.BinaryExpr:
			x, y := operand(n.X), operand(n.Y)
			if helper, ok := helperOf[tok]; ok {
				return fmt.Sprintf("%s(%d, %s, %s)", helper, numbers[0], x, y)
			}
			var out bytes.Buffer
			for _, i := range numbers {
				fmt.Fprintf(&out, "mutantOn == %d && (%s %s %s) || ", i, x, to[i], y)
			}
			for _, i := range numbers {
				fmt.Fprintf(&out, "mutantOn != %d && ", i)
			}
			return fmt.Sprintf("(%s(%s %s %s))", &out, x, tok, y)
		}
		return ""
	}
	return []byte(inside(parsed, parsed.FileStart, parsed.FileEnd)), nil
}
