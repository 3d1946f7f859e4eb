package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/limits"
)

// stdinName is the FILE that stands for the standard input.
const stdinName = "-"

// The most bytes that an answer spends on words that others chose.
const (
	longestSource = 80  // a file name, in text
	longestWord   = 64  // a member of an envelope, in text
	longestMember = 256 // a member of an envelope, in JSON
)

// judgeFiles judges each file as one envelope.
func (s *session) judgeFiles(files []string, lim limits.Limits, trust admit.Trust, asJSON bool) counts {
	var (
		judged    counts
		authority = admit.NewAuthority(lim)
		column    = 0
		text      bytes.Buffer
		answer    []byte
	)
	for _, name := range files {
		column = max(column, len(word(name, longestSource)))
	}
	for _, name := range files {
		text.Reset()
		if err := s.read(&text, name, int64(lim.MaxBytes())+1); err != nil {
			s.unreadable(&judged, name, err)
			continue
		}
		raw := text.Bytes()
		d := authority.Admit(raw, trust)
		judged.add(d.Reason)
		if asJSON {
			size := len(raw)
			if size > lim.MaxBytes() {
				size = sizeUnknown // no more of it was read
			}
			answer = appendJSONAnswer(answer[:0], name, size, d, admit.Explain(raw, d))
		} else {
			answer = appendTextAnswer(answer[:0], name, column, d, admit.Explain(raw, d))
		}
		s.out.Write(answer)
		if s.out.Flush() != nil {
			break // Main says so
		}
	}
	return judged
}

// unreadable says that a file could not be read.
func (s *session) unreadable(judged *counts, name string, err error) {
	judged.unreadable++
	s.failed = true
	s.complain(word(name, longestSource) + ": " + reasonOf(err))
}

// read appends at most n bytes of the named file to text.
func (s *session) read(text *bytes.Buffer, name string, n int64) error {
	r, err := s.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = text.ReadFrom(io.LimitReader(r, n))
	return err
}

// open opens the named file, or the standard input.
func (s *session) open(name string) (io.ReadCloser, error) {
	if name == stdinName {
		return io.NopCloser(s.in), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("is a directory; name the files in it")
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// appendTextAnswer appends a line for people: source, outcome, and either what
// was admitted or the reason, where and why. column is the width of the source.
func appendTextAnswer(dst []byte, source string, column int, d admit.Decision, x admit.Explanation) []byte {
	reason := d.Reason.String()
	if d.Outcome == admit.Admitted {
		reason = "" // the outcome says it
	}
	dst = fmt.Appendf(dst, "%-*s  %-8s  %-20s  ", column, word(source, longestSource), d.Outcome, reason)
	if d.Outcome == admit.Admitted {
		h := d.Snapshot
		return fmt.Appendf(dst, "version %s, message %s, %s, %s, depth %d, MessagePack %s\n",
			word(h.Version(), longestWord), word(h.MessageID(), longestWord), many(h.NumActions(), "action"),
			many(h.Size(), "byte"), h.Depth(), many(h.MessagePackSize(), "byte"))
	}
	// The explanation opens with the reason, which has its own column.
	why := strings.TrimPrefix(x.Text, reason)
	return append(append(dst, strings.TrimLeft(why, ": ")...), '\n')
}

// many returns a count with its noun.
func many(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// sizeUnknown is the size of an envelope of which not all was read.
const sizeUnknown = -1

// appendJSONAnswer appends a line for programs: one object. What does not apply
// is left out; the members after pointer are those of an admitted envelope, but
// for bytes, which every envelope of known size has.
func appendJSONAnswer(dst []byte, source string, size int, d admit.Decision, x admit.Explanation) []byte {
	x.Pointer = cut(x.Pointer, longestMember)
	dst = appendJSONString(append(dst, `{"source":`...), source)
	dst = appendVerdict(dst, d, x)
	h := d.Snapshot
	if d.Outcome == admit.Admitted {
		dst = appendJSONString(append(dst, `,"version":`...), cut(h.Version(), longestMember))
		dst = appendJSONString(append(dst, `,"message_id":`...), cut(h.MessageID(), longestMember))
		dst = strconv.AppendInt(append(dst, `,"actions":`...), int64(h.NumActions()), 10)
	}
	if size != sizeUnknown {
		dst = strconv.AppendInt(append(dst, `,"bytes":`...), int64(size), 10)
	}
	if d.Outcome == admit.Admitted {
		digest := h.SHA256()
		dst = strconv.AppendInt(append(dst, `,"depth":`...), int64(h.Depth()), 10)
		dst = strconv.AppendInt(append(dst, `,"msgpack_bytes":`...), int64(h.MessagePackSize()), 10)
		dst = append(hex.AppendEncode(append(dst, `,"digest":"sha256:`...), digest[:]), '"')
	}
	return append(dst, "}\n"...)
}

// appendVerdict appends the members that every judgement has, and offset and
// pointer where they apply.
func appendVerdict(dst []byte, d admit.Decision, x admit.Explanation) []byte {
	dst = append(append(dst, `,"outcome":"`...), d.Outcome.String()...)
	dst = append(append(dst, `","reason":"`...), d.Reason.String()...)
	dst = append(dst, '"')
	if d.Offset != admit.NoOffset {
		dst = strconv.AppendInt(append(dst, `,"offset":`...), int64(d.Offset), 10)
	}
	if x.HasPointer {
		dst = appendJSONString(append(dst, `,"pointer":`...), x.Pointer)
	}
	return dst
}
