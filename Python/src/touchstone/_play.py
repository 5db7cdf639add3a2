"""Playing touches in a page of Chromium, through the Chrome DevTools Protocol."""

from __future__ import annotations

import inspect
import json
import os
import time
from collections.abc import Callable
from typing import Any

from ._commands import script
from ._errors import OptionError
from ._process import convert
from ._sources import Recording

# CSS pixels per millimetre on a phone: 163 per inch, as of a point of UIKit.
_PIXELS_PER_MM = 163 / 25.4

# The speed of a slow hand. Slower ones no longer tap twice within the time of a double tap.
_SLOW = 0.6

_Call = Callable[[str, dict[str, Any]], Any]


def play(
    page: Any,
    gesture: str | os.PathLike[str] | Recording,
    *,
    hand: str = "human",
    box: tuple[float, float, float, float] | None = None,
    speed: float = 1,
) -> None:
    """Play a gesture in a page of Chromium, which takes it for one on a touchscreen.

    It returns when the last finger has lifted. Works with pages and CDP sessions of Playwright's
    synchronous interface, and with drivers of Selenium.

    Args:
        page: The page, session or driver.
        gesture: A script, as in `"swipe left fingers 3"`, whose touchscreen is the page or the
            box and measures 163 CSS pixels an inch; the path of a recording; or a `Recording`.
            A recording is centred, as large as its shape allows.
        hand: The hand of a script: `human`, `perfect`, `shaky`, `person 17`, each as in
            `"human seed 7"`; or `slow`, a human one at 0.6 of the speed.
        box: A part of the page, as left, top, width and height in CSS pixels, such as the bounding
            box of an element.
        speed: How many times as fast.

    Raises:
        OptionError: An option has a value that cannot be used.
        Error: The script has a mistake, or the recording cannot be read.

    >>> class Page:
    ...     def send(self, method, params):
    ...         if method == "Runtime.evaluate":
    ...             return {"result": {"value": [390, 844, 1]}}
    ...         print(params["type"])
    >>> play(Page(), "tap", hand="perfect", speed=100)
    touchStart
    touchEnd
    """
    if hand == "slow":
        hand, speed = "human", speed * _SLOW
    call, close = _session(page)
    try:
        left, top, width, height = box or (0, 0, *_view(call)[:2])
        if min(width, height) < 1 or speed <= 0:
            raise OptionError(f"box is {box!r}, speed {speed!r}: expected an area and a speed")
        if isinstance(gesture, str):
            size = f"{width / _PIXELS_PER_MM:.3f}x{height / _PIXELS_PER_MM:.3f}mm"
            gesture = script(f"size {size}\ndevice touchscreen\nhand {hand}\n{gesture}\n")
        elif isinstance(gesture, os.PathLike):
            with open(gesture, "rb") as file:
                gesture = Recording(file.read(), os.fspath(gesture))
        area = f"--box={round(left)},{round(top)},{round(width)}x{round(height)}px"
        lines = convert(
            "export", gesture.data, ["--to-format=cdp", area, f"--speed={speed}", "-o", "-"]
        )
        _play(call, lines)
    finally:
        close()


def _play(call: _Call, lines: bytes) -> None:
    start = time.time()
    for line in map(json.loads, lines.splitlines()):
        time.sleep(max(0, start + line["time_s"] - time.time()))
        # Chromium takes positions for those of the zoomed page; fingers are on the screen.
        _, _, scale = _view(call)
        params = line["params"]
        points = [
            {**point, "x": point["x"] / scale, "y": point["y"] / scale}
            for point in params["touchPoints"]
        ]
        # The page sees the recorded time, even if the call is late.
        times = {"timestamp": start + line["time_s"]}
        call(line["method"], {**params, "touchPoints": points, **times})


def _session(page: Any) -> tuple[_Call, Callable[[], Any]]:
    """Return what calls a method of the protocol, and what ends that."""
    if hasattr(page, "execute_cdp_cmd"):
        return page.execute_cdp_cmd, lambda: None
    session = page
    if not hasattr(page, "send"):
        if not hasattr(page, "context"):
            raise TypeError(f"expected a page, a CDP session or a driver, found {page!r}")
        session = page.context.new_cdp_session(page)
    if inspect.isawaitable(session) or inspect.iscoroutinefunction(session.send):
        if inspect.iscoroutine(session):
            session.close()
        raise TypeError("expected a page of Playwright's synchronous interface")
    return session.send, (lambda: None) if session is page else session.detach


def _view(call: _Call) -> tuple[float, float, float]:
    """Return the size of the page's viewport in CSS pixels, and the scale of the browser's zoom."""
    expression = "[innerWidth, innerHeight, visualViewport.scale]"
    answer = call("Runtime.evaluate", {"expression": expression, "returnByValue": True})
    width, height, scale = answer["result"]["value"]
    return width, height, scale
