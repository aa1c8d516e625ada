# make demo   build and run the pipeline on the built-in sample, ends with a report to open
# make test   build and run all tests
# make build  the release binary: build/release/src/app/evidence-mcp
# make bench  the benchmarks
# make docs   regenerate the tables of the README from schemas/
.PHONY: demo test build bench docs format install clean help

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
BINARY := build/release/src/app/evidence-mcp
QUESTION ?= Does metformin slow cognitive decline in Alzheimer disease?

help:
	@sed -n 's/^# //p' Makefile

build:
	@scripts/setup.sh build
	@cmake --preset release
	@cmake --build --preset release -j $(JOBS)
	@echo "built $(BINARY)"

demo: build
	@$(BINARY) run "$(QUESTION)" --sample --out demo
	@echo
	@echo "Open demo/report.html in a browser."

test:
	@scripts/setup.sh test
	@cmake --preset ci
	@cmake --build --preset ci -j $(JOBS)
	@ctest --preset ci -j $(JOBS)

bench:
	@scripts/setup.sh test
	@cmake --preset bench
	@cmake --build --preset bench -j $(JOBS)
	@bench/run.sh build/bench

docs:
	@python3 scripts/generate_docs.py

format:
	@git ls-files 'src/*.?pp' 'tests/*.?pp' 'bench/*.?pp' | xargs clang-format -i

clean:
	rm -rf build demo
