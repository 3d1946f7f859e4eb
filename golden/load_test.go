package golden_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kvhints/hintcheck/golden"
)

// The loader refuses what is not of the format, so that a slip in a file is
// not taken for an empty expectation.
func TestLoadFSRefuses(t *testing.T) {
	const good = `{"$schema":"s","format":0,"group":"g","about":"a","count":1,"limits":{"default":{"max_bytes":1,"max_depth":1,"versions":["0.1"]}},"notes":{},"cases":[
		{"id":1,"name":"n","why":"w","level":"wire","class":"W","flags":[],"limits":"default","trust":"trusted","input":{"hex":"7b"},"expect":{"outcome":"ignored","reason":"malformed_json","offset":1,"pointer":""}}]}`
	for _, tt := range []struct{ old, new, reason string }{
		{"", "", ""}, // the good file itself
		{`"format":0`, `"format":1`, "another format"},
		{`"class":"W"`, `"klass":"W"`, "an unknown member"},
		{`"hex":"7b"`, `"hex":"7"`, "half a byte"},
		{`{"hex":"7b"}`, `{}`, "no input"},
		{`"limits":"default"`, `"limits":"small"`, "limits that the file does not have"},
		{`"pointer":""`, `"msgpack":{"hex":"x"}`, "a form that is no hex"},
		{`"id":1`, `"id":"1"`, "an id that is no number"},
		{`}]}`, `}]}{}`, "two values"},
		{`}]}`, `}]`, "a cut file"},
	} {
		text := strings.Replace(good, tt.old, tt.new, 1)
		files, err := golden.LoadFS(fstest.MapFS{"v0/g.json": {Data: []byte(text)}, "v0/schema.json": {Data: []byte("{}")}})
		switch {
		case tt.reason == "" && (err != nil || len(files) != 1 || len(files[0].Cases) != 1):
			t.Errorf("the good file: %v, %v", files, err)
		case tt.reason != "" && err == nil:
			t.Errorf("%s was taken", tt.reason)
		case tt.reason != "" && !strings.Contains(err.Error(), "g.json"):
			t.Errorf("%s: the error does not name the file: %v", tt.reason, err)
		}
	}
}

func TestLoadFSOrdersByID(t *testing.T) {
	file := func(id string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(`{"$schema":"s","format":0,"group":"g` + id + `","about":"a","count":1,"limits":{"d":{"max_bytes":1,"max_depth":1,"versions":[]}},"notes":{},"cases":[{"id":` + id + `,"name":"n","why":"w","level":"wire","class":"W","flags":[],"limits":"d","trust":"trusted","input":{"hex":""},"expect":{"outcome":"ignored","reason":"absent"}}]}`)}
	}
	files, err := golden.LoadFS(fstest.MapFS{"v0/a.json": file("20"), "v0/b.json": file("3")})
	if err != nil || len(files) != 2 || files[0].Group != "g3" {
		t.Errorf("groups %v, %v; want the one with id 3 first", files, err)
	}
}
