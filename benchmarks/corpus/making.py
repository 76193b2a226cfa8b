"""Corpora of any size, from a set of puzzles by symmetries, and the command that answers them."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from hashlib import file_digest
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from benchmarks.data import CLASSIC, grids, lines
from benchmarks.exits import bad_input
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


def kept(options: Namespace, folder: Path) -> Path:
    """The corpus as zstd lines: the file of ``--corpus``, which is made if it is not there, or a new one in the folder.

    The record beside the file says what it consists of, and has its hash.

    Raises
    ------
    SystemExit
        If the file is another corpus.
    """
    path: Path = options.corpus or folder / "puzzles.txt.zst"
    beside = path.with_name(f"{path.name}.json")
    if not path.exists():
        write(options, path)
        beside.write_text(json.dumps(_record(options, path)) + "\n")
    elif not beside.exists() or json.loads(beside.read_text()) != _record(options, path):
        raise bad_input(f"{path} is not the corpus of these options: name a new file")
    return path


def _record(options: Namespace, path: Path) -> dict[str, Any]:
    with path.open("rb") as stream:
        digest = file_digest(stream, "sha256").hexdigest()
    return {"set": options.set, "puzzles": options.puzzles, "seed": options.seed, "sha256": digest}


def command(*arguments: object) -> list[str]:
    """The command line of a job."""
    return [sys.executable, "-m", "sudoku_cp", "corpus", *map(str, arguments)]
