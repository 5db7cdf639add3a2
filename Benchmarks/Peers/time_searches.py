"""Times searches in a library as whole commands: REPLAY LIBRARY RUNS."""

import os
import resource
import statistics
import subprocess
import sys
import time

SEARCHES = [
    "search --tag reviewed --limit 20",
    "search --expected swipe --limit 20",
    "search --expected swipe --device Synaptics*30* --limit 20",
    "search --reason palm --limit 20",
    "search --reason swipe:deviation --limit 20",
    "search --expected swipe --verdict not_recognized --limit 20",
    "search --mistaken --limit 20",
    "search --device Synaptics?TM3007",
    "search --min-duration 5 --limit 20",
    "search --path */042*.evemu --limit 20",
    "search --tag reviewed",
    "search --broken",
    "search --expected swipe --count",
    "search --reason palm --count",
    "search --expected swipe --json",
    "list --json",
]


def run(command):
    """Seconds by the clock, seconds of the processor, and the number of lines."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
    clock = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return clock, cpu, result.stdout.count(b"\n")


def main(replay, library, runs):
    size = os.path.getsize(library) / 1e6
    print(f"{size:.0f} MB, {runs} runs of each: milliseconds")
    print(f"{'median':>8} {'best':>8} {'CPU':>8} {'lines':>7}  command")
    for search in ["--version", *SEARCHES]:
        words = search.split()
        command = [replay, *words]
        if search != "--version":
            command = [replay, "library", *words, "-q", "--library", library]
        run(command)
        times = [run(command) for _ in range(runs if "--json" not in words else 3)]
        clocks, cpus, lines = zip(*times, strict=True)
        print(
            f"{statistics.median(clocks) * 1e3:8.1f} {min(clocks) * 1e3:8.1f}"
            f" {statistics.median(cpus) * 1e3:8.1f} {lines[0]:7}  {search}"
        )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
