# make play    build the site and serve it at http://localhost:8000/ (PORT=8001 for another port)
# make site    build only: site/ can be copied to any static host, under any path
# make test    everything that must hold: lint, types, tests, and the built site in a browser
# make bench   measure the built site against its budgets
# make shots   pictures of every screen, in build/shots
# make icons   draw the PNG icons anew from the SVG ones
# make clean   remove what was built and fetched
#
# Needed: Python 3.11 or later, Node 20 or later with npm, make. The rest is fetched and pinned.

.PHONY: play site test bench shots icons clean
.DELETE_ON_ERROR:

PORT ?= 8000
PYTHON ?= python3
export PYTHONPATH := py

play: site
	@$(PYTHON) -m lab.serve site --port $(PORT)

site: node_modules/.stamp
	@$(PYTHON) -m lab.site

test: node_modules/.stamp .venv/.stamp
	@.venv/bin/python -m lab.check

bench: site .venv/.stamp
	@.venv/bin/python -m lab.budgets

shots: site .venv/.stamp
	@.venv/bin/python -m lab.chromium && .venv/bin/python -m lab.shots

icons: .venv/.stamp
	@.venv/bin/python -m lab.icons

node_modules/.stamp: package.json package-lock.json .npmrc
	npm ci
	@touch $@

.venv/.stamp: requirements-test.txt
	$(PYTHON) -m venv --clear .venv
	.venv/bin/pip install --quiet --disable-pip-version-check -r requirements-test.txt
	@touch $@

clean:
	rm -rf node_modules .venv build site
