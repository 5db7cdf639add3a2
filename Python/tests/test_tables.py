"""Tables have the schemas of the records."""

from __future__ import annotations

import math
import subprocess
import sys
from typing import Any, get_args

import jsonschema
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import touchstone
from touchstone import Kind

CALLS: dict[Kind, Any] = {
    "run": touchstone.replay,
    "touches": touchstone.touches,
    "explain": touchstone.explain,
    "info": touchstone.info,
    "check": touchstone.check,
}


def without_nulls(value: Any) -> Any:
    """A row of a table as the record that it was."""
    match value:
        case dict():
            return {k: without_nulls(v) for k, v in value.items() if v is not None}
        case list():
            return [without_nulls(item) for item in value]
        case _:
            return value


@pytest.mark.parametrize("kind", get_args(Kind))
def test_rows_are_the_records(kind: Kind) -> None:
    records = list(CALLS[kind]("Traces"))
    table = CALLS[kind]("Traces").to_arrow()
    table.validate(full=True)
    assert table.schema.equals(touchstone.arrow_schema(kind), check_metadata=True)
    rows = [without_nulls(row) for row in table.to_pylist(maps_as_pydicts="strict")]
    assert rows == records


@pytest.mark.parametrize("kind", get_args(Kind))
def test_columns_are_the_properties_of_the_schema(kind: Kind) -> None:
    schema = touchstone.json_schema(kind)
    fields = touchstone.arrow_schema(kind)
    assert fields.names == list(schema["properties"])
    assert {f.name for f in fields if not f.nullable} == set(schema["required"])
    for field in fields:
        if "description" in schema["properties"][field.name]:
            assert field.metadata
            assert field.metadata[b"description"].decode()


@pytest.mark.parametrize("kind", get_args(Kind))
@pytest.mark.parametrize("errors", [False, True])
def test_no_records_are_a_table_without_rows(kind: Kind, errors: bool) -> None:
    table = touchstone.to_arrow([], kind, errors=errors)
    assert table.num_rows == 0
    assert table.schema == touchstone.arrow_schema(kind, errors=errors)
    assert len(touchstone.to_pandas([], kind, errors=errors)) == 0


def test_types_follow_from_the_schema() -> None:
    run = touchstone.arrow_schema("run")
    assert run.field("touches").type == pa.int64()
    assert run.field("scale").type == pa.float64()
    assert run.field("gesture").type == pa.string()
    info = touchstone.arrow_schema("info")
    assert info.field("anomalies").type == pa.map_(pa.string(), pa.int64())
    assert info.field("devices").type.value_type == info.field("device").type
    assert info.field("device").type.field("size_assumed").type == pa.bool_()


def test_error_records_are_rows() -> None:
    records = touchstone.replay(["Traces/nope", "Traces/tap.evemu"], errors="record")
    table = records.to_arrow()
    assert table.schema == touchstone.arrow_schema("run", errors=True)
    [tap, error] = table.to_pylist()
    assert (tap["gesture"], tap["error"]) == ("tap", None)
    assert (error["file"], error["gesture"]) == ("Traces/nope", None)
    assert error["error"]["found"] == "No such file or directory"
    frame = touchstone.replay(["Traces/nope", "Traces/tap.evemu"], errors="record").to_pandas()
    assert frame["error.found"].notna().to_list() == [False, True]


def test_records_of_another_kind_are_an_error() -> None:
    touches = list(touchstone.touches("Traces/tap.evemu"))
    with pytest.raises(ValueError, match="is the kind right"):
        touchstone.to_arrow(touches)
    with pytest.raises(ValueError, match="has no"):
        touchstone.to_arrow([{"v": 2, "file": "a"}])
    errors = list(touchstone.replay("Traces/nope", errors="record"))
    with pytest.raises(ValueError, match="errors=True"):
        touchstone.to_arrow(errors)
    with pytest.raises(ValueError, match="unknown kind"):
        touchstone.arrow_schema("gestures")  # type: ignore[arg-type]


def test_data_frames_have_a_column_for_each_number() -> None:
    frame = touchstone.replay("Traces").to_pandas()
    assert frame["location_mm.x"].dtype == "float64"
    assert frame["touches"].dtype == pd.Int64Dtype()
    taps = frame[frame["gesture"] == "tap"]
    assert math.isnan(taps["translation_mm.x"].iloc[0])
    assert taps["taps"].notna().all()
    info = touchstone.info("Traces").to_pandas()
    assert info["device.size_assumed"].dtype == pd.BooleanDtype()
    assert info["device.axes.x.max"].dtype == pd.Int64Dtype()


def test_tables_survive_parquet(tmp_path: Any) -> None:
    table = touchstone.replay("Traces").to_arrow()
    pq.write_table(table, tmp_path / "gestures.parquet")
    assert pq.read_table(tmp_path / "gestures.parquet").equals(table)


@pytest.mark.parametrize("kind", get_args(Kind))
def test_records_are_valid(kind: Kind) -> None:
    validator = jsonschema.Draft202012Validator(touchstone.json_schema(kind))
    for record in CALLS[kind]("Traces"):
        validator.validate(record)


@pytest.mark.parametrize(
    ("missing", "call", "message"),
    [
        ("pyarrow", "to_arrow([])", "pip install 'touchstone-gestures[arrow]'"),
        ("pandas", "to_pandas([])", "pip install 'touchstone-gestures[pandas]'"),
        ("pyarrow", "replay([]).to_arrow()", "pip install 'touchstone-gestures[arrow]'"),
    ],
)
def test_a_missing_package_is_named(missing: str, call: str, message: str) -> None:
    script = f"import sys; sys.modules['{missing}'] = None; import touchstone; touchstone.{call}"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert result.stderr.splitlines()[-1].endswith(message)
