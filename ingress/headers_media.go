package ingress

import (
	"mime"
	"net/http"
	"strings"
)

// bodyKind is how a body is read.
type bodyKind uint8

const (
	jsonBody   bodyKind = iota // as JSON, whatever its media type
	packBody                   // as MessagePack
	opaqueBody                 // a route and media type that the policy lists
)

// kindOf returns how the body of r is read. A media type is no gate: servers behind
// us read JSON whatever it says (request.json() of Starlette), so a body is JSON
// unless the policy says otherwise about exactly this route and type, or it is
// MessagePack by the header that TensorRT-LLM's worker goes by, or by its type.
func (p Policy) kindOf(r *http.Request) bodyKind {
	mediaType, known := mediaTypeOf(r)
	switch {
	case r.Header.Get("X-Trtllm-Msgpack") == "1":
		return packBody
	case !known:
		return jsonBody
	case mediaType == "application/msgpack" || mediaType == "application/x-msgpack" || mediaType == "application/vnd.msgpack":
		return packBody
	case p.IsOpaque(r.Method, pathOf(r), mediaType):
		return opaqueBody
	}
	return jsonBody
}

// mediaTypeOf returns the media type of r in lower case and without parameters, if
// it has one that can be read in one way only.
func mediaTypeOf(r *http.Request) (mediaType string, known bool) {
	values := r.Header["Content-Type"]
	if len(values) != 1 {
		return "", false
	}
	mediaType, _, err := mime.ParseMediaType(values[0])
	return mediaType, err == nil
}

// saysJSON reports whether the request does not say that its body is something
// else than JSON. A body that is not JSON is then the sender's mistake, and not a
// media type that is not supported.
func saysJSON(r *http.Request) bool {
	mediaType, known := mediaTypeOf(r)
	return !known || strings.Contains(mediaType, "json")
}
