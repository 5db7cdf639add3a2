"""The records of `docs/Records.md` as types.

Records are the dictionaries that `replay --json` prints, with the same keys in the same order, and
without the keys that a record does not have. They are typed as `TypedDict`, since a record then
goes into JSON, a data frame or a Spark row as it is, and a key has the name that the documentation
of the command line and the columns of a table have. A final one tells type checkers that `"error"
in record` asks for an `ErrorRecord`.
"""

# Without "from __future__ import annotations", under which NotRequired has no effect at run time.

from typing import Literal, NotRequired, TypedDict, final

GestureKind = Literal[
    "tap",
    "longPress",
    "swipe",
    "pan",
    "edgePan",
    "pinch",
    "rotation",
    "tapAndDrag",
    "tipTap",
    "checkmark",
    "path",
    "shake",
]
"""A kind of gesture."""

Direction = Literal[
    "left",
    "right",
    "up",
    "down",
    "upLeft",
    "upRight",
    "downLeft",
    "downRight",
    "in",
    "out",
    "clockwise",
    "counterclockwise",
]
"""The direction of the fingers, not of the content that they scroll."""

GestureState = Literal["began", "changed", "recognized", "ended", "cancelled"]
"""The state of a gesture; `began` and `changed` with `events=True` only."""

RecognizerState = Literal[
    "possible", "began", "changed", "recognized", "ended", "cancelled", "failed"
]
"""The state of a recognizer."""

TouchPhase = Literal["began", "moved", "stationary", "ended", "cancelled", "palm"]
"""What happened to a touch; `palm`: the contact is a palm, and is delivered no more."""


class Vector(TypedDict):
    """Two numbers, in the unit that ends the key: `x` to the right and `y` downward."""

    x: float
    y: float


class RecordError(TypedDict):
    """What could not be read, and where."""

    file: str
    line: NotRequired[int]
    column: NotRequired[int]
    byte: NotRequired[int]
    expected: str
    found: str


@final
class ErrorRecord(TypedDict):
    """A recording that could not be read: what `errors="record"` yields for it."""

    v: int
    file: str
    error: RecordError


@final
class GestureRecord(TypedDict):
    """A gesture: what `replay` yields."""

    v: int
    file: str
    time_s: float
    start_s: float
    gesture: GestureKind
    state: GestureState
    device: NotRequired[str]
    touches: NotRequired[int]
    taps: NotRequired[int]
    direction: NotRequired[Direction]
    axis: NotRequired[Literal["horizontal", "vertical"]]
    translation_mm: NotRequired[Vector]
    velocity_mm_s: NotRequired[Vector]
    scale: NotRequired[float]
    rotation_deg: NotRequired[float]
    duration_s: NotRequired[float]
    location_mm: Vector
    name: NotRequired[str]
    score: NotRequired[float]
    runner_up: NotRequired[str]
    runner_up_score: NotRequired[float]


@final
class TouchRecord(TypedDict):
    """A delivered touch, or a contact that is a palm: what `touches` yields."""

    v: int
    record: NotRequired[Literal["touch"]]
    file: str
    time_s: float
    device: NotRequired[str]
    touch: int
    phase: TouchPhase
    x_mm: float
    y_mm: float
    pressure: NotRequired[float]
    major_mm: NotRequired[float]
    minor_mm: NotRequired[float]
    tap_count: NotRequired[int]
    view: NotRequired[str]
    measured: NotRequired[float]
    limit: NotRequired[float]
    unit: NotRequired[Literal["mm", "s"]]
    parameter: NotRequired[str]
    sentence: NotRequired[str]


class Reading(TypedDict):
    """What a movement may have been meant as."""

    name: str
    likelihood: float


# A key is a keyword of Python, so that this one is made by a call.
StateRecord = TypedDict(
    "StateRecord",
    {
        "v": int,
        "file": str,
        "time_s": float,
        "device": NotRequired[str],
        "gesture": GestureKind,
        "direction": NotRequired[Direction],
        "from": RecognizerState,
        "state": RecognizerState,
        "reason": NotRequired[str],
        "measured": NotRequired[float],
        "limit": NotRequired[float],
        "unit": NotRequired[Literal["mm", "s", "degrees"]],
        "parameter": NotRequired[str],
        "touch": NotRequired[int],
        "other": NotRequired[GestureKind],
        "name": NotRequired[str],
        "runner_up": NotRequired[str],
        "runner_up_score": NotRequired[float],
        "readings": NotRequired[list[Reading]],
        "sentence": NotRequired[str],
    },
)
StateRecord.__doc__ = "A recognizer's change of state: what `explain` yields."


class Axis(TypedDict):
    """The range of an axis, in units of the device."""

    min: int
    max: int
    units_per_mm: float


class Axes(TypedDict):
    """The ranges of the position axes."""

    x: Axis
    y: Axis


class Device(TypedDict, total=False):
    """A device of a recording."""

    name: str
    node: str
    kind: Literal["touchpad", "touchscreen"]
    width_mm: float
    height_mm: float
    size_assumed: bool
    slots: int
    axes: Axes
    properties: list[str]


@final
class InfoRecord(TypedDict):
    """A recording: what `info` yields."""

    v: int
    file: str
    format: str
    device: NotRequired[Device]
    devices: NotRequired[list[Device]]
    events: int
    frames: int
    touches: int
    palms: int
    max_touches: int
    pressure_min: NotRequired[float]
    pressure_max: NotRequired[float]
    size_min_mm: NotRequired[float]
    size_max_mm: NotRequired[float]
    duration_s: float
    report_rate_hz: NotRequired[float]
    longest_gap_s: NotRequired[float]
    anomalies: dict[str, int]


class Reason(TypedDict):
    """Why a recognizer failed."""

    reason: NotRequired[str]
    measured: NotRequired[float]
    limit: NotRequired[float]
    unit: NotRequired[str]
    parameter: NotRequired[str]
    touch: NotRequired[int]
    other: NotRequired[str]
    name: NotRequired[str]
    runner_up: NotRequired[str]
    runner_up_score: NotRequired[float]
    sentence: str


class UnmetCondition(TypedDict):
    """A condition that the movement does not meet, with the measure of the whole movement."""

    parameter: NotRequired[str]
    reason: NotRequired[str]
    measured: NotRequired[float]
    limit: NotRequired[float]
    unit: NotRequired[str]
    gave_up_s: NotRequired[float]
    sentence: str


class SettingChange(TypedDict):
    """A value of a setting with which the gesture is recognized."""

    parameter: str
    value: float | str
    unit: NotRequired[str]


class VerdictRecord(TypedDict):
    """Whether an expected gesture was recognized: what `explain` with `expected` yields first."""

    v: int
    verdict: Literal["recognized", "not_recognized"]
    file: str
    device: NotRequired[str]
    expected: dict[str, object]
    recognized: list[dict[str, object]]
    start_s: NotRequired[float]
    end_s: NotRequired[float]
    unmet: list[UnmetCondition]
    rival: NotRequired[str]
    settings: list[SettingChange]
    alternatives: list[SettingChange]
    movement: list[dict[str, object]]
    assumed: list[Literal["size", "range", "times"]]
    text: str


class Finding(TypedDict):
    """A gesture that is not as expected."""

    kind: Literal["missing", "unexpected", "different"]
    line: NotRequired[int]
    expected: NotRequired[dict[str, object]]
    recognized: NotRequired[dict[str, object]]
    differences: NotRequired[list[str]]
    verdict: NotRequired[dict[str, object]]
    reasons: NotRequired[list[dict[str, object]]]


@final
class CheckRecord(TypedDict):
    """How a recording's gestures compare with the expected ones: what `check` yields."""

    v: int
    file: str
    expectations: str
    outcome: Literal["passed", "failed", "unreadable"]
    gesture_count: NotRequired[int]
    message: NotRequired[str]
    findings: NotRequired[list[Finding]]
    error: NotRequired[RecordError]
