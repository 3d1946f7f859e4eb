package fuzz_test

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/commands"
	"github.com/leanovate/gopter/gen"

	"github.com/kvhints/hintcheck/decoder"
	"github.com/kvhints/hintcheck/fuzz/tree"
)

// TestDecoderStates drives a Scanner, and a Stream beside it, through sequences of
// commands: grow the prefix by many bytes or by one, finish, ask for the error,
// start again with the same or another profile; also after an offence and after
// the end. The model is only the bytes fed so far and what was done; what the
// decoder must say of them is worked out from scratch each time (properties_model_test.go).
func TestDecoderStates(t *testing.T) {
	seen := map[string]int{}
	const n = 250
	checkProp(t, n, commands.Prop(&commands.ProtoCommands{
		NewSystemUnderTestFunc: func(state commands.State) commands.SystemUnderTest {
			return newMachine(state.(model).rules)
		},
		// A model is a value, made anew each time: it shares nothing that changes.
		InitialStateGen: texts().Map(func(text string) model { return model{script: text} }),
		GenCommandFunc: func(state commands.State) gopter.Gen {
			m := state.(model)
			return gen.Weighted([]gen.WeightedGen{
				{Weight: 8, Gen: gen.IntRange(2, 40).Map(func(n int) commands.Command { return grow{next(m, n), seen} })},
				{Weight: 4, Gen: gen.IntRange(40, 4000).Map(func(n int) commands.Command { return grow{next(m, n), seen} })},
				{Weight: 8, Gen: gen.Const(0).Map(func(int) commands.Command { return grow{next(m, 1), seen} })},
				{Weight: 3, Gen: gen.UInt8().Map(func(b uint8) commands.Command { return grow{string([]byte{b}), seen} })},
				{Weight: 4, Gen: gen.Const(0).Map(func(int) commands.Command { return finish{seen} })},
				{Weight: 2, Gen: gen.Const(0).Map(func(int) commands.Command { return explain{seen} })},
				{Weight: 4, Gen: texts().Map(func(text string) commands.Command { return reset{rules: m.rules, script: text, seen: seen} })},
				{Weight: 3, Gen: texts().Map(func(text string) commands.Command {
					return reset{rules: (m.rules + 1 + rules(len(text))%(numRules-1)) % numRules, script: text, seen: seen}
				})},
			}).WithShrinker(shorterGrow)
		},
	}), func(p *gopter.TestParameters) {
		p.MinSize, p.MaxSize = 8, 40 // commands in a sequence
	})
	for _, what := range []string{
		"grow strict", "grow shallow", "grow body", "grow shallow body", "grow after an offence", "finish after an offence",
		"finish good", "finish bad", "finish again", "reset to another profile", "reset inside a text", "explain",
	} {
		if runsOf(t, n) >= n && seen[what] < 25 && !t.Failed() {
			t.Errorf("test health: %q happened %d times, want 25", what, seen[what])
		}
		t.Logf("%6d  %s", seen[what], what)
	}
}

// texts generates scripts: texts of up to 4,000 bytes to feed from.
func texts() gopter.Gen {
	samples := tree.Anything()
	return func(p *gopter.GenParameters) *gopter.GenResult {
		for {
			v, _ := samples(p).Retrieve()
			if text := v.(tree.Sample).Write().Bytes; len(text) <= 4000 {
				return gopter.NewGenResult(string(text), gopter.NoShrinker)
			}
		}
	}
}

// shorterGrow feeds less at once.
func shorterGrow(v any) gopter.Shrink {
	var list []commands.Command
	if g, ok := v.(grow); ok && len(g.bytes) > 1 {
		n := len(g.bytes)
		for _, part := range []string{g.bytes[:n/2], g.bytes[n/2:], g.bytes[:n-1], g.bytes[1:]} {
			list = append(list, grow{part, g.seen})
		}
	}
	return func() (any, bool) {
		if len(list) == 0 {
			return nil, false
		}
		next := list[0]
		list = list[1:]
		return next, true
	}
}

// next returns up to n bytes that follow in the script, or whitespace behind it.
func next(m model, n int) string {
	rest := m.script[min(len(m.fed), len(m.script)):]
	if rest == "" {
		return " "
	}
	return rest[:min(n, len(rest))]
}

// machine is the system under test.
type machine struct {
	scanner *decoder.Scanner
	stream  *decoder.Stream
	text    []byte
}

func newMachine(r rules) *machine {
	return &machine{scanner: decoder.NewScanner(r.profile()), stream: decoder.NewStream(r.profile())}
}

// scan gives the text so far, at a new address each time: what an earlier call was
// given is overwritten.
func (m *machine) scan(final bool) decoder.Offence {
	old := m.text
	m.text = bytes.Clone(old)
	clear(old)
	return m.scanner.Scan(m.text, final)
}

// answer is what a command gave.
type answer struct {
	offence decoder.Offence // of the scanner
	stream  decoder.Offence // of the stream, where it says one
	whole   string          // of a good strict text, what the index has as its value
	pointer string
	panic   string
}

func guarded(run func() answer) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a.panic = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return run()
}

// check makes a result of what is wrong.
func check(a answer, fault string) *gopter.PropResult {
	if a.panic != "" {
		fault = a.panic
	}
	if fault == "" {
		return &gopter.PropResult{Status: gopter.PropTrue}
	}
	return &gopter.PropResult{Status: gopter.PropFalse, Labels: []string{fault}}
}

// grow feeds more bytes.
type grow struct {
	bytes string
	seen  map[string]int
}

func (g grow) String() string                     { return fmt.Sprintf("grow(%q)", g.bytes) }
func (g grow) PreCondition(s commands.State) bool { return s.(model).open() }
func (g grow) NextState(s commands.State) commands.State {
	m := s.(model)
	m.fed += g.bytes
	return m
}

func (g grow) Run(sut commands.SystemUnderTest) commands.Result {
	m := sut.(*machine)
	return guarded(func() answer {
		m.text = append(m.text, g.bytes...)
		o := m.scan(false)
		m.stream.Write([]byte(g.bytes))
		return answer{offence: o}
	})
}

func (g grow) PostCondition(s commands.State, r commands.Result) *gopter.PropResult {
	m, a := s.(model), r.(answer)
	g.seen["grow "+m.rules.String()]++
	before := m
	before.fed = m.fed[:len(m.fed)-len(g.bytes)]
	want := m.certain()
	if earlier := before.certain(); earlier.Reason != decoder.None {
		g.seen["grow after an offence"]++
		want = earlier // the verdict must not change
	}
	if a.offence != want {
		return check(a, fmt.Sprintf("%s %s: %v, want %v", m.rules, m.shown(), a.offence, want))
	}
	return check(a, "")
}

// finish says that the text is complete; saying it again changes nothing.
type finish struct{ seen map[string]int }

func (f finish) String() string                     { return "finish" }
func (f finish) PreCondition(s commands.State) bool { return !s.(model).explained }
func (f finish) NextState(s commands.State) commands.State {
	m := s.(model)
	m.finished++
	return m
}

func (f finish) Run(sut commands.SystemUnderTest) commands.Result {
	m := sut.(*machine)
	return guarded(func() answer {
		a := answer{offence: m.scan(true), stream: m.stream.Finish()}
		if x := m.scanner.Index(m.text); x.Len() > 0 {
			a.whole = string(x.Raw(0))
		}
		return a
	})
}

func (f finish) PostCondition(s commands.State, r commands.Result) *gopter.PropResult {
	m, a := s.(model), r.(answer)
	want := m.final()
	switch {
	case m.finished > 1:
		f.seen["finish again"]++
	case m.certain().Reason != decoder.None:
		f.seen["finish after an offence"]++
	case want.Reason != decoder.None:
		f.seen["finish bad"]++
	default:
		f.seen["finish good"]++
	}
	if a.offence != want {
		return check(a, fmt.Sprintf("%s %s: %v, want %v", m.rules, m.shown(), a.offence, want))
	}
	if over := len(m.fed) > m.rules.maxBytes(); over {
		want = decoder.Offence{Reason: decoder.Oversized, Offset: m.rules.maxBytes()}
	}
	if a.stream != want {
		return check(a, fmt.Sprintf("%s %s: the stream says %v, want %v", m.rules, m.shown(), a.stream, want))
	}
	whole := ""
	if m.rules.strict() && m.final().Reason == decoder.None {
		whole = strings.Trim(m.fed, " \t\r\n")
	}
	if a.whole != whole {
		return check(a, fmt.Sprintf("%s %s: the index has %q", m.rules, m.shown(), a.whole))
	}
	return check(a, "")
}

// explain asks for the pointer. It may use up the scanner.
type explain struct{ seen map[string]int }

func (e explain) String() string { return "explain" }
func (e explain) PreCondition(s commands.State) bool {
	m := s.(model)
	return m.rules.strict() && m.finished > 0 && !m.explained
}
func (e explain) NextState(s commands.State) commands.State {
	m := s.(model)
	m.explained = true
	return m
}

func (e explain) Run(sut commands.SystemUnderTest) commands.Result {
	m := sut.(*machine)
	return guarded(func() answer { return answer{pointer: string(m.scanner.AppendPointer(nil, m.text))} })
}

func (e explain) PostCondition(s commands.State, r commands.Result) *gopter.PropResult {
	m, a := s.(model), r.(answer)
	e.seen["explain"]++
	if want := m.pointer(); a.pointer != want {
		return check(a, fmt.Sprintf("%s %s: pointer %q, want %q", m.rules, m.shown(), a.pointer, want))
	}
	return check(a, "")
}

// reset starts another text.
type reset struct {
	rules  rules
	script string
	seen   map[string]int
}

func (x reset) String() string                   { return fmt.Sprintf("reset(%s)", x.rules) }
func (x reset) PreCondition(commands.State) bool { return true }
func (x reset) NextState(s commands.State) commands.State {
	was := s.(model)
	return model{rules: x.rules, script: x.script, came: was.rules, inside: was.open() && was.fed != ""}
}

func (x reset) Run(sut commands.SystemUnderTest) commands.Result {
	m := sut.(*machine)
	return guarded(func() answer {
		m.scanner.Reset(x.rules.profile())
		m.stream.Reset(x.rules.profile())
		m.text = nil
		return answer{offence: m.scan(false)}
	})
}

func (x reset) PostCondition(s commands.State, r commands.Result) *gopter.PropResult {
	m, a := s.(model), r.(answer)
	if m.came != m.rules {
		x.seen["reset to another profile"]++
	}
	if m.inside {
		x.seen["reset inside a text"]++
	}
	if a.offence != (decoder.Offence{}) {
		return check(a, fmt.Sprintf("after reset: %v", a.offence))
	}
	return check(a, "")
}
