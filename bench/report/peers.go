// Package report turns the output of the benchmarks into the table of ratios:
// who was compared, what each does not check, and which targets hold.
package report

// Ours is the name of hintcheck among the implementations.
const Ours = "hintcheck"

// Rule is a rule of admission that a check can leave out.
type Rule string

// The rules of docs/admission.md that are about one JSON text.
const (
	Grammar    Rule = "grammar"    // RFC 8259 as written
	UTF8       Rule = "UTF-8"      // RFC 3629 inside strings
	Surrogates Rule = "surrogates" // no lone \ud800
	Duplicates Rule = "duplicates" // no name twice, compared after unescaping
	Depth      Rule = "depth"      // at most 32 levels, or whatever it is told
	Integers   Rule = "integers"   // -2^63 to 2^64-1
	Floats     Rule = "floats"     // finite as float64
)

// Rules returns the rules in a fixed order.
func Rules() []Rule {
	return []Rule{Grammar, UTF8, Surrogates, Duplicates, Depth, Integers, Floats}
}

// Peer is one implementation of Check.
type Peer struct {
	Name  string
	Uses  string // the call that is timed
	Skips []Rule // what it does not check; a test of package bench shows it
	Note  string
}

// Peers returns hintcheck and those it is compared with.
func Peers() []Peer {
	values := []Rule{UTF8, Surrogates, Duplicates, Depth, Integers, Floats}
	return []Peer{
		{Ours, "decoder.Scanner, Strict", nil, ""},
		{"encoding_json", "json.Valid", values, "depth fixed at 10,000"},
		{"jsontext", "Value.IsValid", []Rule{Depth, Integers, Floats}, "depth fixed at 10,000"},
		{"sonic", "sonic.Valid", append([]Rule{Grammar}, values...), "takes bad escapes and raw control bytes; depth fixed at 4,096"},
		{"goccy", "json.Valid", values, "depth fixed at 10,000"},
		{"fastjson", "ValidateBytes", values, "no bound on depth"},
		{"gjson", "gjson.ValidBytes", values, "no bound on depth"},
		{"segmentio", "json.Valid", values, "no bound on depth"},
		{"simdjson-go", "Parse, tape used again", []Rule{UTF8, Surrogates, Duplicates, Depth, Integers}, "refuses some lone surrogates; big integers become floats; builds a tape"},
	}
}

// Admitters returns the implementations of Admit, hintcheck first. What they
// skip follows from the peers they are built from and is shown by the tests of
// package bench.
func Admitters() []Peer {
	return []Peer{
		{Ours, "Authority.Admit", nil, ""},
		{"encoding_json+vmihailenco", "Decoder, UseNumber; pooled Encoder, compact integers",
			[]Rule{UTF8, Surrogates, Duplicates, Depth}, "order of members is lost"},
		{"sonic+vmihailenco", "UnmarshalFromString, UseNumber; the same Encoder",
			[]Rule{Grammar, UTF8, Surrogates, Duplicates, Depth}, "order of members is lost; takes raw control bytes"},
		{"jsontext+append", "Decoder used again, raw values; appended by hand",
			[]Rule{Depth}, "reads back without comparing"},
		{"fastjson+append", "Parser used again; appended by hand",
			[]Rule{Grammar, UTF8, Surrogates, Duplicates, Depth}, "reads back without comparing"},
	}
}

// Unread is the end of the name of an implementation of Admit that does not read
// the MessagePack back.
const Unread = "_unread"

// LeftOut returns why a peer is not given a hostile document, or "".
func LeftOut(peer, document string) string {
	for _, l := range leftOut {
		if l.peer == peer && l.document == document {
			return l.why
		}
	}
	return ""
}

var leftOut = []struct{ peer, document, why string }{
	{"fastjson", "open_arrays", "wraps an error with the unread text at every level (valyala/fastjson#64): seconds for 8 KiB"},
	{"fastjson", "open_objects", "as open_arrays"},
}
