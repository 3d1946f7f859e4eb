//go:build !race

package fuzz_test

const longestSuffix = 2
