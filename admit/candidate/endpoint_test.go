package candidate_test

import (
	"errors"
	"math/rand/v2"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kvhints/hintcheck/admit/candidate"
	"github.com/kvhints/hintcheck/limits"
)

// question is what an authorizer was asked.
type question struct {
	Host  string
	First uint16
	Ports int
}

// asked returns what the authorizer is asked for an endpoint that is read.
func asked(t *testing.T, endpoint string) question {
	t.Helper()
	var q question
	_, err := bound(t, endpoint).Endpoint(candidate.AuthorizerFunc(func(host string, first uint16, ports int) ([]netip.AddrPort, error) {
		q = question{host, first, ports}
		return nil, errors.New("no")
	}), 1)
	if err == nil {
		t.Fatal("an endpoint that was denied came out")
	}
	return q
}

func TestEndpointsRead(t *testing.T) {
	label63 := strings.Repeat("a", 63)
	name253 := strings.Join([]string{label63, label63, label63, strings.Repeat("b", 61)}, ".")
	for _, row := range []struct {
		endpoint string
		host     string
		port     uint16
		reason   string
	}{
		{"tcp://192.0.2.21:24100", "192.0.2.21", 24100, "a dotted quad"},
		{"tcp://0.0.0.0:1", "0.0.0.0", 1, "well-formed; that nobody may dial it is the authorizer's to say"},
		{"tcp://127.0.0.1:80", "127.0.0.1", 80, "likewise"},
		{"tcp://255.255.255.255:65535", "255.255.255.255", 65535, "the largest of everything"},
		{"tcp://[2001:db8::2:9]:24100", "2001:db8::2:9", 24100, "IPv6 in brackets"},
		{"tcp://[2001:DB8:0:0:0:0:2:9]:24100", "2001:db8::2:9", 24100, "another spelling of one address comes out as one"},
		{"tcp://[::1]:80", "::1", 80, "well-formed"},
		{"tcp://[::]:80", "::", 80, "well-formed"},
		{"tcp://[::192.0.2.1]:80", "::c000:201", 80, "IPv4-compatible is IPv6 in RFC 4291"},
		{"tcp://[64:ff9b::192.0.2.1]:80", "64:ff9b::c000:201", 80, "NAT64 is IPv6"},
		{"tcp://kv-peer:24100", "kv-peer", 24100, "a name of one label"},
		{"tcp://KV-7.Example.NET:24100", "kv-7.example.net", 24100, "names do not tell cases apart (RFC 4343)"},
		{"tcp://7.example:1", "7.example", 1, "a label of digits is fine but for the last (RFC 1123 2.1)"},
		{"tcp://1.2.3.4a:1", "1.2.3.4a", 1, "the last label is no number for inet_aton either"},
		{"tcp://1.2.3.0xg:1", "1.2.3.0xg", 1, "no hex number"},
		{"tcp://kv0.kv9z:1", "kv0.kv9z", 1, "the first and the last of the digits"},
		{"tcp://xn--bcher-kva.example:1", "xn--bcher-kva.example", 1, "an A-label is letters, digits and hyphens (RFC 5890)"},
		{"tcp://localhost:1", "localhost", 1, "a name; what it resolves to is checked"},
		{"tcp://" + name253 + ":65535", name253, 65535, "253 bytes with labels of 63"},
	} {
		want := question{row.host, row.port, 1}
		if diff := cmp.Diff(want, asked(t, row.endpoint)); diff != "" {
			t.Errorf("%s: %s\n%s", row.endpoint, row.reason, diff)
		}
		if _, err := candidate.NewFetch(row.endpoint, []uint64{1}, limits.Default()); err != nil {
			t.Errorf("%s: producers read it differently: %v", row.endpoint, err)
		}
	}
}

func TestEndpointsRefused(t *testing.T) {
	const scheme, port, quad, six, mapped, name, length = "scheme", "port", "IPv4 address", "IPv6 address", "IPv4-mapped", "host name", "265 bytes"
	label63 := strings.Repeat("a", 63)
	for _, row := range []struct {
		endpoint string
		want     string // in the producer's error
		reason   string
	}{
		{"", scheme, "nothing"},
		{"192.0.2.21:24100", scheme, "no scheme: SGLang refuses it, ZeroMQ would read it as a file"},
		{"TCP://192.0.2.21:1", scheme, "ZeroMQ compares transports exactly"},
		{"Tcp://192.0.2.21:1", scheme, "likewise"},
		{"tcp:/192.0.2.21:1", scheme, "one slash"},
		{"tcp:192.0.2.21:1", scheme, "no slash"},
		{" tcp://192.0.2.21:1", scheme, "leading space"},
		{"ipc:///tmp/socket", scheme, "a Unix socket, which ZeroMQ connects to"},
		{"inproc://name", scheme, "a queue in the process, likewise"},
		{"http://192.0.2.21:1", scheme, "another protocol"},
		{"udp://192.0.2.21:1", scheme, "another protocol"},
		{"pgm://192.0.2.21:1", scheme, "multicast in ZeroMQ"},
		{"\ufefftcp://192.0.2.21:1", scheme, "a byte order mark"},

		{"tcp://", name, "no host and no port"},
		{"tcp://:80", name, "empty host"},
		{"tcp://*:80", name, "ZeroMQ's wildcard"},
		{"tcp://eth0;192.0.2.1:80", quad, "ZeroMQ's source address: it binds to one address and dials another"},
		{"tcp://eth0;kv-peer:80", name, "likewise"},
		{"tcp://192.0.2.21", port, "no port"},
		{"tcp://192.0.2.21:", port, "empty port"},
		{"tcp://192.0.2.21:*", port, "ZeroMQ's any port"},
		{"tcp://192.0.2.21:0", port, "port 0 is none"},
		{"tcp://192.0.2.21:00080", port, "leading zeros"},
		{"tcp://192.0.2.21:080", port, "a leading zero, octal to some"},
		{"tcp://192.0.2.21:65536", port, "one above the last"},
		{"tcp://192.0.2.21:4294967376", port, "80 modulo 2^32"},
		{"tcp://192.0.2.21:18446744073709551696", port, "80 modulo 2^64"},
		{"tcp://192.0.2.21:+80", port, "a sign"},
		{"tcp://192.0.2.21:-80", port, "a sign"},
		{"tcp://192.0.2.21:8_0", port, "an underscore, which some readers skip"},
		{"tcp://192.0.2.21:0x50", port, "hex"},
		{"tcp://192.0.2.21:80 ", port, "trailing space"},
		{"tcp://192.0.2.21: 80", port, "space before the port"},
		{"tcp://192.0.2.21:80\n", port, "trailing newline"},
		{"tcp://192.0.2.21:80\x00", port, "trailing NUL, where C strings end"},
		{"tcp://192.0.2.21:８０", port, "fullwidth digits"},
		{"tcp://192.0.2.21:٨٠", port, "Arabic digits"},
		{"tcp://192.0.2.21:80/", port, "a path"},
		{"tcp://192.0.2.21:80?a=b", port, "a query"},
		{"tcp://192.0.2.21:80#a", port, "a fragment"},
		{"tcp://a:1;b:2", port, "ZeroMQ's source address in the other order"},
		{"tcp://a:1,b:2", port, "a list"},
		{"tcp://a:1,tcp://b:2", port, "a list"},
		{"tcp://a:1:2", port, "two ports"},
		{"tcp://user:1@192.0.2.21:80", port, "user info with a password"},

		{"tcp://user@192.0.2.21:80", quad, "user info; the last label is a number"},
		{"tcp://user@host:80", name, "user info"},
		{"tcp://2130706433:80", quad, "127.0.0.1 as one decimal number"},
		{"tcp://017700000001:80", quad, "127.0.0.1 in octal"},
		{"tcp://0x7f000001:80", quad, "127.0.0.1 in hex"},
		{"tcp://0X7F000001:80", quad, "in upper case"},
		{"tcp://0x7f.0.0.0x1:80", quad, "in hex parts"},
		{"tcp://0x7f.1:80", quad, "two parts, which inet_aton reads"},
		{"tcp://127.1:80", quad, "likewise"},
		{"tcp://127.0.1:80", quad, "three parts, likewise"},
		{"tcp://0x:80", quad, "0 to the readers that take 0x for a number"},
		{"tcp://127.0.0.01:80", quad, "a leading zero"},
		{"tcp://0177.0.0.1:80", quad, "an octal part"},
		{"tcp://192.0.2.256:80", quad, "a part above 255"},
		{"tcp://192.0.2.1.5:80", quad, "five parts"},
		{"tcp://192.0.2..1:80", quad, "an empty part"},
		{"tcp://.1:80", quad, "an empty part"},
		{"tcp:// 192.0.2.1:80", quad, "a space before the host"},
		{"tcp://\t192.0.2.1:80", quad, "a tab before the host"},
		{"tcp://peer.7:80", quad, "a last label of digits is no name"},
		{"tcp://[2001:db8::1:80", port, "no closing bracket"},
		{"tcp://[2001:db8::1]", six, "no port"},
		{"tcp://[2001:db8::1]80", six, "no colon"},
		{"tcp://[2001:db8::1]:", port, "empty port"},
		{"tcp://[2001:db8::1]:80]:90", port, "two ports"},
		{"tcp://[]:80", six, "nothing in brackets"},
		{"tcp://[192.0.2.1]:80", six, "IPv4 in brackets"},
		{"tcp://[kv-peer]:80", six, "a name in brackets"},
		{"tcp://[fe80::1%eth0]:80", six, "a zone is a matter of the machine that reads it"},
		{"tcp://[fe80::1%25eth0]:80", six, "a zone as in RFC 6874"},
		{"tcp://[2001:db8::1::2]:80", six, "two gaps"},
		{"tcp://[::ffff:192.0.2.1]:80", mapped, "IPv4-mapped: a second spelling of an IPv4 address"},
		{"tcp://[::ffff:7f00:1]:80", mapped, "loopback as IPv4-mapped, in hex"},
		{"tcp://[0:0:0:0:0:ffff:127.0.0.1]:80", mapped, "written out"},
		{"tcp://2001:db8::1:80", quad, "IPv6 without brackets: where does the address end?"},
		{"tcp://::1:80", name, "likewise"},
		{"tcp://kv-peer.:80", name, "a trailing dot: one host, two spellings"},
		{"tcp://192.0.2.1.:80", name, "likewise"},
		{"tcp://kv..peer:80", name, "an empty label"},
		{"tcp://.kv-peer:80", name, "an empty label"},
		{"tcp://-kv:80", name, "a label starts with a hyphen"},
		{"tcp://kv-.example:80", name, "a label ends with a hyphen"},
		{"tcp://kv_peer:80", name, "an underscore is no host name"},
		{"tcp://kv peer:80", name, "a space"},
		{"tcp://kv\x00peer:80", name, "a NUL"},
		{"tcp://kv%2dpeer:80", name, "a percent escape"},
		{"tcp://%31%32%37.0.0.1x:80", name, "percent escapes"},
		{"tcp://bücher.example:80", name, "a name to be mapped (IDNA), each reader in its own way"},
		{"tcp://１２７.0.0.1a:80", name, "fullwidth digits, which IDNA maps to digits"},
		{"tcp://127。0。0。1:80", name, "ideographic full stops, which IDNA maps to dots"},
		{"tcp://host/../x:80", name, "a path"},
		{"tcp://host\\x:80", name, "a backslash"},
		{"tcp://[kv-peer:80", six, "a bracket that nothing closes"},
		{"tcp://kv]:80", name, "a bracket that nothing opens"},
		{"tcp://" + strings.Repeat("a", 64) + ":80", name, "a label of 64"},
		{"tcp://" + strings.Join([]string{label63, label63, label63, strings.Repeat("b", 62)}, ".") + ":80", name, "a name of 254"},
		{"tcp://" + strings.Repeat("a.", 200) + "b:80", length, "longer than any endpoint"},
	} {
		s := candidate.Collect(envelope(t, payload(row.endpoint, "[1]")), families(t, numbers), candidate.BaseModel())
		if diff := cmp.Diff(map[string]int{"bad_endpoint": 1}, counted(s)); diff != "" {
			t.Errorf("%q: consumers: %s\n%s", row.endpoint, row.reason, diff)
		}
		_, err := candidate.NewFetch(row.endpoint, []uint64{1}, limits.Default())
		var bad *candidate.Error
		if !errors.As(err, &bad) || bad.Where != "endpoint" || !strings.Contains(bad.Want, row.want) {
			t.Errorf("%q: producers get %v, want one about the %s: %s", row.endpoint, err, row.want, row.reason)
		}
	}
}

// TestPortsOfAGroup: rank r dials the port of the endpoint plus r.
func TestPortsOfAGroup(t *testing.T) {
	everywhere, err := candidate.NewAllowList(nil, candidate.Allow{Prefix: netip.MustParsePrefix("0.0.0.0/0"), FirstPort: 1, LastPort: 65535})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		endpoint string
		ports    int
		want     string // a refusal, or "" with the last address
		last     string
		reason   string
	}{
		{"tcp://192.0.2.1:65535", 1, "", "192.0.2.1:65535", "rank 0 on the last port"},
		{"tcp://192.0.2.1:65535", 2, "ports_out_of_range", "", "rank 1 would need port 65536; SGLang adds without looking"},
		{"tcp://192.0.2.1:65528", 8, "", "192.0.2.1:65535", "eight ranks up to the last port"},
		{"tcp://192.0.2.1:65528", 9, "ports_out_of_range", "", "and one more"},
		{"tcp://192.0.2.1:1", 65535, "", "192.0.2.1:65535", "all ports there are"},
		{"tcp://192.0.2.1:1", 65536, "ports_out_of_range", "", "and one more"},
		{"tcp://192.0.2.1:80", 0, "ports_out_of_range", "", "a group has a rank"},
		{"tcp://192.0.2.1:80", -1, "ports_out_of_range", "", "likewise"},
		{"tcp://192.0.2.1:80", int(^uint(0) >> 1), "ports_out_of_range", "", "no sum may overflow"},
		{"tcp://192.0.2.1:80", -int(^uint(0)>>1) - 1, "ports_out_of_range", "", "nor a difference"},
	} {
		got, err := bound(t, row.endpoint).Endpoint(everywhere, row.ports)
		if row.want == "" {
			if err != nil || len(got) != row.ports || got[len(got)-1] != netip.MustParseAddrPort(row.last) {
				t.Errorf("%s, %d ports: %d addresses, %v: %s", row.endpoint, row.ports, len(got), err, row.reason)
			}
			continue
		}
		var refused *candidate.RefusedError
		if !errors.As(err, &refused) || refused.Refusal.String() != row.want || got != nil {
			t.Errorf("%s, %d ports: %v, want %s: %s", row.endpoint, row.ports, err, row.want, row.reason)
		}
	}
}

// TestEndpointsMeanOneThing breeds endpoints. Whatever is read has the shape of
// the grammar, and net/url, which shares no code with us, reads the same host and
// port in it.
func TestEndpointsMeanOneThing(t *testing.T) {
	shape := regexp.MustCompile(`^tcp://([0-9A-Za-z.-]+|\[[0-9A-Fa-f:.]+\]):[1-9][0-9]{0,4}$`)
	seeds := []string{
		"tcp://192.0.2.21:24100", "tcp://[2001:db8::2:9]:24100", "tcp://kv-7.example.net:1", "tcp://0x7f.1:80", "tcp://[::ffff:1.2.3.4]:80",
		"tcp://a:1;b:2", "tcp://user:pass@host:80", "tcp://[fe80::1%25eth0]:80", "tcp://a.:80", "ipc:///a",
	}
	const alphabet = "0123456789abcdefxXzZ.:-[]%@/\\;,#?_*+ \x00\t\u00e9\uff11"
	letters := []rune(alphabet)
	r := rand.New(rand.NewPCG(1, 4))
	read := 0
	for range 60_000 {
		text := []rune(seeds[r.IntN(len(seeds))])
		for range 1 + r.IntN(3) {
			at := r.IntN(len(text))
			switch r.IntN(4) {
			case 0:
				text[at] = letters[r.IntN(len(letters))]
			case 1:
				text = slices.Insert(text, at, letters[r.IntN(len(letters))])
			case 2:
				text = slices.Delete(text, at, at+1)
			default:
				other := []rune(seeds[r.IntN(len(seeds))])
				text = append(text[:at:at], other[r.IntN(len(other)):]...)
			}
			if len(text) == 0 {
				text = []rune("t")
			}
		}
		endpoint := string(text)
		if _, err := candidate.NewFetch(endpoint, []uint64{1}, limits.Default()); err != nil {
			continue
		}
		read++
		q := asked(t, endpoint)
		u, err := url.Parse(endpoint)
		if err != nil || !shape.MatchString(endpoint) || u.User != nil || u.Path != "" || u.Scheme != "tcp" || u.Port() != strconv.Itoa(int(q.First)) {
			t.Fatalf("%q is read as %v, by net/url as %v, %v", endpoint, q, u, err)
		}
		host := strings.ToLower(u.Hostname())
		if addr, err := netip.ParseAddr(host); err == nil {
			host = addr.String()
		}
		if host != q.Host {
			t.Fatalf("%q is read as host %q, by net/url as %q", endpoint, q.Host, host)
		}
	}
	if read < 1000 {
		t.Errorf("only %d endpoints of the grammar were bred", read)
	}
}
