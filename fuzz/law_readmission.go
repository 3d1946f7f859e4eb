package fuzz

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/kvhints/hintcheck/admit"
)

// Readmission: admitting what a snapshot gives out, in any way that it gives its
// JSON text out, gives an equal snapshot, and so does admitting the text without
// whitespace but for the text itself.
func Readmission(data []byte) error {
	if len(data) > LargestInput {
		return nil
	}
	in := Parse(data)
	d, err := decide(in)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	if d.Outcome != admit.Admitted {
		return nil
	}
	if err := readmit(in, d.Snapshot); err != nil {
		return fmt.Errorf("%w\n%s", err, in)
	}
	return nil
}

func readmit(in Input, s admit.Snapshot) error {
	marshalled, err := s.MarshalJSON()
	if err != nil {
		return err
	}
	for i, text := range [][]byte{s.JSON(), s.AppendJSON(nil), marshalled} {
		name := []string{"JSON", "AppendJSON", "MarshalJSON"}[i]
		again := admit.Decide(text, in.limits(), in.trust())
		if !again.Snapshot.Equal(s) || !bytes.Equal(again.Snapshot.MessagePack(), s.MessagePack()) || again.Snapshot.Depth() != s.Depth() {
			return fmt.Errorf("%s gives %q, which is %s", name, text, ofCore(text, again))
		}
	}
	if s.SHA256() != sha256.Sum256(in.Text) {
		return fmt.Errorf("SHA-256 %x", s.SHA256())
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, in.Text); err != nil {
		return err
	}
	if compact.Len() != s.CompactSize() {
		return fmt.Errorf("a compact size of %d, encoding/json makes it %d", s.CompactSize(), compact.Len())
	}
	short := admit.Decide(compact.Bytes(), in.limits(), in.trust()).Snapshot
	if !bytes.Equal(short.MessagePack(), s.MessagePack()) || short.Size() != s.CompactSize() {
		return fmt.Errorf("without whitespace it is %v", short)
	}
	var into admit.Snapshot
	if json.Unmarshal(in.Text, &into) == nil || !into.IsZero() {
		return fmt.Errorf("encoding/json made the snapshot %v", into)
	}
	return nil
}
