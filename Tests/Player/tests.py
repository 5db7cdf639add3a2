"""Tests of the player: each opens a page in Chromium, does what a person does, and looks at what the page shows."""

import json
import os
import pathlib
import sys
import traceback

import test_answers
import test_events
import test_pages
import test_time
from browser import Browser
from checks import OUTPUT, Skipped

MODULES = [test_time, test_events, test_answers, test_pages]

# Whether a test that cannot run here is a failure.
IS_STRICT = os.environ.get("STRICT") == "1"

# Tests that make the console complain.
MAY_COMPLAIN = {"forbids_everything_that_is_not_in_the_file"}


def run(browser, name, test):
    """"passed", "failed" or "skipped"; the console has to stay empty."""
    try:
        test(browser)
        messages = browser.errors()
        assert name in MAY_COMPLAIN or not messages, f"the console says {json.dumps(messages)}"
    except Skipped as reason:
        print(f"skipped  {name.replace('_', ' ')}: {reason}")
        return "skipped"
    except Exception as error:  # pylint: disable=broad-except
        line = traceback.extract_tb(error.__traceback__)[1:2] or traceback.extract_tb(error.__traceback__)[:1]
        print(f"FAILED   {name.replace('_', ' ')}: {error} ({pathlib.Path(line[0].filename).name}:{line[0].lineno})")
        return "failed"
    print(f"passed   {name.replace('_', ' ')}")
    return "passed"


def main(names):
    OUTPUT.mkdir(parents=True, exist_ok=True)
    tests = {name.removeprefix("test_"): value for module in MODULES for name, value in vars(module).items()
             if name.startswith("test_")}
    chosen = {name: test for name, test in tests.items() if not names or any(part in name for part in names)}
    if not chosen:
        print(f"no test has a name with {' or '.join(names)}")
        return 64
    browser = Browser()
    browser.size(1280, 800)
    try:
        results = []
        for name, test in chosen.items():
            results.append(run(browser, name, test))
            browser.errors()
    finally:
        browser.close()
    counts = [f"{results.count(kind)} {kind}" for kind in ("passed", "failed", "skipped")]
    print(f"player: {', '.join(counts)}")
    return 1 if "failed" in results or (IS_STRICT and "skipped" in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
