package candidate

// Error says which argument of our own callers is wrong. Its text is made of
// constants and positions: it holds nothing of an endpoint or an envelope.
type Error struct {
	Where string // the argument, such as families[0].Forms
	Want  string // what it takes
}

func (e *Error) Error() string { return "candidate: " + e.Where + ": " + e.Want }
