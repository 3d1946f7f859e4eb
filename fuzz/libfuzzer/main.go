//go:build libfuzzer && cgo

// Command libfuzzer is the entry for libFuzzer: an archive that clang links with
// -fsanitize=fuzzer. make libfuzzer builds it; the law is chosen when it starts:
//
//	HINTCHECK_LAW=Admission bin/libfuzzer -dict=fuzz/hint.dict CORPUS
package main

// #include <stddef.h>
// #include <stdint.h>
import "C"

import (
	"fmt"
	"os"
	"unsafe"

	"github.com/kvhints/hintcheck/fuzz"
)

// law is set once, before the first input.
var law fuzz.Law

// LLVMFuzzerInitialize chooses the law. libFuzzer calls it once.
//
//export LLVMFuzzerInitialize
func LLVMFuzzerInitialize(argc *C.int, argv ***C.char) C.int {
	name := os.Getenv("HINTCHECK_LAW")
	for _, l := range fuzz.Laws() {
		if l.Name == name {
			law = l
			return 0
		}
	}
	fmt.Fprintf(os.Stderr, "HINTCHECK_LAW=%q is no law; the laws are:\n", name)
	for _, l := range fuzz.Laws() {
		fmt.Fprintf(os.Stderr, "  %-13s %s\n", l.Name, l.About)
	}
	os.Exit(2)
	return 0
}

// LLVMFuzzerTestOneInput tries the law on one input. A law that breaks is a
// panic, so that libFuzzer keeps the input.
//
//export LLVMFuzzerTestOneInput
func LLVMFuzzerTestOneInput(data *C.uint8_t, size C.size_t) C.int {
	// A copy: the memory is libFuzzer's, and it ends where the input ends.
	input := C.GoBytes(unsafe.Pointer(data), C.int(size))
	if err := law.Check(input); err != nil {
		panic(fmt.Sprintf("%s: %v", law.Name, err))
	}
	return 0
}

func main() {}
