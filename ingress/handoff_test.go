package ingress_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/ingress"
)

// samples are values of each JSON type. A number with a fraction or an exponent is
// no integer, whatever its value.
var samples = [...]struct{ kind, value string }{
	{"null", "null"},
	{"boolean", "true"}, {"boolean", "false"},
	{"integer", "1"},
	{"float", "1.0"}, {"float", "1e0"}, {"float", "1.5"},
	{"string", `"1"`},
	{"array", "[1]"},
	{"object", "{}"},
}

// placed returns a handoff with one member where in says, the offset of its name's
// quote, that of its value, and its pointer.
func placed(in, name, value string) (text string, quote, at int, pointer string) {
	before, after := "", ""
	steps := strings.Split(in, "/")[1:]
	for _, step := range append(steps, "") {
		if step == "0" {
			continue // with the array
		}
		before += ` {"not known" :0 , `
		after = "}" + after
		if step != "" {
			before += fmt.Sprintf("%q: ", step)
			pointer += "/" + step
		}
		if step == "ec_items" {
			before += "[ "
			after = "]" + after
			pointer += "/0"
		}
	}
	text = before + `"` + name + `" : ` + value + after
	return text, len(before), len(before) + len(name) + 5, pointer + "/" + name
}

func member(in string) string { return strings.SplitN(in, "/", 2)[0] }

// refused says which error CheckHandoff has to return: cause, offset and pointer.
func wantFault(t *testing.T, name, text string, cause ingress.Cause, at int, pointer string) {
	t.Helper()
	report, err := ingress.CheckHandoff(name, []byte(text))
	var fault *ingress.HandoffError
	if !errors.As(err, &fault) {
		t.Errorf("%s: %.200q\npasses: %v, want %v at %d", name, text, err, cause, at)
		return
	}
	if fault.Cause != cause || fault.Offset != at || fault.Pointer != pointer || report != (ingress.HandoffReport{}) {
		t.Errorf("%s: %.200q\n got %v at %d in %q, %+v\nwant %v at %d in %q", name, text, fault.Cause, fault.Offset, fault.Pointer, report, cause, at, pointer)
	}
	if line := err.Error(); len(line) > 256 || strings.ContainsAny(line, "\n\r\x00") || fault.Want == "" {
		t.Errorf("%s: %.200q\nan error of %d bytes: %q", name, text, len(line), line)
	}
}

func wantPass(t *testing.T, name, text string, unknown int) {
	t.Helper()
	report, err := ingress.CheckHandoff(name, []byte(text))
	if err != nil {
		t.Errorf("%s: %.300q\n%v", name, text, err)
	} else if report.Unknown != unknown {
		t.Errorf("%s: %.300q\n%d unknown, want %d", name, text, report.Unknown, unknown)
	}
}

// unknownOf is how many members that are not known placed puts round the one that
// is: those of ec_transfer_params have hashes as names, so that a number there is
// what is not known.
func unknownOf(in string) int {
	return strings.Count(strings.TrimSuffix(in, "/0"), "/") + 1
}

func TestEveryHandoffFieldIsTested(t *testing.T) {
	var tested [][2]string
	for _, k := range known {
		tested = append(tested, [2]string{k.in, k.name})
	}
	order := func(a, b [2]string) int { return strings.Compare(a[0]+"\x00"+a[1], b[0]+"\x00"+b[1]) }
	slices.SortFunc(tested, order)
	fields := ingress.HandoffFields()
	slices.SortFunc(fields, order)
	if diff := cmp.Diff(tested, fields); diff != "" {
		t.Errorf("-tested +known:\n%s", diff)
	}
	if n := ingress.LargestHandoffObject(); n > 64 {
		t.Errorf("an object of %d fields; which of them came is kept in 64 bits", n)
	}
	if silent := ingress.HandoffsWithoutWant(); silent != nil {
		t.Errorf("rules %v say nothing of what they want", silent)
	}
}

// TestHandoffFields: every known field passes with right values and is refused
// where it stands with every other JSON type, with a right one out of range, and
// twice.
func TestHandoffFields(t *testing.T) {
	specs := specs()
	for _, k := range known {
		t.Run(k.in+"/"+k.name, func(t *testing.T) {
			spec, ok := specs[k.spec]
			if !ok {
				t.Fatalf("no spec %q", k.spec)
			}
			name := member(k.in)
			for _, value := range spec.good {
				text, _, _, _ := placed(k.in, k.name, value)
				wantPass(t, name, text, unknownOf(k.in)+unknownIn(k.spec, value))
			}
			for _, sample := range samples {
				if !slices.Contains(strings.Fields(spec.types), sample.kind) {
					text, _, at, pointer := placed(k.in, k.name, sample.value)
					wantFault(t, name, text, ingress.InvalidHandoff, at, pointer)
				}
			}
			for _, value := range spec.bad {
				text, _, at, pointer := placed(k.in, k.name, value)
				if value[0] == '[' || value[0] == '{' { // what is wrong is in it
					refusedWithin(t, name, text, at, at+len(value), pointer)
				} else {
					wantFault(t, name, text, ingress.InvalidHandoff, at, pointer)
				}
			}
			for _, second := range []string{k.name, `\u00` + fmt.Sprintf("%x", k.name[0]) + k.name[1:], k.name[:3] + `\u00` + fmt.Sprintf("%X", k.name[3]) + k.name[4:]} {
				good := spec.good[0]
				text, _, at, pointer := placed(k.in, k.name, good+` , "`+second+`":`+good)
				wantFault(t, name, text, ingress.DuplicateHandoff, at+len(good)+3, pointer)
				text, _, at, pointer = placed(k.in, second, good+`,"`+k.name+`":"of another type":`)
				text = strings.Replace(text, `"of another type":`, "[[]]", 1)
				wantFault(t, name, text, ingress.DuplicateHandoff, at+len(good)+1, strings.Replace(pointer, second, k.name, 1))
			}
		})
	}
}

// unknownIn is how many members that are not known a good value of a spec holds.
func unknownIn(spec, value string) int {
	if slices.Contains([]string{"usage?", "details?", "spec?"}, spec) && value != "null" && value != "{}" {
		return 1
	}
	return 0
}

// refusedWithin is wantFault for a fault of which the offset lies from from up to to
// and the pointer starts with prefix.
func refusedWithin(t *testing.T, name, text string, from, to int, prefix string) {
	t.Helper()
	_, err := ingress.CheckHandoff(name, []byte(text))
	var fault *ingress.HandoffError
	if !errors.As(err, &fault) || fault.Cause != ingress.InvalidHandoff || fault.Offset < from || fault.Offset >= to || !strings.HasPrefix(fault.Pointer, prefix) {
		t.Errorf("%s: %.300q\n got %v\nwant invalid_handoff from %d up to %d, below %q", name, text, err, from, to, prefix)
	}
}
