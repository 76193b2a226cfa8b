"""The recipes for data frames on many puzzles, beside `solve_many` on the array of the same puzzles."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

from benchmarks.corpus.making import pieces
from benchmarks.permuted import texts
from benchmarks.table import print_table
from benchmarks.timing import alternate, middle_cpu
from sudoku_cp import Sudoku, columns
from sudoku_cp.corpus.rows import CHUNK
from sudoku_cp.solving.registry import load_solver

ROUNDS = 3


def main(options: Namespace, folder: Path) -> None:
    arrays = np.concatenate(list(pieces(options)))
    column = texts(arrays).decode().split()
    compiled, values = load_solver().compile(Sudoku(9)), arrays.astype(np.int8)

    def solve_many() -> None:
        for first in range(0, len(values), CHUNK):
            compiled.solve_many(values[first : first + CHUNK], limit=2)

    frame = pl.DataFrame({"puzzle": column})
    count = pl.col("puzzle").map_batches(columns.counts, return_dtype=pl.Int64)
    duckdb.create_function("counts", lambda puzzle: columns.counts(puzzle), ["VARCHAR"], "BIGINT", type="arrow")
    duckdb.register("puzzles", pa.table({"puzzle": column}))
    works: dict[str, Callable[[], Any]] = {
        "solve_many": solve_many,
        "NumPy S81": partial(columns.counts, np.array(column, "S81")),
        "pyarrow": partial(columns.counts, pa.array(column)),
        "pandas": partial(columns.counts, pd.Series(column)),
        "Polars": lambda: frame.lazy().with_columns(count=count).collect(),
        "DuckDB": lambda: duckdb.sql("SELECT sum(counts(puzzle)) FROM puzzles").fetchall(),
        "list": partial(columns.counts, column),
    }
    samples = alternate(works, ROUNDS)
    base = middle_cpu(samples["solve_many"])
    rows = [
        (name, f"{middle_cpu(times) / len(column) * 1e6:.3f}", f"{base / middle_cpu(times):.0%}")
        for name, times in samples.items()
    ]
    print_table(f"{len(column):,} puzzles of {options.set}", ("", "µs/puzzle, processor", "rate"), rows)
