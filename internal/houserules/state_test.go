package houserules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// TestNoMutableState: what the core answers depends on its arguments alone.
func TestNoMutableState(t *testing.T) {
	root := repoRoot(t)
	used := map[string]bool{}
	for _, dir := range stateless {
		fset, files := parseDir(t, root, dir)
		var linked []*ast.File
		for _, f := range files {
			if !f.test {
				linked = append(linked, f.ast)
			}
		}
	faults:
		for _, fault := range mutable(linked) {
			for _, ok := range immutable {
				if ok.dir == dir && ok.name == fault.name {
					used[dir+"."+fault.name] = true
					continue faults
				}
			}
			t.Errorf("%s: var %s: %s", fset.Position(fault.pos), fault.name, fault.why)
		}
	}
	for _, ok := range immutable {
		if ok.why == "" {
			t.Errorf("%s.%s is called immutable without a reason", ok.dir, ok.name)
		}
		if !used[ok.dir+"."+ok.name] {
			t.Errorf("%s.%s needs no exception any more", ok.dir, ok.name)
		}
	}
}

// TestMutableSees holds the checker to examples, so that it can be seen to
// fail.
func TestMutableSees(t *testing.T) {
	for _, row := range []struct {
		src    string
		want   bool
		reason string
	}{
		{`var _ I = T{}`, false, "an assertion, not a variable"},
		{`var ErrX = errors.New("x")`, false, "a sentinel that nobody assigns"},
		{`var ErrX = errors.New("x"); func f() { ErrX = nil }`, true, "an assigned sentinel is state"},
		{`var table = [...]uint8{1, 2}`, false, "an array used as a table"},
		{`var table [256]bool`, false, "an array; nobody fills it"},
		{`var table [256]bool; func init() { table[3] = true }`, true, "an assigned element"},
		{`var table [4]int; func f() { table[0]++ }`, true, "a counted element"},
		{`var table [4]int; func f() []int { return table[:] }`, true, "a slice of the array can be written through"},
		{`var table [4]int; func f() *[4]int { return &table }`, true, "so can a pointer to it"},
		{`var table [4]int; func f() *int { return &table[1] }`, true, "or to an element"},
		{`var table = [...]T{{1}}; func f() { table[0].n = 2 }`, true, "a field of an element"},
		{`var table = [...]uint8{1, 2}; func f() uint8 { table := 3; return uint8(table) }`, false, "a local of the same name"},
		{`var list = []int{1}`, true, "a slice"},
		{`var set = map[string]bool{}`, true, "a map"},
		{`var p = &T{}`, true, "a pointer"},
		{`var n int`, true, "a number; make it a constant"},
		{`var a, b = errors.New("a"), 3`, true, "each name counts"},
		{`var tables = [...][]int{{1}}`, true, "an array of slices can be written through its elements"},
		{`const n = 3`, false, "a constant"},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+row.src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%s: %v", row.src, err)
		}
		if got := len(mutable([]*ast.File{file})) > 0; got != row.want {
			t.Errorf("%s: mutable %v, want %v: %s", row.src, got, row.want, row.reason)
		}
	}
}

type stateFault struct {
	name string
	pos  token.Pos
	why  string
}

// mutable returns the package-level variables of one package that are state,
// or that a reader cannot see to be constant at a glance. Allowed are error
// sentinels and arrays of plain values, as long as nothing assigns them, takes
// their address or slices them.
func mutable(files []*ast.File) []stateFault {
	var faults []stateFault
	quiet := map[string]bool{} // allowed while nobody writes them
	for _, file := range files {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, spec := range gen.Specs {
				v := spec.(*ast.ValueSpec)
				for i, name := range v.Names {
					switch {
					case name.Name == "_":
					case isSentinel(v, i) || isTable(v, i):
						quiet[name.Name] = true
					default:
						faults = append(faults, stateFault{name.Name, name.Pos(), "neither an error sentinel nor an array of plain values; use a constant, an argument or a field"})
					}
				}
			}
		}
	}
	write := func(e ast.Expr, why string) {
		if name := rootName(e); name != nil && quiet[name.Name] {
			faults = append(faults, stateFault{name.Name, name.Pos(), why})
		}
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, e := range n.Lhs {
						write(e, "assigned")
					}
				}
			case *ast.IncDecStmt:
				write(n.X, "counted")
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					write(n.Key, "assigned by range")
					write(n.Value, "assigned by range")
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					write(n.X, "its address is taken")
				}
			case *ast.SliceExpr:
				write(n.X, "sliced")
			}
			return true
		})
	}
	return faults
}

// isSentinel reports whether the i-th variable is made by errors.New or
// fmt.Errorf.
func isSentinel(v *ast.ValueSpec, i int) bool {
	if len(v.Values) != len(v.Names) {
		return false
	}
	call, ok := v.Values[i].(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := sel.X.(*ast.Ident)
	return ok && (pkg.Name == "errors" && sel.Sel.Name == "New" || pkg.Name == "fmt" && sel.Sel.Name == "Errorf")
}

// isTable reports whether the i-th variable is an array of plain values.
func isTable(v *ast.ValueSpec, i int) bool {
	typ := v.Type
	if typ == nil && len(v.Values) == len(v.Names) {
		if lit, ok := v.Values[i].(*ast.CompositeLit); ok {
			typ = lit.Type
		}
	}
	for {
		array, ok := typ.(*ast.ArrayType)
		if !ok || array.Len == nil { // no length: a slice
			return false
		}
		switch elem := array.Elt.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			return true
		case *ast.ArrayType:
			typ = elem
		case *ast.StructType:
			for _, f := range elem.Fields.List {
				if _, plain := f.Type.(*ast.Ident); !plain {
					return false
				}
			}
			return true
		default:
			return false
		}
	}
}

// rootName is the variable that an expression like a[1].b reaches into.
func rootName(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
		}
	}
}
