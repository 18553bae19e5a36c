PY := .venv/bin/python
WORKERS = $(shell expr $$(getconf _NPROCESSORS_ONLN || echo 1) + 1)  # one more than there are cores, since some tests wait
PYTEST = $(PY) -m pytest -n $(WORKERS)
unexport PYTHONDONTWRITEBYTECODE  # containers set it, and every process of the tests would compile all sources again

.DEFAULT_GOAL := help
.PHONY: help play serve test test-all coverage check static format book site release-check bench bench-web tables transcripts pictures clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1 \2/p' Makefile | \
		while read -r make target text; do printf '%s %-12s %s\n' "$$make" "$$target" "$$text"; done

play: ## open the game menu; ARGS="light-cycle --p2 random" starts a duel
	@sh scripts/setup play
	@$(PY) -m gridduels $(if $(ARGS),play $(ARGS)) || :

serve: ## play in the browser; ARGS="--port 8080" goes to gridduels serve
	@sh scripts/setup serve
	@$(PY) -m gridduels serve $(ARGS)

test: ## run the tests; ARGS="-k board" goes to pytest
	@sh scripts/setup dev
	$(if $(ARGS),,sh scripts/page test)
	$(PYTEST) $(ARGS)

test-all: test ## run the tests, then the heavy ones: PyTorch, JAX, Ray, Firefox
	@sh scripts/setup all
	$(PYTEST) -m heavy $(ARGS)

coverage: ## run the tests and report which lines of the package they cover
	@sh scripts/setup dev
	$(PYTEST) --cov --cov-report=term:skip-covered $(ARGS)

check: static test ## run all checks for a change: format, lint, types, tests

static: ## check format, lint, wording and types
	@sh scripts/setup dev
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) scripts/phrases.py
	$(PY) -m mypy $(wildcard src book tools tests benchmarks examples scripts/*.py website)
	sh scripts/page check

format: ## format the code, sort the imports
	@sh scripts/setup dev
	$(PY) -m ruff check --select I --fix .
	$(PY) -m ruff format .
	sh scripts/page format

bench: ## run the benchmarks
	@sh scripts/setup bench
	$(PY) benchmarks $(ARGS)

bench-web: ## run the web server's benchmarks
	@sh scripts/setup bench
	$(PY) benchmarks web fairness $(ARGS)

book: ## write the book of the five duels; ARGS="--quick" goes to python -m book
	@sh scripts/setup dev
	$(PY) -m book $(ARGS)

site: ## build the site, a folder for any static host
	@sh scripts/setup site
	$(PY) website/build.py $(ARGS)

release-check: ## build a release and test it in an empty environment
	@sh scripts/setup release
	$(PY) scripts/release_check.py

tables: ## rebuild the tables shipped with the package, after a change of rules
	@sh scripts/setup dev
	$(PY) -m tools.tables

transcripts: ## rewrite the golden transcripts
	@sh scripts/setup dev
	$(PY) -m tests.transcripts.regenerate

pictures: ## take the pictures of the docs again
	@sh scripts/setup dev
	$(PY) -m tests.screenshots.pictures

clean: ## remove the environment, caches and builds
	rm -rf .venv node_modules .hypothesis .mypy_cache .pytest_cache .ruff_cache .coverage* build dist
	find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || :
