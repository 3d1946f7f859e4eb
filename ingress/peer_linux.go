package ingress

import (
	"net"
	"syscall"
)

// peerUID returns the effective uid of the process that connected, as it was then
// (unix(7), SO_PEERCRED).
func peerUID(c *net.UnixConn) (uid uint32, ok bool) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, false
	}
	var cred *syscall.Ucred
	var failed error
	err = raw.Control(func(fd uintptr) {
		cred, failed = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	})
	if err != nil || failed != nil {
		return 0, false
	}
	return cred.Uid, true
}
