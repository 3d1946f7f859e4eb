//go:build !race

package decoder_test

const raceDetector = false

const mib = 1 << 20
