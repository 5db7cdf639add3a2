"""The JSON Schemas of the records, and the Arrow schemas that are made from them.

| JSON Schema | Arrow |
|---|---|
| `string`, an `enum` of strings | `string` |
| `integer`, a `const` integer | `int64` |
| `number` | `double` |
| `boolean` | `bool` |
| an object with properties | a struct of them |
| an object of any keys with values of one type | a map from `string` to it |
| any other object | `string`, its JSON |
| `array` | a list |

A field is nullable unless the record requires it. Metadata of a field has its `description`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

from ._errors import Error
from ._installation import schema_folder

if TYPE_CHECKING:
    import pyarrow as pa

Kind = Literal["run", "touches", "explain", "info", "check"]
"""A kind of record: the name of its schema in `docs/schemas`."""

_Schema = Mapping[str, Any]


@cache
def json_schema(kind: Kind = "run") -> dict[str, Any]:
    """Return the JSON Schema of a kind of record.

    >>> json_schema("touches")["properties"]["x_mm"]["type"]
    'number'
    """
    if kind not in get_args(Kind):
        raise ValueError(f"unknown kind of record {kind!r}: expected one of {get_args(Kind)}")
    schema: dict[str, Any] = json.loads((schema_folder() / f"{kind}.schema.json").read_bytes())
    return schema


def arrow_schema(kind: Kind = "run", *, errors: bool = False) -> pa.Schema:
    """Return the Arrow schema of the tables of a kind of record.

    Args:
        kind: The name of the schema in `docs/schemas`.
        errors: Whether rows may be error records: then `error` is a further column, which those
            rows have in place of all columns but `v` and `file`.

    >>> arrow_schema("run").field("location_mm").type
    StructType(struct<x: double not null, y: double not null>)
    """
    arrow = import_pyarrow()
    schema = json_schema(kind)
    fields = _Types(arrow, schema.get("$defs", {})).fields(schema)
    if errors:
        fields = [f if f.name in ("v", "file") else f.with_nullable(True) for f in fields]
        if "error" not in schema["properties"]:
            error = json_schema("check")["properties"]["error"]
            kind_of_error = _Types(arrow, {}).type_of(error)
            fields.append(arrow.field("error", kind_of_error, metadata=_metadata(error)))
    made: pa.Schema = arrow.schema(fields, metadata={"title": schema["title"]})
    return made


class _Types:
    """Arrow types of JSON Schemas with common definitions."""

    def __init__(self, pa: Any, definitions: _Schema) -> None:
        self.pa = pa
        self.definitions = definitions

    def fields(self, schema: _Schema) -> list[Any]:
        required = schema.get("required", [])
        return [
            self.pa.field(name, self.type_of(value), name not in required, _metadata(value))
            for name, value in schema["properties"].items()
        ]

    def type_of(self, schema: _Schema) -> Any:
        pa = self.pa
        if reference := schema.get("$ref"):
            return self.type_of(self.definitions[reference.removeprefix("#/$defs/")])
        if "const" in schema:
            return pa.int64()
        match schema.get("type", "string"):
            case "object" if "properties" in schema:
                return pa.struct(self.fields(schema))
            case "object" if isinstance(values := schema.get("additionalProperties"), dict):
                return pa.map_(pa.string(), self.type_of(values))
            case "array":
                return pa.list_(self.type_of(schema["items"]))
            case "integer":
                return pa.int64()
            case "number":
                return pa.float64()
            case "boolean":
                return pa.bool_()
            case _:
                return pa.string()


def _metadata(schema: _Schema) -> dict[str, str]:
    return {"description": schema["description"]} if "description" in schema else {}


def import_pyarrow() -> Any:
    """Import pyarrow, or say how to install it."""
    try:
        import pyarrow
    except ImportError:
        raise Error("tables need pyarrow: pip install 'touchstone-gestures[arrow]'") from None
    return pyarrow
