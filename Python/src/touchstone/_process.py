"""Runs `replay` and reads its records, remarks and errors."""

from __future__ import annotations

import json
import logging
import re
import signal
import subprocess
import tempfile
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import IO, Any, Literal

from ._errors import Error, OptionError, RecordingError, recording_error
from ._installation import binary
from ._sources import Batch, Sources, batches

logger = logging.getLogger("touchstone")

Errors = Literal["raise", "record", "skip"]
"""What becomes of a recording that cannot be read."""

_USAGE = 64


def run(
    command: str,
    arguments: Sequence[str],
    files: Sequence[str],
    sources: Sources,
    errors: Errors,
    jobs: int,
) -> Iterator[dict[str, Any]]:
    """Yield the records that `replay COMMAND --json` prints.

    Args:
        command: The subcommand.
        arguments: Its options.
        files: The files that options name: what is wrong with them is an `OptionError`.
        sources: The recordings.
        errors: What becomes of those that cannot be read.
        jobs: The number of processes at the same time.
    """
    running: deque[_Run] = deque()
    remaining = batches(sources, jobs)
    try:
        while True:
            while len(running) < jobs and (batch := next(remaining, None)):
                running.append(_Run(command, arguments, files, batch, keeps_output=jobs > 1))
            if not running:
                return
            yield from running[0].records(errors)
            running.popleft().close()
    finally:
        for process in running:
            process.close()
        if isinstance(remaining, Iterator) and hasattr(remaining, "close"):
            remaining.close()


def output(command: str, text: str) -> bytes:
    """Return what `replay COMMAND - -` makes of a text."""
    return convert(command, text.encode(), ["-"])


def convert(command: str, data: bytes, arguments: Sequence[str]) -> bytes:
    """Return what `replay COMMAND - ARGUMENTS` makes of some bytes."""
    process = subprocess.run(
        [binary(), command, "--quiet", "-", *arguments], input=data, capture_output=True
    )
    if process.returncode == _USAGE:
        raise OptionError(_usage_error(process.stderr.decode(errors="replace").splitlines()))
    if process.returncode != 0:
        remarks = process.stderr.decode(errors="replace").strip().splitlines()
        raise Error(remarks[-1].removeprefix("error: ") if remarks else f"{command} failed")
    return process.stdout


def result(
    command: str, arguments: Sequence[str], files: Sequence[str], path: str
) -> dict[str, Any]:
    """Return the one record that `replay COMMAND --json PATH` prints."""
    process = _Run(command, arguments, files, Batch(paths=[path]), keeps_output=False)
    try:
        records = list(process.records("raise"))
    finally:
        process.close()
    if len(records) != 1:
        raise Error(f"{command} has {len(records)} results")
    return records[0]


class _Run:
    """A process on one batch."""

    def __init__(
        self,
        command: str,
        arguments: Sequence[str],
        files: Sequence[str],
        batch: Batch,
        keeps_output: bool,
    ) -> None:
        self._command = command
        self._files = files
        self._batch = batch
        self._resources = ExitStack()
        self._resources.enter_context(batch)
        try:
            # Remarks go to a file: nothing has to read them while records are read.
            self._remarks: IO[bytes] = self._temporary_file()
            output = self._temporary_file() if keeps_output else None
            self._process = subprocess.Popen(
                [binary(), command, "--json", *arguments, "--", *batch.paths],
                stdin=subprocess.DEVNULL,
                stdout=output or subprocess.PIPE,
                stderr=self._remarks,
            )
        except BaseException:
            self._resources.close()
            raise
        self._kept_output = output

    def _temporary_file(self) -> IO[bytes]:
        file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        return self._resources.enter_context(file)

    def records(self, errors: Errors) -> Iterator[dict[str, Any]]:
        if self._kept_output is not None:
            self._process.wait()
            self._kept_output.seek(0)
        names = self._batch.names
        for line in self._kept_output or self._process.stdout or ():
            try:
                record: dict[str, Any] = json.loads(line)
            except ValueError:
                # The process was killed while it wrote.
                break
            if names:
                record["file"] = self._batch.name_of(record["file"])
            yield record
        yield from self._finish(errors)

    def _finish(self, errors: Errors) -> Iterator[dict[str, Any]]:
        code = self._process.wait()
        self._remarks.seek(0)
        remarks = self._remarks.read().decode(errors="replace").splitlines()
        if code < 0:
            raise Error(f"replay was ended by {signal.Signals(-code).name}")
        if code == _USAGE:
            raise OptionError(_usage_error(remarks))
        failures = list(self._failures(remarks))
        if self._command == "check" and code not in (0, 70):
            # Its records have the errors.
            return
        if errors == "raise" and failures:
            if len(failures) > 1:
                failures[0].add_note(f"{len(failures) - 1} more recordings cannot be read")
            raise failures[0]
        for failure in failures:
            if errors == "record":
                yield _error_record(failure)
            else:
                logger.warning("skipped: %s", failure)
        if code != 0 and not failures:
            raise Error(remarks[-1] if remarks else f"replay ended with exit code {code}")

    def _failures(self, remarks: list[str]) -> Iterator[RecordingError]:
        for remark in remarks:
            label, separator, text = remark.partition(": ")
            if not separator:
                continue
            if label == "error":
                error = _recording_error(text, self._batch)
                if error.file in self._files:
                    raise OptionError(error.message)
                yield error
            elif label == "warning" and not _NO_GESTURE.search(text):
                logger.warning("%s", _named(text, self._batch))
            elif label in ("note", "warning"):
                logger.info("%s", _named(text, self._batch))

    def close(self) -> None:
        """End the process, if it still runs, and remove its files."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()
        self._resources.close()


def _usage_error(remarks: list[str]) -> str:
    """Return the message before the help and the usage: a line, or one with a list below it."""
    text = " ".join(remark.strip() for remark in remarks)
    message = re.sub(r"\s+(?:Help|Usage):.*", "", text.partition("Error: ")[2])
    return message.replace(": - ", ": ").replace(" - ", ", ") or "invalid options"


# Touches that are no gesture are a result: a program that makes a call for each of a thousand
# recordings does not want a warning for each.
_NO_GESTURE = re.compile(r": no gesture: \d")

# swipe.evemu:12:7: expected a hexadecimal event type, found "zz"
_ERROR = re.compile(
    r"(?P<file>.+?)(?::(?P<line>\d+):(?P<column>\d+)|: byte (?P<byte>\d+))?: "
    r"(?:expected (?P<expected>.*), found (?P<found>.*)|(?P<message>.*))"
)


def _recording_error(text: str, batch: Batch) -> RecordingError:
    # Paths may have anything in them, so that those that are known are recognized first.
    path = max((p for p in batch.paths if text.startswith(f"{p}:")), key=len, default=None)
    match = _ERROR.fullmatch(text if path is None else "x" + text.removeprefix(path))
    if match is None:
        return RecordingError(path or "", text)
    file = path or match["file"]
    number = {k: int(match[k]) if match[k] else None for k in ("line", "column", "byte")}
    details: dict[str, int | str | None] = {
        **number,
        "expected": match["expected"] or "a readable file",
        "found": match["found"] or match["message"],
    }
    return recording_error(batch.name_of(file), _named(text, batch), details)


def _named(text: str, batch: Batch) -> str:
    """Put the names of recordings in the place of their temporary files."""
    path, separator, rest = text.partition(":")
    return batch.name_of(path) + separator + rest


def _error_record(failure: RecordingError) -> dict[str, Any]:
    position = {"line": failure.line, "column": failure.column, "byte": failure.byte}
    error = {
        "file": failure.file,
        **{key: value for key, value in position.items() if value is not None},
        "expected": failure.expected,
        "found": failure.found,
    }
    return {"v": 2, "file": failure.file, "error": error}
