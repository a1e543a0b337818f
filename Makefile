PYTHON := .venv/bin/python
READY := .venv/.ready
FOLDERS := $(wildcard src tests bench tools examples)

# How many tests run at a time; each file of tests stays in one process, and so do all browsers.
JOBS := 2

# Tests start many programs, each of which would else compile all sources first.
unexport PYTHONDONTWRITEBYTECODE

# mkdocs-material advertises its successor on every run.
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.PHONY: help setup page run test test-slow check format bench docs lock clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

setup: $(READY) ## Fill .venv with everything needed

$(READY): requirements.lock pyproject.toml
	python3 tools/setup.py
	@touch $@

page: setup ## Build the page again if web/ has changed
	@$(PYTHON) hatch_build.py

run: page ## Open the studio (ARGS="--help" shows its options)
	.venv/bin/motorium studio $(ARGS)

test: page ## Run all but the slow tests, a few minutes (ARGS go to pytest)
	@$(PYTHON) tools/browser.py
	@$(PYTHON) tools/tshark.py
	@$(PYTHON) tools/foreign_osc.py
	@$(PYTHON) tools/gltf_validator.py
	@$(PYTHON) tools/graphics.py
	$(PYTHON) -m pytest -m "not slow" -n $(JOBS) --dist loadgroup $(ARGS)
	$(PYTHON) hatch_build.py run test

test-slow: page ## Run the slow tests, within a time limit
	@$(PYTHON) tools/browser.py
	@$(PYTHON) tools/tshark.py
	@$(PYTHON) tools/foreign_osc.py
	@$(PYTHON) tools/gltf_validator.py
	@$(PYTHON) tools/graphics.py
	$(PYTHON) -m pytest -m slow $(ARGS)

check: page ## Check style, types and documentation
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy hatch_build.py $(FOLDERS) docs/pictures
	$(PYTHON) hatch_build.py run check
	$(PYTHON) hatch_build.py run lint
	$(PYTHON) -m mkdocs build --strict

format: setup ## Put code into the house format
	$(PYTHON) -m ruff check --fix --exit-zero .
	$(PYTHON) -m ruff format .
	$(PYTHON) hatch_build.py run format

bench: page ## Measure (ARGS="--help" shows what)
	.venv/bin/motorium bench $(ARGS)

docs: setup ## Serve the documentation, live
	$(PYTHON) -m mkdocs serve

lock: setup ## Resolve the newest allowed packages into the lock files
	$(PYTHON) -m pip install --quiet uv
	$(PYTHON) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --group dev \
		--no-emit-index-url --no-annotate --no-header --output-file requirements.lock pyproject.toml
	$(PYTHON) hatch_build.py install --package-lock-only --ignore-scripts

clean: ## Remove everything that was made here
	rm -rf .venv build dist site out web/node_modules src/motorium/studio/page
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find $(FOLDERS) -name __pycache__ -type d -exec rm -rf {} +
