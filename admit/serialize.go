package admit

import (
	"encoding/binary"
	"errors"
)

// Serialization gives the whole envelope, to whichever library asks: a Snapshot
// is carried inside other messages. No library is imported for it. Reading one
// back is refused, since bytes become a Snapshot by admission only.

// errDecode answers every attempt to decode into a Snapshot.
var errDecode = errors.New("admit: a Snapshot is not decoded: give the bytes to Authority.Admit or Decide")

// MarshalJSON returns the JSON text as received, or null for the zero Snapshot.
func (s Snapshot) MarshalJSON() ([]byte, error) {
	if s.IsZero() {
		return []byte("null"), nil
	}
	return s.JSON(), nil
}

// MarshalMsgpack returns the MessagePack form, that of nil for the zero Snapshot. It
// is the method that vmihailenco/msgpack looks for.
func (s Snapshot) MarshalMsgpack() ([]byte, error) {
	if s.IsZero() {
		return []byte{packNil}, nil
	}
	return s.MessagePack(), nil
}

// MarshalCBOR returns the envelope in CBOR (RFC 8949): members as received, the
// shortest integers, float64 for other numbers, definite lengths. The zero
// Snapshot is null. It is the method that fxamacker/cbor looks for.
func (s Snapshot) MarshalCBOR() ([]byte, error) {
	const (
		unsigned, negative, text, array, object = 0 << 5, 1 << 5, 3 << 5, 4 << 5, 5 << 5
		no, yes, null, float64Head              = 0xf4, 0xf5, 0xf6, 0xfb
	)
	if s.IsZero() {
		return []byte{null}, nil
	}
	form := s.MessagePack()
	out := make([]byte, 0, len(form))
	for at := 0; at < len(form); {
		v := readHead(form, at)
		at = v.end
		switch v.kind {
		case packNil:
			out = append(out, null)
		case packFalse:
			out = append(out, no)
		case packTrue:
			out = append(out, yes)
		case packFloat64:
			out = binary.BigEndian.AppendUint64(append(out, float64Head), v.number)
		case packUint8:
			out = appendCBORHead(out, unsigned, v.number)
		case packInt8:
			out = appendCBORHead(out, negative, ^v.number) // -1-n
		case packFixStr:
			out = append(appendCBORHead(out, text, v.number), v.text(form)...)
		case packFixArr:
			out = appendCBORHead(out, array, v.number)
		case packFixMap:
			out = appendCBORHead(out, object, v.number)
		}
	}
	return out, nil
}

// appendCBORHead appends the shortest head of a major type with its argument.
func appendCBORHead(dst []byte, major byte, n uint64) []byte {
	switch {
	case n < 24:
		return append(dst, major|byte(n))
	case n < 1<<8:
		return append(dst, major|24, byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(dst, major|25), uint16(n))
	case n < 1<<32:
		return binary.BigEndian.AppendUint32(append(dst, major|26), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(dst, major|27), n)
}

// UnmarshalJSON refuses everything but null, which leaves s alone as the
// convention of encoding/json asks.
func (s *Snapshot) UnmarshalJSON(b []byte) error { return refuse(b, "null") }

// UnmarshalMsgpack refuses everything but nil, which leaves s alone.
func (s *Snapshot) UnmarshalMsgpack(b []byte) error { return refuse(b, "\xc0") }

// UnmarshalCBOR refuses everything but null, which leaves s alone.
func (s *Snapshot) UnmarshalCBOR(b []byte) error { return refuse(b, "\xf6") }

func refuse(b []byte, null string) error {
	if string(b) == null {
		return nil
	}
	return errDecode
}
