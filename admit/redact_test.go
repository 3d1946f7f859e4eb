package admit_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"text/template"

	"github.com/kvhints/hintcheck/admit"
)

// secret stands in every string of secretEnvelope, in names, and in the ids that
// are kept unescaped beside the text.
const secret = "ZQJWZQJW"

const secretEnvelope = `{"protocol_version":"0.1","message_id":"\u005aQJW` + secret + `","actions":[` +
	`{"action_id":"` + secret + `","action_type":"` + secret + `","action_version":"\u005aQJW` + secret + `","payload":{"` + secret + `":["` + secret + `"]}}],"` + secret + `":"` + secret + `"}`

// leaks says which part of the secret stands in out, in any form that the format
// gives to strings or bytes.
func leaks(out, format string) string {
	const part = "ZQJW"
	forms := []string{part, strings.ToLower(part), fmt.Sprintf("%x", part), fmt.Sprintf("%X", part), fmt.Sprintf("%d", []byte(part)), "0x5a, 0x51, 0x4a, 0x57", "WlFKV"} // the last is base64
	if format != "" && !strings.ContainsAny(format, "Tp.") {                                                                                                             // a type, an address or a cut form is none of the text
		forms = append(forms, fmt.Sprintf(format, part), fmt.Sprintf(format, []byte(part)), fmt.Sprintf(format, []rune(part)))
	}
	for _, form := range forms {
		form = strings.Trim(form, `[]" `)
		if strings.Contains(out, form) {
			return form
		}
	}
	return ""
}

type (
	exported  struct{ Hint admit.Snapshot }
	hidden    struct{ hint admit.Snapshot }
	hiddenPtr struct{ hint *admit.Snapshot }
	embedded  struct{ admit.Snapshot }
	nested    struct {
		A struct{ b hidden }
		C []hidden
		d map[string]*hidden
	}
	hintError struct{ hint admit.Snapshot }
)

func (e hintError) Error() string { return fmt.Sprintf("bad hint %v in %+v", e.hint, hidden(e)) }

// holders are the ways in which programs hold a snapshot when they print.
func holders(s admit.Snapshot) map[string]any {
	pointer := &s
	h := hidden{s}
	return map[string]any{
		"alone":                    s,
		"pointer":                  pointer,
		"pointer to pointer":       &pointer,
		"exported field":           exported{s},
		"pointer to field":         &exported{s},
		"unexported field":         h,
		"pointer to unexported":    &h,
		"unexported pointer":       hiddenPtr{pointer},
		"embedded":                 embedded{s},
		"pointer to embedded":      &embedded{s},
		"nested":                   nested{A: struct{ b hidden }{h}, C: []hidden{h}, d: map[string]*hidden{"k": &h}},
		"pointer to nested":        &nested{A: struct{ b hidden }{h}, C: []hidden{h}, d: map[string]*hidden{"k": &h}},
		"anonymous":                struct{ a, B any }{s, s},
		"slice":                    []admit.Snapshot{s, s},
		"slice of pointers":        []*admit.Snapshot{pointer},
		"slice of unexported":      []hidden{h},
		"array":                    [2]admit.Snapshot{s, s},
		"pointer to array":         &[1]admit.Snapshot{s},
		"any":                      []any{s, pointer, h},
		"map value":                map[string]admit.Snapshot{"k": s},
		"map key":                  map[admit.Snapshot]int{s: 1},
		"map of unexported":        map[hidden]hidden{h: h},
		"pointer to map":           &map[string]admit.Snapshot{"k": s},
		"decision":                 admit.Decision{Outcome: admit.Admitted, Reason: admit.NoFault, Offset: -1, Snapshot: s},
		"decision, unexported":     struct{ d admit.Decision }{admit.Decision{Snapshot: s}},
		"error":                    hintError{s},
		"error around":             fmt.Errorf("at %w", hintError{s}),
		"error with a verb":        fmt.Errorf("at %v, %+v, %#v, %s, %q, %x, %v", s, h, h, s, s, s, &h),
		"joined errors":            errors.Join(hintError{s}, fmt.Errorf("x %v", h)),
		"function that returns it": func() admit.Snapshot { return s },
	}
}

func TestNoVerbPrintsAnEnvelope(t *testing.T) {
	s := mustAdmit(t, secretEnvelope)
	for _, format := range []string{"%v", "%s", "%q", "%x", "%X", "% x", "%#x", "%d", "%#v", "%U", "%o", "%b", "%c"} {
		for _, open := range []any{struct{ s string }{secretEnvelope}, []byte(secretEnvelope), &struct{ b []byte }{[]byte(secretEnvelope)}} {
			if leaks(fmt.Sprintf(format, open), format) == "" {
				t.Fatalf("test health: the secret is not found where %s prints it: %.200s", format, fmt.Sprintf(format, open))
			}
		}
	}
	for name, holder := range holders(s) {
		for _, verb := range "vTtbcdoOqxXUeEfFgGspw" {
			for _, flags := range []string{"", "+", "#", " ", "0", "-", "#+", "# ", "+-# 0", "40", "-3", ".2", "#40.3"} {
				format := "%" + flags + string(verb)
				for _, out := range []string{
					fmt.Sprintf(format, holder),
					string(fmt.Appendf(nil, "a "+format+" b", holder)),
					fmt.Errorf("a "+format, holder).Error(),
				} {
					if form := leaks(out, format); form != "" {
						t.Errorf("%s with %s prints %q of the envelope: %q", name, format, form, out)
					}
				}
			}
		}
		for _, out := range []string{fmt.Sprint(holder), fmt.Sprint("a", holder, "b"), fmt.Sprintln(holder, holder)} {
			if form := leaks(out, "%v"); form != "" {
				t.Errorf("%s with Sprint prints %q of the envelope: %q", name, form, out)
			}
		}
	}
}

// TestWhatAPrintShows: sizes and counts, whatever the verb and flags.
func TestWhatAPrintShows(t *testing.T) {
	s := mustAdmit(t, withActions(goodAction, goodAction))
	want := fmt.Sprintf("admit.Snapshot(2 actions, %d bytes)", len(withActions(goodAction, goodAction)))
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%U", "%e", "%b", "%o", "%c", "%200v", "%.1s"} {
		if got := fmt.Sprintf(format, s); got != want {
			t.Errorf("%s prints %q, want %q", format, got, want)
		}
		if got := fmt.Sprintf(format, exported{s}); !strings.Contains(got, want) {
			t.Errorf("%s of a struct prints %q, want %q in it", format, got, want)
		}
	}
	if got := fmt.Sprintf("%T", s); got != "admit.Snapshot" {
		t.Errorf("%%T prints %q", got)
	}
	if s.String() != want || s.GoString() != want {
		t.Errorf("String %q, GoString %q, want %q", s.String(), s.GoString(), want)
	}
}

func TestTemplatePrintsNoEnvelope(t *testing.T) {
	var out bytes.Buffer
	page := template.Must(template.New("").Parse(`{{.}} {{printf "%q %x" . .}} {{html .}}`))
	if err := page.Execute(&out, mustAdmit(t, secretEnvelope)); err != nil {
		t.Fatal(err)
	}
	if form := leaks(out.String(), ""); form != "" {
		t.Errorf("a template prints %q of the envelope: %s", form, out.String())
	}
}

// panicHolder names the holder that TestPanicHolder panics with. It is set only
// in the child process of TestPanicPrintsNoEnvelope.
const panicHolder = "HINTCHECK_TEST_PANIC"

func TestPanicHolder(t *testing.T) {
	name := os.Getenv(panicHolder)
	if name == "" {
		return // the parent: the test below starts the child
	}
	panic(holders(mustAdmit(t, secretEnvelope))[name])
}

// TestPanicPrintsNoEnvelope: the runtime prints the value of a panic by its own
// means, with the whole trace.
func TestPanicPrintsNoEnvelope(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"alone", "pointer", "exported field", "unexported field", "embedded", "pointer to embedded", "decision", "error", "error around", "joined errors"} {
		t.Run(name, func(t *testing.T) {
			child := exec.Command(self, "-test.run=^TestPanicHolder$")
			child.Env = append(os.Environ(), panicHolder+"="+name, "GOTRACEBACK=system")
			out, err := child.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "panic: ") {
				t.Fatalf("the child did not panic: %v\n%s", err, out)
			}
			if form := leaks(string(out), ""); form != "" {
				t.Errorf("the panic prints %q of the envelope:\n%s", form, out)
			}
		})
	}
}
