"""The recordings that a call gets, in batches that fit on a command line."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Sized
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO


@dataclass(frozen=True)
class Recording:
    """The contents of a recording, with the name that its records have as `file`.

    >>> Recording(b"E: 0.000000 0000 0000 0\\n", "empty.evemu").name
    'empty.evemu'
    """

    data: bytes
    name: str


Source = str | os.PathLike[str] | bytes | BinaryIO | Recording
"""A recording: the path of a file or a folder, its contents, or a binary file object."""

Sources = Source | Iterable[Source]
"""One recording or several; an iterable is taken as it is needed, so that it may be endless."""

# Each batch is a process, which takes milliseconds to start, as long as it replays dozens of short
# recordings. Linux allows a quarter of the stack for arguments and the environment: 2 MiB by
# default.
_BATCH_COUNT = 2048
# Of recordings whose number is unknown, when processes share them.
_SHARED_BATCH_COUNT = 256
_BATCH_ARGUMENTS = 256 << 10
# Contents are written to temporary files, which a batch removes.
_BATCH_CONTENTS = 64 << 20


@dataclass
class Batch(AbstractContextManager["Batch"]):
    """Recordings for one process: paths, some of which are temporary files with a name."""

    most: int = _BATCH_COUNT
    paths: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    argument_bytes: int = 0
    content_bytes: int = 0
    _temporary: ExitStack = field(default_factory=ExitStack)
    _folder: Path | None = None

    @property
    def is_full(self) -> bool:
        return (
            len(self.paths) >= self.most
            or self.argument_bytes >= _BATCH_ARGUMENTS
            or self.content_bytes >= _BATCH_CONTENTS
        )

    def add(self, source: Source, index: int) -> None:
        if isinstance(source, str | os.PathLike):
            path = os.fspath(source)
            if not isinstance(path, str):
                raise TypeError("paths have to be text: contents are bytes")
            self._add_path(path)
        else:
            recording = _recording(source, index)
            path = self._write(recording.data)
            self.names[path] = recording.name
            self._add_path(path)

    def name_of(self, path: str) -> str:
        """Return the name of a file that the process knows by a path."""
        if not self.names or path in self.names:
            return self.names.get(path, path)
        # In a folder with another name.
        top = "/".join(path.split("/")[: len(str(self._folder).split("/")) + 1])
        return self.names[top] + path.removeprefix(top) if top in self.names else path

    def _add_path(self, path: str) -> None:
        if not path or "\0" in path:
            raise ValueError(f"{path!r} is no path")
        if not path.isprintable():
            # The program takes arguments in UTF-8 only, and escapes control characters in errors.
            link = self._temporary_path()
            link.symlink_to(Path(path).absolute())
            name = os.fsencode(path).decode(errors="replace")
            path = str(link)
            self.names[path] = name
        # To the command, - is standard input.
        self.paths.append("./-" if path == "-" else path)
        self.argument_bytes += len(os.fsencode(path)) + 1

    def _temporary_path(self) -> Path:
        if self._folder is None:
            folder = tempfile.TemporaryDirectory(prefix="touchstone-")
            self._folder = Path(self._temporary.enter_context(folder))
        return self._folder / str(len(self.paths))

    def _write(self, data: bytes) -> str:
        path = self._temporary_path()
        path.write_bytes(data)
        self.content_bytes += len(data)
        return str(path)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._temporary.close()


def batches(sources: Sources, jobs: int) -> Iterator[Batch]:
    """Divide recordings into batches for a number of processes; the caller closes each."""
    most = _BATCH_COUNT
    if jobs > 1:
        # Several for each process, since some take longer than others.
        count = len(sources) if isinstance(sources, Sized) else _SHARED_BATCH_COUNT * 4 * jobs
        most = min(max(1, count // (4 * jobs)), most)
    batch = Batch(most)
    try:
        for index, source in enumerate(_each(sources)):
            batch.add(source, index)
            if batch.is_full:
                full, batch = batch, Batch(most)
                yield full
        if batch.paths:
            last, batch = batch, Batch(most)
            yield last
    finally:
        batch.__exit__(None, None, None)


def _each(sources: object) -> Iterable[Any]:
    single = (str, os.PathLike, bytes, bytearray, memoryview, Recording)
    if isinstance(sources, single) or hasattr(sources, "read"):
        return [sources]
    if isinstance(sources, Iterable):
        return sources
    raise TypeError(f"expected recordings, found {type(sources).__name__}")


def _recording(source: object, index: int) -> Recording:
    if isinstance(source, Recording):
        return source
    if isinstance(source, bytes | bytearray | memoryview):
        return Recording(bytes(source), f"bytes[{index}]")
    if hasattr(source, "read"):
        data = source.read()
        if not isinstance(data, bytes):
            raise TypeError("expected a file object opened in binary mode ('rb')")
        name = getattr(source, "name", None)
        return Recording(data, name if isinstance(name, str) else f"file[{index}]")
    raise TypeError(
        "expected a path, bytes, a binary file object or a Recording, "
        f"found {type(source).__name__}"
    )
