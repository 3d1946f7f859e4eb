package ingress

import (
	"net/http"
	"slices"
	"strings"
)

// requestFault returns why r is refused whatever its body is, or NoCause.
func (m *middleware) requestFault(r *http.Request) Cause {
	switch {
	case framingFault(r) != NoCause:
		return BadFraming
	case hasEncodedSeparator(r):
		return PathNotAllowed
	case !m.upgradeAllowed(r):
		return UpgradeNotAllowed
	}
	return NoCause
}

// hasEncodedSeparator reports whether the path has a slash or a backslash that is
// not one to every reader: encoded, encoded twice, or a backslash as it is. A mux
// and the server behind it would see two routes.
func hasEncodedSeparator(r *http.Request) bool {
	if r.URL == nil {
		return false
	}
	for _, path := range [...]string{r.URL.RawPath, r.URL.Path, r.URL.Opaque} {
		if strings.IndexByte(path, '\\') >= 0 {
			return true
		}
		for rest := path; ; {
			i := strings.IndexByte(rest, '%')
			if i < 0 || len(rest) < i+3 {
				break
			}
			switch strings.ToLower(rest[i+1 : i+3]) {
			case "2f", "5c":
				return true
			}
			rest = rest[i+1:]
		}
	}
	return false
}

// upgradeAllowed reports whether r does not want to change the protocol of its
// connection, or is listed as one that may.
func (m *middleware) upgradeAllowed(r *http.Request) bool {
	protocol, asks := upgradeOf(r)
	if !asks {
		return true
	}
	return slices.ContainsFunc(m.upgrades, func(u UpgradeRoute) bool {
		return u.Method == r.Method && u.Path == pathOf(r) && protocol != "" && strings.EqualFold(u.Protocol, protocol)
	})
}

// upgradeOf reports whether r wants another protocol, and which one; none if it
// wants several.
func upgradeOf(r *http.Request) (protocol string, asks bool) {
	if r.Method == http.MethodConnect {
		return r.Header.Get(":protocol"), true
	}
	values := r.Header["Upgrade"]
	if len(values) == 1 && !strings.ContainsAny(values[0], ", \t") {
		return values[0], true
	}
	if len(values) > 0 {
		return "", true
	}
	for _, list := range r.Header["Connection"] {
		for token := range strings.SplitSeq(list, ",") {
			if strings.EqualFold(strings.TrimSpace(token), "upgrade") {
				return "", true
			}
		}
	}
	return "", false
}
