//go:build goexperiment.jsonv2

package fuzz

import "testing"

func FuzzJsontext(f *testing.F) {
	run(f, Jsontext, "[1.5,0,-0,\"\\ud800\\n\"] ", "[\"\xe2\x82\xac\xe2\x82\",18446744073709551616]", `{"a":1,"\u0061":[[]]}`, "[tru]", "{} {}")
}
