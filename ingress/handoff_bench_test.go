package ingress_test

import (
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/ingress"
)

func BenchmarkCheckHandoff(b *testing.B) {
	blocks := "[[" + strings.TrimSuffix(strings.Repeat("123456,", 8000), ",") + "]]"
	for _, row := range []struct{ name, value string }{
		{"NIXL", `{"do_remote_prefill":true,"do_remote_decode":false,"remote_block_ids":` + blocks + `,"remote_engine_id":"e-0","remote_request_id":"cmpl-1","remote_host":"10.0.0.7","remote_port":5600,"tp_size":8,"remote_num_tokens":128000}`},
		{"unknown members", `{` + strings.TrimSuffix(strings.Repeat(`"unknownfie":1,`, 70000), ",") + `}`},
		{"entries", `{"` + strings.Repeat("a", 64) + `":{}` + strings.Repeat(`,"0123456789abcdef":{"peer_port":"65535"}`, 25000) + `}`},
		{"nothing", `{}`},
	} {
		name := "kv_transfer_params"
		if row.name == "entries" {
			name = "ec_transfer_params"
		}
		b.Run(row.name, func(b *testing.B) {
			b.SetBytes(int64(len(row.value)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ingress.CheckHandoff(name, []byte(row.value)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
