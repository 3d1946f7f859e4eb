package ingress

// enforced reports whether a request is refused for cause in the mode of p. In
// report mode limits and framing stay on: they protect this process and what it
// says to the next one, whatever is done about hints.
func (p Policy) enforced(cause Cause) bool {
	if !p.Reports() {
		return true
	}
	switch cause {
	case BodyTooLarge, Overloaded, Stalled, BadFraming:
		return true
	}
	return false
}
