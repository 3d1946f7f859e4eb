package candidate_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/admit/candidate"
	"github.com/kvhints/hintcheck/limits"
)

// shown finds a text in a print in each of the ways in which package fmt writes
// text: as it is, in hex with and without spaces, as numbers of bytes.
type shown []string

func showing(host string) shown {
	b := []byte(host)
	return shown{
		host, hex.EncodeToString(b), strings.ToUpper(hex.EncodeToString(b)),
		fmt.Sprintf("% x", b), fmt.Sprintf("% X", b), strings.Trim(fmt.Sprint(b), "[]"), strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%#v", b), "[]byte{"), "}"),
	}
}

func (s shown) in(print string) bool {
	return slices.ContainsFunc(s, func(needle string) bool { return strings.Contains(print, needle) })
}

// prints returns everything that package fmt makes of v.
func prints(v any) []string {
	var out []string
	for verb := 'A'; verb <= 'z'; verb++ {
		for _, flags := range []string{"", "+", "#", " ", "+#", "# ", "40"} {
			out = append(out, fmt.Sprintf("%"+flags+string(verb), v))
		}
	}
	return append(out, fmt.Sprint(v), fmt.Sprintln(v))
}

// wrapped returns v in the places where methods run and where they do not.
func wrapped[T any](v T) []any {
	type exported struct{ V T }
	type hidden struct{ v T }
	type deeper struct{ h hidden }
	type boxed struct{ v any }
	return []any{
		v, &v, exported{v}, hidden{v}, &hidden{v}, deeper{hidden{v}}, &deeper{hidden{v}}, boxed{v}, boxed{&v}, boxed{hidden{v}},
		[]T{v}, []hidden{{v}}, [1]hidden{{v}}, map[string]T{"k": v}, map[string]hidden{"k": {v}}, []any{v}, hidden{v}.v,
	}
}

// TestNothingShowsAnEndpoint: with no authorizer that allows it, no endpoint comes
// out of anything that the package returns, by any verb or handler.
func TestNothingShowsAnEndpoint(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 2))
		host := fmt.Sprintf("%c%09d.example", 'f'+rune(r.IntN(20)), r.IntN(1e9))
		if seed%2 == 0 {
			host = fmt.Sprintf("198.51.%d.%d", 100+r.IntN(100), 100+r.IntN(100))
		}
		endpoint := fmt.Sprintf("tcp://%s:%d", host, 1+r.IntN(65535))
		list := families(t, numbers)
		set := candidate.Collect(envelope(t, "{}", payload(endpoint, "[1,2]"), payload(endpoint+"/", "[1]"), payload(endpoint, "[]")), list, candidate.BaseModel())
		if set.Len() != 1 {
			t.Fatalf("%d candidates", set.Len())
		}
		c := set.At(0)
		b, _ := c.Bind("numbers")
		fetch, err := candidate.NewFetch(endpoint, []uint64{1}, limits.Default())
		if err != nil {
			t.Fatal(err)
		}
		_, badFetch := candidate.NewFetch(endpoint+"/", []uint64{1}, limits.Default())
		smallest, _ := limits.New(limits.MaxBytes(150))
		tight, _ := candidate.NewFetch(endpoint, []uint64{1<<64 - 1}, smallest)
		_, _, notFitting := tight.AddTo(admit.Envelope{Version: "0.1", MessageID: "m"}, "a")
		if notFitting == nil || badFetch == nil {
			t.Fatal("no error to look at")
		}
		// A caller's authorizer says the host in its error, as package net does.
		talks := candidate.AuthorizerFunc(func(host string, _ uint16, _ int) ([]netip.AddrPort, error) {
			return nil, talking("lookup " + host + ": no such host")
		})
		needles := showing(host)
		var values []any
		for _, a := range []candidate.Authorizer{nil, candidate.AllowList{}, talks, answering(addrPorts("127.0.0.1:1")...)} {
			_, err := b.Endpoint(a, 1)
			if err == nil {
				t.Fatal("an endpoint came out")
			}
			values = append(values, wrapped(err)...)
		}
		_, outOfPorts := b.Endpoint(talks, 1<<17)
		values = append(values, wrapped(set)...)
		values = append(values, wrapped(c)...)
		values = append(values, wrapped(b)...)
		values = append(values, wrapped(fetch)...)
		values = append(values, wrapped(set.Counts())...)
		values = append(values, wrapped(list)...)
		values = append(values, wrapped(candidate.BaseModel())...)
		values = append(values, wrapped(errors.Join(badFetch, notFitting, outOfPorts))...)
		values = append(values, badFetch, notFitting, outOfPorts, b.Hashes(), b.Candidate(), b.Family(), c.Families(), c.ID(), c.Kind())
		for _, v := range values {
			for _, print := range prints(v) {
				if needles.in(print) {
					t.Fatalf("%T shows %s: %s", v, host, print)
				}
			}
			for _, print := range logs(v) {
				if needles.in(print) {
					t.Fatalf("a log of %T shows %s: %s", v, host, print)
				}
			}
		}
	}
}

// talking is an error that package fmt would print even by %d and %#v.
type talking string

func (e talking) Error() string { return string(e) }

func logs(v any) []string {
	var text, js bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).Info("m", "v", v)
	slog.New(slog.NewJSONHandler(&js, nil)).Info("m", "v", v)
	marshalled, _ := json.Marshal(v)
	return []string{text.String(), js.String(), string(marshalled)}
}

// TestShownSees holds the detector to values that do show their text.
func TestShownSees(t *testing.T) {
	const host = "198.51.100.123"
	needles := showing(host)
	type leaky struct{ host string }
	type leakyBytes struct{ host []byte }
	for name, v := range map[string]any{
		"a string in a field": leaky{host}, "bytes in a field": leakyBytes{[]byte(host)}, "a pointer": &leaky{host}, "an error": talking(host),
	} {
		seen := 0
		for _, print := range prints(v) {
			if needles.in(print) {
				seen++
			}
		}
		if seen < 20 {
			t.Errorf("%s is seen in %d prints", name, seen)
		}
	}
	if !needles.in(fmt.Sprintf("%X", host)) || !needles.in(fmt.Sprintf("% x", host)) || !needles.in(fmt.Sprintf("%#v", []byte(host))) {
		t.Error("hex is not seen")
	}
}

func TestStrings(t *testing.T) {
	set := candidate.Collect(envelope(t, "{}", payload(peer, "[1,2]")), families(t, numbers), candidate.BaseModel())
	b, _ := set.At(0).Bind("numbers")
	fetch, _ := candidate.NewFetch(peer, []uint64{1, 2, 3}, limits.Default())
	for _, row := range []struct {
		v    fmt.Stringer
		want string
	}{
		{set, "candidate.Set(1 candidates, 1 ignored)"},
		{candidate.Set{}, "candidate.Set(0 candidates, 0 ignored)"},
		{set.At(0), "candidate.Candidate(action 1)"},
		{candidate.Candidate{}, "candidate.Candidate(action -1)"},
		{b, "candidate.Binding(action 1, 2 hashes)"},
		{candidate.Binding{}, "candidate.Binding(action -1, 0 hashes)"},
		{fetch, "candidate.Fetch(3 hashes)"},
		{candidate.Fetch{}, "candidate.Fetch(0 hashes)"},
	} {
		for _, got := range []string{row.v.String(), row.v.(fmt.GoStringer).GoString(), fmt.Sprintf("%#v", row.v), fmt.Sprintf("%d", row.v)} {
			if got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
		}
	}
}
