"""An engine that turns the touches of a program into gestures: the C interface in Python.

>>> with Engine(width_mm=100, height_mm=60) as engine:
...     engine.touch_down(0.0, 1, x_mm=50, y_mm=30)
...     engine.frame()
...     engine.touch_up(0.1, 1)
...     engine.frame()
...     engine.advance(1.0)
...     for gesture in engine.gestures():
...         print(gesture.kind, gesture.state, gesture.taps, gesture.time_s)
tap recognized 1 0.400001

Lengths and positions are millimetres from the top left corner of the touch area, y downward. Times
are seconds of any clock that does not run backward, such as `time.monotonic()` or an event loop's;
they are kept in microseconds, and one before the latest is treated as the latest. Angles are
degrees, positive clockwise.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import isfinite
from operator import index
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, NamedTuple, NoReturn, Self, SupportsFloat, SupportsIndex

from . import _c
from ._errors import EngineError, Error


class Point(NamedTuple):
    """Two numbers, in the unit that ends the attribute: `x` to the right and `y` downward."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Gesture:
    """A gesture. The names are those of `docs/Records.md`.

    Numbers that a kind of gesture does not have are 0, and `scale` is 1.
    """

    kind: str
    """As `gesture` of records: `tap`, `longPress`, `swipe`, `pan` and so on."""
    state: str
    """`recognized`, `ended` or `cancelled`; with `events` also `began` and `changed`."""
    time_s: float
    """When it reached the state."""
    start_s: float
    """When its first finger touched down."""
    touches: int
    """The most fingers at the same time."""
    taps: int
    """The number of taps in a row."""
    direction: str | None
    """The direction of the fingers, not of the content that they scroll."""
    axis: str | None
    """`horizontal` or `vertical`: swipes of the textbook profile."""
    duration_s: float
    """From `start_s` to the state."""
    location_mm: Point
    """The mean of the fingers; for a swipe or a path, where it began."""
    translation_mm: Point
    velocity_mm_s: Point
    scale: float
    """The final over the first distance of the fingers."""
    rotation_deg: float
    name: str | None
    """The name of a path."""
    score: float
    """How likely the path is that shape, 0 to 1."""
    runner_up: str | None
    """The shape that the path is most like after that."""
    runner_up_score: float


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed or cancelled attempt of a recognizer."""

    kind: str
    """The kind of gesture."""
    direction: str | None
    """The direction that was tried."""
    time_s: float
    measured: float | None
    """What was measured, in `unit`."""
    limit: float | None
    """The limit that it did not meet."""
    unit: str
    """`mm`, `s`, `degrees`, or empty for counts and ratios."""
    cause: str
    """What was measured, as in `deviation`: the reasons of `docs/Records.md`."""
    parameter: str | None
    """The number in the profile that has the limit, as in `swipe.maximumVariance`."""
    sentence: str
    """All of it in words."""


@dataclass(frozen=True, slots=True)
class Contact:
    """One finger in a frame."""

    id: int
    """Names the contact as long as it is down, 0 to 2^31 - 1; a later contact has a greater id."""
    x_mm: float
    y_mm: float
    pressure: float | None = None
    """A fraction of the device's range, 0 to 1."""
    major_mm: float | None = None
    minor_mm: float | None = None
    """The axes of the contact area."""
    tool: Literal["finger", "pen", "palm"] = "finger"


@dataclass(frozen=True, slots=True)
class Axis:
    """An absolute axis of an evdev device, as in the kernel's `struct input_absinfo`."""

    minimum: int
    maximum: int
    resolution: int = 0
    """Units per millimetre; 0 if unknown."""
    value: int = 0
    fuzz: int = 0
    flat: int = 0


@dataclass(frozen=True)
class EventDevice:
    """An evdev device, whose events `Engine.push_event` receives."""

    axes: Mapping[int, Axis]
    """Its absolute axes by their codes, at most 64."""
    properties: Iterable[int] = ()
    """Its input properties (`INPUT_PROP_...`), at most 32."""
    keys: Iterable[int] = ()
    """The codes of its keys and buttons, at most 768. Without any, they count as unknown."""
    bus: int = 0
    """Its `struct input_id`, by which some devices without a resolution are known; 0 if unknown."""
    vendor: int = 0
    product: int = 0
    version: int = 0

    @classmethod
    def from_evdev(cls, device: Any) -> EventDevice:
        """Describe an `evdev.InputDevice` of the package `evdev`."""
        # EV_KEY and EV_ABS of linux/input-event-codes.h
        capabilities = device.capabilities(absinfo=True)
        axes = {
            code: Axis(info.min, info.max, info.resolution, info.value, info.fuzz, info.flat)
            for code, info in capabilities.get(3, [])
        }
        identity = device.info
        return cls(
            axes,
            tuple(device.input_props()),
            tuple(capabilities.get(1, [])),
            identity.bustype,
            identity.vendor,
            identity.product,
            identity.version,
        )


class Engine:
    """The recognizers of one touch area.

    An engine has no thread, no clock and no file: a program pushes touches with their times, calls
    `advance` at the `next_deadline`, and takes gestures. Touches come in one of three ways: as
    single touches (`touch_down` and so on, ended by `frame`), as whole frames (`push_frame`), or as
    events of a device (`push_event`).

    Args:
        width_mm: The width of the touch area, more than 0 and at most 10000.
        height_mm: Its height. A `device` may know both; without one, an unknown size (both 0) is
            assumed to be 120 x 67.5 mm for a touchscreen and 69 x 50 mm for a touchpad.
        device_type: On a `"touchpad"` palms rest: the profile's palm filter separates them from
            fingers.
        profile: `"standard"`, `"textbook"`, `"uikit"`, or the path of a profile.
        shapes: `"standard"` names what is drawn by the standard shapes; None recognizes no paths.
        device: Describes the device of `push_event`.
        events: Whether to report also the states began and changed, and gestures that another one
            pre-empted.
        keep_failures: Whether to keep the failed attempts for `failures`.
        on_gesture: Receives each gesture during the call that recognizes it, instead of
            `gestures`. It may read the engine, but not push, advance or close: those raise an
            `EngineError`. What it raises, that call raises when it has done its work.

    Raises:
        EngineError: An argument is out of range, or the profile cannot be used.
        TypeError: An argument has the wrong type.
        ValueError: A number is not finite, or too large for the C interface.
    """

    # As it is before __init__ and after close.
    _handle: ctypes.c_void_p | None = None

    def __init__(
        self,
        *,
        width_mm: float = 0,
        height_mm: float = 0,
        device_type: Literal["touchscreen", "touchpad"] = "touchscreen",
        profile: str | os.PathLike[str] = "standard",
        shapes: str | None = None,
        device: EventDevice | None = None,
        events: bool = False,
        keep_failures: bool = False,
        on_gesture: Callable[[Gesture], object] | None = None,
    ) -> None:
        self.close()
        options = _c.Options(size=ctypes.sizeof(_c.Options))
        options.width_mm = _float("width_mm", width_mm)
        options.height_mm = _float("height_mm", height_mm)
        options.device_type = _choice("device_type", device_type, {"touchscreen": 0, "touchpad": 1})
        options.flags = (_c.Flags.REPORT_ALL_STATES if events else 0) | (
            _c.Flags.KEEP_FAILURES if keep_failures else 0
        )
        options.profile_name, options.profile_text = _profile(profile)
        options.shapes = None if shapes is None else _text("shapes", shapes)
        if device is not None:
            options.device = ctypes.pointer(_device(device))
        handle = ctypes.c_void_p()
        _c.call("engine_create", ctypes.byref(options), ctypes.byref(handle))
        self._handle = handle
        self._delivery = _Delivery()
        if on_gesture is not None:
            self.on_gesture(on_gesture)

    # Pushing touches

    def touch_down(
        self, time_s: SupportsFloat, id: SupportsIndex, x_mm: SupportsFloat, y_mm: SupportsFloat
    ) -> None:
        """Begin a touch. It takes effect with `frame`, as all single touches do.

        Args:
            time_s: The time.
            id: The slot or the toolkit's number of the touch, which may be used again after it.
            x_mm: The distance from the left edge of the touch area.
            y_mm: The distance from its top edge.
        """
        x, y = _float("x_mm", x_mm), _float("y_mm", y_mm)
        self._call("engine_touch_down", _time(time_s), _int32("id", id), x, y)

    def touch_motion(
        self, time_s: SupportsFloat, id: SupportsIndex, x_mm: SupportsFloat, y_mm: SupportsFloat
    ) -> None:
        """Move a touch. A touch that is not down is ignored."""
        x, y = _float("x_mm", x_mm), _float("y_mm", y_mm)
        self._call("engine_touch_motion", _time(time_s), _int32("id", id), x, y)

    def touch_up(self, time_s: SupportsFloat, id: SupportsIndex) -> None:
        """End a touch. A touch that is not down is ignored."""
        self._call("engine_touch_up", _time(time_s), _int32("id", id))

    def touch_cancel(self, time_s: SupportsFloat, id: SupportsIndex | None = None) -> None:
        """Cancel a touch, or every touch, which is reported no more though it may still be down."""
        if id is None:
            self._call("engine_touch_cancel_all", _time(time_s))
        else:
            self._call("engine_touch_cancel", _time(time_s), _int32("id", id))

    def frame(self) -> None:
        """End the touches since the last frame, as a touch frame of libinput and Wayland does."""
        self._call("engine_touch_frame")

    def push_frame(
        self,
        time_s: SupportsFloat,
        contacts: Iterable[Contact],
        *,
        cancelled: Iterable[int] = (),
        buttons: Iterable[Literal["left", "right", "middle"]] = (),
        extra_fingers: int = 0,
    ) -> None:
        """Push all contacts of the device at one time.

        Args:
            time_s: The time. Deadlines before it are handled first.
            contacts: At most 256. A contact that is missing has lifted, unless it is cancelled.
            cancelled: The ids of contacts that are missing without having lifted, at most 256.
            buttons: The buttons that are pressed.
            extra_fingers: The number of fingers that the device counts beyond the contacts that it
                locates.
        """
        all_contacts = [_contact(contact) for contact in contacts]
        ids = [_int64("cancelled", id) for id in cancelled]
        frame = _c.Frame(size=ctypes.sizeof(_c.Frame), contact_size=ctypes.sizeof(_c.Contact))
        frame.time_us = _time(time_s)
        # The arrays are kept by the structure.
        frame.contacts = (_c.Contact * len(all_contacts))(*all_contacts)
        frame.contact_count = len(all_contacts)
        frame.cancelled = (ctypes.c_int64 * len(ids))(*ids)
        frame.cancelled_count = len(ids)
        for button in buttons:
            frame.buttons |= _choice("buttons", button, {"left": 1, "right": 2, "middle": 4})
        frame.extra_fingers = _unsigned("extra_fingers", extra_fingers, 32)
        self._call("engine_push_frame", ctypes.byref(frame))

    def push_event(
        self, time_s: SupportsFloat, type: SupportsIndex, code: SupportsIndex, value: SupportsIndex
    ) -> None:
        """Push an event of the `device`, as read from `/dev/input/event*`.

        Touches take effect with `SYN_REPORT`. Events other than those of touches and buttons are
        ignored.
        """
        numbers = (_unsigned("type", type, 16), _unsigned("code", code, 16), _int32("value", value))
        self._call("engine_push_event", _time(time_s), *numbers)

    # Deadlines, interruptions, the end

    @property
    def next_deadline(self) -> float | None:
        """When something is decided without a further touch, such as that no second tap follows.

        An event loop calls `advance` at this time. Pushing changes it.
        """
        time = ctypes.c_int64()
        if self._call("engine_next_deadline", ctypes.byref(time)) == _c.Status.NONE:
            return None
        return _seconds(time.value)

    def advance(self, time_s: SupportsFloat) -> None:
        """Handle the deadlines up to a time before which no further touch is pushed."""
        self._call("engine_advance", _time(time_s))

    def interrupt(self, time_s: SupportsFloat) -> None:
        """Cancel all touches and accept no further ones until `resume`."""
        self._call("engine_interrupt", _time(time_s))

    def resume(self) -> None:
        """End an interruption, as `finish` and `reset` do not.

        Fingers that stayed down have no touch until they lift.
        """
        self._call("engine_resume")

    def finish(self) -> None:
        """End the input: cancel the touches that are down, and handle the remaining deadlines.

        The next touch begins anew, with any time.
        """
        self._call("engine_finish")

    def reset(self) -> None:
        """End the input without reporting anything, and forget what waits to be taken."""
        self._call("engine_reset")

    # Gestures and failures

    def gestures(self) -> Iterator[Gesture]:
        """Take the gestures that wait, the oldest first.

        At most 1024 wait; further ones push out the oldest, and `lost_gestures` counts them.
        """
        gesture = _c.Gesture(size=ctypes.sizeof(_c.Gesture))
        while self._call("engine_next_gesture", ctypes.byref(gesture)) == _c.Status.OK:
            yield _gesture(gesture)

    def on_gesture(self, callback: Callable[[Gesture], object] | None) -> None:
        """Report gestures to a function instead of keeping them; None keeps them again.

        See the argument of the same name.
        """
        if callback is not None and not callable(callback):
            raise TypeError(f"on_gesture is a {type(callback).__name__}: expected a function")
        # Without a function: NULL.
        pointer = _c.GestureCallback() if callback is None else self._delivery.pointer
        self._call("engine_set_gesture_callback", pointer, None)
        self._delivery.callback = callback

    @property
    def lost_gestures(self) -> int:
        """How many gestures were pushed out before they were taken."""
        count: int = _c.load().touchstone_engine_lost_gestures(self._open_handle())
        return count

    def failures(self) -> Iterator[Failure]:
        """Take the failed attempts that wait, the oldest first, with `keep_failures`.

        At most 1024 wait; further ones push out the oldest.
        """
        failure = _c.Failure(size=ctypes.sizeof(_c.Failure))
        while self._call("engine_next_failure", ctypes.byref(failure)) == _c.Status.OK:
            yield _failure(failure)

    def last_failure(self, kind: str | None = None) -> Failure | None:
        """Return the last failed attempt of a kind of gesture, or of any, if one has failed.

        It need not be kept for this.
        """
        number = 0 if kind is None else _choice("kind", kind, _kinds())
        failure = _c.Failure(size=ctypes.sizeof(_c.Failure))
        status = self._call("engine_last_failure", number, ctypes.byref(failure))
        return None if status == _c.Status.NONE else _failure(failure)

    # The engine itself

    @property
    def size_mm(self) -> tuple[float, float]:
        """The width and the height of the touch area."""
        width, height = ctypes.c_double(), ctypes.c_double()
        self._call("engine_get_size", ctypes.byref(width), ctypes.byref(height))
        return width.value, height.value

    @property
    def is_closed(self) -> bool:
        """Whether the engine was closed."""
        return self._handle is None

    def close(self) -> None:
        """Free the engine; gestures in progress are not reported. Closing it again does nothing."""
        if self._handle is None:
            return
        _c.call("engine_destroy", self._handle)
        self._handle = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        # The module may be gone at the end of the program.
        if self._handle is not None and _c is not None:
            self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("an engine cannot be copied or pickled")

    def _open_handle(self) -> ctypes.c_void_p:
        if self._handle is None:
            raise EngineError("the engine is closed", _c.Status.INVALID_ARGUMENT)
        return self._handle

    def _call(self, name: str, *arguments: object) -> int:
        status = _c.call(name, self._open_handle(), *arguments)
        self._delivery.raise_pending()
        return status


class _Delivery:
    """Passes gestures to the callback of an engine.

    It keeps what a callback raises until the call has returned, even if the callback was replaced.
    """

    def __init__(self) -> None:
        self.callback: Callable[[Gesture], object] | None = None
        self.pointer = _c.GestureCallback(self._call)
        self._pending: BaseException | None = None
        self._is_calling = False

    def _call(self, engine: int, gesture: Any, user_data: int) -> None:
        self._is_calling = True
        try:
            if self.callback is not None:
                self.callback(_gesture(gesture.contents))
        except BaseException as error:
            if self._pending is None:
                self._pending = error
        finally:
            self._is_calling = False

    def raise_pending(self) -> None:
        # A callback may read the engine: the error is for the call that recognizes the gesture.
        if self._pending is not None and not self._is_calling:
            error, self._pending = self._pending, None
            raise error


def _gesture(gesture: _c.Gesture) -> Gesture:
    return Gesture(
        kind=_name("kind", gesture.kind) or "",
        state=_name("state", gesture.state) or "",
        time_s=_seconds(gesture.time_us),
        start_s=_seconds(gesture.start_us),
        touches=gesture.touches,
        taps=gesture.taps,
        direction=_name("direction", gesture.direction),
        axis={1: "horizontal", 2: "vertical"}.get(gesture.axis),
        duration_s=gesture.duration_s,
        location_mm=Point(gesture.location_x_mm, gesture.location_y_mm),
        translation_mm=Point(gesture.translation_x_mm, gesture.translation_y_mm),
        velocity_mm_s=Point(gesture.velocity_x_mm_s, gesture.velocity_y_mm_s),
        scale=gesture.scale,
        rotation_deg=gesture.rotation_deg,
        name=_decoded(gesture.name),
        score=gesture.score,
        runner_up=_decoded(gesture.runner_up),
        runner_up_score=gesture.runner_up_score,
    )


def _failure(failure: _c.Failure) -> Failure:
    return Failure(
        kind=_name("kind", failure.kind) or "",
        direction=_name("direction", failure.direction),
        time_s=_seconds(failure.time_us),
        measured=failure.measured if isfinite(failure.measured) else None,
        limit=failure.limit if isfinite(failure.limit) else None,
        unit=_decoded(failure.unit) or "",
        cause=_decoded(failure.cause) or "",
        parameter=_decoded(failure.parameter),
        sentence=_decoded(failure.sentence) or "",
    )


@cache
def _name(enumeration: str, value: int) -> str | None:
    """Return the library's name of a kind, a state or a direction."""
    if value == 0:
        return None
    return _decoded(getattr(_c.load(), f"touchstone_{enumeration}_name")(value))


@cache
def _kinds() -> dict[str, int]:
    """Return the numbers of the kinds of gestures by their names."""
    kinds: dict[str, int] = {}
    while name := _name("kind", len(kinds) + 1):
        kinds[name] = len(kinds) + 1
    return kinds


def _decoded(text: bytes | None) -> str | None:
    return None if text is None else text.decode(errors="replace")


def _profile(profile: object) -> tuple[bytes | None, bytes | None]:
    """Return the name and the text of a profile, one of which is None."""
    if isinstance(profile, str) and not _is_profile_file(profile):
        return _text("profile", profile), None
    if not isinstance(profile, str | os.PathLike):
        raise TypeError(f"profile is a {type(profile).__name__}: expected a name or a path")
    try:
        text = Path(profile).read_text()
    except (OSError, ValueError) as error:
        raise Error(f"the profile {os.fspath(profile)} cannot be read: {error}") from None
    return None, _text("profile", text)


def _is_profile_file(name: str) -> bool:
    # A name that is built in precedes a file.
    return (
        name not in ("standard", "textbook", "uikit") and "\0" not in name and Path(name).is_file()
    )


def _device(device: object) -> _c.Device:
    if not isinstance(device, EventDevice):
        raise TypeError(f"device is a {type(device).__name__}: expected an EventDevice")
    axes = [_axis(code, axis) for code, axis in device.axes.items()]
    properties = [_unsigned("properties", code, 16) for code in device.properties]
    keys = [_unsigned("keys", code, 16) for code in device.keys]
    made = _c.Device(size=ctypes.sizeof(_c.Device))
    # The arrays are kept by the structure.
    made.axes = (_c.Axis * len(axes))(*axes)
    made.axis_count = len(axes)
    made.properties = (ctypes.c_uint16 * len(properties))(*properties)
    made.property_count = len(properties)
    made.keys = (ctypes.c_uint16 * len(keys))(*keys)
    made.key_count = len(keys)
    for name in ("bus", "vendor", "product", "version"):
        setattr(made, name, _unsigned(name, getattr(device, name), 16))
    return made


def _axis(code: object, axis: object) -> _c.Axis:
    if not isinstance(axis, Axis):
        raise TypeError(f"an axis is a {type(axis).__name__}: expected an Axis")
    numbers = {name: _int32(name, getattr(axis, name)) for name in Axis.__slots__}
    return _c.Axis(code=_unsigned("axes", code, 16), **numbers)


def _contact(contact: object) -> _c.Contact:
    if not isinstance(contact, Contact):
        raise TypeError(f"a contact is a {type(contact).__name__}: expected a Contact")
    return _c.Contact(
        id=_int64("id", contact.id),
        x_mm=_float("x_mm", contact.x_mm),
        y_mm=_float("y_mm", contact.y_mm),
        pressure=_optional("pressure", contact.pressure),
        major_mm=_optional("major_mm", contact.major_mm),
        minor_mm=_optional("minor_mm", contact.minor_mm),
        tool=_choice("tool", contact.tool, {"finger": 0, "pen": 1, "palm": 2}),
    )


def _optional(name: str, value: object) -> float:
    # Negative: the device does not report it.
    return -1 if value is None else _float(name, value)


def _float(name: str, value: object) -> float:
    # Texts have no __float__; asking isinstance for SupportsFloat would take 5 µs.
    if not hasattr(value, "__float__"):
        raise TypeError(f"{name} is a {type(value).__name__}: expected a number")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} is too large") from None


def _time(value: object) -> int:
    seconds = _float("time_s", value)
    if not isfinite(microseconds := seconds * 1e6):
        raise ValueError(f"time_s is {seconds}: expected seconds")
    return _int64("time_s", round(microseconds))


def _seconds(microseconds: int) -> float:
    return microseconds / 1e6


def _int64(name: str, value: object) -> int:
    return _integer(name, value, -(1 << 63), (1 << 63) - 1)


def _int32(name: str, value: object) -> int:
    return _integer(name, value, -(1 << 31), (1 << 31) - 1)


def _unsigned(name: str, value: object, bits: int) -> int:
    return _integer(name, value, 0, (1 << bits) - 1)


def _integer(name: str, value: object, least: int, greatest: int) -> int:
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"{name} is a {kind}: expected a whole number") from None
    if not least <= number <= greatest:
        raise ValueError(f"{name} is out of range: expected {least} to {greatest}")
    return number


def _choice(name: str, value: object, choices: Mapping[str, int]) -> int:
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} is {value!r}: expected one of {', '.join(choices)}")
    return choices[value]


def _text(name: str, value: object) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"{name} is a {type(value).__name__}: expected text")
    if "\0" in value:
        raise ValueError(f"{name} has a NUL character")
    return value.encode()
