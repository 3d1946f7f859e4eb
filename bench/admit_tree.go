package bench

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/bytedance/sonic"
	"github.com/vmihailenco/msgpack/v5"
)

// stdTree decodes into Go values with json.Number, so that no integer loses
// digits, and encodes them with a pooled encoder.
func stdTree(readBack bool) func([]byte) (Frozen, bool) {
	reader := bytes.NewReader(nil)
	return viaTree(readBack, func(text []byte) (any, bool) {
		reader.Reset(text)
		d := json.NewDecoder(reader)
		d.UseNumber()
		var v any
		if d.Decode(&v) != nil {
			return nil, false
		}
		_, err := d.Token() // nothing may follow
		return v, err == io.EOF
	})
}

// sonicTree does so with sonic, whose strings are views of the text.
func sonicTree(readBack bool) func([]byte) (Frozen, bool) {
	api := sonic.Config{UseNumber: true, NoValidateJSONMarshaler: true}.Froze()
	return viaTree(readBack, func(text []byte) (any, bool) {
		var v any
		err := api.UnmarshalFromString(string(text), &v)
		return v, err == nil
	})
}

func viaTree(readBack bool, decode func(text []byte) (any, bool)) func([]byte) (Frozen, bool) {
	var out bytes.Buffer
	var back bytes.Reader
	return func(text []byte) (Frozen, bool) {
		v, ok := decode(text)
		if !ok || !treeHasShape(v) {
			return nil, false
		}
		if v, ok = Numbers(v); !ok {
			return nil, false
		}
		out.Reset()
		e := msgpack.GetEncoder()
		defer msgpack.PutEncoder(e)
		e.Reset(&out)
		e.UseCompactInts(true)
		if e.Encode(v) != nil {
			return nil, false
		}
		if readBack { // bytes that this encoder wrote, so the decoder may have them
			back.Reset(out.Bytes())
			d := msgpack.GetDecoder()
			defer msgpack.PutDecoder(d)
			d.Reset(&back)
			d.UseLooseInterfaceDecoding(true)
			if read, err := d.DecodeInterfaceLoose(); err != nil || back.Len() > 0 || !Same(v, read) {
				return nil, false
			}
		}
		return freeze(text, out.Bytes())
	}
}

// treeHasShape is the shape of an envelope: docs/admission.md, rules 5 to 7.
func treeHasShape(v any) bool {
	text := func(m map[string]any, name string) bool {
		s, ok := m[name].(string)
		return ok && s != ""
	}
	envelope, ok := v.(map[string]any)
	if !ok || envelope["protocol_version"] != "0.1" || !text(envelope, "message_id") {
		return false
	}
	actions, ok := envelope["actions"].([]any)
	if !ok {
		return false
	}
	for _, a := range actions {
		action, ok := a.(map[string]any)
		if !ok || !text(action, "action_id") || !text(action, "action_type") || !text(action, "action_version") {
			return false
		}
		if _, ok := action["payload"].(map[string]any); !ok {
			return false
		}
	}
	return true
}

// Numbers turns every json.Number of a tree, in place, into a uint64, an int64
// if it is negative, or a float64 if it has a fraction or an exponent. It reports
// false for a number that is out of range.
func Numbers(v any) (any, bool) {
	switch v := v.(type) {
	case json.Number:
		return number(string(v))
	case map[string]any:
		for name, member := range v {
			switch member.(type) {
			case json.Number, map[string]any, []any:
				n, ok := Numbers(member)
				if !ok {
					return nil, false
				}
				v[name] = n
			}
		}
	case []any:
		for i, element := range v {
			n, ok := Numbers(element)
			if !ok {
				return nil, false
			}
			v[i] = n
		}
	}
	return v, true
}

func number(s string) (any, bool) {
	if strings.ContainsAny(s, ".eE") {
		f, err := strconv.ParseFloat(s, 64)
		return f, err == nil
	}
	if s[0] != '-' {
		n, err := strconv.ParseUint(s, 10, 64)
		return n, err == nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if n == 0 {
		return uint64(0), err == nil
	}
	return n, err == nil
}

// Same reports whether two trees hold the same value, however wide their
// integers are.
func Same(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name, member := range a {
			other, ok := b[name]
			if !ok || !Same(member, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !Same(a[i], b[i]) {
				return false
			}
		}
		return true
	case uint64:
		if b, ok := b.(int64); ok {
			return b >= 0 && a == uint64(b)
		}
		return a == b
	case int64:
		if b, ok := b.(uint64); ok {
			return a >= 0 && uint64(a) == b
		}
		return a == b
	}
	return a == b
}
