#!/usr/bin/env bash
# Builds the native targets for OSS-Fuzz, which runs this in its own image and
# gives OUT and the compile command. A target is left out if it needs an experiment
# of Go or stands in another package than ./fuzz: the compile command finds a target
# by its name in one file, and cannot read helpers of external test packages.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${OUT:?the folder for the fuzzers}"

module=$(go list -m)
built=0
while read -r package name experiment; do
  if [ "$package" != ./fuzz ] || [ -n "$experiment" ]; then
    continue
  fi
  compile_native_go_fuzzer_v2 "$module/fuzz" "$name" "$name"
  # The command prints and exits 0 when it does not find a target.
  if [ ! -s "$OUT/$name" ]; then
    echo "$name was not built" >&2
    exit 1
  fi
  cp fuzz/hint.dict "$OUT/$name.dict"
  cp fuzz/oss-fuzz.options "$OUT/$name.options"
  built=$((built + 1))
done < <(grep -v '^#' fuzz/targets.txt)
[ "$built" -gt 0 ]

# That build drops the first byte of a seed: the form is v2.
go run ./fuzz/seedzip -wire v2 -out "$OUT"
echo "$built fuzzers"
