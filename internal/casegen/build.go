package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/kvhints/hintcheck/golden"
	"github.com/kvhints/hintcheck/internal/reference"
	"github.com/kvhints/hintcheck/internal/reference/peer"
)

const schemaID = "https://github.com/kvhints/hintcheck/golden/v0/schema.json"

// maxHexInput is the longest text written as one run of hex; longer ones keep
// the parts of their recipe.
const maxHexInput = 512

func hexOf(s string) string { return hex.EncodeToString([]byte(s)) }

// build turns the tables into files. The error joins every disagreement.
func build(groups []group) ([]golden.File, error) {
	var files []golden.File
	var faults []error
	for _, g := range groups {
		f := golden.File{
			Schema: schemaID,
			Format: golden.Format,
			Group:  g.name,
			About:  g.about,
			Count:  len(g.cases),
			Limits: map[string]golden.Limits{},
			Notes:  map[string]golden.Note{},
		}
		seen := seenCases{}
		for i, r := range g.cases {
			c, err := buildCase(g.first+i, r)
			if err == nil {
				err = seen.add(c)
			}
			if err != nil {
				faults = append(faults, fmt.Errorf("%s %d %s: %w", g.name, g.first+i, r.name, err))
				continue
			}
			limits := limitSets[c.Limits]
			limits.Versions = versions
			f.Limits[c.Limits] = limits
			for _, flag := range c.Flags {
				f.Notes[flag] = notes[flag]
			}
			f.Cases = append(f.Cases, c)
		}
		files = append(files, f)
	}
	return files, errors.Join(faults...)
}

// buildCase judges a row and refuses it unless everybody agrees.
func buildCase(id int, r row) (golden.Case, error) {
	if strings.TrimSpace(r.why) == "" {
		return golden.Case{}, errors.New("the row has no why: say why its verdict is right")
	}
	c := golden.Case{
		ID:           id,
		Name:         r.name,
		Why:          r.why,
		Level:        or(r.level, golden.LevelWire),
		Class:        r.class,
		Flags:        append([]string{}, r.flags...),
		Limits:       or(r.limits, "default"),
		Trust:        or(r.trust, "trusted"),
		SupersededBy: r.supersededBy,
	}
	if c.Class == "" && c.Level == golden.LevelValue {
		c.Class = golden.ClassOutcome
	} else if c.Class == "" {
		c.Class = golden.ClassWireOutcome
	}
	for _, flag := range c.Flags {
		if _, ok := notes[flag]; !ok {
			return c, fmt.Errorf("flag %s has no note", flag)
		}
	}
	limits, ok := limitSets[c.Limits]
	if !ok {
		return c, fmt.Errorf("there are no limits %q", c.Limits)
	}

	raw, err := expand(r.in)
	if err != nil {
		return c, err
	}
	if len(raw) <= maxHexInput {
		whole := hex.EncodeToString(raw)
		c.Input.Hex = &whole
	} else {
		c.Input.Repeat = r.in
	}

	v := reference.Judge(raw, reference.Limits{MaxBytes: limits.MaxBytes, MaxDepth: limits.MaxDepth, Versions: versions}, c.Trust == "trusted")
	if err := compare(r.want, v); err != nil {
		return c, err
	}
	c.Expect.Outcome, c.Expect.Reason = v.Outcome, v.Reason
	if v.Offset >= 0 {
		c.Expect.Offset = &v.Offset
	}
	if v.HasPointer {
		c.Expect.Pointer = &v.Pointer
	}
	if v.Outcome == reference.Admitted {
		if err := compareForm(r.want.form, raw, v.MessagePack); err != nil {
			return c, err
		}
		c.Expect.MessagePack = golden.NewMessagePack(v.MessagePack)
	}
	return c, nil
}

// compare holds the reference's verdict against the hand-written one.
func compare(w want, v reference.Verdict) error {
	hand := fmt.Sprintf("%s at %d, pointer %.60q (%t)", w.reason, w.offset, w.pointer, w.hasPointer)
	ours := fmt.Sprintf("%s at %d, pointer %.60q (%t)", v.Reason, v.Offset, v.Pointer, v.HasPointer)
	same := w.reason == v.Reason && w.offset == v.Offset && w.pointer == v.Pointer && w.hasPointer == v.HasPointer
	if !same {
		return fmt.Errorf("by hand %s; the reference says %s", hand, ours)
	}
	if (v.Outcome == reference.Admitted) != (v.Reason == reference.Admitted) {
		return fmt.Errorf("outcome %s for reason %s", v.Outcome, v.Reason)
	}
	return nil
}

// compareForm holds the reference's MessagePack against vmihailenco/msgpack's
// and, where there is one, the hand-written form.
func compareForm(hand recipe, raw, form []byte) error {
	other, err := peer.MessagePack(raw)
	if err != nil {
		return err
	}
	if !bytes.Equal(form, other) {
		return fmt.Errorf("MessagePack by the reference %.80x, by vmihailenco/msgpack %.80x", form, other)
	}
	if hand == nil {
		return nil
	}
	want, err := expand(hand)
	if err != nil {
		return err
	}
	if !bytes.Equal(form, want) {
		return fmt.Errorf("MessagePack by the reference %.80x, by hand %.80x", form, want)
	}
	return nil
}

func expand(r recipe) ([]byte, error) {
	if len(r) == 0 {
		return nil, nil
	}
	return golden.Input{Repeat: r}.Bytes()
}

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}
