package candidate_test

import (
	"errors"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit/candidate"
)

func prefix(s string, first, last uint16) candidate.Allow {
	return candidate.Allow{Prefix: netip.MustParsePrefix(s), FirstPort: first, LastPort: last}
}

func hostName(s string, first, last uint16) candidate.Allow {
	return candidate.Allow{Name: s, FirstPort: first, LastPort: last}
}

// resolver answers from a table; a name that is not in it is an error.
func resolver(table map[string][]string) candidate.Resolve {
	return func(name string) ([]netip.Addr, error) {
		list, ok := table[name]
		if !ok {
			return nil, errors.New("no such host")
		}
		var addrs []netip.Addr
		for _, s := range list {
			addr, _ := netip.ParseAddr(s) // "" is the zero Addr
			addrs = append(addrs, addr)
		}
		return addrs, nil
	}
}

func TestAllowList(t *testing.T) {
	names := resolver(map[string][]string{
		"kv-peer": {"10.0.0.7"},
		"two":     {"10.0.0.7", "10.0.0.8"},
		"mapped":  {"::ffff:10.0.0.7"},
		"loop":    {"127.0.0.1"},
		"mloop":   {"::ffff:127.0.0.1"},
		"nat64":   {"64:ff9b::127.0.0.1"},
		"rebind":  {"10.0.0.7", "127.0.0.1"},
		"local6":  {"fe80::1"},
		"zoned":   {"2001:db8::1%eth0"},
		"broken":  {""},
		"nobody":  {},
	})
	list := func(entries ...candidate.Allow) candidate.AllowList {
		l, err := candidate.NewAllowList(names, entries...)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	ten := list(prefix("10.0.0.0/8", 24000, 24007))
	all4 := list(prefix("0.0.0.0/0", 1, 65535))
	all6 := list(prefix("::/0", 1, 65535))
	anyName := list(
		hostName("KV-peer", 24000, 24007), hostName("two", 1, 65535), hostName("mapped", 1, 65535),
		hostName("loop", 1, 65535), hostName("mloop", 1, 65535), hostName("nat64", 1, 65535), hostName("rebind", 1, 65535),
		hostName("local6", 1, 65535), hostName("zoned", 1, 65535), hostName("broken", 1, 65535), hostName("nobody", 1, 65535), hostName("missing", 1, 65535))
	loopNamed := list(hostName("loop", 1, 65535), hostName("mloop", 1, 65535), hostName("rebind", 1, 65535), prefix("127.0.0.1/32", 24000, 24007))
	for _, row := range []struct {
		list     candidate.AllowList
		endpoint string
		ports    int
		want     string // the first address, "" if denied
		reason   string
	}{
		{list(), "tcp://10.0.0.7:24000", 1, "", "an empty list denies"},
		{candidate.AllowList{}, "tcp://10.0.0.7:24000", 1, "", "so does the zero list"},
		{candidate.AllowList{}, "tcp://kv-peer:24000", 1, "", "which resolves nothing either"},
		{ten, "tcp://10.0.0.7:24000", 1, "10.0.0.7:24000", "inside"},
		{ten, "tcp://10.0.0.7:24000", 8, "10.0.0.7:24000", "all ports of the group"},
		{ten, "tcp://10.0.0.7:24000", 9, "", "the last rank is outside"},
		{ten, "tcp://10.0.0.7:24007", 1, "10.0.0.7:24007", "the last port"},
		{ten, "tcp://10.0.0.7:24007", 2, "", "one more"},
		{ten, "tcp://10.0.0.7:23999", 2, "", "the first rank is outside"},
		{ten, "tcp://11.0.0.7:24000", 1, "", "another block"},
		{ten, "tcp://[64:ff9b::10.0.0.7]:24000", 1, "", "NAT64 is not the IPv4 address"},
		{ten, "tcp://kv-peer:24000", 1, "", "a name is not allowed by the block it may resolve to"},
		{list(prefix("10.0.0.0/8", 24000, 24003), prefix("10.0.0.0/8", 24004, 24007)), "tcp://10.0.0.7:24002", 4, "", "all ports must lie in one entry"},
		{list(prefix("10.0.0.0/8", 1, 1), prefix("10.0.0.0/8", 24004, 24007)), "tcp://10.0.0.7:24004", 4, "10.0.0.7:24004", "the second entry does"},
		{list(prefix("2001:db8::/32", 1, 65535)), "tcp://[2001:db8::7]:24000", 2, "[2001:db8::7]:24000", "IPv6"},

		{all4, "tcp://192.0.2.1:80", 1, "192.0.2.1:80", "everything is everything"},
		{all4, "tcp://127.0.0.1:80", 1, "", "but for what is denied unless named"},
		{all4, "tcp://169.254.169.254:80", 1, "", "likewise"},
		{all4, "tcp://224.0.0.1:80", 1, "", "likewise"},
		{all4, "tcp://0.0.0.0:80", 1, "", "likewise"},
		{all6, "tcp://[2001:db8::1]:80", 1, "[2001:db8::1]:80", "everything of IPv6"},
		{all6, "tcp://192.0.2.1:80", 1, "", "is nothing of IPv4"},
		{all6, "tcp://[::1]:80", 1, "", "denied unless named"},
		{all6, "tcp://[::]:80", 1, "", "likewise"},
		{all6, "tcp://[fe80::1]:80", 1, "", "likewise"},
		{all6, "tcp://[ff02::1]:80", 1, "", "likewise"},
		{all6, "tcp://[::127.0.0.1]:80", 1, "", "loopback inside"},
		{all6, "tcp://[64:ff9b::127.0.0.1]:80", 1, "", "loopback inside"},
		{all6, "tcp://[2002:7f00:1::]:80", 1, "", "loopback inside"},

		{list(prefix("127.0.0.1/32", 80, 80)), "tcp://127.0.0.1:80", 1, "127.0.0.1:80", "named by its address"},
		{list(prefix("127.0.0.0/8", 80, 80)), "tcp://127.9.9.9:80", 1, "127.9.9.9:80", "named by its block"},
		{list(prefix("126.0.0.0/7", 80, 80)), "tcp://127.0.0.1:80", 1, "", "a larger block holds it by accident"},
		{list(prefix("126.0.0.0/7", 80, 80)), "tcp://126.0.0.1:80", 1, "126.0.0.1:80", "though it allows the rest"},
		{list(prefix("::1/128", 80, 80)), "tcp://[::1]:80", 1, "[::1]:80", "named"},
		{list(prefix("169.254.169.254/32", 80, 80)), "tcp://169.254.169.254:80", 1, "169.254.169.254:80", "named"},
		{list(prefix("fe80::/10", 80, 80)), "tcp://[fe80::1]:80", 1, "[fe80::1]:80", "named"},
		{list(prefix("64:ff9b::/96", 80, 80)), "tcp://[64:ff9b::127.0.0.1]:80", 1, "", "all of NAT64 does not name loopback"},
		{list(prefix("64:ff9b::7f00:0/104", 80, 80)), "tcp://[64:ff9b::127.0.0.1]:80", 1, "[64:ff9b::7f00:1]:80", "its loopback block does"},
		{list(prefix("2002:7f00::/24", 80, 80)), "tcp://[2002:7f00:1::]:80", 1, "[2002:7f00:1::]:80", "16 and 8 bits: the loopback block of 6to4"},
		{list(prefix("2002:7e00::/23", 80, 80)), "tcp://[2002:7f00:1::]:80", 1, "", "one bit less holds it by accident"},

		{anyName, "tcp://kv-peer:24000", 8, "10.0.0.7:24000", "what the name resolves to"},
		{anyName, "tcp://KV-PEER:24000", 1, "10.0.0.7:24000", "in any case"},
		{anyName, "tcp://kv-peer:24000", 9, "", "ports hold for names too"},
		{anyName, "tcp://kv-peer.example:24000", 1, "", "another name"},
		{anyName, "tcp://10.0.0.7:24000", 1, "", "the address is not allowed by a name"},
		{anyName, "tcp://two:1", 1, "10.0.0.7:1", "the first of several"},
		{anyName, "tcp://mapped:1", 1, "10.0.0.7:1", "IPv4-mapped is IPv4"},
		{anyName, "tcp://loop:1", 1, "", "a name that is loopback"},
		{anyName, "tcp://mloop:1", 1, "", "as IPv4-mapped"},
		{anyName, "tcp://nat64:1", 1, "", "through NAT64"},
		{anyName, "tcp://rebind:1", 1, "", "a name that is also loopback"},
		{anyName, "tcp://local6:1", 1, "", "a name that is link-local"},
		{anyName, "tcp://zoned:1", 1, "", "an address with a zone"},
		{anyName, "tcp://broken:1", 1, "", "no address"},
		{anyName, "tcp://nobody:1", 1, "", "an empty answer"},
		{anyName, "tcp://missing:1", 1, "", "an error of the resolver"},
		{loopNamed, "tcp://loop:24000", 8, "127.0.0.1:24000", "loopback is named, with these ports"},
		{loopNamed, "tcp://mloop:24000", 8, "127.0.0.1:24000", "IPv4-mapped likewise"},
		{loopNamed, "tcp://loop:22", 1, "", "the ports of the name are not those of loopback"},
		{loopNamed, "tcp://loop:24007", 2, "", "not even for one rank"},
		{loopNamed, "tcp://rebind:24000", 1, "10.0.0.7:24000", "all its addresses are allowed"},
	} {
		got, err := bound(t, row.endpoint).Endpoint(row.list, row.ports)
		first := ""
		if len(got) > 0 {
			first = got[0].String()
		}
		if first != row.want || (err == nil) != (row.want != "") || err == nil && len(got) != row.ports {
			t.Errorf("%s, %d ports: %v, %v, want %q: %s", row.endpoint, row.ports, got, err, row.want, row.reason)
		}
	}
}

// TestAllowListByItself: what Endpoint never asks is denied just as well.
func TestAllowListByItself(t *testing.T) {
	l, err := candidate.NewAllowList(resolver(map[string][]string{"a": {"10.0.0.1"}, "zoned": {"2001:db8::1%eth0"}, "broken": {"10.0.0.1", ""}}), hostName("zoned", 1, 65535), hostName("broken", 1, 65535), prefix("10.0.0.0/8", 1, 65535), prefix("::/0", 1, 65535), prefix("fe80::/10", 1, 65535), hostName("a", 1, 65535))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		host   string
		first  uint16
		ports  int
		want   string
		reason string
	}{
		{"10.0.0.1", 80, 1, "10.0.0.1:80", "allowed"},
		{"::ffff:10.0.0.1", 80, 1, "10.0.0.1:80", "IPv4-mapped is its IPv4 address"},
		{"::ffff:192.0.2.1", 80, 1, "", "so ::/0 does not allow it"},
		{"::ffff:127.0.0.1", 80, 1, "", "nor loopback"},
		{"fe80::1%eth0", 80, 1, "", "a zone"},
		{"10.0.0.1", 0, 1, "", "port 0"},
		{"10.0.0.1", 80, 0, "", "no ports"},
		{"10.0.0.1", 65535, 2, "", "beyond the last port"},
		{"a", 80, 1, "10.0.0.1:80", "allowed"},
		{"zoned", 80, 1, "", "a name that resolves to an address with a zone"},
		{"broken", 80, 1, "", "or to no address among others"},
		{"a.", 80, 1, "", "no name of the grammar"},
		{"", 80, 1, "", "no host"},
		{"2130706433", 80, 1, "", "a number is no name"},
	} {
		got, err := l.Authorize(row.host, row.first, row.ports)
		first := ""
		if len(got) > 0 {
			first = got[0].String()
		}
		if first != row.want || row.want == "" && !errors.Is(err, candidate.ErrNotAllowed) {
			t.Errorf("%q: %v, %v, want %q: %s", row.host, got, err, row.want, row.reason)
		}
	}
	for addr, want := range map[string]bool{"10.0.0.1": true, "11.0.0.1": false, "fe80::1": true, "::1": false, "2001:db8::1": true, "::ffff:127.0.0.1": false} {
		if got := l.Names(netip.MustParseAddr(addr)); got != want {
			t.Errorf("Names(%s) is %v, want %v", addr, got, want)
		}
	}
	if l.Names(netip.Addr{}) {
		t.Error("no address was named")
	}
}

func TestNewAllowList(t *testing.T) {
	some := resolver(nil)
	for _, row := range []struct {
		resolve candidate.Resolve
		entry   candidate.Allow
		where   string // "" if it is good
		reason  string
	}{
		{nil, prefix("10.0.0.0/8", 1, 65535), "", "no names need no resolver"},
		{some, hostName("kv-peer", 1, 1), "", "one port"},
		{nil, hostName("kv-peer", 1, 1), "allow[0].Name", "a name needs one"},
		{some, candidate.Allow{FirstPort: 1, LastPort: 1}, "allow[0]", "nothing is allowed, or everything?"},
		{some, candidate.Allow{Name: "a", Prefix: netip.MustParsePrefix("10.0.0.0/8"), FirstPort: 1, LastPort: 1}, "allow[0]", "both: and, or or?"},
		{some, hostName("a", 0, 1), "allow[0]", "port 0"},
		{some, hostName("a", 2, 1), "allow[0]", "a range that ends before it starts"},
		{some, hostName("a", 0, 0), "allow[0]", "ports left out"},
		{some, hostName("10.0.0.1", 1, 1), "allow[0].Name", "an address is a prefix"},
		{some, hostName("*.example", 1, 1), "allow[0].Name", "no patterns"},
		{some, hostName("a.", 1, 1), "allow[0].Name", "no trailing dot"},
		{nil, prefix("10.0.0.1/8", 1, 1), "allow[0].Prefix", "host bits: was /32 meant?"},
		{nil, prefix("::ffff:10.0.0.0/104", 1, 1), "allow[0].Prefix", "IPv4-mapped addresses are judged as IPv4, so it would allow nothing"},
		{nil, candidate.Allow{Prefix: netip.PrefixFrom(netip.MustParseAddr("10.0.0.0"), 33), FirstPort: 1, LastPort: 1}, "allow[0]", "no prefix"},
	} {
		_, err := candidate.NewAllowList(row.resolve, row.entry)
		var bad *candidate.Error
		switch {
		case row.where == "" && err != nil:
			t.Errorf("%v: %s", err, row.reason)
		case row.where != "" && (!errors.As(err, &bad) || bad.Where != row.where):
			t.Errorf("%v, want an error at %s: %s", err, row.where, row.reason)
		case row.where != "" && !strings.HasPrefix(err.Error(), "candidate: "+row.where+": want "):
			t.Errorf("%q does not say what was wanted", err)
		}
	}
}

// TestAllowListIsCopied: what a caller does to its entries later changes nothing.
func TestAllowListIsCopied(t *testing.T) {
	entries := []candidate.Allow{prefix("10.0.0.0/8", 1, 65535)}
	l, err := candidate.NewAllowList(nil, entries...)
	if err != nil {
		t.Fatal(err)
	}
	entries[0] = prefix("127.0.0.0/8", 1, 65535)
	_, loop := l.Authorize("127.0.0.1", 80, 1)
	got, ten := l.Authorize("10.0.0.1", 80, 1)
	if diff := cmp.Diff(addrPorts("10.0.0.1:80"), got, compareAddrPorts); diff != "" || loop == nil || ten != nil {
		t.Errorf("%v, %v: %s", loop, ten, diff)
	}
}
