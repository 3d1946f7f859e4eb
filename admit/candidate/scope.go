package candidate

// Use is something a request may use that changes what its KV blocks hold: two
// requests with the same tokens and different uses must not share blocks, so the
// block hashes have to tell them apart. The set is closed.
type Use uint8

const (
	LoRA             Use = iota // an adapter on the base model
	CacheSalt                   // a salt that keeps tenants apart
	Multimodal                  // images, audio or video among the tokens
	PromptEmbeddings            // embeddings instead of tokens

	numUses = iota
)

var useTexts = [numUses]string{
	LoRA:             "lora",
	CacheSalt:        "cache_salt",
	Multimodal:       "multimodal",
	PromptEmbeddings: "prompt_embeddings",
}

// String returns the stable text of the use, such as cache_salt.
func (u Use) String() string {
	if u < numUses {
		return useTexts[u]
	}
	return "invalid"
}

// MarshalText returns the text of String, so that encoders write it and no number.
func (u Use) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// uses is a set of Use, one bit each.
type uses uint8

// useBit returns the bit of a use. Everything that is no Use has the one behind
// the last of them, which no family covers.
func useBit(u Use) uses {
	return 1 << min(u, numUses)
}

// Scope is what a request uses beside its tokens, as its consumer knows it. The
// zero Scope says that nobody has looked: it gives no candidates. Start from
// [BaseModel] and add every use there is.
type Scope struct {
	known bool
	uses  uses
}

// BaseModel returns the scope of a request that uses the base model and nothing
// else. To say it of a request that uses more gives it the KV blocks of another.
func BaseModel() Scope { return Scope{known: true} }

// With returns the scope with the uses added. Of the zero Scope it returns one
// that gives no candidates either, and so it does for a Use that is not in the
// set.
func (s Scope) With(list ...Use) Scope {
	for _, u := range list {
		s.uses |= useBit(u)
	}
	return s
}

// within reports whether hashes that cover the uses in covered fit the scope.
func (s Scope) within(covered uses) bool { return s.known && s.uses&^covered == 0 }
