package candidate_test

import (
	"errors"
	"net/netip"
	"testing"

	"github.com/kvhints/hintcheck/admit/candidate"
)

// block is a block of addresses that are denied unless named, written out by
// hand: its ends and the addresses beside it, "" where there is none.
type block struct {
	prefix, before, first, last, after string
	reason                             string
}

var blocks4 = []block{
	{"0.0.0.0/8", "", "0.0.0.0", "0.255.255.255", "1.0.0.0", "this network, RFC 1122 3.2.1.3"},
	{"127.0.0.0/8", "126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0", "loopback, RFC 1122 3.2.1.3"},
	{"169.254.0.0/16", "169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0", "link-local, RFC 3927"},
	{"224.0.0.0/4", "223.255.255.255", "224.0.0.0", "239.255.255.255", "240.0.0.0", "multicast, RFC 5771"},
	{"255.255.255.255/32", "255.255.255.254", "255.255.255.255", "255.255.255.255", "", "broadcast, RFC 919"},
}

// The blocks that hold IPv4 addresses begin with 0.0.0.0 and end with
// 255.255.255.255, which are denied, and so would be the addresses beside them,
// whose last bits are the same, if the block were larger by a bit.
var blocks6 = []block{
	{"fe80::/10", "fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fec0::", "link-local, RFC 4291 2.5.6"},
	{"ff00::/8", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "", "multicast, RFC 4291 2.7"},
	{"::/128", "", "::", "::", "", "unspecified, RFC 4291 2.5.2; loopback is beside it"},
	{"::1/128", "", "::1", "::1", "", "loopback, RFC 4291 2.5.3; 0.0.0.2 as IPv4-compatible is beside it"},
	{"::/96", "", "::", "::ffff:ffff", "::1:0:0", "IPv4-compatible, RFC 4291 2.5.5.1"},
	{"::ffff:0:0/96", "::fffe:ffff:ffff", "::ffff:0:0", "::ffff:ffff:ffff", "::1:0:0:0", "IPv4-mapped, RFC 4291 2.5.5.2"},
	{"::ffff:0:0:0/96", "::fffe:ffff:ffff:ffff", "::ffff:0:0:0", "::ffff:0:ffff:ffff", "::ffff:1:0:0", "IPv4-translated, RFC 2765 2.1"},
	{"64:ff9b::/96", "64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff", "64:ff9b::", "64:ff9b::ffff:ffff", "64:ff9b::1:0:0", "NAT64, RFC 6052 2.1"},
	{"2002::/16", "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::", "6to4, RFC 3056"},
}

// refusedDial reports whether a policy that allows addr without naming it is
// refused. It checks that one which names it is not, and that a list of
// everything names just what is not refused.
func refusedDial(t *testing.T, b candidate.Binding, addr netip.Addr) bool {
	t.Helper()
	answer := answering(netip.AddrPortFrom(addr, 24100))
	if _, err := b.Endpoint(naming{answer}, 1); err != nil {
		t.Errorf("%s by a policy that names it: %v", addr, err)
	}
	_, err := b.Endpoint(answer, 1)
	var refused *candidate.RefusedError
	if err != nil && (!errors.As(err, &refused) || refused.Refusal != candidate.DeniedAddress) {
		t.Errorf("%s: %v, want denied_address or none", addr, err)
	}
	var everything candidate.AllowList
	for _, p := range []string{"0.0.0.0/0", "::/0"} {
		l, err := candidate.NewAllowList(nil, prefix(p, 1, 65535))
		if err != nil {
			t.Fatal(err)
		}
		if netip.MustParsePrefix(p).Contains(addr) {
			everything = l
		}
	}
	if named := everything.Names(addr); named != (err == nil) {
		t.Errorf("%s: named by a list of everything %t, refused %t", addr, named, err != nil)
	}
	return err != nil
}

// checkBlock asks for both ends of a block and for what is beside it, each as
// addr makes an address of the row's text.
func checkBlock(t *testing.T, b candidate.Binding, row block, addr func(string) netip.Addr) {
	t.Helper()
	for text, want := range map[string]bool{row.before: false, row.first: true, row.last: true, row.after: false} {
		if text == "" {
			continue
		}
		if a := addr(text); refusedDial(t, b, a) != want {
			t.Errorf("%s of %s: refused %t, want %t: %s", a, row.prefix, !want, want, row.reason)
		}
	}
}

// TestEndsOfSpecialBlocks: each block is denied from its first address to its
// last and no further.
func TestEndsOfSpecialBlocks(t *testing.T) {
	b := bound(t, "tcp://kv-peer:24100")
	for _, row := range blocks4 {
		checkBlock(t, b, row, netip.MustParseAddr)
	}
	for _, row := range blocks6 {
		checkBlock(t, b, row, netip.MustParseAddr)
	}
}

// TestEndsOfSpecialBlocksInside: the same for the IPv4 addresses that IPv6 ones
// hold, of which those beside a special block are like any other.
func TestEndsOfSpecialBlocksInside(t *testing.T) {
	b := bound(t, "tcp://kv-peer:24100")
	for prefix, at := range map[string]int{"::": 12, "::ffff:0:0": 12, "::ffff:0:0:0": 12, "64:ff9b::": 12, "2002::": 2} {
		for _, row := range blocks4 {
			checkBlock(t, b, row, func(text string) netip.Addr {
				six, four := netip.MustParseAddr(prefix).As16(), netip.MustParseAddr(text).As4()
				copy(six[at:], four[:])
				return netip.AddrFrom16(six)
			})
		}
	}
}

// TestBlocksAreNamedWhole: an entry of exactly a special block names both its
// ends, one of a bit less names neither, and it allows what is beside it.
func TestBlocksAreNamedWhole(t *testing.T) {
	singles := []block{blocks4[0], blocks4[1], blocks4[2], blocks4[3], blocks4[4], blocks6[0], blocks6[1], blocks6[2], blocks6[3]}
	for _, row := range singles { // those that hold IPv4 addresses are special in parts only
		exact := netip.MustParsePrefix(row.prefix)
		wider, err := exact.Addr().Prefix(exact.Bits() - 1)
		if err != nil {
			t.Fatal(err)
		}
		for p, want := range map[netip.Prefix]bool{exact: true, wider: false} {
			l, err := candidate.NewAllowList(nil, candidate.Allow{Prefix: p, FirstPort: 1, LastPort: 65535})
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{row.first, row.last} {
				addr := netip.MustParseAddr(text)
				_, err := l.Authorize(text, 80, 1)
				if l.Names(addr) != want || (err == nil) != want {
					t.Errorf("%s: %s named %t, error %v; want named %t: %s", p, text, l.Names(addr), err, want, row.reason)
				}
			}
			for _, text := range []string{row.before, row.after} {
				if text == "" {
					continue
				}
				addr := netip.MustParseAddr(text)
				if got := l.Names(addr); got != p.Contains(addr) {
					t.Errorf("%s: %s, beside the block, named %t", p, text, got)
				}
			}
		}
	}
}
