"""Replaying recordings: `run`, `explain`, `info`, `check` and `score` of `replay`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Literal, TypedDict, Unpack, get_args, overload

from ._errors import OptionError
from ._process import Errors, output, result, run
from ._records import Records
from ._schemas import Kind
from ._sources import Recording, Sources
from .records import (
    CheckRecord,
    ErrorRecord,
    GestureRecord,
    InfoRecord,
    StateRecord,
    TouchRecord,
    VerdictRecord,
)

PathText = str | os.PathLike[str]
"""A path, or the name of something that is built in."""

Size = str | tuple[float, float]
"""The width and the height of a touch area in mm, as in `(100, 60)` or `"100x60mm"`."""


class ReadingOptions(TypedDict, total=False):
    """How recordings are read: the reading options of `replay`."""

    format: str
    """The format; by default it is recognized by the content."""
    device: PathText
    """A device description (evemu), for recordings that have none or a wrong one."""
    size: Size
    """The size of the touch area; overrides the device's."""
    rotate: Literal[90, 180, 270]
    """Rotate all positions clockwise, by this number of degrees."""
    matrix: Sequence[float]
    """Map all positions by libinput's calibration matrix, six numbers."""
    rate: float
    """The report rate in Hz, for getevent recordings without times."""
    start_s: float
    """Leave out what comes earlier, in seconds from the first event."""
    end_s: float
    """Leave out what comes later, in seconds from the first event."""


class Options(ReadingOptions, total=False):
    """How recordings are read and recognized."""

    profile: PathText
    """The rules: `standard` (the default), `textbook`, `uikit`, or the path of a profile."""
    shapes: PathText
    """The shapes by which drawings are named: `standard`, or a file; none by default."""
    jobs: int
    """The number of processes at the same time, 1 by default. A folder is one process's work."""


@overload
def replay(
    paths: Sources,
    *,
    events: bool = False,
    errors: Literal["raise", "skip"] = "raise",
    **options: Unpack[Options],
) -> Records[GestureRecord]: ...
@overload
def replay(
    paths: Sources,
    *,
    events: bool = False,
    errors: Literal["record"],
    **options: Unpack[Options],
) -> Records[GestureRecord | ErrorRecord]: ...
def replay(
    paths: Sources,
    *,
    events: bool = False,
    errors: Errors = "raise",
    **options: Unpack[Options],
) -> Records[Any]:
    """Yield the gestures in recordings.

    Args:
        paths: A recording or an iterable of recordings, each the path of a file or a folder, its
            contents as `bytes`, a binary file object, or a `Recording`, which has contents and a
            name. A folder means all recordings in it, ordered by name.
        events: Whether to yield every change of a gesture's state: began, changed, ended.
        errors: What becomes of a recording that cannot be read. `"raise"` raises a
            `RecordingError` after the records of up to 2048 paths that are read together,
            `"record"` yields an `ErrorRecord` there, and `"skip"` logs it as a warning.
        options: See `Options`: `profile`, `shapes`, `jobs`, and the reading options `format`,
            `device`, `size`, `rotate`, `matrix`, `rate`, `start_s`, `end_s`.

    Raises:
        OptionError: An option has a value that cannot be used.
        RecordingError: A recording cannot be read.

    Notes and warnings about recordings go to the logger `touchstone`.

    >>> for gesture in replay("Traces/pinch-out.evemu"):
    ...     print(gesture["gesture"], gesture["direction"], gesture["scale"])
    pinch out 2.88
    """
    flags = ["--events"] if events else []
    return _records("run", "run", flags, paths, errors, options)


@overload
def touches(
    paths: Sources, *, errors: Literal["raise", "skip"] = "raise", **options: Unpack[Options]
) -> Records[TouchRecord]: ...
@overload
def touches(
    paths: Sources, *, errors: Literal["record"], **options: Unpack[Options]
) -> Records[TouchRecord | ErrorRecord]: ...
def touches(
    paths: Sources, *, errors: Errors = "raise", **options: Unpack[Options]
) -> Records[Any]:
    """Yield the touches in recordings as a view receives them, and the palms.

    The arguments are those of `replay`.

    >>> [touch["phase"] for touch in touches("Traces/tap.evemu")][:2]
    ['began', 'moved']
    """
    return _records("touches", "run", ["--touches"], paths, errors, options)


@overload
def explain(
    paths: Sources,
    *,
    expected: None = None,
    at_s: float | None = None,
    errors: Literal["raise", "skip"] = "raise",
    **options: Unpack[Options],
) -> Records[StateRecord]: ...
@overload
def explain(
    paths: Sources,
    *,
    expected: str,
    errors: Literal["raise", "skip"] = "raise",
    **options: Unpack[Options],
) -> Records[VerdictRecord | StateRecord]: ...
@overload
def explain(
    paths: Sources,
    *,
    expected: None = None,
    at_s: float | None = None,
    errors: Literal["record"],
    **options: Unpack[Options],
) -> Records[StateRecord | ErrorRecord]: ...
@overload
def explain(
    paths: Sources,
    *,
    expected: str,
    errors: Literal["record"],
    **options: Unpack[Options],
) -> Records[VerdictRecord | StateRecord | ErrorRecord]: ...
def explain(
    paths: Sources,
    *,
    expected: str | None = None,
    at_s: float | None = None,
    errors: Errors = "raise",
    **options: Unpack[Options],
) -> Records[Any]:
    """Yield what each recognizer decided: why a gesture was recognized, or why it was not.

    Unlike the output of `replay explain`, the touches are not between them; see `touches`.

    Args:
        paths: As for `replay`.
        expected: A gesture, as in `swipe,touches=3,direction=left`. The first record of each
            recording is then the verdict: whether it was recognized, and if not, why, and with
            which setting or movement it is. Only its recognizers follow. Tables leave verdicts out.
            A movement is chosen by its time in it, as in `tap,at=0.1`.
        at_s: Only the touches around this time, in seconds from the first event; not with
            `expected`.
        errors: As for `replay`.
        options: As for `replay`.

    >>> verdict, *states = explain("Traces/tap.evemu", expected="longPress")
    >>> print(verdict["unmet"][0]["sentence"])
    it lasted 0.080 s, at least 0.500 s needed (longPress.minimumDuration)
    """
    arguments = []
    if expected is not None:
        arguments += ["--expected", _text("expected", expected)]
    if at_s is not None:
        arguments += ["--at", _number("at_s", at_s)]
    return _records("explain", "explain", arguments, paths, errors, options)


@overload
def info(
    paths: Sources,
    *,
    errors: Literal["raise", "skip"] = "raise",
    **options: Unpack[ReadingOptions],
) -> Records[InfoRecord]: ...
@overload
def info(
    paths: Sources, *, errors: Literal["record"], **options: Unpack[ReadingOptions]
) -> Records[InfoRecord | ErrorRecord]: ...
def info(
    paths: Sources, *, errors: Errors = "raise", **options: Unpack[ReadingOptions]
) -> Records[Any]:
    """Yield what each recording is: its format, device, size, duration and anomalies.

    The arguments are those of `replay` without `profile` and `shapes`.

    >>> [record] = info("Traces/tap.evemu")
    >>> record["device"]["name"], record["touches"], record["report_rate_hz"]
    ('Touchstone Touchpad', 1, 124.875)
    """
    return _records("info", "info", [], paths, errors, options)


def libinput(
    paths: Sources,
    *,
    desktop: Literal["gnome", "kde"] | None = None,
    quirks: PathText | None = None,
    library: PathText | None = None,
    each_event: bool = False,
    errors: Errors = "raise",
    **options: Unpack[ReadingOptions],
) -> Iterator[dict[str, Any]]:
    """Yield what libinput makes of recordings, as `replay libinput` does.

    The records are those of `docs/schemas/libinput.schema.json`: first the devices, then libinput's
    actions in the order of their starts.

    Args:
        paths: As for `replay`.
        desktop: The defaults of a desktop; without it, libinput's own, with taps.
        quirks: Quirks in place of the machine's `local-overrides.quirks`.
        library: The libinput to ask; by default the system's.
        each_event: Whether to yield each event instead of sums.
        errors: As for `replay`.
        options: As for `replay`, without `profile` and `shapes`.

    Raises:
        OptionError: An option has a value that cannot be used.
        RecordingError: A recording cannot be read, or libinput does not survive it.
    """
    parsed = _Arguments("libinput")
    for name, value in options.items():
        parsed.add(name, value)
    arguments = [*parsed.arguments, *(["--verbose"] if each_event else [])]
    files = list(parsed.files)
    for name, path in (("quirks", quirks), ("library", library)):
        if path is not None:
            arguments.append(f"--{name}={_text(name, path)}")
    if desktop is not None:
        arguments.append(f"--desktop={_text('desktop', desktop)}")
    return run("libinput", arguments, files, paths, errors, parsed.jobs)


def check(paths: Sources, **options: Unpack[Options]) -> Records[CheckRecord]:
    """Yield how each recording's gestures compare with the expected ones, in the file beside it.

    A recording that cannot be read has the outcome `unreadable` and an `error`.

    >>> [record["outcome"] for record in check("Traces/tap.evemu")]
    ['passed']
    """
    return _records("check", "check", [], paths, "raise", options)


def score(
    labels: PathText,
    *,
    recordings: PathText | None = None,
    strict: bool = False,
    **options: Unpack[Options],
) -> dict[str, Any]:
    """Count found, missed and false gestures in labelled recordings, as `replay score` does.

    Args:
        labels: The labels, a file of JSON Lines, or its folder; `docs/Testing.md` describes them.
        recordings: The folder of the recordings, if it is not that of the labels.
        strict: Whether to tell swipes from pans by their own duration.
        options: As for `replay`; `jobs` is a number of threads, by default that of processors.

    Returns:
        The record of `docs/schemas/score.schema.json`, with intervals of 95 % confidence.

    Raises:
        OptionError: An option has a value that cannot be used.
        RecordingError: The labels or a recording cannot be read.

    >>> found = score("Examples/Samples")
    >>> found["total"], found["classes"]["swipe"]["f1"]
    ({'tp': 8, 'fp': 0, 'fn': 0}, 1.0)
    """
    parsed = _Arguments("score")
    for name, value in options.items():
        parsed.add(name, value)
    arguments = [*parsed.arguments, *(["--strict"] if strict else [])]
    if options.get("jobs") is not None:
        arguments.append(f"--jobs={parsed.jobs}")
    if recordings is not None:
        arguments.append(f"--recordings={_text('recordings', recordings)}")
    return result("score", arguments, parsed.files, _text("labels", labels))


def script(text: str, name: str = "script") -> Recording:
    """Return the recording that a script of what fingers do makes, as `replay script` does.

    Args:
        text: The script; `docs/Testing.md` has its grammar. The same one makes the same recording.
        name: The name that its records have as `file`.

    Raises:
        Error: The script has a mistake; the message has its line and column.

    >>> for gesture in replay(script("swipe left at 50,35 fingers 3")):
    ...     print(gesture["gesture"], gesture["direction"], gesture["touches"])
    swipe left 3
    """
    if not isinstance(text, str):
        raise TypeError(f"expected the text of a script, found {type(text).__name__}")
    return Recording(output("script", text), name)


def _records(
    kind: Kind,
    command: str,
    arguments: list[str],
    paths: Sources,
    errors: Errors,
    options: Any,
) -> Records[Any]:
    if errors not in get_args(Errors):
        raise OptionError(f"errors is {errors!r}: expected one of {', '.join(get_args(Errors))}")
    parsed = _Arguments(command)
    for name, value in options.items():
        parsed.add(name, value)
    records = run(
        command, [*arguments, *parsed.arguments], parsed.files, paths, errors, parsed.jobs
    )
    if kind == "explain":
        records = (record for record in records if "phase" not in record)
    return Records(records, kind, has_errors=errors == "record")


@dataclass
class _Arguments:
    """The arguments of a command that options become."""

    command: str
    arguments: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    jobs: int = 1

    def add(self, name: str, value: object) -> None:
        known = list((ReadingOptions if self.command == "info" else Options).__annotations__)
        known += ["jobs"] if self.command == "info" else []
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
            raise TypeError(f"unexpected option {name!r}{hint}")
        if value is None:
            return
        match name:
            case "jobs":
                self.jobs = _count(name, value)
            case "profile" | "shapes" | "device":
                path = _text(name, value)
                self.files.append(path)
                # Joined, so that a value with a leading hyphen is not an option.
                self.arguments.append(f"--{name}={path}")
            case "size":
                self.arguments.append(f"--size={_size(value)}")
            case "matrix":
                self.arguments.append(f"--matrix={_matrix(value)}")
            case "start_s" | "end_s":
                option = {"start_s": "from", "end_s": "to"}[name]
                self.arguments.append(f"--{option}={_number(name, value)}")
            case "rotate" | "rate":
                self.arguments.append(f"--{name}={_number(name, value)}")
            case _:
                self.arguments.append(f"--{name}={_text(name, value)}")


def _text(name: str, value: object) -> str:
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if not isinstance(value, str):
        raise OptionError(f"{name} is a {type(value).__name__}: expected text or a path")
    if not value or "\0" in value:
        raise OptionError(f"{name} is {value!r}: expected text or a path")
    return value


def _number(name: str, value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OptionError(f"{name} is {value!r}: expected a number")
    return repr(value)


def _count(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise OptionError(f"{name} is {value!r}: expected a whole number from 1")
    return value


def _size(value: object) -> str:
    if isinstance(value, str):
        return _text("size", value)
    if not isinstance(value, Sequence) or len(value) != 2:
        raise OptionError(f"size is {value!r}: expected (width, height) in mm")
    width, height = (_number("size", number) for number in value)
    return f"{width}x{height}mm"


def _matrix(value: object) -> str:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 6:
        raise OptionError(f"matrix is {value!r}: expected six numbers")
    return " ".join(_number("matrix", number) for number in value)
