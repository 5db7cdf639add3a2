"""What the tests of the player have in common."""

import pathlib

import samples

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUTPUT = ROOT / ".build" / "player"

LANES = ".lane-canvas"


class Skipped(Exception):
    """A test that cannot run here, with the reason."""


def near(value, expected, tolerance=0.0011):
    assert abs(value - expected) <= tolerance, f"{value} is not {expected}"


def equal(value, expected):
    assert value == expected, f"{value!r} is not {expected!r}"


def point(browser, time, lane_y, end=4.2, selector=LANES):
    """The position in the window of a time and a height in the lanes, when all of the time is shown."""
    left, top, width, _ = browser.box(selector)
    return left + width * time / end, top + lane_y


def swipes(browser):
    browser.open(samples.page([samples.swipes()]))
