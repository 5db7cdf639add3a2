"""The types of records agree with the JSON Schemas."""

from __future__ import annotations

from types import NoneType
from typing import Any, Literal, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import pytest

import touchstone
from touchstone import Kind, records

TYPES: dict[Kind, Any] = {
    "run": records.GestureRecord,
    "touches": records.TouchRecord,
    "explain": records.StateRecord,
    "info": records.InfoRecord,
    "check": records.CheckRecord,
}


def problems(schema: dict[str, Any], kind: Any, root: dict[str, Any], path: str) -> list[str]:
    """Where a type differs from a schema."""
    if reference := schema.get("$ref"):
        return problems(root["$defs"][reference.removeprefix("#/$defs/")], kind, root, path)
    if "enum" in schema and get_origin(kind) is Literal:
        return [] if set(get_args(kind)) == set(schema["enum"]) else [f"{path}: other values"]
    if "const" in schema:
        return [] if kind is int else [f"{path}: not a whole number"]
    expected = {"integer": int, "number": float, "boolean": bool, "string": str, None: str}
    match schema.get("type"):
        case "object" if "properties" in schema:
            return object_problems(schema, kind, root, path)
        case "object":
            return [] if get_origin(kind) is dict else [f"{path}: not a dictionary"]
        case "array":
            [element] = get_args(kind) or [NoneType]
            return problems(schema["items"], element, root, f"{path}[]")
        case name:
            return [] if kind is expected[name] else [f"{path}: {kind} is not {name}"]


def object_problems(
    schema: dict[str, Any], kind: Any, root: dict[str, Any], path: str
) -> list[str]:
    if not is_typeddict(kind):
        return [f"{path}: not a TypedDict"]
    found = []
    hints = get_type_hints(kind, include_extras=True)
    if list(hints) != list(schema["properties"]):
        found.append(f"{path}: {list(hints)} are not {list(schema['properties'])}")
    if kind.__required_keys__ != set(schema.get("required", [])):
        found.append(f"{path}: {sorted(kind.__required_keys__)} are required")
    for name in hints.keys() & schema["properties"].keys():
        hint = hints[name]
        inner = get_args(hint)[0] if get_origin(hint) is NotRequired else hint
        found += problems(schema["properties"][name], inner, root, f"{path}.{name}")
    return found


@pytest.mark.parametrize("kind", get_args(Kind))
def test_types_are_those_of_the_schemas(kind: Kind) -> None:
    schema = touchstone.json_schema(kind)
    assert problems(schema, TYPES[kind], schema, kind) == []


def test_differences_of_types_are_found() -> None:
    schema = touchstone.json_schema("run")
    assert problems(schema, records.TouchRecord, schema, "run")
    changed = schema | {"properties": schema["properties"] | {"taps": {"type": "string"}}}
    assert problems(changed, records.GestureRecord, changed, "run")
