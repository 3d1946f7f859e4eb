package candidate

import "iter"

// Caps of one envelope.
const (
	// MaxActions is how many actions an envelope may have; the whole envelope of
	// one that has more gives nothing, as in SGLang's KvHintManager.
	MaxActions = 64
	// MaxCandidates is how many candidates an envelope gives.
	MaxCandidates = 16
	// MaxEndpoints is how many distinct endpoints they name: KVCR keeps a socket
	// open for each endpoint it has ever been given.
	MaxEndpoints = 4
)

// Reason says why an action is no candidate. The set is closed, the texts are
// stable, and the constants stand in the order of judgement. Where several
// families refuse an action for different reasons, the last of those reasons in
// this order is counted: that of the family that came nearest to supporting it.
// The zero Reason is none of them.
type Reason uint8

const (
	none Reason = iota
	// TooManyActions: the envelope has more than MaxActions actions. It is the
	// reason of every one of them.
	TooManyActions
	// UnknownType: no family lists the action's type.
	UnknownType
	// UnsupportedVersion: a family lists the type, but not with this version.
	// Versions are compared exactly.
	UnsupportedVersion
	// ScopeNotCovered: the request uses something that the hashes of the family
	// do not cover, or nobody has said what it uses. The payload is not read.
	ScopeNotCovered
	// BadPayload: source_control_endpoint is not a string or block_hashes not an
	// array, or one is missing.
	BadPayload
	// UnsupportedMode: mode is there and not the string copy. KVCR raises for
	// every other value, null included; SGLang's linker skips the action.
	UnsupportedMode
	// NoRetain: no_retain is there, whatever its value. KVCR's parser refuses its
	// presence and SGLang's linker skips the action.
	NoRetain
	// BadEndpoint: the endpoint is not of the grammar that package candidate reads; see
	// docs/fetch-boundaries.md.
	BadEndpoint
	// BadHashes: the list is empty, or the first element that is no good hash is
	// in no form of the family: null, a boolean, a fraction, a negative number, a
	// string that does not fit. Nothing is masked, cut or kept of such a list.
	BadHashes
	// AmbiguousHash: that element is a string which two forms of the family read
	// as different numbers.
	AmbiguousHash
	// TooManyCandidates: MaxCandidates actions before it are candidates.
	TooManyCandidates
	// TooManyEndpoints: the candidates before it name MaxEndpoints endpoints, and
	// this one is another.
	TooManyEndpoints

	numReasons = iota
)

var reasonTexts = [numReasons]string{
	none:               "none",
	TooManyActions:     "too_many_actions",
	UnknownType:        "unknown_type",
	UnsupportedVersion: "unsupported_version",
	ScopeNotCovered:    "scope_not_covered",
	BadPayload:         "bad_payload",
	UnsupportedMode:    "unsupported_mode",
	NoRetain:           "no_retain",
	BadEndpoint:        "bad_endpoint",
	BadHashes:          "bad_hashes",
	AmbiguousHash:      "ambiguous_hash",
	TooManyCandidates:  "too_many_candidates",
	TooManyEndpoints:   "too_many_endpoints",
}

// String returns the stable text of the reason, such as scope_not_covered.
func (r Reason) String() string {
	if r < numReasons {
		return reasonTexts[r]
	}
	return "invalid"
}

// MarshalText returns the text of String, so that encoders write it and no number.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Reasons returns all reasons in the order of judgement.
func Reasons() []Reason {
	all := make([]Reason, 0, numReasons)
	for r := none + 1; r < numReasons; r++ {
		all = append(all, r)
	}
	return all
}

// Counts is how many actions of one envelope were ignored, by reason. Together
// with the candidates they are all its actions.
type Counts struct{ counts [numReasons]int }

// Count returns how many actions were ignored for r.
func (c Counts) Count(r Reason) int {
	if r < numReasons {
		return c.counts[r]
	}
	return 0
}

// Total returns how many actions were ignored.
func (c Counts) Total() int {
	sum := 0
	for _, n := range c.counts {
		sum += n
	}
	return sum
}

// All returns every reason in the order of judgement with its count, zeros
// included.
func (c Counts) All() iter.Seq2[Reason, int] {
	return func(yield func(Reason, int) bool) {
		for r := none + 1; r < numReasons; r++ {
			if !yield(r, c.counts[r]) {
				return
			}
		}
	}
}
