// Package houserules holds the tests of the project's own habits: who may
// import what, no mutable package state in the core, file length, no machine
// paths, and that every test that SECURITY.md names exists.
//
//	go test ./internal/houserules
//
// A rule stands in one table, with its reason: table_test.go. A package
// without a row there fails, so that a new package starts with a decision.
package houserules
