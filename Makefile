# The house's commands. `make` alone lists them. Everything lives in $(VENV); nothing else on the machine changes,
# but that `make test` and `make publish` bring what they need by apt (browsers, npm) where it is missing and they may.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
OLDEST ?= $(firstword $(wildcard /usr/bin/python3.11) $(PYTHON))
VENV   ?= .venv
HOST   ?= 127.0.0.1
PORT   ?= 8866
SITE   ?= site

BIN      := $(VENV)/bin
PIP      := $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALL  := $(PIP) install --constraint constraints.txt
PYTEST   := $(BIN)/pytest -p no:nbval
BACKEND  := hatchling editables
CHAPTERS  = $(wildcard chapters/*.ipynb)
WORKERS  ?= auto

# What only some tests need, by the mark that these tests bear (tests/conftest.py); and the marks whose need is not met.
NEEDED   := browser published firefox
browser   = $(shell command -v chromium)
published = $(shell command -v npm)
firefox   = $(shell command -v firefox-esr || command -v firefox)
LEFT_OUT  = $(strip $(foreach mark,$(NEEDED),$(if $($(mark)),,$(mark))))

.DEFAULT_GOAL := help
.PHONY: help serve publish test lint bench bench-web chapters dev lock clean chromium npm firefox-esr

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: $(VENV)/.serve  ## read the book at http://127.0.0.1:8866 (PORT= and HOST= change it)
	$(BIN)/companion serve --host $(HOST) --port $(PORT)

publish: $(VENV)/.serve npm  ## the live book as plain files for any web host, in site/ (SITE= changes it)
	COMPANION_CACHE=$(abspath $(VENV))/cache $(BIN)/companion publish $(SITE)

test: lint chromium npm firefox-esr  ## everything that has to pass: checks, engine, pages in browsers, chapters
	rm -f .coverage .coverage.*
	$(PYTEST) -m "not browser and not served and not published" -n $(WORKERS) --dist loadfile --cov --cov-report=
	$(PYTEST) -m "(browser or served or published)$(LEFT_OUT:%= and not %)" -n $(WORKERS) --dist loadfile \
	  --cov --cov-append --cov-report=
	$(BIN)/coverage report --fail-under=75
	$(BIN)/pytest --nbval -p no:cov $(CHAPTERS)
	@for mark in $(LEFT_OUT); do \
	  echo "make test: passed, but what the tests marked '$$mark' need is not on this machine. LEFT OUT were:"; \
	  $(PYTEST) -m "$$mark" --collect-only --quiet; \
	done

lint: $(VENV)/.test  ## style, types, import directions, notebooks in normal form
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m widgets.execute --check $(CHAPTERS)

bench: $(VENV)/.test  ## our odds beside icepool, dyce and a NumPy simulation, with ratios
	$(BIN)/python -m tests.bench

bench-web: $(VENV)/.test chromium npm  ## our pages beside stock Voilà's, plain Pyodide's and Voici's, in two runs
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

# What tests and builds need besides Python, brought by apt where it is missing, there is an apt, and we are root.
chromium npm firefox-esr:
	@command -v $@ >/dev/null || ! command -v apt-get >/dev/null || [ "$$(id -u)" != 0 ] || { \
	  echo "make: no $@ here, bringing it by apt"; \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends $@ fonts-dejavu-core >/dev/null; } || \
	  echo "make: apt could not bring $@"; }
