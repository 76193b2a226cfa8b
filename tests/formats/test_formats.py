from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from itertools import islice
from typing import Any

import pytest

from sudoku_cp.formats import FORMATS, WRITABLE, GridText, read, writable_format, write
from sudoku_cp.model import InputError

Read = Callable[..., list[GridText]]


@pytest.mark.parametrize("name", [name for name in WRITABLE if name != "poj3076"])
def test_every_format_is_written_and_sniffed(grid_of: Callable[..., GridText], name: str) -> None:
    grid = grid_of(9)
    (again,) = read(BytesIO("".join(write([grid], name)).encode()), "puzzles.txt")
    if isinstance(again, GridText):
        assert again.ranks == grid.ranks
    else:
        alone = [digits for digits in again.model.pencilmarks.values() if len(digits) == 1]
        assert len(again.model.givens) + len(alone) == sum(rank > 0 for rank in grid.ranks)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name in WRITABLE if name not in ("opensudoku", "poj3074", "sudokumaker", "sudokupad", "toml")]
)
def test_reading_is_lazy(grid_of: Callable[..., GridText], endless: Callable[..., Any], name: str) -> None:
    grid = grid_of(16 if name == "poj3076" else 9)
    one = "".join(write([grid], name)).encode() + b"\n"

    stream = endless(one)
    grids = list(islice(read(stream, "endless", name), 50))
    assert len(grids) == 50
    assert stream.served <= 150


def test_formats_that_are_only_read() -> None:
    only_read = {"digits-address", "gnome-sudoku", "ipuz", "janko", "ksudoku", "picture", "puzz-link", "sdk", "sdx"}
    only_read |= {"json-lines", "list", "penpa", "sudoku-bench", "tatham", "tatham-save", "variant-line"}
    assert set(FORMATS) - set(WRITABLE) == only_read
    with pytest.raises(InputError, match=r"^tatham is read-only; formats to write are line, grid, "):
        write([], "tatham")


def test_unknown_formats() -> None:
    with pytest.raises(InputError, match=r"^there is no format csv; there are line, grid, "):
        read(BytesIO(b""), format="csv")
    with pytest.raises(InputError, match=r"^there is no format csv; "):
        write([], "csv")


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("text", ["", "\n\n"])
def test_no_puzzle(error_of: Callable[..., str], name: str, text: str) -> None:
    assert error_of(text, name) == "puzzles.txt: no puzzle found"


def test_numpy_is_left_alone() -> None:
    code = "import sys, sudoku_cp.formats; sys.exit('numpy' in sys.modules or 'ortools' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_formats_that_can_be_written() -> None:
    assert [writable_format(name).name for name in WRITABLE] == list(WRITABLE)
    with pytest.raises(InputError, match="janko"):
        writable_format("janko")
    with pytest.raises(InputError, match="did you mean grid"):
        writable_format("gird")
