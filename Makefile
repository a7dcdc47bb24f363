# Two commands do everything on a machine with Python >= 3.11, make and git:
#   make play   set up, and play a game against bots
#   make test   set up, and run the tests that need nothing else
# `make test-all` adds the tests that need system packages (see .ci/run for which), `make check` the linters.
# `make texts` collects the texts for people into the catalogues of other languages.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PYTEST := $(BIN)/python -m pytest

.PHONY: play test test-all check format texts clean

play: $(READY)
	@$(BIN)/p2puno play

test: $(READY)
	$(PYTEST) -n auto --dist worksteal -m "not system"

# They wait for real clocks most of the time, one of them for a minute and a half: each worker takes one at a time.
test-all: test
	$(PYTEST) -n 3 --dist load --maxschedchunk 1 -m system

check: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Versions are pinned by constraints.txt, so that a fresh clone gets what was tested.
$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "p2puno needs Python 3.11 or newer: make PYTHON=python3.x")'
	@echo "Setting up $(VENV); this takes a moment the first time ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

# Collects the texts for people anew and brings the catalogues of other languages up to date.
texts: $(READY)
	$(BIN)/python -m p2puno.language.collect

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
