package main

import (
	"go/token"
	"testing"
)

func TestCovers(t *testing.T) {
	c := coverage{"p.go": {
		{StartLine: 10, StartCol: 20, EndLine: 20, EndCol: 2, Count: 1},
		{StartLine: 12, StartCol: 10, EndLine: 14, EndCol: 4, Count: 0}, // a function literal in it
		{StartLine: 30, StartCol: 1, EndLine: 30, EndCol: 50, Count: 0},
	}}
	for _, row := range []struct {
		reason    string
		line, col int
		want      bool
	}{
		{"a line in the middle of a block that ran", 11, 1, true},
		{"the block's first byte is in it", 10, 20, true},
		{"the literal never ran, though what surrounds it did", 13, 40, false},
		{"behind the literal, in the outer block", 14, 4, true},
		{"a block that never ran", 30, 7, false},
		{"in no block: a case expression or a constant", 25, 7, true},
		{"just before a block that never ran", 29, 99, true},
	} {
		if got := c.covers("/somewhere/p.go", token.Position{Line: row.line, Column: row.col}); got != row.want {
			t.Errorf("%d:%d is covered: %v, want %v; %s", row.line, row.col, got, row.want, row.reason)
		}
	}
}

func TestReadCoverageRefusesAMissingFile(t *testing.T) {
	if _, err := readCoverage("nowhere"); err == nil {
		t.Error("no profile, no error")
	}
}
