package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// check validates every case file of dir and returns how many there were. The
// error joins what is wrong with each file.
func check(dir string) (int, error) {
	schemaPath := filepath.Join(dir, "schema.json")
	doc, err := readJSON(schemaPath)
	if err != nil {
		return 0, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat() // a "format" that nobody checks is decoration
	// The name is only an identity: nothing is loaded from it.
	const identity = "urn:hintcheck:golden-schema"
	if err := compiler.AddResource(identity, doc); err != nil {
		return 0, fmt.Errorf("%s: %w", schemaPath, err)
	}
	schema, err := compiler.Compile(identity)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", schemaPath, err)
	}

	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return 0, err
	}
	n := 0
	var faults []error
	for _, file := range files {
		if filepath.Base(file) == "schema.json" {
			continue
		}
		n++
		doc, err := readJSON(file)
		if err == nil {
			err = schema.Validate(doc)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", file, err))
		}
	}
	if n == 0 {
		faults = append(faults, fmt.Errorf("%s: no case files", dir))
	}
	return n, errors.Join(faults...)
}

func readJSON(path string) (any, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return doc, nil
}
