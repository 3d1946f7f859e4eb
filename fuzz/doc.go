// Package fuzz holds what must never break: native fuzz targets, properties and
// state machines of the core, and the entry for libFuzzer. It has no code for
// users; start the tests with
//
//	go test ./fuzz
//
// The samples of the properties follow from one seed. HINTCHECK_SEED takes
// another, HINTCHECK_PROPERTY_RUNS sets how many samples each property gets; a
// property that fails prints both with the smallest sample that it found.
package fuzz
