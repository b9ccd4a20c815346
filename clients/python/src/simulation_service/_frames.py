"""Tables as DataFrames: Parquet if pyarrow is installed, otherwise CSV."""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pandas

TableFormat = Literal["json", "csv", "ndjson", "parquet"]
FrameFormat = Literal["csv", "parquet"]


def frame_format() -> FrameFormat:
    """The format to request for a DataFrame."""
    if find_spec("pandas") is None:
        raise ImportError("DataFrames need pandas: pip install pandas. Without it, read the file: table_file(), results_file().")
    return "csv" if find_spec("pyarrow") is None else "parquet"


def frame_of(content: bytes, format: FrameFormat) -> pandas.DataFrame:
    import pandas

    if format == "parquet":
        return pandas.read_parquet(io.BytesIO(content), engine="pyarrow")
    return pandas.read_csv(
        io.BytesIO(content),
        # Only empty cells are missing: `null` and `NA` can be names of groups.
        keep_default_na=False,
        na_values=[""],
        # The same numbers as in JSON, to the last digit.
        float_precision="round_trip",
        low_memory=False,
    )
