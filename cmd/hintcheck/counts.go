package main

import (
	"strconv"

	"github.com/kvhints/hintcheck/admit"
)

// counts is how many envelopes each reason decided, and what could not be
// judged. Cases have limits of their own, so the Tally of one Authority has not
// all of it.
type counts struct {
	byReason   [256]int // whatever a Reason may be
	unreadable int      // files, or lines, that could not be read
}

func (c *counts) add(r admit.Reason) { c.byReason[r]++ }

// String returns one line: the total, admitted first, then the other reasons in
// the order of judgement, without those that decided nothing.
func (c *counts) String() string {
	order := []admit.Reason{admit.NoFault}
	for _, r := range admit.Reasons() {
		if r != admit.NoFault {
			order = append(order, r)
		}
	}
	total, list, separator := 0, "", ": "
	for _, r := range order {
		if n := c.byReason[r]; n > 0 {
			total += n
			list += separator + r.String() + " " + strconv.Itoa(n)
			separator = ", "
		}
	}
	line := strconv.Itoa(total) + " judged" + list
	if c.unreadable > 0 {
		line += "; " + strconv.Itoa(c.unreadable) + " unreadable"
	}
	return line
}
