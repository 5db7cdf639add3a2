"""Puts the binaries, the schemas and the version into the wheel; run by hatchling.

`Tools/wheel` sets the variables of the environment:

- `TOUCHSTONE_VERSION`: the version, as `Tools/version` prints it.
- `TOUCHSTONE_REPLAY`, `TOUCHSTONE_LIBRARY`: the paths of `replay` and of `libtouchstone.so`.
- `TOUCHSTONE_PLATFORM`: the platform of the wheel's tag, as in `manylinux_2_35_x86_64`.
- `TOUCHSTONE_HOMEPAGE`: the address of the project, if it is known.

Without binaries, as in an editable installation, the package is pure Python and finds both by
`TOUCHSTONE_REPLAY` and `TOUCHSTONE_LIBRARY` when it is used.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SCHEMAS = Path(__file__).parent.parent / "docs" / "schemas"


class Origin(MetadataHookInterface):
    """Takes the version and the links from the environment."""

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["version"] = os.environ.get("TOUCHSTONE_VERSION", "0.0.0")
        url = os.environ.get("TOUCHSTONE_HOMEPAGE")
        pages = {
            "Source": "",
            "Documentation": "/blob/main/docs/Python.md",
            "Changelog": "/blob/main/CHANGELOG.md",
            "Issues": "/issues",
        }
        metadata["urls"] = {name: url + path for name, path in pages.items()} if url else {}


class Contents(BuildHookInterface[Any]):
    """Adds what is not Python."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        included: dict[str, str] = build_data["force_include"]
        included[str(SCHEMAS)] = "touchstone/schemas"
        replay, library = (os.environ.get(f"TOUCHSTONE_{name}") for name in ("REPLAY", "LIBRARY"))
        if replay:
            included[replay] = "touchstone/bin/replay"
        if library:
            included[library] = "touchstone/lib/libtouchstone.so.0"
        if replay or library:
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{os.environ['TOUCHSTONE_PLATFORM']}"
