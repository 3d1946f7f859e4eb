// Package tree makes JSON texts of which it knows what admission has to say.
//
//	prop.ForAll(func(s tree.Sample) bool {
//		text := s.Write() // the bytes, the limits and trust to judge them with
//		return judge(text) == *text.Want
//	}, tree.Offenders())
//
// A [Sample] is a value ([Node]) and a [Recipe]: how the value is spelled as
// bytes, and optionally exactly one offence to build in. The writer derives the
// reason, the offset and the pointer of that offence from where it put what, and
// shares no code with the readers that are tested with it. The bytes follow from
// the sample alone.
//
// The generators ([Envelopes], [Values], [Offenders], [Anything]) draw boundary
// values on purpose, since uniform ones never hit them. Their samples shrink to
// strictly smaller ones. The package is for tests only.
package tree
