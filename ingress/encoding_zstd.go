package ingress

import "encoding/binary"

// largestWindow is the largest window of a zstd frame that is read: that which RFC
// 9659 sets for the coding, so that memory does not depend on what a header says.
const largestWindow = 8 << 20

const zstdMagic = 0xfd2fb528

// checkZstd goes through the heads of raw (RFC 8878 section 3.1.1) and returns the
// window in bytes that it needs. It is a fault unless raw is exactly one frame, not a
// skippable one, needs no dictionary and has a window of at most largestWindow.
// Nothing is decoded.
func checkZstd(raw []byte) (window int64, fault *BodyError) {
	if len(raw) < 6 || binary.LittleEndian.Uint32(raw) != zstdMagic {
		return 0, badCoding(0, "a zstd frame")
	}
	descriptor, at := raw[4], 5
	single := descriptor&0x20 != 0
	if descriptor&0x08 != 0 {
		return 0, badCoding(4, "a zstd frame without reserved bits")
	}
	var needs uint64
	if !single {
		exponent, mantissa := uint64(raw[5]>>3), uint64(raw[5]&7)
		base := uint64(1) << (10 + exponent)
		needs, at = base+base/8*mantissa, 6
	}
	dictionary := [4]int{0, 1, 2, 4}[descriptor&3]
	sizeBytes := [4]int{0, 2, 4, 8}[descriptor>>6]
	if single && sizeBytes == 0 {
		sizeBytes = 1
	}
	if len(raw) < at+dictionary+sizeBytes {
		return 0, badCoding(len(raw), "the rest of a zstd frame's head")
	}
	for _, b := range raw[at : at+dictionary] {
		if b != 0 {
			return 0, &BodyError{Cause: UnsupportedEncoding, Offset: at, Want: "zstd without a dictionary"}
		}
	}
	at += dictionary
	if single {
		var size [8]byte
		copy(size[:], raw[at:at+sizeBytes])
		needs = binary.LittleEndian.Uint64(size[:])
		if sizeBytes == 2 {
			needs += 256
		}
	}
	if needs > largestWindow {
		return 0, &BodyError{Cause: UnsupportedEncoding, Offset: 5, Want: "a zstd window of at most 8388608 bytes"}
	}
	at += sizeBytes
	for last := false; !last; {
		if len(raw) < at+3 {
			return 0, badCoding(len(raw), "the rest of a zstd frame")
		}
		head := uint(raw[at]) | uint(raw[at+1])<<8 | uint(raw[at+2])<<16
		size := int(head >> 3)
		last = head&1 != 0
		switch head >> 1 & 3 {
		case 1: // one byte, many times
			size = 1
		case 3:
			return 0, badCoding(at, "a zstd block of a known type")
		}
		at += 3 + size
	}
	if descriptor&0x04 != 0 {
		at += 4 // the checksum
	}
	switch {
	case at > len(raw):
		return 0, badCoding(len(raw), "the rest of a zstd frame")
	case at < len(raw):
		return 0, badCoding(at, "one zstd frame and nothing behind it")
	}
	return int64(needs), nil
}
