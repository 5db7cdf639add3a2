"""Playing touches in a page; Tests/Browsers plays them in Chromium."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import touchstone


class Session:
    """A CDP session of a page of 390 x 844 pixels that keeps the calls."""

    def __init__(self, scale: float = 1) -> None:
        self.calls: list[dict[str, Any]] = []
        self.scale = scale

    def send(self, method: str, params: dict[str, Any]) -> Any:
        if method == "Runtime.evaluate":
            return {"result": {"value": [390, 844, self.scale]}}
        assert method == "Input.dispatchTouchEvent"
        self.calls.append(params)
        return {}


class Driver(Session):
    """A driver of Selenium."""

    execute_cdp_cmd = Session.send
    send = None  # type: ignore[assignment]


@pytest.mark.parametrize("make", [Session, Driver])
def test_a_script_is_played_at_its_pace(make: type[Session]) -> None:
    page = make()
    touchstone.play(page, "swipe left", hand="perfect", speed=20)
    assert [call["type"] for call in (page.calls[0], page.calls[-1])] == ["touchStart", "touchEnd"]
    times = [call["timestamp"] for call in page.calls]
    assert times == sorted(times)
    first, last = (call["touchPoints"][0] for call in (page.calls[0], page.calls[-2]))
    assert 390 > first["x"] > last["x"] + 60 > 60
    assert abs(first["y"] - 422) < 5


@pytest.mark.parametrize("seed", ["", " seed 3"])
def test_a_slow_hand_takes_longer(seed: str) -> None:
    durations = []
    for hand in ("human", "slow"):
        page = Session()
        touchstone.play(page, "swipe left", hand=hand + seed, speed=10)
        durations.append(page.calls[-1]["timestamp"] - page.calls[0]["timestamp"])
    assert durations[1] == pytest.approx(durations[0] / 0.6, rel=0.01)


def test_fingers_stay_on_the_screen_while_the_browser_zooms_the_page() -> None:
    points = []
    for scale in (1, 2):
        page = Session(scale)
        touchstone.play(page, "tap", hand="perfect", speed=100)
        points.append(page.calls[0]["touchPoints"][0])
    assert points[0]["x"] == 2 * points[1]["x"]
    assert points[0]["y"] == 2 * points[1]["y"]


def test_a_recording_fills_a_box() -> None:
    page = Session()
    touchstone.play(page, Path("Traces/tap.evemu"), box=(100, 200, 100, 70), speed=10)
    point = page.calls[0]["touchPoints"][0]
    assert 100 < point["x"] < 200 < point["y"] < 270


def test_a_box_may_be_the_bounding_box_of_an_element() -> None:
    boxes: list[Any] = [{"x": 90.5, "y": 20, "width": 40, "height": 50.25}, (90.5, 20, 40, 50.25)]
    points = []
    for box in boxes:
        page = Session()
        touchstone.play(page, "tap", hand="perfect", box=box, speed=100)
        points.append(page.calls[0]["touchPoints"])
    assert points[0] == points[1]
    assert 90 < points[0][0]["x"] < 131


def test_a_path_that_ends_in_touch_is_a_script_whose_settings_count(tmp_path: Path) -> None:
    path = tmp_path / "two.touch"
    path.write_text("# Two taps\nhand perfect\ntap 10,20\ntap 10,20\n")
    page = Session()
    touchstone.play(page, path, hand="shaky", speed=100)
    starts = [call["touchPoints"][0] for call in page.calls if call["type"] == "touchStart"]
    assert len(starts) == 2
    assert starts[0]["x"] == starts[1]["x"]
    path.write_text("tap\nfingers\n")
    with pytest.raises(touchstone.Error, match=rf"^{path}:2:\d+: expected"):
        touchstone.play(Session(), path)


def test_mistakes_are_errors() -> None:
    with pytest.raises(touchstone.Error, match=r'^-:2:1: .*"swip"'):
        touchstone.play(Session(), "tap\nswip left")
    with pytest.raises(TypeError, match="expected a page"):
        touchstone.play(object(), "tap")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        *(({"speed": speed}, "a factor from 0.001 to 1000") for speed in (0, 5000, 1e-5, math.nan)),
        ({"hand": "quick"}, r"^expected one of human, shaky.* \"quick\""),
        ({"box": {"x": 1, "y": 2}}, "box is .*: expected x, y, width, height"),
        ({"box": (0, 0, 0, 10)}, "box is .*: expected x, y, width, height"),
    ],
)
def test_options_that_cannot_be_used_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(touchstone.OptionError, match=message):
        touchstone.play(Session(), "tap", **options)
