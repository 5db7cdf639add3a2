# The two commands of the README are `make demo` and `make test`.

# Packages for building on Debian 12, in addition to the Swift toolchain.
PACKAGES = git libc6-dev libstdc++-12-dev zlib1g-dev
# Packages for libraries of recordings and saved scenes (GRDB).
SQLITE_PACKAGES = libsqlite3-dev
# Packages for live devices; `make demo` and `make test-plain` need neither these nor SQLite.
LIVE_PACKAGES = libevdev-dev libinput-dev libudev-dev pkg-config
# Packages for their tests: mocked devices, and an example's loop on GLib.
MOCK_PACKAGES = umockdev gcc libglib2.0-dev pkg-config
# Packages for the test of JSON against its schemas.
SCHEMA_PACKAGES = python3 python3-jsonschema
# Packages for the tests of exports: Perfetto's trace processor runs in Node.js, and Tools/perfetto gets it.
EXPORT_PACKAGES = gdal-bin gpsbabel nodejs python3-pip
# Packages for running the plugin for libinput that `replay touchpad` writes.
LUA_PACKAGES = lua5.4
# Packages for playing touches in a browser.
BROWSER_PACKAGES = chromium chromium-driver python3-selenium python3-venv
# Packages for the compositor that is an example.
COMPOSITOR_PACKAGES = gcc libdrm-dev libpixman-1-dev libwayland-dev libwlroots-dev pkg-config wayland-protocols
# Packages for driving the HTML player in a browser, and for pictures as PNG.
PLAYER_PACKAGES = chromium chromium-driver python3-pip python3-selenium
PICTURE_PACKAGES = librsvg2-bin
# Packages for driving the terminal view.
TERMINAL_PACKAGES = procps tmux
# Packages for building the Python wheel and its tests.
PYTHON_PACKAGES = binutils gcc python3 python3-venv
# Packages for its tests with Spark.
SPARK_PACKAGES = openjdk-17-jre-headless
# Packages for testing the C interface from C.
C_PACKAGES = binutils g++ gcc libevdev-dev libinput-dev libudev-dev pkg-config python3 umockdev
# Packages for counting how work grows.
GROWTH_PACKAGES = binutils valgrind
# Packages for making a release, and for checking and trying it.
DIST_PACKAGES = $(PYTHON_PACKAGES) debhelper dpkg-dev pkg-config
TRY_PACKAGES = fish lintian man-db mandoc mmdebstrap python3-venv shellcheck zsh
VM_PACKAGES = busybox-static cpio kmod libinput-tools python3 qemu-system-x86 udev
# Packages for playing into libinput for another architecture, and for musl.
PLATFORM_PACKAGES = gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross libinput10 musl-tools qemu-user
# Packages for the benchmarks.
BENCH_PACKAGES = g++ gcc gpsd-clients libbox2d-dev libc6-dev libevemu-dev libgeographiclib-dev python3 \
  python3-yaml time valgrind

# Without it, SwiftPM passes -DLive and -DLibrary in an order that changes from call to call, and each
# change of the order compiles everything. The tests run without it, since their programs inherit it.
export SWIFT_DETERMINISTIC_HASHING = 1
TEST = env -u SWIFT_DETERMINISTIC_HASHING Tools/run-tests

# What the main build has: live devices and libraries of recordings.
TRAITS = Live,Library

.PHONY: bare browsers colors compositor demo dist evidence kills growth growth-quick hands library library-kills live memory-kills mutants \
  nightly package-index pictures player python python-debug python-spark scenes scenes-alone shapes terminal test test-platforms test-c test-plain test-fresh test-vm try try-dist tsan verdicts wheel \
  fuzz fuzz-short lint format docs bench bench-vm traces setup setup-live

# A debug build, for the first result; for long recordings, build with -c release. DEMO_BUILD has options of the build:
# with the traits of the main build, its program serves.
DEMO = checkmark.evemu double-tap.getevent long-press.evemu pan.evemu pinch-out.evemu rotate-clockwise.yml \
  swipe-up-three-fingers.evemu swipes.evemu tap-and-drag.evemu tap-two-fingers.yml
demo: setup
	@swift build --product replay $(DEMO_BUILD)
	@.build/debug/replay run $(addprefix Traces/,$(DEMO))

# replay with live devices.
live: setup-live
	@swift build -c release --product replay --traits $(TRAITS)

test: setup-live
	@Tools/setup $(MOCK_PACKAGES) $(SCHEMA_PACKAGES) $(EXPORT_PACKAGES) $(PICTURE_PACKAGES) $(LUA_PACKAGES)
	@Tools/perfetto || echo "The tests with Perfetto are skipped." >&2
	swift build --build-tests --disable-xctest --traits $(TRAITS)
	$(TEST) swift test --skip-build --disable-xctest --traits $(TRAITS)
	$(TEST) Tests/Mock/run swift test --skip-build --disable-xctest --traits $(TRAITS) --filter DevicesTests

# The tests of one target, without compiling the others: make try ONLY=ShapesTests FILTER=CornerFinder
ONLY = GesturesTests
FILTER = .
try: setup
	ONLY=$(ONLY) swift test --disable-xctest --scratch-path .build/try --filter '$(FILTER)'

# Kills recordings of live devices a thousand times (five minutes) and prints how many frames were missing.
kills: setup-live
	@Tools/setup $(MOCK_PACKAGES)
	swift build --build-tests --disable-xctest --traits $(TRAITS)
	KILLS=1000 Tests/Mock/run swift test --skip-build --disable-xctest --traits $(TRAITS) --filter KillTests

# The tests of the package of scenes, which depends on this one. SCENES_BUILD has options of the build: in the folder
# of the main build, nothing is compiled twice, but only after the plan of that build (debug.yaml) is removed, and all
# tests of this package are compiled again later.
SCENES = --package-path Examples/Scenes --disable-xctest
SCENES_LIVE = $(SCENES) --traits $(TRAITS) $(SCENES_BUILD)
scenes: setup-live
	@Tools/setup $(MOCK_PACKAGES) $(SCHEMA_PACKAGES)
	swift build --build-tests $(SCENES_LIVE)
	$(TEST) swift test --skip-build $(SCENES_LIVE)
	$(TEST) Tests/Mock/run swift test --skip-build $(SCENES_LIVE) --filter LiveSceneTests

# Each scene, copied alone into a fresh package.
scenes-alone: setup
	@Tools/setup $(SQLITE_PACKAGES)
	Examples/Scenes/test-alone

# Kills a program that saves a scene, a thousand times in each format (ten minutes), at random system calls, and
# prints which states were found.
memory-kills: setup
	@Tools/setup $(SQLITE_PACKAGES)
	swift build $(SCENES) --build-tests
	KILLS=1000 swift test $(SCENES) --skip-build --filter MemoryKillTests

# Kills a process that adds to a library, a thousand times, at random system calls, and prints what was left.
library-kills: setup-live
	swift build --build-tests --disable-xctest --traits $(TRAITS)
	KILLS=1000 swift test --skip-build --disable-xctest --traits $(TRAITS) --filter LibraryKillTests

# Under the thread sanitizer: threads of --jobs, live devices, and the library used from several tasks.
# The build takes minutes, so it is run by hand.
TSAN = --disable-xctest --traits $(TRAITS) --sanitize=thread --scratch-path .build/tsan
tsan: export TSAN_OPTIONS = suppressions=$(CURDIR)/Tests/thread-sanitizer.txt
tsan: setup-live
	@Tools/setup $(MOCK_PACKAGES)
	swift build --build-tests $(TSAN)
	.build/tsan/debug/replay check --jobs 4 Traces
	.build/tsan/debug/replay stress --jobs 4 Traces/swipes.evemu
	swift test --skip-build $(TSAN) --filter 'ConcurrentUse|ParallelWork|BackgroundQueue|LiveRecording|LiveReplay'
	Tests/Mock/run swift test --skip-build $(TSAN) --filter DevicesTests

# Drives the HTML player in headless Chromium; a test that cannot run is a failure.
player: setup-live
	@Tools/setup $(PLAYER_PACKAGES)
	swift build --product replay --traits $(TRAITS)
	STRICT=1 Tests/Player/run

# Plays the touches of every recording in headless Chromium; a test that cannot run is a failure.
browsers: setup-live
	@Tools/setup $(BROWSER_PACKAGES)
	swift build --product replay --traits $(TRAITS)
	STRICT=1 Tests/Browsers/run

# Builds the compositor in Examples, starts it headless, and plays touches into it.
compositor: setup-live
	@Tools/setup $(COMPOSITOR_PACKAGES)
	swift build --product replay --traits $(TRAITS)
	$(MAKE) --no-print-directory library PREFIX=$(CURDIR)/.build/libtouchstone
	PKG_CONFIG_PATH=$(CURDIR)/.build/libtouchstone/lib/pkgconfig \
	  $(MAKE) --no-print-directory -C Examples/Compositor BUILD=$(CURDIR)/.build/compositor
	python3 Examples/Compositor/test.py .build/compositor .build/compositor/screen.png
	.build/compositor/cost

# Drives the terminal view in tmux.
terminal: setup-live
	@Tools/setup $(TERMINAL_PACKAGES)
	swift build --product replay --traits $(TRAITS)
	Tests/Terminal/run

# The Python wheel, in .build/wheel: the package with the program and the library.
wheel: setup
	@Tools/setup $(PYTHON_PACKAGES) $(SQLITE_PACKAGES)
	swift build -c release --product replay --static-swift-stdlib --traits Library \
	  --scratch-path .build/static
	@$(MAKE) --no-print-directory library PREFIX=.build/prefix
	@Tools/wheel .build/static/release/replay .build/prefix .build/wheel

# Tests the wheel in a fresh virtual environment, .build/python. Tests with Spark are skipped.
python: wheel
	@Tools/test-python "$$(ls -t .build/wheel/touchstone_gestures-*.whl | head -n 1)"

# Tests the package in Python/ with the programs of the debug build, without building a wheel.
python-debug: setup-live
	@Tools/setup $(PYTHON_PACKAGES)
	swift build --product replay --traits $(TRAITS)
	swift build --product touchstone --traits $(TRAITS)
	@TOUCHSTONE_REPLAY=$(CURDIR)/.build/debug/replay TOUCHSTONE_LIBRARY=$(CURDIR)/.build/debug/libtouchstone.so \
	  Tools/test-python Python

# The wheel with Spark, which needs Java.
python-spark: wheel
	@Tools/setup $(SPARK_PACKAGES)
	@EXTRAS=pandas,spark Tools/test-python "$$(ls -t .build/wheel/touchstone_gestures-*.whl | head -n 1)"

# Remakes the pictures of the documentation, which a test compares.
pictures: setup
	UPDATE_PICTURES=1 swift test --disable-xctest --filter DocumentPictureTests

# The C interface, from C with sanitizers, and its examples (four minutes with nothing built).
test-c: setup-live
	@Tools/setup $(C_PACKAGES)
	@TRAITS=$(TRAITS) Tests/C/run

# What takes too long for each change: tests without live devices, faults of every command, kills by the thousand,
# libinput on other platforms, growth, long fuzzing, fresh packages, the wheel, Spark, and the release in a bare root
# (hours).
nightly: export NIGHTLY = 1
nightly:
	$(MAKE) test
	$(MAKE) demo test-plain
	$(MAKE) kills library-kills
	$(MAKE) scenes-alone memory-kills
	$(MAKE) growth
	$(MAKE) browsers test-platforms
	$(MAKE) fuzz-short fuzz
	$(MAKE) test-fresh package-index
	$(MAKE) python python-spark
	$(MAKE) dist try-dist

# Without live devices and the C libraries that they need.
test-plain: setup
	Tools/run-tests swift test --disable-xctest --traits Recordings --scratch-path .build/plain

# On a real kernel, in a virtual machine.
test-vm: setup-live
	@Tools/setup $(VM_PACKAGES)
	Tests/VM/run

# libinput for aarch64 under QEMU: the same replaced imports, log and events as on this machine. With musl, which
# loads no libraries, a program says so.
test-platforms:
	@Tools/setup $(PLATFORM_PACKAGES)
	Tests/Platforms/run

# As the Swift Package Index builds the package: with a triple, which compiles C without -fPIC, and without the C
# libraries for live devices.
package-index: setup
	swift build --triple "$$(uname -m)-unknown-linux-gnu" --traits Recordings --scratch-path .build/package-index

test-fresh: setup
	@Tools/test-fresh

# Coverage-guided fuzzing of every target for MINUTES in all; see docs/Fuzzing.md.
MINUTES = 10
fuzz: setup
	@Tools/setup $(SQLITE_PACKAGES)
	@MINUTES=$(MINUTES) Fuzz/run

# The same inputs each time.
fuzz-short: setup
	@Tools/setup $(SQLITE_PACKAGES)
	@RUNS=3000 Fuzz/run

# The README's two commands in a minimal Debian 12 root with only a Swift toolchain.
bare:
	@Tools/setup mmdebstrap
	Tools/bare

# libtouchstone, the C library, below PREFIX: make library PREFIX=/usr/local
PREFIX = .build/libtouchstone
library: setup
	@Tools/setup binutils
	Tools/library $(PREFIX)

# The archives and packages of a release, in dist/ (16 minutes of processor time); see docs/Installing.md.
dist: setup-live
	@Tools/setup $(DIST_PACKAGES)
	Tools/dist

# Checks what `make dist` has made, and tries it in a bare Debian 12 root without Swift.
try-dist:
	@Tools/setup $(TRY_PACKAGES)
	Tools/check-dist
	Tools/try-dist

SWIFT = Package.swift Sources Tests Examples Tools Benchmarks Fuzz Growth Mutants/Package.swift
lint:
	@Tools/setup git python3
	swift format lint -p -r --strict $(SWIFT)
	git ls-files '*.swift' | xargs Tools/wrap-comments --check
	git apply --check Mutants/faults/*.patch

format:
	swift format -i -r $(SWIFT)
	git ls-files '*.swift' | xargs Tools/wrap-comments

# The colors of pictures: differences for people with color blindness, and contrasts.
colors:
	@Tools/setup python3 python3-venv
	Tools/check-colors

docs: setup
	Tools/docs

# Fetches the recordings that the labels name (28.7 MB; announced first), and measures the tables of docs/Evidence.md on
# them; EVIDENCE="--list" announces only, and docs/Evidence.md has further options.
EVIDENCE =
evidence: setup-live
	@Tools/setup python3
	@case " $(EVIDENCE) " in *" --list "*) ;; *) swift build -c release --product replay --traits $(TRAITS);; esac
	@Tools/evidence $(EVIDENCE)

# How the work of the library and of each command grows with its input; fails where it grows faster.
growth: setup
	@Tools/setup $(GROWTH_PACKAGES)
	@Growth/run

growth-quick: setup
	@Tools/setup $(GROWTH_PACKAGES)
	@Growth/run --quick

# Puts faults into a copy of the library, one by one, and prints which of them the property tests find
# (ten minutes); see Mutants/README.md.
mutants: setup
	@Tools/setup git python3
	@Mutants/run

bench: setup
	@Tools/setup $(BENCH_PACKAGES)
	@swift package --package-path Benchmarks --allow-writing-to-package-directory benchmark \
	  --no-progress
	@Benchmarks/compare

# Benchmarks of live devices: on a real kernel in a virtual machine, and with a day of input.
bench-vm: setup-live
	@Tools/setup $(VM_PACKAGES) $(MOCK_PACKAGES) evemu-tools
	@Benchmarks/live-vm
	@Benchmarks/live-memory

setup:
	@Tools/setup $(PACKAGES)

setup-live:
	@Tools/setup $(PACKAGES) $(LIVE_PACKAGES) $(SQLITE_PACKAGES)

# Measures people's hands in ../shared/corpus and writes docs/data/hands-*.csv.
hands: setup
	UPDATE_HANDS=1 swift test --disable-xctest --filter CorpusNoiseTests

# Measures how well shapes are recognized in ../shared/data/strokes, beside peers, and writes
# docs/data/shapes*.csv.
shapes: setup
	swift run -c release --package-path Tools/MeasureShapes MeasureShapes docs/data

# Changes settings until recognized gestures are lost, and compares the verdicts with the changes, for the
# recordings in VERDICTS.
VERDICTS = Traces
verdicts: setup
	swift run -c release --package-path Tools/MeasureVerdicts MeasureVerdicts $(VERDICTS)

traces:
	swift run --package-path Tools/MakeTraces MakeTraces Traces
