//go:build race

package main

// mostHex is the most hex digits of a golden case that TestGolden sends in small
// pieces. The detector makes each piece cost ten times as much.
const mostHex = 16 << 10
