package ingress_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/ingress"
	"github.com/kvhints/hintcheck/limits"
)

// This file is a second implementation of what the scanner does, slow and from the
// text of the rules: encoding/json finds the tokens, a tree holds the members, the
// standard library folds, and what goes is marked byte by byte. It shares no code
// with the package.

// node is one value of a body.
type node struct {
	start, end int // its bytes
	null       bool
	members    []*property // of an object
	elements   []*node     // of an array
}

// property is one member of an object.
type property struct {
	start   int    // the opening quote of its name
	name    string // unescaped
	value   *node
	handoff bool
	gone    bool
}

// parse returns the tree of a body, if it is one RFC 8259 object in UTF-8.
func parse(body []byte) (root *node, ok bool) {
	if !json.Valid(body) || !utf8.Valid(body) || bytes.TrimLeft(body, " \t\r\n")[0] != '{' {
		return nil, false
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	return parseValue(d, body), true
}

func parseValue(d *json.Decoder, body []byte) *node {
	n := &node{start: startOf(body, int(d.InputOffset()))}
	token, err := d.Token()
	if err != nil {
		panic(err)
	}
	n.null = token == nil
	switch token {
	case json.Delim('{'):
		for d.More() {
			p := &property{start: startOf(body, int(d.InputOffset()))}
			name, err := d.Token()
			if err != nil {
				panic(err)
			}
			p.name = name.(string)
			p.value = parseValue(d, body)
			n.members = append(n.members, p)
		}
		d.Token()
	case json.Delim('['):
		for d.More() {
			n.elements = append(n.elements, parseValue(d, body))
		}
		d.Token()
	}
	n.end = int(d.InputOffset())
	return n
}

// startOf returns where the token after offset starts.
func startOf(body []byte, offset int) int {
	return offset + len(body[offset:]) - len(bytes.TrimLeft(body[offset:], " \t\r\n,:"))
}

// isOneOf compares as the rules say: simple folding, without '_' and '-'.
func isOneOf(name string, list ...string) bool {
	drop := strings.NewReplacer("_", "", "-", "")
	return slices.ContainsFunc(list, func(want string) bool { return strings.EqualFold(drop.Replace(name), drop.Replace(want)) })
}

func isHandoff(name string, root bool) bool {
	folded := strings.NewReplacer("_", "", "-", "").Replace(name)
	return isOneOf(name, "disaggregated_params", "kv_transfer_params", "ec_transfer_params") ||
		root && len(folded) > 9 && strings.EqualFold(folded[:9], "bootstrap")
}

// found is what the oracle sees in a body.
type found struct {
	carriers []*property
	matches  []*property
	handoff  bool   // one that is not null
	faults   faults // of handoffs, for a worker
}

// faults is the first of several things that are wrong.
type faults struct {
	cause string
	at    int
}

func (f *faults) add(cause string, at int) {
	if f.cause == "" || at < f.at {
		f.cause, f.at = cause, at
	}
}

// visit looks at a value that stands where a carrier could. What is known of the
// fields of a handoff is CheckHandoff's, which has its own tests; it looks at
// handoffs in handoffs itself.
func (f *found) visit(body []byte, n *node, root, inHandoff bool) {
	for _, e := range n.elements {
		f.visit(body, e, false, inHandoff)
	}
	for i, p := range n.members {
		switch {
		case isOneOf(p.name, "kv_hints", "kv_hint", "router_hint"):
			f.carriers = append(f.carriers, p)
			if root && p.name == "kv_hints" {
				f.matches = append(f.matches, p)
			}
			continue
		case isHandoff(p.name, root):
			p.handoff = true
			f.handoff = f.handoff || !p.value.null
			for _, q := range n.members[:i] {
				if isOneOf(q.name, p.name) {
					f.faults.add("duplicate_handoff", p.start)
				}
			}
			if !inHandoff && !p.value.null {
				var fault *ingress.HandoffError
				if _, err := ingress.CheckHandoff(p.name, body[p.value.start:p.value.end]); errors.As(err, &fault) {
					f.faults.add(fault.Cause.String(), p.value.start+fault.Offset)
				}
			}
		}
		if isOneOf(p.name, "kv_transfer_params", "ec_transfer_params", "extra_args", "extra_body", "vllm_xargs", "nvext",
			"sampling_params", "disagg_prefill_resp", "disaggregated_params", "requests", "params") {
			f.visit(body, p.value, false, inHandoff || p.handoff)
		}
	}
}

// verdict is what has to become of a body. reason is the admission's, "" where the
// body is refused.
type verdict struct {
	disposition, cause, reason string
	upstream                   []byte
}

func oracle(role string, body []byte, trust admit.Trust) verdict {
	if len(body) == 0 {
		return verdict{disposition: "forwarded", cause: "none", reason: "absent"}
	}
	root, ok := parse(body)
	if !ok {
		return verdict{disposition: "refused", cause: "unreadable_body"}
	}
	var f found
	f.visit(body, root, true, false)
	switch {
	case role == "edge" && f.handoff:
		return verdict{disposition: "refused", cause: "handoff_not_allowed"}
	case role == "worker" && f.faults.cause != "":
		return verdict{disposition: "refused", cause: f.faults.cause}
	}
	v := verdict{disposition: "forwarded", cause: "none", reason: "absent"}
	for _, c := range f.carriers {
		c.gone = true
		if !c.value.null && trust != admit.Trusted {
			v.reason = "untrusted"
		}
	}
	if trust == admit.Trusted && len(f.matches) > 1 {
		v.reason = "duplicate_member"
	}
	if trust == admit.Trusted && len(f.matches) == 1 {
		hint := f.matches[0]
		d := admit.Decide(body[hint.value.start:hint.value.end], limits.Default(), trust)
		v.reason = d.Reason.String()
		hint.gone = d.Outcome != admit.Admitted
	}
	if slices.ContainsFunc(f.carriers, func(p *property) bool { return p.gone }) {
		v.disposition = "stripped"
	}
	cut := make([]bool, len(body))
	mark(root, body, cut)
	for i, c := range body {
		if !cut[i] {
			v.upstream = append(v.upstream, c)
		}
	}
	return v
}

// mark marks the bytes that go, run by run.
func mark(n *node, body []byte, cut []bool) {
	for _, e := range n.elements {
		mark(e, body, cut)
	}
	for i := 0; i < len(n.members); i++ {
		if !n.members[i].gone {
			mark(n.members[i].value, body, cut)
			continue
		}
		first := i
		for i+1 < len(n.members) && n.members[i+1].gone {
			i++
		}
		from, to := n.members[first].start, n.members[i].value.end
		switch {
		case i+1 < len(n.members):
			to = n.members[i+1].start
		case first > 0:
			before := n.members[first-1].value.end
			from = before + bytes.IndexByte(body[before:], ',')
		}
		for at := from; at < to; at++ {
			cut[at] = true
		}
	}
}

func (v verdict) String() string {
	return fmt.Sprintf("%s, %s, %s, %.400q", v.disposition, v.cause, v.reason, v.upstream)
}
