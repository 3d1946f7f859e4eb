package golden

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// maxBytes bounds what a recipe may stand for: the largest text an engine may
// be told to accept is 16 MiB, and one byte more is the largest of interest.
const maxBytes = 16<<20 + 1

// Bytes returns the text that the recipe stands for, in fresh memory. It refuses
// parts that are not hex and texts of more than 16 MiB and one byte; for a case
// that Load returned there is no error.
func (in Input) Bytes() ([]byte, error) {
	switch {
	case in.Hex != nil && in.Repeat != nil:
		return nil, errors.New("input has both hex and repeat")
	case in.Hex != nil:
		text, err := hex.DecodeString(*in.Hex)
		if err != nil {
			return nil, err
		}
		return text, nil
	case in.Repeat == nil:
		return nil, errors.New("input has neither hex nor repeat")
	}
	var text []byte
	for _, p := range in.Repeat {
		head, tail, err := p.ends()
		if err != nil {
			return nil, err
		}
		if grown := int64(len(text)) + int64(p.N)*int64(len(head)+p.Digits+len(tail)); grown > maxBytes {
			return nil, fmt.Errorf("input of at least %d bytes, more than %d", grown, maxBytes)
		}
		if p.Digits == 0 {
			text = append(text, bytes.Repeat(head, p.N)...)
			continue
		}
		for i := range p.N {
			text = append(text, head...)
			text = fmt.Appendf(text, "%0*d", p.Digits, i)
			text = append(text, tail...)
		}
	}
	return text, nil
}

// ends decodes a part's bytes. The bounds keep the sizes of a part, multiplied,
// far from any overflow.
func (p Part) ends() (head, tail []byte, err error) {
	if p.N < 1 || p.N > maxBytes || p.Digits < 0 || p.Digits > 9 || p.Digits == 0 && p.Tail != "" {
		return nil, nil, fmt.Errorf("part %+v: n from 1 to %d, digits from 0 to 9, a tail only with digits", p, maxBytes)
	}
	if head, err = hex.DecodeString(p.Hex); err != nil {
		return nil, nil, err
	}
	if tail, err = hex.DecodeString(p.Tail); err != nil {
		return nil, nil, err
	}
	if len(head)+len(tail) > 1<<16 {
		return nil, nil, fmt.Errorf("part of %d bytes, at most %d", len(head)+len(tail), 1<<16)
	}
	return head, tail, nil
}

// maxHex is the longest form written out; longer ones are given by their
// length and digest.
const maxHex = 512

// NewMessagePack describes a form as the files do.
func NewMessagePack(form []byte) *MessagePack {
	if len(form) <= maxHex {
		return &MessagePack{Hex: hex.EncodeToString(form)}
	}
	digest := sha256.Sum256(form)
	return &MessagePack{Length: len(form), SHA256: hex.EncodeToString(digest[:])}
}

// Matches reports whether form is the form described.
func (m *MessagePack) Matches(form []byte) bool {
	return *m == *NewMessagePack(form)
}

// check finds what would make a case unusable.
func (c Case) check(f File) error {
	if _, err := c.Input.Bytes(); err != nil {
		return err
	}
	if _, ok := f.Limits[c.Limits]; !ok {
		return fmt.Errorf("limits %q are not in the file", c.Limits)
	}
	if m := c.Expect.MessagePack; m != nil {
		if _, err := hex.DecodeString(m.Hex); err != nil {
			return err
		}
	}
	return nil
}

// sortByID orders the groups by their first id. No group is empty.
func sortByID(groups []File) {
	slices.SortFunc(groups, func(a, b File) int {
		if len(a.Cases) == 0 || len(b.Cases) == 0 {
			return strings.Compare(a.Group, b.Group)
		}
		return cmp.Compare(a.Cases[0].ID, b.Cases[0].ID)
	})
}
