package ingress

// Route is the route of a request as metrics and logs name it: one of a closed
// list, because a path is client text. A route is a path and nothing else; the
// method is not part of it. The zero Route is RouteOther.
type Route uint8

// The routes that requests to an engine or to a router in front of engines have
// today, by who serves them first. A path with a part that clients choose
// (/v1/responses/{id}, /v1/models/{model}) is RouteOther.
const (
	RouteOther Route = iota

	// The OpenAI API.
	RouteCompletions
	RouteChatCompletions
	RouteResponses
	RouteEmbeddings
	RouteAudioSpeech
	RouteAudioTranscriptions
	RouteAudioTranslations
	RouteImageGenerations
	RouteImageEdits
	RouteModerations
	RouteModels

	// The Anthropic API.
	RouteMessages
	RouteMessagesCountTokens

	// vLLM, SGLang and TensorRT-LLM: generation without an API of others.
	RouteGenerate
	RouteInferenceGenerate
	RouteGenerateStream
	RouteCompletionsRender
	RouteChatCompletionsRender
	RouteInvocations

	// The same: pooling, scores, tokens.
	RoutePooling
	RouteEncode
	RouteClassify
	RouteClassifyV1
	RouteScore
	RouteScoreV1
	RouteRerank
	RouteRerankV1
	RouteRerankV2
	RouteTokenize
	RouteTokenizeV1
	RouteDetokenize
	RouteDetokenizeV1

	// Probes, and what describes the server.
	RouteHealth
	RouteHealthGenerate
	RoutePing
	RouteVersion
	RouteMetrics
	RoutePrometheusMetrics
	RouteLoad
	RouteServerInfo
	RouteModelInfo
	RouteKVCacheEvents

	numRoutes = iota
)

var routeTexts = [numRoutes]string{
	RouteOther: "other",

	RouteCompletions:         "/v1/completions",
	RouteChatCompletions:     "/v1/chat/completions",
	RouteResponses:           "/v1/responses",
	RouteEmbeddings:          "/v1/embeddings",
	RouteAudioSpeech:         "/v1/audio/speech",
	RouteAudioTranscriptions: "/v1/audio/transcriptions",
	RouteAudioTranslations:   "/v1/audio/translations",
	RouteImageGenerations:    "/v1/images/generations",
	RouteImageEdits:          "/v1/images/edits",
	RouteModerations:         "/v1/moderations",
	RouteModels:              "/v1/models",

	RouteMessages:            "/v1/messages",
	RouteMessagesCountTokens: "/v1/messages/count_tokens",

	RouteGenerate:              "/generate",
	RouteInferenceGenerate:     "/inference/v1/generate",
	RouteGenerateStream:        "/generate_stream",
	RouteCompletionsRender:     "/v1/completions/render",
	RouteChatCompletionsRender: "/v1/chat/completions/render",
	RouteInvocations:           "/invocations",

	RoutePooling:      "/pooling",
	RouteEncode:       "/encode",
	RouteClassify:     "/classify",
	RouteClassifyV1:   "/v1/classify",
	RouteScore:        "/score",
	RouteScoreV1:      "/v1/score",
	RouteRerank:       "/rerank",
	RouteRerankV1:     "/v1/rerank",
	RouteRerankV2:     "/v2/rerank",
	RouteTokenize:     "/tokenize",
	RouteTokenizeV1:   "/v1/tokenize",
	RouteDetokenize:   "/detokenize",
	RouteDetokenizeV1: "/v1/detokenize",

	RouteHealth:            "/health",
	RouteHealthGenerate:    "/health_generate",
	RoutePing:              "/ping",
	RouteVersion:           "/version",
	RouteMetrics:           "/metrics",
	RoutePrometheusMetrics: "/prometheus/metrics",
	RouteLoad:              "/load",
	RouteServerInfo:        "/server_info",
	RouteModelInfo:         "/model_info",
	RouteKVCacheEvents:     "/kv_cache_events",
}

// RouteOf returns the route whose path is exactly path, the decoded path of a
// request (url.URL.Path). Nothing is cleaned, folded or trimmed: a server may take
// /v1//completions for another path than we would, so it is RouteOther. It
// allocates nothing.
func RouteOf(path string) Route {
	for r := RouteOther + 1; r < numRoutes; r++ {
		if routeTexts[r] == path {
			return r
		}
	}
	return RouteOther
}

// String returns the path of the route, and other for RouteOther and every value
// that is not in the list. It is the value of metric labels.
func (r Route) String() string {
	if r < numRoutes {
		return routeTexts[r]
	}
	return routeTexts[RouteOther]
}

// MarshalText returns the text of String, so that encoders write it and no number.
func (r Route) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Routes returns all routes, RouteOther first.
func Routes() []Route { return all[Route](RouteOther, numRoutes) }
