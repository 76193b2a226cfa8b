"""The puzzle files for benchmarks, which are not part of the project."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from benchmarks.exits import bad_input

T = TypeVar("T")

CLASSIC = {
    "17clue": "tdoku2_17clue_49158.txt",
    "top1465": "tdoku3_magictour_top1465.txt",
    "forum11+": "tdoku5_forum_hardest_1905_11plus.txt",
    "forum1106": "tdoku6_forum_hardest_1106.txt",
    "serg": "tdoku7_serg_benchmark_multi.txt",
}
"""The sets of 9×9 puzzles in the folder ``classic``."""

EMPTY = ".0-"


def add_data_option(parser: ArgumentParser) -> None:
    """Declare ``--data``."""
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=_folder,
        default="../shared/data",
        help="the folder of puzzle files (default: %(default)s)",
    )


def _folder(name: str) -> Path:
    path = Path(name)
    if not path.is_dir():
        raise bad_input(f"there is no folder {name}: name the folder of the puzzle files with --data")
    return path


def lines(path: Path) -> list[str]:
    """The lines of a file without comments and empty lines.

    Raises
    ------
    SystemExit
        If there is no such file.
    """
    try:
        text = path.read_text()
    except FileNotFoundError:
        raise bad_input(f"there is no {path}; see --data") from None
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def rows(path: Path) -> list[list[str]]:
    """The fields of a table separated by tabs."""
    return [line.split("\t") for line in lines(path)]


def spread(items: Sequence[T], most: int) -> Sequence[T]:
    """A limited number of items, evenly spaced from the first to the last."""
    if len(items) <= most:
        return items
    return [items[place * len(items) // most] for place in range(most)]


def ranks_of(puzzle: str, symbols: str) -> list[int]:
    """The digit of each character, counted from 1; 0 for an empty cell."""
    return [0 if character in EMPTY else symbols.index(character) + 1 for character in puzzle]


def grids(puzzles: Sequence[str], symbols: str = "123456789") -> NDArray[np.uint8]:
    """Puzzles of one line each as an array of shape (puzzles, cells); 0 is an empty cell."""
    code = np.full(128, 255, np.uint8)
    code[[ord(symbol) for symbol in symbols]] = range(1, len(symbols) + 1)
    code[[ord(symbol) for symbol in EMPTY]] = 0
    text = np.frombuffer("".join(puzzles).encode(), np.uint8)
    return code[text].reshape(len(puzzles), -1)
