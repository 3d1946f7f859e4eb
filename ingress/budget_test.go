package ingress_test

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kvhints/hintcheck/ingress"
)

func TestDefaultBudget(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	for _, row := range []struct {
		limit, want int64
		reason      string
	}{
		{1 << 62, 1 << 30, "1 GiB where memory is plenty"},
		{4 << 30, 1 << 30, "a quarter of 4 GiB is 1 GiB"},
		{2 << 30, 512 << 20, "a quarter of 2 GiB"},
	} {
		debug.SetMemoryLimit(row.limit)
		if got := ingress.DefaultBudgetBytes(); got != row.want {
			t.Errorf("limit %d: %d, want %d: %s", row.limit, got, row.want, row.reason)
		}
	}
}

func TestBudgetsThatAreNone(t *testing.T) {
	for _, n := range []int64{0, -1} {
		if b, err := ingress.NewBudget(n); b != nil || err == nil {
			t.Errorf("%d: %v, %v", n, b, err)
		}
	}
	o := new(watcher)
	h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge"), Budget: new(ingress.Budget), Observer: o})(o)
	if w := serve(h, "POST", "/", "{}", nil); w.Code != 503 {
		t.Errorf("the zero budget let a body through: %d", w.Code)
	}
	if w := serve(h, "GET", "/", "", nil); w.Code != 200 {
		t.Errorf("the zero budget refused a request without a body: %d", w.Code)
	}
}

// TestBudgetIsChargedAsBytesArrive: by what came, not by what was declared, and all
// of it is there for others once a request is over.
func TestBudgetIsChargedAsBytesArrive(t *testing.T) {
	g := newGateway(t, ingress.Config{Policy: policyOf(t, "edge"), Budget: budgetOf(t, 100_000)})
	half := func(declared, sent int) net.Conn {
		c, err := net.Dial("tcp", g.address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		c.SetDeadline(time.Now().Add(20 * time.Second))
		io.WriteString(c, "POST /v1/completions HTTP/1.1\r\nHost: w\r\nContent-Length: "+strconv.Itoa(declared)+"\r\n\r\n")
		io.WriteString(c, `{"a":"`+strings.Repeat("x", sent-6))
		return c
	}
	wait := func(want int64) {
		t.Helper()
		for range 500 {
			if g.budget.InUse() == want {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
		t.Fatalf("%d bytes are charged, want %d", g.budget.InUse(), want)
	}
	first, second := half(30_000_000, 40_000), half(30_000_000, 50_000)
	wait(90_000)
	response, body := g.raw(t, post(`{"a":"`+strings.Repeat("x", 20_000)+`"}`))
	if response.StatusCode != 503 || response.Header.Get("Retry-After") == "" || !strings.Contains(body, `"code":"overloaded"`) {
		t.Errorf("%d %v %s", response.StatusCode, response.Header, body)
	}
	if event, _ := g.one(t); event.Decision.Cause != ingress.Overloaded {
		t.Errorf("%v", event.Decision.Cause)
	}
	wait(90_000)
	first.Close()
	wait(50_000)
	if response, _ := g.raw(t, post(`{"a":"`+strings.Repeat("x", 20_000)+`"}`)); response.StatusCode != 200 {
		t.Errorf("%d after another request was over", response.StatusCode)
	}
	second.Close()
	wait(0)
	g.settled(t)
}

// TestBudgetOfDecodedBodies: what comes out of a coding is charged as well.
func TestBudgetOfDecodedBodies(t *testing.T) {
	text := `{"a":"` + strings.Repeat("x", 200_000) + `"}`
	o := new(watcher)
	for _, coding := range []string{"gzip", "deflate", "zstd"} {
		for _, row := range []struct{ budget, status int }{{100_000, 503}, {20 << 20, 200}} {
			b := budgetOf(t, int64(row.budget))
			h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge"), Budget: b, Observer: o})(o)
			w := serve(h, "POST", "/", string(encoded(t, coding, text)), setHeader("Content-Encoding", coding))
			if w.Code != row.status || b.InUse() != 0 {
				t.Errorf("%s, budget %d: status %d, %d in use after it; want %d", coding, row.budget, w.Code, b.InUse(), row.status)
			}
		}
	}
}

// TestBudgetOfNotes: members that are noted take memory of their own, up to nine times
// that of their bytes, so they are charged; ordinary ones are not.
func TestBudgetOfNotes(t *testing.T) {
	const size = 120_000
	of := func(member string) string { return strings.Repeat(member, size/len(member)) }
	o := new(watcher)
	for _, row := range []struct {
		name, body string
		status     int // under a budget of twice the body
		reason     string
	}{
		{"a prompt", `{"a":"` + of("x") + `"}`, 200, "nothing is noted"},
		{"a few hundred members", `{"a":"` + of("x") + `",` + strings.Repeat(`"b":1,`, 400) + `"c":1}`, 200, "free"},
		{"members elsewhere", `{"a":{` + of(`"":1,`) + `"a":1}}`, 200, "not noted"},
		{"members", `{` + of(`"":1,`) + `"a":1}`, 503, "8 bytes for each 5"},
		{"carriers", `{` + of(`"kvhint":1,`) + `"a":1}`, 503, "one member and its cut for each 11"},
		{"carriers apart", `{"params":[` + of(`{"kvhint":1},`) + `1]}`, 503, "and segments between them"},
		{"handoffs", `{"params":[` + of(`{"kvtransferparams":{}},`) + `1]}`, 503, "80 bytes for each 24"},
		{"levels", strings.Repeat(`{"params":`, 10_000) + `1` + strings.Repeat("}", 10_000), 200, "4 bytes for each 11"},
	} {
		for _, coding := range []string{"", "gzip"} {
			wire, budget := row.body, 2*size
			if coding != "" {
				wire = string(encoded(t, coding, wire))
				budget += len(wire)
			}
			b := budgetOf(t, int64(budget))
			h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "worker"), Budget: b, Observer: o})(o)
			w := serve(h, "POST", "/", wire, setHeader("Content-Encoding", coding))
			if w.Code != row.status || b.InUse() != 0 {
				t.Errorf("%s %s: status %d, %d in use after it; want %d: %s", row.name, coding, w.Code, b.InUse(), row.status, row.reason)
			}
		}
	}
	pack := append([]byte{0x81, 0xa6, 'p', 'a', 'r', 'a', 'm', 's', 0xdc, 0x20, 0}, strings.Repeat("\x81\xa6kvhint\x01", 1<<13)...)
	for _, row := range []struct{ budget, status int }{{len(pack) * 5, 503}, {len(pack) * 30, 200}} {
		h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "worker"), Budget: budgetOf(t, int64(row.budget)), Observer: o})(o)
		if w := serve(h, "POST", "/", string(pack), setHeader("X-Trtllm-Msgpack", "1")); w.Code != row.status {
			t.Errorf("MessagePack, budget %d: status %d, want %d", row.budget, w.Code, row.status)
		}
	}
}

// TestBudgetOfScansUsedAgain: a body that has only begun does not hold the memory of
// a large one that was there before, which nobody would have charged.
func TestBudgetOfScansUsedAgain(t *testing.T) {
	const clients, rounds, size = 8, 5, 2 << 20
	body := `{"a":"` + strings.Repeat("x", size) + `"}`
	var all, over, waiting sync.WaitGroup
	var full chan struct{}
	h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge"), Budget: budgetOf(t, 2*clients*size)})(
		http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if r.ContentLength > size {
				all.Done()
				<-full
			}
		}))
	heap := func() int64 {
		runtime.GC()
		runtime.GC() // what pools keep is gone after the second
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	var begun []*io.PipeWriter
	for range rounds {
		full = make(chan struct{})
		all.Add(clients)
		over.Add(clients)
		for range clients {
			go func() {
				defer over.Done()
				if w := serve(h, "POST", "/", body, nil); w.Code != 200 {
					t.Errorf("status %d", w.Code)
				}
			}()
		}
		all.Wait()
		close(full)
		over.Wait()
		for range clients {
			in, out := io.Pipe()
			begun = append(begun, out)
			waiting.Add(1)
			go func() {
				defer waiting.Done()
				h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/", in))
			}()
			io.WriteString(out, "{") // it is read: the scan is there
			io.WriteString(out, " ")
		}
	}
	if held := heap() - before; held > rounds*clients*200<<10 {
		t.Errorf("%d bytes for %d bodies of two bytes, after bodies of %d", held, rounds*clients, size)
	}
	for _, out := range begun {
		io.WriteString(out, "}")
		out.Close()
	}
	waiting.Wait()
}

// TestPanicOfHandler: it is the server's to handle, and holds nothing.
func TestPanicOfHandler(t *testing.T) {
	o, b := new(watcher), budgetOf(t, 1000)
	h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge"), Budget: b, Observer: o})(
		http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			if b.InUse() == 0 {
				t.Error("nothing is charged while the handler runs")
			}
			panic(http.ErrAbortHandler)
		}))
	func() {
		defer func() {
			if p := recover(); p != http.ErrAbortHandler {
				t.Errorf("recovered %v", p)
			}
		}()
		serve(h, "POST", "/", withHint, nil)
	}()
	if events, _ := o.take(); b.InUse() != 0 || o.inFlight != 0 || len(events) != 1 {
		t.Errorf("%d bytes charged, %d observed, %d events", b.InUse(), o.inFlight, len(events))
	}
}

// TestMixedRequests: a thousand of all kinds at the same time, over real
// connections: each is told of once, each body that arrives is a whole one of its
// own request, and nothing is held or running in the end.
func TestMixedRequests(t *testing.T) {
	g := newGateway(t, ingress.Config{Policy: policyOf(t, "edge"), Budget: budgetOf(t, 64<<20)})
	const workers, each = 8, 125
	var all sync.WaitGroup
	for worker := range workers {
		all.Go(func() {
			for i := range each {
				id := strconv.Itoa(worker*each + i)
				body := `{"id":"` + id + `","kv_hints":` + good + `,"pad":"` + strings.Repeat(id, i*50) + `","end":"` + id + `"}`
				var wire []byte
				switch i % 8 {
				case 0:
					wire = post(body)
				case 1:
					wire = chunked(body, 1000)
				case 2:
					wire = post(string(encoded(t, "gzip", body)), "Content-Encoding: gzip")
				case 3:
					wire = post(string(encoded(t, "zstd", body)), "Content-Encoding: zstd")
				case 4:
					wire = post(body[:len(body)-1])
				case 5:
					wire = post(body)
					wire = wire[:len(wire)-5] // the client leaves
				case 6:
					wire = request("GET", "/health", nil)
				case 7:
					wire = post(`{"kv_transfer_params":{}}`)
				}
				c, err := net.Dial("tcp", g.address)
				if err != nil {
					t.Error(err)
					return
				}
				c.SetDeadline(time.Now().Add(30 * time.Second))
				c.Write(wire)
				if i%8 == 5 {
					c.(*net.TCPConn).CloseWrite()
				}
				io.Copy(io.Discard, io.LimitReader(c, 20))
				c.Close()
			}
		})
	}
	all.Wait()
	for range 500 {
		g.mu.Lock()
		n := len(g.events)
		g.mu.Unlock()
		if n == workers*each {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	events, requests := g.take()
	if len(events) != workers*each {
		t.Errorf("%d events for %d requests", len(events), workers*each)
	}
	for _, got := range requests {
		if len(got.body) == 0 {
			continue
		}
		id, _, _ := strings.Cut(strings.TrimPrefix(string(got.body), `{"id":"`), `"`)
		if !bytes.HasSuffix(got.body, []byte(`,"end":"`+id+`"}`)) || bytes.Contains(got.body, []byte("kv_hints")) {
			t.Errorf("a body of two requests: %.100q", got.body)
		}
	}
	g.settled(t)
}

// TestHeldWhileTheHandlerRuns: a slow answer holds its body, for another attempt,
// and neither what it came as nor what its decoder needed.
func TestHeldWhileTheHandlerRuns(t *testing.T) {
	b := budgetOf(t, 64<<20)
	h := middlewareOf(t, ingress.Config{Policy: policyOf(t, "edge"), Budget: b})(
		http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			if b.InUse() != int64(len(withHint)) {
				t.Errorf("%d bytes charged, the body has %d", b.InUse(), len(withHint))
			}
		}))
	serve(h, "POST", "/", withHint, nil)
	for _, coding := range []string{"gzip", "deflate", "zstd"} {
		serve(h, "POST", "/", string(encoded(t, coding, withHint)), setHeader("Content-Encoding", coding))
	}
}
