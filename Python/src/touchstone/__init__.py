"""Gestures from touch recordings, and a gesture engine for programs.

- `replay`, `touches`, `explain`, `info` and `check` yield records of recordings;
- `script` makes a recording of a script of what fingers do;
- `play` plays a script or a recording in a page of Chromium;
- `to_arrow` and `to_pandas` make tables of records, with the schemas of `arrow_schema`;
- `Engine` turns the touches of a program into gestures;
- `binary` is the path of the program `replay`.

>>> import touchstone
>>> [record["gesture"] for record in touchstone.replay("Traces/tap-then-swipe.evemu")]
['tap', 'swipe']
"""

from importlib.metadata import PackageNotFoundError, version

from . import engine, records
from ._commands import Options, ReadingOptions, check, explain, info, replay, script, touches
from ._errors import EngineError, Error, OptionError, RecordingError
from ._installation import binary, library
from ._play import play
from ._records import Records
from ._schemas import Kind, arrow_schema, json_schema
from ._sources import Recording
from ._tables import to_arrow, to_pandas
from .engine import Engine

try:
    __version__ = version("touchstone")
except PackageNotFoundError:
    # In a checkout that is not installed.
    __version__ = "0.0.0"

# Messages and tracebacks have the names that programs use.
for _class in (EngineError, Error, OptionError, Recording, RecordingError, Records):
    _class.__module__ = "touchstone"

__all__ = [
    "Engine",
    "EngineError",
    "Error",
    "Kind",
    "OptionError",
    "Options",
    "ReadingOptions",
    "Recording",
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
    "library",
    "play",
    "records",
    "replay",
    "script",
    "to_arrow",
    "to_pandas",
    "touches",
]
