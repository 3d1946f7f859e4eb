package candidate_test

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kvhints/hintcheck/admit/candidate"
)

// answering is an authorizer that answers list whatever it is asked.
func answering(list ...netip.AddrPort) candidate.AuthorizerFunc {
	return func(string, uint16, int) ([]netip.AddrPort, error) { return list, nil }
}

// naming is an authorizer that answers list and names every address.
type naming struct{ candidate.AuthorizerFunc }

func (naming) Names(netip.Addr) bool { return true }

var compareAddrPorts = cmpopts.EquateComparable(netip.AddrPort{})

func TestAnswersAreChecked(t *testing.T) {
	const literal, six, name = "tcp://192.0.2.21:24100", "tcp://[2001:db8::2]:24100", "tcp://kv-peer:24100"
	for _, row := range []struct {
		endpoint string
		ports    int
		answer   []netip.AddrPort
		want     string // a refusal, or "" for the answer
		reason   string
	}{
		{literal, 1, addrPorts("192.0.2.21:24100"), "", "what was asked"},
		{literal, 3, addrPorts("192.0.2.21:24100", "192.0.2.21:24101", "192.0.2.21:24102"), "", "a port for each rank"},
		{six, 1, addrPorts("[2001:db8::2]:24100"), "", "IPv6"},
		{literal, 1, addrPorts("[::ffff:192.0.2.21]:24100"), "", "the same address, as resolvers like to write it"},
		{name, 1, addrPorts("198.51.100.7:24100"), "", "a name is what the authorizer says"},
		{name, 2, addrPorts("[2001:db8::7]:24100", "[2001:db8::7]:24101"), "", "likewise"},

		{literal, 1, nil, "wrong_ports", "no answer is not a yes"},
		{literal, 2, addrPorts("192.0.2.21:24100"), "wrong_ports", "rank 1 is missing"},
		{literal, 1, addrPorts("192.0.2.21:24100", "192.0.2.21:24101"), "wrong_ports", "more than was asked"},
		{literal, 1, addrPorts("192.0.2.21:22"), "wrong_ports", "another port"},
		{literal, 2, addrPorts("192.0.2.21:24100", "192.0.2.21:24100"), "wrong_ports", "one port twice"},
		{literal, 2, addrPorts("192.0.2.21:24101", "192.0.2.21:24100"), "wrong_ports", "rank 0 would dial the port of rank 1"},
		{literal, 1, addrPorts("192.0.2.22:24100"), "wrong_address", "another address than the one in the endpoint"},
		{six, 1, addrPorts("192.0.2.21:24100"), "wrong_address", "another family of addresses"},
		{literal, 2, addrPorts("192.0.2.21:24100", "192.0.2.22:24101"), "wrong_address", "ranks on two hosts"},
		{name, 2, addrPorts("192.0.2.21:24100", "192.0.2.22:24101"), "wrong_address", "likewise for a name"},
		{name, 1, []netip.AddrPort{netip.AddrPortFrom(netip.Addr{}, 24100)}, "wrong_address", "no address"},
		{name, 1, addrPorts("[fe80::1%eth0]:24100"), "wrong_address", "a zone"},
		{six, 1, []netip.AddrPort{netip.AddrPortFrom(netip.MustParseAddr("2001:db8::2%1"), 24100)}, "wrong_address", "a zone on the right address"},

		{name, 1, addrPorts("127.0.0.1:24100"), "denied_address", "a name that means this machine"},
		{name, 1, addrPorts("127.255.255.254:24100"), "denied_address", "all of 127/8 is loopback"},
		{name, 1, addrPorts("[::1]:24100"), "denied_address", "loopback"},
		{name, 1, addrPorts("169.254.169.254:24100"), "denied_address", "the metadata service"},
		{name, 1, addrPorts("[fe80::1]:24100"), "denied_address", "link-local"},
		{name, 1, addrPorts("[febf::1]:24100"), "denied_address", "the end of link-local"},
		{name, 1, addrPorts("[fec0::1]:24100"), "", "not link-local any more"},
		{name, 1, addrPorts("224.0.0.1:24100"), "denied_address", "multicast"},
		{name, 1, addrPorts("239.255.255.255:24100"), "denied_address", "the end of multicast"},
		{name, 1, addrPorts("[ff02::1]:24100"), "denied_address", "multicast"},
		{name, 1, addrPorts("255.255.255.255:24100"), "denied_address", "broadcast"},
		{name, 1, addrPorts("0.0.0.0:24100"), "denied_address", "unspecified: Linux connects to loopback"},
		{name, 1, addrPorts("0.1.2.3:24100"), "denied_address", "this network"},
		{name, 1, addrPorts("[::]:24100"), "denied_address", "unspecified"},
		{name, 1, addrPorts("[::ffff:127.0.0.1]:24100"), "denied_address", "loopback as IPv4-mapped"},
		{name, 1, addrPorts("[::ffff:a9fe:a9fe]:24100"), "denied_address", "the metadata service as IPv4-mapped"},
		{name, 1, addrPorts("[::127.0.0.1]:24100"), "denied_address", "loopback as IPv4-compatible"},
		{name, 1, addrPorts("[::ffff:0:127.0.0.1]:24100"), "denied_address", "loopback as IPv4-translated"},
		{name, 1, addrPorts("[64:ff9b::169.254.169.254]:24100"), "denied_address", "the metadata service through NAT64"},
		{name, 1, addrPorts("[2002:7f00:1::]:24100"), "denied_address", "loopback through 6to4"},
		{name, 1, addrPorts("[::ffff:224.0.0.1]:24100"), "denied_address", "multicast, whose top bit is set, in each of these"},
		{name, 1, addrPorts("[::224.0.0.1]:24100"), "denied_address", "likewise"},
		{name, 1, addrPorts("[::ffff:0:224.0.0.1]:24100"), "denied_address", "likewise"},
		{name, 1, addrPorts("[64:ff9b::224.0.0.1]:24100"), "denied_address", "likewise"},
		{name, 1, addrPorts("[2002:e000:1::]:24100"), "denied_address", "likewise"},
		{name, 1, addrPorts("[64:ff9b::192.0.2.1]:24100"), "", "NAT64 to another host"},
		{name, 1, addrPorts("[2002:c000:201::1]:24100"), "", "6to4 to another host"},
		{name, 1, addrPorts("10.0.0.1:24100"), "", "private addresses are where peers live"},
		{name, 1, addrPorts("128.0.0.1:24100"), "", "not loopback any more"},
		{name, 1, addrPorts("1.0.0.0:24100"), "", "not this network any more"},
		{"tcp://127.0.0.1:24100", 1, addrPorts("127.0.0.1:24100"), "denied_address", "an endpoint that names loopback is no policy that names it"},
		{"tcp://[::1]:24100", 1, addrPorts("[::1]:24100"), "denied_address", "likewise"},
		{"tcp://[::127.0.0.1]:24100", 1, addrPorts("[::127.0.0.1]:24100"), "denied_address", "likewise"},
	} {
		got, err := bound(t, row.endpoint).Endpoint(answering(row.answer...), row.ports)
		if row.want != "" {
			var refused *candidate.RefusedError
			if !errors.As(err, &refused) || refused.Refusal.String() != row.want || got != nil {
				t.Errorf("%s answered %v: %v, want %s: %s", row.endpoint, row.answer, err, row.want, row.reason)
			}
			if row.want == "denied_address" {
				if _, err := bound(t, row.endpoint).Endpoint(naming{answering(row.answer...)}, row.ports); err != nil {
					t.Errorf("%s answered %v by a policy that names it: %v", row.endpoint, row.answer, err)
				}
			}
			continue
		}
		var want []netip.AddrPort
		for _, ap := range row.answer {
			want = append(want, netip.AddrPortFrom(ap.Addr().Unmap(), ap.Port()))
		}
		if diff := cmp.Diff(want, got, compareAddrPorts); diff != "" || err != nil {
			t.Errorf("%s: %v: %s\n%s", row.endpoint, err, row.reason, diff)
		}
	}
}

// namingOne names one address only.
type namingOne struct {
	candidate.AuthorizerFunc
	addr string
}

func (n namingOne) Names(addr netip.Addr) bool { return addr.String() == n.addr }

// TestNamerIsAskedForTheAddress: to name one address names no other.
func TestNamerIsAskedForTheAddress(t *testing.T) {
	b := bound(t, "tcp://kv-peer:24100")
	answer := answering(addrPorts("[::ffff:127.0.0.1]:24100")...)
	if got, err := b.Endpoint(namingOne{answer, "127.0.0.1"}, 1); err != nil || !slices.Equal(got, addrPorts("127.0.0.1:24100")) {
		t.Errorf("the address that is named: %v, %v", got, err)
	}
	_, err := b.Endpoint(namingOne{answer, "127.0.0.2"}, 1)
	var refused *candidate.RefusedError
	if !errors.As(err, &refused) || refused.Refusal != candidate.DeniedAddress {
		t.Errorf("another address than the one named: %v", err)
	}
}

func TestWithoutAuthorizerNoEndpoint(t *testing.T) {
	b := bound(t, peer)
	for name, row := range map[string]struct {
		got  func() ([]netip.AddrPort, error)
		want candidate.Refusal
	}{
		"zero binding":    {func() ([]netip.AddrPort, error) { return candidate.Binding{}.Endpoint(answering(), 1) }, candidate.NoBinding},
		"nil authorizer":  {func() ([]netip.AddrPort, error) { return b.Endpoint(nil, 1) }, candidate.NoAuthorizer},
		"nil list":        {func() ([]netip.AddrPort, error) { return b.Endpoint((*candidate.AllowList)(nil), 1) }, candidate.NoAuthorizer},
		"nil pointer":     {func() ([]netip.AddrPort, error) { return b.Endpoint((*candidate.AuthorizerFunc)(nil), 1) }, candidate.NoAuthorizer},
		"zero list":       {func() ([]netip.AddrPort, error) { return b.Endpoint(new(candidate.AllowList), 1) }, candidate.Unauthorized},
		"zero function":   {func() ([]netip.AddrPort, error) { return b.Endpoint(new(candidate.AuthorizerFunc), 1) }, candidate.Unauthorized},
		"nil function":    {func() ([]netip.AddrPort, error) { return b.Endpoint(candidate.AuthorizerFunc(nil), 1) }, candidate.Unauthorized},
		"zero allow-list": {func() ([]netip.AddrPort, error) { return b.Endpoint(candidate.AllowList{}, 1) }, candidate.Unauthorized},
	} {
		got, err := row.got()
		var refused *candidate.RefusedError
		if !errors.As(err, &refused) || refused.Refusal != row.want || got != nil {
			t.Errorf("%s: %v %v, want %v", name, got, err, row.want)
		}
	}
}

// TestAuthorizerIsAskedForAllPorts: once, for the whole group, and never for ports
// that do not exist.
func TestAuthorizerIsAskedForAllPorts(t *testing.T) {
	var asked []question
	record := candidate.AuthorizerFunc(func(host string, first uint16, ports int) ([]netip.AddrPort, error) {
		asked = append(asked, question{host, first, ports})
		return nil, candidate.ErrNotAllowed
	})
	b := bound(t, "tcp://KV-peer:65530")
	b.Endpoint(record, 6)
	b.Endpoint(record, 7)
	if diff := cmp.Diff([]question{{"kv-peer", 65530, 6}}, asked); diff != "" {
		t.Error(diff)
	}
}

// TestAnswerIsCopied: an authorizer that keeps its slice cannot move a dial.
func TestAnswerIsCopied(t *testing.T) {
	answer := addrPorts("192.0.2.21:24100")
	got, err := bound(t, peer).Endpoint(answering(answer...), 1)
	if err != nil {
		t.Fatal(err)
	}
	answer[0] = netip.MustParseAddrPort("127.0.0.1:22")
	if want := addrPorts("192.0.2.21:24100"); !slices.Equal(got, want) {
		t.Errorf("got %v after the authorizer changed its answer, want %v", got, want)
	}
}

// TestRefusalsKeepTheCause: a timeout of a resolver can be told from a denial.
func TestRefusalsKeepTheCause(t *testing.T) {
	cause := errors.New("lookup kv-peer: timeout")
	_, err := bound(t, "tcp://kv-peer:1").Endpoint(candidate.AuthorizerFunc(func(string, uint16, int) ([]netip.AddrPort, error) { return nil, cause }), 1)
	if !errors.Is(err, cause) {
		t.Errorf("%v does not lead to its cause", err)
	}
	if got, want := err.Error(), "candidate: endpoint refused: unauthorized"; got != want {
		t.Errorf("%q, want %q: the cause may name the host", got, want)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%d", "%q"} {
		if got := fmt.Sprintf(verb, err); got != err.Error() {
			t.Errorf("%s prints %q, want %q", verb, got, err.Error())
		}
	}
	_, err = bound(t, "tcp://kv-peer:1").Endpoint(nil, 1)
	if errors.Unwrap(err) != nil {
		t.Error("a refusal of ours has a cause")
	}
}
