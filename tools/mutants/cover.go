package main

import (
	"go/token"
	"path"

	"golang.org/x/tools/cover"
)

// coverage is the executed and the other blocks of the files of a package, by
// the base name of the file.
type coverage map[string][]cover.ProfileBlock

func readCoverage(profile string) (coverage, error) {
	profiles, err := cover.ParseProfiles(profile)
	if err != nil {
		return nil, err
	}
	c := coverage{}
	for _, p := range profiles {
		c[path.Base(p.FileName)] = p.Blocks
	}
	return c, nil
}

// covers reports whether the tests execute the token at pos: whether the
// smallest block around it ran. The case expressions of a switch and what
// stands at package level are in no block; they count as covered, since a test
// can notice them.
func (c coverage) covers(file string, pos token.Position) bool {
	var inner *cover.ProfileBlock
	for i, b := range c[path.Base(file)] {
		if before(pos.Line, pos.Column, b.StartLine, b.StartCol) || !before(pos.Line, pos.Column, b.EndLine, b.EndCol) {
			continue
		}
		// Blocks nest or are apart: the one that starts last is the smallest.
		if inner == nil || before(inner.StartLine, inner.StartCol, b.StartLine, b.StartCol) {
			inner = &c[path.Base(file)][i]
		}
	}
	return inner == nil || inner.Count > 0
}

func before(line, col, line2, col2 int) bool {
	return line < line2 || line == line2 && col < col2
}
