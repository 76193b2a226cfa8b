"""Corpora of any size, from a set of puzzles by symmetries, and the command that answers them."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from benchmarks.data import CLASSIC, grids, lines
from benchmarks.permuted import permuted, texts

PIECE = 500_000
"""The number of puzzles that are made at a time."""


LINE = 82
"""The bytes of a line."""


def pieces(options: Namespace) -> Iterator[NDArray[np.uint8]]:
    """The puzzles of the corpus, as arrays."""
    puzzles = grids(lines(options.data / "classic" / CLASSIC[options.set]))
    for first in range(0, options.puzzles, PIECE):
        yield permuted(puzzles, min(PIECE, options.puzzles - first), options.seed + first)


def write(options: Namespace, path: Path) -> None:
    """Write the corpus as lines, compressed by zstd if the name of the file ends so."""
    compression = "zstd" if path.suffix == ".zst" else None
    with pa.output_stream(path, compression=compression) as stream:
        for piece in pieces(options):
            stream.write(texts(piece))


def command(*arguments: object) -> list[str]:
    """The command line of a job."""
    return [sys.executable, "-m", "sudoku_cp", "corpus", *map(str, arguments)]
