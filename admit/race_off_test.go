//go:build !race

package admit_test

const underRace = false
