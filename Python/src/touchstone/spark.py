"""Recordings on many machines, with Apache Spark.

- `recordings` makes a data frame of paths whose partitions are of about the same number of bytes;
- `shards` groups small recordings in tar archives;
- `replay` makes a data frame of records of a data frame of recordings;
- `pipe` does so on workers that have no Python;
- `score` and `totals` count found, missed and false gestures;
- `tune` plays recordings with many profiles, and `leave_out` judges them on devices that had no
  part in the choice.

Each task has one `replay` process, which reads the names or the bytes of recordings from its
standard input and writes records while it reads: neither a recording nor a record starts a process.

>>> from pyspark.sql import SparkSession
>>> import touchstone.spark
>>> spark = SparkSession.builder.master("local[2]").getOrCreate()
>>> shards = touchstone.spark.recordings(spark, ["shards/a.tar", "shards/b.tar"])
>>> records = touchstone.spark.replay(shards, profile="standard", name_devices=True)
>>> records.write.partitionBy("device").parquet("records")
"""

from __future__ import annotations

import bz2
import gzip
import heapq
import io
import itertools
import json
import lzma
import math
import os
import re
import subprocess
import tarfile
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from ._installation import binary as _binary
from ._schemas import arrow_schema

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

SHARD_BYTES = 64 << 20
"""The most bytes of a shard: some seconds of work, so that a task that is lost costs no more."""

SHARD_COUNT = 64
"""The least number of shards, so that a small collection is work for many tasks, too."""

TASKS_PER_CORE = 4
"""Tasks for each core, so that cores that are done early take over the work of others."""

_CHUNK = 1 << 20
"""The bytes of records that become one Arrow batch."""

_BLOCK = 512
"""The bytes of a block of a tar archive."""

_UNPACKED_BYTES = 1 << 30
"""The most bytes of a compressed file, which are in memory at once."""

_Buffer = bytes | memoryview


# Grouping


def pack(sizes: Mapping[str, int], bins: int) -> list[list[str]]:
    """Distribute files over bins of about the same number of bytes.

    The largest file first, each into the bin with the fewest bytes so far (R. L. Graham, "Bounds on
    multiprocessing timing anomalies", 1969: at most 4/3 of the best). A file that is larger than
    the others together has a bin of its own. The same sizes make the same bins.

    >>> pack({"a": 5, "b": 3, "c": 3, "d": 1}, 2)
    [['a', 'd'], ['b', 'c']]
    """
    heap = [(0, index) for index in range(max(1, bins))]
    packed: list[list[str]] = [[] for _ in heap]
    for path, size in sorted(sizes.items(), key=lambda item: (-item[1], item[0])):
        total, index = heapq.heappop(heap)
        packed[index].append(path)
        heapq.heappush(heap, (total + size, index))
    return [part for part in packed if part]


def shards(
    paths: Iterable[str | os.PathLike[str]],
    folder: str | os.PathLike[str],
    *,
    tasks: int = SHARD_COUNT,
    shard_bytes: int = SHARD_BYTES,
) -> list[str]:
    """Group recordings in tar archives, and return the paths of the archives.

    A member has the path that was given, which becomes the `file` of its records: records do not
    depend on how recordings were grouped. The same files make the same archives. A recording that
    is larger than a shard has an archive of its own.

    Args:
        paths: The files; not folders.
        folder: Where to write `shard-00000.tar` and so on; it is made if it does not exist.
        tasks: The least number of archives, as long as there are as many recordings: each is the
            work of one task.
        shard_bytes: About how many bytes of recordings an archive has at most.

    Raises:
        FileExistsError: If the folder has more shards, of an earlier run: their recordings would
            count twice. Nothing is written.
    """
    sizes = {os.fspath(path): os.path.getsize(path) for path in paths}
    bins = max(1, math.ceil(sum(sizes.values()) / shard_bytes), min(tasks, len(sizes)))
    packed = pack(sizes, bins)
    Path(folder).mkdir(parents=True, exist_ok=True)
    written = [os.path.join(folder, f"shard-{number:05}.tar") for number in range(len(packed))]
    present = {os.path.join(folder, path.name) for path in Path(folder).glob("shard-*.tar")}
    if others := sorted(present.difference(written)):
        raise FileExistsError(
            f"{others[0]} is not one of the {len(written)} shards of these recordings: "
            "remove it, or choose another folder"
        )
    for path, members in zip(written, packed, strict=True):
        with tarfile.open(path + ".part", "w", format=tarfile.PAX_FORMAT) as archive:
            for member in sorted(members):
                content = Path(member).read_bytes()
                info = tarfile.TarInfo(member)
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
        os.replace(path + ".part", path)
    return written


def recordings(
    spark: SparkSession,
    paths: Iterable[str | os.PathLike[str]],
    *,
    tasks: int | None = None,
) -> DataFrame:
    """Make a data frame of paths, with partitions of about the same number of bytes.

    Paths with a scheme, as in `s3a://bucket/*.tar`, `hdfs:///data/a.tar` or `file:/data/a.tar`, are
    read by Spark (`binaryFile`), which also divides them into partitions.

    Args:
        spark: The session.
        paths: Recordings, or tar archives of them, on storage that all workers have.
        tasks: The number of partitions; by default `TASKS_PER_CORE` for each core of the cluster,
            and for paths with a scheme what Spark chooses.

    Returns:
        A data frame of `path` and `bytes`, and of `content` if a path has a scheme.
    """
    context = spark.sparkContext
    given = [os.fspath(path) for path in paths]
    if any(_has_scheme(path) for path in given):
        # Without a scheme, Spark would look for local files where its own are.
        located = [path if _has_scheme(path) else Path(path).absolute().as_uri() for path in given]
        read = spark.read.format("binaryFile").load(located)
        read = read.selectExpr("path", "length AS bytes", "content")
        if empty := list(_empty_files(spark, located)):
            added = [(path, 0, bytearray()) for path in empty]
            read = read.unionByName(spark.createDataFrame(added, read.schema))
        return read if tasks is None else read.repartition(tasks)
    sizes = {path: os.path.getsize(path) for path in given}
    count = tasks or TASKS_PER_CORE * context.defaultParallelism
    bins = pack(sizes, count)
    rows = [[(path, sizes[path]) for path in part] for part in bins]
    # One list in each slice: Spark would cut the files themselves into slices of the same number.
    distributed = context.parallelize(rows, len(rows)).flatMap(lambda part: part)
    return spark.createDataFrame(distributed, "path string, bytes long")


def _empty_files(spark: SparkSession, paths: Iterable[str]) -> Iterator[str]:
    """Find the files without content, which Spark's readers leave out."""
    context: Any = spark.sparkContext
    for path in paths:
        place = context._jvm.org.apache.hadoop.fs.Path(path)
        system = place.getFileSystem(context._jsc.hadoopConfiguration())
        for found in system.globStatus(place) or ():
            inside = system.listStatus(found.getPath()) if found.isDirectory() else [found]
            for file in inside:
                if file.isFile() and file.getLen() == 0:
                    yield file.getPath().toString()


def _has_scheme(path: str) -> bool:
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]*:/", path) is not None


# Replaying


def record_schema(*, each: bool = False) -> StructType:
    """Return the schema of the records: that of `docs/schemas/run.schema.json`, with `error`.

    Args:
        each: Whether it has also `archive` and `gesture_count`.
    """
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(_arrow_schema(each))


def _arrow_schema(each: bool) -> pa.Schema:
    import pyarrow

    schema = _nullable(arrow_schema("run", errors=True))
    if not each:
        return schema
    return schema.append(pyarrow.field("archive", pyarrow.string())).append(
        pyarrow.field("gesture_count", pyarrow.int64())
    )


def command(
    *,
    profile: str | None = None,
    shapes: str | None = None,
    name_devices: bool = False,
    each: bool = False,
    arguments: Sequence[str] = (),
    binary: str | None = None,
) -> list[str]:
    """Return the command that prints the records of the recordings whose paths it reads.

    Args:
        profile: The rules: `standard`, `textbook`, `uikit`, or the path of a profile.
        shapes: The shapes by which drawings are named: `standard`, or a file.
        name_devices: Whether every record names its device, as for partitions by device.
        each: Whether each recording has a record of its own, with the number of its gestures.
        arguments: Further options of `replay run`.
        binary: The path of `replay` on the workers; by default that of the installed wheel.
    """
    words = [binary or "", "run", "--json", "--quiet", "--error-records"]
    if profile is not None:
        words += ["--profile", profile]
    if shapes is not None:
        words += ["--shapes", shapes]
    if name_devices:
        words.append("--name-devices")
    if each:
        words.append("--each")
    return [*words, *arguments]


def replay(
    frame: DataFrame,
    *,
    path: str = "path",
    content: str | None = None,
    profile: str | None = None,
    shapes: str | None = None,
    name_devices: bool = False,
    each: bool = False,
    arguments: Sequence[str] = (),
    binary: str | None = None,
) -> DataFrame:
    """Make a data frame of the records of recordings.

    A recording that cannot be read is a row with an `error`, in place of all columns but `v` and
    `file`. So is one whose content is null. A path that is null has no such row, and fails the job.

    Files that are compressed by gzip, bzip2 or xz are unpacked, archives and recordings alike, up
    to a gigabyte each; with paths, those that end in `.gz`, `.tgz`, `.bz2` or `.xz`.

    `mapInArrow` is used where `mapInPandas` would do, too: records have nested columns, of which
    pandas makes a Python object for each cell.

    Args:
        frame: A row for each recording, each folder of recordings, or each tar archive of them.
        path: The column of paths.
        content: The column of their bytes, such as that of Spark's `binaryFile`; by default
            `content`, if the frame has one. Without it, each worker opens the paths.
        profile: The rules: `standard`, `textbook`, `uikit`, or the path of a profile.
        shapes: The shapes by which drawings are named: `standard`, or a file.
        name_devices: Whether every record names its device, as for partitions by device.
        each: Whether each recording has a row of its own, also one without gestures: its
            `gesture_count`, and its `archive`. These rows and those with an `error` are as many as
            the recordings.
        arguments: Further options of `replay run`.
        binary: The path of `replay` on the workers; by default that of the installed wheel.
    """
    words = command(
        profile=profile,
        shapes=shapes,
        name_devices=name_devices,
        each=each,
        arguments=arguments,
        binary=binary,
    )
    if content is None and "content" in frame.columns:
        content = "content"
    schema = _arrow_schema(each)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        batches = _filled(batches)
        first = next(batches, None)
        if first is None:
            # An empty partition, as filters leave them, needs no process.
            return
        batches = itertools.chain([first], batches)
        located = [words[0] or str(_binary()), *words[1:]]
        contents: Iterable[tuple[str, _Buffer | OSError | None]]
        if content is None:
            compressed: list[str] = []
            names = _names(batches, path, compressed)
            for chunk in _lines([*located, "--files-from", "-", "--null"], names):
                yield from _parse(chunk, schema)
            if not compressed:
                return
            contents = ((name, _read(name)) for name in compressed)
        else:
            contents = _contents(batches, path)
        archive = _Archive(contents)
        for chunk in _lines([*located, "-"], archive.blocks()):
            for batch in _parse(chunk, schema):
                yield archive.name_archives(batch) if each else batch
        for record in archive.errors:
            yield from _parse(record, schema)

    wanted = [path] if content is None else [path, content]
    made: Any = record_schema(each=each)
    return frame.select(*wanted).mapInArrow(run, made)  # type: ignore[arg-type]


def pipe(
    spark: SparkSession,
    list_path: str,
    *,
    binary: str,
    tasks: int | None = None,
    profile: str | None = None,
    shapes: str | None = None,
    name_devices: bool = False,
    arguments: Sequence[str] = (),
) -> DataFrame:
    """Make a data frame of the records of recordings, on workers that have no Python.

    The workers' JVM runs `replay` for each partition of the list (`RDD.pipe` of Scala, not that of
    Python).

    Args:
        spark: The session.
        list_path: A text file of paths, one a line.
        binary: The path of `replay` on the workers.
        tasks: The least number of partitions.
        profile: As for `replay`, and so are the others.
        shapes: As above.
        name_devices: As above.
        arguments: As above.
    """
    from pyspark.sql import DataFrame as Frame

    words = command(
        profile=profile,
        shapes=shapes,
        name_devices=name_devices,
        arguments=[*arguments, "--files-from", "-"],
        binary=binary,
    )
    context: Any = spark.sparkContext
    jvm_session: Any = spark._jsparkSession  # type: ignore[attr-defined]
    listed = context._jsc.textFile(list_path, tasks or context.defaultMinPartitions)
    piped = listed.pipe(words)
    schema = context._jvm.org.apache.spark.sql.types.DataType.fromJson(record_schema().json())
    # By default, a line that is not JSON would be a row of nulls.
    reader = jvm_session.read().option("mode", "FAILFAST").schema(schema)
    return Frame(reader.json(piped), spark)


def _nullable(schema: pa.Schema) -> pa.Schema:
    """Make all fields nullable, those of structs too: Spark's files have no others."""
    import pyarrow

    def loosened(field: pa.Field) -> pa.Field:
        kind = field.type
        if pyarrow.types.is_struct(kind):
            kind = pyarrow.struct([loosened(kind.field(i)) for i in range(kind.num_fields)])
        return pyarrow.field(field.name, kind)

    return pyarrow.schema([loosened(field) for field in schema])


def _filled(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    return (batch for batch in batches if batch.num_rows > 0)


def _names(
    batches: Iterator[pa.RecordBatch], column: str, compressed: list[str]
) -> Iterator[bytes]:
    """Yield the paths for `--files-from`; those of compressed files are added to `compressed`."""
    for batch in batches:
        for name in _paths(batch, column):
            if name.endswith((".gz", ".tgz", ".bz2", ".xz")):
                compressed.append(name)
            else:
                yield name.encode() + b"\0"


def _paths(batch: pa.RecordBatch, column: str) -> list[str]:
    paths: list[str] = batch.column(0).to_pylist()
    if batch.column(0).null_count > 0:
        raise ValueError(f"the column {column} has a null in place of a path")
    return paths


def _contents(
    batches: Iterator[pa.RecordBatch], column: str
) -> Iterator[tuple[str, _Buffer | None]]:
    for batch in batches:
        for name, cell in zip(_paths(batch, column), batch.column(1), strict=True):
            yield name, memoryview(cell.as_buffer()) if cell.is_valid else None


def _read(path: str) -> bytes | OSError:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        return error


class _Archive:
    """One tar archive of recordings and of the members of archives."""

    def __init__(self, contents: Iterable[tuple[str, _Buffer | OSError | None]]) -> None:
        self._contents = contents
        self._origins: dict[str, str] = {}
        self.errors: list[bytes] = []
        """The records of what is not in the archive."""

    def blocks(self) -> Iterator[bytes]:
        for name, given in self._contents:
            if isinstance(given, OSError):
                self._refuse(name, "a readable file", given.strerror or str(given))
                continue
            if given is None:
                self._refuse(name, "the bytes of a recording", "null")
                continue
            try:
                content = memoryview(_unpacked(given))
            except (OSError, EOFError, ValueError, lzma.LZMAError) as error:
                self._refuse(name, "compressed data", str(error))
                continue
            if bytes(content[257:262]) == b"ustar":
                self._note_members(name, content)
                yield bytes(content[: _end_of_members(content)])
                continue
            info = tarfile.TarInfo(name)
            info.size = len(content)
            yield info.tobuf(tarfile.PAX_FORMAT)
            yield bytes(content)
            yield bytes(-len(content) % _BLOCK)
        yield bytes(2 * _BLOCK)

    def name_archives(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Name the archives that rows came in, all of which are members of this one."""
        import pyarrow

        index = batch.schema.get_field_index("archive")
        counts = batch.column(batch.schema.get_field_index("gesture_count"))
        errors = batch.column(batch.schema.get_field_index("error"))
        files = batch.column(batch.schema.get_field_index("file")).to_pylist()
        names = [
            self._origins.get(file) if counts[row].is_valid or errors[row].is_valid else None
            for row, file in enumerate(files)
        ]
        columns = list(batch.columns)
        columns[index] = pyarrow.array(names, pyarrow.string())
        return pyarrow.RecordBatch.from_arrays(columns, schema=batch.schema)

    def _note_members(self, name: str, content: memoryview) -> None:
        try:
            with tarfile.open(fileobj=io.BytesIO(content)) as archive:
                for member in archive:
                    self._origins[member.name] = name
        except tarfile.TarError:
            # `replay` says what is damaged, and where.
            pass

    def _refuse(self, path: str, expected: str, found: str) -> None:
        error = {"file": path, "expected": expected, "found": found}
        record = {"v": 2, "file": path, "error": error}
        self.errors.append(json.dumps(record).encode() + b"\n")


def _unpacked(content: _Buffer) -> _Buffer:
    """Unpack what is compressed, by its first bytes."""
    head = bytes(content[:6])
    opened: Callable[[IO[bytes]], gzip.GzipFile | bz2.BZ2File | lzma.LZMAFile]
    if head.startswith(b"\x1f\x8b"):
        opened = gzip.open
    elif head.startswith(b"BZh"):
        opened = bz2.open
    elif head == b"\xfd7zXZ\0":
        opened = lzma.open
    else:
        return content
    with opened(io.BytesIO(content)) as stream:
        unpacked = stream.read(_UNPACKED_BYTES + 1)
    if len(unpacked) > _UNPACKED_BYTES:
        raise ValueError("more than a gigabyte")
    return unpacked


def _end_of_members(archive: memoryview) -> int:
    """Find the zeros that end an archive; what is damaged is left to `replay` to say."""
    offset = 0
    while offset + _BLOCK <= len(archive):
        header = bytes(archive[offset : offset + _BLOCK])
        if not any(header):
            return offset
        try:
            # Sizes of a recording are octal: GNU's binary ones begin at 8 GB.
            size = int(header[124:136].partition(b"\0")[0], 8)
        except ValueError:
            break
        offset += _BLOCK + size + (-size % _BLOCK)
    return len(archive)


def _lines(words: Sequence[str], feed: Iterator[bytes]) -> Iterator[bytes]:
    """Run a process on an input, and yield its output in chunks of whole lines.

    Raises:
        RuntimeError: If the process fails, which fails the task: Spark repeats it, and what it
            has yielded so far is not used.
    """
    with tempfile.TemporaryFile() as messages:
        process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=messages
        )
        assert process.stdin is not None
        assert process.stdout is not None
        failures: list[BaseException] = []
        writer = threading.Thread(
            target=_feed, args=(process.stdin, feed, failures), name="replay input", daemon=True
        )
        writer.start()
        try:
            yield from _whole_lines(process.stdout)
            writer.join()
            status = process.wait()
        finally:
            # A task that is cancelled leaves no process behind.
            process.kill()
            process.wait()
            process.stdout.close()
        if failures:
            raise failures[0]
        if status != 0:
            messages.seek(0)
            raise _failure(words[0], status, messages.read())


def _failure(program: str, status: int, messages: bytes) -> RuntimeError:
    text = messages.decode(errors="replace").strip()[-2000:]
    return RuntimeError(f"{program} ended with status {status}: {text}")


def _feed(stream: IO[bytes], feed: Iterator[bytes], failures: list[BaseException]) -> None:
    try:
        with stream:
            for part in feed:
                stream.write(part)
    except BrokenPipeError:
        # The status of the process says why it reads no more.
        pass
    except BaseException as error:
        failures.append(error)


def _whole_lines(stream: IO[bytes]) -> Iterator[bytes]:
    rest = b""
    while block := stream.read(_CHUNK):
        end = block.rfind(b"\n") + 1
        if end == 0:
            rest += block
            continue
        yield rest + block[:end]
        rest = block[end:]
    if rest:
        raise RuntimeError("the last record is cut")


def _parse(lines: bytes, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    import pyarrow
    from pyarrow import json as arrow_json

    table = arrow_json.read_json(
        pyarrow.BufferReader(lines),
        read_options=arrow_json.ReadOptions(use_threads=False, block_size=max(len(lines), 1)),
        parse_options=arrow_json.ParseOptions(
            explicit_schema=schema, unexpected_field_behavior="error"
        ),
    )
    yield from table.select(schema.names).to_batches()


# Scoring

_COUNTS = "tp long, fp long, fn long"
_SCORES = (
    "v long, file string, device string, person string, empty boolean, exact boolean, "
    f"classes map<string, struct<{_COUNTS}>>, "
    "confusion map<string, map<string, long>>, error string"
)


def score(
    frame: DataFrame,
    *,
    labels: str = "labels",
    recordings: str = "recordings",
    profile: str | None = None,
    shapes: str | None = None,
    strict: bool = False,
    labels_content: str | None = None,
    content: str | None = None,
    arguments: Sequence[str] = (),
    binary: str | None = None,
) -> DataFrame:
    """Make a data frame of the counts of each labelled recording: `replay score --each`.

    Args:
        frame: A row for each file of labels and its recordings.
        labels: The column of paths of labels.
        recordings: The column of paths of the recordings: folders, or tar archives.
        profile: As for `replay`, and so are `shapes` and `binary`.
        shapes: As above.
        strict: Whether swipes and pans are separate classes.
        labels_content: The column of the labels themselves, as bytes or text, where workers cannot
            open their paths.
        content: The column of the bytes of the archives, likewise, such as that of `recordings`.
        arguments: Further options of `replay score`.
        binary: As above.
    """
    words = ["score", "--each", "--json", "--jobs", "1", *_rules(profile, shapes)]
    words += ["--strict"] if strict else []
    columns = _Columns(labels, recordings, labels_content, content)
    return _each(frame, columns, [*words, *arguments], binary, _SCORES, _score_row)


def totals(scores: DataFrame, by: Sequence[str] = ("device",)) -> DataFrame:
    """Sum up the counts of `score`, by columns and by gesture.

    With `by=()`, the sums are those of `replay score` on all recordings.

    Returns:
        A row for each class of gestures of each group: the columns of `by`, `gesture`, `tp`, `fp`,
        `fn`, `precision`, `recall` and `f1`.
    """
    from pyspark.sql import functions as f

    summed = (
        scores.where("error is null")
        .select(*by, f.explode("classes").alias("gesture", "counts"))
        .groupBy(*by, "gesture")
        .agg(*(f.sum(f"counts.{name}").alias(name) for name in ("tp", "fp", "fn")))
    )
    # A share of nothing is null.
    return summed.withColumns(
        {
            "precision": f.expr("try_divide(tp, tp + fp)"),
            "recall": f.expr("try_divide(tp, tp + fn)"),
            "f1": f.expr("try_divide(2 * tp, 2 * tp + fp + fn)"),
        }
    ).orderBy(*by, "gesture")


# Tuning

_TUNED = (
    "v long, file string, device string, search string, kinds array<array<string>>, "
    "counts array<array<long>>, error string"
)


def tune(
    frame: DataFrame,
    vary: Sequence[str],
    *,
    steps: int = 11,
    labels: str = "labels",
    recordings: str = "recordings",
    profile: str | None = None,
    shapes: str | None = None,
    labels_content: str | None = None,
    content: str | None = None,
    arguments: Sequence[str] = (),
    binary: str | None = None,
) -> DataFrame:
    """Play each labelled recording with all profiles of a search: `replay tune --each`.

    Args:
        frame: As for `score`, and so are the other arguments.
        vary: Values of the profile and their ranges, as in `tap.slop=2..6`.
        steps: The number of steps in each range.
        labels: As above.
        recordings: As above.
        profile: The profile to begin with.
        shapes: As above.
        labels_content: As above.
        content: As above.
        arguments: Further options of `replay tune`.
        binary: As above.

    Returns:
        A row for each recording, with the counts (tp, fp, fn) at each point of the search, and
        those of the given profile last. A point without a profile has null.
    """
    words = ["tune", "--each", "--jobs", "1", *_rules(profile, shapes), *_search(vary, steps)]
    columns = _Columns(labels, recordings, labels_content, content)
    return _each(frame, columns, [*words, *arguments], binary, _TUNED, _tuned_row)


def tuned(
    rows: DataFrame,
    labels: str,
    recordings: str,
    vary: Sequence[str],
    *,
    steps: int = 11,
    profile: str | None = None,
    folds: int = 5,
    arguments: Sequence[str] = (),
    binary: str | None = None,
) -> dict[str, Any]:
    """Search in the rows of `tune`, on the driver, as `replay tune --json` does on all recordings.

    Args:
        rows: What `tune` made, with the same `vary`, `steps` and profile.
        labels: The labels of all recordings.
        recordings: Their folder.
        vary: As for `tune`.
        steps: As for `tune`.
        profile: As for `tune`.
        folds: The number of folds of the cross-validation.
        arguments: Further options of `replay tune`.
        binary: The path of `replay` on the driver.

    Raises:
        RuntimeError: If `replay tune` fails, with its last messages.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as counts:
        for row in rows.where("error is null").toLocalIterator():
            record = {key: value for key, value in row.asDict().items() if value is not None}
            counts.write(json.dumps(record) + "\n")
        counts.flush()
        words = ["tune", labels, "--recordings", recordings, "--counts", counts.name, "--json"]
        words += [*_search(vary, steps), *_rules(profile, None), "--folds", str(folds)]
        words += ["--quiet", *arguments]
        program = binary or str(_binary())
        done = subprocess.run([program, *words], capture_output=True)
        if done.returncode != 0:
            raise _failure(program, done.returncode, done.stderr)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def leave_out(
    rows: DataFrame, by: str = "device", *, ranges: int = 1, steps: int = 11
) -> list[dict[str, Any]]:
    """Judge the rows of `tune` on each group with the point that is best on all others.

    The sums are made on the workers; the driver receives one row for each group and point, so that
    the number of recordings does not matter.

    Args:
        rows: What `tune` made.
        by: The column of the groups.
        ranges: The number of values that `tune` varied.
        steps: The number of steps of each.

    Returns:
        For each group: its name as `group`, the chosen `point`, and its `tp`, `fp`, `fn` and `f1`.
        Of several points with the same F1, the one in their middle. The first range runs fastest:
        with one range, the point is the step.
    """
    from pyspark.sql import functions as f

    summed = (
        rows.where("error is null")
        .select(f.col(by).alias("group"), f.posexplode("counts").alias("point", "counts"))
        .where("counts is not null")
        .groupBy("group", "point")
        .agg(*(f.sum(f.col("counts")[i]).alias(name) for i, name in enumerate(("tp", "fp", "fn"))))
        .collect()
    )
    table: dict[str, dict[int, tuple[int, int, int]]] = {}
    for row in summed:
        table.setdefault(row["group"], {})[row["point"]] = (row["tp"], row["fp"], row["fn"])
    # The last point is the given profile, which is no candidate.
    last = max((point for counts in table.values() for point in counts), default=0)
    judged = []
    for group in sorted(table, key=str):
        others = [counts for name, counts in table.items() if name != group]
        best = _best(others, last, ranges, steps)
        if best is None:
            continue
        tp, fp, fn = table[group][best]
        total = 2 * tp + fp + fn
        f1 = 2 * tp / total if total else None
        judged.append({"group": group, "point": best, "tp": tp, "fp": fp, "fn": fn, "f1": f1})
    return judged


def _best(
    groups: Sequence[Mapping[int, tuple[int, int, int]]], last: int, ranges: int, steps: int
) -> int | None:
    shares: dict[int, float] = {}
    for point in range(last):
        counts = [group[point] for group in groups if point in group]
        if not counts or len(counts) < len(groups):
            continue
        tp, fp, fn = (sum(column) for column in zip(*counts, strict=True))
        shares[point] = 2 * tp / (2 * tp + fp + fn) if tp + fp + fn else 0.0
    if not shares:
        return None
    highest = max(shares.values())
    tied = {
        point: [point // steps**index % steps for index in range(ranges)]
        for point, share in shares.items()
        if share >= highest
    }
    middle = [sum(column) / len(tied) for column in zip(*tied.values(), strict=True)]

    def distance(point: int) -> float:
        apart = (abs(step - mean) for step, mean in zip(tied[point], middle, strict=True))
        return float(sum(apart))

    return min(tied, key=lambda point: (distance(point), point))


def _rules(profile: str | None, shapes: str | None) -> list[str]:
    words = ["--profile", profile] if profile is not None else []
    return words + (["--shapes", shapes] if shapes is not None else [])


def _search(vary: Sequence[str], steps: int) -> list[str]:
    return [word for item in vary for word in ("--vary", item)] + ["--steps", str(steps)]


class _Columns(NamedTuple):
    """The columns of labels and recordings."""

    labels: str
    recordings: str
    labels_content: str | None
    content: str | None


def _each(
    frame: DataFrame,
    columns: _Columns,
    words: Sequence[str],
    binary: str | None,
    schema: str,
    row: Callable[[dict[str, Any]], tuple[Any, ...]],
) -> DataFrame:
    """Run a command on the labels of each row, and make a row of each record that it prints."""

    def run(cells: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        labels, place, labels_content, content = cells
        located = [binary or str(_binary()), *words]
        with tempfile.TemporaryDirectory() as folder:
            unpacked = os.path.join(folder, "recordings")
            # Archives are unpacked for the task, compressed ones, too: labels name files.
            if content is not None or os.path.isfile(place):
                source = {"name": place} if content is None else {"fileobj": io.BytesIO(content)}
                with tarfile.open(**source) as archive:  # type: ignore[call-overload]
                    archive.extractall(unpacked, filter="data")
                place = unpacked
            if labels_content is not None:
                labels = os.path.join(folder, "labels.jsonl")
                text = labels_content
                Path(labels).write_bytes(text.encode() if isinstance(text, str) else text)
            arguments = [labels, "--recordings", place, "--quiet"]
            for chunk in _lines([*located, *arguments], iter(())):
                for line in chunk.splitlines():
                    yield row(json.loads(line))

    from pyspark.sql import functions as f

    spark = frame.sparkSession
    wanted = [f.lit(None) if name is None else f.col(name) for name in columns]
    rows = frame.select(*wanted).rdd.map(tuple).flatMap(run)
    return spark.createDataFrame(rows, schema)


def _score_row(record: dict[str, Any]) -> tuple[Any, ...]:
    keys = ("v", "file", "device", "person", "empty", "exact", "classes", "confusion")
    return (*(record.get(key) for key in keys), _error_text(record))


def _tuned_row(record: dict[str, Any]) -> tuple[Any, ...]:
    keys = ("v", "file", "device", "search", "kinds", "counts")
    return (*(record.get(key) for key in keys), _error_text(record))


def _error_text(record: dict[str, Any]) -> str | None:
    error = record.get("error")
    return None if error is None else json.dumps(error)
