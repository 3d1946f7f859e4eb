// Package admit decides about optional KV-cache hints: admit, and freeze the
// exact bytes, or ignore and count.
//
//	authority := admit.NewAuthority(limits.Default())
//	decision := authority.Admit(envelope, admit.Trusted)
//	if decision.Outcome == admit.Admitted {
//		request.Hints = decision.Snapshot // immutable; children share it by value
//	} // else the request goes on as if the hint had never been there
//
// A bad hint is no error: [Authority.Admit] returns none, and nothing of an
// ignored envelope is left but a count under one [Reason]. [Explain] tells a
// person what was wrong. Our own callers who build an envelope are held to the
// same rules strictly, by [Envelope.Freeze], which names every fault.
//
// Admitted means encodable, not authorised: the bytes are one valid envelope
// that every encoder downstream can carry. Nothing has been executed or opened,
// and nothing says that the endpoints in it may be dialled; that is what package
// candidate is for.
//
// The package is pure: it opens and reads nothing, asks no clock, keeps no global
// state and logs nothing. It imports log/slog in one file, to keep snapshots out
// of logs.
package admit
