# “make” alone lists what there is. The work is done by the scripts in Scripts/, each of which explains itself: --help.

.DEFAULT_GOAL := help
.PHONY: help run run-alarmclock demo demo-ui test test-browser prove soak bench bench-alarmclock bench-server bench-queries bench-sync bench-ui bench-wire simulate mutants format lint docs install setup
# ARGS is handed on as the shell reads it: make run ARGS='add "Paper boat regatta"'
ARGS ?=

help: ## Say what can be made
	@printf 'SwiftData off Apple, and the app IdeaBox on it.\n\n'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 26
	@printf '\nFirst steps:\n  make test\n  make run ARGS='"'"'add "Paper boat regatta"'"'"'\n  make run\n'

run: ## Build ideabox and open it in the browser; with ARGS, run that command
	@Scripts/run -- $(ARGS)

demo: ## Play two devices and a server: changes both ways, a conflict, an offline spell
	@Scripts/demo -- $(ARGS)

run-alarmclock: ## Build alarmclock and open it in the browser; with ARGS, run that command
	@Scripts/run --product alarmclock -- $(ARGS)

demo-ui: ## Show IdeaBox in the browser on two devices, with a server between them
	@Scripts/demo-ui -- $(ARGS)

test: ## Build and run all tests (ARGS='--filter Name' for some)
	@Scripts/test $(ARGS)

test-browser: ## Test pages in a real browser (ARGS='ideabox' for those of IdeaBox)
	@Scripts/test-browser $(ARGS)

bench: ## Measure beside raw SQLite, GRDB and SQLAlchemy; fail above a limit
	@Scripts/bench -- $(ARGS)

bench-wire: ## Measure CloudKit's JSON beside Foundation's; fail below ten times its speed
	@Scripts/bench-wire

bench-server: ## Measure cloudkit-server beside Kinto; fail below what it must do
	@Scripts/bench-server -- $(ARGS)

bench-queries: ## Measure first pages of queries on 100,000 records; fail above 20 ms
	@Scripts/bench-queries -- $(ARGS)

bench-sync: ## Measure sync over real processes; fail above what it may take
	@Scripts/bench-sync -- $(ARGS)

bench-alarmclock: ## Measure AlarmClock over 10,000 alarms; fail above what it may take
	@Scripts/bench-alarmclock -- $(ARGS)

bench-ui: ## Measure IdeaBox's pages in a browser; fail above what they may take
	@Scripts/bench-ui -- $(ARGS)

prove: ## Run the long checks of a release: more rounds, seeds, zones and kills (ARGS='zones' for a part)
	@Scripts/prove $(ARGS)

soak: ## Run devices, pages and servers for an hour, killed again and again (ARGS='--minutes 4')
	@Scripts/soak -- $(ARGS)

simulate: ## Simulate devices and faults: SEEDS=10000 of them, or SEED=n told in full
	@SEEDS="$(SEEDS)" SEED="$(SEED)" Scripts/simulate -- $(ARGS)

mutants: ## Show that the simulation finds each fault that is put in on purpose
	@Scripts/mutants -- $(ARGS)

format: ## Format all Swift source
	@Scripts/format

lint: ## Check the format of all Swift source
	@Scripts/lint

docs: ## Build the reference of the libraries, warnings as errors
	@Scripts/docs

install: ## Install ideabox, alarmclock and cloudkit-server under PREFIX; the prefix can be moved
	@Scripts/install "$(PREFIX)"

setup: ## Install what is missing on this machine; the others do it by themselves
	@Scripts/setup
