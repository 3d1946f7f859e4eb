package fuzz_test

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/leanovate/gopter/gen"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/admit/candidate"
	"github.com/kvhints/hintcheck/fuzz/tree"
)

// TestNoEndpointWithoutAuthorizer: candidates give no endpoint without an
// authorizer that allows it, nor with one that denies or answers another address;
// nothing they print holds one; and an authorizer that allows is asked for
// exactly what is then given.
func TestNoEndpointWithoutAuthorizer(t *testing.T) {
	families, err := candidate.NewFamilies(candidate.Family{
		Name:  "any",
		Kinds: []candidate.Kind{{Type: candidate.TypeFetch, Version: candidate.VersionFetch}, {Type: candidate.TypeSourceLocations, Version: candidate.VersionFetch}},
		Forms: []candidate.Form{candidate.Number, candidate.Hex16, candidate.Decimal, candidate.HexPrefixed},
	})
	if err != nil {
		t.Fatal(err)
	}
	bound, given := 0, 0
	const n = 2000
	holds(t, n, func(s tree.Sample, ports int) (fault string) {
		defer caught(&fault)
		d, _ := decide(s.Write())
		if n := candidate.Collect(d.Snapshot, candidate.Families{}, candidate.BaseModel()).Len(); n != 0 {
			return fmt.Sprintf("%d candidates for no family", n)
		}
		if n := candidate.Collect(d.Snapshot, families, candidate.Scope{}).Len(); n != 0 {
			return fmt.Sprintf("%d candidates though nobody has looked at the request", n)
		}
		set := candidate.Collect(d.Snapshot, families, candidate.BaseModel())
		if d.Outcome == admit.Ignored && (set.Len() != 0 || set.Counts().Total() != 0) {
			return fmt.Sprintf("%v of an ignored envelope", set)
		}
		if set.Len()+set.Counts().Total() != d.Snapshot.NumActions() || set.Len() > candidate.MaxCandidates {
			return fmt.Sprintf("%v of %d actions", set, d.Snapshot.NumActions())
		}
		for _, c := range set.All() {
			binding, ok := c.Bind("any")
			if _, other := c.Bind("other"); !ok || other {
				return "the candidate binds to the wrong family"
			}
			bound++
			host, err := asked(binding, ports)
			if host != "" {
				if shown := fmt.Sprintf("%v %+v %#v %s %v %+v %#v %v", set, set, c, c, binding, binding, binding, err); strings.Contains(shown, host) {
					return "an endpoint is printed: " + shown
				}
			}
			if fault := denied(binding, ports); fault != "" {
				return fault
			}
			if allowed(binding, ports) {
				given++
			}
		}
		return ""
	}, tree.Anything(), gen.IntRange(1, 8))
	healthy(t, n, "an action was bound", bound, 50)
	healthy(t, n, "an endpoint was given", given, 30)
}

// asked returns which host an authorizer is asked for, and the error of one that
// denies.
func asked(b candidate.Binding, ports int) (host string, err error) {
	_, err = b.Endpoint(candidate.AuthorizerFunc(func(h string, _ uint16, _ int) ([]netip.AddrPort, error) {
		host = h
		return nil, errors.New("denied")
	}), ports)
	return host, err
}

// denied tries every authorizer that does not allow.
func denied(b candidate.Binding, ports int) string {
	// An address that no generated envelope names.
	elsewhere := netip.MustParseAddr("198.51.100.77")
	answers := func(answer func(host string, first uint16, n int) []netip.AddrPort) candidate.Authorizer {
		return candidate.AuthorizerFunc(func(host string, first uint16, n int) ([]netip.AddrPort, error) {
			return answer(host, first, n), nil
		})
	}
	for name, a := range map[string]candidate.Authorizer{
		"no authorizer":       nil,
		"a nil function":      candidate.AuthorizerFunc(nil),
		"an empty allow-list": candidate.AllowList{},
		"one that fails": candidate.AuthorizerFunc(func(host string, first uint16, n int) ([]netip.AddrPort, error) {
			return addresses(host, first, n), errors.New("denied")
		}),
		"one that answers nothing":         answers(func(string, uint16, int) []netip.AddrPort { return nil }),
		"one that answers one port more":   answers(func(h string, first uint16, n int) []netip.AddrPort { return addresses(h, first, n+1) }),
		"one that answers other ports":     answers(func(h string, first uint16, n int) []netip.AddrPort { return addresses(h, first+1, n) }),
		"one that answers loopback":        answers(func(_ string, first uint16, n int) []netip.AddrPort { return addresses("127.0.0.1", first, n) }),
		"one that answers invalid address": answers(func(_ string, _ uint16, n int) []netip.AddrPort { return make([]netip.AddrPort, n) }),
		"one that answers two hosts": answers(func(h string, first uint16, n int) []netip.AddrPort {
			if n == 1 {
				return nil
			}
			return append(addresses(h, first, n-1), netip.AddrPortFrom(elsewhere, first+uint16(n-1)))
		}),
		"one that answers another address": answers(func(h string, first uint16, n int) []netip.AddrPort {
			if _, err := netip.ParseAddr(h); err != nil {
				return nil // a name may be anywhere
			}
			return addresses(elsewhere.String(), first, n)
		}),
	} {
		got, err := b.Endpoint(a, ports)
		var refused *candidate.RefusedError
		if got != nil || !errors.As(err, &refused) {
			return fmt.Sprintf("%s gives %v, %v", name, got, err)
		}
	}
	return ""
}

// allowed reports whether an authorizer that allows everything gives just what it
// answered.
func allowed(b candidate.Binding, ports int) bool {
	var answer []netip.AddrPort
	got, err := b.Endpoint(candidate.AuthorizerFunc(func(host string, first uint16, n int) ([]netip.AddrPort, error) {
		answer = addresses(host, first, n)
		return answer, nil
	}), ports)
	if err != nil {
		return false
	}
	if len(got) != ports {
		panic(fmt.Sprintf("%d addresses for %d ports", len(got), ports))
	}
	for i, a := range got {
		if a != answer[i] || a.Addr().IsLoopback() || a.Addr().IsMulticast() || a.Addr().IsUnspecified() {
			panic(fmt.Sprintf("%v, authorized was %v", got, answer))
		}
	}
	return true
}

// addresses are n ports of a host; names resolve to one address.
func addresses(host string, first uint16, n int) []netip.AddrPort {
	addr, err := netip.ParseAddr(host)
	if err != nil {
		addr = netip.MustParseAddr("192.0.2.1")
	}
	var list []netip.AddrPort
	for i := range n {
		list = append(list, netip.AddrPortFrom(addr, first+uint16(i)))
	}
	return list
}
