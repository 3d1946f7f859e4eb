package ingress

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kvhints/hintcheck/admit"
	"github.com/kvhints/hintcheck/limits"
)

// Bounds of the size of a body, in bytes after any Content-Encoding is undone.
const (
	// DefaultMaxBodyBytes holds a long multimodal request.
	DefaultMaxBodyBytes = 32 << 20
	// LargestMaxBodyBytes keeps every offset of a body within the 28 bits of a
	// decoder token.
	LargestMaxBodyBytes = 256 << 20
)

// DefaultAdmittedPath is the name of the one root member that is judged.
const DefaultAdmittedPath = "kv_hints"

// DefaultCarriers returns the names of members that carry a hint: today's name
// and those it had before (TensorRT-LLM RFC #18151, ai-dynamo/dynamo #13134,
// ai-dynamo/kvcr #18).
func DefaultCarriers() []string { return []string{"kv_hints", "kv_hint", "router_hint"} }

// DefaultContainers returns the names of members that a server or a gateway
// merges into a request, so that what stands in them counts as the request's own.
func DefaultContainers() []string {
	return []string{
		"kv_transfer_params", "ec_transfer_params", "extra_args", "extra_body", "vllm_xargs", "nvext",
		"sampling_params", "disagg_prefill_resp", "disaggregated_params", "requests", "params",
	}
}

// Policy says what is done with bodies. It is an immutable value, safe to copy
// and for concurrent use. Make one with [NewPolicy]; the zero Policy refuses
// every body.
type Policy struct{ s *settings }

// settings is what a Policy points to; nobody writes it once NewPolicy is done.
type settings struct {
	role      Role
	authority *admit.Authority
	names     vocabulary
	path      []string
	maxBytes  int
	maxDepth  int
	opaque    []OpaqueRoute
	actions   []string // nil: all
	withhold  bool
	report    bool
}

// settings returns what p points to, settings that refuse for the zero Policy.
func (p Policy) settings() *settings {
	if p.s == nil {
		return &settings{}
	}
	return p.s
}

// NewPolicy returns the policy of the role, changed by the options, or a
// [*PolicyError] that names the first setting out of its range. On error the
// Policy is the zero one.
//
// Without options: hints are admitted within limits.Default(), a body has at most
// DefaultMaxBodyBytes bytes and any depth, carriers, containers and the admitted
// path are the defaults of this package, no route is opaque.
func NewPolicy(role Role, options ...Option) (Policy, error) {
	if role != Edge && role != Worker {
		return Policy{}, &PolicyError{Option: "NewPolicy", Got: role.String(), Want: "Edge or Worker"}
	}
	d := draft{
		carriers: DefaultCarriers(), containers: DefaultContainers(),
		settings: settings{role: role, path: []string{DefaultAdmittedPath}, maxBytes: DefaultMaxBodyBytes},
	}
	for _, option := range options {
		if option == nil {
			return Policy{}, &PolicyError{Option: "NewPolicy", Got: "a nil option", Want: "options of this package"}
		}
		if err := option(&d); err != nil {
			return Policy{}, err
		}
	}
	var err error
	if d.settings.names, err = newVocabulary(d.carriers, d.containers); err != nil {
		return Policy{}, err
	}
	if err := d.settings.checkPath(); err != nil {
		return Policy{}, err
	}
	if d.settings.authority == nil {
		d.settings.authority = admit.NewAuthority(limits.Default())
	}
	return Policy{&d.settings}, nil
}

// draft is a policy that is being put together.
type draft struct {
	settings
	carriers, containers []string
}

// Option changes one setting. Options are applied in order; the last one of a
// kind holds.
type Option func(*draft) error

// WithAuthority sets who judges and counts hints.
func WithAuthority(a *admit.Authority) Option {
	return func(d *draft) error {
		if a == nil {
			return &PolicyError{Option: "WithAuthority", Got: "nil", Want: "an authority"}
		}
		d.authority = a
		return nil
	}
}

// Carriers sets the names that carry hints: 1 to 64, compared as package doc says.
func Carriers(names ...string) Option {
	names = slices.Clone(names)
	return func(d *draft) error {
		d.carriers = names
		return checkNames("Carriers", names, 1)
	}
}

// Containers sets the names of members in which carriers count too: up to 64,
// compared as package doc says.
func Containers(names ...string) Option {
	names = slices.Clone(names)
	return func(d *draft) error {
		d.containers = names
		return checkNames("Containers", names, 0)
	}
}

// AdmittedPath sets where the one member that is judged stands: the names from
// the root, spelled exactly so after unescaping. All but the last are containers
// and the last is a carrier. No array is stepped through.
func AdmittedPath(names ...string) Option {
	names = slices.Clone(names)
	return func(d *draft) error {
		d.path = names
		return checkNames("AdmittedPath", names, 1)
	}
}

// MaxBodyBytes sets the largest body: 1 to LargestMaxBodyBytes bytes.
func MaxBodyBytes(n int) Option {
	return func(d *draft) error {
		if n < 1 || n > LargestMaxBodyBytes {
			return &PolicyError{Option: "MaxBodyBytes", Got: strconv.Itoa(n), Want: "1 to 268435456 bytes"}
		}
		d.maxBytes = n
		return nil
	}
}

// MaxBodyDepth bounds the nesting of a body, in open arrays and objects; the root
// is level 1. 0 is no bound: a level costs the scanner one bit, though a recursive
// reader behind it may want less.
func MaxBodyDepth(n int) Option {
	return func(d *draft) error {
		if n < 0 {
			return &PolicyError{Option: "MaxBodyDepth", Got: strconv.Itoa(n), Want: "0 for no bound, or a number of levels"}
		}
		d.maxDepth = n
		return nil
	}
}

// OpaqueRoute is a method, decoded path and media type whose bodies are not JSON.
type OpaqueRoute struct{ Method, Path, MediaType string }

// Opaque lets bodies through that are not JSON, for exactly these routes. The
// default is none.
func Opaque(routes ...OpaqueRoute) Option {
	routes = slices.Clone(routes)
	return func(d *draft) error {
		for i := range routes {
			r := &routes[i]
			r.MediaType = strings.ToLower(r.MediaType)
			if r.Method == "" || !strings.HasPrefix(r.Path, "/") || strings.Count(r.MediaType, "/") != 1 {
				return &PolicyError{
					Option: "Opaque", Got: r.Method + " " + r.Path + " " + r.MediaType,
					Want: "a method, a path that starts with a slash and a media type without parameters",
				}
			}
		}
		d.opaque = routes
		return nil
	}
}

// AllowActions sets the action types that an admitted envelope may hold to go
// upstream; one with another is withheld, with the cause ActionNotAllowed. By
// default every type may.
func AllowActions(types ...string) Option {
	types = append([]string{}, types...)
	return func(d *draft) error { d.actions = types; return nil }
}

// WithholdHints keeps every hint from an upstream that is older than the field
// and would answer it with an error: admitted ones are withheld, with the cause
// UpstreamWithholds.
func WithholdHints() Option {
	return func(d *draft) error { d.withhold = true; return nil }
}

// Report sets the mode: report (true) forwards bodies unchanged and counts what
// would have happened to them; enforce (false, the default) does it.
func Report(on bool) Option {
	return func(d *draft) error { d.report = on; return nil }
}

// Role returns the role, NoRole of the zero Policy.
func (p Policy) Role() Role { return p.settings().role }

// Authority returns who judges and counts hints, nil of the zero Policy.
func (p Policy) Authority() *admit.Authority { return p.settings().authority }

// MaxBodyBytes returns the largest size of a body in bytes.
func (p Policy) MaxBodyBytes() int { return p.settings().maxBytes }

// MaxBodyDepth returns the deepest nesting of a body, 0 for no bound.
func (p Policy) MaxBodyDepth() int { return p.settings().maxDepth }

// AdmittedPath returns a copy of the path of the member that is judged.
func (p Policy) AdmittedPath() []string { return slices.Clone(p.settings().path) }

// Reports reports whether the mode is report, and not enforce.
func (p Policy) Reports() bool { return p.settings().report }

// IsOpaque reports whether bodies of this method, decoded path and media type,
// without parameters and in lower case, need not be JSON.
func (p Policy) IsOpaque(method, path, mediaType string) bool {
	return slices.Contains(p.settings().opaque, OpaqueRoute{method, path, mediaType})
}

// IsCarrier reports whether name, as it is and not escaped, is one of the
// carriers' names, compared as package doc says.
func (p Policy) IsCarrier(name string) bool {
	return p.settings().names.classOfText(name)&carrierName != 0
}

const (
	largestNames      = 64 // entries of a list of names
	largestNameLength = 64 // bytes
)

func checkNames(option string, names []string, least int) error {
	if len(names) < least || len(names) > largestNames {
		return &PolicyError{Option: option, Got: strconv.Itoa(len(names)) + " names", Want: strconv.Itoa(least) + " to 64 names"}
	}
	for _, name := range names {
		if name == "" || len(name) > largestNameLength || !utf8.ValidString(name) {
			return &PolicyError{Option: option, Got: name, Want: "UTF-8 names of 1 to 64 bytes"}
		}
	}
	return nil
}

// checkPath makes sure that the member that is judged is one that would be cut
// otherwise: an ignored hint goes.
func (s *settings) checkPath() error {
	for i, name := range s.path {
		want := containerName
		if i == len(s.path)-1 {
			want = carrierName
		}
		if s.names.classOfText(name)&want == 0 {
			return &PolicyError{Option: "AdmittedPath", Got: name, Want: "names of containers and then one of a carrier"}
		}
	}
	return nil
}
