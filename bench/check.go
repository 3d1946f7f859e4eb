package bench

import (
	stdjson "encoding/json"

	"github.com/bytedance/sonic"
	"github.com/go-json-experiment/json/jsontext"
	goccy "github.com/goccy/go-json"
	simdjson "github.com/minio/simdjson-go"
	segmentio "github.com/segmentio/encoding/json"
	"github.com/tidwall/gjson"
	"github.com/valyala/fastjson"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/limits"
)

// Checker is one implementation of the question whether a text is JSON.
type Checker struct {
	Name string // as in report.Peers
	// New returns the function that answers it. It may keep scratch, so it is
	// for one goroutine.
	New func() func(text []byte) bool
}

// Checkers returns hintcheck and its peers, each used as its own documentation
// advises for speed.
func Checkers() []Checker {
	plain := func(valid func([]byte) bool) func() func([]byte) bool {
		return func() func([]byte) bool { return valid }
	}
	return []Checker{
		{"hintcheck", func() func([]byte) bool { // one Scanner, Reset for each text
			profile := decoder.Strict(limits.Default())
			s := decoder.NewScanner(profile)
			return func(text []byte) bool {
				s.Reset(profile)
				return s.Scan(text, true).Reason == decoder.None
			}
		}},
		{"encoding_json", plain(stdjson.Valid)},
		{"jsontext", plain(func(text []byte) bool { return jsontext.Value(text).IsValid() })},
		{"sonic", plain(sonic.Valid)},
		{"goccy", plain(goccy.Valid)},
		{"fastjson", plain(func(text []byte) bool { return fastjson.ValidateBytes(text) == nil })},
		{"gjson", plain(gjson.ValidBytes)},
		{"segmentio", plain(segmentio.Valid)},
		{"simdjson-go", func() func([]byte) bool { // it has no check alone: a tape, used again, strings not copied
			var tape *simdjson.ParsedJson
			return func(text []byte) bool {
				parsed, err := simdjson.Parse(text, tape, simdjson.WithCopyStrings(false))
				if err != nil {
					return false
				}
				tape = parsed
				return true
			}
		}},
	}
}
