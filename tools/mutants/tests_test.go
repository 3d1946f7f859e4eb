package main

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPlan(t *testing.T) {
	got, err := plan(`=== RUN   TestSlow
--- PASS: TestSlow (2.50s)
    --- PASS: TestSlow/sub (2.50s)
=== RUN   TestQuick
--- PASS: TestQuick (0.04s)
--- PASS: TestRow (0.01s)
--- PASS: TestMiddle (0.50s)
--- PASS: FuzzSeeds (0.02s)
=== RUN   ExampleNew
--- PASS: ExampleNew (0.00s)
PASS
`)
	if err != nil {
		t.Fatal(err)
	}
	want := []step{
		{[]string{"TestRow", "ExampleNew"}, 10 * time.Millisecond},
		{[]string{"TestQuick", "FuzzSeeds"}, 60 * time.Millisecond},
		{[]string{"TestMiddle"}, 500 * time.Millisecond},
		{[]string{"TestSlow"}, 2500 * time.Millisecond},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(step{})); diff != "" {
		t.Errorf("quick ones in tiers, then by time (-want +got):\n%s", diff)
	}
	if got := want[0].pattern(); got != "^(TestRow|ExampleNew)$" {
		t.Errorf("pattern %q", got)
	}
	if _, err := plan("PASS\n"); err == nil {
		t.Error("a package without tests would let every mutant live; want an error")
	}
}
