package ingress

import (
	"net/http"
	"strings"
)

// Headers of a client that go no further. Names are in lower case with '-' for '_',
// as CGI-like servers read them. Trailers all go, whatever their names: a body that
// goes upstream has a length and no trailer.
var (
	// hintHeaders begin the names that every role deletes.
	hintHeaders = [...]string{"x-kv-"}
	// routingHeaders begin the names that an edge deletes too.
	routingHeaders = [...]string{"x-prefiller-", "x-data-parallel-", "x-gateway-destination-endpoint", "x-dynamo-"}
	// routingNames are the whole names of others that an edge deletes.
	routingNames = [...]string{"x-worker-instance-id", "x-tenant-id", "x-trtllm-disagg-auth", "x-trtllm-msgpack"}
)

// deletesHeader reports whether a header of this name, as headerName gives it, goes
// no further. In report mode nothing is to be changed, but that which proves who
// sent a request is for this process alone.
func (p Policy) deletesHeader(name string) bool {
	if p.Reports() {
		return name == headerName(AttestationHeader)
	}
	for _, prefix := range hintHeaders {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	if p.Role() == Worker {
		return false
	}
	for _, prefix := range routingHeaders {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	for _, whole := range routingNames {
		if name == whole {
			return true
		}
	}
	return false
}

// deleteHeaders deletes the headers whose names, as headerName gives them, are
// deleted.
func deleteHeaders(h http.Header, deleted func(name string) bool) {
	for name := range h {
		if deleted(headerName(name)) {
			delete(h, name)
		}
	}
}

// headerName returns name in lower case with '-' for '_'.
func headerName(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}
