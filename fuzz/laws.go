package fuzz

// Law is something that must never break, for any bytes.
type Law struct {
	// Name is that of the function; the native target is Fuzz and the Name.
	Name string
	// Check returns what is broken, or nil. It keeps nothing and never recovers,
	// so that a panic of the code under test is one of the fuzzer.
	Check func(data []byte) error
	// About says what must hold.
	About string
}

// Laws returns every law of this build, in the order of README.md. The law
// about jsontext is there with GOEXPERIMENT=jsonv2 only.
func Laws() []Law {
	laws := []Law{
		{"Admission", Admission, "core and reference agree: outcome, reason, offset, pointer, MessagePack, parts"},
		{"Chunks", Chunks, "the verdict does not depend on where a text is cut"},
		{"Encodings", Encodings, "MessagePack and CBOR are what other people's encoders write"},
		{"Syntax", Syntax, "syntax and tokens are those of encoding/json, but for named differences"},
		{"Lattice", Lattice, "tightening a limit never admits; limits are exact"},
		{"Readmission", Readmission, "admitting a snapshot's bytes gives the same snapshot"},
		{"Construction", Construction, "an envelope built by our code freezes just if its text is admitted"},
		{"Candidates", Candidates, "no endpoint without an authorizer that allows it"},
		{"Tally", Tally, "every call counts once under one reason, a failed reader never"},
	}
	return append(laws, experimental()...)
}

// LargestInput is the size in bytes from which on an input is not tried: the
// largest admitted text under standard limits, twice.
const LargestInput = 128 << 10
