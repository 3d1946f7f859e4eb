package tree

import (
	"reflect"

	"github.com/leanovate/gopter"
)

// Envelopes generates valid envelopes in any spelling: what they want is
// "admitted".
func Envelopes() gopter.Gen {
	return generate(func(s Sample) bool { return s.Recipe.Offence.Kind == NoOffence && s.wanted() }, func(r random) Sample {
		return Sample{r.envelope(), r.recipe(NoOffence)}
	})
}

// Values generates values of every kind in any spelling, some of them nested one
// level too deep. The writer mostly claims nothing about them.
func Values() gopter.Gen {
	return generate(nil, func(r random) Sample {
		return Sample{r.anyValue(), r.recipe(NoOffence)}
	})
}

// Offenders generates texts with exactly one offence, of one of the kinds, or of
// any kind if none is named.
func Offenders(kinds ...OffenceKind) gopter.Gen {
	if len(kinds) == 0 {
		kinds = OffenceKinds()
	}
	return generate(Sample.wanted, func(r random) Sample {
		for {
			if s := r.offender(kinds[r.Intn(len(kinds))]); s.wanted() {
				return s
			}
		}
	})
}

// Anything generates a mixture of all of these, in which every reason that a text
// can have is frequent.
func Anything() gopter.Gen {
	kinds := OffenceKinds()
	return generate(nil, func(r random) Sample {
		switch r.weighted(3, 1, 6) {
		case 0:
			return Sample{r.envelope(), r.recipe(NoOffence)}
		case 1:
			return Sample{r.anyValue(), r.recipe(NoOffence)}
		}
		return r.offender(kinds[r.Intn(len(kinds))])
	})
}

// wanted reports whether the writer claims something about the sample, and what
// its recipe says.
func (s Sample) wanted() bool {
	text := s.Write()
	return text.Want != nil && text.Want.Reason == s.Recipe.Offence.Kind.Reason()
}

// generate makes a Gen of samples that keep the sieve, and shrink to such.
func generate(sieve func(Sample) bool, draw func(random) Sample) gopter.Gen {
	return func(p *gopter.GenParameters) *gopter.GenResult {
		result := gopter.NewGenResult(draw(random{p.Rng}), shrinkSample)
		result.ResultType = reflect.TypeFor[Sample]()
		if sieve != nil {
			result.Sieve = func(v any) bool {
				s, ok := v.(Sample)
				return ok && sieve(s)
			}
		}
		return result
	}
}
