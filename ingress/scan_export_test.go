package ingress

// Held returns how many bytes of memory the scan holds.
func (s *Scan) Held() int { return s.held() }

// Held returns how many bytes of memory the scan holds.
func (s *MsgpackScan) Held() int { return s.held() }
