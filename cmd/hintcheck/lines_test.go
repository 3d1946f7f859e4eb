package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit"
)

// inJSON is the smallest envelope as it stands inside a JSON string.
var inJSON = strings.ReplaceAll(smallest, `"`, `\"`)

// TestLines asks one line at a time. The verdicts follow from the rules of
// docs/admission.md, the offsets are counted by hand.
func TestLines(t *testing.T) {
	const admitted = `"outcome":"admitted","reason":"admitted","msgpack":"` + smallestPack + `"}`
	for _, tt := range []struct {
		reason string
		line   string
		want   string // the answer
	}{
		{"an admitted envelope has its form, and neither offset nor pointer",
			`{"id":1,"json":"` + inJSON + `"}`, `{"id":1,` + admitted},
		{"hex has either case",
			`{"id":1,"hex":"7b7D"}`, `{"id":1,"outcome":"ignored","reason":"invalid_envelope","offset":0,"pointer":"/protocol_version"}`},
		{"no bytes are absent",
			`{"id":1,"hex":""}`, `{"id":1,"outcome":"ignored","reason":"absent"}`},
		{"so they are as text",
			`{"id":1,"json":""}`, `{"id":1,"outcome":"ignored","reason":"absent"}`},
		{"the pointer of the whole envelope is empty and there",
			`{"id":1,"json":" []"}`, `{"id":1,"outcome":"ignored","reason":"not_an_object","offset":1,"pointer":""}`},
		{"an oversized envelope has an offset and no pointer",
			`{"id":1,"json":"{}","max_bytes":1}`, `{"id":1,"outcome":"ignored","reason":"oversized","offset":1}`},
		{"the depth is the case's own",
			`{"id":1,"json":"[[[","max_depth":2}`, `{"id":1,"outcome":"ignored","reason":"too_deep","offset":2,"pointer":"/0/0"}`},
		{"untrusted bytes are not parsed",
			`{"id":1,"json":"[[[","trust":"untrusted"}`, `{"id":1,"outcome":"ignored","reason":"untrusted"}`},
		{"trusted is said or left out",
			`{"id":1,"json":"` + inJSON + `","trust":"trusted"}`, `{"id":1,` + admitted},
		{"chunks change nothing",
			`{"id":1,"json":"` + inJSON + `","chunks":[1]}`, `{"id":1,` + admitted},
		{"nor do pieces larger than the envelope, or in turn",
			`{"id":1,"json":"` + inJSON + `","chunks":[ 3 , 2147483647 ]}`, `{"id":1,` + admitted},
		{"an oversized envelope in pieces",
			`{"id":1,"json":"{}  ","max_bytes":3,"chunks":[1]}`, `{"id":1,"outcome":"ignored","reason":"oversized","offset":3}`},
		{"no bytes in pieces are absent too",
			`{"id":1,"hex":"","chunks":[5]}`, `{"id":1,"outcome":"ignored","reason":"absent"}`},

		{"a float id keeps its spelling",
			`{"id":1.0,"hex":""}`, `{"id":1.0,"outcome":"ignored","reason":"absent"}`},
		{"so does an integer beyond 2^53",
			`{"id":12345678901234567890,"hex":""}`, `{"id":12345678901234567890,"outcome":"ignored","reason":"absent"}`},
		{"and one that no envelope may hold",
			`{"id":-1e999,"hex":""}`, `{"id":-1e999,"outcome":"ignored","reason":"absent"}`},
		{"escapes in an id are not resolved",
			`{"id":"\u0041\/\n","hex":""}`, `{"id":"\u0041\/\n","outcome":"ignored","reason":"absent"}`},
		{"an id of text that prints is the runner's own",
			`{"id":"é中😀 é","hex":""}`, `{"id":"é中😀 é","outcome":"ignored","reason":"absent"}`},
		{"DEL, the ends of C1 and a no-break space are escaped, what stands beside them is not",
			"{\"id\":\"~\x7f\u0080\u009f\u00a0\u00a1\",\"hex\":\"\"}", `{"id":"~\u007f\u0080\u009f\u00a0¡","outcome":"ignored","reason":"absent"}`},
		{"so are characters without a form: soft hyphen, zero width, bidi controls of each kind, byte order mark",
			"{\"id\":\"\u00ad\u200b\u200d\u200e\u202a\u202e\u2066\u2069\ufeff\",\"hex\":\"\"}", `{"id":"\u00ad\u200b\u200d\u200e\u202a\u202e\u2066\u2069\ufeff","outcome":"ignored","reason":"absent"}`},
		{"and what some readers take for the end of a line",
			"{\"id\":\"\u0085\u2028\u2029\",\"hex\":\"\"}", `{"id":"\u0085\u2028\u2029","outcome":"ignored","reason":"absent"}`},
		{"above the first plane as a pair: a tag and a private character, the last of all",
			"{\"id\":\"\U000e0001\U0010fffd\U0010ffff\",\"hex\":\"\"}", `{"id":"\udb40\udc01\udbff\udffd\udbff\udfff","outcome":"ignored","reason":"absent"}`},
		{"in names of its members too, and next to escapes of its own",
			"{\"id\":{\"\\\"\x7f\\\\\u202e\\u202e\":1},\"hex\":\"\"}", `{"id":{"\"\u007f\\\u202e\u202e":1},"outcome":"ignored","reason":"absent"}`},
		{"a CR between its parts would end the line for some readers; a tab stays",
			"{\"id\":[1,\r\t2\r],\"hex\":\"\"}", "{\"id\":[1, \t2 ],\"outcome\":\"ignored\",\"reason\":\"absent\"}"},
		{"a long id is not cut",
			`{"id":"` + strings.Repeat("i", 100_000) + `","hex":""}`, `{"id":"` + strings.Repeat("i", 100_000) + `","outcome":"ignored","reason":"absent"}`},
		{"an id may be a value with parts, spaces inside and duplicate names",
			`{"id": {"a" : [1, "]}"], "a":{}} ,"hex":""}`, `{"id":{"a" : [1, "]}"], "a":{}},"outcome":"ignored","reason":"absent"}`},
		{"an id or a note, name and value, may hold half a surrogate pair, which is grammar",
			`{"\ud800":"\udc00","id":"\ud800","hex":""}`, `{"id":"\ud800","outcome":"ignored","reason":"absent"}`},
		{"an id may be null",
			`{"id":null,"hex":""}`, `{"id":null,"outcome":"ignored","reason":"absent"}`},

		{"members may come in any order, with space around",
			` { "chunks" : [ 1 ] , "max_depth" : 5 , "hex" : "" , "id" : true } `, `{"id":true,"outcome":"ignored","reason":"absent"}`},
		{"other members are notes, whatever they hold, also twice",
			`{"note":{"hex":"zz"},"why":["\\\"}"],"note":1,"id":1,"hex":""}`, `{"id":1,"outcome":"ignored","reason":"absent"}`},
		{"a name is what it is after unescaping",
			`{"\u0069d":1,"h\u0065x":"","n":0}`, `{"id":1,"outcome":"ignored","reason":"absent"}`},
		{"so is a word",
			`{"id":1,"hex":"","trust":"untruste\u0064"}`, `{"id":1,"outcome":"ignored","reason":"absent"}`},
		{"unescaping one word leaves the envelope alone",
			`{"id":1,"json":"{\"\u0061\":-x","trust":"truste\u0064"}`, `{"id":1,"outcome":"ignored","reason":"malformed_json","offset":6,"pointer":"/a"}`},
		{"and hex",
			`{"id":1,"hex":"\u00357b"}`, "error: hex: want an even number"},
		{"an even number of them",
			`{"id":1,"hex":"\u0037b"}`, `{"id":1,"outcome":"ignored","reason":"malformed_json","offset":1,"pointer":""}`},
		{"every escape of JSON is resolved once: \" \\ / and five controls in a string are plain, the controls are malformed there",
			`{"id":1,"json":"\"\\\\\\\/\b\""}`, `{"id":1,"outcome":"ignored","reason":"malformed_json","offset":5,"pointer":""}`},
		{"the whitespace escapes stand for whitespace, \\f does not",
			`{"id":1,"json":"\n\r\t\f"}`, `{"id":1,"outcome":"ignored","reason":"malformed_json","offset":3,"pointer":""}`},
		{"an escaped quote in an escaped name is text of the envelope",
			`{"id":1,"json":"{\"\\\"\":1,\"\\\"\":2}"}`, `{"id":1,"outcome":"ignored","reason":"duplicate_member","offset":8,"pointer":"/\""}`},
		{"the envelope's own escapes stay its own: \\ud800 is half a pair there",
			`{"id":1,"json":"[\"\\ud800\"]"}`, `{"id":1,"outcome":"ignored","reason":"lone_surrogate","offset":2,"pointer":"/0"}`},
		{"a pair in the case line is one character of four bytes",
			`{"id":1,"json":"[\"\ud83d\ude00\",x"}`, `{"id":1,"outcome":"ignored","reason":"malformed_json","offset":8,"pointer":""}`},
		{"hex carries what a string cannot, here 0xff in a string",
			`{"id":1,"hex":"5b22ff225d"}`, `{"id":1,"outcome":"ignored","reason":"invalid_utf8","offset":2,"pointer":"/0"}`},

		{"the pointer is exact, in ASCII: DEL, bidi override, é, a pair",
			`{"id":1,"json":"{\"\u007f\u202eé😀\":x"}`, `{"id":1,"outcome":"ignored","reason":"malformed_json","offset":14,"pointer":""}`},
		{"the same while its value is being read",
			`{"id":1,"json":"{\"\u007f\u202eé😀\":-x"}`, `{"id":1,"outcome":"ignored","reason":"malformed_json","offset":15,"pointer":"/\u007f\u202e\u00e9\ud83d\ude00"}`},
		{"controls that the envelope escapes are in the name",
			`{"id":1,"json":"{\"\\u001b[31m\":1e999"}`, `{"id":1,"outcome":"ignored","reason":"malformed_json","offset":19,"pointer":"/\u001b[31m"}`},
		{"~ and / are escaped as RFC 6901 says",
			`{"id":1,"json":"{\"~/\\\\\":1e999}"}`, `{"id":1,"outcome":"ignored","reason":"number_out_of_range","offset":8,"pointer":"/~0~1\\"}`},

		{"spaces and a tab are no case", " \t ", "error: malformed_json at offset 3"},
		{"no JSON", `x`, "error: malformed_json at offset 0"},
		{"JSON with something behind", `{"id":1,"hex":""} x`, "error: malformed_json at offset 18"},
		{"a case cut short", `{"id":1,"hex":"`, "error: malformed_json at offset 15"},
		{"NaN is no JSON", `{"id":NaN,"hex":""}`, "error: malformed_json at offset 6"},
		{"a byte order mark is no JSON", "\ufeff" + `{"id":1,"hex":""}`, "error: malformed_json at offset 0"},
		{"a control character inside", "{\"id\":\"\x01\",\"hex\":\"\"}", "error: malformed_json at offset 7"},
		{"bytes that are not UTF-8", "{\"id\":1,\"json\":\"\xff\"}", "error: invalid_utf8 at offset 16"},
		{"no object", `[1]`, "error: want an object"},
		{"a text", `"{}"`, "error: want an object"},
		{"no id", `{"hex":""}`, "error: id: want"},
		{"no envelope", `{"id":1}`, "error: want exactly one of hex and json"},
		{"two envelopes", `{"id":1,"hex":"","json":""}`, "error: want exactly one of hex and json"},
		{"an empty case", `{}`, "error: id: want"},
		{"one digit", `{"id":1,"hex":"7"}`, "error: hex: want an even number"},
		{"half a pair is no hex digit", `{"id":1,"hex":"\ud800"}`, "error: hex: want an even number of hex digits"},
		{"nor a trust", `{"id":1,"hex":"","trust":"\ud800"}`, "error: trust: want"},
		{"no hex digit", `{"id":1,"hex":"7g"}`, "error: hex: want hex digits"},
		{"a space in hex", `{"id":1,"hex":"7b 7d 0"}`, "error: hex: want an even number"},
		{"hex as a number", `{"id":1,"hex":77}`, "error: hex: want a string"},
		{"hex as null", `{"id":1,"hex":null}`, "error: hex: want a string"},
		{"the envelope itself instead of its text", `{"id":1,"json":{}}`, "error: json: want a string"},
		{"half a pair is no text", `{"id":1,"json":"\ud800"}`, "error: json: half a surrogate pair is no text; want hex"},
		{"a low half is none either", `{"id":1,"json":"\udc00"}`, "error: json: half a surrogate pair is no text; want hex"},
		{"a high half and a character", `{"id":1,"json":"\ud800\u0041"}`, "error: json: half a surrogate pair is no text; want hex"},
		{"the same member twice", `{"id":1,"hex":"","hex":""}`, "error: hex: want it once"},
		{"also when one is escaped", `{"id":1,"hex":"","i\u0064":1}`, "error: id: want it once"},
		{"a size of nothing", `{"id":1,"hex":"","max_bytes":0}`, "error: max_bytes: want an integer from 1 to 16777216"},
		{"16 MiB are the most", `{"id":1,"hex":"","max_bytes":16777216}`, `{"id":1,"outcome":"ignored","reason":"absent"}`},
		{"one more", `{"id":1,"hex":"","max_bytes":16777217}`, "error: max_bytes: want"},
		{"2^64+1 must not wrap to 1", `{"id":1,"hex":"","max_bytes":18446744073709551617}`, "error: max_bytes: want"},
		{"a negative size", `{"id":1,"hex":"","max_bytes":-1}`, "error: max_bytes: want"},
		{"a fraction", `{"id":1,"hex":"","max_bytes":1.0}`, "error: max_bytes: want"},
		{"a number in a string", `{"id":1,"hex":"","max_bytes":"1"}`, "error: max_bytes: want"},
		{"null is not left out", `{"id":1,"hex":"","max_bytes":null}`, "error: max_bytes: want"},
		{"1,000 levels are the most", `{"id":1,"hex":"","max_depth":1000}`, `{"id":1,"outcome":"ignored","reason":"absent"}`},
		{"one more", `{"id":1,"hex":"","max_depth":1001}`, "error: max_depth: want an integer from 1 to 1000"},
		{"no level", `{"id":1,"hex":"","max_depth":0}`, "error: max_depth: want"},
		{"an unknown trust must not become the default", `{"id":1,"hex":"","trust":"yes"}`, "error: trust: want"},
		{"a bool is none", `{"id":1,"hex":"","trust":true}`, "error: trust: want"},
		{"upper case is none", `{"id":1,"hex":"","trust":"Trusted"}`, "error: trust: want"},
		{"a piece of nothing would never end", `{"id":1,"hex":"7b","chunks":[0]}`, "error: chunks: want sizes"},
		{"a negative piece", `{"id":1,"hex":"7b","chunks":[1,-1]}`, "error: chunks: want sizes"},
		{"a piece of 2^31", `{"id":1,"hex":"7b","chunks":[2147483648]}`, "error: chunks: want sizes"},
		{"a piece and a half", `{"id":1,"hex":"7b","chunks":[1.5]}`, "error: chunks: want sizes"},
		{"sizes in lists", `{"id":1,"hex":"7b","chunks":[[1]]}`, "error: chunks: want sizes"},
		{"no sizes to use in turn", `{"id":1,"hex":"7b","chunks":[]}`, "error: chunks: want an array of at least one"},
		{"a size without a list", `{"id":1,"hex":"7b","chunks":1}`, "error: chunks: want an array"},
		{"deep nesting in a note costs nothing", `{"id":1,"hex":"","note":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`, `{"id":1,"outcome":"ignored","reason":"absent"}`},
	} {
		out, diagnostics, code := run(strings.NewReader(tt.line), "admit", "--lines")
		wantCode := 0
		if text, refused := strings.CutPrefix(tt.want, "error: "); refused {
			wantCode = 3
			var answer struct {
				ID    *int
				Error string
			}
			if err := json.Unmarshal([]byte(out), &answer); err != nil || !strings.HasPrefix(out, `{"id":null,"error":"line 1: `) || len(answer.Error) > 256 || !strings.HasPrefix(answer.Error, "line 1: "+text) {
				t.Errorf("%s: %.100q is answered %.300q; want an error that says %q (%v)", tt.reason, tt.line, out, text, err)
			}
		} else if diff := cmp.Diff(tt.want+"\n", out); diff != "" {
			t.Errorf("%s: %.100q (-want +got):\n%s", tt.reason, tt.line, diff)
		}
		if code != wantCode {
			t.Errorf("%s: %.100q: exit %d, want %d (%s)", tt.reason, tt.line, code, wantCode, diagnostics)
		}
	}
}

// TestLineEndings: how lines end changes nothing.
func TestLineEndings(t *testing.T) {
	const a, b = `{"id":1,"hex":""}`, `{"id":2,"hex":""}`
	const want = `{"id":1,"outcome":"ignored","reason":"absent"}` + "\n" + `{"id":2,"outcome":"ignored","reason":"absent"}` + "\n"
	for _, tt := range []struct{ reason, input string }{
		{"LF", a + "\n" + b + "\n"},
		{"the last line needs none", a + "\n" + b},
		{"CR LF", a + "\r\n" + b + "\r\n"},
		{"a CR at the end of all", a + "\r\n" + b + "\r"},
	} {
		out, diagnostics, code := run(strings.NewReader(tt.input), "admit", "--lines")
		if diff := cmp.Diff(want, out); diff != "" || code != 0 || diagnostics != "2 judged: absent 2\n" {
			t.Errorf("%s: exit %d, %q (-want +got):\n%s", tt.reason, code, diagnostics, diff)
		}
	}
	if out, diagnostics, code := run(strings.NewReader(""), "admit", "--lines"); out != "" || code != 0 || diagnostics != "0 judged\n" {
		t.Errorf("no line: %q, %q, exit %d; want no answer, no count and 0", out, diagnostics, code)
	}
}

// TestEachLineHasOneAnswer: a runner that counts answers must not lose its place,
// whatever a line holds. The n-th answer to lines of which some are no cases has
// the error of line n.
func TestEachLineHasOneAnswer(t *testing.T) {
	const good = `{"id":1,"hex":""}`
	for _, tt := range []struct {
		reason, input string
		lines         int
		bad           []int // from 1
	}{
		{"an empty line", good + "\n\n" + good + "\n", 3, []int{2}},
		{"an empty first line", "\n" + good, 2, []int{1}},
		{"an empty last line has an ending of its own", good + "\n\n", 2, []int{2}},
		{"CR LF alone is an empty line", good + "\r\n\r\n" + good, 3, []int{2}},
		{"whitespace of every kind", " \n\t\n \r \n" + good, 4, []int{1, 2, 3}},
		{"whitespace without an ending", good + "\n ", 2, []int{2}},
		{"one line ending", "\n", 1, []int{1}},
		{"only whitespace", "  ", 1, []int{1}},
		{"words among them", "no\n\n" + good + "\n[]\n", 4, []int{1, 2, 4}},
	} {
		out, diagnostics, code := run(strings.NewReader(tt.input), "admit", "--lines")
		answers := strings.SplitAfter(out, "\n")
		answers = answers[:len(answers)-1] // behind the last ending
		var bad []int
		for i, a := range answers {
			if strings.HasPrefix(a, fmt.Sprintf(`{"id":null,"error":"line %d: `, i+1)) {
				bad = append(bad, i+1)
			} else if a != `{"id":1,"outcome":"ignored","reason":"absent"}`+"\n" {
				t.Errorf("%s: answer %d is %q", tt.reason, i+1, a)
			}
		}
		if len(answers) != tt.lines || !slices.Equal(bad, tt.bad) || code != 3 {
			t.Errorf("%s: exit %d, %d answers, errors for %v; want 3, %d, %v", tt.reason, code, len(answers), bad, tt.lines, tt.bad)
		}
		if want := fmt.Sprintf("; %d unreadable\n", len(tt.bad)); !strings.HasSuffix(diagnostics, want) {
			t.Errorf("%s: the counts are %q, want %q at the end", tt.reason, diagnostics, want)
		}
	}
}

// TestLinesGoOn: after a line that is no case the run goes on, and the flags say
// what holds for a case that leaves it out.
func TestLinesGoOn(t *testing.T) {
	input := `{"id":1,"json":"[[]]"}
{"id":2,"json":"[[]]","max_depth":2}
no case
{"id":3,"json":"[[]]","max_bytes":3}
{"id":4,"json":"[[]]","trust":"trusted"}
{"id":5,"json":"[[]]","trust":"trusted","max_depth":2}
{"id":6,"json":"[[]]","trust":"trusted","max_bytes":3}
{"id":7,"json":"null"}
`
	want := `{"id":1,"outcome":"ignored","reason":"untrusted"}
{"id":2,"outcome":"ignored","reason":"untrusted"}
{"id":null,"error":"line 3: malformed_json at offset 1: want one RFC 8259 value and nothing else"}
{"id":3,"outcome":"ignored","reason":"untrusted"}
{"id":4,"outcome":"ignored","reason":"too_deep","offset":1,"pointer":"/0"}
{"id":5,"outcome":"ignored","reason":"not_an_object","offset":0,"pointer":""}
{"id":6,"outcome":"ignored","reason":"oversized","offset":3}
{"id":7,"outcome":"ignored","reason":"absent"}
`
	out, diagnostics, code := run(strings.NewReader(input), "admit", "--lines", "--trust=untrusted", "--max-bytes=4", "--max-depth=1")
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	if want := "7 judged: absent 1, untrusted 3, oversized 1, too_deep 1, not_an_object 1; 1 unreadable\n"; diagnostics != want || code != 3 {
		t.Errorf("exit %d and %q, want 3 and %q", code, diagnostics, want)
	}
}

// TestManyLimits uses more pairs of limits than authorities are kept.
func TestManyLimits(t *testing.T) {
	var input, want strings.Builder
	for round := range 2 {
		for n := 1; n <= 40; n++ {
			id := round*100 + n
			fmt.Fprintf(&input, "{\"id\":%d,\"json\":%q,\"max_depth\":%d,\"max_bytes\":%d}\n", id, strings.Repeat("[", 50), n, 50+n)
			fmt.Fprintf(&want, "{\"id\":%d,\"outcome\":\"ignored\",\"reason\":\"too_deep\",\"offset\":%d,\"pointer\":\"%s\"}\n", id, n, strings.Repeat("/0", n))
		}
	}
	out, diagnostics, code := run(strings.NewReader(input.String()), "admit", "--lines")
	if diff := cmp.Diff(want.String(), out); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	if diagnostics != "80 judged: too_deep 80\n" || code != 0 {
		t.Errorf("exit %d and %q, want 0 and 80 counts, also of authorities that were dropped", code, diagnostics)
	}
}

// TestAuthoritiesAreBounded: cases cannot make the command keep the scratch of
// more than 16 pairs of limits, and one pair that goes on has one authority.
func TestAuthoritiesAreBounded(t *testing.T) {
	j := caseJudge{authorities: map[bounds]*admit.Authority{}}
	most := 0
	for n := 1; n <= 1000; n++ {
		b := bounds{maxBytes: 1 + n/2, maxDepth: 1 + n%2}
		a, err := j.authority(b)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Limits(); got.MaxBytes() != b.maxBytes || got.MaxDepth() != b.maxDepth {
			t.Fatalf("%+v are judged under %d bytes and %d levels", b, got.MaxBytes(), got.MaxDepth())
		}
		if again, _ := j.authority(b); again != a {
			t.Fatalf("%+v have another authority when asked again", b)
		}
		most = max(most, len(j.authorities))
	}
	if most != 16 {
		t.Errorf("as many as %d authorities are kept, want 16", most)
	}
}

// TestAnswersWithoutWaiting sends cases over a pipe and waits for each answer
// before it goes on, once with half of the next case already sent.
func TestAnswersWithoutWaiting(t *testing.T) {
	stdin, toCommand := io.Pipe()
	fromCommand, stdout := io.Pipe()
	done := make(chan int)
	go func() {
		code := Command{Stdin: stdin, Stdout: stdout, Stderr: io.Discard}.Main([]string{"admit", "--lines"})
		stdout.Close()
		done <- code
	}()
	answers := json.NewDecoder(fromCommand)
	ask := func(text string, wantID int) {
		t.Helper()
		if _, err := io.WriteString(toCommand, text); err != nil {
			t.Fatal(err)
		}
		var answer struct{ ID int }
		if err := answers.Decode(&answer); err != nil || answer.ID != wantID {
			t.Fatalf("after %q: id %d, %v; want %d", text, answer.ID, err, wantID)
		}
	}
	ask(`{"id":1,"hex":""}`+"\n", 1)
	ask(`{"id":2,"hex":""}`+"\n"+`{"id":3,"he`, 2)
	ask(`x":""}`+"\n", 3)
	toCommand.Close()
	if code := <-done; code != 0 {
		t.Errorf("exit %d, want 0", code)
	}
}
