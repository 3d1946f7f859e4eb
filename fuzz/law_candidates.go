package fuzz

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/admit/candidate"
)

// Candidates: an envelope gives no endpoint without an authorizer that allows it,
// and none to an authorizer whose answer is not exactly what it was asked for;
// what an authorizer is asked for is the endpoint of the payload as net/url reads
// it; no print or error shows it. Every action is a candidate or counted.
func Candidates(data []byte) error {
	if len(data) > LargestInput {
		return nil
	}
	in := Parse(data)
	d, err := decide(in)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	families, err := candidate.NewFamilies(
		candidate.Family{
			Name:  "numbers",
			Kinds: []candidate.Kind{{Type: candidate.TypeFetch, Version: candidate.VersionFetch}},
			Forms: []candidate.Form{candidate.Number},
		},
		candidate.Family{
			Name:   "all",
			Kinds:  []candidate.Kind{{Type: candidate.TypeFetch, Version: candidate.VersionFetch}, {Type: candidate.TypeSourceLocations, Version: candidate.VersionFetch}},
			Forms:  []candidate.Form{candidate.Number, candidate.Hex16, candidate.Decimal, candidate.HexPrefixed},
			Covers: []candidate.Use{candidate.LoRA},
		},
	)
	if err != nil {
		return err
	}
	if err := collected(d.Snapshot, families, 1+in.Plan[0]); err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	return nil
}

func collected(s admit.Snapshot, families candidate.Families, ports int) error {
	base := candidate.BaseModel()
	for _, none := range []candidate.Set{
		candidate.Collect(s, candidate.Families{}, base),
		candidate.Collect(s, families, candidate.Scope{}),
		candidate.Collect(s, families, base.With(candidate.CacheSalt)),
		candidate.Collect(admit.Snapshot{}, families, base),
	} {
		if none.Len() != 0 {
			return fmt.Errorf("%v where there is none", none)
		}
	}
	set := candidate.Collect(s, families, base)
	if set.Len()+set.Counts().Total() != s.NumActions() || set.Len() > candidate.MaxCandidates {
		return fmt.Errorf("%v of %d actions", set, s.NumActions())
	}
	if lora := candidate.Collect(s, families, base.With(candidate.LoRA)); lora.Len() > set.Len() {
		return fmt.Errorf("%v for a request with an adapter, %v without", lora, set)
	}
	before, bound := -1, 0
	endpoints := map[string]bool{}
	for _, c := range set.All() {
		if c.Index() <= before || c.Index() >= s.NumActions() {
			return fmt.Errorf("%v after action %d of %d", c, before, s.NumActions())
		}
		before = c.Index()
		if _, ok := c.Bind("none of them"); ok {
			return fmt.Errorf("%v binds to a family that is not there", c)
		}
		for _, name := range c.Families() {
			b, ok := c.Bind(name)
			if !ok || b.NumHashes() < 1 || len(b.Hashes()) != b.NumHashes() {
				return fmt.Errorf("%v does not bind to %s, or without hashes: %v", c, name, b)
			}
			bound++
			endpoint, err := guarded(b, s.Action(c.Index()).Payload, ports)
			if err != nil {
				return fmt.Errorf("%v: %w", b, err)
			}
			endpoints[endpoint] = true
			want := fmt.Sprintf("candidate.Set(%d candidates, %d ignored) candidate.Candidate(action %d) candidate.Binding(action %d, %d hashes)",
				set.Len(), set.Counts().Total(), c.Index(), c.Index(), b.NumHashes())
			for _, verbs := range []string{"%v %v %v", "%+v %#v %x", "%s %q %d"} {
				if shown := fmt.Sprintf(verbs, set, c, b); shown != want {
					return fmt.Errorf("%s shows %q, want %q", verbs, shown, want)
				}
			}
		}
	}
	if bound < set.Len() || len(endpoints) > candidate.MaxEndpoints {
		return fmt.Errorf("%v with %d bindings and %d endpoints", set, bound, len(endpoints))
	}
	return nil
}

// elsewhere is an address that no authorizer here is asked for, but by chance.
const elsewhere = "198.51.100.77"

// guarded tries a binding with authorizers that deny or answer wrongly, then with
// one that allows everything. It returns the endpoint in canonical text.
func guarded(b candidate.Binding, payload string, ports int) (string, error) {
	var host string
	var first uint16
	denial := errors.New("denied")
	answers := func(answer func(host string, first uint16) []netip.AddrPort, err error) candidate.Authorizer {
		return candidate.AuthorizerFunc(func(h string, p uint16, n int) ([]netip.AddrPort, error) {
			if n != ports {
				return nil, denial
			}
			host, first = h, p
			return answer(h, p), err
		})
	}
	all := func(h string, p uint16) []netip.AddrPort { return addresses(h, p, ports) }
	for _, row := range []struct {
		name string
		a    candidate.Authorizer
	}{
		{"one that fails", answers(all, denial)}, // first: it learns the host
		{"none", nil},
		{"a nil function", candidate.AuthorizerFunc(nil)},
		{"the zero allow-list", candidate.AllowList{}},
		{"nothing", answers(func(string, uint16) []netip.AddrPort { return nil }, nil)},
		{"a port more", answers(func(h string, p uint16) []netip.AddrPort { return addresses(h, p, ports+1) }, nil)},
		{"a port less", answers(func(h string, p uint16) []netip.AddrPort { return addresses(h, p, ports-1) }, nil)},
		{"other ports", answers(func(h string, p uint16) []netip.AddrPort { return addresses(h, p+1, ports) }, nil)},
		{"loopback", answers(func(_ string, p uint16) []netip.AddrPort { return addresses("127.0.0.1", p, ports) }, nil)},
		{"metadata", answers(func(_ string, p uint16) []netip.AddrPort { return addresses("169.254.169.254", p, ports) }, nil)},
		{"no address", answers(func(string, uint16) []netip.AddrPort { return make([]netip.AddrPort, ports) }, nil)},
		{"another address for an address", answers(func(h string, p uint16) []netip.AddrPort {
			if _, err := netip.ParseAddr(h); err != nil || h == elsewhere {
				return nil
			}
			return addresses(elsewhere, p, ports)
		}, nil)},
	} {
		got, err := b.Endpoint(row.a, ports)
		var refused *candidate.RefusedError
		if got != nil || !errors.As(err, &refused) {
			return "", fmt.Errorf("authorizer %s: given %v, %v", row.name, got, err)
		}
		if len(host) > 7 && strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), host) {
			return "", fmt.Errorf("authorizer %s: the error shows the host: %v", row.name, err)
		}
	}
	if got, err := b.Endpoint(answers(all, nil), 0); got != nil || err == nil {
		return "", fmt.Errorf("no ports give %v", got)
	}
	got, err := b.Endpoint(answers(all, nil), ports)
	if host == "" {
		// Nobody was asked: the ports of the group are not there.
		return "", portsOut(payload, ports, err)
	}
	endpoint := host + " " + strconv.Itoa(int(first))
	if err := isEndpoint(payload, host, first); err != nil {
		return "", err
	}
	answer := all(host, first)
	if special(answer[0].Addr()) != (err != nil) {
		return "", fmt.Errorf("%v was allowed, special: %v, and gives %v", answer, special(answer[0].Addr()), err)
	}
	if err == nil && !slices.Equal(got, answer) {
		return "", fmt.Errorf("given %v, the authorizer said %v", got, answer)
	}
	return endpoint, nil
}

// addresses are n ports of a host; every name resolves to one address.
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

// isEndpoint compares what an authorizer is asked for with what encoding/json and
// net/url read in the payload.
func isEndpoint(payload, host string, port uint16) error {
	var members map[string]json.RawMessage
	var text string
	if err := errors.Join(json.Unmarshal([]byte(payload), &members), json.Unmarshal(members["source_control_endpoint"], &text)); err != nil {
		return err
	}
	u, err := url.Parse(text)
	if err != nil {
		return err
	}
	other := strings.ToLower(u.Hostname())
	if addr, err := netip.ParseAddr(other); err == nil {
		other = addr.String()
	}
	if u.Scheme != "tcp" || other != host || u.Port() != strconv.Itoa(int(port)) || u.User != nil || u.Path+u.RawQuery+u.Fragment != "" {
		return fmt.Errorf("the authorizer is asked for %q port %d, the payload says %q", host, port, text)
	}
	return nil
}

// special reports whether an address is one that an authorizer has to name: of the
// host itself, its link or nobody, or IPv6 for such an IPv4 address, by RFC 4291
// 2.5.5 (compatible, mapped), RFC 2765 (translated), RFC 6052 (NAT64), RFC 3056.
func special(a netip.Addr) bool {
	a = a.Unmap()
	if a.IsLoopback() || a.IsLinkLocalUnicast() || a.IsMulticast() || a.IsUnspecified() {
		return true
	}
	if a.Is4() {
		b := a.As4()
		return b[0] == 0 || b == [4]byte{255, 255, 255, 255}
	}
	b := a.As16()
	text := fmt.Sprintf("%x", b)
	for prefix, at := range map[string]int{
		strings.Repeat("0", 24):              12,
		"0000000000000000ffff0000":           12,
		"0064ff9b" + strings.Repeat("0", 16): 12,
		"2002":                               2,
	} {
		if strings.HasPrefix(text, prefix) && special(netip.AddrFrom4([4]byte(b[at:at+4]))) {
			return true
		}
	}
	return false
}

// portsOut says what is wrong with not asking: nothing if the last port of the
// group would be above 65535.
func portsOut(payload string, ports int, refusal error) error {
	var members map[string]json.RawMessage
	var text string
	if err := errors.Join(json.Unmarshal([]byte(payload), &members), json.Unmarshal(members["source_control_endpoint"], &text)); err != nil {
		return err
	}
	first, err := strconv.Atoi(text[strings.LastIndexByte(text, ':')+1:])
	var refused *candidate.RefusedError
	if err != nil || first+ports-1 <= 65535 || !errors.As(refusal, &refused) || refused.Refusal != candidate.PortsOutOfRange {
		return fmt.Errorf("%d ports of %q: %v", ports, text, refusal)
	}
	return nil
}
