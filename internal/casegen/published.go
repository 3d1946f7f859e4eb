package main

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/kvhints/hintcheck/golden"
)

// takeBack is for whoever runs the generator twice on a row that was never
// committed: the files on disk, which onlyAdds compares with, have it by then.
const takeBack = "if such a case was never committed, take the files back first: git checkout HEAD -- golden/v0"

// onlyAdds refuses files that drop, rename or change a case that is there
// already, in the files on disk. Ids follow from positions, so a row put in the middle of a table is
// caught here. The words about a case may be improved, and a case may be
// withdrawn by naming what supersedes it.
func onlyAdds(published, files []golden.File) error {
	now := map[int]golden.Case{}
	nowLimits := map[int]golden.Limits{}
	for _, f := range files {
		for _, c := range f.Cases {
			now[c.ID] = c
			nowLimits[c.ID] = f.Limits[c.Limits]
		}
	}
	var faults []error
	for _, f := range published {
		for _, before := range f.Cases {
			after, ok := now[before.ID]
			switch {
			case !ok:
				faults = append(faults, fmt.Errorf("case %d %s is gone; withdraw it with supersededBy instead", before.ID, before.Name))
			case after.Name != before.Name:
				faults = append(faults, fmt.Errorf("case %d was %s and is %s; ids are not used again", before.ID, before.Name, after.Name))
			case !sameCase(before, after) || !reflect.DeepEqual(f.Limits[before.Limits], nowLimits[before.ID]):
				faults = append(faults, fmt.Errorf("case %d %s has changed; add a new case instead", before.ID, before.Name))
			case before.SupersededBy != 0 && after.SupersededBy != before.SupersededBy:
				faults = append(faults, fmt.Errorf("case %d %s was withdrawn in favour of %d", before.ID, before.Name, before.SupersededBy))
			}
		}
	}
	if len(faults) > 0 {
		faults = append(faults, errors.New(takeBack))
	}
	return errors.Join(faults...)
}

// sameCase compares what an engine is measured by. Inputs are compared as
// texts, so that a recipe may be put more simply.
func sameCase(a, b golden.Case) bool {
	rawA, errA := a.Input.Bytes()
	rawB, errB := b.Input.Bytes()
	return errA == nil && errB == nil && string(rawA) == string(rawB) &&
		a.Trust == b.Trust && reflect.DeepEqual(a.Expect, b.Expect)
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
