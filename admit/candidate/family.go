package candidate

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// The action that every known producer of fetches writes, and the name that it
// had before, which SGLang still reads.
const (
	TypeFetch           = "kv.fetch"
	TypeSourceLocations = "kv.source_locations" // payload as kv.fetch
	VersionFetch        = "1.0"
)

// Bounds of a list of families. The list is matched in turn, and its texts are
// labels.
const (
	LargestFamilies   = 16 // families
	LargestKinds      = 16 // kinds of one family
	LargestTextLength = 64 // bytes of a name, type or version
)

// Kind is a type of action in one version.
type Kind struct{ Type, Version string }

// Family is one way of naming and fetching KV blocks that a consumer can carry
// out, as the consumer describes it. Nothing in it comes from an envelope.
type Family struct {
	Name   string // distinct in the list
	Kinds  []Kind // what it supports, 1 to LargestKinds; all have the payload of kv.fetch
	Forms  []Form // how it reads a hash, at least one
	Covers []Use  // what its hashes tell apart; may be empty: the base model only
}

// family is a checked Family.
type family struct {
	name   string
	kinds  []Kind
	forms  forms
	covers uses
}

// Families is a checked list of families. Make one with [NewFamilies]; it is
// immutable. The zero Families supports nothing.
type Families struct{ list []family }

// NewFamilies checks and copies a list of 0 to LargestFamilies families. The
// order has no meaning. The error is an [*Error]: the fault of whoever configures
// the consumer.
func NewFamilies(list ...Family) (Families, error) {
	if len(list) > LargestFamilies {
		return Families{}, &Error{"families", "want at most 16"}
	}
	checked := make([]family, 0, len(list))
	for i, f := range list {
		where := "families[" + strconv.Itoa(i) + "]"
		if !isLabel(f.Name) {
			return Families{}, &Error{where + ".Name", wantLabel}
		}
		if slices.ContainsFunc(checked, func(other family) bool { return other.name == f.Name }) {
			return Families{}, &Error{where + ".Name", "want distinct names"}
		}
		c, err := checkFamily(f, where)
		if err != nil {
			return Families{}, err
		}
		checked = append(checked, c)
	}
	return Families{checked}, nil
}

const wantLabel = "want UTF-8 of 1 to 64 bytes"

func isLabel(s string) bool {
	return s != "" && len(s) <= LargestTextLength && utf8.ValidString(s)
}

func checkFamily(f Family, where string) (family, error) {
	c := family{name: f.Name, kinds: slices.Clone(f.Kinds)}
	if len(f.Kinds) < 1 || len(f.Kinds) > LargestKinds {
		return family{}, &Error{where + ".Kinds", "want 1 to 16"}
	}
	for i, k := range f.Kinds {
		switch {
		case !isLabel(k.Type) || !isLabel(k.Version):
			return family{}, &Error{where + ".Kinds", wantLabel + " for type and version"}
		case slices.Contains(f.Kinds[:i], k):
			return family{}, &Error{where + ".Kinds", "want distinct kinds"}
		}
	}
	if len(f.Forms) == 0 {
		return family{}, &Error{where + ".Forms", "want at least one form"}
	}
	for _, form := range f.Forms {
		if form >= numForms {
			return family{}, &Error{where + ".Forms", "want forms of the closed set"}
		}
		c.forms |= formBit(form)
	}
	for _, use := range f.Covers {
		if use >= numUses {
			return family{}, &Error{where + ".Covers", "want uses of the closed set"}
		}
		c.covers |= useBit(use)
	}
	return c, nil
}

// supports returns none if the family carries out actions of the kind in the
// scope, else the first reason against it.
func (f family) supports(k Kind, scope Scope) Reason {
	reason := UnknownType
	for _, own := range f.kinds {
		switch {
		case own == k:
			if !scope.within(f.covers) {
				return ScopeNotCovered
			}
			return none
		case own.Type == k.Type:
			reason = UnsupportedVersion
		}
	}
	return reason
}

// familySet is a set of families, one bit for the place of each in the list.
type familySet uint16 // LargestFamilies bits
