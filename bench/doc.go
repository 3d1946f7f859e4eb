// Package bench runs hintcheck and its peers side by side, on the same bytes,
// in one go test run:
//
//	make bench                                # the table of ratios, from the root
//	go -C bench test -bench Check/.*/E64 .    # single figures
//
// It is a module of its own, so that no peer joins the module graph of the
// library. README.md says what is measured; what each peer does not check
// stands in package report, and TestSkips shows that it is so.
package bench
