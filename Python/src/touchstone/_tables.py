"""Tables of records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from ._errors import Error
from ._schemas import Kind, arrow_schema, import_pyarrow, json_schema

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

# Rows are dictionaries only until a block of them is columns.
_BLOCK = 16 << 10


def to_arrow(
    records: Iterable[Mapping[str, Any]], kind: Kind = "run", *, errors: bool = False
) -> pa.Table:
    """Return records as a table of pyarrow, with the columns of `arrow_schema(kind)`.

    Args:
        records: Records of one kind. None of them make a table without rows.
        kind: The name of their schema in `docs/schemas`.
        errors: Whether there may be error records between them; see `arrow_schema`.

    Raises:
        ValueError: A record has a key that the schema does not have, lacks a required one, or is
            an error record without `errors`.

    >>> to_arrow([], "run").column_names[:4]
    ['v', 'file', 'time_s', 'start_s']
    """
    arrow = import_pyarrow()
    schema = arrow_schema(kind, errors=errors)
    if kind == "explain":
        records = (record for record in records if "verdict" not in record)
    rows = _checked(records, set(schema.names), _required(kind), errors)
    if kind == "check":
        rows = map(_with_free_objects_as_text, rows)
    if kind == "info":
        rows = map(_with_maps_as_pairs, rows)
    # Twice as fast as RecordBatch.from_pylist.
    row = arrow.struct(list(schema))
    blocks = []
    while block := list(islice(rows, _BLOCK)):
        columns = arrow.array(block, row).flatten()
        blocks.append(arrow.RecordBatch.from_arrays(columns, schema=schema))
    table: pa.Table = arrow.Table.from_batches(blocks, schema=schema)
    return table


def to_pandas(
    records: Iterable[Mapping[str, Any]], kind: Kind = "run", *, errors: bool = False
) -> pd.DataFrame:
    """Return records as a data frame of pandas.

    The columns are those of `to_arrow`, with a column of its own for each part of a structure:
    `location_mm.x` and `location_mm.y`. Whole numbers are `Int64` and truth values `boolean`,
    since some records have none; other numbers are `float64`, with NaN for those.

    >>> to_pandas([], "touches").columns[:5].to_list()
    ['v', 'record', 'file', 'time_s', 'device']
    """
    try:
        import pandas as pd
    except ImportError:
        raise Error("data frames need pandas: pip install 'touchstone-gestures[pandas]'") from None
    table = to_arrow(records, kind, errors=errors)
    arrow = import_pyarrow()
    while any(arrow.types.is_struct(field.type) for field in table.schema):
        table = table.flatten()
    types = {arrow.int64(): pd.Int64Dtype(), arrow.bool_(): pd.BooleanDtype()}
    frame: pd.DataFrame = table.to_pandas(types_mapper=types.get)
    return frame


def _required(kind: Kind) -> set[str]:
    return set(json_schema(kind)["required"])


def _checked(
    records: Iterable[Mapping[str, Any]], known: set[str], required: set[str], errors: bool
) -> Iterator[dict[str, Any]]:
    for record in records:
        if unknown := record.keys() - known:
            if "error" in unknown:
                raise ValueError("there are error records: pass errors=True")
            raise ValueError(f"the schema has no {sorted(unknown)}: is the kind right?")
        if (missing := required - record.keys()) and not (errors and "error" in record):
            raise ValueError(f"a record has no {sorted(missing)}: is the kind right?")
        yield dict(record)


def _with_free_objects_as_text(record: dict[str, Any]) -> dict[str, Any]:
    """Write the gestures of findings, which may have any keys, as JSON."""
    if "findings" not in record:
        return record
    free = ("expected", "recognized", "verdict")
    findings = [
        {key: json.dumps(value) if key in free else value for key, value in finding.items()}
        for finding in record["findings"]
    ]
    return record | {"findings": findings}


def _with_maps_as_pairs(record: dict[str, Any]) -> dict[str, Any]:
    """Write the counts of anomalies as pairs, from which pyarrow makes maps."""
    if "anomalies" not in record:
        return record
    return record | {"anomalies": list(record["anomalies"].items())}
