"""Show and measure `touchstone.spark` on this machine; docs/Cluster.md has the results.

    cluster.py make FOLDER --count 100000     recordings in tar shards, with labels
    cluster.py single FOLDER                  one process for each core, without Spark
    cluster.py spark FOLDER --master local[2] the same with Spark, as Parquet
    cluster.py same FOLDER                    whether both have the same records, byte for byte
    cluster.py pairs FOLDER --archives 1 10   throughput: both in turn, in one JVM
    cluster.py kill FOLDER                    a standalone cluster that loses a worker

TOUCHSTONE_REPLAY names the program where the wheel is not installed.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

import touchstone.spark as ts
from touchstone import binary

ACTIONS = [
    "tap 50,35",
    "tap 50,35 count 2",
    "tap 40,30 fingers 2",
    "long-press 50,35 for 0.7s",
    "swipe left at 70,35",
    "swipe right at 30,35 fingers 3",
    "swipe up at 50,50 fingers 2",
    "pan from 30,35 to 60,35 for 0.7s",
    "pinch 50,35 from 20 to 45",
    "rotation 50,35 by 60 radius 18",
]
DEVICES = [
    (f"Pad {name}", size)
    for name, size in [
        ("A", "100x70mm"),
        ("B", "120x80mm"),
        ("C", "110x65mm"),
        ("D", "135x85mm"),
        ("E", "105x75mm"),
    ]
]
PERTURBATIONS = [[], ["tremor=0.2mm"], ["rate=60Hz"], ["jitter=3ms", "droppedFrames=5%"]]


def make(folder: Path, count: int, cores: int) -> None:
    """Write archives of a thousand recordings, each of a script, a device and a perturbation."""
    folder.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    each = min(1000, count)

    def one(index: int) -> None:
        device, size = DEVICES[index % len(DEVICES)]
        action = ACTIONS[index // len(DEVICES) % len(ACTIONS)]
        script = f"size {size}\nhand human seed {index * 1000}\n{action}\n"
        name = f"s{index:05}"
        words = ["script", "-", f"{name}.tar", "--count", str(each), "--prefix", name]
        words += ["--device-name", device, "--labels", f"{name}.jsonl"]
        for perturbation in PERTURBATIONS[index % len(PERTURBATIONS)]:
            words += ["--perturb", perturbation]
        subprocess.run([binary(), *words], input=script.encode(), cwd=folder, check=True)

    with ThreadPoolExecutor(cores) as pool:
        list(pool.map(one, range(count // each)))
    total = sum(path.stat().st_size for path in folder.glob("*.tar"))
    print(f"made {count} recordings, {total >> 20} MB, in {time.monotonic() - start:.1f} s")


def archives(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.glob("*.tar"))


def single(paths: list[str], cores: int, out: Path) -> float:
    """Replay with a process for each core, an archive at a time (`xargs -P`)."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    words = "run --json --quiet --error-records --name-devices"
    line = f'"{binary()}" {words} "$0" > {out}/$(basename "$0").jsonl'
    start = time.monotonic()
    subprocess.run(
        ["xargs", "-n1", f"-P{cores}", "sh", "-c", line],
        input="\n".join(paths).encode(),
        check=True,
    )
    return time.monotonic() - start


def session(master: str, memory: str = "1g") -> SparkSession:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(master).appName("cluster.py")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": memory,
        "spark.executor.memory": memory,
        "spark.driver.host": "127.0.0.1",
        "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version": "1",
    }
    for name in ("PYTHONPATH", "TOUCHSTONE_REPLAY"):
        if value := os.environ.get(name):
            settings[f"spark.executorEnv.{name}"] = value
    for key, value in settings.items():
        builder = builder.config(key, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("ERROR")
    return made


def distribute(spark: SparkSession, paths: list[str], out: Path, tasks: int | None) -> float:
    shutil.rmtree(out, ignore_errors=True)
    start = time.monotonic()
    frame = ts.recordings(spark, paths, tasks=tasks)
    records = ts.replay(frame, name_devices=True)
    records.write.partitionBy("device").parquet(str(out))
    return time.monotonic() - start


# Records as bytes


def text(value: float) -> str:
    """A number as `replay` writes it: no exponent."""
    shortest = repr(value)
    return format(value, ".6f").rstrip("0") if "e" in shortest else shortest


def written(value: Any) -> str:
    if isinstance(value, float):
        return text(value)
    if isinstance(value, dict):
        items = (f"{json.dumps(k)}:{written(v)}" for k, v in value.items() if v is not None)
        return "{" + ",".join(items) + "}"
    return json.dumps(value, ensure_ascii=False)


def digest_of_parquet(out: Path) -> tuple[int, str]:
    """Sort the records of Parquet files as lines of JSON, and return their number and SHA-256."""
    import pyarrow.dataset as ds

    schema = ts._nullable(ts.arrow_schema("run", errors=True))
    lines = []
    for batch in ds.dataset(str(out), format="parquet", partitioning="hive").to_batches():
        for row in batch.to_pylist():
            lines.append(written({name: row.get(name) for name in schema.names}))
    return len(lines), digest(sorted(line.encode() for line in lines))


def digest(lines: list[bytes]) -> str:
    sha = hashlib.sha256()
    for line in lines:
        sha.update(line + b"\n")
    return sha.hexdigest()


def digest_of_lines(out: Path) -> tuple[int, str]:
    lines = [line for path in out.glob("*.jsonl") for line in path.read_bytes().splitlines()]
    return len(lines), digest(sorted(lines))


def same(folder: Path, parquet: Path, lines: Path) -> bool:
    one, other = digest_of_lines(lines), digest_of_parquet(parquet)
    print(f"{folder.name}: {one[0]} records of processes {one[1][:16]}")
    print(f"{folder.name}: {other[0]} records of Spark     {other[1][:16]}")
    print("the same bytes" if one == other else "DIFFERENT")
    return one == other


# A cluster


def process_name(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""


def descendants(pid: int) -> list[int]:
    """The processes below a process, those that its threads started included."""
    found = []
    with contextlib.suppress(OSError):
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text().split():
                found += [int(child), *descendants(int(child))]
    return found


def processor_time() -> float:
    """The seconds of processor time of this process and of all below it, ended ones included."""
    ticks = 0
    for pid in [os.getpid(), *descendants(os.getpid())]:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            # utime, stime, cutime and cstime of proc_pid_stat(5), after the name.
            ticks += sum(int(field) for field in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def timed(work: Callable[[], float]) -> tuple[float, float]:
    """Return the seconds of time and of processor time of some work."""
    before = processor_time()
    elapsed = work()
    return elapsed, processor_time() - before


@contextlib.contextmanager
def cluster(workers: int, folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a master and workers with a core each, as processes of this machine."""
    import pyspark

    home = Path(pyspark.__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_WORKER_DIR": str(folder)}
    environment |= {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "256m"}
    package = "org.apache.spark.deploy"

    def start(name: str, *words: str) -> subprocess.Popen[bytes]:
        log = (folder / f"{name}.log").open("wb")
        return subprocess.Popen(
            [home / "bin/spark-class", *words], env=environment, stdout=log, stderr=log
        )

    url = "spark://127.0.0.1:17077"
    common = ["--host", "127.0.0.1", "--webui-port"]
    started = [start("master", f"{package}.master.Master", *common, "0", "--port", "17077")]
    time.sleep(5)
    for number in range(workers):
        words = [*common, "0", "--cores", "1", "--memory", "1500m", url]
        started.append(start(f"worker{number}", f"{package}.worker.Worker", *words))
    time.sleep(6)
    try:
        yield url, started[1:]
    finally:
        for process in started:
            if process.poll() is None:
                for pid in [process.pid, *descendants(process.pid)]:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
            process.wait()


def kill(folder: Path, work: Path, tasks: int | None, after: float) -> None:
    """Replay on three workers, and kill one with its executor and Python in the middle."""
    with cluster(3, work / "cluster") as (url, workers):
        spark = session(url)
        paths = archives(folder)
        print(f"whole cluster: {distribute(spark, paths, work / 'whole', tasks):.1f} s", flush=True)

        def strike() -> None:
            # In the middle: a second after the worker replays something.
            while not any(
                process_name(pid).startswith("replay") for pid in descendants(workers[1].pid)
            ):
                time.sleep(0.05)
            time.sleep(after)
            pids = [workers[1].pid, *descendants(workers[1].pid)]
            names = sorted(process_name(pid) for pid in pids)
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            print(f"killed {', '.join(names)}, {after} s after it began to replay")

        striker = threading.Thread(target=strike)
        striker.start()
        print(f"losing a worker: {distribute(spark, paths, work / 'lost', tasks):.1f} s")
        striker.join()
        spark.stop()
    for name in ("whole", "lost"):
        same(folder, work / name, work / "lines")


def pairs(
    folder: Path, work: Path, cores: int, tasks: int | None, repeat: int, counts: list[int]
) -> None:
    """Replay the first archives of a folder with processes and with Spark, in turn."""
    begin = time.monotonic()
    spark = session(f"local[{cores}]")
    print(f"session: {time.monotonic() - begin:.1f} s")
    everything = archives(folder)
    for count in counts or [len(everything)]:
        paths = everything[:count]
        print(f"{len(paths)} archives")
        for number in range(repeat):
            one = timed(partial(single, paths, cores, work / "lines"))
            other = timed(partial(distribute, spark, paths, work / "parquet", tasks))
            print(
                f"pair {number}: processes {one[0]:.2f} s ({one[1]:.2f} s of processor time), "
                f"Spark {other[0]:.2f} s ({other[1]:.2f} s), "
                f"ratio {one[0] / other[0]:.2f} ({one[1] / other[1]:.2f})"
            )
            sys.stdout.flush()
    spark.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("command", choices=["make", "single", "spark", "same", "pairs", "kill"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--master", default=None)
    parser.add_argument("--tasks", type=int, default=None)
    parser.add_argument("--archives", type=int, nargs="*", default=[])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--after", type=float, default=1.0)
    given = parser.parse_args()
    folder = given.folder.resolve()
    work = folder.parent / f"{folder.name}-work"
    match given.command:
        case "make":
            make(folder, given.count, given.cores)
        case "single":
            print(f"{single(archives(folder), given.cores, work / 'lines'):.2f} s")
        case "spark":
            begin = time.monotonic()
            spark = session(given.master or f"local[{given.cores}]")
            print(f"session {time.monotonic() - begin:.1f} s")
            print(f"{distribute(spark, archives(folder), work / 'parquet', given.tasks):.2f} s")
            spark.stop()
        case "same":
            sys.exit(not same(folder, work / "parquet", work / "lines"))
        case "pairs":
            pairs(folder, work, given.cores, given.tasks, given.repeat, given.archives)
        case "kill":
            kill(folder, work, given.tasks, given.after)


if __name__ == "__main__":
    main()
