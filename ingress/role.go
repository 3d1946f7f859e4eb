package ingress

// Role says where the scanner stands. It is a preset of one [Policy]; the zero
// Role is none and makes no policy.
type Role uint8

const (
	// NoRole is the zero Role: NewPolicy refuses it.
	NoRole Role = iota
	// Edge faces clients: handoff members are refused, MessagePack bodies too.
	Edge
	// Worker sits before an engine, behind an edge or a router: handoff members
	// pass if their known fields are of the right type and in range.
	Worker

	numRoles = iota
)

var roleTexts = [numRoles]string{NoRole: "none", Edge: "edge", Worker: "worker"}

// String returns none, edge or worker.
func (r Role) String() string {
	if r < numRoles {
		return roleTexts[r]
	}
	return "invalid"
}

// MarshalText returns the text of String, so that encoders write it and no number.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
