//go:build !linux

package ingress

import "net"

// peerUID knows no peer: other systems have other calls, none of which is tested
// here, and a peer that is not known is not trusted.
func peerUID(*net.UnixConn) (uid uint32, ok bool) { return 0, false }
