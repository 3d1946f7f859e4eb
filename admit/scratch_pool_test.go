package admit

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/kvhints/hintcheck/limits"
)

// TestLargeScratchIsNotKept: what stays of an envelope between calls is bounded
// by 1 MiB of text, whatever the limits. No caller can see it, so that this test
// is inside the package.
func TestLargeScratchIsNotKept(t *testing.T) {
	const most = 1 << 20
	text := func(n int) []byte { return append(bytes.Repeat([]byte{' '}, n-2), "[]"...) }
	reader := func(n int) io.Reader { return bytes.NewReader(text(n)) }
	broken := func(n int) io.Reader {
		return io.MultiReader(reader(n), iotest.ErrReader(errors.New("broken")))
	}
	for _, row := range []struct {
		judge  func(a *Authority)
		kept   bool
		reason string
	}{
		{func(a *Authority) { a.Admit(text(100), Trusted) }, true, "as most are"},
		{func(a *Authority) { a.Admit(text(most), Trusted) }, true, "exactly 1 MiB"},
		{func(a *Authority) { a.Admit(text(most+1), Trusted) }, false, "one byte more"},
		{func(a *Authority) { a.Admit(text(2*most), Untrusted) }, true, "not read, so that no scratch grew"},
		{func(a *Authority) { a.Admit(text(3*most+1), Trusted) }, true, "oversized: not read either"},
		{func(a *Authority) { a.AdmitReader(reader(most), Trusted) }, true, "exactly 1 MiB from a reader"},
		{func(a *Authority) { a.AdmitReader(reader(most+1), Trusted) }, false, "one byte more"},
		{func(a *Authority) { a.AdmitReader(reader(most+1), Untrusted) }, false, "not parsed, but collected"},
		{func(a *Authority) { a.AdmitReader(broken(most+1), Trusted) }, false, "no verdict, but collected"},
		{func(a *Authority) { a.AdmitReader(strings.NewReader(""), Trusted) }, true, "nothing"},
	} {
		lim, err := limits.New(limits.MaxBytes(3 * most))
		if err != nil {
			t.Fatal(err)
		}
		kept := false
		// A sync.Pool may drop what it is given, and does so at random under the
		// race detector, but it never gives what it was not given.
		for range 20 {
			a := NewAuthority(lim)
			row.judge(a)
			kept = kept || a.pool.pool.Get() != nil
		}
		if kept != row.kept {
			t.Errorf("scratch kept %t, want %t: %s", kept, row.kept, row.reason)
		}
	}
}
