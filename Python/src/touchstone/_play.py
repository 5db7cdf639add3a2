"""Playing touches in a page of Chromium, through the Chrome DevTools Protocol."""

from __future__ import annotations

import inspect
import json
import math
import os
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from ._commands import script
from ._errors import Error, OptionError
from ._process import convert
from ._sources import Recording

# CSS pixels per millimetre on a phone: 163 per inch, as of a point of UIKit.
_PIXELS_PER_MM = 163 / 25.4

# The speed of a slow hand. Slower ones no longer tap twice within the time of a double tap.
_SLOW = 0.6

# The keys of a box, as in Playwright's.
_SIDES = ("x", "y", "width", "height")

_Call = Callable[[str, dict[str, Any]], Any]


def play(
    page: Any,
    gesture: str | os.PathLike[str] | Recording,
    *,
    hand: str = "human",
    box: tuple[float, float, float, float] | Mapping[str, float] | None = None,
    speed: float = 1,
) -> None:
    """Play a gesture in a page of Chromium, which takes it for one on a touchscreen.

    It returns when the last finger has lifted. Works with pages and CDP sessions of Playwright's
    synchronous interface, and with drivers of Selenium.

    Args:
        page: The page, session or driver.
        gesture: A script, as in `"swipe left fingers 3"`, whose touchscreen is the page or the
            box and measures 163 CSS pixels an inch; the path of a script that ends in `.touch`;
            the path of a recording; or a `Recording`. A recording is centred, as large as its
            shape allows, and so is a script that has a size. The settings of a script override
            others.
        hand: The hand of a script: `human`, `perfect`, `shaky`, `person 17`, each as in
            `"human seed 7"`; or `slow`, a human one at 0.6 of the speed, as in `"slow seed 7"`.
        box: A part of the page, as left, top, width and height in CSS pixels, or as a dictionary
            with `x`, `y`, `width` and `height`, such as Playwright's `bounding_box()` of an
            element.
        speed: The speed factor, from 0.001 to 1000.

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
    if hand.split()[:1] == ["slow"]:
        hand, speed = hand.replace("slow", "human", 1), speed * _SLOW
    call, close = _session(page)
    try:
        left, top, width, height = _area(box, call)
        if isinstance(gesture, str):
            gesture = _recording(gesture, "-", (width, height), hand)
        elif isinstance(gesture, os.PathLike):
            path = os.fspath(gesture)
            with open(path, "rb") as file:
                data = file.read()
            if path.endswith(".touch"):
                gesture = _recording(data.decode(errors="replace"), path, (width, height), hand)
            else:
                gesture = Recording(data, path)
        area = f"--box={round(left)},{round(top)},{round(width)}x{round(height)}px"
        lines = convert(
            "export", gesture.data, ["--to-format=cdp", area, f"--speed={speed}", "-o", "-"]
        )
        _play(call, lines)
    finally:
        close()


def _area(
    box: tuple[float, float, float, float] | Mapping[str, float] | None, call: _Call
) -> tuple[float, float, float, float]:
    """Return the left, top, width and height of a box, or of the page."""
    if box is None:
        width, height, _ = _view(call)
        return 0, 0, width, height
    sides = [box.get(key) for key in _SIDES] if isinstance(box, Mapping) else list(box)
    numbers = [side for side in sides if isinstance(side, int | float) and math.isfinite(side)]
    if len(sides) != 4 or len(numbers) != 4 or min(numbers[2:]) < 1:
        raise OptionError(f"box is {box!r}: expected {', '.join(_SIDES)} in CSS pixels")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _recording(text: str, name: str, size: tuple[float, float], hand: str) -> Recording:
    """Return the recording of a script, with the settings that it lacks."""
    sides = "x".join(f"{side / _PIXELS_PER_MM:.3f}" for side in size)
    own = re.findall(r"^\s*(size|device|hand)\b", text, re.MULTILINE)
    settings = {"size": f"{sides}mm", "device": "touchscreen", "hand": hand}
    added = [f"{key} {value}\n" for key, value in settings.items() if key not in own]
    try:
        return script("".join([*added, text, "\n"]), name)
    except Error as error:
        position = re.match(r"-:(\d+):(\d+: )?", str(error))
        if position is None:
            raise
        rest, line = str(error)[position.end() :], int(position[1]) - len(added)
        if line < 1:
            raise OptionError(rest) from None
        raise Error(f"{name}:{line}:{position[2] or ''}{rest}") from None


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
