//go:build race

package decoder_test

// raceDetector makes the exhaustive tests smaller: they run in one goroutine,
// where the detector has nothing to find and costs a factor of ten and more.
const raceDetector = true

// mib stands for a mebibyte.
const mib = 1 << 14
