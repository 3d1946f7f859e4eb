//go:build !race

package decoder_test

const raceDetector = false
