"""Where the parts of the package are that are not Python."""

from __future__ import annotations

import os
from pathlib import Path

from ._errors import Error

_PACKAGE = Path(__file__).parent


def binary() -> Path:
    """Return the path of the `replay` program.

    It is the one in the wheel; the environment variable `TOUCHSTONE_REPLAY` names another one.

    >>> binary().name
    'replay'
    """
    return _find("TOUCHSTONE_REPLAY", "bin/replay")


def library() -> Path:
    """Return the path of `libtouchstone.so`, which `Engine` loads.

    It is the one in the wheel; the environment variable `TOUCHSTONE_LIBRARY` names another one.

    >>> library().name.startswith("libtouchstone")
    True
    """
    return _find("TOUCHSTONE_LIBRARY", "lib/libtouchstone.so.0")


def _find(variable: str, name: str) -> Path:
    if given := os.environ.get(variable):
        if not (path := Path(given)).is_file():
            raise Error(f"{variable} names {given}, which is not a file")
        return path
    if (path := _PACKAGE / name).is_file():
        return path
    raise Error(f"this installation has no {Path(name).name}: install the wheel, or set {variable}")


def schema_folder() -> Path:
    """Return the folder with the JSON Schemas of the records."""
    packaged = _PACKAGE / "schemas"
    # In a checkout, the package is at Python/src/touchstone.
    return packaged if packaged.is_dir() else _PACKAGE.parents[2] / "docs" / "schemas"
