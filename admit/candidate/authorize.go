package candidate

import (
	"fmt"
	"net/netip"
)

// Authorizer decides whom a consumer may dial. It is the consumer's policy; see
// [AllowList] for a ready one. [Binding.Endpoint] calls it and checks its answer.
type Authorizer interface {
	// Authorize answers for a host and the ports firstPort to firstPort+ports-1,
	// all of them: rank r of the group dials firstPort+r. The host is an IP
	// address in its canonical text, without brackets, or a host name in lower
	// case, which the authorizer resolves. The answer is one address for each
	// port, in the order of the ports, all of one host: exactly that address
	// if the host is one. The caller dials what the answer says and never
	// resolves the name again. Any error denies.
	Authorize(host string, firstPort uint16, ports int) ([]netip.AddrPort, error)
}

// Namer is an [Authorizer] that may allow loopback, link-local, multicast and
// unspecified addresses and those that hold one of them (IPv4-mapped and the
// like). Of an Authorizer that is no Namer such addresses are refused whatever it
// answers.
type Namer interface {
	// Names reports whether the policy names addr, and not just a block around
	// it that holds all kinds of addresses.
	Names(addr netip.Addr) bool
}

// AuthorizerFunc is a function that is an [Authorizer]. The nil function denies.
type AuthorizerFunc func(host string, firstPort uint16, ports int) ([]netip.AddrPort, error)

// Authorize calls f.
func (f AuthorizerFunc) Authorize(host string, firstPort uint16, ports int) ([]netip.AddrPort, error) {
	if f == nil {
		return nil, ErrNotAllowed
	}
	return f(host, firstPort, ports)
}

// Refusal says why an endpoint was not given out. The set is closed and the texts
// are stable.
type Refusal uint8

const (
	// NoBinding: the Binding is the zero one.
	NoBinding Refusal = iota
	// NoAuthorizer: the authorizer is nil, or a nil pointer to one of this package.
	NoAuthorizer
	// PortsOutOfRange: fewer ports than one, or the last of them is above 65535.
	PortsOutOfRange
	// Unauthorized: the authorizer returned an error; see RefusedError.Unwrap.
	Unauthorized
	// WrongPorts: its answer does not have exactly the ports asked for, in order.
	WrongPorts
	// WrongAddress: its answer has an address that is not valid, has a zone, is
	// another than the one asked for, or is another than that of the first port.
	WrongAddress
	// DeniedAddress: its answer has an address that is denied unless named.
	DeniedAddress

	numRefusals = iota
)

var refusalTexts = [numRefusals]string{
	NoBinding:       "no_binding",
	NoAuthorizer:    "no_authorizer",
	PortsOutOfRange: "ports_out_of_range",
	Unauthorized:    "unauthorized",
	WrongPorts:      "wrong_ports",
	WrongAddress:    "wrong_address",
	DeniedAddress:   "denied_address",
}

// String returns the stable text of the refusal, such as denied_address.
func (r Refusal) String() string {
	if r < numRefusals {
		return refusalTexts[r]
	}
	return "invalid"
}

// MarshalText returns the text of String, so that encoders write it and no number.
func (r Refusal) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// RefusedError is why [Binding.Endpoint] gave out nothing. Its text holds nothing
// of the endpoint, and nothing of the authorizer's error, which may.
type RefusedError struct {
	Refusal Refusal
	cause   *cell[error]
}

func (e *RefusedError) Error() string { return "candidate: endpoint refused: " + e.Refusal.String() }

// Unwrap returns the authorizer's error, if that is why. It may name the host:
// the authorizer wrote it.
func (e *RefusedError) Unwrap() error {
	if e.cause == nil {
		return nil
	}
	return *e.cause.b
}

// Format writes what Error returns, whatever the verb and flags.
func (e *RefusedError) Format(f fmt.State, _ rune) { f.Write([]byte(e.Error())) }

func refuse(r Refusal) error { return &RefusedError{Refusal: r} }

// authorize asks for the ports of e and checks the answer. What it returns is a
// copy.
func authorize(a Authorizer, e endpoint, ports int) ([]netip.AddrPort, error) {
	if isNil(a) {
		return nil, refuse(NoAuthorizer)
	}
	if _, ok := lastPort(e.port, ports); !ok {
		return nil, refuse(PortsOutOfRange)
	}
	answer, err := a.Authorize(e.host, e.port, ports)
	if err != nil {
		return nil, &RefusedError{Unauthorized, newCell(&err)}
	}
	if len(answer) != ports {
		return nil, refuse(WrongPorts)
	}
	peer := answer[0].Addr().Unmap() // resolvers like to answer in the mapped form
	for i, ap := range answer {
		switch {
		case ap.Port() != e.port+uint16(i):
			return nil, refuse(WrongPorts)
		case ap.Addr().Unmap() != peer:
			return nil, refuse(WrongAddress)
		}
	}
	switch {
	case !peer.IsValid() || peer.Zone() != "", e.addr.IsValid() && peer != e.addr:
		return nil, refuse(WrongAddress)
	case !mayDial(a, peer):
		return nil, refuse(DeniedAddress)
	}
	return portsOf(peer, e.port, ports), nil
}

// isNil reports whether a is nil, or a nil pointer to an authorizer of this
// package: a policy that was never made. Its methods are those of the value, so
// Go would panic before one could deny.
func isNil(a Authorizer) bool {
	switch a := a.(type) {
	case nil:
		return true
	case *AllowList:
		return a == nil
	case *AuthorizerFunc:
		return a == nil
	}
	return false
}

// mayDial reports whether peer is no special address, or one that a names.
func mayDial(a Authorizer, peer netip.Addr) bool {
	if _, is := special(peer); !is {
		return true
	}
	namer, ok := a.(Namer)
	return ok && namer.Names(peer)
}

// portsOf returns the ports of one address from first on.
func portsOf(addr netip.Addr, first uint16, ports int) []netip.AddrPort {
	list := make([]netip.AddrPort, ports)
	for i := range list {
		list[i] = netip.AddrPortFrom(addr, first+uint16(i))
	}
	return list
}
