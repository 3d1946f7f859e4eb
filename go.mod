module github.com/kvhints/hintcheck

go 1.25.0

require (
	github.com/fxamacker/cbor/v2 v2.10.0
	github.com/google/go-cmp v0.7.0
	github.com/klauspost/compress v1.19.1
	github.com/leanovate/gopter v0.2.11
	github.com/vmihailenco/msgpack/v5 v5.4.1
)

require (
	github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect
	github.com/x448/float16 v0.8.4 // indirect
)
