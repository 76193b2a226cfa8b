"""Judges' input read by its format; if it is long and each grid has one solution, it is answered in blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO

from sudoku_cp import models
from sudoku_cp._base.errors import InputError
from sudoku_cp.cli.standard_input import STDIN
from sudoku_cp.formats.judge_grids import HDU_1426, POJ_3076, of_size, read_blocks_of_poj_3074, read_poj_3074
from sudoku_cp.formats.line import ORDER
from sudoku_cp.formats.source_lines import SourceLines, chain_streams
from sudoku_cp.formats.symbols import GridText
from sudoku_cp.model.sudoku import single_grid
from sudoku_cp.solving.plain_grids import PlainGrids
from sudoku_cp.solving.registry import load_solver

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Blocks = Iterator[NDArray[np.uint8]]

FEW = 512
"""The number of puzzles solved one by one before numpy is loaded, as its import takes longer than solving them."""


def solved(name: str, text: bytes, stdin: BinaryIO, first: int) -> Iterable[tuple[bytes, bytes | None]]:
    """Each grid with one solution, or None if there is none.

    Parameters
    ----------
    name
        The format: ``poj3074``, ``poj3076`` or ``leetcode37``.
    text
        The first bytes, which have been read already.
    stdin
        The rest.
    first
        The number of the first line.
    """
    lines = SourceLines(chain_streams(text, stdin), STDIN, first)
    if name == "poj3074":
        return _solved("classic", read_poj_3074(lines), lambda _: read_blocks_of_poj_3074(lines))
    if name == "leetcode37":
        from sudoku_cp.formats import leetcode37

        return _solved("classic", of_size(9, leetcode37.read(lines, ORDER), "LeetCode 37"), _stacked)
    return _solved("hexadoku", POJ_3076.read(lines), lambda _: POJ_3076.read_blocks(lines))


def read(text: bytes, stdin: BinaryIO, first: int) -> Iterator[bytes]:
    """The digits of each grid of HDU 1426 or AcWing 183, 0 for an empty cell; see `solved`."""
    return (bytes(grid.ranks) for grid in HDU_1426.read(SourceLines(chain_streams(text, stdin), STDIN, first)))


def _solved(
    model: str, grids: Iterator[GridText], blocks_of_further: Callable[[Iterator[GridText]], Blocks]
) -> Iterator[tuple[bytes, bytes | None]]:
    few, error = _first(FEW, grids)
    if len(few) < FEW:
        for grid in few:
            ranks = bytes(grid.ranks)
            yield ranks, _plain(grid.size).solve(ranks)
    else:
        from sudoku_cp.formats.bulk import stack_grids

        compiled = load_solver("exact-cover").compile(single_grid(models.load(model)))
        for block in chain(stack_grids(iter(few)), blocks_of_further(grids)):
            batch = compiled.solve_many(block)
            solutions = batch.solutions.astype(block.dtype)
            for row, count in enumerate(batch.counts.tolist()):
                yield block[row].tobytes(), solutions[row].tobytes() if count else None
    if error is not None:
        raise error


_plain = cache(PlainGrids)


def _stacked(grids: Iterator[GridText]) -> Blocks:
    from sudoku_cp.formats.bulk import stack_grids

    return stack_grids(grids)


def _first(most: int, grids: Iterator[GridText]) -> tuple[list[GridText], InputError | None]:
    """The first `most` grids, or those before an error with the error."""
    found: list[GridText] = []
    try:
        while len(found) < most and (grid := next(grids, None)) is not None:
            found.append(grid)
    except InputError as error:
        return found, error
    return found, None
