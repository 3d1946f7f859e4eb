//go:build race

package fuzz_test

// longestSuffix of TestExhaustive: the detector has nothing to find in it and
// makes it ten times as slow.
const longestSuffix = 1
