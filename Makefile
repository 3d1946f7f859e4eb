# The targets print themselves: make, or make help.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

GO ?= go
# Extra flags for the test targets; CI sets -count=1 so that nothing is read
# from the test cache.
TESTFLAGS ?=
# Executions of each fuzz target: a count, so that a run can be repeated.
COUNT ?= 200000
# Which of the fuzz targets: a pattern.
TARGET ?= .
# Time for each benchmark: 20ms a round for bench, 1s for bench-all.
BENCHTIME ?=
# Rounds of bench, and more flags for it: -clock cpu where others use the machine.
ROUNDS ?= 10
BENCHFLAGS ?=
# The commit that bench-compare compares with; the last tag if it is not given.
REF ?=
# Packages whose mutants to run, and how many of each; 0 is all of them.
PKG ?= ./limits ./decoder ./admit ./admit/candidate
SAMPLE ?= 0
# The least statement coverage of the core, in percent.
COVERMIN ?= 97.0

STATICCHECK = $(GO) tool -modfile=tools/go.mod staticcheck
# Modules of their own that programs are made of, held to what the root is held to.
SHIPPED := $(patsubst %/go.mod,%,$(wildcard cmd/*/go.mod ingress/*/go.mod))
# Those and the modules that only developers need, tested along with the root.
NESTED := $(patsubst %/go.mod,%,$(wildcard */go.mod)) $(SHIPPED)

.PHONY: help test test-386 race vet lint fuzz libfuzzer bench bench-compare bench-all cover mutants golden repro cross ci ci-full

help: ## print this list
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## /{printf "  %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

test: ## run the tests of the root and the nested modules
	@for m in $(NESTED); do echo "$(GO) -C $$m test ./..."; $(GO) -C $$m test $(TESTFLAGS) ./...; done
	$(GO) test $(TESTFLAGS) ./...

race: ## run the tests under the race detector (needs a C compiler)
	@for m in . $(SHIPPED); do echo "$(GO) -C $$m test -race ./..."; CGO_ENABLED=1 $(GO) -C $$m test -race $(TESTFLAGS) ./...; done

test-386: ## run the tests on a 32-bit machine
	@for m in . $(SHIPPED); do echo "GOARCH=386 $(GO) -C $$m test ./..."; GOARCH=386 CGO_ENABLED=0 $(GO) -C $$m test $(TESTFLAGS) ./...; done

vet: ## go vet, root and nested modules
	$(GO) vet ./...
	@for m in $(NESTED); do echo "$(GO) -C $$m vet ./..."; $(GO) -C $$m vet ./...; done

lint: vet ## gofmt, go vet, staticcheck
	@unformatted=$$(gofmt -l $$(git ls-files --cached --others --exclude-standard '*.go')); \
	  if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	$(STATICCHECK) ./...
	@root=$$PWD; for m in $(NESTED); do echo "staticcheck $$m"; (cd $$m && $(GO) tool -modfile=$$root/tools/go.mod staticcheck ./...); done

fuzz: ## run every native fuzz target COUNT times
	@GO="$(GO)" COUNT="$(COUNT)" .ci/fuzz '$(TARGET)'

libfuzzer: ## build the laws for libFuzzer (needs clang): bin/libfuzzer
	@GO="$(GO)" .ci/libfuzzer

bench: ## the table of ratios: hintcheck and its peers on the same bytes
	$(GO) -C bench run ./cmd/ratios -rounds $(ROUNDS) -benchtime $(or $(BENCHTIME),20ms) $(BENCHFLAGS)

bench-compare: ## hintcheck's times now and at REF, by default the last tag
	@GO="$(GO)" REF="$(REF)" bench/compare -rounds $(ROUNDS) -benchtime $(or $(BENCHTIME),20ms) $(BENCHFLAGS)

bench-all: ## run the benchmarks of hintcheck's own packages
	@for m in . $(SHIPPED); do $(GO) -C $$m test -run '^$$' -bench . -benchmem -benchtime $(or $(BENCHTIME),1s) ./...; done

cover: ## statement coverage; fails when the core is under COVERMIN
	@GO="$(GO)" COVERMIN="$(COVERMIN)" .ci/cover

mutants: ## mutation testing of the core: PKG, and SAMPLE mutants of each
	@GO="$(GO)" SAMPLE="$(SAMPLE)" .ci/mutants $(PKG)

golden: ## regenerate the golden cases; fails when they change
	$(GO) run ./internal/casegen
	@changed=$$(git status --porcelain -- golden); \
	  if [ -n "$$changed" ]; then git --no-pager diff --stat -- golden; echo "golden differs from what is committed:"; echo "$$changed"; exit 1; fi

repro: ## build the command in two folders and compare the bytes
	@GO="$(GO)" .ci/repro

cross: ## vet and build for a 32-bit and an arm64 machine
	@for arch in 386 arm64; do for m in . $(SHIPPED); do \
	  echo "GOARCH=$$arch $(GO) -C $$m vet, build"; \
	  GOARCH=$$arch CGO_ENABLED=0 $(GO) -C $$m vet ./...; \
	  GOARCH=$$arch CGO_ENABLED=0 $(GO) -C $$m build -o /dev/null ./...; \
	done; done

ci: ## what a change has to pass
	.ci/run

ci-full: ## the above and the long jobs
	.ci/run full
