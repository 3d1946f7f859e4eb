package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// choice is a flag that takes one of a few words.
type choice struct {
	word string
	from []string
}

func (c *choice) String() string { return c.word }

// Type is what the help shows as the flag's argument.
func (c *choice) Type() string { return strings.Join(c.from, "|") }

func (c *choice) Set(word string) error {
	if !slices.Contains(c.from, word) {
		return errors.New("want " + strings.Join(c.from, " or "))
	}
	c.word = word
	return nil
}

// decimal is a flag that takes an integer from 1 to most, written as case lines
// write one: 0x10 and 1_0, which pflag would read, mean something else to every
// reader of JSON. Leading zeros change nothing.
type decimal struct{ n, most int }

func (d *decimal) String() string { return strconv.Itoa(d.n) }

// Type is what the help shows as the flag's argument.
func (d *decimal) Type() string { return "N" }

func (d *decimal) Set(digits string) error {
	n, ok := positive([]byte(digits), d.most)
	if !ok {
		return fmt.Errorf("want a decimal integer from 1 to %d", d.most)
	}
	d.n = n
	return nil
}
