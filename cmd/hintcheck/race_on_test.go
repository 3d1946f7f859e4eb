//go:build race

package main

// raceDetector makes TestGolden smaller: the detector makes each byte cost ten
// times as much.
const raceDetector = true
