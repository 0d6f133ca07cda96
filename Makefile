# TeachKit's build. `make help` lists the targets.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
FUZZ ?= 1000000
DAMAGES ?= 1000

# What `swift build` needs, and what the tests need besides (Debian package names).
BUILD_PACKAGES = git pkg-config libgit2-dev libssl-dev libutf8proc-dev libpcre2-dev \
  libmbedtls-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libminizip-dev libexpat1-dev tzdata bubblewrap
TEST_PACKAGES = zsh fish openssh-server python3 apache2-bin nginx-light fcgiwrap strace systemd cron \
  dbus libnotify-bin python3-dbusmock python3-vobject python3-pytest python3-openpyxl chromium

# The release binary stands in a tree of the same shape as an installed one, so that
# `../share/teachkit/templates` is beside it in both.
TREE = .build/teachkit
BINARY = $(TREE)/bin/teachkit

# Graders of others, in a virtual environment of Python.
PEERS = $(CURDIR)/.build/peers

# docs/decisions/linking.md explains how the release binary is linked.
STATIC = $(CURDIR)/.build/static
LINK = -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
  -Xlinker --no-export-dynamic \
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --icf=all \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xswiftc -L$(STATIC)
RELEASE = -c release --static-swift-stdlib $(LINK)

.NOTPARALLEL:
.PHONY: help build demo test install bench peers stress fuzz format completions clean \
  build-packages test-packages libstdc++

help: ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' Makefile | expand -t 14

build: build-packages libstdc++ ## the release binary, stripped: .build/teachkit/bin/teachkit
	$(SWIFT) build $(RELEASE) --product teachkit
	@mkdir -p $(TREE)/bin $(TREE)/share/teachkit
	@strip -o $(BINARY).new "$$($(SWIFT) build $(RELEASE) --show-bin-path)/teachkit"
	@mv $(BINARY).new $(BINARY)
	@ln -sfn ../../../../templates $(TREE)/share/teachkit/templates

demo: build ## build, then walk the whole circle with a demo school
	$(BINARY) demo

test: test-packages build ## build, then run every test with the release binary
	TEACHKIT="$(CURDIR)/$(BINARY)" $(SWIFT) test

install: | $(BINARY) ## binary, templates, completions and documents below DESTDIR/PREFIX
	install -D -m 755 $(BINARY) "$(DESTDIR)$(PREFIX)/bin/teachkit"
	mkdir -p "$(DESTDIR)$(PREFIX)/share/teachkit/templates"
	test ! -d templates || cp -R templates/. "$(DESTDIR)$(PREFIX)/share/teachkit/templates/"
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/doc/teachkit" README.md docs/*.md
	install -D -m 644 completions/teachkit.bash \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/teachkit"
	install -D -m 644 completions/_teachkit \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_teachkit"
	install -D -m 644 completions/teachkit.fish \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/teachkit.fish"

$(BINARY):
	$(MAKE) build

bench: build ## time the release binary, each figure beside git's on the same work
	$(SWIFT) build $(RELEASE) --product teachkit-bench
	@PEERS="$(PEERS)" "$$($(SWIFT) build $(RELEASE) --show-bin-path)/teachkit-bench" $(BINARY)

peers: ## get nbgrader and check50 from PyPI, for bench to measure beside
	@test -x $(PEERS)/bin/nbgrader || \
	  { python3 -m venv $(PEERS) && $(PEERS)/bin/pip install --quiet check50 nbgrader; }

stress: test-packages build ## races for one school, and a fault at every operation of every command
	RACES=100 FAULTS=1 STRESS=1 TEACHKIT="$(CURDIR)/$(BINARY)" \
	  $(SWIFT) test --filter 'RacingTests|FaultInjectionTests|DiskFaultTests'

fuzz: build ## mutated texts for the parser: FUZZ=1000000, and damaged Git files: DAMAGES=1000
	$(SWIFT) build $(RELEASE) --product plainyaml-fuzz
	@"$$($(SWIFT) build $(RELEASE) --show-bin-path)/plainyaml-fuzz" --count $(FUZZ) \
	  --keep .build/fuzz
	DAMAGES=$(DAMAGES) TEACHKIT="$(CURDIR)/$(BINARY)" $(SWIFT) test --filter DamageTests

format: ## format all Swift code in place
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

completions: build ## generate completions/ anew
	@mkdir -p completions
	$(BINARY) --generate-completion-script bash > completions/teachkit.bash
	$(BINARY) --generate-completion-script zsh > completions/_teachkit
	$(BINARY) --generate-completion-script fish > completions/teachkit.fish

clean: ## remove everything that was built
	rm -rf .build

# A folder where the linker finds the static C++ library and not the shared one.
libstdc++:
	@mkdir -p $(STATIC)
	@ln -sf "$$(clang -print-file-name=libstdc++.a)" $(STATIC)/libstdc++.a

build-packages:
	@.ci/packages $(BUILD_PACKAGES)

test-packages:
	@.ci/packages $(BUILD_PACKAGES) $(TEST_PACKAGES)
