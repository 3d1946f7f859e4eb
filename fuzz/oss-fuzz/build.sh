#!/bin/bash -eu
fuzz/oss-fuzz-build.sh
