package bench

import (
	"bytes"
	"io"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/valyala/fastjson"
)

// jsontextAppend reads the tokens with a decoder that is used again. Values are
// read raw, so that strings need no allocation and integers keep their digits.
func jsontextAppend(readBack bool) func([]byte) (Frozen, bool) {
	var p packer
	var in bytes.Buffer // the reader that a Decoder does not copy from
	var unescaped []byte
	d := jsontext.NewDecoder(&in)
	return func(text []byte) (Frozen, bool) {
		p.reset()
		in = *bytes.NewBuffer(text)
		d.Reset(&in)
		for {
			switch kind := d.PeekKind(); kind {
			case '{', '[':
				if _, err := d.ReadToken(); err != nil {
					return nil, false
				}
				p.begin(kind == '{')
			case '}', ']':
				if _, err := d.ReadToken(); err != nil || !p.end() {
					return nil, false
				}
			case '"':
				raw, err := d.ReadValue()
				if err != nil {
					return nil, false
				}
				if unescaped, err = jsontext.AppendUnquote(unescaped[:0], raw); err != nil {
					return nil, false
				}
				if p.wantsName() {
					p.name(unescaped)
				} else {
					p.text(unescaped)
				}
			case '0':
				raw, err := d.ReadValue()
				if err != nil || !appendNumber(&p, raw) {
					return nil, false
				}
			case 'n', 't', 'f':
				if _, err := d.ReadToken(); err != nil {
					return nil, false
				}
				p.literal(byte(kind))
			default: // the end, or an error
				if _, err := d.ReadToken(); err != io.EOF {
					return nil, false
				}
				return p.frozen(text, readBack)
			}
			if len(p.open) == 0 { // one value and no second one
				if _, err := d.ReadToken(); err != io.EOF {
					return nil, false
				}
				return p.frozen(text, readBack)
			}
		}
	}
}

// appendNumber appends a JSON number; false if it is out of range.
func appendNumber(p *packer, raw []byte) bool {
	digits := raw
	if raw[0] == '-' {
		digits = raw[1:]
	}
	n := uint64(0)
	for i, c := range digits {
		if c < '0' || c > '9' {
			return appendFloat(p, raw)
		}
		if i >= 19 && (n > math.MaxUint64/10 || n*10 > math.MaxUint64-uint64(c-'0')) {
			if !bytes.ContainsAny(raw, ".eE") {
				return false
			}
			return appendFloat(p, raw)
		}
		n = n*10 + uint64(c-'0')
	}
	if len(digits) == len(raw) {
		p.unsigned(n)
		return true
	}
	p.signed(-int64(n))
	return n <= 1<<63
}

func appendFloat(p *packer, raw []byte) bool {
	f, err := strconv.ParseFloat(string(raw), 64)
	p.float(f)
	return err == nil
}

// fastjsonAppend walks the tree of a parser that is used again. Floats are read
// from their text: Value.Float64 is a bit off for one in eleven.
func fastjsonAppend(readBack bool) func([]byte) (Frozen, bool) {
	var parser fastjson.Parser
	w := fastjsonWalk{}
	w.visit = func(name []byte, v *fastjson.Value) {
		w.p.name(name)
		w.value(v)
	}
	return func(text []byte) (Frozen, bool) {
		v, err := parser.ParseBytes(text)
		if err != nil {
			return nil, false
		}
		w.p.reset()
		w.failed = false
		if w.value(v); w.failed {
			return nil, false
		}
		return w.p.frozen(text, readBack)
	}
}

type fastjsonWalk struct {
	p      packer
	raw    []byte
	failed bool
	visit  func(name []byte, v *fastjson.Value)
}

func (w *fastjsonWalk) value(v *fastjson.Value) {
	switch v.Type() {
	case fastjson.TypeObject:
		w.p.begin(true)
		o, _ := v.Object()
		o.Visit(w.visit)
		w.failed = !w.p.end() || w.failed
	case fastjson.TypeArray:
		w.p.begin(false)
		elements, _ := v.Array()
		for _, e := range elements {
			w.value(e)
		}
		w.failed = !w.p.end() || w.failed
	case fastjson.TypeString:
		text, _ := v.StringBytes()
		w.p.text(text)
	case fastjson.TypeNumber:
		w.raw = v.MarshalTo(w.raw[:0])
		w.failed = !appendNumber(&w.p, w.raw) || w.failed
	case fastjson.TypeNull:
		w.p.literal('n')
	case fastjson.TypeTrue:
		w.p.literal('t')
	case fastjson.TypeFalse:
		w.p.literal('f')
	}
}
