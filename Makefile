# The two commands of the README are `make demo` and `make test`.

# What building on Debian 12 needs beside the Swift toolchain.
PACKAGES = git libc6-dev libstdc++-12-dev zlib1g-dev
# What the comparison with other parsers needs.
BENCH_PACKAGES = gcc libc6-dev libevemu-dev python3 python3-yaml time

.PHONY: demo test test-fresh lint format docs bench traces setup

demo: setup
	@swift build -c release --product replay
	@.build/release/replay run Traces

test: setup
	swift test --disable-xctest

test-fresh: setup
	@Tools/test-fresh

lint:
	swift format lint -r --strict Package.swift Sources Tests Examples Tools Benchmarks

format:
	swift format -i -r Package.swift Sources Tests Examples Tools Benchmarks

docs: setup
	Tools/docs

bench: setup
	@Tools/setup $(BENCH_PACKAGES)
	@swift package --package-path Benchmarks --allow-writing-to-package-directory benchmark \
	  --no-progress
	@Benchmarks/compare

setup:
	@Tools/setup $(PACKAGES)

traces:
	swift run --package-path Tools/MakeTraces MakeTraces Traces
