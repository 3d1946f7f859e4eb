package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"io"
	"strconv"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/limits"
)

// longestLine is the most bytes that a case line may have, its ending left out:
// the largest envelope in hex, and what stands around it.
const longestLine = 2*limits.LargestMaxBytes + 64<<10

// longestError is the most bytes of an error that answers a line.
const longestError = 256

// judgeLines judges each line of each file as one case and answers it.
func (s *session) judgeLines(files []string, lim limits.Limits, trust admit.Trust) counts {
	j := caseJudge{
		cases:       newCaseReader(lim, trust),
		authorities: map[bounds]*admit.Authority{},
	}
	for _, name := range files {
		if err := s.judgeFileOfLines(&j, name); err != nil {
			s.unreadable(&j.judged, name, err)
		}
	}
	if j.badLines > 0 {
		j.judged.unreadable += j.badLines
		s.failed = true
	}
	return j.judged
}

// judgeFileOfLines answers the lines of one file. Its error is one of reading;
// one of writing ends it too, and is Main's to report.
func (s *session) judgeFileOfLines(j *caseJudge, name string) error {
	f, err := s.open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := newLineReader(flushFirst{f, s.out})
	for {
		line, err := lines.next()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errLongLine):
			j.refuse(lines.number, err)
		case err != nil && s.out.Flush() != nil:
			return nil
		case err != nil:
			return err
		default:
			j.answerLine(line, lines.number)
		}
		if _, err := s.out.Write(j.answer); err != nil {
			return nil
		}
	}
}

// flushFirst is an input that writes the answers so far before it waits for
// more: whoever sent a case and waits for its answer gets it.
type flushFirst struct {
	input  io.Reader
	output *bufio.Writer
}

func (f flushFirst) Read(p []byte) (int, error) {
	if err := f.output.Flush(); err != nil {
		return 0, err
	}
	return f.input.Read(p)
}

// bounds are the limits that a case may set.
type bounds struct{ maxBytes, maxDepth int }

// caseJudge judges cases and writes their answers. What it keeps between lines
// is memory to use again.
type caseJudge struct {
	cases       *caseReader
	authorities map[bounds]*admit.Authority // at most mostAuthorities
	judged      counts
	badLines    int
	answer      []byte // the answer to the last line
	pack        []byte
}

// mostAuthorities bounds the scratch that is kept for cases to come: each
// authority has its own.
const mostAuthorities = 16

func (j *caseJudge) authority(b bounds) (*admit.Authority, error) {
	if a := j.authorities[b]; a != nil {
		return a, nil
	}
	lim, err := limits.New(limits.MaxBytes(b.maxBytes), limits.MaxDepth(b.maxDepth))
	if err != nil {
		return nil, err
	}
	if len(j.authorities) == mostAuthorities {
		clear(j.authorities)
	}
	a := admit.NewAuthority(lim)
	j.authorities[b] = a
	return a, nil
}

// answerLine makes the answer to one line.
func (j *caseJudge) answerLine(line []byte, number int) {
	j.answer = j.answer[:0]
	c, err := j.cases.read(line)
	if err != nil {
		j.refuse(number, err)
		return
	}
	d, err := j.judge(c)
	if err != nil {
		j.refuse(number, err)
		return
	}
	j.judged.add(d.Reason)
	j.answer = appendID(append(j.answer, `{"id":`...), c.id)
	if d.Outcome == admit.Admitted {
		j.answer = appendVerdict(j.answer, d, admit.Explanation{})
		j.pack = d.Snapshot.AppendMessagePack(j.pack[:0])
		j.answer = hex.AppendEncode(append(j.answer, `,"msgpack":"`...), j.pack)
		j.answer = append(j.answer, '"')
	} else {
		j.answer = appendVerdict(j.answer, d, admit.Explain(c.text, d))
	}
	j.answer = append(j.answer, "}\n"...)
}

// judge judges the envelope of a case, whole or in its chunks.
func (j *caseJudge) judge(c hintCase) (admit.Decision, error) {
	a, err := j.authority(c.bounds)
	if err != nil {
		return admit.Decision{}, err
	}
	if len(c.chunks) == 0 {
		return a.Admit(c.text, c.trust), nil
	}
	return a.AdmitReader(&chunkReader{text: c.text, sizes: c.chunks}, c.trust)
}

// refuse makes the answer to a line that is not a case.
func (j *caseJudge) refuse(number int, err error) {
	j.badLines++
	text := cut("line "+strconv.Itoa(number)+": "+err.Error(), longestError)
	j.answer = append(appendJSONString(append(j.answer[:0], `{"id":null,"error":`...), text), "}\n"...)
}

// chunkReader gives a text in pieces of the sizes, used in turn until it ends.
type chunkReader struct {
	text  []byte
	sizes []uint32 // at least one; none is 0
	turn  int
	left  int // what is still to come of the current piece
}

func (r *chunkReader) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		return 0, io.EOF
	}
	if r.left == 0 {
		r.left = int(r.sizes[r.turn])
		r.turn = (r.turn + 1) % len(r.sizes)
	}
	n := copy(p[:min(len(p), r.left)], r.text)
	r.text, r.left = r.text[n:], r.left-n
	return n, nil
}

var errLongLine = errors.New("want at most " + strconv.Itoa(longestLine) + " bytes")

// lineReader gives the lines of a text without their endings, LF or CR LF, in
// bounded memory.
type lineReader struct {
	r      *bufio.Reader
	long   []byte // a line that does not fit into r's buffer
	number int    // of the last line, from 1
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 256<<10)}
}

// next returns the next line, a view that is valid until the next call. The last
// line needs no ending. The error is io.EOF after it, errLongLine for a line of
// more than longestLine bytes, which is skipped, or one of the reader.
func (l *lineReader) next() ([]byte, error) {
	l.number++
	line, err := l.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		line, err = l.rest(line)
	}
	switch {
	case err == io.EOF && len(line) > 0:
	case err != nil:
		return nil, err
	default:
		line = line[:len(line)-1]
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	if len(line) > longestLine {
		return nil, errLongLine
	}
	return line, nil
}

// rest collects a line of which head is the first buffer. Of a line that is too
// long it keeps just enough to show that, and reads on to its end.
func (l *lineReader) rest(head []byte) ([]byte, error) {
	const most = longestLine + len("\r\n")
	l.long = append(l.long[:0], head...)
	for {
		more, err := l.r.ReadSlice('\n')
		if len(l.long) <= most {
			l.long = append(l.long, more...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			if len(l.long) > most && err == nil {
				err = errLongLine
			}
			return l.long, err
		}
	}
}
