// Command seedzip writes the seed corpora of the fuzz targets, made of the golden
// cases and the corpus.
//
//	go run ./fuzz/seedzip -out DIR            # DIR/FuzzX_seed_corpus.zip for every law X, for OSS-Fuzz
//	go run ./fuzz/seedzip -out DIR -wire v1   # for another builder; see fuzz.Wire
//	go run ./fuzz/seedzip -out DIR -files     # DIR/X/..., plain files for our libFuzzer entry
//
// DIR must be there.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/kvhints/hintcheck/fuzz"
)

func main() {
	out := flag.String("out", "", "the `folder` to write to")
	wire := flag.String("wire", string(fuzz.WireV2), "the form of the bytes: raw, v1 or v2")
	files := flag.Bool("files", false, "write plain files in the raw form, a folder for each law, and no zips")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	for _, law := range fuzz.Laws() {
		var err error
		if *files {
			err = writeFiles(filepath.Join(*out, law.Name), law.Name)
		} else {
			err = writeZip(filepath.Join(*out, "Fuzz"+law.Name+"_seed_corpus.zip"), law.Name, fuzz.Wire(*wire))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "seedzip:", err)
			os.Exit(1)
		}
	}
}

func writeZip(path, law string, wire fuzz.Wire) error {
	var z bytes.Buffer
	if err := fuzz.WriteSeeds(&z, law, wire); err != nil {
		return err
	}
	return os.WriteFile(path, z.Bytes(), 0o666)
}

func writeFiles(dir, law string) error {
	seeds, err := fuzz.Seeds(law)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, s := range seeds {
		if err := os.WriteFile(filepath.Join(dir, fuzz.SeedName(s)), s, 0o666); err != nil {
			return err
		}
	}
	return nil
}
