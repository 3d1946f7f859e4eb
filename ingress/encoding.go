package ingress

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// coding is the one Content-Encoding of a body.
type coding uint8

const (
	identity      coding = iota // none, or identity
	gzipCoding                  // RFC 1952, one member
	deflateCoding               // RFC 1950, as RFC 9110 section 8.4.1.2 has it
	zstdCoding                  // RFC 8878, one frame with a window of at most largestWindow
	unknownCoding               // any other, or more than one
)

// codingOf returns the coding of r's body.
func codingOf(r *http.Request) coding {
	values := r.Header["Content-Encoding"]
	if len(values) == 0 {
		return identity
	}
	if len(values) > 1 {
		return unknownCoding
	}
	switch strings.ToLower(strings.Trim(values[0], " \t")) {
	case "", "identity":
		return identity
	case "gzip":
		return gzipCoding
	case "deflate":
		return deflateCoding
	case "zstd":
		return zstdCoding
	}
	return unknownCoding
}

const (
	// freeDecoded bytes come out of any body; beyond them at most largestRatio for
	// each byte that came. Requests in JSON compress to a tenth, long repeated
	// prompts to a thirtieth; deflate can go to 1,032 and zstd far beyond.
	freeDecoded  = 1 << 20
	largestRatio = 100
)

// errRatio: more comes out than a request can have.
var errRatio = errors.New("ingress: more comes out of the body than a request can have")

// unzipPools keep readers for the next body.
type unzipPools struct{ gzip, zlib, zstd sync.Pool }

// decode writes what c encodes in raw to dst, which charges what it keeps, and returns
// how many bytes that are. What decoding itself holds is charged to h meanwhile. An
// error of dst is returned as it is; others are errOverloaded, errRatio, or a
// *BodyError about the encoded bytes.
func (u *unzipPools) decode(c coding, raw, room []byte, h *hold, dst io.Writer) (int64, error) {
	src := bytes.NewReader(raw)
	defer src.Reset(nil) // a reader in a pool keeps no body
	var r io.Reader
	switch c {
	case gzipCoding:
		z, _ := u.gzip.Get().(*gzip.Reader)
		if z == nil {
			z = new(gzip.Reader)
		}
		defer u.gzip.Put(z)
		if z.Reset(src) != nil {
			return 0, badCoding(0, "gzip")
		}
		z.Multistream(false)
		r = z
	case deflateCoding:
		z, _ := u.zlib.Get().(io.ReadCloser)
		var err error
		if z == nil {
			z, err = zlib.NewReader(src)
		} else {
			err = z.(zlib.Resetter).Reset(src, nil)
		}
		if err != nil {
			return 0, badCoding(0, "deflate, in the format of zlib")
		}
		defer u.zlib.Put(z)
		r = z
	default:
		window, fault := checkZstd(raw)
		if fault != nil {
			return 0, fault
		}
		if !h.take(window) {
			return 0, errOverloaded
		}
		defer h.give(window)
		z, err := u.newZstd()
		if err != nil {
			return 0, err
		}
		defer u.zstd.Put(z)
		defer z.Reset(nil) // it has no error without a reader
		if z.Reset(src) != nil {
			return 0, badCoding(0, "zstd")
		}
		r = z
	}
	return pour(dst, r, src, room)
}

func (u *unzipPools) newZstd() (*zstd.Decoder, error) {
	if z, ok := u.zstd.Get().(*zstd.Decoder); ok {
		return z, nil
	}
	// Without concurrency it starts no goroutines, so one that a pool drops is gone.
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(largestWindow))
}

// pour writes what r makes of src to dst.
func pour(dst io.Writer, r io.Reader, src *bytes.Reader, room []byte) (done int64, err error) {
	size := src.Size()
	for {
		n, err := r.Read(room)
		if done += int64(n); done > freeDecoded+largestRatio*size {
			return done, errRatio
		}
		if n > 0 {
			if _, err := dst.Write(room[:n]); err != nil {
				return done, err
			}
		}
		at := int(size) - src.Len()
		switch {
		case err == io.EOF && src.Len() > 0: // a bytes.Reader is read no further than needed
			return done, badCoding(at, "nothing behind the encoded body")
		case err == io.EOF:
			return done, nil
		case err != nil:
			return done, badCoding(at, "what the Content-Encoding says")
		}
	}
}

func badCoding(at int, want string) *BodyError {
	return &BodyError{Cause: UnreadableBody, Offset: at, Want: want}
}
