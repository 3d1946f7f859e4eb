// Package openai has the three OpenAI requests as a gateway needs them: the model,
// whether the reply streams, how many choices it has, the admitted KV hints, and
// everything else as the bytes that came.
//
//	scan := ingress.NewScan(policy, r.ContentLength)
//	io.Copy(scan, r.Body)
//	request, err := openai.NewCompletion(scan, trust) // strips, admits and counts, once
//	log.Info("request", "request", request)           // sizes and counts, no hint
//	body, err := request.MarshalJSON()                // what goes upstream, hint included
//
// The strip comes first and the schema second: a request is made of what goes
// upstream after the decision, so that a hint from somebody who may not send one is
// not there for a schema that forbids extra members to trip over.
//
// A request prints sizes and counts whatever the verb, also from inside of a
// caller's unexported field, and logs the same; it serializes with the exact bytes
// of its hint. Everything else is byte for byte as it came. [encoding/json] rewrites
// what MarshalJSON gives it (whitespace goes, <, > and & are escaped): where the
// bytes matter call MarshalJSON, AppendJSON or Segments.
package openai
