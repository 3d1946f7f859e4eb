package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/kvhints/hintcheck/golden"
)

// render writes a file so that a reader and a diff can follow it: one line a
// member, each member's value on that line.
func render(f golden.File) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("{\n")
	whole := reflect.ValueOf(f)
	for i := range whole.NumField() {
		name, _, _ := strings.Cut(whole.Type().Field(i).Tag.Get("json"), ",")
		if name == "cases" {
			continue
		}
		if err := renderMember(&out, "  ", name, whole.Field(i).Interface()); err != nil {
			return nil, err
		}
		out.WriteString(",\n")
	}
	out.WriteString("  \"cases\": [\n")
	for i, c := range f.Cases {
		if err := renderCase(&out, c); err != nil {
			return nil, err
		}
		if i < len(f.Cases)-1 {
			out.WriteString(",")
		}
		out.WriteString("\n")
	}
	out.WriteString("  ]\n}\n")
	return out.Bytes(), nil
}

func renderCase(out *bytes.Buffer, c golden.Case) error {
	out.WriteString("    {\n")
	fields := reflect.ValueOf(c)
	separator := ""
	for i := range fields.NumField() {
		name, options, _ := strings.Cut(fields.Type().Field(i).Tag.Get("json"), ",")
		if options == "omitempty" && fields.Field(i).IsZero() {
			continue
		}
		out.WriteString(separator)
		separator = ",\n"
		if err := renderMember(out, "      ", name, fields.Field(i).Interface()); err != nil {
			return err
		}
	}
	out.WriteString("\n    }")
	return nil
}

// renderMember writes one member without the comma after it. Maps get a line
// for each of their members, in the order of names.
func renderMember(out *bytes.Buffer, indent, name string, v any) error {
	data, err := marshal(v)
	if err != nil {
		return err
	}
	if kind := reflect.ValueOf(v).Kind(); kind == reflect.Map {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(data, &members); err != nil {
			return err
		}
		var lines []string
		for _, key := range sortedKeys(members) {
			lines = append(lines, fmt.Sprintf("%s  %q: %s", indent, key, members[key]))
		}
		fmt.Fprintf(out, "%s%q: {\n%s\n%s}", indent, name, strings.Join(lines, ",\n"), indent)
		return nil
	}
	fmt.Fprintf(out, "%s%q: %s", indent, name, data)
	return nil
}

// marshal is json.Marshal without the escapes that are for HTML.
func marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(out.Bytes()), nil
}
