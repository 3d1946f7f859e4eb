package ingress_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"

	"github.com/kvhints/hintcheck/ingress"
)

// A gateway: the middleware goes around the whole handler, which forwards by
// ReverseProxy.Rewrite. With Director a client could name a header in Connection and
// have it removed after Director has set it.
func ExampleNew() {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Println(r.ContentLength, r.TransferEncoding, string(body))
	}))
	defer upstream.Close()
	target, _ := url.Parse(upstream.URL)

	policy, err := ingress.NewPolicy(ingress.Edge)
	if err != nil {
		panic(err)
	}
	protect, err := ingress.New(ingress.Config{Policy: policy})
	if err != nil {
		panic(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
	gateway := httptest.NewServer(protect(proxy))
	defer gateway.Close()

	body := `{"model":"m","kv_hints":{"protocol_version":"0.1"},"prompt":"hi"}`
	for _, client := range []io.Reader{
		strings.NewReader(body),                    // with a length
		io.MultiReader(strings.NewReader(body)),    // without one, so in chunks
		strings.NewReader(`{"model":"m"} trailer`), // not one object
	} {
		response, err := http.Post(gateway.URL+"/v1/completions", "application/json", client)
		if err != nil {
			panic(err)
		}
		answer, _ := io.ReadAll(response.Body)
		response.Body.Close()
		fmt.Println(response.StatusCode, strings.TrimSpace("answer: "+string(answer)))
	}
	// Output:
	// 27 [] {"model":"m","prompt":"hi"}
	// 200 answer:
	// 27 [] {"model":"m","prompt":"hi"}
	// 200 answer:
	// 400 answer: {"error":{"message":"The request body is not one JSON object in UTF-8.","type":"invalid_request_error","param":null,"code":"unreadable_body"}}
}
