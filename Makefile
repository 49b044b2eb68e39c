# make demo: set up and run the main job.  make test: set up and run all checks.  make bench: compare with peers.
# make test-slow: what takes longer: threads, forks, full disks, kills, published robots, long comparisons; and much by shared kernels.
# make wheel: build sdist and wheel into dist/, and try the wheel in an environment of its own.
# make player: bundle the player of runs (player/) into the package; needs node and npm.
# make peers: compare with five engines at once, in an environment of their own; OPTIONS=--quick for a short run.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml

# what has to pass by shared kernels, too, and not only by own code, the users' default
CORE := $(addprefix tests/,simulation loops statics linear reach studies gym export forces live)

PEERS := .venv-peers
WHEEL := .venv-wheel

.PHONY: demo test test-slow check wheel player bench peers clean

demo: $(VENV)/.installed
	$(BIN)/python examples/demo.py --output demo

test: $(VENV)/.tested-with check
	$(BIN)/python -m pytest -n 2 --dist loadgroup

test-slow: $(VENV)/.tested-slowly-with
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m slow
	BOUGH_CODE=shared $(BIN)/python -m pytest -n 2 --dist loadgroup $(CORE)

check: $(VENV)/.tested-with
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

wheel: $(VENV)/bin/python
	$(BIN)/python -m pip install -q build
	rm -rf dist $(WHEEL)
	$(BIN)/python -m build --outdir dist
	$(PYTHON) -m venv $(WHEEL)
	$(WHEEL)/bin/python -m pip install -q "$$(echo dist/*.whl)[cli]"
	BOUGH_CACHE=$(WHEEL)/kernels $(WHEEL)/bin/python -I .ci/try_wheel.py

player:
	cd player && npm ci && node build.mjs

bench: $(VENV)/.tested-with
	$(BIN)/python -m pip install -q -e ".[bench]"
	$(BIN)/python benchmarks/run.py

peers: $(PEERS)/.installed
	$(PEERS)/bin/python benchmarks/peers/run.py $(OPTIONS)

$(PEERS)/.installed: $(SOURCES) benchmarks/peers/install.py
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python benchmarks/peers/install.py
	touch $@

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python $(SOURCES)
	$(BIN)/python -m pip install -q -e ".[all]"
	touch $@

$(VENV)/.tested-with: $(VENV)/bin/python $(SOURCES)
	$(BIN)/python -m pip install -q -e ".[all,test]"
	touch $@ $(VENV)/.installed

$(VENV)/.tested-slowly-with: $(VENV)/.tested-with
	$(BIN)/python -m pip install -q -e ".[all,test,slow]"
	touch $@

clean:
	rm -rf $(VENV) $(PEERS) $(WHEEL) dist demo
