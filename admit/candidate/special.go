package candidate

import "net/netip"

// specialBlocks are the addresses that are denied unless named: they mean the
// machine itself, its link or nobody, and what listens there trusts whoever can
// reach it. 169.254.169.254 is the metadata service of most clouds. 0.0.0.0/8 is
// "this network" (RFC 1122 3.2.1.3); Linux connects 0.0.0.0 to loopback.
var specialBlocks = [...]netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("127.0.0.0/8"),
	netip.MustParsePrefix("169.254.0.0/16"),
	netip.MustParsePrefix("224.0.0.0/4"),
	netip.MustParsePrefix("255.255.255.255/32"),
	netip.MustParsePrefix("::/128"),
	netip.MustParsePrefix("::1/128"),
	netip.MustParsePrefix("fe80::/10"),
	netip.MustParsePrefix("ff00::/8"),
}

// carriers are the IPv6 blocks whose addresses hold an IPv4 address, from the bit
// after the prefix on, that a gateway or the host may connect to instead. An
// address in them is as special as the one it holds. A NAT64 prefix that a network
// chose for itself (RFC 8215) cannot be known here.
var carriers = [...]netip.Prefix{
	netip.MustParsePrefix("::ffff:0:0/96"),   // IPv4-mapped, RFC 4291 2.5.5.2
	netip.MustParsePrefix("::/96"),           // IPv4-compatible, RFC 4291 2.5.5.1
	netip.MustParsePrefix("::ffff:0:0:0/96"), // IPv4-translated, RFC 2765 2.1
	netip.MustParsePrefix("64:ff9b::/96"),    // NAT64, RFC 6052 2.1
	netip.MustParsePrefix("2002::/16"),       // 6to4, RFC 3056
}

// special reports whether an address is denied unless named, and the length of
// the block that makes it so: a prefix of that length or longer around the
// address lies inside the block, so it names the address; a shorter one, such as
// 0.0.0.0/0, holds it by accident. An address with a zone is none of these: whoever
// asks refuses zones.
func special(a netip.Addr) (bits int, is bool) {
	if bits, is := specialBlock(a); is {
		return bits, true
	}
	if !a.Is6() {
		return 0, false
	}
	b := a.As16()
	for i := range carriers {
		if !carriers[i].Contains(a) {
			continue
		}
		at := carriers[i].Bits()
		if bits, is := specialBlock(netip.AddrFrom4([4]byte(b[at/8 : at/8+4]))); is {
			return at + bits, true
		}
	}
	return 0, false
}

func specialBlock(a netip.Addr) (bits int, is bool) {
	for i := range specialBlocks {
		if specialBlocks[i].Contains(a) {
			return specialBlocks[i].Bits(), true
		}
	}
	return 0, false
}
