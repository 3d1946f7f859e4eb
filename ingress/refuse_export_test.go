package ingress

// RefusalText returns what a client is told for c.
func RefusalText(c Cause) string { return refusalTexts[c] }
