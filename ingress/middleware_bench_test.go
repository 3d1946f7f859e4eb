package ingress_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/ingress"
)

// BenchmarkMiddleware: a request over a connection to a handler that reads its body,
// with the middleware and without. The ratio of two lines of one run is its cost.
func BenchmarkMiddleware(b *testing.B) {
	plain := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) })
	around := map[string]http.Handler{
		"without": plain,
		"with":    middlewareOf(b, ingress.Config{Policy: policyOf(b, "edge")})(plain),
	}
	for _, size := range []int{4 << 10, 220 << 10, 4 << 20} {
		body := `{"model":"m","kv_hints":` + good + `,"messages":[{"role":"user","content":"` +
			strings.Repeat("some words of a prompt, and a \\\"quote\\\" ", size/40) + `"}]}`
		for _, name := range []string{"without", "with"} {
			b.Run(strconv.Itoa(size>>10)+"KiB/"+name, func(b *testing.B) {
				server := httptest.NewServer(around[name])
				defer server.Close()
				b.SetBytes(int64(len(body)))
				b.ReportAllocs()
				for b.Loop() {
					response, err := server.Client().Post(server.URL, "application/json", strings.NewReader(body))
					if err != nil {
						b.Fatal(err)
					}
					io.Copy(io.Discard, response.Body)
					response.Body.Close()
				}
			})
		}
	}
}
