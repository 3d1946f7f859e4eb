package candidate

import (
	"net/netip"
	"strconv"
	"strings"
)

// The grammar of an endpoint. It is narrower than what any consumer takes: each
// text it accepts means the same host and port to every parser, so that what was
// authorized is what is dialled.
//
//	endpoint = "tcp://" host ":" port
//	host     = dotted quad / "[" IPv6 address "]" / host name
//	port     = 1 to 65535, digits without leading zeros
//
// A dotted quad is four decimal numbers without leading zeros. An IPv6 address
// has no zone and is not IPv4-mapped: an address has one spelling. A host name is
// one of RFC 1123: labels of 1 to 63 letters, digits and inner hyphens, at most
// 253 bytes, without a trailing dot. Its last label is not a number, decimal or
// 0x, since inet_aton, and so many a dialler, reads 2130706433, 017700000001,
// 0x7f000001 and 127.1 as addresses.
const (
	scheme          = "tcp://"
	longestName     = 253
	longestLabel    = 63
	longestEndpoint = len(scheme) + longestName + len(":65535")
)

// What an endpoint that is not of the grammar should have had. None of these
// holds anything of the endpoint.
const (
	wantLength = "want at most 265 bytes"
	wantScheme = "want the scheme tcp://, in lower case"
	wantPort   = "want one host, a colon and a port from 1 to 65535 without leading zeros"
	wantQuad   = "want an IPv4 address as four decimal numbers without leading zeros"
	wantSix    = "want an IPv6 address in brackets, without zone"
	wantMapped = "want an IPv4-mapped address as IPv4"
	wantName   = "want a host name of letters, digits and hyphens, labels of 1 to 63 and 253 in all, without trailing dot"
)

// endpoint is where a fetch would connect to. It is comparable, and two spellings
// of one address are equal.
type endpoint struct {
	host string     // canonical: addr as text, or a name in lower case
	addr netip.Addr // the zero Addr for a name
	port uint16
}

// parseEndpoint reads text. It returns what was wanted, or "".
func parseEndpoint(text string) (e endpoint, want string) {
	if len(text) > longestEndpoint {
		return endpoint{}, wantLength
	}
	rest, ok := strings.CutPrefix(text, scheme)
	if !ok {
		return endpoint{}, wantScheme
	}
	if inside, bracketed := strings.CutPrefix(rest, "["); bracketed {
		host, port, _ := strings.Cut(inside, "]:")
		if e.addr, want = parseSix(host); want != "" {
			return endpoint{}, want
		}
		e.host = e.addr.String()
		rest = port
	} else {
		host, port, _ := strings.Cut(rest, ":")
		if e.host, e.addr, want = parseHost(host); want != "" {
			return endpoint{}, want
		}
		rest = port
	}
	if e.port, ok = parsePort(rest); !ok {
		return endpoint{}, wantPort
	}
	return e, ""
}

// parseHost reads a dotted quad or a host name.
func parseHost(text string) (host string, addr netip.Addr, want string) {
	if endsInNumber(text) {
		addr, err := netip.ParseAddr(text)
		if err != nil || !addr.Is4() {
			return "", netip.Addr{}, wantQuad
		}
		return addr.String(), addr, ""
	}
	name, ok := parseName(text)
	if !ok {
		return "", netip.Addr{}, wantName
	}
	return name, netip.Addr{}, ""
}

// parseSix reads what stands between brackets.
func parseSix(text string) (addr netip.Addr, want string) {
	addr, err := netip.ParseAddr(text)
	switch {
	case err != nil || !addr.Is6() || addr.Zone() != "":
		return netip.Addr{}, wantSix
	case addr.Is4In6():
		return netip.Addr{}, wantMapped
	}
	return addr, ""
}

// parseName reads a host name and returns it in lower case.
func parseName(text string) (name string, ok bool) {
	if len(text) > longestName || endsInNumber(text) {
		return "", false
	}
	for label := range strings.SplitSeq(text, ".") {
		if len(label) < 1 || len(label) > longestLabel || label[0] == '-' || label[len(label)-1] == '-' {
			return "", false
		}
		for i := range len(label) {
			if c := label[i]; !isDigit(c) && c|0x20-'a' >= 26 && c != '-' {
				return "", false
			}
		}
	}
	return strings.ToLower(text), true
}

// endsInNumber reports whether the last label of a host is decimal digits, or 0x
// and hex digits. Such a host is an address or nothing.
func endsInNumber(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	if len(last) >= 2 && last[0] == '0' && last[1]|0x20 == 'x' {
		return strings.Trim(last[2:], "0123456789abcdefABCDEF") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}

func isDigit(c byte) bool { return c-'0' <= 9 }

func parsePort(text string) (port uint16, ok bool) {
	if text == "" || text[0] == '0' {
		return 0, false
	}
	n, err := strconv.ParseUint(text, 10, 16) // takes digits only
	return uint16(n), err == nil
}

// lastPort returns the last of the ports a group dials: rank r of it dials the
// port first+r, as SGLang's linker does.
func lastPort(first uint16, ports int) (last uint16, ok bool) {
	if first < 1 || ports < 1 || ports > 1<<16-int(first) {
		return 0, false
	}
	return first + uint16(ports-1), true
}
