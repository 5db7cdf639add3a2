"""An iterator over records that can become a table."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, cast

from ._schemas import Kind
from ._tables import to_arrow, to_pandas

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

Record = TypeVar("Record", covariant=True)


class Records(Iterator[Record], Generic[Record]):
    """The records of a call, in the order of the recordings, each made when it is asked for.

    Closing it, or leaving its `with` block, ends the process that makes them; so does dropping it.
    """

    def __init__(self, records: Iterable[dict[str, Any]], kind: Kind, has_errors: bool) -> None:
        self._records = iter(records)
        self.kind: Kind = kind
        """The kind of the records: the name of their schema."""
        self.has_errors = has_errors
        """Whether there may be error records between them."""

    def __next__(self) -> Record:
        return cast(Record, next(self._records))

    def close(self) -> None:
        """End the process. There are no further records."""
        if isinstance(self._records, Generator):
            self._records.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def to_arrow(self) -> pa.Table:
        """Return the remaining records as a table of pyarrow; see `touchstone.to_arrow`."""
        return to_arrow(self._records, self.kind, errors=self.has_errors)

    def to_pandas(self) -> pd.DataFrame:
        """Return the remaining records as a data frame of pandas; see `touchstone.to_pandas`."""
        return to_pandas(self._records, self.kind, errors=self.has_errors)
