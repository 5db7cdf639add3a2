"""What the tests share. They use the installed package, and run in the root of the repository."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import touchstone

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="session")
def traces() -> list[str]:
    """The recordings in Traces, which each have a file of expectations beside them."""
    expectations = sorted(Path("Traces").glob("*.gestures.jsonl"))
    stems = {path.name.removesuffix(".gestures.jsonl") for path in expectations}
    others = (".jsonl", ".md", ".touch", ".json")
    files = [path for path in sorted(Path("Traces").iterdir()) if path.suffix not in others]
    return [str(path) for path in files if path.stem in stems]


Replay = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="session")
def replay() -> Replay:
    """Runs the program itself and returns the records that it prints."""

    def run(*arguments: str | os.PathLike[str]) -> list[dict[str, Any]]:
        command = [touchstone.binary(), *arguments, "--json"]
        lines = subprocess.run(command, capture_output=True, cwd=ROOT).stdout.splitlines()
        return [json.loads(line) for line in lines]

    return run
