# Every command does its own set-up; nothing needs to be installed by hand.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
GAME ?=

.PHONY: help play serve test test-fast lint law views catalogue protocol picture commands perft fuzz facts lines evenings secrecy wire-secrecy kill hostile arrivals witness sanitize \
	fuzz-native measure bench format clean
.DEFAULT_GOAL := help

help:            ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# The kernel is compiled and the law books are copied when the project is installed, so they count too.
NATIVE := CMakeLists.txt $(wildcard src/sheepfold/solver/native/* docs/rules/*.md)

$(VENV)/.play: pyproject.toml tools/setup.sh $(NATIVE)
	@PYTHON=$(PYTHON) sh tools/setup.sh $(VENV) . && touch $@

$(VENV)/.dev: pyproject.toml tools/setup.sh $(NATIVE)
	@PYTHON=$(PYTHON) sh tools/setup.sh $(VENV) '.[dev]' && touch $@ $(VENV)/.play

$(VENV)/.bench: $(VENV)/.dev
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]' && touch $@

$(VENV)/.table: $(VENV)/.play
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[table]' && touch $@

play: $(VENV)/.play     ## play in the terminal; GAME=grim skips the question
	@$(BIN)/sheepfold play $(GAME)

serve: $(VENV)/.table   ## serve tables over the network; PORT=8080, HOST=0.0.0.0
	@$(BIN)/sheepfold serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))

test: lint law   ## everything that must be green before a change lands
	$(BIN)/python -m pytest -n 2 --dist loadgroup

test-fast: $(VENV)/.dev ## the tests without those that are marked slow, and the five slowest of the rest
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m "not slow" --durations=5 tests README.md docs src/sheepfold

lint: $(VENV)/.dev      ## ruff, mypy --strict, the layers
	$(BIN)/ruff format --check src tests tools examples
	$(BIN)/ruff check src tests tools examples
	$(BIN)/mypy
	$(BIN)/lint-imports

law: $(VENV)/.dev       ## sentences of the law without a test, tests without a sentence
	$(BIN)/python tools/law.py

views: $(VENV)/.dev     ## write the golden view logs anew
	$(BIN)/python -m sheepfold.testing.viewlog --write

catalogue: $(VENV)/.dev ## write the generated part of the English catalogue anew
	$(BIN)/python -m sheepfold.testing.catalogue --write

picture: $(VENV)/.dev   ## draw the picture of README anew
	$(BIN)/python -m sheepfold.testing.picture --write

commands: $(VENV)/.dev  ## run every command of README and the documents in a fresh clone
	$(BIN)/python -m sheepfold.testing.commands

protocol: $(VENV)/.dev  ## write the schema, the declarations and the OpenAPI file of the table anew
	$(BIN)/python -m sheepfold.table.schema --write

perft: $(VENV)/.dev     ## count action sequences
	$(BIN)/python -m sheepfold.testing.perft tests/perft/*.perft

fuzz: $(VENV)/.dev      ## 100,000 random deals over random options
	$(BIN)/python -m sheepfold.testing.fuzz --deals 100000

facts: $(VENV)/.dev     ## 2,000 random deals per game settled from their facts, and random forms
	$(BIN)/python -m sheepfold.testing.facts --deals 2000

lines: $(VENV)/.dev     ## 2,000 random deals per game written as lines and read again, typing errors, random words
	$(BIN)/python -m sheepfold.testing.lines --deals 2000

evenings: $(VENV)/.dev  ## 2,000 random deals per game entered on a score sheet, beside the matches themselves
	$(BIN)/python -m sheepfold.testing.evenings --deals 2000

secrecy: $(VENV)/.dev   ## twin worlds, ten times as many as in the tests
	$(BIN)/python -m sheepfold.testing.secrecy --pairs 20000

wire-secrecy: $(VENV)/.dev ## twin worlds on the wire, 500 deals per game
	$(BIN)/python -m sheepfold.testing.wire_secrecy

kill: $(VENV)/.dev      ## kill the table server 100 times in the middle of deals
	$(BIN)/python -m sheepfold.testing.table_kills

hostile: $(VENV)/.dev   ## 100,000 hostile messages at the table server, and as many without its limits
	$(BIN)/python -m sheepfold.testing.hostile

arrivals: $(VENV)/.dev  ## arrival times of forced and free plays at a real server
	$(BIN)/python -m sheepfold.testing.arrivals

witness: $(VENV)/.dev   ## the kernel against the exhaustive oracle on 20,000 endings
	$(BIN)/python tools/witness.py --endings 20000

sanitize: $(VENV)/.dev  ## the solver's tests under AddressSanitizer and UBSan
	@sh tools/sanitize.sh $(VENV)

fuzz-native: $(VENV)/.dev ## ten minutes of random numbers at the compiled binding
	$(BIN)/python tools/fuzz_native.py --seconds 600

measure: $(VENV)/.dev   ## the figures of docs/strength.md into DIR (default: measured); hours, goes on where it stopped
	$(BIN)/python tools/measure.py $(or $(DIR),measured)

bench: $(VENV)/.bench   ## speed beside the peers, as ratios
	$(BIN)/sheepfold bench engine
	$(BIN)/sheepfold bench solver
	$(BIN)/sheepfold bench table

format: $(VENV)/.dev    ## put the code into shape
	$(BIN)/ruff format src tests tools examples
	$(BIN)/ruff check --fix src tests tools examples

clean:           ## remove what the other commands made
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
