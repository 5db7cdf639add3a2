"""Playing touches in a page; Tests/Browsers plays them in Chromium."""

from __future__ import annotations

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


def test_a_slow_hand_takes_longer() -> None:
    durations = []
    for hand in ("human", "slow"):
        page = Session()
        touchstone.play(page, "swipe left", hand=hand, speed=10)
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


def test_mistakes_are_errors() -> None:
    with pytest.raises(touchstone.Error, match="swip"):
        touchstone.play(Session(), "swip left")
    with pytest.raises(touchstone.OptionError):
        touchstone.play(Session(), "tap", speed=0)
    with pytest.raises(TypeError, match="expected a page"):
        touchstone.play(object(), "tap")
