//go:build !race

package main

const mostHex = 2 << 20
