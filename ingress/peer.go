package ingress

import (
	"context"
	"crypto/tls"
	"net"
	"slices"
	"strconv"
)

// PeerUID asks for a client on a Unix socket that runs as one of uids, as the
// kernel reported it when the client connected (SO_PEERCRED). The server has to
// have [ConnContext]:
//
//	server := &http.Server{Handler: h, ConnContext: ingress.ConnContext}
//
// Without it, on any other kind of connection, and on systems other than Linux,
// nobody has this credential. uids are 1 to 64 numbers as this process's user
// namespace sees them; 65534, which the kernel gives for every user that the
// namespace does not map, and 4294967295, which is no user, are refused.
//
// The process that connected vouches for what comes through: one that hands the
// socket on, or is a proxy for others, hands its uid on too.
func PeerUID(uids ...uint32) TrustOption {
	uids = slices.Clone(uids)
	return func(s *trustSettings) error {
		const option = "PeerUID"
		if s.peers != nil {
			return twice(option)
		}
		if len(uids) < 1 || len(uids) > largestNames {
			return &PolicyError{Option: option, Got: strconv.Itoa(len(uids)) + " uids", Want: "1 to 64 uids"}
		}
		for _, uid := range uids {
			if uid == overflowUID || uid == noUID {
				return &PolicyError{Option: option, Got: strconv.FormatUint(uint64(uid), 10), Want: "a uid of one user"}
			}
		}
		s.peers = uids
		return nil
	}
}

// Uids that name no user: see user_namespaces(7) for the first, and the second is
// (uid_t)-1, which the kernel has for a socket without a peer.
const (
	overflowUID uint32 = 65534
	noUID       uint32 = 1<<32 - 1
)

// peerKey is the key of a context for the uid of a connection's peer.
type peerKey struct{}

// ConnContext is for http.Server.ConnContext: it asks the kernel once a connection
// who is at the other end, for [PeerUID]. A server with a ConnContext of its own
// calls this one in it. On connections without such a peer it returns ctx.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	if u, ok := c.(*net.UnixConn); ok {
		if uid, ok := peerUID(u); ok {
			return context.WithValue(ctx, peerKey{}, uid)
		}
	}
	return ctx
}

func peerIsOneOf(ctx context.Context, uids []uint32) bool {
	uid, ok := ctx.Value(peerKey{}).(uint32)
	return ok && slices.Contains(uids, uid)
}
