"""Gestures from touch recordings, and a gesture engine for programs.

- `replay`, `touches`, `explain`, `info` and `check` yield records of recordings;
- `score` counts found, missed and false gestures in labelled recordings;
- `script` makes a recording of a script of what fingers do;
- `play` plays a script or a recording in a page of Chromium;
- `to_arrow` and `to_pandas` make tables of records, with the schemas of `arrow_schema`;
- `Engine` turns the touches of a program into gestures;
- `binary` is the path of the program `replay`.

>>> import touchstone
>>> [record["gesture"] for record in touchstone.replay("Traces/tap-then-swipe.evemu")]
['tap', 'swipe']
"""

from importlib.metadata import PackageNotFoundError as _PackageNotFoundError
from importlib.metadata import version as _version

from . import engine, records
from ._commands import (
    Options,
    ReadingOptions,
    check,
    explain,
    info,
    libinput,
    replay,
    score,
    script,
    touches,
)
from ._errors import (
    EngineError,
    Error,
    MissingRecordingError,
    OptionError,
    RecordingAccessError,
    RecordingError,
)
from ._installation import binary, library
from ._play import play
from ._records import Records
from ._schemas import Kind, arrow_schema, json_schema
from ._sources import Recording
from ._tables import to_arrow, to_pandas
from .engine import Engine, Gesture

try:
    __version__ = _version("touchstone-gestures")
except _PackageNotFoundError:
    # In a checkout that is not installed.
    __version__ = "0.0.0"

# Messages and tracebacks have the names that programs use.
for _class in (
    EngineError,
    Error,
    MissingRecordingError,
    OptionError,
    Recording,
    RecordingAccessError,
    RecordingError,
    Records,
):
    _class.__module__ = "touchstone"

__all__ = [
    "Engine",
    "EngineError",
    "Error",
    "Gesture",
    "Kind",
    "MissingRecordingError",
    "OptionError",
    "Options",
    "ReadingOptions",
    "Recording",
    "RecordingAccessError",
    "RecordingError",
    "Records",
    "__version__",
    "arrow_schema",
    "binary",
    "check",
    "engine",
    "explain",
    "info",
    "json_schema",
    "libinput",
    "library",
    "play",
    "records",
    "replay",
    "score",
    "script",
    "to_arrow",
    "to_pandas",
    "touches",
]
