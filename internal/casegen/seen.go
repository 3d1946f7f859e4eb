package main

import (
	"crypto/sha256"
	"fmt"

	"github.com/kvhints/hintcheck/golden"
)

// seenCases are the cases that a group has so far, by name and by what is
// judged. Groups are apart: a few texts stand in two, for two reasons.
type seenCases map[any]golden.Case

// judged is what a verdict depends on, with the text as its hash.
type judged struct {
	text          [sha256.Size]byte
	limits, trust string
}

// add refuses a name that the group has already, and a text that it judges
// already under the same limits and trust. A withdrawn case keeps its name, but
// the one that supersedes it may well have its text.
func (s seenCases) add(c golden.Case) error {
	if before, ok := s[c.Name]; ok {
		return fmt.Errorf("case %d has the name %s already", before.ID, c.Name)
	}
	s[c.Name] = c
	if c.SupersededBy != 0 {
		return nil
	}
	raw, err := c.Input.Bytes()
	if err != nil {
		return err
	}
	key := judged{text: sha256.Sum256(raw), limits: c.Limits, trust: c.Trust}
	if before, ok := s[key]; ok {
		return fmt.Errorf("case %d %s has the same bytes, limits and trust already", before.ID, before.Name)
	}
	s[key] = c
	return nil
}
