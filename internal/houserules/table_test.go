package houserules

// house says what one package may import. It judges the files that are linked
// into programs; with tests set, test files too.
type house struct {
	dir string
	// ours lists the packages of this module that it may import; any means
	// that it stands above all of them.
	ours []string
	any  bool
	// thirdParty lists the modules of others that it may import.
	thirdParty []string
	// pure forbids pureNever, except where onlyIn names a file.
	pure  bool
	tests bool
	why   string
}

// pureNever are the standard packages that a pure package does not import,
// each with all that lies below it.
var pureNever = []struct{ path, why string }{
	{"net", "admission opens nothing and knows no peers"},
	{"os", "a verdict depends on the bytes, the limits and the trust, on nothing around them"},
	{"time", "a verdict does not change with the clock"},
	{"log", "client text must not reach a log by accident"},
	{"reflect", "cost and behaviour follow from the code that is read here"},
	{"unsafe", "memory safety is the compiler's promise"},
	{"sync", "pure functions share nothing; what is shared has one place"},
	{"syscall", "as os"},
}

// onlyIn are the exceptions: the one file of a package where an import stands.
var onlyIn = []struct{ dir, file, path, why string }{
	{"admit", "scratch.go", "sync", "an Authority's pool of scratch, an instance field"},
	{"admit", "tally.go", "sync/atomic", "an Authority's counters, an instance field"},
	{"admit", "redact_slog.go", "log/slog", "LogValue and ReplaceAttr keep a snapshot out of logs"},
	{"admit/candidate", "", "net/netip", "endpoints are addresses; netip dials nothing"},
}

const core = "the core is what every user links: it brings nobody else's code"

// houses is the import direction of the root module and the command, which is a
// module of its own for the sake of what it alone links:
//
//	limits <- decoder <- admit <- {admit/candidate, admit/frame} <- {ingress, relay, cmd}
var houses = []house{
	{dir: "limits", pure: true, why: core},
	{dir: "decoder", ours: []string{"limits"}, pure: true, why: core},
	{dir: "admit", ours: []string{"limits", "decoder"}, pure: true, why: core},
	{dir: "admit/candidate", ours: []string{"limits", "decoder", "admit"}, pure: true, why: core},

	{dir: "ingress", ours: []string{"limits", "decoder", "admit"}, thirdParty: []string{"github.com/klauspost/compress"}, why: "a gateway links it beside its own server: the standard library, our core, and one reader of zstd"},
	{dir: "ingress/openai", ours: []string{"limits", "decoder", "admit", "ingress"}, why: "models of requests are what a scan found, said in types"},

	{dir: "corpus", why: "data that every implementation is measured against takes nobody's side"},
	{dir: "golden", why: "data that every implementation is measured against takes nobody's side"},

	{dir: "internal/reference", ours: []string{"internal/reference/peer"}, tests: true, thirdParty: []string{"github.com/google/go-cmp"}, why: "an oracle that shares code with the core proves nothing"},
	{dir: "internal/reference/peer", tests: true, thirdParty: []string{"github.com/vmihailenco/msgpack/v5"}, why: "the independent encoder, likewise"},

	{dir: "fuzz/tree", tests: true, thirdParty: []string{"github.com/leanovate/gopter", "github.com/google/go-cmp"}, why: "it knows the verdict from where it put what, not from a reader under test"},
	{dir: "fuzz", any: true, thirdParty: []string{"github.com/leanovate/gopter", "github.com/vmihailenco/msgpack/v5", "github.com/fxamacker/cbor/v2"}, why: "what must never break is asked of every package, with other libraries as witnesses"},
	{dir: "fuzz/seedzip", ours: []string{"fuzz"}, why: "a thin main over the seeds of package fuzz"},
	{dir: "fuzz/libfuzzer", ours: []string{"fuzz"}, why: "a thin entry for libFuzzer, built with a tag only"},
	{dir: "internal/casegen", ours: []string{"golden", "internal/reference", "internal/reference/peer"}, why: "expected values never come from the core"},

	{dir: "cmd/hintcheck", any: true, thirdParty: []string{"github.com/spf13/cobra", "github.com/spf13/pflag"}, why: "programs stand on top"},
	{dir: "internal/houserules", why: "reads files; links nothing"},
}

// immutable lists the package-level variables of the core that the check of
// state cannot see to be constant, each with the reason why it is.
var immutable = []struct{ dir, name, why string }{}

// stateless are the packages without mutable package-level state.
var stateless = []string{"limits", "decoder", "admit", "admit/candidate", "ingress", "ingress/openai"}

// maxLines is the length from which on a file has outgrown its name.
const maxLines = 500

// longFiles may be longer, each with the reason.
var longFiles = map[string]string{}

// machinePaths mean nothing outside the machine where they were written. They
// are spelt in two parts because this file is read by the same test.
var machinePaths = []string{"/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/", "/Us" + "ers/", "../sha" + "red"}
