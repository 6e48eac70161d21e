# The house's commands. `make` alone lists them. Everything lives in $(VENV); nothing else on the machine changes,
# but that `make test` brings Chromium by apt where there is none and it may.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
OLDEST ?= $(firstword $(wildcard /usr/bin/python3.11) $(PYTHON))
VENV   ?= .venv
HOST   ?= 127.0.0.1
PORT   ?= 8866
SITE   ?= site

BIN      := $(VENV)/bin
PIP      := $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALL  := $(PIP) install --constraint constraints.txt
PYTEST   := $(BIN)/pytest -p no:nbval --ignore tests/publish
BACKEND  := hatchling editables
CHAPTERS  = $(wildcard chapters/*.ipynb)
WORKERS  ?= auto

.DEFAULT_GOAL := help
.PHONY: help serve publish test test-publish lint bench bench-web chapters dev lock clean browser npm

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: $(VENV)/.serve  ## read the book at http://127.0.0.1:8866 (PORT= and HOST= change it)
	$(BIN)/companion serve --host $(HOST) --port $(PORT)

publish: $(VENV)/.serve npm  ## the live book as plain files for any web host, in site/ (SITE= changes it)
	COMPANION_CACHE=$(abspath $(VENV))/cache $(BIN)/companion publish $(SITE)

test: lint browser  ## everything that has to pass: checks, engine, page in a browser, chapters
	rm -f .coverage .coverage.*
	$(PYTEST) -m "not browser and not served" -n $(WORKERS) --dist loadfile --cov --cov-report=
	@if command -v chromium >/dev/null; then \
	  set -x; $(PYTEST) -m "browser or served" --cov --cov-append --cov-report=; \
	else \
	  set -x; $(PYTEST) -m "served and not browser" --cov --cov-append --cov-report=; \
	fi
	$(BIN)/coverage report --fail-under=75
	$(BIN)/pytest --nbval -p no:cov $(CHAPTERS)
	@command -v chromium >/dev/null || { echo "make test: passed, but there is no Chromium here. LEFT OUT were:"; \
	  $(PYTEST) -m browser --collect-only --quiet; }

test-publish: $(VENV)/.test browser npm  ## the static edition in Chromium and Firefox, which takes a while
	$(BIN)/pytest -p no:nbval tests/publish

lint: $(VENV)/.test  ## style, types, import directions, notebooks in normal form
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m widgets.execute --check $(CHAPTERS)

bench: $(VENV)/.test  ## our odds beside icepool, dyce and a NumPy simulation, with ratios
	$(BIN)/python -m tests.bench

bench-web: $(VENV)/.test browser  ## our page beside stock Voilà's, in one run: text, touch, bytes, memory, answers
	$(BIN)/python -m tests.bench.web
	@! command -v npm >/dev/null || { set -x; $(BIN)/python -m tests.bench.static; }

chapters: $(VENV)/.test  ## run the chapters anew and store their results in normal form
	$(BIN)/python -m widgets.execute $(CHAPTERS)

dev: $(VENV)/.test  ## what an author wants besides: JupyterLab and the commit hooks
	$(INSTALL) --no-build-isolation --editable '.[lab,test,dev]'
	$(BIN)/pre-commit install

lock:  ## renew constraints.txt: the newest versions that pyproject.toml allows, from a fresh environment
	rm -rf $(VENV)-lock
	$(OLDEST) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip --disable-pip-version-check --quiet install '.[lab,test,dev]'
	$(VENV)-lock/bin/python -m pip check
	{ sed '/^[^#]/,$$d' constraints.txt; \
	  $(VENV)-lock/bin/python -m pip freeze --exclude rulebook-companion; } > $(VENV)-lock/constraints.txt
	mv $(VENV)-lock/constraints.txt constraints.txt
	rm -rf $(VENV)-lock

clean:  ## remove the environment and all that was built or measured
	rm -rf $(VENV) $(VENV)-lock dist build site .coverage .coverage.* htmlcov .ci/artefacts
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find companion widgets chapters tests -depth \( -name __pycache__ -o -name .ipynb_checkpoints \) -exec rm -r {} +

# Set-up, done once: a stamp in the environment is older than pyproject.toml or constraints.txt only if it is due again.

$(VENV)/.venv:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.serve: $(VENV)/.venv pyproject.toml constraints.txt
	$(INSTALL) $(BACKEND)
	$(INSTALL) --no-build-isolation --editable .
	touch $@

$(VENV)/.test: $(VENV)/.serve
	$(INSTALL) --no-build-isolation --editable '.[lab,test]'
	touch $@

npm:
	@command -v npm >/dev/null || ! command -v apt-get >/dev/null || [ "$$(id -u)" != 0 ] || { \
	  echo "make: no npm here, bringing it by apt"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends npm >/dev/null; }

browser:
	@if command -v chromium >/dev/null; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  echo "make test: no Chromium here, bringing it by apt"; \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; } || \
	  echo "make test: apt could not bring Chromium; the tests marked 'browser' will be LEFT OUT"; \
	else \
	  echo "make test: no Chromium here and no right to install it (as root: apt-get install chromium);"; \
	  echo "make test: the tests marked 'browser' will be LEFT OUT"; \
	fi
