// Package tools pins the developer tools of hintcheck, apart from the library
// so that they never join its module graph. From the root of the repository:
//
//	go tool -modfile=tools/go.mod staticcheck ./...
//	go -C tools run ./schemacheck
//	.ci/mutants ./limits
package tools
