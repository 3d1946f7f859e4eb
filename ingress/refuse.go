package ingress

import (
	"net/http"
	"strconv"
	"strings"
)

// retrySeconds is what Retry-After says when the budget is used up: bodies come and
// go within seconds.
const retrySeconds = 1

// refusalTexts are all that a client is told besides the code: fixed texts, with
// nothing of the request in them.
var refusalTexts = [numCauses]string{
	NoCause:              "The request was refused.",
	HandoffNotAllowed:    "The request has a member that hands a prefill over to a decode. Clients may not send one.",
	DuplicateHandoff:     "The request has two members of one name that hand a prefill over to a decode.",
	InvalidHandoff:       "The request hands a prefill over to a decode with a field of the wrong type or range.",
	UnreadableBody:       "The request body is not one JSON object in UTF-8.",
	BodyTooLarge:         "The request body is too large.",
	UnsupportedEncoding:  "The Content-Encoding of the request is not supported. Send the body as it is, or with one of gzip, deflate, zstd.",
	UnsupportedMediaType: "The media type of the request body is not supported here. Send JSON.",
	UpstreamWithholds:    "The request was refused.",
	ActionNotAllowed:     "The request was refused.",
	Overloaded:           "The server holds as many request bodies as it can. Try again later.",
	Stalled:              "The request body did not arrive in time.",
	BadFraming:           "The request body does not have the length that the request says, or the request says two.",
	PathNotAllowed:       "The path of the request has an encoded path separator.",
	UpgradeNotAllowed:    "The protocol of the connection may not be changed here.",
}

// writeRefusal answers a request that is refused for cause. complete says that its
// body was read to the end: a connection of HTTP/1 with more of a body on it is of
// no use for another request.
func writeRefusal(w http.ResponseWriter, r *http.Request, cause Cause, complete bool) {
	if cause == Overloaded {
		w.Header().Set("Retry-After", strconv.Itoa(retrySeconds))
	}
	if !complete && r.ProtoMajor < 2 {
		w.Header().Set("Connection", "close")
	}
	writeError(w, r, cause, cause.Status())
}

// writeError answers with an error in the shape of the route's API.
func writeError(w http.ResponseWriter, r *http.Request, cause Cause, status int) {
	var body []byte
	if isAnthropic(pathOf(r)) {
		body = anthropicError(cause, status)
	} else {
		body = openAIError(cause, status)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	w.Write(body) // a client that is gone needs no answer
}

// isAnthropic reports whether the API of a path is Anthropic's: /v1/messages and
// what lies below it.
func isAnthropic(path string) bool {
	rest, ok := strings.CutPrefix(path, "/v1/messages")
	return ok && (rest == "" || rest[0] == '/')
}

// openAIError returns the body of an error as the OpenAI API has it. Its texts are
// ours and need no escape.
func openAIError(cause Cause, status int) []byte {
	kind := "invalid_request_error"
	if status >= 500 {
		kind = "server_error"
	}
	return []byte(`{"error":{"message":"` + refusalTexts[cause] + `","type":"` + kind + `","param":null,"code":"` + cause.String() + `"}}`)
}

// anthropicError returns the body of an error as the Anthropic API has it. It has
// no code, so the message starts with ours.
func anthropicError(cause Cause, status int) []byte {
	kind := "invalid_request_error"
	switch {
	case cause == Overloaded:
		kind = "overloaded_error"
	case cause == BodyTooLarge:
		kind = "request_too_large"
	case cause == Stalled:
		kind = "timeout_error"
	case status >= 500:
		kind = "api_error"
	}
	return []byte(`{"type":"error","error":{"type":"` + kind + `","message":"` + cause.String() + ": " + refusalTexts[cause] + `"}}`)
}
