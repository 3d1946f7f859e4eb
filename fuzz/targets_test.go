package fuzz

// The native targets: one for each law, with its name after Fuzz. They are here
// and not in an external test package because that is where OSS-Fuzz looks for
// them, and they read no files, since they run where there are none.

import (
	"strings"
	"testing"
)

// envelope is a seed for the laws that want an admitted text; goldens and corpus
// come in by fuzz/seedzip.
const envelope = `{"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"i","action_type":"kv.fetch","action_version":"1.0",` +
	`"payload":{"source_control_endpoint":"tcp://kv-7.example:24100","block_hashes":[18446744073709551615,"00000000deadbeef"]}}]}`

// run fuzzes one law from a few seeds.
func run(f *testing.F, law func([]byte) error, seeds ...string) {
	f.Add([]byte(envelope))
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := law(data); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzAdmission(f *testing.F) {
	run(f, Admission, " null\n", `{"protocol_version":"0.2","a":{"b":1,"\u0062":[[[2]]]}}`, "[\"\xc3\xa9\xff\",1e999]",
		"[[[[[]]]]]\x00\x01\x05", "{}\x00\x02", envelope+"\x00\x01\x01\x01\x40",
		`["\ud83d\ude00\uDBFF\uDFFF"]`, `["\ud83d\ud83d"]`, `["\ude00"]`, `["\ud83dx"]`, `[-9223372036854775808,18446744073709551616]`)
}

func FuzzChunks(f *testing.F) {
	run(f, Chunks, "[\"\xe2\x82\xac\xe2\x82\",18446744073709551616]\x00\x01\x01\x01\x01\x02\x01\x04",
		`[[[[1e999,"\ud800\n"]]]]`, `{"a":[1,-2.5e3,"\ud83d\ude00é",{"a":null}],"\u0061":true}`,
		"[\"\xf0\x9f\x98\x80\xf4\x8f\xbf\xbf\xed\xa0\x80\"]", "[\"\xf0\x9f\x98\x80\"]\x00\x01\x01\x01\x01\x06\x02")
}

func FuzzEncodings(f *testing.F) {
	text := func(n int) string { return `{"":"` + strings.Repeat("a", n) + `"}` }
	list := func(n int) string { return strings.Repeat("[],", n-1) + "[]" }
	names := `"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0,"k":0,"l":0,"m":0,"n":0,"o":0`
	with := func(value string) string {
		return `{"protocol_version":"0.1","message_id":"m","actions":[],"x":` + value + `}`
	}
	run(f, Encodings,
		with(`[-0,-0.0,-33,128,65536,1e-400,null,{"":true},"\ud83d\ude00"]`),
		with(`[127,128,255,256,65535,65536,4294967295,4294967296,18446744073709551615]`),
		with(`[-1,-24,-25,-32,-33,-128,-129,-256,-257,-32768,-32769,-65536,-65537,-2147483648,-2147483649,-4294967297,-9223372036854775808]`),
		with(`[`+list(15)+`]`), with(`[`+list(16)+`]`), with(`[`+list(24)+`]`),
		with(`{`+names+`}`), with(`{`+names+`,"p":0}`),
		with(text(31)), with(text(32)), with(text(255)), with(text(256)))
}

func FuzzSyntax(f *testing.F) {
	run(f, Syntax, "[1.5,0,-0,\"\\ud800\\n\"] ", "[\"\xe2\x82\xac\xe2\x82\",18446744073709551616]", `{"a":1,"\u0061":[[]]}`, "[tru]",
		`["\"\\\/\b\f\n\r\t\u0000\u009f\u00aF\uFaBb\uCdDe\uEfF1"]`, `["\u00:0"]`, `["\u00g0"]`, "[\"\x1f\"]", `[01]`, `[1.e1,1e+]`)
}

func FuzzLattice(f *testing.F) {
	run(f, Lattice, envelope+"\x00\x03\x05\x01\xf0", " null", "[[[1]]]")
}

func FuzzReadmission(f *testing.F) {
	run(f, Readmission, " {\"protocol_version\" : \"0.1\",\n\"message_id\":\"m\\t\",\"actions\":[ ]}\r\n")
}

func FuzzConstruction(f *testing.F) {
	run(f, Construction, "0.1\x1fm\x1fi\x1ft\x1fv\x1f{\"a\":[1,2]}", "0.2\x1f\xff\x1fi\x1f\x1fv\x1f{},\"x\":{}", `{"a":1,"a":2}`, "{} {}",
		`{"protocol_version":"0.1","message_id":"\u001f\u001e\"\\\u007f","actions":[]}`)
}

func FuzzCandidates(f *testing.F) {
	run(f, Candidates, `{"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"i","action_type":"kv.source_locations","action_version":"1.0",`+
		`"payload":{"source_control_endpoint":"tcp://[fd00::7]:65535","block_hashes":["hex:00000000deadbeef",1]}}]}`)
}

func FuzzTally(f *testing.F) {
	run(f, Tally, "null[]{\x00\x01\x01\x01\x01\x05\x03\x02", envelope+"\x00\x02")
}
