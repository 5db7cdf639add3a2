"""The exceptions of the package."""

from __future__ import annotations


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
        return (_recording_error, (self.file, self.message, self._details()))

    def _details(self) -> dict[str, int | str | None]:
        names = ("line", "column", "byte", "expected", "found")
        return {name: getattr(self, name) for name in names}


def _recording_error(file: str, message: str, details: dict[str, object]) -> RecordingError:
    return RecordingError(file, message, **details)  # type: ignore[arg-type]


class EngineError(Error):
    """A call of an `Engine` failed; the engine is unchanged."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message, status)
        self.status = status
        """The `touchstone_status` of the C interface."""

    def __str__(self) -> str:
        return str(self.args[0])
