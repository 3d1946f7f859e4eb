package ingress

import "net"

// Edit is what goes upstream of a scanned body: the body without what Decide cut,
// and with root members removed and set.
type Edit struct{ scan *Scan }

// Edit returns an edit of the body, to be called after Decide.
func (s *Scan) Edit() *Edit { return &Edit{scan: s} }

// Remove removes the root members of this name.
func (e *Edit) Remove(name string) *Edit { return e }

// Set makes the root member of this name have the JSON value raw.
func (e *Edit) Set(name string, raw []byte) *Edit { return e }

// Segments returns the bytes that go upstream and how many they are.
func (e *Edit) Segments() (net.Buffers, int64, error) { return nil, 0, e.scan.fault }
