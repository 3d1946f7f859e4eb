package candidate

import (
	"errors"
	"net/netip"
	"strconv"
)

// ErrNotAllowed is what an [AllowList] answers when it denies. It does not say
// whom: the caller knows, and a log need not.
var ErrNotAllowed = errors.New("candidate: not on the allow-list")

// Allow is one entry of an allow-list: a host name or a prefix, with the ports
// FirstPort to LastPort, 1 to 65535. The ports of a group must all lie in the
// range of one entry.
type Allow struct {
	// Name is a host name, compared without regard to case. It allows what the
	// name resolves to, unless that is an address which is denied unless named.
	Name string
	// Prefix is a block of addresses without host bits, in place of a name. It
	// names loopback, link-local, multicast and unspecified addresses, and so
	// allows them, only if it lies inside such a block: 127.0.0.1/32 and
	// 127.0.0.0/8 do, 0.0.0.0/0 does not.
	Prefix    netip.Prefix
	FirstPort uint16
	LastPort  uint16
}

// Resolve looks up a host name. It is the caller's: package candidate opens
// nothing. Time limits and caches are its business.
type Resolve func(name string) ([]netip.Addr, error)

// AllowList is an [Authorizer] that allows what its entries say and denies
// everything else. Make one with [NewAllowList]; it is immutable. The zero
// AllowList denies everything, and to [Binding.Endpoint] a nil *AllowList is no
// authorizer.
type AllowList struct {
	resolve Resolve
	entries []Allow
}

// NewAllowList checks and copies the entries. Without entries it denies
// everything. resolve may be nil if no entry has a name. The error is an
// [*Error]: the fault of whoever configures the consumer.
func NewAllowList(resolve Resolve, entries ...Allow) (AllowList, error) {
	list := AllowList{resolve: resolve}
	for i, e := range entries {
		where := "allow[" + strconv.Itoa(i) + "]"
		switch {
		case (e.Name == "") != e.Prefix.IsValid():
			return AllowList{}, &Error{where, "want either Name or a valid Prefix"}
		case e.FirstPort < 1 || e.LastPort < e.FirstPort:
			return AllowList{}, &Error{where, "want 1 <= FirstPort <= LastPort"}
		case e.Name != "":
			name, ok := parseName(e.Name)
			switch {
			case !ok:
				return AllowList{}, &Error{where + ".Name", wantName + "; an address is a Prefix"}
			case resolve == nil:
				return AllowList{}, &Error{where + ".Name", "want a Resolve function with names"}
			}
			e.Name = name
		case e.Prefix.Masked() != e.Prefix:
			return AllowList{}, &Error{where + ".Prefix", "want no host bits"}
		case e.Prefix.Addr().Is4In6():
			return AllowList{}, &Error{where + ".Prefix", wantMapped}
		}
		list.entries = append(list.entries, e)
	}
	return list, nil
}

// Authorize answers as an [Authorizer] does. An address is allowed by a prefix, a
// name by a name. Of a name that resolves to several addresses the first is
// answered, but all of them must be allowed: a name that stands for a public
// address and for loopback is denied. The error is ErrNotAllowed or that of the
// Resolve function.
func (l AllowList) Authorize(host string, firstPort uint16, ports int) ([]netip.AddrPort, error) {
	last, ok := lastPort(firstPort, ports)
	if !ok {
		return nil, ErrNotAllowed
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		addr = addr.Unmap()
		if !l.allowsAddr(addr, firstPort, last) {
			return nil, ErrNotAllowed
		}
		return portsOf(addr, firstPort, ports), nil
	}
	name, ok := parseName(host)
	if !ok || !l.allowsName(name, firstPort, last) {
		return nil, ErrNotAllowed
	}
	addrs, err := l.resolve(name)
	if err != nil {
		return nil, err
	}
	for _, a := range addrs {
		a = a.Unmap()
		if _, is := special(a); !a.IsValid() || a.Zone() != "" || is && !l.allowsAddr(a, firstPort, last) {
			return nil, ErrNotAllowed
		}
	}
	if len(addrs) == 0 {
		return nil, ErrNotAllowed
	}
	return portsOf(addrs[0].Unmap(), firstPort, ports), nil
}

// Names reports whether an entry names addr, as a [Namer] does.
func (l AllowList) Names(addr netip.Addr) bool {
	for _, e := range l.entries {
		if names(e.Prefix, addr) {
			return true
		}
	}
	return false
}

// names reports whether p holds addr and, if addr is special, lies in the block
// that makes it so. Contains is false for an address with a zone and for the zero
// Prefix, which an entry with a name has.
func names(p netip.Prefix, addr netip.Addr) bool {
	bits, _ := special(addr)
	return p.Contains(addr) && p.Bits() >= bits
}

func (l AllowList) allowsAddr(addr netip.Addr, first, last uint16) bool {
	for _, e := range l.entries {
		if names(e.Prefix, addr) && e.FirstPort <= first && last <= e.LastPort {
			return true
		}
	}
	return false
}

func (l AllowList) allowsName(name string, first, last uint16) bool {
	for _, e := range l.entries {
		if e.Name == name && e.FirstPort <= first && last <= e.LastPort {
			return true
		}
	}
	return false
}
