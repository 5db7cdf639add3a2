"""The command `replay` of the wheel."""

from __future__ import annotations

import os
import sys

from ._errors import Error
from ._installation import binary


def main() -> None:
    """Become the `replay` program, with the same arguments."""
    try:
        path = binary()
    except Error as error:
        sys.exit(f"error: {error}")
    os.execv(path, ["replay", *sys.argv[1:]])
