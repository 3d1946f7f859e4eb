package ingress

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// DefaultStallTimeout is how long a body may bring nearly nothing.
const DefaultStallTimeout = 30 * time.Second

// Config is what [New] makes a middleware of. Only Policy is required.
type Config struct {
	// Policy says what is done with bodies.
	Policy Policy
	// Trust says who may give hints. The zero value trusts nobody.
	Trust TrustConfig
	// Observer is told what becomes of each request; nil is told nothing.
	Observer Observer
	// Budget is how many bytes of bodies the process holds at a time. Middlewares of
	// one process share one. nil is one of DefaultBudgetBytes of this middleware's own.
	Budget *Budget
	// StallTimeout is how long a client may take for 1 KiB of a body, or for what is
	// left of it, and how long a connection may stay on which a refused body did not
	// come to its end; 0 is DefaultStallTimeout. It does not run while a handler does.
	StallTimeout time.Duration
	// Upgrades are the protocol changes that a worker lets through. An edge has none.
	Upgrades []UpgradeRoute
	// Now is the clock that credentials are judged by; nil is time.Now.
	Now func() time.Time
}

// UpgradeRoute is a request that may change the protocol of its connection: a GET
// with this one value of the Upgrade header, or an extended CONNECT (RFC 8441) with
// this :protocol. What is said after the change is not read by this package.
type UpgradeRoute struct{ Method, Path, Protocol string }

// New returns the middleware: it goes around the whole handler of a server, every
// route and method of it, so that no route is without it. The error is a
// [*PolicyError] that names the field of the Config that is wrong. Later changes of
// what the Config holds have no effect.
//
// A request whose body goes upstream reaches the handler with the body as it has to
// be: r.Body, r.GetBody, r.ContentLength and the headers agree, for any number of
// attempts, until the handler returns; [FromContext] has its Decision. All other
// requests are answered in the shape of the route's API and never reach it.
//
// The whole body is read before the handler runs, and held until it returns. The
// cost besides is one pass over its bytes and a copy of the headers.
func New(c Config) (func(http.Handler) http.Handler, error) {
	if c.Policy.Role() == NoRole {
		return nil, &PolicyError{Option: "New", Got: "the zero Policy", Want: "a policy of NewPolicy"}
	}
	if c.StallTimeout < 0 {
		return nil, &PolicyError{Option: "New", Got: c.StallTimeout.String(), Want: "a StallTimeout above 0, or 0 for the default"}
	}
	if c.Policy.Role() != Worker && len(c.Upgrades) > 0 {
		return nil, &PolicyError{Option: "New", Got: strconv.Itoa(len(c.Upgrades)) + " Upgrades", Want: "none in a role that faces clients"}
	}
	for _, u := range c.Upgrades {
		if u.Method == "" || !strings.HasPrefix(u.Path, "/") || u.Protocol == "" {
			return nil, &PolicyError{
				Option: "New", Got: u.Method + " " + u.Path + " " + u.Protocol,
				Want: "Upgrades with a method, a path that starts with a slash and a protocol",
			}
		}
	}
	m := &middleware{
		policy: c.Policy, trust: c.Trust, observer: Observers(c.Observer), budget: c.Budget,
		stall: c.StallTimeout, upgrades: slices.Clone(c.Upgrades), now: c.Now,
	}
	if m.budget == nil {
		m.budget = &Budget{limit: DefaultBudgetBytes()}
	}
	if m.stall == 0 {
		m.stall = DefaultStallTimeout
	}
	if m.now == nil {
		m.now = time.Now
	}
	return m.wrap, nil
}

// middleware is what New makes. Nobody writes it later; the pools are safe for
// concurrent use.
type middleware struct {
	policy   Policy
	trust    TrustConfig
	observer Observer
	budget   *Budget
	stall    time.Duration
	upgrades []UpgradeRoute
	now      func() time.Time

	scans  sync.Pool // of *Scan
	packs  sync.Pool // of *MsgpackScan
	small  sync.Pool // of *[smallRead]byte
	large  sync.Pool // of *[largeRead]byte
	unzips unzipPools
	rooms  rooms
}

func (m *middleware) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := exchange{m: m, w: w, r: r, hold: hold{budget: m.budget, observer: m.observer}}
		defer x.release() // also when next panics
		x.decide()
		m.observer.Observe(r.Context(), Event{
			Decision: x.decision, Route: RouteOf(pathOf(r)), Bytes: x.received, Scan: x.scanning,
			UnknownHandoff: x.decision.UnknownFields, Report: m.policy.Reports() && !x.refuses(),
		})
		if x.refuses() {
			writeRefusal(w, r, x.decision.Cause, x.complete)
			return
		}
		next.ServeHTTP(x.writer(), x.request())
	})
}

// pathOf returns the decoded path, which a request made by hand may not have.
func pathOf(r *http.Request) string {
	if r.URL == nil {
		return ""
	}
	return r.URL.Path
}
