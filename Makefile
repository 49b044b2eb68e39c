# make demo: set up and run the main job.  make test: set up and run all checks.  make bench: compare with peers.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml

.PHONY: demo test check bench clean

demo: $(VENV)/.installed
	$(BIN)/python examples/demo.py --output demo

test: $(VENV)/.tested-with check
	$(BIN)/python -m pytest -n 2

check: $(VENV)/.tested-with
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.tested-with
	$(BIN)/python -m pip install -q -e ".[bench]"
	$(BIN)/python benchmarks/run.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python $(SOURCES)
	$(BIN)/python -m pip install -q -e .
	touch $@

$(VENV)/.tested-with: $(VENV)/bin/python $(SOURCES)
	$(BIN)/python -m pip install -q -e ".[test]"
	touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) demo
