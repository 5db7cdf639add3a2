"""The declarations for ctypes agree with touchstone.h, as a C compiler sees it."""

from __future__ import annotations

import ctypes
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from touchstone import _c

HEADER = Path(__file__).parents[2] / "Sources" / "CTouchstone" / "include" / "touchstone.h"

STRUCTURES: dict[str, type[ctypes.Structure]] = {
    "axis": _c.Axis,
    "device": _c.Device,
    "options": _c.Options,
    "contact": _c.Contact,
    "frame": _c.Frame,
    "gesture": _c.Gesture,
    "failure": _c.Failure,
}

ENUMERATIONS: dict[str, Any] = {
    "status": _c.Status,
    "device_type": _c.DeviceType,
    "flags": _c.Flags,
    "tool": _c.Tool,
    "buttons": _c.Buttons,
    "swipe_axis": _c.SwipeAxis,
}

# The library has the names of these, so that Python does not repeat them.
NAMED_ENUMERATIONS = ["kind", "state", "direction"]


@pytest.fixture(scope="module")
def header() -> str:
    return re.sub(r"/\*.*?\*/", "", HEADER.read_text(), flags=re.DOTALL)


def bodies(header: str, keyword: str) -> dict[str, str]:
    """The definitions of a keyword by name, without the prefix."""
    found = re.findall(rf"\b{keyword} touchstone_(\w+)\s*\{{(.*?)\}}", header, flags=re.DOTALL)
    return dict(found)


def output_of(program: str, folder: Path) -> list[str]:
    """What a C program that includes the header prints."""
    source = folder / "layout.c"
    source.write_text(
        f'#include <stdio.h>\n#include "{HEADER}"\nint main(void) {{\n{program}\n}}\n'
    )
    subprocess.run(["cc", "-std=c11", "-Wall", "-o", folder / "layout", source], check=True)
    result = subprocess.run([folder / "layout"], capture_output=True, text=True, check=True)
    return result.stdout.splitlines()


def test_all_structures_and_enumerations_are_declared(header: str) -> None:
    assert set(bodies(header, "struct")) == set(STRUCTURES)
    assert set(bodies(header, "enum")) == {*ENUMERATIONS, *NAMED_ENUMERATIONS}


@pytest.mark.parametrize("name", STRUCTURES)
def test_a_structure_has_the_fields_and_the_layout_of_the_header(
    name: str, header: str, tmp_path: Path
) -> None:
    structure = STRUCTURES[name]
    declarations = bodies(header, "struct")[name].split(";")
    fields = [
        re.sub(r"^.*[\s*]", "", declarator.strip())
        for declaration in declarations
        for declarator in declaration.split(",")
        if declarator.strip()
    ]
    assert [field[0] for field in structure._fields_] == fields
    c_name = f"struct touchstone_{name}"
    lines = [f'printf("%zu\\n", sizeof({c_name}));']
    for field in fields:
        size = f"sizeof((({c_name} *)0)->{field})"
        lines.append(f'printf("%zu %zu\\n", offsetof({c_name}, {field}), {size});')
    expected = [f"{ctypes.sizeof(structure)}"]
    for field in fields:
        declared = getattr(structure, field)
        expected.append(f"{declared.offset} {declared.size}")
    assert output_of("\n".join(lines), tmp_path) == expected


@pytest.mark.parametrize("name", ENUMERATIONS)
def test_an_enumeration_has_the_values_of_the_header(
    name: str, header: str, tmp_path: Path
) -> None:
    members = re.findall(r"TOUCHSTONE_(\w+)", bodies(header, "enum")[name])
    lines = [f'printf("{member} %d\\n", TOUCHSTONE_{member});' for member in members]
    expected = [f"{member.name} {member.value}" for member in ENUMERATIONS[name]]
    assert output_of("\n".join(lines), tmp_path) == expected


def test_every_function_is_declared_with_its_types(header: str) -> None:
    functions = dict(re.findall(r"^(.*\btouchstone_\w+)\(([^{}]*?)\);", header, flags=re.MULTILINE))
    declared = {f"touchstone_{name}": (ctypes.c_int, args) for name, args in _c._CALLS.items()}
    declared |= {f"touchstone_{name}": function for name, function in _c._FUNCTIONS.items()}
    found = {}
    for head, parameters in functions.items():
        result, _, name = head.rpartition("touchstone_")
        count = 0 if parameters.strip() == "void" else parameters.count(",") + 1
        found[f"touchstone_{name}"] = (result.strip(), count)
    assert set(found) == set(declared)
    results = {
        "touchstone_status": ctypes.c_int,
        "const char *": ctypes.c_char_p,
        "int64_t": ctypes.c_int64,
        "uint64_t": ctypes.c_uint64,
    }
    for name, (result, count) in found.items():
        assert results[result] is declared[name][0], name
        assert count == len(declared[name][1]), name
