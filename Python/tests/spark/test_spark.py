"""Spark in local mode makes the records of one process. Skipped without Java or pyspark."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="pyspark is not installed")
pytest.importorskip("pyarrow", reason="pyarrow is not installed")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    pytest.skip("Java is not installed", allow_module_level=True)

from pyspark.sql import DataFrame, SparkSession

import touchstone.spark as ts
from touchstone import binary

pytestmark = pytest.mark.filterwarnings("default")

SCRIPTS = {
    "tap": "tap 50,35 count 2",
    "swipe": "swipe left at 60,35 fingers 3",
    "pinch": "pinch 50,35 from 20 to 50",
}


def command(*words: str) -> str:
    """Run `replay`, and return what it prints."""
    return subprocess.run(
        [str(binary()), *words], capture_output=True, text=True, check=True
    ).stdout


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    # Workers take the Python of this environment.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    yield session
    session.stop()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an archive of 20 recordings of each script, with labels, and unpack it."""
    folder = tmp_path_factory.mktemp("recordings")
    for index, (name, action) in enumerate(SCRIPTS.items()):
        script = folder / f"{name}.touch"
        script.write_text(f"hand human seed {index}\n{action}\n")
        words = ["--count", "20", "--device-name", f"Pad {index}"]
        labels = str(folder / f"{name}.jsonl")
        command("script", str(script), str(folder / f"{name}.tar"), *words, "--labels", labels)
        shutil.unpack_archive(folder / f"{name}.tar", folder / "files", filter="data")
    everything = "".join((folder / f"{name}.jsonl").read_text() for name in SCRIPTS)
    (folder / "labels.jsonl").write_text(everything)
    return folder


def archives(folder: Path) -> list[str]:
    return [str(folder / f"{name}.tar") for name in SCRIPTS]


def plain(frame: DataFrame) -> list[dict[str, Any]]:
    """Return the rows as records, without absent values, in the order of their JSON."""

    def cleaned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: cleaned(item) for key, item in value.items() if item is not None}
        return value

    rows = [cleaned(row.asDict(recursive=True)) for row in frame.collect()]
    return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))


def single(*paths: str) -> list[dict[str, Any]]:
    """Return the records of one process, in the order of their JSON."""
    lines = command("run", "--json", "--quiet", "--error-records", "--name-devices", *paths)
    rows = [json.loads(line) for line in lines.splitlines()]
    return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))


def test_archives_make_the_records_of_one_process(spark: SparkSession, folder: Path) -> None:
    frame = ts.recordings(spark, archives(folder), tasks=3)
    assert frame.rdd.getNumPartitions() == 3
    assert plain(ts.replay(frame, name_devices=True)) == single(*archives(folder))


def test_bytes_make_the_records_of_one_process(spark: SparkSession, folder: Path) -> None:
    paths = [*archives(folder), str(folder / "files/tap-000001.evemu")]
    frame = spark.createDataFrame(
        [(path, bytearray(Path(path).read_bytes())) for path in paths], "path string, bytes binary"
    ).repartition(2)
    made = plain(ts.replay(frame, content="bytes", name_devices=True))
    assert made == single(*paths)


def test_empty_partitions_have_no_rows(spark: SparkSession, folder: Path) -> None:
    path = str(folder / "files/tap-000001.evemu")
    rows = [(path, bytearray(Path(path).read_bytes()))]
    frame = spark.createDataFrame(rows, "path string, bytes binary")
    scattered = frame.repartition(3)
    assert scattered.rdd.getNumPartitions() == 3
    expected = single(path)
    assert plain(ts.replay(scattered, content="bytes", name_devices=True)) == expected
    assert plain(ts.replay(scattered, name_devices=True)) == expected
    assert ts.replay(scattered.where("path = ''"), content="bytes").collect() == []


def test_a_broken_recording_is_a_row_with_its_error(
    spark: SparkSession, folder: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.evemu"
    broken.write_text("# EVEMU 1.3\nN: Pad\nE: zz\n")
    missing = str(tmp_path / "missing.evemu")
    whole = str(folder / "files/tap-000001.evemu")
    paths = [str(broken), missing, whole]
    frame = spark.createDataFrame([(path,) for path in paths], "path string").coalesce(1)
    rows = {row["file"]: row for row in ts.replay(frame).collect()}
    assert set(rows) == set(paths)
    assert rows[str(broken)]["error"]["line"] == 3
    assert rows[str(broken)]["gesture"] is None
    assert rows[missing]["error"]["found"] == "No such file or directory"
    assert rows[whole]["error"] is None
    assert rows[whole]["gesture"] == "tap"


def test_a_process_that_fails_fails_the_task(spark: SparkSession, folder: Path) -> None:
    frame = ts.recordings(spark, archives(folder))
    with pytest.raises(Exception, match=r"ended with status 66.*no-such-profile"):
        ts.replay(frame, profile="no-such-profile.yml").collect()


def test_paths_below_hidden_folders_have_records(
    spark: SparkSession, folder: Path, tmp_path: Path
) -> None:
    hidden = tmp_path / ".local" / "tap.evemu"
    hidden.parent.mkdir()
    shutil.copy(folder / "files/tap-000001.evemu", hidden)
    frame = spark.createDataFrame(
        [(str(hidden), bytearray(hidden.read_bytes()))], "path string, bytes binary"
    )
    assert plain(ts.replay(frame, content="bytes", name_devices=True)) == single(str(hidden))
    assert single(*ts.shards([hidden], tmp_path / "shards")) == single(str(hidden))


def test_a_null_content_is_a_row_with_an_error(spark: SparkSession, folder: Path) -> None:
    whole = str(folder / "files/tap-000001.evemu")
    rows = [("gone.evemu", None), (whole, bytearray(Path(whole).read_bytes()))]
    frame = spark.createDataFrame(rows, "path string, bytes binary").coalesce(1)
    made = {row["file"]: row for row in ts.replay(frame, content="bytes").collect()}
    assert made[whole]["gesture"] == "tap"
    assert made["gone.evemu"]["error"]["found"] == "null"
    assert made["gone.evemu"]["v"] == made[whole]["v"]


@pytest.mark.parametrize("content", [None, "bytes"])
def test_a_null_path_fails_with_the_name_of_its_column(
    spark: SparkSession, content: str | None
) -> None:
    frame = spark.createDataFrame([(None, bytearray(b"x"))], "place string, bytes binary")
    with pytest.raises(Exception, match="the column place has a null"):
        ts.replay(frame, path="place", content=content).collect()


def test_parquet_is_partitioned_by_device(
    spark: SparkSession, folder: Path, tmp_path: Path
) -> None:
    records = ts.replay(ts.recordings(spark, archives(folder)), name_devices=True)
    out = str(tmp_path / "records")
    records.write.partitionBy("device").parquet(out)
    assert {path.name for path in Path(out).glob("device=*")} == {
        "device=Pad 0",
        "device=Pad 1",
        "device=Pad 2",
    }
    read = spark.read.parquet(out).select(*records.columns)
    assert plain(read) == single(*archives(folder))


def test_workers_without_python_make_the_same_records(
    spark: SparkSession, folder: Path, tmp_path: Path
) -> None:
    listing = tmp_path / "list"
    listing.write_text("\n".join(archives(folder)) + "\n")
    piped = ts.pipe(spark, str(listing), binary=str(binary()), name_devices=True)
    assert plain(piped) == single(*archives(folder))


def test_a_line_that_is_not_a_record_fails_the_job(spark: SparkSession, tmp_path: Path) -> None:
    listing, program = tmp_path / "list", tmp_path / "program"
    listing.write_text("a.evemu\n")
    program.write_text("#!/bin/sh\ncat >/dev/null\necho 'not a record'\n")
    program.chmod(0o755)
    with pytest.raises(Exception, match=r"(?i)malformed"):
        ts.pipe(spark, str(listing), binary=str(program)).collect()


def test_shards_are_the_same_and_keep_the_paths(folder: Path, tmp_path: Path) -> None:
    paths = sorted(str(path) for path in (folder / "files").iterdir())
    first = ts.shards(paths, tmp_path / "a", shard_bytes=100_000)
    second = ts.shards(reversed(paths), tmp_path / "b", shard_bytes=100_000)
    assert len(first) > 1
    assert [Path(path).read_bytes() for path in first] == [
        Path(path).read_bytes() for path in second
    ]
    assert single(*first) == single(*paths)


def test_a_recording_that_changes_is_as_it_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changing = tmp_path / "changing.evemu"
    changing.write_bytes(b"before")
    read = Path.read_bytes

    def read_and_cut(path: Path) -> bytes:
        content = read(path)
        path.write_bytes(b"")
        return content

    monkeypatch.setattr(Path, "read_bytes", read_and_cut)
    (shard,) = ts.shards([changing], tmp_path / "shards")
    with tarfile.open(shard) as archive:
        member = archive.extractfile(archive.getmembers()[0])
        assert member is not None
        assert member.read() == b"before"


def test_shards_of_an_earlier_run_are_not_left_beside_fewer(tmp_path: Path) -> None:
    paths = [tmp_path / f"{index}.evemu" for index in range(3)]
    for path in paths:
        path.write_bytes(bytes(1000))
    folder = tmp_path / "shards"
    first = ts.shards(paths, folder, shard_bytes=1000)
    assert len(first) == 3
    before = [Path(path).read_bytes() for path in first]
    with pytest.raises(FileExistsError, match=r"shard-00002\.tar"):
        ts.shards(paths[:2], folder, shard_bytes=1000)
    assert [Path(path).read_bytes() for path in first] == before
    assert ts.shards(paths, folder, shard_bytes=1000) == first


def test_large_files_have_bins_of_their_own() -> None:
    sizes = {"large": 100, **{f"small{i}": 10 for i in range(10)}}
    packed = ts.pack(sizes, 2)
    assert packed[0] == ["large"]
    assert len(packed[1]) == 10
    assert ts.pack({}, 3) == []


def test_scores_add_up_to_those_of_one_process(spark: SparkSession, folder: Path) -> None:
    parts = [(str(folder / f"{name}.jsonl"), str(folder / f"{name}.tar")) for name in SCRIPTS]
    frame = spark.createDataFrame(parts, "labels string, recordings string").repartition(3)
    scores = ts.score(frame, strict=True).cache()
    assert scores.count() == 60
    words = ["--recordings", str(folder / "files"), "--json", "--strict", "--group-by", "device"]
    whole = json.loads(command("score", str(folder / "labels.jsonl"), *words, "--quiet"))
    counts = ("tp", "fp", "fn")
    classes = {row["gesture"]: row for row in ts.totals(scores, by=()).collect()}
    assert {name: [row[key] for key in counts] for name, row in classes.items()} == {
        name: [row[key] for key in counts] for name, row in whole["classes"].items()
    }
    assert classes["tap"]["f1"] == whole["classes"]["tap"]["f1"]
    devices: dict[str, list[int]] = {}
    for row in ts.totals(scores).collect():
        sums = devices.setdefault(row["device"], [0, 0, 0])
        devices[row["device"]] = [a + row[key] for a, key in zip(sums, counts, strict=True)]
    assert devices == {row["name"]: [row[key] for key in counts] for row in whole["groups"]["list"]}


def test_a_search_is_that_of_one_process(spark: SparkSession, folder: Path) -> None:
    parts = [(str(folder / f"{name}.jsonl"), str(folder / f"{name}.tar")) for name in SCRIPTS]
    frame = spark.createDataFrame(parts, "labels string, recordings string").repartition(3)
    vary = ["swipe.minimumLength=10..60"]
    rows = ts.tune(frame, vary, steps=6).cache()
    labels, files = str(folder / "labels.jsonl"), str(folder / "files")
    found = ts.tuned(rows, labels, files, vary, steps=6, folds=3)
    words = ["--recordings", files, "--vary", *vary, "--steps", "6", "--folds", "3", "--quiet"]
    whole = json.loads(command("tune", labels, *words, "--json"))
    assert found == whole
    with pytest.raises(RuntimeError, match=r"ended with status 66.*no-such-labels"):
        ts.tuned(rows, "no-such-labels.jsonl", files, vary, steps=6)
    judged = ts.leave_out(rows, steps=6)
    assert [row["group"] for row in judged] == ["Pad 0", "Pad 1", "Pad 2"]
    chosen = {
        fold["groups"][0]: (fold["values"][0]["value"], fold.get("f1")) for fold in whole["folds"]
    }
    # Six steps from 10 to 60.
    assert {row["group"]: (10 + 10 * row["point"], row["f1"]) for row in judged} == chosen


def test_paths_with_a_scheme_are_read_by_spark(spark: SparkSession, folder: Path) -> None:
    frame = ts.recordings(spark, [f"file:{path}" for path in archives(folder)])
    assert frame.columns == ["path", "bytes", "content"]
    assert plain(ts.replay(frame, name_devices=True)) == single(*archives(folder))
    pattern = ts.recordings(spark, [f"file://{folder}/*.tar"], tasks=2)
    assert pattern.rdd.getNumPartitions() == 2
    assert pattern.count() == 3


@pytest.fixture(scope="module")
def odd_inputs(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An empty file, a recording without gestures, a broken one, an archive of two, a whole one."""
    made = tmp_path_factory.mktemp("odd")
    whole = folder / "files/tap-000001.evemu"
    head = [line for line in whole.read_text().splitlines() if not line.startswith("E:")]
    (made / "empty.evemu").write_bytes(b"")
    (made / "still.evemu").write_text("\n".join(head) + "\n")
    (made / "broken.evemu").write_text("# EVEMU 1.3\nN: Pad\nE: zz\n")
    with tarfile.open(made / "two.tar", "w") as archive:
        archive.add(whole, "inside/tap.evemu")
        archive.add(made / "still.evemu", "inside/still.evemu")
    shutil.copy(whole, made / "tap.evemu")
    return {path.name: str(path) for path in sorted(made.iterdir())}


@pytest.mark.parametrize("has_content", [False, True])
def test_each_input_has_a_row(
    spark: SparkSession, odd_inputs: dict[str, str], has_content: bool
) -> None:
    scheme = "file:" if has_content else ""
    frame = ts.recordings(spark, [scheme + path for path in odd_inputs.values()], tasks=2)
    rows = [row.asDict() for row in ts.replay(frame, each=True).collect()]
    own = [row for row in rows if row["gesture"] is None]
    tar = scheme + odd_inputs["two.tar"]
    assert {
        (row["file"].rpartition("/")[2], row["archive"]): row["gesture_count"] for row in own
    } == {
        ("broken.evemu", None): None,
        ("empty.evemu", None): 0,
        ("still.evemu", None): 0,
        ("still.evemu", tar): 0,
        ("tap.evemu", None): 1,
        ("tap.evemu", tar): 1,
    }
    assert len(own) == 6
    assert [row["file"] for row in own if row["error"]] == [scheme + odd_inputs["broken.evemu"]]
    assert sum(row["gesture"] == "tap" for row in rows) == 2


@pytest.mark.parametrize("scheme", ["", "file:"])
def test_compressed_files_are_unpacked(
    spark: SparkSession, folder: Path, tmp_path: Path, scheme: str
) -> None:
    tap = str(folder / "files/tap-000001.evemu")
    (tmp_path / "tap.evemu.xz").write_bytes(lzma.compress(Path(tap).read_bytes()))
    (tmp_path / "swipe.tar.gz").write_bytes(gzip.compress((folder / "swipe.tar").read_bytes()))
    (tmp_path / "cut.tar.gz").write_bytes(gzip.compress(bytes(99))[:-9])
    paths = [scheme + str(path) for path in sorted(tmp_path.iterdir())]
    paths += [scheme + str(folder / "tap.tar")]
    made = plain(ts.replay(ts.recordings(spark, paths, tasks=2), name_devices=True))
    errors = [record for record in made if "error" in record]
    assert [record["error"]["expected"] for record in errors] == ["compressed data"]
    files = {record["file"] for record in made if "error" not in record}
    assert scheme + str(tmp_path / "tap.evemu.xz") in files
    whole = single(str(folder / "swipe.tar"), str(folder / "tap.tar"))
    assert [record for record in made if record in whole] == whole


def test_small_collections_have_a_shard_for_each_task(folder: Path, tmp_path: Path) -> None:
    paths = sorted((folder / "files").iterdir())
    assert len(ts.shards(paths, tmp_path / "a", tasks=5)) == 5
    assert len(ts.shards(paths, tmp_path / "b")) == len(paths) == 60


def test_labels_and_archives_may_be_bytes(spark: SparkSession, folder: Path) -> None:
    paths = [(str(folder / f"{name}.jsonl"), str(folder / f"{name}.tar")) for name in SCRIPTS]
    parts = [
        ("labels", "archive", Path(labels).read_text(), bytearray(Path(tar).read_bytes()))
        for labels, tar in paths
    ]
    layout = "labels string, recordings string, text string, content binary"
    frame = spark.createDataFrame(parts, layout).repartition(3)
    opened = ts.score(spark.createDataFrame(paths, "labels string, recordings string"))
    scores = ts.score(frame, labels_content="text", content="content")
    assert plain(scores) == plain(opened)
    tuned = ts.tune(frame, ["tap.slop=2..6"], steps=2, labels_content="text", content="content")
    assert tuned.count() == 60
