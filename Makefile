# make demo   build and run the pipeline on the built-in sample, ends with a report to open
# make test   build and run all tests
# make build  the release binary: build/release/src/app/evidence-mcp
# make bench  the benchmarks
# make bench-quality   answers held against gold data (EV_EVAL_DIR), built or installed binary
# make attack  hostile texts, requests, faults, cancellations and accidents in full, one table (up to 20 minutes)
# make oracle  the figures of metafor that pooling is held against, made anew (needs R)
# make train   fit the learnt models anew (TRAIN_DATA=folder with the labelled sets)
# make docs   regenerate the tables of the README from schemas/
# make lint   compile every header of src/ by itself
.PHONY: demo test build bench bench-quality attack oracle train docs format lint clean help

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
	@ctest --preset ci -j $$((3 * $(JOBS)))   # many wait more than they compute

bench:
	@scripts/setup.sh test
	@cmake --preset bench
	@cmake --build --preset bench -j $(JOBS)
	@bench/run.sh build/bench

# No build: whatever is built or installed is measured (BINARY=… for another).
bench-quality:
	@bench/quality.sh $(BINARY)

# What the tests run in a short form; ends with one table. Some need the shared records and the simulator of the services.
ATTACKED := evidence-mcp attack_growth attack_cancellation attack_injection
attack:
	@scripts/setup.sh test
	@cmake --preset ci
	@cmake --build --preset ci -j $(JOBS) --target $(ATTACKED)
	@python3 tests/attack/whole.py build/ci

oracle:
	@scripts/setup.sh oracle
	@Rscript tests/oracle/metafor.R tests/fixtures/synthesis

# The binary's own feature functions write the features; scikit-learn fits.
train:
	@scripts/setup.sh test train
	@cmake --preset bench -DEV_TRAIN=ON
	@cmake --build --preset bench -j $(JOBS) --target train_features
	@train/make.sh build/bench $(or $(TRAIN_DATA),../shared/train)

docs:
	@python3 scripts/generate_docs.py

format:
	@git ls-files 'src/*.?pp' 'tests/*.?pp' 'bench/*.?pp' | xargs clang-format -i

# Every header by itself: the builds are unity builds and would not show a missing include.
lint:
	@cmake -S . -B build/alone -G Ninja -DCMAKE_BUILD_TYPE=Debug -DEV_WERROR=ON -DEV_TESTS=OFF >/dev/null
	@python3 tests/structure/check_alone.py build/alone $(JOBS)

clean:
	rm -rf build demo
