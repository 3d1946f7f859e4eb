package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// operators are the five that gremlins v0.6.0 has on by default: what each
// makes of a token. gremlins also makes "+" of "-" twice, of the one token as a
// sign and as arithmetic; that is one mutant here.
var operators = []struct {
	name string
	from map[token.Token]token.Token
}{
	{"arithmetic-base", map[token.Token]token.Token{
		token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL,
	}},
	{"conditionals-boundary", map[token.Token]token.Token{
		token.GTR: token.GEQ, token.GEQ: token.GTR, token.LSS: token.LEQ, token.LEQ: token.LSS,
	}},
	{"conditionals-negation", map[token.Token]token.Token{
		token.EQL: token.NEQ, token.NEQ: token.EQL, token.GTR: token.LEQ, token.LEQ: token.GTR, token.LSS: token.GEQ, token.GEQ: token.LSS,
	}},
	{"increment-decrement", map[token.Token]token.Token{
		token.INC: token.DEC, token.DEC: token.INC,
	}},
	{"invert-negatives", map[token.Token]token.Token{
		token.SUB: token.ADD,
	}},
}

// mutant is one changed token of a file.
type mutant struct {
	file     string         // path of the source file
	pos      token.Position // of the token
	function string         // that holds it, as T.F or F; empty at package level
	operator string
	from, to token.Token
	line     string // the source line, trimmed
	became   string // the same line of the mutant
}

// String names the mutant by function and code, since lines move. It is how the
// list of survivors names it.
func (m mutant) String() string {
	where := m.function
	if where == "" {
		where = "package level"
	}
	return fmt.Sprintf("%s: %s becomes %s", inCode(where), inCode(m.line), inCode(m.became))
}

// inCode writes s as code in Markdown.
func inCode(s string) string {
	if strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}

// source returns the text of the mutant's file. Only the token differs, so that
// every position before it stays.
func (m mutant) source(src []byte) []byte {
	end := m.pos.Offset + len(m.from.String())
	out := append([]byte(nil), src[:m.pos.Offset]...)
	out = append(out, m.to.String()...)
	return append(out, src[end:]...)
}

// find returns the mutants of a source file, in the order of their tokens.
func find(file string, src []byte) ([]mutant, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var found []mutant
	for _, decl := range parsed.Decls {
		function := ""
		if f, ok := decl.(*ast.FuncDecl); ok {
			function = functionName(f)
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			tok, pos, unary := operatorOf(n)
			for _, op := range operators {
				to, ok := op.from[tok]
				if !ok || unary != (op.name == "invert-negatives") {
					continue
				}
				m := mutant{file: file, pos: set.Position(pos), function: function, operator: op.name, from: tok, to: to}
				m.line = lineAt(src, m.pos)
				m.became = lineAt(m.source(src), m.pos)
				found = append(found, m)
			}
			return true
		})
	}
	return found, nil
}

// operatorOf returns the token of a node that the operators may change.
func operatorOf(n ast.Node) (tok token.Token, pos token.Pos, unary bool) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.ADD && (isText(n.X) || isText(n.Y)) {
			break // texts are joined; it would not compile
		}
		return n.Op, n.OpPos, false
	case *ast.IncDecStmt:
		return n.Tok, n.TokPos, false
	case *ast.UnaryExpr:
		return n.Op, n.OpPos, true
	}
	return token.ILLEGAL, token.NoPos, false
}

func isText(n ast.Expr) bool {
	literal, ok := n.(*ast.BasicLit)
	return ok && literal.Kind == token.STRING
}

func functionName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
			continue
		case *ast.IndexExpr:
			t = x.X
			continue
		case *ast.Ident:
			return x.Name + "." + f.Name.Name
		}
		return f.Name.Name
	}
}

// lineAt returns the line of pos without what surrounds it, a comment behind it
// included.
func lineAt(src []byte, pos token.Position) string {
	line := string(src[pos.Offset-pos.Column+1:])
	line, _, _ = strings.Cut(line, "\n")
	if i := strings.LastIndex(line, " //"); i >= pos.Column {
		line = line[:i]
	}
	return strings.TrimSpace(line)
}
