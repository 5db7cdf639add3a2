"""The exceptions of the package."""

from __future__ import annotations

import errno
import os


class Error(Exception):
    """Something that Touchstone cannot do; the message says what and why."""


class OptionError(Error, ValueError):
    """An option has a value that cannot be used, such as a profile that does not exist."""


class RecordingError(Error):
    """A recording cannot be read.

    The message is that of the command line, with the position and what was expected.
    """

    def __init__(
        self,
        file: str,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        byte: int | None = None,
        expected: str | None = None,
        found: str | None = None,
    ) -> None:
        super().__init__(message)
        self.file = file
        """The recording: its path as it was given, or its name."""
        self.message = message
        """The whole message, which begins with the file."""
        self.line = line
        """The line from 1, if the position is one of text."""
        self.column = column
        """The column in bytes from 1, beside `line`."""
        self.byte = byte
        """The offset from 0, if the position is one of a binary file."""
        self.expected = expected
        """What belongs there."""
        self.found = found
        """What is there instead; for an error of the system, its text."""

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions with keyword arguments do not pickle by themselves, and workers send them.
        return (recording_error, (self.file, self.message, self._details()))

    def _details(self) -> dict[str, int | str | None]:
        names = ("line", "column", "byte", "expected", "found")
        return {name: getattr(self, name) for name in names}


class RecordingAccessError(RecordingError, OSError):
    """The system does not let a recording be read, such as for lack of permission."""

    def __init__(self, file: str, message: str, *, code: int, **details: int | str | None) -> None:
        super().__init__(file, message, **details)  # type: ignore[arg-type]
        self.errno = code
        self.strerror = os.strerror(code)
        self.filename = file

    def __str__(self) -> str:
        # OSError would add the number and the name.
        return self.message


class MissingRecordingError(RecordingAccessError, FileNotFoundError):
    """A recording does not exist."""


_SYSTEM_ERRORS = {os.strerror(code): code for code in errno.errorcode}


def recording_error(
    file: str, message: str, details: dict[str, int | str | None]
) -> RecordingError:
    """Make the error of a recording, one of the system if that is what was found."""
    code = _SYSTEM_ERRORS.get(str(details.get("found")))
    if code is None:
        return RecordingError(file, message, **details)  # type: ignore[arg-type]
    kind = MissingRecordingError if code == errno.ENOENT else RecordingAccessError
    return kind(file, message, code=code, **details)


class EngineError(Error):
    """A call of an `Engine` failed; the engine is unchanged."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message, status)
        self.status = status
        """The `touchstone_status` of the C interface."""

    def __str__(self) -> str:
        return str(self.args[0])
