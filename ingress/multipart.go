package ingress

import (
	"bytes"
	"mime"
	"net"
	"net/url"
	"strings"

	"github.com/kvhints/hintcheck/decoder"
)

// judgeOpaque decides about a body that need not be JSON. One that is JSON all the
// same is judged as JSON: its reader may not look at the media type either.
func (x *exchange) judgeOpaque(body []byte) {
	m := x.m
	if start := decoder.SkipSpace(body, 0); start < len(body) && body[start] == '{' {
		if !x.hold.take(int64(len(body))) {
			x.refuse(Overloaded, nil)
			return
		}
		if json := newOpaqueScan(m.policy, body); json != nil {
			x.kind, x.scan = jsonBody, json
			if !x.takeNotes() {
				x.refuse(Overloaded, nil)
				return
			}
			x.judgeScan()
			return
		}
	}
	x.body.segments, x.body.length = net.Buffers{body}, int64(len(body))
	var found findings
	mediaType, parameters, _ := mime.ParseMediaType(x.r.Header.Get("Content-Type"))
	if strings.HasPrefix(mediaType, "multipart/") {
		boundary := parameters["boundary"]
		if hasParameter(x.r.Header.Get("Content-Type"), "boundary*") {
			boundary = "" // some put it together, others do not
		}
		parts, fault := readParts(body, boundary)
		if fault != nil {
			x.refuse(fault.Cause, fault)
			return
		}
		var segments net.Buffers
		var length int64
		for _, p := range parts {
			class := m.policy.classOfPart(p.names)
			switch {
			case class&carrierName != 0:
				found.carriers = append(found.carriers, member{})
				found.live = true
				continue
			case class&handoffName != 0 && m.policy.Role() != Worker:
				x.refuse(HandoffNotAllowed, &BodyError{Cause: HandoffNotAllowed, Offset: p.from, Want: "no such part from a client"})
				return
			}
			segments = append(segments, body[p.from:p.to])
			length += int64(p.to - p.from)
		}
		if found.live && !m.policy.Reports() {
			x.body.segments, x.body.length, x.changed = segments, length, true
		}
	}
	// No part stands at the admitted path, so no part is a hint that is judged.
	x.decision, _ = found.decide(m.policy.settings(), x.trust(nil), nil)
}

// newOpaqueScan returns a scan of the body if it is one JSON object, else nil.
func newOpaqueScan(p Policy, body []byte) *Scan {
	s := NewScan(p, -1)
	if _, err := s.Write(body); err != nil && causeOf(err) == UnreadableBody {
		return nil
	}
	if err := s.Finish(); err != nil && causeOf(err) == UnreadableBody {
		return nil
	}
	return s
}

const (
	// mostParts is how many parts a form can have. A request has a few; each costs
	// more memory than its bytes.
	mostParts = 1000
	// mostPartHead is how many bytes the headers of one part can have.
	mostPartHead = 8 << 10
)

// part is one part of a multipart body, from its delimiter to the next one. The
// close delimiter is the last one, and has no name.
type part struct {
	from, to int
	names    []string // what readers may take for its name
}

// readParts reads a body of the grammar of RFC 2046 section 5.1.1 in the one
// spelling that every reader understands in the same way: no preamble, no epilogue,
// CRLF, no padding behind a delimiter, no header over several lines, and nowhere the
// delimiter's bytes but in delimiters. Any other body is unreadable. The parts
// together are the whole body.
func readParts(body []byte, boundary string) ([]part, *BodyError) {
	const want = "a multipart body without preamble, with CRLF and the boundary of the Content-Type"
	fault := func(at int, want string) ([]part, *BodyError) {
		return nil, &BodyError{Cause: UnreadableBody, Offset: at, Want: want}
	}
	if boundary == "" || len(boundary) > 70 || strings.HasSuffix(boundary, " ") {
		return fault(0, "a boundary of 1 to 70 bytes in the Content-Type")
	}
	dash := []byte("--" + boundary)
	if !bytes.HasPrefix(body, dash) {
		return fault(0, want)
	}
	var parts []part
	for at := 0; ; { // at a delimiter
		after := at + len(dash)
		rest := body[after:]
		if tail, closes := bytes.CutPrefix(rest, []byte("--")); closes {
			if len(tail) > 0 && string(tail) != "\r\n" {
				return fault(after+2, "nothing behind the last part")
			}
			return append(parts, part{from: at, to: len(body)}), nil
		}
		next := bytes.Index(rest, dash)
		if !bytes.HasPrefix(rest, []byte("\r\n")) || next < 4 || string(rest[next-2:next]) != "\r\n" {
			return fault(after, want)
		}
		if len(parts) == mostParts {
			return nil, &BodyError{Cause: BodyTooLarge, Offset: at, Want: "at most 1000 parts"}
		}
		names, ok := partNames(rest[2 : next-2])
		if !ok {
			return fault(after+2, "a part with one Content-Disposition: form-data and one name")
		}
		parts = append(parts, part{from: at, to: after + next, names: names})
		at = after + next
	}
}

// partNames returns what readers may take for the name of a part, whose headers and
// content are text: as it is, without backslashes, and with its %-escapes undone. It
// reports false for a part that has no name or may have two.
func partNames(text []byte) ([]string, bool) {
	head, _, ok := bytes.Cut(text, []byte("\r\n\r\n"))
	if !ok || len(head) > mostPartHead {
		return nil, false
	}
	name, found := "", false
	for line := range strings.SplitSeq(string(head), "\r\n") {
		field, value, ok := strings.Cut(line, ":")
		if !ok || strings.ContainsAny(line, "\r\n\x00") || strings.ContainsAny(field, " \t") {
			return nil, false
		}
		if !strings.EqualFold(field, "Content-Disposition") {
			continue
		}
		kind, parameters, err := mime.ParseMediaType(value)
		// name*, name*0 and encoded words: some decode them, others do not.
		if found || err != nil || kind != "form-data" || hasParameter(value, "name*") || strings.Contains(parameters["name"], "=?") {
			return nil, false
		}
		name, found = parameters["name"], true
	}
	if !found || name == "" {
		return nil, false
	}
	names := []string{name, strings.ReplaceAll(name, `\`, "")}
	if decoded, err := url.PathUnescape(name); err == nil {
		names = append(names, decoded)
	}
	return names, true
}

// hasParameter reports whether a parameter of a header's value begins with name. A
// quoted text that looks like one counts too.
func hasParameter(value, name string) bool {
	for piece := range strings.SplitSeq(strings.ToLower(value), ";") {
		if strings.HasPrefix(strings.TrimLeft(piece, " \t"), name) {
			return true
		}
	}
	return false
}

// classOfPart returns the classes of a part with these names. Forms spell members of
// members with brackets and dots, so each piece between those counts.
func (p Policy) classOfPart(names []string) (c class) {
	for _, name := range names {
		for _, piece := range append(strings.FieldsFunc(name, func(r rune) bool { return r == '[' || r == ']' || r == '.' }), name) {
			folded := appendFolded(nil, []byte(piece))
			c |= p.settings().names.classOf(folded)
			if isBootstrap(folded) {
				c |= handoffName
			}
		}
	}
	return c
}
