# Two commands do everything on a machine with Python 3.11+ and make: `make run` and `make test`.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command 'make lock'
PYTEST := $(BIN)/python -m pytest
# How many tests run at once. Where they wait for processes, sockets and browsers, two a core.
CORES := $(shell cores=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); test $$cores -gt 8 && echo 8 || echo $$cores)
WORKERS ?= $(CORES)
CHECK_WORKERS ?= $(shell test $(CORES) -gt 4 && echo 8 || echo $$((2 * $(CORES))))
# The name of a file says which tests run it: test_*.py all, check_*.py `make check`, thorough_*.py `make thorough`.
IN_CHECK := -n $(CHECK_WORKERS) --dist loadgroup -o python_files='test_*.py check_*.py'
# Play that is generated or killed at random; `make thorough` tries ten times as much of it.
# Suites that run on PostgreSQL too: in `make check` the essential tests, with a tenth of the generated play, and the kills.
# (tests/db names its engines.)
SUITES_ON_A_SERVER := tests/ledger tests/tables tests/portability tests/privacy
KILLS := tests/ledger/check_killed.py tests/e2e/check_crash.py
GENERATED := $(wildcard tests/laws/test_laws.py tests/laws/test_autopilots.py tests/tables/test_any_*.py tests/tables/*/test_any_*.py \
	tests/ledger/test_any_*.py tests/leaks/check_*.py tests/e2e/check_crash.py tests/ledger/check_killed.py \
	tests/tables/undo/check_undo_at_any_moment.py tests/privacy/check_forgotten_histories.py)
PAGE := playground/page/static
# Biome comes for Linux on x86-64; elsewhere the page's files are left as they are, and a line says so.
biome = @if test -x $(BIN)/biome; then echo "$(BIN)/biome $(1) $(PAGE)" && $(BIN)/biome $(1) --colors=off $(PAGE); \
	else echo "Biome isn't made for this machine: the page's JavaScript and CSS are not checked."; fi

.PHONY: run charts docs test check thorough format lock bench vendor emoji fonts screenshots
.DELETE_ON_ERROR:

run: $(VENV)/.run-ready
	@exec $(BIN)/python -m bot

# What /wallet chart and /ledger chart draw with; the next chart finds it, without a new start.
charts: $(VENV)/.run-ready requirements-charts.txt
	@$(PIP) install --require-hashes -r requirements-charts.txt

# The documents as a searchable site, build/site. Links and anchors that lead nowhere end it with an error.
docs: $(VENV)/.run-ready requirements-docs.txt
	@$(PIP) install --require-hashes -r requirements-docs.txt
	@$(BIN)/python -m tools.site

test: $(VENV)/.ready
	@GENERATED_PLAY=0.25 $(PYTEST) -n $(WORKERS) --dist loadgroup

check: $(VENV)/.ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python -m tools.wording
	$(BIN)/python -m tools.reference
	$(call biome,ci)
	$(BIN)/basedpyright
	$(BIN)/lint-imports
	@GENERATED_PLAY=0.1 $(PYTEST) -n $(CHECK_WORKERS) --dist loadgroup --engine=postgresql $(SUITES_ON_A_SERVER) $(KILLS)
	@$(PYTEST) $(IN_CHECK)

# Hours: statistics, ten times the generated play, fifty kills, the lowest versions of all packages, other Pythons.
thorough: $(VENV)/.ready
	@$(PYTEST) -n $(WORKERS) --dist loadgroup -o python_files='thorough_*.py'
	@GENERATED_PLAY=10 $(PYTEST) -n $(WORKERS) --dist loadgroup $(GENERATED)
	@$(PYTEST) $(IN_CHECK) --engine=postgresql $(SUITES_ON_A_SERVER) tests/campaigns tests/e2e/check_crash.py
	@$(BIN)/python -m tools.lowest
	@for python in python3.12 python3.13; do \
		if $$python -c '' 2>/dev/null; then $(MAKE) --no-print-directory VENV=build/$$python PYTHON=$$python test || exit 1; \
		else echo "There is no $$python here: its tests are left out."; fi; done

format: $(VENV)/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(call biome,check --write)

# Versions stay where they are as far as pyproject.toml allows; `make lock UPGRADE=--upgrade` takes the newest.
lock: $(VENV)/.ready
	$(COMPILE) $(UPGRADE) pyproject.toml -o requirements.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --extra charts --extra metrics --extra postgres --extra speed -c requirements.txt -o requirements-charts.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --extra images --extra metrics --extra postgres --extra speed -c requirements.txt -o requirements-images.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --extra docs -c requirements.txt -o requirements-docs.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --extra dev -c requirements.txt -o requirements-dev.txt

bench: $(VENV)/.ready
	@$(BIN)/python -m bench

# The page's libraries as one file, from the versions in tools/vendor/package-lock.json; needs node and npm.
vendor:
	cd tools/vendor && npm ci --ignore-scripts --no-audit --no-fund && node build.mjs

# The pictures of dice and cards, from the drawings in bot/images and cogs/*/pictures.py.
emoji: $(VENV)/.ready
	@$(BIN)/python -m tools.emoji

# The fonts of the boards, cut out of matplotlib's.
fonts: $(VENV)/.ready
	@$(BIN)/python -m tools.fonts

screenshots: $(VENV)/.ready
	@$(BIN)/python -m tools.screenshots

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Shadowport needs Python 3.11 or newer, and none was found." \
		"If it lives elsewhere: make PYTHON=/path/to/python ..." >&2; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.run-ready: requirements-images.txt | $(BIN)/python
	@echo "Installing what the bot needs"
	@$(PIP) install --require-hashes -r requirements-images.txt
	@touch $@

$(VENV)/.ready: requirements-dev.txt pyproject.toml | $(BIN)/python
	@echo "Installing what the bot and its tests need"
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/.run-ready
